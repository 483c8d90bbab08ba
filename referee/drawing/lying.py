"""How one tile lies in the drawing: its middle, the way it points, the faces where others may come.

Lengths are half units unless a property says units: a half of a tile is 2 x 2 of them, so that a double can
lie across its arm. The middle of the first tile is the origin, rows grow downward.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.drawing.board import DOWN, LEFT, REACH, STEP, UP, cells
from referee.engine.layout import Laid
from referee.engine.tiles import Tile


class Arm(NamedTuple):
    """A run of tiles: which way it grows in the long run, and between which columns it keeps."""

    outward: int
    low: int = -REACH
    high: int = REACH


class TileFace(NamedTuple):
    """The middle of the unit square before a half, and the way that one looks from the half."""

    column: int
    row: int
    heading: int


class Pose(NamedTuple):
    """One way to lay a tile: its middle, where it points, the face it is set against, how unwelcome it is."""

    column: int
    row: int
    facing: int
    face: TileFace
    cost: int


class Lying(NamedTuple):
    """A tile in the drawing. `across` is whether it lies across its arm, `facing` which way that runs there.

    `turn_at` is how far up or down its arm must be before it turns. `thread` is the line (x, y, x, y in
    units) from the half that it touches, where the tile had to be laid apart.
    """

    laid: Laid
    column: int
    row: int
    facing: int
    arm: Arm
    across: bool
    turn_at: int = 0
    thread: tuple[float, float, float, float] | None = None

    @property
    def tile(self) -> Tile:
        """The tile that lies here."""
        return self.laid.tile

    def heading_of(self, half: int) -> int:
        """The way one looks from the middle of the tile to `half`; of a double, from it as the arm runs."""
        heading = self.facing if self.tile.is_double or not self.across else (self.facing + 1) % 4
        return heading if half == self.laid.out else (heading + 2) % 4

    @property
    def x(self) -> float:
        """Its middle in units right of the middle of the first tile."""
        return self.column / 2

    @property
    def y(self) -> float:
        """Its middle in units below the middle of the first tile."""
        return self.row / 2

    @property
    def upright(self) -> bool:
        """Whether the tile stands: its halves lie one above the other."""
        return (self.facing in (UP, DOWN)) != self.across

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in units."""
        width, height = (1.0, 2.0) if self.upright else (2.0, 1.0)
        return self.x - width / 2, self.y - height / 2, width, height

    @property
    def halves(self) -> tuple[tuple[int, float, float], tuple[int, float, float]]:
        """Number and middle (x, y in units) of either half, the left or upper one first."""
        dx, dy = (0.0, 0.5) if self.upright else (0.5, 0.0)
        first, second = self.laid.touching, self.laid.out
        if self.heading_of(second) in (LEFT, UP):
            first, second = second, first
        return (first, self.x - dx, self.y - dy), (second, self.x + dx, self.y + dy)


def step(column: int, row: int, heading: int, distance: int) -> tuple[int, int]:
    across, down = STEP[heading]
    return column + across * distance, row + down * distance


def before(column: int, row: int, heading: int, distance: int) -> TileFace:
    return TileFace(*step(column, row, heading, distance), heading)


def sides(heading: int) -> tuple[int, int]:
    return (heading + 1) % 4, (heading + 3) % 4


def cells_of(across: bool, column: int, row: int, facing: int) -> int:
    upright = (facing in (UP, DOWN)) != across
    return cells(column, row, 2, 4) if upright else cells(column, row, 4, 2)
