"""What a tile scores when it is laid."""

from __future__ import annotations

from dataclasses import dataclass

from referee.layout import Layout
from referee.rules.part import Part, choice

FIVE = 5


def near_five(pips: int) -> int:
    """The multiple of five nearest to `pips` (RULES.md part 0)."""
    return FIVE * ((pips + 2) // FIVE)


@dataclass(frozen=True, kw_only=True)
class Counting(Part):
    """Points in play (S1-S11, B1, B2)."""

    score: str = choice(
        "Points for a tile",
        {
            "none": "No points are made while tiles are laid.",
            "fives": "A tile scores when the open ends add up to a multiple of five.",
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

    @property
    def counts_ends(self) -> bool:
        """Whether the sum of the ends matters here."""
        return self.score == "fives"

    def points(self, layout: Layout, ends: list[int]) -> int:
        """What the tile just laid makes, in points; `ends` are the layout's counted halves."""
        if self.score == "fives":
            total = sum(ends)
            if total % FIVE:
                return 0
            return total // FIVE if self.score_unit == "per_five" else total
        if self.score == "bergen":
            return self._bergen(layout)
        return 0

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
