"""Decides between candidates that overlap: tiles that touch can be parted in more than one way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from referee.camera.finding import Candidate
from referee.camera.overlap import coincide, grid, share

CONTESTED = 0.79  # the most that a candidate counts if others could be there that are worth nearly as much
_CLOSE = 0.8  # worth less than this more than the next best way, it is contested
_SEVERAL = 0.33  # if more than this share of a block is contested, all of it is
_PATIENCE = 600  # tries
_SHARED = 0.35  # tiles cannot overlap by more than this share


def parted(found: list[Candidate]) -> list[Candidate]:
    """Of candidates that overlap, those that are likeliest together: two good tiles, not the joint between them.

    The likeliest come first.
    """
    grids = [grid(each.place) for each in found]
    rivals: list[set[int]] = [set() for _ in found]
    for n, m in itertools.combinations(range(len(found)), 2):
        one, other = found[n].place, found[m].place
        near = abs(one.x - other.x) + abs(one.y - other.y) < 1.5 * (one.length + other.length)
        if near and max(share(grids[n], other), share(grids[m], one)) > _SHARED:
            rivals[n].add(m)
            rivals[m].add(n)
    worth = [max(0.01, each.score) for each in found]
    kept, left = [], [_PATIENCE]
    for part in _parts(set(range(len(found))), rivals):
        value, members = _best(part, rivals, worth, left)
        contested = []
        for n in members:
            same = {m for m in rivals[n] if coincide(found[n].place, found[m].place)}
            if value - _best(part - same - {n}, rivals, worth, left)[0] < _CLOSE:
                contested.append(n)
        # A whole row may have been read half a tile off.
        if left[0] == 0 or len(contested) > _SEVERAL * len(members):
            contested = members
        for n in members:
            most = CONTESTED if n in contested else 1.0
            kept.append(found[n]._replace(score=min(found[n].score, most)))
    return sorted(kept, key=lambda each: -each.score)


def _best(
    group: set[int], rivals: list[set[int]], worth: list[float], left: list[int]
) -> tuple[float, list[int]]:
    """The members of a group that are worth most together, no two of them rivals; `left`: how often it may try."""
    value, members = 0.0, list[int]()
    for part in _parts(group, rivals):
        lead, one = max((worth[n] - sum(worth[m] for m in rivals[n] & part), n) for n in part)
        if left[0] > 0 and lead < 0:
            # None is worth as much as all its rivals. Both ways are tried with one that has many: the rest falls apart.
            left[0] -= 1
            one = max(part, key=lambda n: (len(rivals[n] & part), worth[n]))
            without = _best(part - {one}, rivals, worth, left)
        else:
            without = 0.0, []
        more, others = _best(part - rivals[one] - {one}, rivals, worth, left)
        best = max((more + worth[one], [one, *others]), without)
        value, members = value + best[0], members + best[1]
    return value, members


def _parts(group: set[int], rivals: list[set[int]]) -> Iterator[set[int]]:
    """The parts of a group between which there are no rivals."""
    open_ = set(group)
    while open_:
        part, edge = set[int](), {min(open_)}
        while edge:
            part |= edge
            edge = set[int]().union(*(rivals[n] & group for n in edge)) - part
        open_ -= part
        yield part
