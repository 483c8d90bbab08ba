"""The board beneath a drawing, and what part of it is shown: cells that are covered, sizes, frames.

A board is one integer, a bit for each cell of half a unit. Cell (column, row) has its upper left corner that
many half units right of and below the middle of the first tile. Everything lies within `REACH` columns of it
and at most `DEPTH` rows above it; below it a board has no end.

Two frames are kept apart. The routing frame decides where arms turn; the view decides how large tiles are
drawn. Both come from one list of sizes, three wide for two high, because that fits the low area of a small
phone. The view changes in steps: as long as everything lies inside it, nothing on the screen moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

REACH = 76
DEPTH = 72
STRIDE = 2 * REACH

STEP = ((1, 0), (0, 1), (-1, 0), (0, -1))
RIGHT, DOWN, LEFT, UP = range(4)

_WIDEST = 16  # of a rectangle, in cells


def _rectangle(columns: int, rows: int) -> int:
    line = (1 << columns) - 1
    return sum(line << (STRIDE * row) for row in range(rows))


_SHAPES = [[_rectangle(w, h) for h in range(_WIDEST)] for w in range(_WIDEST)]


def cells(column: int, row: int, width: int, height: int) -> int:
    """The cells of a rectangle with its middle at (column, row); all four are in half units."""
    at = (row - height // 2 + DEPTH) * STRIDE + column - width // 2 + REACH
    return _SHAPES[width][height] << at


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


NEAR, MIDDLE, FAR, WHOLE, WIDEST = range(5)
SIZES = (
    (30, 20), (36, 24), (42, 28), (50, 33), (60, 40),
    (72, 48), (88, 58), (108, 72), (140, 94), (184, 122), (240, 160), (320, 213),
)  # fmt: skip
"""Width and height of each step in half units: near, middle, far, whole, widest, and on for larger sets."""

_TILE_INSET = 0.6  # half units between a tile and the edge of the routing frame
_VIEW_INSET = 0.4
_END_ROOM = 1.8  # before an end that points at the edge of a new view, in half units
_SLIDE = 4  # half units by which the middle must have moved, so that the routing frame slides
_BOARD_EDGE = 8  # columns of the board kept free, so that what is beside a tile is on it too


class Edges(NamedTuple):
    """A rectangle by its edges, in half units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, other: Edges, inset: float = 0.0) -> bool:
        """Whether another one lies inside, `inset` from each edge."""
        return (
            other.left >= self.left + inset
            and other.top >= self.top + inset
            and other.right <= self.right - inset
            and other.bottom <= self.bottom - inset
        )


def edges_of(column: int, row: int, width: int, height: int) -> Edges:
    """The edges of a rectangle with its middle at (column, row)."""
    return Edges(column - width / 2, row - height / 2, column + width / 2, row + height / 2)


def around(boxes: Iterable[Edges]) -> Edges:
    """The smallest rectangle around all of them."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return Edges(min(left), min(top), max(right), max(bottom))


def framed(step: int, middle: tuple[float, float]) -> Edges:
    """The rectangle of a step around its middle."""
    width, height = SIZES[step]
    x, y = middle
    return Edges(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Frame(NamedTuple):
    """The routing frame: the step it has reached, and its edges, which never leave the board."""

    step: int
    edges: Edges

    def has_room(self, column: int, row: int, upright: bool) -> bool:
        """Whether a tile with its middle there lies far enough inside."""
        wide, high = (1, 2) if upright else (2, 1)
        left, top, right, bottom = self.edges
        return (
            column - wide >= left + _TILE_INSET
            and column + wide <= right - _TILE_INSET
            and row - high >= top + _TILE_INSET
            and row + high <= bottom - _TILE_INSET
        )

    def has_square(self, column: int, row: int) -> bool:
        """Whether the unit square with its middle there lies inside."""
        left, top, right, bottom = self.edges
        return column - 1 >= left and column + 1 <= right and row - 1 >= top and row + 1 <= bottom

    def larger(self, need: Edges) -> Iterator[Frame]:
        """The frames to try if this one has no good place: moved to the middle of the tiles, then each larger."""
        x, y = need.middle
        middle = round(x), round(y)
        old = self.edges.middle
        slid = max(abs(middle[0] - old[0]), abs(middle[1] - old[1])) >= _SLIDE
        for step in range(self.step if slid else self.step + 1, len(SIZES)):
            found = frame_around(step, middle)
            if found.edges.holds(need):
                yield found


def frame_around(step: int, middle: tuple[float, float]) -> Frame:
    """The routing frame of a step, cut off at the edge of the board."""
    side = REACH - _BOARD_EDGE
    left, top, right, bottom = framed(step, middle)
    return Frame(step, Edges(max(left, -side), max(top, _BOARD_EDGE - DEPTH), min(right, side), bottom))


class View(NamedTuple):
    """What is shown: a step of the list and the middle, in half units."""

    step: int
    column: float
    row: float

    @property
    def edges(self) -> Edges:
        """Its edges in half units."""
        return framed(self.step, (self.column, self.row))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in units."""
        left, top, right, bottom = self.edges
        return left / 2, top / 2, (right - left) / 2, (bottom - top) / 2

    def seeing(self, need: Edges, ends: Iterable[tuple[Edges, int]] = ()) -> View:
        """The same view if everything needed is in it; else one around it, the next step that has room for it.

        `ends` are the squares of the ends that run on and where each points: they get room for half a tile.
        """
        if self.edges.holds(need, _VIEW_INSET):
            return self
        middle = need.middle
        wanted = tuple(ends)
        for step in range(self.step, len(SIZES)):
            edges = framed(step, middle)
            if edges.holds(need, _VIEW_INSET) and all(_room(edges, *each) >= _END_ROOM for each in wanted):
                return View(step, *middle)
        return View(len(SIZES) - 1, *middle)


def _room(view: Edges, square: Edges, heading: int) -> float:
    return (
        view.right - square.right,
        view.bottom - square.bottom,
        square.left - view.left,
        square.top - view.top,
    )[heading]
