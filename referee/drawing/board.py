"""The board beneath a drawing: which half-unit cells are covered, and whether a way leads out of them.

A board is one integer, a bit for each cell of half a unit. Cell (column, row) has its upper left corner that
many half units right of and below the middle of the first tile; a wall stands at either side of the frame.
"""

from __future__ import annotations

REACH = 17  # half the width of the frame, in half units
STRIDE = 2 * REACH + 2
DEPTH = 640  # rows above the middle; more than the longest arm of 136 tiles climbs
MARGIN = 8  # rows around what lies that count as outside

STEP = ((1, 0), (0, 1), (-1, 0), (0, -1))
RIGHT, DOWN, LEFT, UP = range(4)


def _rectangle(columns: int, rows: int) -> int:
    line = (1 << columns) - 1
    return sum(line << (STRIDE * row) for row in range(rows))


_SHAPES = {(w, h): _rectangle(w, h) for w in range(1, 7) for h in range(1, 7)}
_WALL = 1 | 1 << (STRIDE - 1)


def cells(column: int, row: int, width: int, height: int) -> int:
    """The cells of a rectangle with its middle at (column, row); all four are in half units."""
    left, top = column - width // 2, row - height // 2
    return _SHAPES[width, height] << ((top + DEPTH) * STRIDE + left + REACH + 1)


def is_within(column: int, width: int) -> bool:
    """Whether a rectangle that wide around `column` stays inside the frame, both in half units."""
    return column - width // 2 >= -REACH and column - width // 2 + width <= REACH


class Window:
    """The rows of a board that matter for finding ways: what lies and a margin above and below."""

    __slots__ = ("_shift", "blocked", "rows", "top")

    def __init__(self, blocked: int, top: int, bottom: int) -> None:
        self.top = top - MARGIN
        self.rows = bottom + MARGIN - self.top
        self._shift = (self.top + DEPTH) * STRIDE
        inside = (1 << (self.rows * STRIDE)) - 1
        walls = _WALL * (inside // ((1 << STRIDE) - 1))
        self.blocked = blocked >> self._shift & inside | walls

    def way(self, face: tuple[int, int, int], width: int, taken: int, farthest: int = 0) -> tuple[int, int]:
        """The cells of a shortest way, `width` cells wide, from a face to the outside, and 0: nothing lacks.

        Where there is none: the longest way into what room there is, at most `farthest` steps, and its steps.
        `face` is the middle of the unit square before a half and where the half looks; `taken` are cells to
        avoid.
        """
        size = self.rows * STRIDE
        inside = (1 << size) - 1
        bad = self.blocked | taken >> self._shift & inside
        bad = _spread(bad, width, 1)
        bad = _spread(bad, width, STRIDE)
        open_ = inside & ~bad & (inside >> (STRIDE * (width - 1)))
        goal_row = (1 << STRIDE) - 1
        goal = goal_row | goal_row << (size - STRIDE * width)
        frontier = self._start(*face, width) & open_
        layers: list[int] = []
        while frontier:
            if frontier & goal:
                return self._trace(layers, frontier & goal, width), 0
            layers.append(frontier)
            open_ &= ~frontier
            frontier = (frontier << 1 | frontier >> 1 | frontier << STRIDE | frontier >> STRIDE) & open_
        if not layers or not farthest:
            return 0, 0
        steps = min(len(layers), farthest)
        return self._trace(layers[: steps - 1], layers[steps - 1], width), steps

    def _start(self, column: int, row: int, heading: int, width: int) -> int:
        across, along = STEP[heading]
        found = 0
        for lean in (0,) if width % 2 == 0 else (0, 1):
            left = column - 1 - (width - 2) // 2 * abs(along) - (width - 2 if across < 0 else 0)
            top = row - 1 - (width - 2) // 2 * abs(across) - (width - 2 if along < 0 else 0)
            left -= lean * abs(along)
            top -= lean * abs(across)
            place = (top - self.top) * STRIDE + left + REACH + 1
            if place >= 0:
                found |= 1 << place
        return found

    def _trace(self, layers: list[int], end: int, width: int) -> int:
        shape = _SHAPES[width, width]
        here = end & -end
        swept = shape << (here.bit_length() - 1)
        for layer in reversed(layers):
            for before in (here << STRIDE, here >> STRIDE, here << 1, here >> 1):
                if before & layer:
                    here = before
                    break
            swept |= shape << (here.bit_length() - 1)
        return swept << self._shift


def _spread(bits: int, width: int, step: int) -> int:
    spread = bits
    for distance in range(1, width):
        spread |= bits >> (step * distance)
    return spread
