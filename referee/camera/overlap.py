"""How much two places of tiles overlap."""

import numpy as np
import numpy.typing as npt

from referee.camera.cutting import TileOutline

Array = npt.NDArray[np.float32]
SAME = 0.75  # places that overlap by more than this share are one tile's


def coincide(one: TileOutline, other: TileOutline) -> bool:
    """Whether two places are one tile's."""
    return _near(one, other) and min(share(grid(one), other), share(grid(other), one)) > SAME


def apart(places: list[TileOutline]) -> list[int]:
    """Which of the places stay when each that covers about the same as an earlier one goes."""
    kept: list[int] = []
    grids = [grid(each) for each in places]
    for n, place in enumerate(places):
        near = [m for m in kept if _near(places[m], place)]
        if not any(max(share(grids[n], places[m]), share(grids[m], place)) > SAME for m in near):
            kept.append(n)
    return kept


def _near(one: TileOutline, other: TileOutline) -> bool:
    """Whether one of two places could lie within the other, as far as their middles tell."""
    return abs(one.x - other.x) + abs(one.y - other.y) < max(one.length, other.length)


def within(place: TileOutline, size: tuple[int, int]) -> float:
    """How much of a place is in a picture of that size, 0 to 1."""
    points = grid(place)
    return float(((points >= 0) & (points < size)).all(axis=1).mean())


def grid(place: TileOutline, size: float = 1.0) -> Array:
    """Points spread evenly over a tile, or over one that is `size` times as large."""
    p, q = np.meshgrid((np.arange(10) + 0.5) / 10 - 0.5, (np.arange(5) + 0.5) / 5 - 0.5)
    shares = size * np.stack([p.ravel(), q.ravel()], axis=1)
    points: Array = np.array([place.x, place.y]) + shares @ np.array([place.along, place.across])
    return points


def share(points: Array, place: TileOutline) -> float:
    """How many of the points lie on a tile, 0 to 1."""
    way = points - (place.x, place.y)
    (a, b), (c, d) = place.along, place.across
    area = a * d - b * c
    p, q = (way[:, 0] * d - way[:, 1] * c) / area, (way[:, 1] * a - way[:, 0] * b) / area
    return float(((np.abs(p) < 0.5) & (np.abs(q) < 0.5)).mean())
