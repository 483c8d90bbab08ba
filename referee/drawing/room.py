"""Which places are free around a layout for one more tile, and what a place would cost the other ends."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.drawing.lying import (
    DEPTH,
    REACH,
    STRIDE,
    TILE,
    Edges,
    Lying,
    OpenFace,
    TileFace,
    cells,
    edges_of,
)

_NEAR_EDGE = 30  # the cost of running straight toward a near edge of the frame
_EDGE = 3.8  # half units from the edge that count as near
_TRAPPED = 500  # for each end with no way out of the layout
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


def beside(end: OpenFace, cover: Cover, owner: int) -> OpenFace:
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


def squares_of(ends: Sequence[OpenFace]) -> int:
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

    def goes_straight_out(self, square: int, blocked: int) -> bool:
        """Whether a straight line of unblocked squares leads from `square` to an edge."""
        row, column = divmod(square.bit_length() - 1, STRIDE)
        start = 1 << row * STRIDE
        right, left = (start << STRIDE) - square, 2 * square - start
        down, up = self._column << column & -square, self._column << column & 2 * square - 1
        return not (blocked & right and blocked & left and blocked & down and blocked & up)

    def leads_out(self, start: int, blocked: int) -> bool:
        """Whether there is a path of unblocked squares from `start` to one that is outside."""
        free = self._inside & ~blocked
        found = start & free
        while not found & self._outside:
            more = (found | found << 1 | found >> 1 | found << STRIDE | found >> STRIDE) & free
            if more == found:
                return False
            found = more
        return True


class Room:
    """The room for one tile at one end. `taken` are the squares of the other ends, `need` the edges of everything."""

    def __init__(
        self, covers: Sequence[Cover], ends: Sequence[OpenFace], at: OpenFace, *, need: Edges
    ) -> None:
        self.end = at
        self._need = need
        self._others = [end for end in ends if end is not at]
        self.taken = squares_of(self._others)
        self.within(need, is_tight=False)
        self._trapping: dict[TileFace, int] = {}
        self._trapped_before: int | None = None
        self._covered = self._but_owner = 0
        for number, cover in enumerate(covers):
            self._covered |= cover.cells
            self._but_owner |= cover.close if number == at.owner else cover.single

    def within(self, inside: Edges, *, is_tight: bool) -> None:
        """Search in another frame from now on.

        With `is_tight`, for when nothing else is free, any tile may lie as near to other arms as one across its arm.
        """
        self._inside = inside
        self._is_tight = is_tight

    def fits(self, lying: Lying, cover: Cover, ends: Sequence[OpenFace]) -> bool:
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

    def cost(self, own: int, lying: Lying, cover: Cover, ends: Sequence[OpenFace], least: int) -> int:
        """The cost of a place: its `own` cost, more if it runs toward a near edge, and more for each end that it traps,
        of the tile's new ones (`ends`) and of all others. That is not computed if the cost has reached `least`."""
        cost, column, row, facing = own, lying.column, lying.row, lying.facing
        if not lying.across and facing == self.end.face.heading:
            left, top, right, bottom = self._inside
            free = (right - column - 2, bottom - row - 2, column - 2 - left, row - 2 - top)[facing]
            cost += _NEAR_EDGE if free < _EDGE else 0
        if cost < least:
            where = TileFace(column, row, facing)
            if where not in self._trapping:
                self._trapping[where] = self._newly_trapped(cover, ends)
            cost += _TRAPPED * self._trapping[where]
        return cost

    def _newly_trapped(self, cover: Cover, ends: Sequence[OpenFace]) -> int:
        """How many more ends than before have no way out of the layout for a unit square."""
        mine = [end._replace(single=self._but_owner | cover.cells) for end in ends]
        others = [beside(end, cover, self.end.owner) for end in self._others]
        after = self._trapped([*mine, *others])
        if not after:
            return 0
        if self._trapped_before is None:
            self._trapped_before = self._trapped([self.end, *self._others])
        return max(0, after - self._trapped_before)

    def _trapped(self, ends: Sequence[OpenFace]) -> int:
        """How many of these ends have no way out."""
        left, top, right, bottom = (round(each) for each in self._need)
        window = _window((left - _MARGIN, right + _MARGIN), (top - _MARGIN, bottom + _MARGIN))
        count = 0
        taken = squares_of(ends)
        for end in ends:
            blocked = window.squares_on(end.single | taken & ~end.square)
            square = window.square(end.face.column, end.face.row)
            if not window.goes_straight_out(square, blocked):  # most do, and this test is quick
                count += not window.leads_out(square, blocked)
        return count


_window = lru_cache(maxsize=100)(Window)  # all ends of a layout share one
