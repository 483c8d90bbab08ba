"""`python3 -m tests.benchmarks`: measures, prints the table, compares with the last release, writes the figures."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests import papers
from tests.benchmarks import drawings, engine, evening, footprint, growth, peers, posted, tap, weight
from tests.benchmarks.figures import Figure, file_of, measured_in, releases, table
from tests.benchmarks.machine import Machine

BUSY = 3  # the exit status if the machine was too busy

# The names for `--only`, and the functions that measure them.
ROOMS: dict[str, Callable[..., Iterator[Figure]]] = {
    "engine": engine.measure,
    "peers": peers.measure,
    "drawings": drawings.measure,
    "http": posted.measure,
    "tap": tap.measure,
    "bytes": weight.measure,
    "footprint": footprint.measure,
    "growth": growth.measure,
    "evening": evening.measure,
}


def main(arguments: Sequence[str]) -> int:
    """Measure and print. Returns 0; BUSY if the machine was too busy; 1 if the file cannot be written.

    A missed target does not make the command fail.
    """
    parser = _parser()
    asked = parser.parse_args(arguments)
    release, before = releases()
    if asked.write == str(file_of(release)) and (asked.quick or asked.only):
        parser.error(
            "name a file: a release keeps the figures of everything, and none that were measured quickly"
        )
    machine = Machine.now(release)
    figures: list[Figure] = []
    for name in asked.only or ROOMS:
        if sys.stderr.isatty():
            print(f"Measuring: {name} ...", file=sys.stderr, flush=True)
        figures += ROOMS[name](quick=asked.quick)
    machine.look_again()
    print(table(figures, measured_in(before), judged=not machine.busy))
    print(f"\n{machine.told()}")
    if asked.quick:
        print("Measured quickly: these figures show that measuring works, not how fast it is.")
    if not machine.busy and (missed := [each.title for each in figures if each.met is False]):
        print(f"Missed: {'; '.join(missed)}.")
    if machine.busy:
        print(f"These figures are not to be believed, and nothing is judged by them: {machine.busy}.")
    if asked.write and not _write(Path(asked.write), machine, figures, quick=asked.quick):
        return 1
    return BUSY if machine.busy else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python3 -m tests.benchmarks", description="Measure the referee here.")
    parser.add_argument(
        "--only", nargs="+", choices=ROOMS, metavar="NAME", help=f"some of: {', '.join(ROOMS)}"
    )
    parser.add_argument(
        "--quick", action="store_true", help="few turns: shows that it works, not how fast it is"
    )
    parser.add_argument(
        "--write",
        nargs="?",
        const=str(file_of(releases()[0])),
        metavar="FILE",
        help="write the figures to a file; without a name to that of the coming release, and the tables in the papers",
    )
    return parser


def _write(path: Path, machine: Machine, figures: Sequence[Figure], *, quick: bool) -> bool:
    found = {
        "measured_on": machine.as_json(),
        "quick": quick,
        "figures": [each.as_json() for each in figures],
    }
    try:
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError as error:
        print(f"{path} cannot be written: {error.strerror}.", file=sys.stderr)
        return False
    if path == file_of(machine.referee):
        papers.main()
    return True
