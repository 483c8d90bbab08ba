"""The layout as a picture: SVG that needs nothing else, and PNG."""

from __future__ import annotations

from html import escape

from referee.drawing.shapes import CORNER, Body, Dot, Drawing, End, Letter, Shape, Stroke
from referee.export.picture_sheet import PRINTED, PictureSheet

_LINE = 0.045
_DASHED = f'fill="none" stroke="#000" stroke-width="{_LINE}" stroke-dasharray=".12 .1"'


def layout_svg(drawing: Drawing, title: str) -> str:
    """A file of its own, black on white; every pip is a circle of its own, so that any program shows it."""
    box = drawing.box
    inner = "".join(_svg(each) for each in drawing.shapes)
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
            look = _DASHED if dashed else f'fill="#fff" stroke="#000" stroke-width="{_LINE}"'
            return f'{_rect(x, y, width, height)} rx="{_n(CORNER)}" {look}/>'
        case Stroke(x1, y1, x2, y2):
            return f'<path d="M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}" stroke="#000" stroke-width="{_LINE}"/>'
        case Dot(x, y, radius, hollow):
            pin = f' fill="#fff" stroke="#000" stroke-width="{_LINE}"' if hollow else ""
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{pin}/>'
        case End(x, y, side, number):
            words = _words(number, x, y)
            return f'{_rect(x - side / 2, y - side / 2, side, side)} rx="{_n(CORNER)}" {_DASHED}/>{words}'
        case Letter(text, x, y, wide):
            fits = len(text) * _LETTER <= wide
            return _words(escape(text), x, y, "" if fits else f' textLength="{_n(wide)}" {_SQUEEZED}')


def _words(text: object, x: float, y: float, squeezed: str = "") -> str:
    return f'<text x="{_n(x)}" y="{_n(y + 0.21)}" {_LETTERS}{squeezed}>{text}</text>'


_LETTER = 0.4  # how wide a letter may be, in units
_SQUEEZED = 'lengthAdjust="spacingAndGlyphs"'
_LETTERS = 'font-family="sans-serif" font-size=".6" text-anchor="middle"'


def _rect(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def layout_png(drawing: Drawing, unit: int = 48) -> bytes:
    """A PNG, black on white, a half of a tile being `unit` pixels wide."""
    texts = (each.text for each in drawing.shapes if isinstance(each, Letter))
    sheet = PictureSheet((drawing.box.width, drawing.box.height), texts, unit, PRINTED)
    sheet.draw(drawing, 0, 0, 1.0)
    return sheet.finish()
