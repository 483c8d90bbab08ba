"""Who has to notice a score, and until when."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rules.part import Part, choice, unless, where


@dataclass(frozen=True, kw_only=True)
class Claims(Part):
    """Claims, muggins and their windows (S12, S13)."""

    claims: str = choice(
        "Claiming points",
        {
            "auto": "The referee counts every tile; nobody has to claim.",
            "fundex": "The player of a tile claims its points before the next tile is laid; after that, until one more "
            "tile is laid, an opponent may call muggins. On the last tile both may speak until a hand is shown.",
            "hasbro": "Until the next tile is laid the player of a tile may claim its points, and any other player may "
            "call muggins: the first to speak has them.",
            "none_lost": "The player of a tile claims its points before the next player lays or passes; later they are "
            "lost.",
        },
        "auto",
        spellings={"owner_then_muggins": "fundex", "first_to_speak": "hasbro"},
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

    are_made = unless("claims", "auto")  # where players claim, no sum is shown while a claim is open
    has_muggins = where("claims", "fundex", "hasbro")
    false_claim_goes_over = where("false_claim", "opponent_gets")

    def owner_may(self, *, tiles_since: int, passed: bool) -> bool:
        """Whether the player of a tile may claim for it, `tiles_since` tiles later; `passed`: another player has passed
        since. Draws close no window."""
        return tiles_since == 0 and not (passed and self.claims == "none_lost")

    def others_may(self, *, tiles_since: int, is_over: bool) -> bool:
        """Whether the other players may call muggins; `is_over`: no more tiles are laid in the round, so everybody may
        speak of its last tile."""
        if not self.has_muggins:
            return False
        if self.claims == "fundex" and not is_over and tiles_since == 0:
            return False
        last = 1 if self.claims == "fundex" else 0
        return tiles_since <= last or self.muggins_close == "round_end"
