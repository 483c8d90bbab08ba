"""A fuzzing campaign: a number of inputs from one seed, and merging the reports of several campaigns."""

import random
import sys
import time
from collections import Counter
from typing import Any

from tests.fuzzing.books import Books
from tests.fuzzing.judging import AtTables, Headers, Records
from tests.fuzzing.pages import Pages
from tests.fuzzing.watching import Watch

PARTS = {
    "event": 0.91,
    "record": 0.01,
    "header": 0.05,
    "page": 0.02,
    "book": 0.01,
}  # the share of each kind in all inputs; pages are slowest
TOLD = 30.0  # seconds between two lines of progress


def campaign(seed: int, inputs: int, only: str | None, seconds: float = 0) -> dict[str, Any]:
    """Try that many inputs from this seed, of all kinds or only one; returns the report."""
    watch, chance = Watch(), random.Random(seed)
    kinds = {each.kind: each for each in (AtTables, Records, Headers, Pages, Books)}
    takers = {kind: make(watch, chance) for kind, make in kinds.items() if only in (None, kind)}
    weights = [PARTS[kind] for kind in takers]
    began = told = time.monotonic()
    watch.look_at_memory()
    for done, kind in enumerate(chance.choices(list(takers), weights, k=inputs), 1):
        takers[kind].one()
        if done % 500 == 0:
            watch.look_at_memory()
            now = time.monotonic()
            if now - told > TOLD:
                told = now
                words = (
                    f"{done:>9} of {inputs}, {done / (now - began):.0f} a second, {len(watch.faults)} faults"
                )
                print(words, file=sys.stderr, flush=True)
            if seconds and now - began > seconds:
                break
    for taker in takers.values():
        if isinstance(taker, Pages | Books):
            taker.close()
    return watch.report()


def together(reports: list[dict[str, Any]]) -> dict[str, Any]:
    """Merge the reports of all processes."""
    if len(reports) == 1:
        return reports[0]

    def summed(name: str) -> dict[str, int]:
        total: Counter[str] = Counter()
        for each in reports:
            total.update(each[name])
        return dict(total.most_common())

    def most(name: str, by: str) -> list[Any]:
        return sorted((one for each in reports for one in each[name]), key=lambda one: -one[by])[:5]

    return {
        "inputs": sum(each["inputs"] for each in reports),
        "counts": dict(sorted(summed("counts").items())),
        "outcomes": summed("outcomes"),
        "slowest": most("slowest", "seconds"),
        "biggest": most("biggest", "bytes"),
        "memory": [each["memory"] for each in reports],
        "faults": {what: told for each in reports for what, told in each["faults"].items()},
    }
