"""Contracts that some tables add to forty-two: no trump with the doubles apart, Nel-O, Sevens, Plunge, Splash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.messages import msg_as
from referee.engine.rules.part import Part, choice, fixed, where
from referee.engine.rules.trump import NEL_O, SEVENS, Trump

MARK = 42
PLUNGE = "plunge"
SPLASH = "splash"
# For each call: the least and the most marks that it bids.
CALLS: Mapping[str, tuple[int, int]] = {PLUNGE: (4, 5), SPLASH: (2, 3)}
CALL_WORDS = {PLUNGE: msg_as("call", "plunge"), SPLASH: msg_as("call", "splash")}


@dataclass(frozen=True, kw_only=True)
class Specials(Part):
    """What may be named or called besides a trump and a number (V17)."""

    follow_me: str = fixed(
        "Follow me", "A hand without trumps is called follow me: the suit led is all that counts."
    )
    every_trick: str = fixed(
        "Every trick or none",
        "Sevens, Plunge and Splash are made only with every trick, Nel-O only with none.",
    )

    no_trump_doubles: str = choice(
        "Doubles without trumps",
        {
            "high": "Without trumps a double is the highest tile of its number.",
            "own_suit": "Without trumps the doubles are a suit of their own, 6-6 the highest.",
        },
        "high",
    )
    nel_o: bool = choice(
        "Nel-O",
        {
            False: "Nel-O is not played.",
            True: "With a bid of 42 or more Nel-O may be named: the partner sits out, and the bidder takes no trick.",
        },
        False,
    )
    sevens: bool = choice(
        "Sevens",
        {
            False: "Sevens is not played.",
            True: "With a bid of 42 or more Sevens may be named: everybody lays the tile nearest to seven pips, "
            "and the nearest takes the trick, the first of equals.",
        },
        False,
    )
    plunge: bool = choice(
        "Plunge",
        {
            False: "Plunge is not played.",
            True: "With four doubles a player may plunge: four marks; the partner names the trump and leads.",
        },
        False,
    )
    splash: bool = choice(
        "Splash",
        {
            False: "Splash is not played.",
            True: "With three doubles a player may splash: two or three marks; the partner names the trump and leads.",
        },
        False,
    )

    has_doubles_apart = where("no_trump_doubles", "own_suit")  # if there are no trumps

    def allows(self, called: Trump) -> bool:
        """Whether the house plays it."""
        names = {NEL_O: self.nel_o, SEVENS: self.sevens, PLUNGE: self.plunge, SPLASH: self.splash}
        return names.get(str(called), False)

    @property
    def all_bids(self) -> tuple[int, ...]:
        """What the calls that the house plays can bid."""
        return tuple(
            marks * MARK
            for call, (least, most) in CALLS.items()
            if self.allows(call)
            for marks in range(least, most + 1)
        )

    def amount(self, call: str, standing: int | None) -> int | None:
        """What the call bids over the one that stands; None if it cannot go over it."""
        least, most = CALLS[call]
        marks = max(least, (standing or 0) // MARK + 1)
        return marks * MARK if marks <= most else None
