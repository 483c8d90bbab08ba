"""A figure: what was measured, the floor beside it, the target, and whether it is met."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

Timed = Callable[[], object]


@dataclass(frozen=True, kw_only=True)
class Target:
    """What a figure should be: `of` is "value" or "ratio"; `least` tells whether more is better."""

    of: str
    bound: float
    least: bool = False

    def met(self, figure: Figure) -> bool:
        """Whether the figure keeps to it."""
        found = figure.value if self.of == "value" else figure.ratio
        if found is None or math.isnan(found):
            return False
        return found >= self.bound if self.least else found <= self.bound

    def __str__(self) -> str:
        sign = "\N{GREATER-THAN OR EQUAL TO}" if self.least else "\N{LESS-THAN OR EQUAL TO}"
        return f"{sign} {number(self.bound)}{' x' if self.of == 'ratio' else ''}"


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One thing measured. `ratio` is its cost over that of the floor, which was measured in turn with it."""

    name: str
    title: str
    value: float
    unit: str
    floor: float | None = None
    floor_is: str = ""
    ratio: float | None = None
    target: Target | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None if there is none."""
        return None if self.target is None else self.target.met(self)

    def as_json(self) -> dict[str, Any]:
        """The figure with fixed names; what a system does not tell is null."""
        found = {**asdict(self), "target": None if self.target is None else str(self.target), "met": self.met}
        return {
            name: None if isinstance(each, float) and math.isnan(each) else each
            for name, each in found.items()
        }


def number(value: float) -> str:
    """A number with three figures that count, thousands set apart."""
    if math.isnan(value):
        return "?"
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table to read."""
    head = ("", "measured", "floor", "ratio", "target", "")
    rows = [head, *(_row(each) for each in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.ljust(width) if column in (0, 4, 5) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    floors = dict.fromkeys(f"{each.name}: {each.floor_is}" for each in figures if each.floor_is)
    return "\n".join([*lines, "", "Floors", *(f"  {each}" for each in floors)])


def _row(figure: Figure) -> tuple[str, ...]:
    met = {None: "", True: "met", False: "MISSED"}[figure.met]
    return (
        figure.title,
        f"{number(figure.value)} {figure.unit}",
        "" if figure.floor is None else f"{number(figure.floor)} {figure.unit}",
        "" if figure.ratio is None else f"{number(figure.ratio)} x",
        "" if figure.target is None else str(figure.target),
        met,
    )


def in_turn(things: Mapping[str, Timed], turns: int) -> dict[str, list[float]]:
    """Each thing done `turns` times, one after the other in turn, so that whatever else the machine does hits all
    alike: the seconds that each took."""
    took: dict[str, list[float]] = {name: [] for name in things}
    for _ in range(turns):
        for name, thing in things.items():
            began = time.perf_counter()
            thing()
            took[name].append(time.perf_counter() - began)
    return took


def best(took: Sequence[float]) -> float:
    """The mean of the fastest quarter of the turns: what it costs where nothing else disturbs."""
    return statistics.fmean(sorted(took)[: max(1, len(took) // 4)])


def ratio(took: Sequence[float], floor: Sequence[float]) -> float:
    """How much more one thing costs than the one measured in turn with it.

    Where the machine has other things to do, both wait for the same, and a ratio of usual turns tells less and less of
    what each of the two costs.
    """
    return best(took) / best(floor)
