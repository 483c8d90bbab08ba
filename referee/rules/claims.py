"""Who has to notice a score, and until when."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from referee.rules.part import Part, choice

if TYPE_CHECKING:
    from referee.rules.variant import Variant


@dataclass(frozen=True, kw_only=True)
class Claims(Part):
    """Claims, muggins and their windows (S12, S13)."""

    unspoken: ClassVar[tuple[str, ...]] = ("muggins_close", "false_claim")

    claims: str = choice(
        "Claiming points",
        {
            "auto": "The referee counts every tile; nobody has to claim.",
            "fundex": "Whoever laid a tile claims before the next one is laid; then, until the one after that, "
            "an opponent may call muggins.",
            "hasbro": "Whoever laid a tile claims before the turn passes; then, until the next tile is laid, "
            "another player may call muggins.",
            "none_lost": "Whoever laid a tile claims before the next player lays or passes; later it is lost.",
        },
        "auto",
        reasons={"auto": "The sheet asks nobody to claim, so points count whether or not they are called."},
    )
    muggins_close: str = choice(
        "Until when muggins may be called",
        {
            "next_play": "Muggins may be called until the next tile is laid.",
            "round_end": "Muggins may be called until the round is over and the first hand is shown.",
        },
        "next_play",
        reasons={
            "next_play": "The sheet says when calling begins and not when it ends; the next tile ends it."
        },
    )
    false_claim: str = choice(
        "A wrong claim",
        {
            "strike": "A claim counts for what the tile really scored.",
            "opponent_gets": "Points claimed wrongly go to the next player who calls muggins before the next tile.",
        },
        "strike",
        reasons={"strike": "A slip is put right and costs nothing else, as no penalty is printed."},
    )

    def matters(self, name: str, rules: Variant, *, partners: bool) -> bool:  # noqa: ARG002
        """Nothing here where no tile scores; windows and wrong claims only where players claim."""
        if rules.counting.score == "none":
            return False
        if name == "muggins_close":
            return self.has_muggins
        return name != "false_claim" or self.are_made

    @cached_property
    def are_made(self) -> bool:
        """Whether players claim at all; where they do, no sum is shown while a claim is open."""
        return self.claims != "auto"

    @cached_property
    def has_muggins(self) -> bool:
        """Whether another player can take a score that was missed."""
        return self.claims in ("fundex", "hasbro")

    def owner_may(self, *, tiles_since: int, turn_passed: bool, draws_only: bool) -> bool:
        """Whether the layer's own window is open: `draws_only` when nothing but draws came since."""
        if self.claims == "fundex":
            return tiles_since == 0
        if self.claims == "none_lost":
            return tiles_since == 0 and (not turn_passed or draws_only)
        return tiles_since == 0 and not turn_passed

    def others_may(self, *, tiles_since: int, turn_passed: bool) -> bool:
        """Whether the other players' window is open."""
        if self.claims == "fundex":
            return tiles_since == 1 or (tiles_since > 1 and self.muggins_close == "round_end")
        if self.claims == "hasbro":
            return turn_passed and (tiles_since == 0 or self.muggins_close == "round_end")
        return False
