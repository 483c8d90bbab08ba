"""Which halves may touch."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.part import Part, choice, number
from referee.tiles import Tile


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
        {False: "A matador is laid in line.", True: "A matador may be laid across the line."},
        False,
    )

    def is_matador(self, each: Tile) -> bool:
        """Whether the tile goes on any end (only where halves make a sum)."""
        return self.joins == "sum" and (each.pips == self.target_sum or each.pips == 0)

    def touching(self, open_half: int, each: Tile) -> tuple[int, ...]:
        """The halves of the tile that may be set against an open half, in pips; () where none may."""
        if self.joins == "sum":
            if self.is_matador(each):
                return each.halves
            if open_half == 0:
                return ()
            return tuple(half for half in each.halves if half + open_half == self.target_sum)
        return tuple(half for half in each.halves if self._equal(open_half, half, each))

    def _equal(self, open_half: int, half: int, each: Tile) -> bool:
        if half == open_half:
            return True
        if half == 0:
            return self.blanks in ("wild_when_played", "wild_both_ways") or (
                self.blanks == "double_blank_only" and each.pips == 0
            )
        return open_half == 0 and self.blanks == "wild_both_ways"
