"""What is drawn over the picture: an outline round each tile, and its reading below it.

The picture itself stays on the phone, which puts it under the drawing; without scripts the drawing stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.web.table.camera.readings import Reading, Readings

WIDE = 390  # units across the drawing: pixels on most phones
AROUND = 0.6  # of a tile's length is shown round the tiles
HALO = 1.14  # an outline stands off its tile
SMALLEST, LARGEST = 9, 17  # letters of a reading
LETTERS, LINES = 3.6, 2.2  # width of its pill, and height of the pill and the gap above it, in letters
Points = list[tuple[float, float]]


class Outline(NamedTuple):
    """One tile, in units of the drawing: its outline, and the area that is tapped, with its reading at the foot.

    `state` is "sure" or "unsure", with "this-one" if it is asked about, and "other" for a tile of another hand. Tapped,
    `name` is sent with `value`.
    """

    text: str
    state: str
    points: str
    area: tuple[int, int, int, int]
    letters: int
    name: str
    value: int


class Drawing(NamedTuple):
    """The part of the picture that is shown, in units; `whole` is where all of the picture lies: x, y, width, height."""

    width: int
    height: int
    whole: tuple[int, int, int, int]
    outlines: tuple[Outline, ...]


def drawing_of(readings: Readings, hand: Sequence[int], asked: int | None, number: int) -> Drawing:
    """The drawing; `hand` are the tiles that count, of a hand of `number`, `asked` the one that is asked about."""
    points = [point for each in readings.tiles for point in each.corners]
    around = AROUND * max(_long(each) for each in readings.tiles)
    width, height = readings.size
    left = max(0.0, min(x for x, _ in points) - around)
    top = max(0.0, min(y for _, y in points) - around)
    right = max(left + 1, min(float(width), max(x for x, _ in points) + around))
    bottom = max(top + 1, min(float(height), max(y for _, y in points) + around))
    unit = WIDE / (right - left)
    others = "mine" if len(readings.tiles) - len(hand) >= number else ""
    found = []
    for place, each in enumerate(readings.tiles):
        state = ("unsure" if each.is_doubtful else "sure") + (" this-one" if place == asked else "")
        state, name = (state, "at") if place in hand else (f"{state} other", others)
        corners = [((x - left) * unit, (y - top) * unit) for x, y in each.corners]
        found.append(_outline(each, place, state, name, corners))
    whole = (round(-left * unit), round(-top * unit), round(width * unit), round(height * unit))
    return Drawing(WIDE, round((bottom - top) * unit), whole, tuple(found))


def _outline(reading: Reading, place: int, state: str, name: str, corners: Points) -> Outline:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    letters = round(max(SMALLEST, min(LARGEST, min(max(xs) - min(xs), max(ys) - min(ys)) * 0.36)))
    width = max(LETTERS * letters, max(xs) - min(xs))
    left = min(max(0.0, (min(xs) + max(xs) - width) / 2), WIDE - width)
    area = (left, min(ys), width, max(ys) - min(ys) + LINES * letters)
    return Outline(
        text=f"{reading.tile}?" if reading.is_doubtful else reading.tile.name,
        state=state,
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in _wider(corners)),
        area=(round(area[0]), round(area[1]), round(area[2]), round(area[3])),
        letters=letters,
        name=name,
        value=place,
    )


def _wider(corners: Points) -> Points:
    x, y = (sum(each) / len(corners) for each in zip(*corners, strict=True))
    return [(x + (right - x) * HALO, y + (down - y) * HALO) for right, down in corners]


def _long(reading: Reading) -> int:
    xs, ys = [x for x, _ in reading.corners], [y for _, y in reading.corners]
    return max(max(xs) - min(xs), max(ys) - min(ys))
