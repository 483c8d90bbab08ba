"""Decides between candidates that overlap: tiles that touch can be parted in more than one way."""

import itertools
from collections.abc import Iterator

from referee.camera.finding import Candidate
from referee.camera.knowledge import TILE
from referee.camera.overlap import coincide, grid, share

CONTESTED = 0.79  # the most that a candidate counts if others could be there that are worth nearly as much
_CLOSE = 0.8  # worth less than this more than the next best way, it is contested
_SEVERAL = 0.33  # if more than this share of tiles that could be parted otherwise is contested, all are
_MOST = 0.5  # if more than this share of a block of tiles that touch is contested, all of it is
_TOUCHING = 1.4  # tiles touch if one, so many times as large, reaches the other
_PATIENCE = 600  # tries
_SHARED = 0.35  # tiles cannot overlap by more than this share


def parted(found: list[Candidate]) -> list[Candidate]:
    """Of candidates that overlap, those that are likeliest together: two good tiles, not the joint between them.

    The likeliest come first.
    """
    everything = set(range(len(found)))
    rivals = _near(found, everything, 1.0, _SHARED)
    worth = [max(0.01, each.score) for each in found]
    kept, contested, left = list[int](), set[int](), [_PATIENCE]
    for part in _parts(everything, rivals):
        value, members = _best(part, rivals, worth, left)
        kept += members
        close = set[int]()
        for n in members:
            same = {m for m in rivals[n] if coincide(found[n].place, found[m].place)}
            if value - _best(part - same - {n}, rivals, worth, left)[0] < _CLOSE:
                close.add(n)
        # A whole row may have been read half a tile off.
        contested.update(members if left[0] == 0 or len(close) > _SEVERAL * len(members) else close)
    tiles = {n for n in kept if found[n].score >= TILE}
    for block in _parts(tiles, _near(found, tiles, _TOUCHING, 0.0)):
        if len(contested & block) > _MOST * len(block):
            contested |= block
    told = [
        found[n]._replace(score=min(found[n].score, CONTESTED)) if n in contested else found[n] for n in kept
    ]
    return sorted(told, key=lambda each: -each.score)


def _near(found: list[Candidate], group: set[int], size: float, shared: float) -> list[set[int]]:
    """For each candidate of the group, those that it overlaps by more than a share, if it is `size` times as large."""
    grids = {n: grid(found[n].place, size) for n in group}
    near: list[set[int]] = [set() for _ in found]
    for n, m in itertools.combinations(sorted(group), 2):
        one, other = found[n].place, found[m].place
        is_far = abs(one.x - other.x) + abs(one.y - other.y) >= 1.5 * (one.length + other.length)
        if not is_far and max(share(grids[n], other), share(grids[m], one)) > shared:
            near[n].add(m)
            near[m].add(n)
    return near


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
