"""The table as seen from straight above, found from the tiles on it: all tiles of a set have one size and one shape."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from referee.camera.cutting import TileOutline

Array = npt.NDArray[np.float64]
_FEWEST = 2  # tiles that tell how the table lies
_MOST = 0.6  # of them must fit it
_ASPECT = 1.95  # of a tile's sides
_STEEPEST, _STEPS, _WAYS = 1.6, 8, 16  # slopes of the table that are tried
_OUTLIER = 0.08  # a tile that fits worse counts no more than this
_LENGTH = 64.0  # of a tile in the view from above, in pixels
_AROUND = 2.0  # lengths of a tile that are looked at around the tiles that are known
_LARGEST = 640_000  # pixels of that view


class TablePlane(NamedTuple):
    """How the table lies: `down` leads from pixels to the table, where tiles have the length `length`."""

    down: Array  # 3 x 3
    length: float

    def misfit(self, places: list[TileOutline]) -> Array:
        """How far places are from the size and the shape of a tile on this table; 0.02 is a tenth."""
        size, shape = _told(self.down, _outlines(places))
        misfit: Array = (size - np.log(self.length)) ** 2 + shape
        return misfit


def _outlines(places: list[TileOutline]) -> Array:
    return np.array([each.corners() for each in places]).reshape(-1, 4, 2)


def _through(matrix: Array, points: Array) -> Array:
    lifted = points @ matrix[:, :2].T + matrix[:, 2]
    led: Array = lifted[..., :2] / lifted[..., 2:]
    return led


def _told(matrix: Array, outlines: Array) -> tuple[Array, Array]:
    """For each outline, through the matrix: the logarithm of a tile's length, and how far it is from a tile's shape."""
    a, b, c, d = np.moveaxis(_through(matrix, outlines), 1, 0)
    (ax, ay), (bx, by) = ((b + c - a - d) / (2 * _ASPECT)).T, ((c + d - a - b) / 2).T
    p, q, r = ax * ax + bx * bx, ax * ay + bx * by, ay * ay + by * by
    size = np.log(np.maximum(p * r - q * q, 1e-12)) / 4 + np.log(_ASPECT)
    return size, ((p - r) ** 2 + 4 * q * q) / (p + r) ** 2 / 2


def table_under(places: list[TileOutline], size: tuple[int, int]) -> TablePlane | None:
    """The slope of the table under most of these tiles of a picture; None if they do not show it."""
    if len(places) < _FEWEST:
        return None
    outlines, large = _outlines(places), np.array([each.length for each in places])
    slopes = np.linspace(0, _STEEPEST, _STEPS + 1)[1:]
    turns = np.arange(_WAYS) * 2 * np.pi / _WAYS
    tried = [(0.0, 0.0)] + [(s * np.cos(t), s * np.sin(t)) for s in slopes for t in turns]
    best = min(_cost(each, size, outlines, large) for each in tried)
    for step in (0.1, 0.05, 0.025):
        near = [(best[1] + x * step, best[2] + y * step) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        best = min(best, *(_cost(each, size, outlines, large) for each in near))
    table = TablePlane(_down(*best[1:3], size), best[3])
    fit = table.misfit(places) < _OUTLIER
    return table if fit.sum() >= _FEWEST and large[fit].sum() > _MOST * large.sum() else None


def _down(x: float, y: float, size: tuple[int, int]) -> Array:
    """The matrix from pixels to a table with that slope to the right and down, for a phone's lens."""
    focal = float(max(size))
    across = np.array([1 + y * y, -x * y, -x]) / np.hypot(1 + y * y, np.hypot(x * y, x))
    along = np.cross([x, y, 1.0], across)
    lens = np.array([[1 / focal, 0, -size[0] / focal / 2], [0, 1 / focal, -size[1] / focal / 2], [0, 0, 1]])
    matrix: Array = np.stack([across, along / np.linalg.norm(along), [x, y, 1.0]]) @ lens
    return matrix


def _cost(
    slope: tuple[float, float], size: tuple[int, int], outlines: Array, large: Array
) -> tuple[float, float, float, float]:
    """How badly the tiles fit a table of that slope, the slope, and the length of its tiles. Large tiles count more."""
    down = _down(*slope, size)
    if (outlines @ down[2, :2] + down[2, 2]).min() < 0.1:
        return np.inf, *slope, 1.0  # it would lie behind the camera
    sizes, shape = _told(down, outlines)
    misfit = np.minimum((sizes - sizes[:, None]) ** 2 + shape, _OUTLIER) @ large / large.sum()
    one = int(misfit.argmin())
    fit = np.abs(sizes - sizes[one]) < 0.2
    length = float(np.exp((sizes * large)[fit].sum() / large[fit].sum()))
    return float(misfit[one]) + 0.002 * float(np.hypot(*slope)), *slope, length


def view(picture: Image.Image, table: TablePlane, places: list[TileOutline]) -> tuple[Image.Image, Array]:
    """The part of the picture with these places seen from above, and the matrix from its pixels to the picture's."""
    outlines = _outlines(places)
    seen = _through(table.down, outlines).reshape(-1, 2)
    low, high = seen.min(axis=0) - _AROUND * table.length, seen.max(axis=0) + _AROUND * table.length
    low, high = _narrowed(table, picture.size, low, high)
    scale = min(_LENGTH / table.length, float(np.sqrt(_LARGEST / np.prod(high - low))))
    up = np.linalg.inv(
        np.diag([scale, scale, 1]) @ np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ table.down
    )
    width, height = (int(each) for each in np.ceil((high - low) * scale))
    by = max(1, int(np.median([each.length for each in places]) / _LENGTH / 1.5))
    data = np.diag([1 / by, 1 / by, 1]) @ up
    data = (data / data[2, 2]).ravel()[:8].tolist()
    small = picture.reduce(by) if by > 1 else picture
    grey = (128, 128, 128)
    return small.transform(
        (width, height), Image.Transform.PERSPECTIVE, data, Image.Resampling.BILINEAR, fillcolor=grey
    ), up


def _narrowed(table: TablePlane, size: tuple[int, int], low: Array, high: Array) -> tuple[Array, Array]:
    """The part of the table from `low` to `high` that the picture shows."""
    frame = np.array([[0, 0], [size[0], 0], [*size], [0, size[1]]], float)
    if (frame @ table.down[2, :2] + table.down[2, 2]).min() < 0.1:
        return low, high  # the picture shows more than the table
    seen = _through(table.down, frame)
    low = np.maximum(low, seen.min(axis=0))
    return low, np.maximum(np.minimum(high, seen.max(axis=0)), low + table.length)


def back(place: TileOutline, up: Array) -> TileOutline:
    """A place of the view from above in the picture."""
    a, b, c, d = _through(up, np.array(place.corners()))
    x, y = ((a + b + c + d) / 4).tolist()
    return TileOutline(x, y, tuple(((b + c - a - d) / 2).tolist()), tuple(((c + d - a - b) / 2).tolist()))
