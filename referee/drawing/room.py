"""What is free around a layout while one tile looks for its place, and what a place would cost the other ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.drawing.lying import (
    DEPTH,
    DOWN,
    LEFT,
    REACH,
    RIGHT,
    STRIDE,
    TILE,
    UP,
    Edges,
    End,
    Kind,
    Lying,
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
_INSET = 0.6  # half units between a tile and the edge of the frame


class Cover(NamedTuple):
    """What a tile covers, and the cells that others keep clear of: one laid along its arm, or one across (close)."""

    cells: int
    single: int
    close: int


def cover_of(lying: Lying) -> Cover:
    """The cover of a tile and of its letters: others stay half a unit away, a unit if neither lies across its arm."""
    column, row, mark = lying.column, lying.row, lying.mark
    width, height = TILE[lying.upright]
    here, close = cells(column, row, width, height), cells(column, row, width + 2, height + 2)
    cover = Cover(here, close if lying.across else cells(column, row, width + 4, height + 4), close)
    if mark is None:
        return cover
    letters = cells(round(2 * mark.to_x), round(2 * mark.to_y), 2, 2)
    letters |= cells(round(2 * mark.from_x), round(2 * mark.from_y), 2, 2)
    return Cover(*(each | letters for each in cover))


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
    """The room for one tile at one end; `taken` are the squares of the other ends, `need` the edges of all that lies."""

    def __init__(
        self, covers: Sequence[Cover], ends: Sequence[End], at: End, *, before_owner: int, need: Edges
    ) -> None:
        self.end = at
        self._inside = need
        self._is_tight = False
        self._need = need
        self._others = [end for end in ends if end is not at]
        self.taken = squares_of(self._others)
        self._closed: dict[int, bool] = {}
        self._trapping: dict[TileFace, int] = {}
        self._trapped_before: int | None = None
        self._covered = self._all = self._but_owner = self._distant = 0
        for number, cover in enumerate(covers):
            self._covered |= cover.cells
            self._all |= cover.single
            self._but_owner |= cover.close if number == at.owner else cover.single
            if number not in (at.owner, before_owner):
                self._distant |= cover.single

    def within(self, inside: Edges, *, is_tight: bool) -> None:
        """Look inside another frame from now on.

        `is_tight` if nothing else is free: a tile may lie as near to another arm as one that lies across.
        """
        self._inside = inside
        self._is_tight = is_tight
        self._closed = {}

    def fits(self, lying: Lying, cover: Cover, ends: Sequence[End]) -> bool:
        """Whether a tile may lie so, and the squares of the ends that it brings are free too."""
        walls = self.end.across if lying.across or self._is_tight else self.end.single
        if cover.cells & (walls | self.taken):
            return False
        has_room = self._inside.has_room
        if not has_room(lying.column, lying.row, *TILE[lying.upright], _INSET):
            return False
        full = self._covered | self.taken | cover.cells
        return all(not end.square & full and has_room(end.face.column, end.face.row, 2, 2) for end in ends)

    def cost(self, own: int, lying: Lying, cover: Cover, ends: Sequence[End], least: int) -> int:
        """What a place costs: its `own` cost, and what it takes from the tile's own ends and from all others.

        `ends` are those that the tile brings. Once it is `least` or more, the rest is not asked.
        """
        cost, column, row, facing = own, lying.column, lying.row, lying.facing
        if not lying.across and facing == self.end.face.heading:
            left, top, right, bottom = self._inside
            free = (right - column - 2, bottom - row - 2, column - 2 - left, row - 2 - top)[facing]
            cost += _NEAR_EDGE if free < _EDGE else 0
        if cost < least and ends:
            cost += self._no_next(cover, ends)
        if cost < least:
            cost += _CLOSED * self._newly_closed(cover)
        if cost < least:
            where = TileFace(column, row, facing)
            if where not in self._trapping:
                width, height = TILE[lying.upright]
                hem = cells(column, row, width + 2 * _HEM, height + 2 * _HEM)
                is_apart = not hem & self._distant  # no way between others can be shut
                self._trapping[where] = 0 if is_apart else self._newly_trapped(cover, ends)
            cost += _TRAPPED * self._trapping[where]
        return cost

    def _no_next(self, cover: Cover, ends: Sequence[End]) -> int:
        """What it costs if two more tiles, or a double, would find no place after this one."""
        next_end = ends[0]
        taken = self.taken | squares_of(ends[1:])
        walls = self._but_owner | cover.cells
        covered = self._covered | cover.cells
        found = self._follow(next_end.face, next_end.kind, walls, covered, taken, self._all | cover.close, 2)
        has_double = self._takes_double(next_end, covered, taken)
        return _NO_NEXT * (2 - found) + (0 if has_double else _NO_DOUBLE)

    def _follow(
        self, face: TileFace, kind: Kind, walls: int, covered: int, taken: int, beyond: int, depth: int
    ) -> int:
        """How many of `depth` more tiles could follow at a face, one on the other."""
        most = 0
        for column, row, facing in _singles_at(face, kind):
            size = TILE[facing in (UP, DOWN)]
            here = cells(column, row, *size)
            if here & (walls | taken) or not self._inside.has_room(column, row, *size, _INSET):
                continue
            after = before(column, row, facing, 3)
            if cells(after.column, after.row, 2, 2) & (covered | taken | here):
                continue
            if not self._inside.has_room(after.column, after.row, 2, 2):
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
            size = TILE[facing in (RIGHT, LEFT)]
            is_free = not cells(across, down, *size) & (covered | taken)
            if is_free and self._inside.has_room(across, down, *size, _INSET):
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
                self._closed[number] = self._is_closed(end, taken, self._covered)
            if not self._closed[number]:
                new = beside(end, cover, self.end.owner)
                count += self._is_closed(new, taken, self._covered | cover.cells)
        return count

    def _is_closed(self, end: End, taken: int, covered: int) -> bool:
        return not self._follow(end.face, end.kind, end.single, covered, taken, 0, 1)

    def _newly_trapped(self, cover: Cover, ends: Sequence[End]) -> int:
        """From how many ends more than before a unit square can no longer be moved out of the layout."""
        mine = [end._replace(single=self._but_owner | cover.cells) for end in ends]
        others = [beside(end, cover, self.end.owner) for end in self._others]
        after = self._trapped(self._all | cover.single, [*mine, *others])
        if not after:
            return 0
        if self._trapped_before is None:
            self._trapped_before = self._trapped(self._all, [self.end, *self._others])
        return max(0, after - self._trapped_before)

    def _trapped(self, everything: int, ends: Sequence[End]) -> int:
        """From how many of these ends no way leads out."""
        left, top, right, bottom = (round(each) for each in self._need)
        window = _window((left - _MARGIN, right + _MARGIN), (top - _MARGIN, bottom + _MARGIN))
        outside = count = 0
        taken = squares_of(ends)
        for end in ends:
            blocked = window.squares_on(end.single | taken & ~end.square)
            square = window.square(end.face.column, end.face.row)
            if not window.goes_straight_out(square, blocked):  # most do, which is soon seen
                outside = outside or window.outside(window.squares_on(everything))
                count += not window.leads_out(square, blocked, outside)
        return count


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
