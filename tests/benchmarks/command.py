"""`referee bench`: measure, print the table, write the figures."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from referee import __version__
from tests.benchmarks import drawings, engine, footprint, posted, tap, weight
from tests.benchmarks.figures import Figure, table

# What `--only` names, and the room that measures it.
ROOMS: dict[str, Callable[..., Iterator[Figure]]] = {
    "engine": engine.measure,
    "drawings": drawings.measure,
    "http": posted.measure,
    "tap": tap.measure,
    "bytes": weight.measure,
    "footprint": footprint.measure,
}


def bench(only: Sequence[str], *, quick: bool, to: str | None) -> int:
    """Measure what `only` names, everything where it names nothing; print it, and write it as JSON to the file `to`.

    `quick` takes a few turns where many would be needed for figures that hold. Returns 0, and 1 if `to` cannot be
    written; a target that is missed is no failure of the command.
    """
    rooms = [name for name in ROOMS if not only or name in only]
    figures: list[Figure] = []
    for name in rooms:
        if sys.stderr.isatty():
            print(f"Measuring: {name} ...", file=sys.stderr, flush=True)
        figures += ROOMS[name](quick=quick)
    print(table(figures))
    missed = [each.title for each in figures if each.met is False]
    if missed:
        print(f"\nMissed: {'; '.join(missed)}.")
    if quick:
        print("\nMeasured quickly: these figures show that measuring works, not how fast it is.")
    return 0 if to is None else _write(Path(to), figures, quick=quick)


def _write(path: Path, figures: Sequence[Figure], *, quick: bool) -> int:
    found = {"measured_on": _machine(), "quick": quick, "figures": [each.as_json() for each in figures]}
    try:
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError as error:
        print(f"{path} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def _machine() -> dict[str, object]:
    """What it was measured on; how much else the machine had to do, if it tells."""
    load = [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else None
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "referee": __version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": load,
    }
