"""A layout, or the end of a round or a match, as a picture to send: a standalone SVG, or a PNG."""

from html import escape

from referee.drawing.shapes import CORNER, Body, Dot, Letter, OpenEnd, Shape, Stroke, VectorDrawing
from referee.engine.messages import _, capital
from referee.export.about import About, lying_of
from referee.export.paper.blocks import draw_hands, draw_plot, draw_rules, draw_sums, draw_totals, draw_tricks
from referee.export.picture_sheet import PRINTED, PictureSheet
from referee.reports.matches import MatchSummary
from referee.reports.rounds import RoundSummary
from referee.reports.totals import Totals

_LINE = 0.045
_DASHED = f'fill="none" stroke="#000" stroke-width="{_LINE}" stroke-dasharray=".12 .1"'


def layout_svg(drawing: VectorDrawing, title: str) -> str:
    """A standalone SVG, black on white. Every pip is a separate circle, so that any program can show it."""
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
        case OpenEnd(x, y, side, number):
            words = _words(number, x, y)
            return f'{_rect(x - side / 2, y - side / 2, side, side)} rx="{_n(CORNER)}" {_DASHED}/>{words}'
        case Letter(text, x, y, wide):
            fits = len(text) * _LETTER <= wide
            return _words(escape(text), x, y, "" if fits else f' textLength="{_n(wide)}" {_SQUEEZED}')


def _words(text: object, x: float, y: float, squeezed: str = "") -> str:
    return f'<text x="{_n(x)}" y="{_n(y + 0.21)}" {_LETTERS}{squeezed}>{text}</text>'


_LETTER = 0.4  # the estimated width of a letter, in units
_SQUEEZED = 'lengthAdjust="spacingAndGlyphs"'
_LETTERS = 'font-family="sans-serif" font-size=".6" text-anchor="middle"'


def _rect(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def layout_png(drawing: VectorDrawing) -> bytes:
    """A PNG, black on white, in which half a tile is 48 pixels wide."""
    sheet = PictureSheet((drawing.box.width, drawing.box.height), 48, PRINTED)
    sheet.draw(drawing, 0, 0, 1.0)
    return sheet.finish()


_WIDTH = 76.0
_MARGIN = 5.0
_INNER = _WIDTH - 2 * _MARGIN
_LAYOUT = 35.0  # the height of the background for a layout
_LANES = 90.0  # its greatest height for rows of tiles
_SCALE = 15  # pixels per millimetre


def result_png(summary: RoundSummary, tally: Totals, match: MatchSummary | None, about: About) -> bytes:
    """The settlement of a round as a PNG, 1140 pixels wide; with the plot of `match` if that is over."""
    height = _draw(PictureSheet((_WIDTH, 1.0), _SCALE), summary, tally, match, about)
    sheet = PictureSheet((_WIDTH, height + _MARGIN), _SCALE)
    _draw(sheet, summary, tally, match, about)
    return sheet.finish()


def _draw(
    sheet: PictureSheet, summary: RoundSummary, tally: Totals, match: MatchSummary | None, about: About
) -> float:
    """Draw the picture; returns its height."""
    where = " · ".join(
        each for each in (_("The match is over") if match else capital(summary.name), about.day) if each
    )
    sheet.write_at(_MARGIN, _MARGIN, _INNER, summary.game, 9, bold=True)
    sheet.write_at(_MARGIN, _MARGIN, _INNER, where, 7.5, grey=True, align="R")
    y = sheet.paragraph(_MARGIN, _MARGIN + 6, _INNER, summary.title, 15, bold=True)
    y = sheet.paragraph(_MARGIN, y + 0.4, _INNER, summary.made or summary.how, 9, grey=True) + 2.5
    if match is not None and match.has_plot:
        y = draw_plot(sheet, _MARGIN, y, _INNER, 38.0, match, 7.5) + 1.5
    y = _draw_layout(sheet, y, summary)
    y = draw_tricks(sheet, _MARGIN, y, _INNER, summary.players, summary.tricks)
    y = draw_hands(sheet, _MARGIN, y, _INNER, summary.hands)
    y = draw_sums(sheet, _MARGIN, y, _INNER, summary.steps) + 1.4
    y = draw_rules(sheet, _MARGIN, y, _INNER, summary.rules) + 1.5
    return draw_totals(sheet, _MARGIN, y, _INNER, tally) if summary.totals is not None else y


def _draw_layout(sheet: PictureSheet, y: float, summary: RoundSummary) -> float:
    """Draw the layout on its background, with the last tile marked; returns the y below it, including a gap."""
    drawing = lying_of(summary, last=True)
    if drawing is None:
        return y
    unit = min((_INNER - 3) / drawing.box.width, 4.5)
    tall = min(unit * drawing.box.height + 3, _LANES) if summary.lanes else _LAYOUT
    sheet.panel(_MARGIN, y, _INNER, tall)
    unit = min(unit, (tall - 3) / drawing.box.height)
    left = _MARGIN + (_INNER - unit * drawing.box.width) / 2
    sheet.draw(drawing, left, y + (tall - unit * drawing.box.height) / 2, unit)
    return y + tall + 3
