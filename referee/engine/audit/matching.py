"""Things put into places: each place takes one thing out of those that it allows, and no thing is put twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Places(NamedTuple):
    """So many places that allow the same things, as a mask."""

    allowed: int
    number: int


class Shortage(NamedTuple):
    """So many places that allow together only the things of this mask, which are fewer."""

    places: int
    things: int


def shortage(groups: Sequence[Places]) -> Shortage | None:
    """The places that cannot all be filled; None if every place can.

    One group after the other takes what is free. A group that lacks a thing takes one from another group, which takes
    one from the next, until a group finds a free one (an augmenting path). If none does, the groups that were asked
    have too few things between them (Hall), and they are the answer.
    """
    order = sorted(groups, key=lambda each: each.allowed.bit_count())
    taken = [0] * len(order)
    used = 0
    for place, (allowed, number) in enumerate(order):
        free = allowed & ~used
        for _ in range(min(number, free.bit_count())):
            taken[place] |= free & -free
            free &= free - 1
        used |= taken[place]
        for _ in range(number - taken[place].bit_count()):
            asked = _one_more(order, taken, used, place)
            if asked is not None:
                return asked
            used = 0
            for each in taken:
                used |= each
    return None


def _one_more(order: Sequence[Places], taken: list[int], used: int, wanting: int) -> Shortage | None:
    """Give a group one more thing, others changing what they took; the shortage if that cannot be done."""
    asked_by = {wanting: wanting}
    queue = [wanting]
    for place in queue:
        allowed = order[place].allowed
        if allowed & ~used:
            _hand_on(order, taken, asked_by, place, allowed & ~used)
            return None
        for other, has in enumerate(taken):
            if other not in asked_by and has & allowed:
                asked_by[other] = place
                queue.append(other)
    things = 0
    for place in queue:
        things |= order[place].allowed
    return Shortage(sum(order[place].number for place in queue), things)


def _hand_on(
    order: Sequence[Places], taken: list[int], asked_by: dict[int, int], place: int, free: int
) -> None:
    """A group takes a free thing and hands on one that it had to the group that asked, and so on to the first."""
    thing = free & -free
    while True:
        asker = asked_by[place]
        given = taken[place] & order[asker].allowed
        taken[place] |= thing
        if asker == place:
            return
        thing = given & -given
        taken[place] ^= thing
        place = asker
