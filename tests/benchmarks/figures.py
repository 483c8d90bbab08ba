"""A figure: what was measured, its floor and target, whether that is met, and the value in the last release.

`figures/` has a file for each release. The next release has the number that `CHANGELOG.md` begins with.
"""

import gc
import json
import math
import re
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.folders import ROOT

Timed = Callable[[], object]
RUNS = 5  # the turns are split into this many runs, to see how much a ratio varies
FOLDER = Path(__file__).with_name("figures")
CHANGES = ROOT / "CHANGELOG.md"


@dataclass(frozen=True, kw_only=True)
class Target:
    """What a figure should be: `of` is "value" or "ratio"; with `least` the bound is a minimum."""

    of: str
    bound: float
    least: bool = False

    def met(self, figure: "Figure") -> bool:
        """Whether the figure meets the target."""
        found = figure.value if self.of == "value" else figure.ratio
        if found is None or math.isnan(found):
            return False
        return found >= self.bound if self.least else found <= self.bound

    def __str__(self) -> str:
        sign = "\N{GREATER-THAN OR EQUAL TO}" if self.least else "\N{LESS-THAN OR EQUAL TO}"
        return f"{sign} {number(self.bound)}{' x' if self.of == 'ratio' else ''}"


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One measurement. `ratio` is its cost divided by that of the floor, which was measured alternately with it;
    `spread` is the relative standard deviation of that ratio between runs."""

    name: str
    title: str
    value: float
    unit: str
    floor: float | None = None
    floor_is: str = ""
    ratio: float | None = None
    spread: float | None = None
    target: Target | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None if there is none."""
        return None if self.target is None else self.target.met(self)

    def as_json(self) -> dict[str, Any]:
        """The figure as JSON; values that the system does not provide are null."""
        found = {**asdict(self), "target": None if self.target is None else str(self.target), "met": self.met}
        return {
            name: None if isinstance(each, float) and math.isnan(each) else each
            for name, each in found.items()
        }


def number(value: float) -> str:
    """A number with three significant digits and thousands separators."""
    if math.isnan(value):
        return "?"
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"


def then(figure: Figure | Mapping[str, Any], released: Mapping[str, Any]) -> str:
    """The same figure in the last release, as a ratio if it has one; "" if it was not measured then."""
    name, unit = (
        (figure.name, figure.unit) if isinstance(figure, Figure) else (figure["name"], figure["unit"])
    )
    before = next((each for each in released.get("figures", ()) if each["name"] == name), None)
    if before is None or before["value"] is None:
        return ""
    return f"{number(before['ratio'])} x" if before["ratio"] else f"{number(before['value'])} {unit}".strip()


def table(
    figures: Sequence[Figure], released: Mapping[str, Any] | None = None, *, judged: bool = True
) -> str:
    """The figures as a table, next to those of the last release; `judged` shows whether they met their targets."""
    released = released or {}
    was = released.get("measured_on", {}).get("referee", "")
    head = ("", "measured", "floor", "ratio", "spread", "target", "", was)
    rows = [head, *((*_row(each, judged=judged), then(each, released)) for each in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.ljust(width) if column in (0, 5, 6) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    floors: dict[str, list[str]] = {}
    for each in figures:
        if each.floor_is:
            floors.setdefault(each.floor_is, []).append(each.name)
    return "\n".join([*lines, "", "Floors", *(f"  {what}: {', '.join(of)}" for what, of in floors.items())])


def _row(figure: Figure, *, judged: bool) -> tuple[str, ...]:
    met = {None: "", True: "met", False: "MISSED"}[figure.met if judged else None]
    return (
        figure.title,
        f"{number(figure.value)} {figure.unit}",
        "" if figure.floor is None else f"{number(figure.floor)} {figure.unit}",
        "" if figure.ratio is None else f"{number(figure.ratio)} x",
        "" if figure.spread is None else f"{figure.spread:.0%}",
        "" if figure.target is None else str(figure.target),
        met,
    )


def beside(
    name: str,
    title: str,
    took: Sequence[float],
    floor: Sequence[float],
    floor_is: str,
    *,
    unit: str = "ms",
    things: int = 1,
    target: Target | None = None,
) -> Figure:
    """A figure for something measured alternately with its floor, `things` times in each turn: means and ratio.

    `took` and `floor` are the seconds of each turn; `unit` is s, ms, µs, or /s for the number per second.
    """
    mine, bare = statistics.fmean(took) / things, statistics.fmean(floor) / things
    scale = {"ms": 1e3, "µs": 1e6, "s": 1.0}.get(unit)
    ratios = ratios_of(took, floor)
    return Figure(
        name=name,
        title=title,
        value=1 / mine if scale is None else mine * scale,
        unit=unit,
        floor=1 / bare if scale is None else bare * scale,
        floor_is=floor_is,
        ratio=statistics.fmean(ratios),
        spread=statistics.stdev(ratios) / statistics.fmean(ratios) if len(ratios) > 1 else None,
        target=target,
    )


def ratios_of(took: Sequence[float], floor: Sequence[float]) -> list[float]:
    """The cost of one thing divided by that of the one measured alternately with it, run by run."""
    runs = min(RUNS, len(took))
    parts = [slice(len(took) * run // runs, len(took) * (run + 1) // runs) for run in range(runs)]
    return [statistics.fmean(took[part]) / statistics.fmean(floor[part]) for part in parts]


def releases() -> tuple[str, str]:
    """The number of the next release, and of the last one before it that was measured, "" if there is none."""
    told = re.findall(r"^## (\d+\.\d+\.\d+)", CHANGES.read_text("utf-8"), re.MULTILINE)
    before = (each for each in told[1:] if file_of(each).exists())
    return told[0], next(before, "")


def file_of(release: str) -> Path:
    """The file of a release's figures."""
    return FOLDER / f"{release}.json"


def measured_in(release: str) -> dict[str, Any]:
    """The figures of a release and the machine; empty if it was not measured."""
    if not release or not file_of(release).exists():
        return {}
    found: dict[str, Any] = json.loads(file_of(release).read_text("utf-8"))
    return found


def in_turn(things: Mapping[str, Timed], turns: int) -> dict[str, list[float]]:
    """Run all things alternately, `turns` times each, so that other load on the machine affects them equally; returns
    the seconds that each took."""
    took: dict[str, list[float]] = {name: [] for name in things}
    is_frozen = gc.get_freeze_count() > 0  # by the tests, which want it to stay so
    gc.collect()
    gc.freeze()  # or a garbage collection of all existing objects would be timed with one of them
    for _ in range(turns):
        for name, thing in things.items():
            began = time.perf_counter()
            thing()
            took[name].append(time.perf_counter() - began)
    if not is_frozen:
        gc.unfreeze()
    return took
