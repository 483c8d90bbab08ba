"""The layout as a picture: SVG that needs nothing else, and PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable
from html import escape

from PIL import Image, ImageDraw

from referee.drawing import arrange
from referee.drawing.shapes import CORNER, Body, Box, Dot, Shape, Stroke, box_of, layout_shapes
from referee.engine.layout import Layout

_LINE = 0.045
_SMOOTH = 4  # drawn so many times larger, then made smaller


def layout_svg(layout: Layout, title: str) -> str:
    """A file of its own, black on white; every pip is a circle of its own, so that any program shows it."""
    arrangement = arrange(layout)
    box = box_of(arrangement)
    inner = "".join(_svg(each) for each in layout_shapes(arrangement, layout))
    frame = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" height="{_n(box.height)}"'
    view = f"{_n(box.x)} {_n(box.y)} {_n(box.width)} {_n(box.height)}"
    size = f'width="{_n(box.width * 40)}" height="{_n(box.height * 40)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size}><title>{escape(title)}</title>'
        f'<rect {frame} fill="#fff"/>'
        f'<g fill="#000" stroke="none">{inner}</g></svg>\n'
    )


def _svg(shape: Shape) -> str:
    match shape:
        case Body(x, y, width, height, dashed):
            dashes = ' stroke-dasharray=".12 .1"' if dashed else ""
            fill = "none" if dashed else "#fff"
            return (
                f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(CORNER)}" '
                f'fill="{fill}" stroke="#000" stroke-width="{_n(_LINE)}"{dashes}/>'
            )
        case Stroke(x1, y1, x2, y2):
            return (
                f'<path d="M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}" stroke="#000" stroke-width="{_n(_LINE)}"/>'
            )
        case Dot(x, y, radius, hollow):
            pin = f' fill="#fff" stroke="#000" stroke-width="{_n(_LINE)}"' if hollow else ""
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{pin}/>'


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def layout_png(layout: Layout, unit: int = 48) -> bytes:
    """A PNG, black on white, a half of a tile being `unit` pixels wide."""
    arrangement = arrange(layout)
    box = box_of(arrangement)
    width, height = round(box.width * unit), round(box.height * unit)
    canvas = Image.new("L", (width * _SMOOTH, height * _SMOOTH), 255)
    _paint(ImageDraw.Draw(canvas), layout_shapes(arrangement, layout), box, unit * _SMOOTH)
    written = io.BytesIO()
    canvas.resize((width, height), Image.Resampling.LANCZOS).save(written, "PNG", optimize=True)
    return written.getvalue()


def _paint(canvas: ImageDraw.ImageDraw, shapes: Iterable[Shape], box: Box, unit: int) -> None:
    line = max(1, round(_LINE * unit))

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - box.x) * unit, (y - box.y) * unit

    for shape in shapes:
        match shape:
            case Body(x, y, width, height, dashed):
                where = (*at(x, y), *at(x + width, y + height))
                fill = None if dashed else 255
                canvas.rounded_rectangle(where, CORNER * unit, fill, 0, line // 2 if dashed else line)
            case Stroke(x1, y1, x2, y2):
                canvas.line((*at(x1, y1), *at(x2, y2)), 0, line)
            case Dot(x, y, radius, hollow):
                where = (*at(x - radius, y - radius), *at(x + radius, y + radius))
                canvas.ellipse(where, 255 if hollow else 0, 0, line if hollow else 0)
