"""What is free around a layout while one tile looks for its place, and what a place would cost the other ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.drawing.lying import (
    DEPTH,
    REACH,
    STRIDE,
    Edges,
    End,
    Kind,
    Lying,
    Mark,
    Pose,
    TileFace,
    before,
    cells,
    sides,
)

_NEAR_EDGE = 30  # what it costs to run straight on to the edge of the frame
_EDGE = 2.8  # half units before the edge that count as near
_NO_NEXT = 60  # for each of two following tiles that would find no place
_NO_DOUBLE = 60
_CLOSED = 100  # for each other end that could take no tile any more
_TRAPPED = 500  # for each end from which no way leads out of the layout
_AROUND = 12  # cells around a face that the next tile may reach, whichever way it lies
_HEM = 5  # cells around a tile: what others keep clear of, and a unit square that passes
_MARGIN = 12  # rows and columns around what lies that count as outside


class Cover(NamedTuple):
    """What a tile covers, and the cells that others keep clear of: one laid along its arm, or one across (close)."""

    cells: int
    single: int
    close: int


def cover_of(column: int, row: int, *, upright: bool, across: bool) -> Cover:
    """The cover of a tile: others stay half a unit away from it, a unit if neither lies across its arm."""
    width, height = (2, 4) if upright else (4, 2)
    close = cells(column, row, width + 2, height + 2)
    single = close if across else cells(column, row, width + 4, height + 4)
    return Cover(cells(column, row, width, height), single, close)


def with_mark(cover: Cover, mark: Mark) -> Cover:
    """The cover of a tile and of the letters that belong to it."""
    here = cells(round(2 * mark.to_x), round(2 * mark.to_y), 2, 2)
    here |= cells(round(2 * mark.from_x), round(2 * mark.from_y), 2, 2)
    return Cover(*(each | here for each in cover))


def beside(end: End, cover: Cover, owner: int) -> End:
    """An end, with what a new tile takes from it: one on the same tile may lie close to it."""
    if end.owner == owner:
        return end._replace(single=end.single | cover.cells, across=end.across | cover.cells)
    return end._replace(single=end.single | cover.single, across=end.across | cover.close)


def walls_of(lying: Sequence[Lying], covers: Sequence[Cover], owner: int) -> tuple[int, int]:
    """The cells that a tile on tile `owner` must keep clear of: along its arm, or across it."""
    single = across = 0
    before_it = lying[owner].owner
    for number, (each, cover) in enumerate(zip(lying, covers, strict=True)):
        if number == owner or each.owner == owner:
            single |= cover.cells
            across |= cover.cells
        elif number == before_it:
            single |= cover.close
            across |= cover.close
        else:
            single |= cover.single
            across |= cover.close
    return single, across


def squares_of(ends: Sequence[End]) -> int:
    """The cells of the squares before all of these ends."""
    found = 0
    for end in ends:
        found |= end.square
    return found


class Window:
    """The rows between `top` and `bottom`, in which the corners of unit squares are looked for.

    A unit square is named by its upper left cell. `columns` is the first and the last column that is not
    outside for certain.
    """

    __slots__ = ("_column", "_inside", "_outside", "_shift")

    def __init__(self, columns: tuple[int, int], rows: tuple[int, int]) -> None:
        count = rows[1] - rows[0]
        self._shift = max(0, rows[0] + DEPTH) * STRIDE
        self._inside = (1 << count * STRIDE) - 1
        line = (1 << STRIDE) - 1
        left, right = max(columns[0] + REACH, 1), min(columns[1] + REACH, STRIDE - 1)
        middle = (1 << right) - (1 << left)
        edge = line & ~middle
        self._column = self._inside // line
        self._outside = edge * self._column | line | line << (count - 1) * STRIDE

    def squares_on(self, board: int) -> int:
        """The unit squares of which a part lies on the board's cells."""
        within = board >> self._shift & self._inside
        within |= within >> 1
        return within | within >> STRIDE

    def square(self, column: int, row: int) -> int:
        """The unit square with its middle at (column, row)."""
        return 1 << ((row - 1 + DEPTH) * STRIDE + column - 1 + REACH - self._shift)

    def outside(self, blocked: int) -> int:
        """All squares that can be reached from outside without touching one that is blocked."""
        free = self._inside & ~blocked
        found = self._outside & free
        while True:
            more = found | found << 1 | found >> 1
            more = (more | more << STRIDE | more >> STRIDE) & free
            if more == found:
                return found
            found = more

    def goes_straight_out(self, square: int, blocked: int) -> bool:
        """Whether a straight line of squares leads from one to an edge, and none of them is blocked."""
        row, column = divmod(square.bit_length() - 1, STRIDE)
        start = 1 << row * STRIDE
        right, left = (start << STRIDE) - square, 2 * square - start
        down, up = self._column << column & -square, self._column << column & 2 * square - 1
        return not (blocked & right and blocked & left and blocked & down and blocked & up)

    def leads_out(self, start: int, blocked: int, outside: int) -> bool:
        """Whether a square can be moved from `start` to one that is outside, never over one that is blocked."""
        free = self._inside & ~blocked
        found = start & free
        while not found & outside:
            more = (found | found << 1 | found >> 1 | found << STRIDE | found >> STRIDE) & free
            if more == found:
                return False
            found = more
        return True


class Room:
    """The room for one tile at one end, `inside` a frame; `taken` are the squares of the other ends."""

    def __init__(
        self,
        covers: Sequence[Cover],
        ends: Sequence[End],
        at: End,
        *,
        before_owner: int,
        need: Edges,
    ) -> None:
        self.inside = need
        self._known: dict[tuple[int, int, int], int] = {}
        self._before: int | None = None
        self.end = at
        self._is_tight = False
        self._need = need
        self._others = [end for end in ends if end is not at]
        self._covers = covers
        self.taken = squares_of(self._others)
        self.covered = 0
        for cover in covers:
            self.covered |= cover.cells
        self._closed: dict[int, bool] = {}
        self._all = 0
        self._but_owner = 0
        self._distant = 0
        self._before_owner = before_owner

    def tight(self) -> Room:
        """The same room if nothing else is free: a tile may lie as near to another arm as one that lies across."""
        self._is_tight = True
        return self

    def fits(self, pose: Pose, ends: Sequence[End]) -> bool:
        """Whether a tile may lie so, and the squares of the ends that it brings are free too."""
        here = pose.cells
        if here & (pose.end.walls(pose.across or self._is_tight) | self.taken):
            return False
        if not self.inside.has_room(pose.column, pose.row, pose.upright):
            return False
        full = self.covered | self.taken | here
        has_square = self.inside.has_square
        return all(not end.square & full and has_square(end.face.column, end.face.row) for end in ends)

    def cost(self, pose: Pose, cover: Cover, ends: Sequence[End], least: int) -> int:
        """What the pose costs: by itself, and what it takes from the tile's own ends and from all others.

        `ends` are those that the tile brings. Once it is `least` or more, the rest is not asked.
        """
        cost = pose.cost + self._near_edge(pose)
        if cost < least:
            cost += self._no_next(cover, ends)
        if cost < least:
            cost += _CLOSED * self._newly_closed(cover)
        if cost < least:
            where = pose.column, pose.row, pose.facing
            if where not in self._known:
                is_apart = not self._hem(pose) & self._distant
                self._known[where] = 0 if is_apart else self._newly_trapped(cover, ends)
            cost += _TRAPPED * self._known[where]
        return cost

    def _hem(self, pose: Pose) -> int:
        """The cells around a pose that nothing else may keep clear, or a way between them could be shut."""
        self._prepare()
        width, height = (2, 4) if pose.upright else (4, 2)
        return cells(pose.column, pose.row, width + 2 * _HEM, height + 2 * _HEM)

    def within(self, inside: Edges) -> Room:
        """The same room inside another frame."""
        self.inside = inside
        self._closed = {}
        return self

    def _near_edge(self, pose: Pose) -> int:
        if pose.across or pose.facing != pose.end.face.heading:
            return 0
        left, top, right, bottom = self.inside
        column, row = pose.column, pose.row
        free = (right - column - 2, bottom - row - 2, column - 2 - left, row - 2 - top)[pose.facing]
        return _NEAR_EDGE if free < _EDGE else 0

    def _prepare(self) -> None:
        if self._all:
            return
        owner, before_it = self.end.owner, self._before_owner
        for number, cover in enumerate(self._covers):
            self._all |= cover.single
            self._but_owner |= cover.close if number == owner else cover.single
            if number not in (owner, before_it):
                self._distant |= cover.single

    def _no_next(self, cover: Cover, ends: Sequence[End]) -> int:
        """What it costs if two more tiles, or a double, would find no place after this one."""
        if not ends:
            return 0
        self._prepare()
        next_end = ends[0]
        taken = self.taken | squares_of(ends[1:])
        walls = self._but_owner | cover.cells
        covered = self.covered | cover.cells
        found = self._follow(next_end.face, next_end.kind, walls, covered, taken, self._all | cover.close, 2)
        cost = _NO_NEXT * (2 - found)
        if not self._takes_double(next_end, covered, taken):
            cost += _NO_DOUBLE
        return cost

    def _follow(
        self, face: TileFace, kind: Kind, walls: int, covered: int, taken: int, beyond: int, depth: int
    ) -> int:
        """How many of `depth` more tiles could follow at a face, one on the other."""
        most = 0
        for column, row, facing in _singles_at(face, kind):
            if not self.inside.has_room(column, row, facing in (1, 3)):
                continue
            here = cells(column, row, 2, 4) if facing in (1, 3) else cells(column, row, 4, 2)
            if here & (walls | taken):
                continue
            after = before(column, row, facing, 3)
            if not self.inside.has_square(after.column, after.row):
                continue
            if cells(after.column, after.row, 2, 2) & (covered | taken | here):
                continue
            if depth == 1:
                return 1
            more = 1 + self._follow(after, Kind.END, beyond | here, covered | here, taken, beyond, depth - 1)
            most = max(most, more)
            if most == depth:
                break
        return most

    def _takes_double(self, end: End, covered: int, taken: int) -> bool:
        column, row, heading = end.face
        spots = [(column, row, heading)]
        if end.kind is Kind.END:
            half = before(column, row, heading, -2)
            spots += [before(half.column, half.row, way, 2) for way in sides(heading)]
        for across, down, facing in spots:
            upright = facing in (0, 2)
            here = cells(across, down, 2, 4) if upright else cells(across, down, 4, 2)
            if not here & (covered | taken) and self.inside.has_room(across, down, upright):
                after = before(across, down, facing, 2)
                if not cells(after.column, after.row, 2, 2) & (covered | taken):
                    return True
        return False

    def _newly_closed(self, cover: Cover) -> int:
        """How many other ends could take a tile before, and could take none beside this one."""
        count = 0
        for number, end in enumerate(self._others):
            if not cover.single & cells(end.face.column, end.face.row, _AROUND, _AROUND):
                continue
            taken = self.taken & ~end.square
            if number not in self._closed:
                self._closed[number] = self._is_closed(end, end.single, taken, self.covered)
            if not self._closed[number]:
                walls = end.single | (cover.cells if end.owner == self.end.owner else cover.single)
                count += self._is_closed(end, walls, taken, self.covered | cover.cells)
        return count

    def _is_closed(self, end: End, walls: int, taken: int, covered: int) -> bool:
        return not self._follow(end.face, end.kind, walls, covered, taken, 0, 1)

    def _newly_trapped(self, cover: Cover, ends: Sequence[End]) -> int:
        """From how many ends more than before a unit square can no longer be moved out of the layout."""
        self._prepare()
        walls = self._but_owner | cover.cells
        mine = [(end, walls) for end in ends]
        others = [
            (end, end.single | (cover.cells if end.owner == self.end.owner else cover.single))
            for end in self._others
        ]
        after = self._trapped(self._all | cover.single, mine + others)
        if not after:
            return 0
        if self._before is None:
            now = [(end, end.single) for end in (self.end, *self._others)]
            self._before = self._trapped(self._all, now)
        return max(0, after - self._before)

    def _trapped(self, everything: int, ends: Sequence[tuple[End, int]]) -> int:
        """How many of these ends no way leads out from; each comes with the cells that its tiles keep clear of."""
        window = self._around()
        outside = 0
        taken = squares_of([end for end, _ in ends])
        count = 0
        for end, walls in ends:
            blocked = window.squares_on(walls | taken & ~end.square)
            square = window.square(end.face.column, end.face.row)
            if not window.goes_straight_out(square, blocked):  # most do, which is soon seen
                outside = outside or window.outside(window.squares_on(everything))
                count += not window.leads_out(square, blocked, outside)
        return count

    def _around(self) -> Window:
        left, top, right, bottom = (round(each) for each in self._need)
        return _window((left - _MARGIN, right + _MARGIN), (top - _MARGIN, bottom + _MARGIN))


_window = lru_cache(maxsize=100)(Window)  # all ends of a layout look through the same one


def _singles_at(face: TileFace, kind: Kind) -> Iterator[TileFace]:
    """Middle and direction of a single at a face: straight on, and turned either way."""
    column, row, heading = face
    yield before(column, row, heading, 1)
    half = before(column, row, heading, -2)
    for way in sides(heading):
        if kind is Kind.END:
            yield before(half.column, half.row, way, 3)
        yield before(column, row, way, 1)
