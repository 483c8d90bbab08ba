"""Tiles and layouts as plain shapes, for what draws by itself: a picture file, a page of paper, an SVG that stands alone.

Lengths are units: a half of a tile is 1 by 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.drawing.lying import Lying
from referee.drawing.placing import Arrangement
from referee.drawing.svg import has_pin, pip_radius, pips
from referee.engine.layout import Layout
from referee.engine.tiles import Tile

INSET = 0.03  # between two tiles that touch
CORNER = 0.15
MARGIN = 0.15


class Body(NamedTuple):
    """The body of a tile; `dashed` is only a line inside it, which marks a tile that broke a rule and stood."""

    x: float
    y: float
    width: float
    height: float
    dashed: bool = False


class Stroke(NamedTuple):
    """A line: across the middle of a tile, or the thread to one that had to be laid apart."""

    x1: float
    y1: float
    x2: float
    y2: float


class Dot(NamedTuple):
    """A pip; `hollow` is the pin in the middle of a double that opens four ways."""

    x: float
    y: float
    radius: float
    hollow: bool = False


Shape = Body | Stroke | Dot


class Box(NamedTuple):
    """What a drawing fills."""

    x: float
    y: float
    width: float
    height: float


def tile_shapes(
    first: int, second: int, x: float = 0.0, y: float = 0.0, *, upright: bool = False
) -> Iterator[Shape]:
    """A tile whose middle is at `x`, `y`: `first` is its left half, its upper one where it stands."""
    width, height = (1.0, 2.0) if upright else (2.0, 1.0)
    yield Body(x - width / 2 + INSET, y - height / 2 + INSET, width - 2 * INSET, height - 2 * INSET)
    yield Stroke(x - 0.34, y, x + 0.34, y) if upright else Stroke(x, y - 0.34, x, y + 0.34)
    dx, dy = (0.0, 0.5) if upright else (0.5, 0.0)
    for number, side in ((first, -1), (second, 1)):
        for across, down in pips(number):
            left, top = (across, down) if upright else (-down, across)
            yield Dot(x + side * dx + left, y + side * dy + top, pip_radius(number))


def layout_shapes(arrangement: Arrangement, layout: Layout) -> Iterator[Shape]:
    """Everything that lies on the table."""
    for lying in arrangement.lying:
        yield from _lying_shapes(lying, layout)


def _lying_shapes(lying: Lying, layout: Layout) -> Iterator[Shape]:
    if lying.thread is not None:
        yield Stroke(*lying.thread)
    (first, _, _), (second, _, _) = lying.halves
    yield from tile_shapes(first, second, lying.x, lying.y, upright=lying.upright)
    if has_pin(lying, layout):
        yield Dot(lying.x, lying.y, 0.1, hollow=True)
    if lying.laid.stood:
        left, top, width, height = lying.box
        yield Body(left + 0.1, top + 0.1, width - 0.2, height - 0.2, dashed=True)


def row_shapes(tiles: Iterable[Tile], gap: float = 0.15) -> Iterator[Shape]:
    """Tiles side by side, the first with its left upper corner at 0, 0."""
    for place, each in enumerate(tiles):
        yield from tile_shapes(each.high, each.low, 1 + place * (2 + gap), 0.5)


def box_of(arrangement: Arrangement) -> Box:
    """The smallest box around what lies, with a margin."""
    boxes = [each.box for each in arrangement.lying]
    left = min((box[0] for box in boxes), default=0.0) - MARGIN
    top = min((box[1] for box in boxes), default=0.0) - MARGIN
    right = max((box[0] + box[2] for box in boxes), default=0.0) + MARGIN
    bottom = max((box[1] + box[3] for box in boxes), default=0.0) + MARGIN
    return Box(left, top, right - left, bottom - top)
