"""What each side of a trick game still needs in the hand being played, and what is certain by now."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from referee.engine.games.tricks.reneges import decisive
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.rules.trump import NEL_O


class Sure(StrEnum):
    """What a hand has come to before its last trick; `renege` says who loses it, not how many points."""

    OPEN = "open"
    MADE = "made"
    SET = "set"


class Need(NamedTuple):
    """What one side has taken, what it needs in all, and what of that is missing.

    The bidders need their bid, the others what is left of the hand and one point more. At Nel-O the bidders may
    take no trick at all: their `aim` is 0, and the others need that the bidders take one, which no points measure,
    so theirs is 0 too.
    """

    taken: int
    aim: int
    missing: int


class Needs(NamedTuple):
    """The hand as it stands: one `Need` for each side, the side that bid, and what is certain.

    `guilty` is the side against which a renege is proved that decides the hand, None if there is none. A renege
    decides before any points; one of the other side that was earlier still could be proved later (TX12).
    """

    sides: tuple[Need, ...]
    bidders: int
    sure: Sure
    guilty: int | None = None


def needs_of(match: TrickMatch) -> Needs | None:
    """What each side needs; None if nobody has the bid and a trump yet, or no round was dealt."""
    current = match.round
    if current is None or current.bid is None or current.trump is None:
        return None
    setup, taken = match.setup, match.taken()
    bidders = setup.side_of[current.bid.seat]
    aims = _aims(match, current.bid.amount, bidders)
    sides = tuple(Need(has, aim, max(0, aim - has)) for has, aim in zip(taken, aims, strict=True))
    flag = decisive(match)
    if flag is not None:
        guilty = setup.side_of[flag.sure]
        return Needs(sides, bidders, Sure.SET if guilty == bidders else Sure.MADE, guilty)
    if current.trump == NEL_O:
        done = current.settled is not None
        return Needs(sides, bidders, Sure.SET if taken[bidders] else Sure.MADE if done else Sure.OPEN)
    if not sides[bidders].missing:
        return Needs(sides, bidders, Sure.MADE)
    return Needs(sides, bidders, Sure.OPEN if sides[1 - bidders].missing else Sure.SET)


def _aims(match: TrickMatch, bid: int, bidders: int) -> tuple[int, ...]:
    """The points that each side must take to have its way."""
    if match.current.trump == NEL_O:
        return (0, 0)
    needed = match.setup.variant.contract.needs(bid)
    spoils = match.setup.variant.tricks.total - needed + 1
    return (needed, spoils) if bidders == 0 else (spoils, needed)
