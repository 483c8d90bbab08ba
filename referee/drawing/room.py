"""Which places are free around a layout for one more tile, and what a place would cost the other ends."""

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
    edges_of,
    sides,
)

_NEAR_EDGE = 30  # the cost of running straight toward a near edge of the frame
_EDGE = 2.8  # half units from the edge that count as near
_NO_NEXT = 60  # for each of the next two tiles that would find no place
_NO_DOUBLE = 60
_CLOSED = 100  # for each other end that could no longer take a tile
_TRAPPED = 500  # for each end with no way out of the layout
_AROUND = 12  # cells around a face that the next tile may reach, whichever way it lies
_HEM = 5  # cells around a tile: the gap that others keep, plus a unit square passing by
_MARGIN = 12  # rows and columns around the tiles that count as outside
_INSET = 0.6  # half units between a tile and the edge of the frame


class Cover(NamedTuple):
    """The cells of a tile, and those that others keep clear of: `single` along their arm, `close` across it."""

    cells: int
    single: int
    close: int


def cover_of(lying: Lying) -> Cover:
    """The cover of a tile and its letters: others stay half a unit away, or a unit if neither lies across its arm."""
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
    """The end with the cells that a new tile blocks; a tile on the same owner may touch the new one."""
    if end.owner == owner:
        return end._replace(single=end.single | cover.cells, across=end.across | cover.cells)
    return end._replace(single=end.single | cover.single, across=end.across | cover.close)


def walls_of(lying: Sequence[Lying], covers: Sequence[Cover], owner: int) -> tuple[int, int]:
    """The cells that a tile laid on tile `owner` must keep clear of: along its arm, and across it."""
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
    """The cells of the squares at all of these ends."""
    found = 0
    for end in ends:
        found |= end.square
    return found


class Window:
    """A range of rows in which paths of unit squares are searched.

    A unit square is identified by its upper left cell. `columns` are the first and last columns that may not be
    outside the layout.
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
        """The unit squares that overlap the board's cells."""
        within = board >> self._shift & self._inside
        within |= within >> 1
        return within | within >> STRIDE

    def square(self, column: int, row: int) -> int:
        """The unit square centred at (column, row)."""
        return 1 << ((row - 1 + DEPTH) * STRIDE + column - 1 + REACH - self._shift)

    def outside(self, blocked: int) -> int:
        """All squares that can be reached from outside without crossing a blocked one."""
        free = self._inside & ~blocked
        found = self._outside & free
        while True:
            more = found | found << 1 | found >> 1
            more = (more | more << STRIDE | more >> STRIDE) & free
            if more == found:
                return found
            found = more

    def goes_straight_out(self, square: int, blocked: int) -> bool:
        """Whether a straight line of unblocked squares leads from `square` to an edge."""
        row, column = divmod(square.bit_length() - 1, STRIDE)
        start = 1 << row * STRIDE
        right, left = (start << STRIDE) - square, 2 * square - start
        down, up = self._column << column & -square, self._column << column & 2 * square - 1
        return not (blocked & right and blocked & left and blocked & down and blocked & up)

    def leads_out(self, start: int, blocked: int, outside: int) -> bool:
        """Whether there is a path of unblocked squares from `start` to one that is outside."""
        free = self._inside & ~blocked
        found = start & free
        while not found & outside:
            more = (found | found << 1 | found >> 1 | found << STRIDE | found >> STRIDE) & free
            if more == found:
                return False
            found = more
        return True


class Room:
    """The room for one tile at one end. `taken` are the squares of the other ends, `need` the edges of everything."""

    def __init__(
        self, covers: Sequence[Cover], ends: Sequence[End], at: End, *, before_owner: int, need: Edges
    ) -> None:
        self.end = at
        self._need = need
        self._others = [end for end in ends if end is not at]
        self.taken = squares_of(self._others)
        self.within(need, is_tight=False)
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
        """Search in another frame from now on.

        With `is_tight`, for when nothing else is free, any tile may lie as near to other arms as one across its arm.
        """
        self._inside = inside
        self._is_tight = is_tight
        self._closed: dict[int, bool] = {}

    def fits(self, lying: Lying, cover: Cover, ends: Sequence[End]) -> bool:
        """Whether the tile's place and the squares of its new ends are free and inside the frame."""
        walls = self.end.across if lying.across or self._is_tight else self.end.single
        if cover.cells & (walls | self.taken):
            return False
        if not self._inside.holds(edges_of(lying.column, lying.row, *TILE[lying.upright]), _INSET):
            return False
        full = self._covered | self.taken | cover.cells
        return all(
            not end.square & full and self._inside.holds(edges_of(end.face.column, end.face.row, 2, 2))
            for end in ends
        )

    def cost(self, own: int, lying: Lying, cover: Cover, ends: Sequence[End], least: int) -> int:
        """The cost of a place: its `own` cost, plus the harm to the tile's new ends (`ends`) and to all others.

        Once the cost reaches `least`, the rest is not computed.
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
                is_apart = not hem & self._distant  # no passage between other tiles can be blocked
                self._trapping[where] = 0 if is_apart else self._newly_trapped(cover, ends)
            cost += _TRAPPED * self._trapping[where]
        return cost

    def _no_next(self, cover: Cover, ends: Sequence[End]) -> int:
        """The cost if two more tiles, or a double, would not fit after this one."""
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
        """How many of `depth` more tiles could follow at a face, one after the other."""
        most = 0
        for column, row, facing in _singles_at(face, kind):
            size = TILE[facing in (UP, DOWN)]
            here = cells(column, row, *size)
            if here & (walls | taken) or not self._inside.holds(edges_of(column, row, *size), _INSET):
                continue
            after = before(column, row, facing, 3)
            if cells(after.column, after.row, 2, 2) & (covered | taken | here):
                continue
            if not self._inside.holds(edges_of(after.column, after.row, 2, 2)):
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
            if is_free and self._inside.holds(edges_of(across, down, *size), _INSET):
                after = before(across, down, facing, 2)
                if not cells(after.column, after.row, 2, 2) & (covered | taken):
                    return True
        return False

    def _newly_closed(self, cover: Cover) -> int:
        """How many other ends could take a tile so far, but not with this one in place."""
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
        """How many more ends than before have no way out of the layout for a unit square."""
        mine = [end._replace(single=self._but_owner | cover.cells) for end in ends]
        others = [beside(end, cover, self.end.owner) for end in self._others]
        after = self._trapped(self._all | cover.single, [*mine, *others])
        if not after:
            return 0
        if self._trapped_before is None:
            self._trapped_before = self._trapped(self._all, [self.end, *self._others])
        return max(0, after - self._trapped_before)

    def _trapped(self, everything: int, ends: Sequence[End]) -> int:
        """How many of these ends have no way out."""
        left, top, right, bottom = (round(each) for each in self._need)
        window = _window((left - _MARGIN, right + _MARGIN), (top - _MARGIN, bottom + _MARGIN))
        outside = count = 0
        taken = squares_of(ends)
        for end in ends:
            blocked = window.squares_on(end.single | taken & ~end.square)
            square = window.square(end.face.column, end.face.row)
            if not window.goes_straight_out(square, blocked):  # most do, and this test is quick
                outside = outside or window.outside(window.squares_on(everything))
                count += not window.leads_out(square, blocked, outside)
        return count


_window = lru_cache(maxsize=100)(Window)  # all ends of a layout share one


def _singles_at(face: TileFace, kind: Kind) -> Iterator[TileFace]:
    """The centre and heading of a single at a face: straight on, and turned to either side."""
    column, row, heading = face
    yield before(column, row, heading, 1)
    half = before(column, row, heading, -2)
    for way in sides(heading):
        if kind is Kind.END:
            yield before(half.column, half.row, way, 3)
        yield before(column, row, way, 1)
