"""Whether each of some things can have a place of its own, where each may take only some of the places."""

from __future__ import annotations

from collections.abc import Sequence


def each_has_a_place(ways: Sequence[Sequence[int]]) -> bool:
    """Whether every thing can be given one of its `ways` so that no place is given twice."""
    taken: dict[int, int] = {}
    return all(_placed(thing, ways, taken, set()) for thing in range(len(ways)))


def _placed(thing: int, ways: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Give the thing a place, moving others where they have another (augmenting paths)."""
    for place in ways[thing]:
        if place in tried:
            continue
        tried.add(place)
        if place not in taken or _placed(taken[place], ways, taken, tried):
            taken[place] = thing
            return True
    return False
