"""Tricks: leading, following, what a trick is worth, and what is done about a renege."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from referee.engine.rules.part import Part, choice, fixed, where
from referee.engine.tiles import Tile, tile

COUNTERS = {tile(5, 5): 10, tile(6, 4): 10, tile(5, 0): 5, tile(4, 1): 5, tile(3, 2): 5}
TRICK_POINT = 1
HAND_POINTS = 42


@dataclass(frozen=True, kw_only=True)
class Tricks(Part):
    """How a trick is played and what it counts (TX1, TX6, TX8)."""

    total: ClassVar[int] = HAND_POINTS
    turn: str = fixed("A trick", "A trick is one tile from each player, laid in turn, clockwise.")
    lead: str = fixed(
        "The lead",
        "The highest bidder leads to the first trick, then the player who took the last one; any tile may be led.",
    )
    led_suit: str = fixed(
        "The suit led", "A trump asks for trumps; any other tile asks for the suit of its higher half."
    )
    follow: str = fixed(
        "Following", "If you have a tile of the suit led, play one; if not, you may trump or throw off."
    )
    takes: str = fixed(
        "Taking a trick",
        "The highest trump takes the trick, and without one the highest tile of the suit led.",
    )
    counts: str = fixed(
        "What counts", "5-5 and 6-4 count ten, 5-0, 4-1 and 3-2 five, every trick one: 42 in all."
    )
    laid_open: str = fixed(
        "A hand laid open", "A hand may be laid open; from then on only its tiles may be laid."
    )

    @staticmethod
    def worth(laid: Iterable[Tile]) -> int:
        """What a trick with these tiles counts."""
        return TRICK_POINT + sum(COUNTERS.get(each, 0) for each in laid)


@dataclass(frozen=True, kw_only=True)
class Reneges(Part):
    """A tile that did not follow although one in hand could have (TX12)."""

    shown: str = fixed(
        "How a renege is proved",
        "A renege is proved when its player shows a tile of the suit that was not followed.",
    )

    renege: str = choice(
        "A renege",
        {
            "lose_hand": "A side that reneged loses the hand once it is proved.",
            "flag": "A renege is named once it is proved; the table decides.",
        },
        "lose_hand",
    )

    loses_hand = where("renege", "lose_hand")
