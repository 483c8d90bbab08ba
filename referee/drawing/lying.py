"""How one tile lies in the drawing: its middle, the way it points, the faces where others may come.

Lengths are half units unless a property says units: a half of a tile is 2 x 2 of them, so that a double can
lie across its arm. The middle of the first tile is the origin, rows grow downward.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.drawing.board import DOWN, LEFT, STEP, UP
from referee.engine.layout import Laid
from referee.engine.tiles import Tile


class TileFace(NamedTuple):
    """The middle of the unit square before a half, and the way that one looks from the half."""

    column: int
    row: int
    heading: int


class Mark(NamedTuple):
    """A letter that stands twice, where an arm breaks off and where it runs on (x, y, x, y in units)."""

    letter: str
    from_x: float
    from_y: float
    to_x: float
    to_y: float


class Lying(NamedTuple):
    """A tile in the drawing. `across` is whether it lies across its arm, `facing` which way that runs there.

    `owner` is the number of the tile that it touches. `mark` is there if it had to be laid elsewhere.
    """

    laid: Laid
    column: int
    row: int
    facing: int
    across: bool
    owner: int = -1
    mark: Mark | None = None

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
    """The point that many half units from (column, row) toward a heading."""
    across, down = STEP[heading]
    return column + across * distance, row + down * distance


def before(column: int, row: int, heading: int, distance: int) -> TileFace:
    """The face that looks toward a heading, its square that many half units from (column, row)."""
    across, down = STEP[heading]
    return TileFace(column + across * distance, row + down * distance, heading)


def sides(heading: int) -> tuple[int, int]:
    """The headings to either hand, clockwise first."""
    return (heading + 1) % 4, (heading + 3) % 4
