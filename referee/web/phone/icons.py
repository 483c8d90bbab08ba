"""The program's icon as a PNG, for phones that put it on their first screen: a tile on petrol, as in static/icon.svg."""

from __future__ import annotations

import io
from functools import lru_cache

_GRID = 64  # the side of the square in which the shapes are measured, as in static/icon.svg
_SMOOTH = 4  # drawn so many times larger, then made smaller
_COLOURS = 20
_PETROL, _IVORY, _SIDE, _BAR, _PIP = "#0a526f", "#fffbf0", "#c9bfa8", "#b9ae98", "#1c1a17"
_PIPS = ((25, 13), (39, 13), (32, 18.5), (25, 24), (39, 24), (32, 43.5))
# Rectangles: left, top, width, height, radius of the corners (half the side makes a circle), colour.
_TILE = (
    (18, 8, 28, 50, 5, _SIDE),
    (18, 6, 28, 50, 5, _IVORY),
    (23, 30, 18, 2, 0, _BAR),
    *((x - 3, y - 3, 6, 6, 3, _PIP) for x, y in _PIPS),
)


@lru_cache(maxsize=8)
def icon(size: int, *, maskable: bool = False) -> bytes:
    """The icon, `size` pixels square; a maskable one fills its square, so that a phone may cut its own shape from it."""
    from PIL import Image, ImageColor, ImageDraw  # takes longer to load than all pages; only new phones ask

    fine = size * _SMOOTH
    picture = Image.new("RGBA", (fine, fine), (*ImageColor.getrgb(_PETROL), 255 if maskable else 0))
    pen = ImageDraw.Draw(picture)
    if not maskable:
        pen.rounded_rectangle((0, 0, fine - 1, fine - 1), fine * 14 / _GRID, _PETROL)
    part = 0.75 if maskable else 1.0
    scale, edge = part * fine / _GRID, (1 - part) / 2 * fine
    for left, top, width, height, radius, colour in _TILE:
        corners = (left, top, left + width, top + height)
        x1, y1, x2, y2 = (edge + each * scale for each in corners)
        pen.rounded_rectangle((x1, y1, x2 - 1, y2 - 1), radius * scale, colour)
    file = io.BytesIO()
    # In so few colours it has a third of the bytes, and nobody sees a difference.
    picture.reduce(_SMOOTH).quantize(_COLOURS, Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()
