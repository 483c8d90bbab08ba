"""The commands: `referee serve` (the default), `replay`, and those that back up, move and print tables."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee import __version__
from referee.cli.terminal import refuse
from referee.export.paper.sizes import PAPERS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments`, by default those of the command line; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "serve")
    _prepare_streams(is_serving=given[0] == "serve")
    try:
        status = _run(given)
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python tries again when it ends
        if isinstance(error, BrokenPipeError):  # nobody reads on, such as after `| head`
            return 1
        return refuse(f"{error.filename or 'The output'} cannot be written: {error.strerror}.", 2)
    except KeyboardInterrupt:
        return 130
    return status


def _prepare_streams(*, is_serving: bool) -> None:
    """Make the standard streams usable: any of them may be closed, and a terminal may not know every letter."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - until the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What commands print is like the files. The server leaves out a QR code that the terminal cannot show.
        sys.stdout.reconfigure(encoding=None if is_serving else "utf-8", errors="backslashreplace")


def _run(given: Sequence[str]) -> int:
    parser = _parser()
    asked = parser.parse_args(given)
    if asked.command == "tables" and asked.what and not asked.id:
        parser.error("name the numbers of the tables to delete; referee tables lists them")
    if asked.command == "replay":
        from referee.cli import replay

        return replay.replay(asked.record, as_json=asked.json)
    if asked.command == "look":
        from referee.cli import look

        return look.look_at(asked.photo, asked.tiles, as_json=asked.json)
    if asked.command == "salvage":
        from referee.cli import salvage

        return salvage.salvage(asked.file, asked.into)
    if asked.command in ("export", "import", "print"):
        return _exchange(asked)
    if asked.command != "serve":
        return _keep(asked)
    from referee.server import serving

    options = (getattr(asked, each) for each in serving.Options._fields)
    return serving.serve(serving.Options(*options))


def _keep(asked: argparse.Namespace) -> int:
    from referee.cli import backup

    if asked.command == "check":
        from referee.cli import check

        return check.check(backup.database_of(asked.data, asked.file or asked.database))
    book = backup.database_of(asked.data, asked.database)
    if asked.command == "backup":
        return backup.backup(book, asked.file, force=asked.force)
    if asked.command == "restore":
        return backup.restore(book, asked.file)
    if asked.what == "delete":
        return backup.delete(book, asked.id, sure=asked.yes)
    return backup.tables(book, as_json=asked.json)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "referee", description="The scoring and referee companion for physical domino sets."
    )
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_serve(commands.add_parser("serve", help="serve the tables to the phones around (the default)"))
    replay = commands.add_parser("replay", help="judge a written record again")
    words = "a record, a folder of them, or - for standard input"
    replay.add_argument("record", metavar="FILE|DIR|-", help=words)
    replay.add_argument("--json", action="store_true", help="one JSON object for each event, then the result")
    look = commands.add_parser("look", help="read the tiles of a photograph")
    look.add_argument("photo", metavar="PHOTO", help="a JPEG, PNG or WebP file")
    words = "the set's highest double (%(default)s)"
    look.add_argument("--tiles", type=int, choices=(6, 9, 12, 15), default=12, help=words)
    look.add_argument("--json", action="store_true", help="one JSON object: tiles, corners, how sure")
    _add_exchange(commands)
    _add_keeping(commands)
    return parser


def _exchange(asked: argparse.Namespace) -> int:
    from referee.cli import transfer

    if asked.command == "import":
        return transfer.import_files(asked.files, asked.data, skip_refused=asked.skip_refused)
    return transfer.export(
        asked.table, asked.format, asked.round, asked.output, asked.data, asked.language, asked.paper
    )


def _add_exchange(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = commands.add_parser("export", help="write a table to a file: record, spreadsheet, text, picture")
    export.add_argument("table", metavar="TABLE", help="the number of a table, or a link to it")
    forms = ("record", "csv", "scores", "text", "svg", "png", "result", "pdf", "zip")
    export.add_argument("--format", choices=forms, default="record", help="what to write (%(default)s)")
    export.add_argument(
        "--round", type=_number, metavar="N", help="one round only: text, svg, png, result, pdf"
    )
    export.set_defaults(paper="")
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
    paper.add_argument("--paper", choices=PAPERS, default="a4", help="(%(default)s)")
    paper.set_defaults(format="pdf")
    for each in (export, paper, read):
        each.add_argument("--data", metavar="DIR", help="folder of the database (./instance in a checkout)")
    for each in (export, paper):
        text = "a file or a folder (-: standard output)"
        each.add_argument("-o", "--output", metavar="FILE", default="-", help=text)
        words = "the language of its words, such as es (%(default)s)"
        each.add_argument("--language", metavar="CODE", type=_language, default="en", help=words)


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="", help="address to listen on (all networks; behind a proxy 127.0.0.1)"
    )
    parser.add_argument("--port", type=_port, default=5000, help="port to listen on (%(default)s)")
    _add_book(parser)
    parser.add_argument(
        "--name",
        dest="names",
        metavar="NAME",
        action="append",
        default=[],
        help="a name that this computer has on the internet; repeatable",
    )
    parser.add_argument("--threads", type=_some, default=8, help="requests answered at a time (%(default)s)")
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="trust the X-Forwarded headers of the one proxy in front; nobody else may reach this port",
    )
    parser.add_argument(
        "--tables-per-hour",
        type=_some,
        default=60,
        metavar="N",
        help="tables one address may open (%(default)s)",
    )
    parser.add_argument(
        "--no-announce",
        dest="announce",
        action="store_false",
        help="do not make the server known as referee.local in the house",
    )


def _add_book(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", help="folder of the database (./instance in a checkout)")
    parser.add_argument("--database", metavar="FILE", help="the database itself (referee.db in that folder)")


def _add_keeping(commands: Any) -> None:
    backup = commands.add_parser("backup", help="copy the database to a file, also while the referee runs")
    backup.add_argument("file", metavar="FILE", help="where the copy goes")
    backup.add_argument("--force", action="store_true", help="write over a file that is there")
    restore = commands.add_parser("restore", help="put a backup in the place of the database")
    restore.add_argument("file", metavar="FILE", help="the backup; what was there before is kept beside it")
    tables = commands.add_parser("tables", help="list the tables, or delete some for ever")
    tables.add_argument("what", nargs="?", choices=("delete",), help="delete the tables with these numbers")
    tables.add_argument("id", nargs="*", type=_some, metavar="ID", help="the number of a table")
    tables.add_argument("--json", action="store_true", help="one JSON object for each table")
    tables.add_argument("--yes", action="store_true", help="delete without asking")
    check = commands.add_parser("check", help="examine the database, or a backup; changes nothing")
    check.add_argument("file", metavar="FILE", nargs="?", help="another file than the usual one")
    for each in (backup, restore, tables, check):
        _add_book(each)
    salvage = commands.add_parser("salvage", help="save what can still be read of a damaged database")
    salvage.add_argument("file", metavar="OLD", help="the damaged database, or a copy; it is only read")
    salvage.add_argument(
        "--into", metavar="NEW", required=True, help="the new database, which must not exist"
    )


def _language(text: str) -> str:
    from referee.translations import catalogues

    if text not in catalogues.offered():
        known = ", ".join(catalogues.offered())
        raise argparse.ArgumentTypeError(f"there are no words for {text!r} here: {known}")
    return text


def _from_to(least: int, most: int, wrong: str) -> Callable[[str], int]:
    """A parser for a number within these bounds; it rejects any other text with the message `wrong`."""

    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(wrong)
        return int(text)

    return read


_number = _from_to(1, 9999, "a round has a number from 1 on")
_port = _from_to(0, 65535, "a port is a number from 0 to 65535 (0: any that is free)")
_some = _from_to(1, 10**9, "a whole number from 1 on")
