"""What a tile scores when it is laid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from referee.layout import Layout
from referee.rules.part import Part, choice

if TYPE_CHECKING:
    from referee.rules.variant import Variant

FIVE = 5
# What a sum of the ends has to be a multiple of, by `score`; each that it is a multiple of scores.
MULTIPLES = {"fives": (5,), "threes": (3,), "fives_and_threes": (5, 3)}


def nearest(pips: int, unit: int = FIVE) -> int:
    """The multiple of `unit` (3 or 5) nearest to `pips`; there is never a half (RULES.md part 0)."""
    return unit * ((pips + unit // 2) // unit)


@dataclass(frozen=True, kw_only=True)
class Counting(Part):
    """Points in play (S1-S11, B1, B2)."""

    score: str = choice(
        "Points for a tile",
        {
            "none": "No points are made while tiles are laid.",
            "fives": "A tile scores when the sum of all open ends is a multiple of five.",
            "threes": "A tile scores when the sum of all open ends is a multiple of three.",
            "fives_and_threes": "A tile scores a point for every five in a sum of the open ends that fives divide, "
            "and a point for every three in one that threes divide.",
            "bergen": "A tile scores two points when the open ends show the same number.",
        },
        "none",
    )
    score_unit: str = choice(
        "What a multiple of five is worth",
        {
            "pips": "Points are pips: a sum of ten is ten points.",
            "per_five": "Every five pips are one point.",
        },
        "pips",
    )
    bergen_triple: str = choice(
        "Three points",
        {
            "placed_double": "Laying a double that equals the other end makes three points.",
            "any_double_end": "Equal ends make three points when either end tile is a double.",
        },
        "placed_double",
    )

    def matters(self, name: str, rules: Variant, *, partners: bool) -> bool:  # noqa: ARG002
        """What a five is worth only where fives are counted, three points only where equal ends are paid."""
        if name == "bergen_triple":
            return self.score == "bergen"
        if name == "score_unit":
            return self.counts_ends and (self.score != "fives_and_threes" or rules.pays_pips)
        return True

    @cached_property
    def counts_ends(self) -> bool:
        """Whether the sum of the ends matters here."""
        return self.score in MULTIPLES

    @cached_property
    def unit(self) -> int:
        """What hands are rounded to, where they are: threes or fives."""
        return min(MULTIPLES.get(self.score, (FIVE,)), key=lambda unit: (unit != FIVE, unit))

    def points(self, layout: Layout, ends: list[int]) -> int:
        """What the tile just laid makes, in points; `ends` are the layout's counted halves."""
        if self.counts_ends:
            return self._of_sum(sum(ends))
        if self.score == "bergen":
            return self._bergen(layout)
        return 0

    def _of_sum(self, total: int) -> int:
        divisors = [each for each in MULTIPLES[self.score] if total % each == 0]
        if self.score_unit == "per_five" or self.score == "fives_and_threes":
            return sum(total // each for each in divisors)
        return total if divisors else 0

    def _bergen(self, layout: Layout) -> int:
        open_ends = [each for each in layout.frontier if layout.counted(each)]
        if len({each.half for each in open_ends}) != 1:
            return 0
        if len(layout.laid) == 1:
            return 2 if layout.laid[0].tile.is_double else 0
        new = layout.laid[-1].tile
        if self.bergen_triple == "placed_double":
            return 3 if new.is_double else 2
        return 3 if any(each.tile.is_double for each in open_ends) else 2
