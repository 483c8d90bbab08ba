"""Whether every place can be taken by one of some things, where each thing may take a stretch of the places."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush


def each_place_is_taken(stretches: Iterable[tuple[int, int]], places: int) -> bool:
    """Whether `places`, numbered from 0, can each be given a thing of its own.

    A thing may take any place of its stretch, from the first number up to but not the second. Place after place
    takes the thing whose stretch ends first: whatever else could stand there can wait at least as long (Glover).
    """
    coming = sorted(stretches, reverse=True)
    waiting: list[int] = []  # the ends of the stretches of things that may stand here and have no place yet
    for place in range(places):
        while coming and coming[-1][0] <= place:
            heappush(waiting, coming.pop()[1])
        while waiting and waiting[0] <= place:
            heappop(waiting)
        if not waiting:
            return False
        heappop(waiting)
    return True
