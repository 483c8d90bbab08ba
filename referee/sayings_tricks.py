"""What is said in trick games besides laying tiles: a bid, and the trump."""

from __future__ import annotations

from typing import NamedTuple

from referee.entry import Entry, MisreadError, shown

TRUMP_WORDS = ("doubles", "none")


class Bid(NamedTuple):
    """A bid in the auction; None for a pass."""

    by: int
    amount: int | None


class Trump(NamedTuple):
    """The trump that the bidder names: a number, "doubles" or "none"."""

    by: int
    suit: int | str


def read_bid(said: Entry) -> Bid:
    """A whole number, or a pass."""
    bid = said.raw["bid"]
    if bid == "pass":
        return Bid(said.by, None)
    if type(bid) is not int:
        raise MisreadError("{value} is not a bid: it is a whole number, or pass.", value=shown(bid))
    return Bid(said.by, bid)


def read_trump(said: Entry) -> Trump:
    """A whole number, doubles or none."""
    trump = said.raw["trump"]
    if type(trump) is not int and trump not in TRUMP_WORDS:
        raise MisreadError("{value} is not a trump: it is a number, doubles or none.", value=shown(trump))
    return Trump(said.by, trump)
