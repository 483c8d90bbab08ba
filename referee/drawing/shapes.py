"""Tiles, layouts and rows of tiles as plain shapes, for drawings outside a page: picture files, paper, SVG files.

Lengths are in units: half a tile is 1 by 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.drawing.lying import Lying
from referee.drawing.placing import arrange
from referee.drawing.svg import PLACE, end_places, has_pin
from referee.drawing.symbols import pip_radius, pips
from referee.engine.games.trains.state import Laid
from referee.engine.layout import Layout
from referee.engine.tiles import Tile

INSET = 0.03  # between two tiles that touch
CORNER = 0.15
MARGIN = 0.15


class Body(NamedTuple):
    """The body of a tile, or with `dashed` only a line inside it, which marks a tile that broke a rule and stood.

    `last` marks the tile that was laid last.
    """

    x: float
    y: float
    width: float
    height: float
    dashed: bool = False
    last: bool = False


class Stroke(NamedTuple):
    """A line across the middle of a tile."""

    x1: float
    y1: float
    x2: float
    y2: float


class Dot(NamedTuple):
    """A pip, or with `hollow` the pin in the centre of a double that opens four ways."""

    x: float
    y: float
    radius: float
    hollow: bool = False


class OpenEnd(NamedTuple):
    """An open end: a dashed square centred there, with the number that may be laid against it."""

    x: float
    y: float
    side: float
    number: int


class Letter(NamedTuple):
    """A text centred there, at most `width` wide: a name, or the letter where an arm breaks off and where it
    continues."""

    text: str
    x: float
    y: float
    width: float = 1.0


Shape = Body | Stroke | Dot | OpenEnd | Letter


class Box(NamedTuple):
    """The bounding box of a drawing."""

    x: float
    y: float
    width: float
    height: float


class VectorDrawing(NamedTuple):
    """Shapes and their bounding box."""

    shapes: tuple[Shape, ...]
    box: Box


def tile_shapes(
    first: int,
    second: int,
    x: float,
    y: float,
    *,
    upright: bool = False,
    last: bool = False,
    stood: bool = False,
) -> Iterator[Shape]:
    """The shapes of a tile centred at (x, y); `first` is its left half, or its upper half if `upright`.

    A tile that broke a rule and `stood` has a dashed line inside its edge.
    """
    width, height = (1.0, 2.0) if upright else (2.0, 1.0)
    size = (width - 2 * INSET, height - 2 * INSET)
    yield Body(x - width / 2 + INSET, y - height / 2 + INSET, *size, last=last)
    if stood:
        yield Body(x - width / 2 + 0.1, y - height / 2 + 0.1, width - 0.2, height - 0.2, dashed=True)
    yield Stroke(x - 0.34, y, x + 0.34, y) if upright else Stroke(x, y - 0.34, x, y + 0.34)
    dx, dy = (0.0, 0.5) if upright else (0.5, 0.0)
    for number, side in ((first, -1), (second, 1)):
        for across, down in pips(number):
            left, top = (across, down) if upright else (-down, across)
            yield Dot(x + side * dx + left, y + side * dy + top, pip_radius(number))


@lru_cache(maxsize=4)
def layout_drawing(layout: Layout, *, ends: bool = False, last: bool = False) -> VectorDrawing:
    """The layout as shapes; with `ends` the open ends and their numbers too.

    With `last` the tile that was laid last is marked.
    """
    arrangement = arrange(layout)
    found: list[Shape] = []
    for lying in arrangement.lying:
        found += _lying_shapes(lying, layout, last=last and lying is arrangement.lying[-1])
    left, top, right, bottom = (each / 2 for each in arrangement.extent)
    for place in end_places(arrangement, layout) if ends else ():
        found.append(OpenEnd(place.x, place.y, PLACE, place.number))
        left, right = min(left, place.x - PLACE / 2), max(right, place.x + PLACE / 2)
        top, bottom = min(top, place.y - PLACE / 2), max(bottom, place.y + PLACE / 2)
    box = Box(left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    return VectorDrawing(tuple(found), box)


def _lying_shapes(lying: Lying, layout: Layout, *, last: bool) -> Iterator[Shape]:
    if lying.mark is not None:
        yield Letter(lying.mark.letter, lying.mark.from_x, lying.mark.from_y)
        yield Letter(lying.mark.letter, lying.mark.to_x, lying.mark.to_y)
    (first, _, _), (second, _, _) = lying.halves
    stood = lying.laid.stood
    yield from tile_shapes(first, second, lying.x, lying.y, upright=lying.upright, last=last, stood=stood)
    if has_pin(lying, layout):
        yield Dot(lying.x, lying.y, 0.1, hollow=True)


def tile_drawing(tile: Tile, *, last: bool = False) -> VectorDrawing:
    """One horizontal tile, its higher half on the left."""
    return VectorDrawing(tuple(tile_shapes(tile.high, tile.low, 1.0, 0.5, last=last)), Box(0, 0, 2, 1))


LABEL = 4.0  # the width of the names, in units
WIDEST = 22.0  # a longer row continues below
GAP = 0.3  # between two rows
HIGH = 1.4  # rows that are this many times as high as wide stand in two columns
_END = 0.9

Row = tuple[str, tuple[Laid, ...], int | None]


def lanes_drawing(rows: Iterable[Row]) -> VectorDrawing:
    """Rows of tiles, each with its name on the left, doubles crosswise, and a dashed square if its end is open. Many
    short rows stand in two columns."""
    rows = [*rows]
    found, right, bottom = _column(rows, 0.0)
    if bottom > HIGH * right:
        half = -(-len(rows) // 2)
        found, middle, bottom = _column(rows[:half], 0.0)
        more, right, ends = _column(rows[half:], middle + LABEL / 4)
        found, bottom = [*found, *more], max(bottom, ends)
    return VectorDrawing(tuple(found), Box(-MARGIN, -MARGIN, right + 2 * MARGIN, bottom + 2 * MARGIN))


def _column(rows: Sequence[Row], left: float) -> tuple[list[Shape], float, float]:
    """Rows of tiles below each other, and where they end on the right and at the bottom."""
    found: list[Shape] = []
    start = left + LABEL
    top, right = 0.0, start
    for name, tiles, end in rows:
        for number, line in enumerate(_lines(tiles)):
            tall = 2.0 if any(each.tile.is_double for each in line) else 1.0
            middle, x = top + tall / 2, start
            if name and not number:
                found.append(Letter(name, left + LABEL / 2 - 0.2, middle, LABEL - 0.4))
            for each in line:
                wide = _wide(each)
                first, second = each.face
                is_double = each.tile.is_double
                found += tile_shapes(first, second, x + wide / 2, middle, upright=is_double, stood=each.stood)
                x += wide
            if end is not None and line[-1] is tiles[-1]:
                found.append(OpenEnd(x + 0.1 + _END / 2, middle, _END, end))
                x += 0.1 + _END
            top, right = top + tall + GAP, max(right, x)
    return found, right, top - GAP


def _wide(laid: Laid) -> float:
    return 1.0 if laid.tile.is_double else 2.0


def _lines(tiles: tuple[Laid, ...]) -> list[list[Laid]]:
    """The tiles of a row, wrapped at WIDEST."""
    lines: list[list[Laid]] = [[]]
    for each in tiles:
        if lines[-1] and sum(map(_wide, lines[-1])) + _wide(each) > WIDEST:
            lines.append([])
        lines[-1].append(each)
    return lines
