"""What a tile scores when it is laid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from referee.engine.layout import Layout
from referee.engine.rules.part import Part, choice, unless, where

FIVE = 5
# What a sum of the ends has to be a multiple of, by `score`; each that it is a multiple of scores.
MULTIPLES = {"fives": (5,), "threes": (3,), "fives_and_threes": (5, 3)}


def nearest(pips: int, unit: int = FIVE) -> int:
    """The multiple of `unit` (3 or 5) nearest to `pips`; there is never a half (rules/README.md part 0)."""
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
        "What a multiple of {base} is worth",
        {
            "pips": "Points are pips: a sum of {double} is {double} points.",
            "per_five": "Every {base} pips are one point.",
        },
        "pips",
        reasons={"pips": "The text is lost; the same game on the other sheet of its maker scores pips."},
    )
    bergen_triple: str = choice(
        "Three points",
        {
            "placed_double": "Laying a double that equals the other end makes three points.",
            "any_double_end": "Equal ends make three points when either end tile is a double.",
        },
        "placed_double",
    )

    tiles_score = unless("score", "none")
    counts_ends = where("score", *MULTIPLES)
    pays_equal_ends = where("score", "bergen")
    counts_twice = where("score", "fives_and_threes")
    pays_multiples = where("score_unit", "per_five")  # one point for every five or three, rather than pips

    @cached_property
    def divisors(self) -> tuple[int, ...]:
        """What a sum of the ends has to be a multiple of to score; () if the ends are not added."""
        return MULTIPLES.get(self.score, ())

    @cached_property
    def points_are_pips(self) -> bool:
        """Whether a tile makes as many points as the ends have pips."""
        return not self.pays_multiples and not self.counts_twice

    @cached_property
    def unit(self) -> int:
        """What hands are rounded to, if they are: threes or fives."""
        return min(self.divisors or (FIVE,), key=lambda unit: (unit != FIVE, unit))

    def points(self, layout: Layout, ends: list[int]) -> int:
        """What the tile just laid makes, in points; `ends` are the layout's counted halves."""
        if self.counts_ends:
            return self._of_sum(sum(ends))
        if self.pays_equal_ends:
            return self._bergen(layout)
        return 0

    def _of_sum(self, total: int) -> int:
        divisors = [each for each in self.divisors if total % each == 0]
        if self.points_are_pips:
            return total if divisors else 0
        return sum(total // each for each in divisors)

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
