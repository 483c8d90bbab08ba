"""Ways out: what each open end of a drawing keeps free, so that no arm walls another in."""

from __future__ import annotations

from typing import NamedTuple

from referee.drawing.board import LEFT, RIGHT, Window, cells, is_within
from referee.drawing.lying import TileFace, step

_NO_WAY = 100  # what it costs when an end has no room at all
_WAY_COST = ((5, 0), (4, 2), (3, 6), (2, 10))  # the widths of a way, in half units, and what each costs
_GAIN = {5: 5, 4: 5, 3: 4, 2: 3}  # how much less a way that leads nowhere costs for each step of it
_FAR = 16  # the steps after which such a way is long enough
_NO_DOUBLE = 30  # what it costs when no double fits there
_TIGHT = 12  # what a tile may cost before the ways of other ends are sought anew


class End(NamedTuple):
    """A face where a tile may come: of which tile in the order laid and of which half.

    `single` if that tile is no double, `way` the cells kept free for the end, `lack` what its way lacks.
    """

    owner: int
    half: int
    face: TileFace
    crosswise: bool
    single: bool
    way: int = 0
    lack: int = 0

    @property
    def square(self) -> int:
        """The cells of the unit square before the half."""
        return cells(self.face.column, self.face.row, 2, 2)


class Ground:
    """What is covered while a tile looks for its place."""

    def __init__(self, covered: int, top: int, bottom: int) -> None:
        self.covered = covered
        self.window = Window(covered, top, bottom)

    def ways_for(self, kept: tuple[End, ...], wanting: tuple[End, ...]) -> tuple[tuple[End, ...], int]:
        """All ends, each that was `wanting` now with a way, and what they lack together.

        Where that is much, the ways of those that had one are sought anew, behind the others.
        """
        found = self._in_turn(kept, wanting, 0)
        cost = sum(end.lack for end in found)
        if cost - sum(end.lack for end in kept) < _TIGHT:
            return found, cost
        squares = 0
        for end in kept:
            squares |= end.square
        first = self._in_turn((), wanting, squares)
        taken = 0
        for end in first:
            taken |= end.way
        still = tuple(end for end in kept if not end.way & taken)
        other = self._in_turn((*first, *still), tuple(end for end in kept if end.way & taken), 0)
        other_cost = sum(end.lack for end in other)
        return (other, other_cost) if other_cost < cost else (found, cost)

    def _in_turn(self, kept: tuple[End, ...], wanting: tuple[End, ...], taken: int) -> tuple[End, ...]:
        for end in kept:
            taken |= end.way
        found = list(kept)
        for number, end in enumerate(wanting):
            others = taken
            for other in wanting[number + 1 :]:
                others |= other.square
            way, lack = self._way(end.face, others)
            if end.single:
                room = self._double(end.face, others)
                way |= room
                lack += 0 if room else _NO_DOUBLE
            taken |= way
            found.append(end._replace(way=way, lack=lack))
        return tuple(found)

    def _way(self, face: TileFace, others: int) -> tuple[int, int]:
        """The cells to keep free before a face, and what they cost: nothing for a wide way out."""
        best, least = cells(face.column, face.row, 2, 2), _NO_WAY
        for width, lack in _WAY_COST:
            way, steps = self.window.way(face, width, others, _FAR)
            if way and not steps:
                return (way, lack) if lack < least else (best, least)
            if way and lack + _NO_WAY - _GAIN[width] * steps < least:
                best, least = way, lack + _NO_WAY - _GAIN[width] * steps
        return best, least

    def _double(self, face: TileFace, others: int) -> int:
        """The cells that a double would cover at a face, 0 if there is no room for one."""
        column, row, heading = face
        for shift in (0, 1, -1):
            at = step(column, row, (heading + 1) % 4, shift)
            upright = heading in (RIGHT, LEFT)
            here = cells(*at, 2, 4) if upright else cells(*at, 4, 2)
            if is_within(at[0], 2 if upright else 4) and not here & (self.covered | others):
                return here
        return 0
