"""Which halves may touch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from referee.engine.rules.part import Part, choice, where
from referee.engine.tiles import Tile, tile_set


@dataclass(frozen=True, kw_only=True)
class Joins(Part):
    """Equal halves or halves that make a sum, and what blanks may do (G16, M1-M10)."""

    joins: str = choice(
        "Which halves touch",
        {
            "equal": "A tile is laid with a half against an open half of the same number.",
            "sum": "A tile is laid so that the two touching halves make the sum; matadors go anywhere, "
            "and on a blank only they go.",
        },
        "equal",
    )
    target_sum: int = choice(
        "The sum that touching halves make",
        {
            each: f"Touching halves make {each}; a matador is a tile of {each} pips, or 0-0."
            for each in (7, 10, 13, 16)
        },
        7,
    )
    blanks: str = choice(
        "Blanks",
        {
            "match_only": "A blank goes only on a blank.",
            "wild_when_played": "A blank half may be laid against any number; an open blank still takes only blanks.",
            "double_blank_only": "The double blank may be laid against any number; other blanks go on blanks.",
            "wild_both_ways": "A blank half may be laid against any number, and any number against an open blank.",
        },
        "match_only",
    )
    matador_crosswise: bool = choice(
        "How a matador lies",
        {
            False: "A matador is laid in line.",
            True: "A matador may be laid across the line; then both its halves are open.",
        },
        False,
        reasons={False: "Only single books let a matador lie across; no sheet draws one so."},
    )

    makes_sums = where("joins", "sum")

    @cached_property
    def has_wild_blanks(self) -> bool:
        """Whether a blank may touch another number."""
        return not self.makes_sums and self.blanks != "match_only"

    @property
    def reading(self) -> Reading:
        """What decides whether halves may touch, as plain values."""
        return Reading(self.joins, self.target_sum, self.blanks)

    def is_matador(self, each: Tile) -> bool:
        """Whether the tile goes on any end (only where halves make a sum)."""
        return self.reading.is_matador(each)


class Reading(NamedTuple):
    """How a table joins tiles: `joins`, `target_sum` and `blanks` as in the switches."""

    joins: str
    target_sum: int
    blanks: str

    def is_matador(self, each: Tile) -> bool:
        """Whether the tile goes on any end (only where halves make a sum)."""
        if self.joins != "sum":
            return False
        return each.pips == 0 or (each.pips == self.target_sum and each.low > 0)

    def touching(self, open_half: int, each: Tile) -> tuple[int, ...]:
        """The halves of the tile that may be set against an open half, in pips; () where none may."""
        if self.joins == "sum":
            return self._summing(open_half, each)
        return tuple(half for half in each.halves if self._equal(open_half, half, each))

    def _summing(self, open_half: int, each: Tile) -> tuple[int, ...]:
        if self.is_matador(each):
            return each.halves
        if open_half == 0:
            return ()
        return tuple(half for half in each.halves if half + open_half == self.target_sum)

    def _equal(self, open_half: int, half: int, each: Tile) -> bool:
        if half == open_half:
            return True
        if half == 0:
            return self.blanks in ("wild_when_played", "wild_both_ways") or (
                self.blanks == "double_blank_only" and each.pips == 0
            )
        return open_half == 0 and self.blanks == "wild_both_ways"


@cache
def touch_table(reading: Reading, highest: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each open half and tile number of a set, the halves of the tile that may touch there."""
    tiles = tile_set(highest).tiles
    return tuple(tuple(reading.touching(half, each) for each in tiles) for half in range(highest + 1))


@cache
def fit_masks(reading: Reading, highest: int) -> tuple[int, ...]:
    """For each open half of a set the mask of tiles that may be set against it."""
    return tuple(
        sum(1 << number for number, halves in enumerate(row) if halves)
        for row in touch_table(reading, highest)
    )
