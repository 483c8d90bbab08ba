"""The program's icon as a PNG, for phones that put it on their first screen: a tile on petrol, drawn by its measures."""

from __future__ import annotations

import math
import struct
import zlib
from functools import lru_cache
from typing import NamedTuple

FINE = 4  # lines that a row of pixels is divided into
_GRID = 64.0  # the side of the square in which the shapes are measured, as in static/icon.svg

Colour = tuple[int, int, int]


class _Shape(NamedTuple):
    """A rectangle with round corners; with half its side as the radius, a circle."""

    left: float
    top: float
    width: float
    height: float
    radius: float
    colour: Colour

    def at(self, y: float) -> tuple[float, float] | None:
        """From where to where it reaches on a line; None where the line misses it."""
        if not self.top <= y <= self.top + self.height:
            return None
        from_edge = min(y - self.top, self.top + self.height - y)
        cut = self.radius - from_edge
        inset = self.radius - math.sqrt(self.radius**2 - cut**2) if cut > 0 else 0.0
        return self.left + inset, self.left + self.width - inset


_PETROL, _IVORY, _SIDE, _BAR, _PIP = (
    (10, 82, 111), (255, 251, 240), (201, 191, 168), (185, 174, 152), (28, 26, 23),
)  # fmt: skip
_PIPS = ((25, 13), (39, 13), (32, 18.5), (25, 24), (39, 24), (32, 43.5))
_TILE = (
    _Shape(18, 8, 28, 50, 5, _SIDE),
    _Shape(18, 6, 28, 50, 5, _IVORY),
    _Shape(23, 30, 18, 2, 0, _BAR),
    *(_Shape(x - 3, y - 3, 6, 6, 3, _PIP) for x, y in _PIPS),
)


@lru_cache(maxsize=8)
def icon(size: int, *, maskable: bool = False) -> bytes:
    """The icon, `size` pixels square; a maskable one fills its square, so that a phone may cut its own shape from it."""
    shapes = [_Shape(0, 0, _GRID, _GRID, 0.0 if maskable else 14.0, _PETROL)]
    shapes += [_smaller(each) for each in _TILE] if maskable else _TILE
    rows = [_row(shapes, size, number) for number in range(size)]
    return _png(size, b"".join(b"\0" + row for row in rows))


def _smaller(shape: _Shape) -> _Shape:
    part, edge = 0.75, _GRID * 0.125
    left, top, width, height, radius, colour = shape
    return _Shape(edge + left * part, edge + top * part, width * part, height * part, radius * part, colour)


def _row(shapes: list[_Shape], size: int, number: int) -> bytes:
    """One row of pixels, four bytes each; what a shape covers in part is mixed with what lies under it."""
    scale = size / _GRID
    row = bytearray(4 * size)
    for shape in shapes:
        lines = [shape.at((number + (each + 0.5) / FINE) / scale) for each in range(FINE)]
        spans = [(one * scale, other * scale) for one, other in filter(None, lines)]
        if not spans:
            continue
        first, last = int(min(one for one, _ in spans)), math.ceil(max(other for _, other in spans))
        for pixel in range(first, min(last, size)):
            covered = sum(max(0.0, min(other, pixel + 1) - max(one, pixel)) for one, other in spans) / FINE
            _mix(row, 4 * pixel, shape.colour, covered)
    return bytes(row)


def _mix(row: bytearray, place: int, colour: Colour, covered: float) -> None:
    before = row[place + 3] / 255
    after = covered + before * (1 - covered)
    if after <= 0:
        return
    for part in range(3):
        mixed = colour[part] * covered + row[place + part] * before * (1 - covered)
        row[place + part] = round(mixed / after)
    row[place + 3] = round(255 * after)


def _png(size: int, rows: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, *zip(*parts, strict=True)))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
