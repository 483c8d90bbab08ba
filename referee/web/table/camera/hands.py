"""Several hands in one picture: tiles that lie beside each other belong together, and each player's number is known."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.web.table.camera.readings import Corners

Link = tuple[float, int, int]  # how far apart two tiles lie, and their numbers


def split_by_size(tiles: Sequence[Corners], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The tiles, by their numbers, in groups of neighbours of these sizes, in the order of `sizes`; () if none fit.

    Groups are cut apart where the gap is widest. Of two groups of the same size the one that was found first comes first.
    """
    if sum(sizes) != len(tiles):
        return ()
    groups = sorted(_cut(frozenset(range(len(tiles))), _shortest_links(tiles), sorted(sizes)))
    found = []
    for size in sizes:
        group = next((each for each in groups if len(each) == size), None)
        if group is None:
            return ()
        groups.remove(group)
        found.append(tuple(group))
    return tuple(found)


def _cut(tiles: frozenset[int], links: list[Link], sizes: list[int]) -> list[list[int]]:
    """The groups, each of which hangs together by the links that are not cut; none if that is not possible."""
    if len(sizes) == 1:
        return [sorted(tiles)] if len(tiles) == sizes[0] else []
    for cut in sorted(links, reverse=True):
        kept = [each for each in links if each is not cut]
        side = _reached(cut[1], kept)
        for group in (side, tiles - side):
            if len(group) not in sizes:
                continue
            rest = list(sizes)
            rest.remove(len(group))
            others = _cut(tiles - group, [each for each in kept if each[1] not in group], rest)
            if others:
                return [sorted(group), *others]
    return []


def _reached(start: int, links: Sequence[Link]) -> frozenset[int]:
    found, coming = {start}, [start]
    while coming:
        here = coming.pop()
        beside = {two if one == here else one for _, one, two in links if here in (one, two)} - found
        found |= beside
        coming += beside
    return frozenset(found)


def _shortest_links(tiles: Sequence[Corners]) -> list[Link]:
    """The shortest links by which all tiles hang together."""
    group = list(range(len(tiles)))
    found = []
    outlines = [tuple(_outline(each)) for each in tiles]
    pairs = combinations(range(len(tiles)), 2)
    for link in sorted((_gap(outlines[one], outlines[two]), one, two) for one, two in pairs):
        old, new = group[link[1]], group[link[2]]
        if old != new:
            found.append(link)
            group = [new if each == old else each for each in group]
    return found


def _outline(corners: Corners) -> Iterator[tuple[float, float]]:
    """The corners, and the middle of each side."""
    for (x, y), (right, down) in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield x, y
        yield (x + right) / 2, (y + down) / 2


def _gap(one: Sequence[tuple[float, float]], two: Sequence[tuple[float, float]]) -> float:
    return min(math.dist(here, there) for here in one for there in two)
