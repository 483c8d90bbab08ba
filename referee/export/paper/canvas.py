"""A page of paper: text that always fits, tiles as vectors, lines. Lengths are millimetres from the left upper corner."""

import importlib.util
from datetime import UTC, datetime
from pathlib import Path

from fontTools.ttLib import TTFont
from fpdf import FPDF

from referee.drawing.shapes import CORNER, Body, Dot, Letter, OpenEnd, Stroke, VectorDrawing
from referee.engine.messages import _p
from referee.export.paper import fonts
from referee.export.paper.sheet import PLAIN, POINT, DrawnSheet, Look, Points

FAMILY = "letters"
GREY = 90
_INK = 0.06  # how thick the outline of a tile is, in halves of a tile
_MEASURED = 10.0  # points
# Parts of a font that are never put into a document; reading them would take longer than everything else.
_NOT_KEPT = {"GDEF", "GPOS", "GSUB"}
_MADE = datetime(2000, 1, 1, tzinfo=UTC)  # the same round gives the same bytes, whenever it is printed


class PaperSheet(FPDF, DrawnSheet):
    """A document. Before its first page nothing is drawn; the drawing functions still return where they would end."""

    is_directed = importlib.util.find_spec("uharfbuzz") is not None

    def __init__(self, size: tuple[float, float], title: str) -> None:
        DrawnSheet.__init__(self)
        FPDF.__init__(self, unit="mm", format=size)
        self.set_auto_page_break(auto=False)
        self.set_margin(0)
        self.c_margin = 0
        self.set_title(title)
        self.set_creator("referee")
        self.set_producer("referee")
        self.set_lang(_p("the code of this language", "en"))
        self.set_creation_date(_MADE)
        for style in ("", "B"):
            self.add_font(FAMILY, style, fonts.packaged(style))
        self._widths: dict[tuple[str, bool], float] = {}

    def takes(self, font: Path) -> bool:
        """Add the font to those of the document."""
        names = [f"other{number}" for number in range(len(self.other_fonts) + 1)]
        self.add_font(names[-1], "", font)
        self.set_fallback_fonts(names, exact_match=False)
        return True

    def finish(self) -> bytes:
        """The document as a file."""
        for font in self._files():
            for table in _NOT_KEPT.intersection(font.keys()):
                del font[table]
        data = bytes(self.output())
        self.discard()
        return data

    def discard(self) -> None:
        """Close the font files; nothing can be drawn any more."""
        for font in self._files():
            font.close()

    def _files(self) -> list[TTFont]:
        return [font.ttfont for font in self.fonts.values() if hasattr(font, "ttfont")]

    def put_text(self, x: float, y: float, width: float, text: str, size: float, look: Look) -> None:
        """One line of text that fits; what the winner has is black as well."""
        if not self.page:
            return
        self._set(text, size, bold=look.bold)
        self.set_text_color(GREY if look.grey else 0)
        self.set_xy(x, y)
        self.cell(width, size * POINT * 1.2, text, align=look.align)

    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is."""
        key = text, bold
        if key not in self._widths:
            readable = self.readable(text)
            self._set(readable, _MEASURED, bold=bold)
            self._widths[key] = float(self.get_string_width(readable)) / _MEASURED if readable else 0.0
        return self._widths[key] * size

    def _set(self, text: str, size: float, *, bold: bool) -> None:
        self.set_font(FAMILY, "B" if bold else "", size)
        if self.is_directed:
            self.set_text_shaping(fonts.needs_shaping(text), direction="ltr")

    def line_through(self, points: Points, thick: float, look: Look = PLAIN) -> None:
        """A line through points, with round ends; what the winner has is black as well."""
        if not self.page:
            return
        self.set_draw_color(170 if look.grey else 0)
        self.set_line_width(thick)
        with self.local_context(stroke_cap_style="ROUND", stroke_join_style="ROUND"):
            if look.dash:
                self.set_dash_pattern(*look.dash)
            self.polyline(list(points))

    def dot_at(self, x: float, y: float, radius: float, *, won: bool = False) -> None:  # noqa: ARG002
        """A dot with its middle there."""
        if radius and self.page:
            self.set_fill_color(0)
            self.circle(x, y, radius, style="F")

    def draw(self, drawing: VectorDrawing, x: float, y: float, unit: float) -> None:
        """A drawing, whose box has its left upper corner there."""
        if not self.page:
            return
        left, top = x - drawing.box.x * unit, y - drawing.box.y * unit
        for shape in drawing.shapes:
            self.set_draw_color(0)
            self.set_fill_color(255)
            match shape:
                case Body():
                    self._body(shape, left, top, unit)
                case OpenEnd(ex, ey, side, number):
                    box = Body(ex - side / 2, ey - side / 2, side, side, dashed=True)
                    self._body(box, left, top, unit)
                    where = left + ex * unit, top + ey * unit
                    self.letter_at(*where, side * unit, str(number), unit, bold=False)
                case Letter(text, ex, ey, wide):
                    self.letter_at(left + ex * unit, top + ey * unit, wide * unit, text, unit)
                case Stroke(x1, y1, x2, y2):
                    self.set_line_width(_INK * unit * 0.6)
                    self.line(left + x1 * unit, top + y1 * unit, left + x2 * unit, top + y2 * unit)
                case Dot(cx, cy, radius, hollow):
                    self.set_fill_color(255 if hollow else 0)
                    self.set_line_width(_INK * unit * 0.6)
                    self.circle(
                        left + cx * unit, top + cy * unit, radius * unit, style="DF" if hollow else "F"
                    )

    def _body(self, body: Body, left: float, top: float, unit: float) -> None:
        self.set_line_width(_INK * unit * (0.5 if body.dashed else 2.2 if body.last else 1))
        if body.dashed:
            self.set_dash_pattern(dash=0.12 * unit, gap=0.1 * unit)
        self.rect(
            left + body.x * unit, top + body.y * unit, body.width * unit, body.height * unit,
            style="D", round_corners=True, corner_radius=CORNER * unit,
        )  # fmt: skip
        self.set_dash_pattern()
