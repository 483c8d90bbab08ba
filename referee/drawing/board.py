"""The board beneath a drawing: which half-unit cells are covered, and what can still be reached from outside.

A board is one integer, a bit for each cell of half a unit. Cell (column, row) has its upper left corner that
many half units right of and below the middle of the first tile. Everything lies within `REACH` columns of it
and at most `DEPTH` rows above it; below it a board has no end.
"""

from __future__ import annotations

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
