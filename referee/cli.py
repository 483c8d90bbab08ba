"""The commands: `referee serve` (what runs without a command), `replay`, `export`, `import` and `print`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from referee import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (else the command line) name; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "serve")
    asked = _parser().parse_args(given)
    if asked.command == "replay":
        from referee import replaying

        return replaying.replay(asked.record, as_json=asked.json)
    if asked.command in ("export", "import", "print"):
        return _exchange(asked)
    from referee import serving

    return serving.serve(asked.host, asked.port, asked.data, asked.name)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "referee", description="The scoring and referee companion for physical domino sets."
    )
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_serve(commands.add_parser("serve", help="serve the tables to the phones around (the default)"))
    _add_replay(commands.add_parser("replay", help="judge a written record again"))
    _add_exchange(commands)
    return parser


def _exchange(asked: argparse.Namespace) -> int:
    from referee import exchange

    if asked.command == "import":
        return exchange.import_files(asked.files, asked.data, skip_refused=asked.skip_refused)
    if asked.command == "print":
        return exchange.print_table(asked.table, asked.round, asked.paper, asked.output, asked.data)
    return exchange.export(asked.table, asked.format, asked.round, asked.output, asked.data)


def _add_exchange(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    export = commands.add_parser("export", help="write a table to a file: record, spreadsheet, text, picture")
    export.add_argument("table", metavar="TABLE", help="the number of a table, or a link to it")
    forms = ("record", "csv", "scores", "text", "svg", "png", "pdf", "zip")
    export.add_argument("--format", choices=forms, default="record", help="what to write (%(default)s)")
    export.add_argument("--round", type=_number, metavar="N", help="one round only: text, svg, png, pdf")
    read = commands.add_parser("import", help="judge records and keep each as a new table")
    read.add_argument("files", metavar="FILE", nargs="+", help="a record, or - for standard input")
    read.add_argument(
        "--skip-refused",
        action="store_true",
        help="leave out events that do not stand, instead of the record",
    )
    paper = commands.add_parser("print", help="write a round, or the sheet of a match, as PDF")
    paper.add_argument("table", metavar="TABLE", help="the number of a table, or a link to it")
    paper.add_argument("--round", type=_number, metavar="N", help="one round (else the whole match)")
    paper.add_argument("--paper", choices=("a4", "letter", "receipt"), default="a4", help="(%(default)s)")
    for each in (export, paper, read):
        each.add_argument("--data", metavar="DIR", help="folder of the database (./instance in a checkout)")
    for each in (export, paper):
        text = "a file or a folder (-: standard output)"
        each.add_argument("-o", "--output", metavar="FILE", default="-", help=text)


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (%(default)s: all networks)")  # noqa: S104
    parser.add_argument("--port", type=_port, default=5000, help="port to listen on (%(default)s)")
    parser.add_argument("--data", metavar="DIR", help="folder of the database (./instance in a checkout)")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        help="a name that this computer has on the internet; repeatable",
    )


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "record", metavar="FILE|DIR|-", help="a record, a folder of them, or - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each event, then the result")


def _number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10_000:
        raise argparse.ArgumentTypeError("a round has a number from 1 on")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535 (0: any that is free)")
    return int(text)
