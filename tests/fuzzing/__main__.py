"""`python3 -m tests.fuzzing --inputs 1000000 --seed 1`: throws bad input at the referee.

Prints a report as JSON and, with `--out`, writes it to a file; the exit status is 1 if there was a fault. The same seed
and number of processes give the same inputs. `--atheris` parses records with a coverage-guided fuzzer
(`python3 -m pip install --group fuzz`).
"""

import argparse
import json
import multiprocessing
import os
import time
from pathlib import Path

KINDS = ("event", "record", "header", "page", "book")


def main() -> int:
    """Run the campaign; returns 1 if there was a fault."""
    asked = _asked()
    if asked.atheris:
        from tests.fuzzing import guided

        return guided.main(asked.seconds or 60, asked.seed)
    from tests.fuzzing.campaign import campaign, together  # not earlier: atheris instruments imports

    if asked.nice:
        os.nice(asked.nice)
    jobs = [
        (asked.seed * 100 + number, asked.inputs // asked.processes, asked.only, asked.seconds)
        for number in range(asked.processes)
    ]
    began = time.monotonic()
    if asked.processes == 1:
        reports = [campaign(*jobs[0])]
    else:
        with multiprocessing.get_context("spawn").Pool(asked.processes) as pool:
            reports = pool.starmap(campaign, jobs)
    found = {"seed": asked.seed, "seconds": round(time.monotonic() - began), **together(reports)}
    text = json.dumps(found, indent=1, ensure_ascii=True)
    if asked.out:
        Path(asked.out).write_text(text + "\n", "utf-8")
    print(text)
    return 1 if found["faults"] else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.fuzzing", description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", choices=KINDS, help="one kind of input alone")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so long, whatever is left")
    parser.add_argument("--nice", type=int, default=0)
    parser.add_argument("--out", help="a file for the report")
    parser.add_argument("--atheris", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
