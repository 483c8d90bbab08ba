"""Who may hold back, and what a player does who cannot go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from referee.rules.part import Part, choice, number

if TYPE_CHECKING:
    from referee.rules.variant import Variant


@dataclass(frozen=True, kw_only=True)
class Drawing(Part):
    """Playing and drawing (G5, G15, S22, M4, B4)."""

    must_play: bool = choice(
        "A player who can go",
        {True: "Who can go must go.", False: "A player who can go may hold the tile back."},
        True,
        reasons={True: "Holding back is a licence that a sheet has to give; this one gives none."},
    )
    draw: str = choice(
        "A player who cannot go",
        {
            "none": "Nobody draws: who cannot go passes.",
            "one": "Who cannot go draws one tile, lays it if it fits, and passes if it does not.",
            "until_playable": "Who cannot go draws until a tile fits, and passes only when no more may be drawn.",
        },
        "until_playable",
    )
    optional_draw: str = choice(
        "Drawing by choice",
        {
            "none": "A player draws only when nothing fits.",
            "matador_only": "A player whose only fitting tiles are matadors may draw instead of laying one.",
            "any": "A player may draw though holding a tile that fits.",
        },
        "none",
    )
    reserve: int = number(
        "The reserve",
        "The last {n} tiles of the boneyard are never drawn.",
        0,
        sentences={
            0: "The boneyard may be drawn to its last tile.",
            1: "The last tile of the boneyard is never drawn.",
        },
    )

    def matters(self, name: str, rules: Variant, *, partners: bool) -> bool:  # noqa: ARG002
        """Nothing here where rows are turned up; drawing by choice and a reserve only where tiles are drawn."""
        if rules.rows is not None:
            return False
        return name not in ("optional_draw", "reserve") or self.draw != "none"

    @cached_property
    def pass_proves_stuck(self) -> bool:
        """Whether a pass says that nothing held could go (S22: also where drawing by choice is allowed)."""
        return self.must_play or self.optional_draw != "none"

    @cached_property
    def draw_proves_stuck(self) -> bool:
        """Whether a draw says that nothing held could go, matadors aside where they may be kept."""
        return self.must_play and self.optional_draw != "any"
