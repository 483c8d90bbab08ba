"""The events of trick games besides laying tiles: a bid, and the trump."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.record.parsing import Field, MisreadError, shown

TRUMP_WORDS = ("doubles", "none", "nel-o", "sevens")
CALLS = ("plunge", "splash")


class Bid(NamedTuple):
    """A bid in the auction; None for a pass. `call` is one that is said by its name and not by a number."""

    by: int
    amount: int | None
    call: str = ""


class Trump(NamedTuple):
    """The trump that the bidder names: a number, "doubles" or "none", or another contract by its name."""

    by: int
    suit: int | str


def read_bid(said: Field) -> Bid:
    """A whole number, a pass, or a call; whether the game has it is for the judge."""
    bid = said.raw["bid"]
    if bid == "pass":
        return Bid(said.by, None)
    if bid in CALLS:
        return Bid(said.by, None, bid)
    if type(bid) is not int:
        raise MisreadError("{value} is not a bid: it is a whole number, or pass.", value=shown(bid))
    return Bid(said.by, bid)


def read_trump(said: Field) -> Trump:
    """A whole number, doubles or none, or a contract; whether the game has it is for the judge."""
    trump = said.raw["trump"]
    if type(trump) is not int and trump not in TRUMP_WORDS:
        raise MisreadError("{value} is not a trump: it is a number, doubles or none.", value=shown(trump))
    return Trump(said.by, trump)
