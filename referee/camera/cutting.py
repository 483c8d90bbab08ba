"""Cuts what could be a tile out of a picture, straight and of one size. The training cuts by the same code."""

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

WIDTH, HEIGHT = 144, 72
MARGIN = 0.15  # of the tile's sides, on each side: what lies beside it shows where it ends


class TileOutline(NamedTuple):
    """Where a tile lies: its middle, its long side and its short side as vectors, in pixels."""

    x: float
    y: float
    along: tuple[float, float]
    across: tuple[float, float]

    @property
    def length(self) -> float:
        """The long side."""
        return float((self.along[0] ** 2 + self.along[1] ** 2) ** 0.5)

    @property
    def area(self) -> float:
        """How many pixels it covers."""
        return abs(self.along[0] * self.across[1] - self.along[1] * self.across[0])

    def scaled(self, factor: float) -> "TileOutline":
        """The same place in a picture `factor` times as large."""
        (a, b), (c, d) = self.along, self.across
        return TileOutline(
            self.x * factor, self.y * factor, (a * factor, b * factor), (c * factor, d * factor)
        )

    def fitted(self, x: float, y: float, p: float, q: float, r: float, s: float) -> "TileOutline":
        """The place given relative to this one: see `networks.read`."""
        (a, b), (c, d) = self.along, self.across
        return TileOutline(
            self.x + x * a + y * c,
            self.y + x * b + y * d,
            ((1 + p) * a + q * c, (1 + p) * b + q * d),
            (r * a + (1 + s) * c, r * b + (1 + s) * d),
        )

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its four corners in turn."""
        (a, b), (c, d) = self.along, self.across
        ways = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        return tuple((self.x + p * a + q * c, self.y + p * b + q * d) for p, q in ways)


def cutter(picture: Image.Image) -> Callable[[TileOutline], Image.Image]:
    """A function that cuts a place out of the picture: WIDTH x HEIGHT pixels, the tile lengthwise."""
    smaller = {1: picture}

    def cut(place: TileOutline) -> Image.Image:
        by = min(16, max(1, round(place.length * (1 + 2 * MARGIN) / WIDTH)))
        if by not in smaller:
            smaller[by] = picture.reduce(by)
        x, y, (a, b), (c, d) = place.scaled(1 / by)
        p, q = (1 + 2 * MARGIN) / WIDTH, (1 + 2 * MARGIN) / HEIGHT
        left, top = (a * p * WIDTH + c * q * HEIGHT) / 2, (b * p * WIDTH + d * q * HEIGHT) / 2
        matrix = (a * p, c * q, x - left, b * p, d * q, y - top)
        return smaller[by].transform(
            (WIDTH, HEIGHT), Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR
        )

    return cut
