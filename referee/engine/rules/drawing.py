"""Whether a player who can go must, and what a player does who cannot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from referee.engine.rules.part import Part, choice, fixed, number, unless, where

IF_STUCK = {
    "none": "Nobody draws: who cannot go passes.",
    "one": "If you can't play, draw one tile. Play it if it fits; if not, pass.",
    "until_playable": "If you can't play, draw until you can. Pass only when there is nothing left to draw.",
}


@dataclass(frozen=True, kw_only=True)
class Drawing(Part):
    """Playing and drawing (G5, G15, S22, M4, B4)."""

    dry: str = fixed("Nothing left to draw", "Once nothing more may be drawn, who can go must go.")
    must_play: bool = choice(
        "A player who can go",
        {True: "Who can go must go.", False: "A player who can go may hold the tile back."},
        True,
        reasons={True: "Holding back is a licence that a sheet has to give; this one gives none."},
    )
    draw: str = choice(
        "A player who cannot go",
        IF_STUCK,
        "until_playable",
        reasons={
            "until_playable": "The sheet calls the game much like its Block and Draw, where players draw so."
        },
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

    is_allowed = unless("draw", "none")
    is_one_tile = where("draw", "one")
    goes_on_until_playable = where("draw", "until_playable")
    may_spare_matadors = where("optional_draw", "matador_only")
    may_replace_any_tile = where("optional_draw", "any")

    @cached_property
    def draw_proves_stuck(self) -> bool:
        """Whether a draw says that nothing held could go, matadors aside if they may be kept."""
        return self.must_play and not self.may_replace_any_tile
