"""A sheet rendered as a PNG: the same parts as on paper, in the colours of the screen."""

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

from referee.drawing.shapes import CORNER, Body, Dot, Letter, OpenEnd, Stroke, VectorDrawing
from referee.export.paper import fonts
from referee.export.paper.sheet import PLAIN, POINT, DrawnSheet, Look, Points

_SMOOTH = 2  # the factor of supersampling
_MEASURED = 100  # pixels: the font size at which texts are measured
# The direction of a line, also if a name in it runs from right to left; Pillow without Raqm knows none.
_DIRECTION = "ltr" if features.check("raqm") else None
_COLOURS = 128  # in the file; more make no visible difference, but a file four times as large


class Colours(NamedTuple):
    """The colours of a picture."""

    paper: str
    ground: str
    ink: str
    grey: str
    line: str
    won: str
    face: str
    pip: str
    edge: str
    last: str


SCREEN = Colours(
    "#f4f7f8", "#dbe2e5", "#101e28", "#43535f", "#c3cdd3", "#0a526f", "#fffbf0", "#1c1a17", "#857b66", "#0a526f"
)  # fmt: skip
PRINTED = Colours("#fff", "#fff", "#000", "#000", "#aaa", "#000", "#fff", "#000", "#000", "#000")


class PictureSheet(DrawnSheet):
    """A picture of that size in millimetres; `scale` is in pixels per millimetre."""

    is_directed = _DIRECTION is not None

    def __init__(self, size: tuple[float, float], scale: int, colours: Colours = SCREEN) -> None:
        super().__init__()
        self.colours = colours
        self._scale = scale * _SMOOTH
        self._size = (round(size[0] * scale), round(size[1] * scale))
        large = (self._size[0] * _SMOOTH, self._size[1] * _SMOOTH)
        self._image = Image.new("RGB", large, colours.paper)
        self._canvas = ImageDraw.Draw(self._image)

    def finish(self) -> bytes:
        """The picture as the bytes of a PNG file."""
        written = io.BytesIO()
        small = self._image.reduce(_SMOOTH)
        if self.colours is PRINTED:
            small = small.convert("L")
        else:
            small = small.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        small.save(written, "PNG")
        return written.getvalue()

    def _px(self, *lengths: float) -> tuple[float, ...]:
        return tuple(each * self._scale for each in lengths)

    def panel(self, x: float, y: float, width: float, height: float) -> None:
        """The background for tiles."""
        where = self._px(x, y, x + width, y + height)
        self._canvas.rounded_rectangle(where, 3.3 * self._scale, self.colours.ground)

    # Letters

    def put_text(self, x: float, y: float, width: float, text: str, size: float, look: Look) -> None:
        """One line of text that fits."""
        x += {"L": 0.0, "C": 0.5, "R": 1.0}[look.align] * (width - self.width_of(text, size, bold=look.bold))
        colour = self._colour(look, self.colours.ink, self.colours.grey)
        height = size * POINT
        for path, part in self._parts(text, bold=look.bold):
            font = _font(path, round(height * self._scale))
            self._canvas.text(
                (x * self._scale, (y + height * 0.95) * self._scale),
                part,
                colour,
                font,
                "ls",
                direction=_DIRECTION,
            )
            x += _wide(path, part) * height

    def _colour(self, look: Look, usual: str, paler: str) -> str:
        return self.colours.won if look.won else paler if look.grey else usual

    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        """The width of a text."""
        return sum(_wide(*part) for part in self._parts(self.readable(text), bold=bold)) * size * POINT

    def takes(self, font: Path) -> bool:
        """Whether the font is scalable; some emoji fonts are not."""
        try:
            _font(font, _MEASURED)
        except OSError:
            return False
        return True

    def _parts(self, text: str, *, bold: bool) -> Iterator[tuple[Path, str]]:
        """The text in runs, each with a font that has its characters."""
        own = fonts.packaged("B" if bold else "")
        found: list[tuple[Path, str]] = []
        for letter in text:
            path = next((each for each in self.other_fonts if fonts.has_only(each, letter, own)), own)
            if found and (found[-1][0] == path or letter == " "):
                found[-1] = found[-1][0], found[-1][1] + letter
            else:
                found.append((path, letter))
        yield from found

    # Lines

    def line_through(self, points: Points, thick: float, look: Look = PLAIN) -> None:
        """A line through points, with round ends."""
        colour = self._colour(look, self.colours.grey, self.colours.line)
        wide = max(1, round(thick * self._scale))
        for piece in _dashed(points, look.dash):
            pixels = [self._px(*each) for each in piece]
            self._canvas.line([part for each in pixels for part in each], colour, wide, "curve")
            for across, down in pixels if look.dash or len(points) > 2 else ():
                half = wide / 2
                self._canvas.ellipse((across - half, down - half, across + half, down + half), colour)

    def dot_at(self, x: float, y: float, radius: float, *, won: bool = False) -> None:
        """A dot centred there."""
        where = self._px(x - radius, y - radius, x + radius, y + radius)
        self._canvas.ellipse(where, self.colours.won if won else self.colours.grey)

    # Tiles

    def draw(self, drawing: VectorDrawing, x: float, y: float, unit: float) -> None:
        """A drawing with the upper left corner of its box there."""
        left, top = x - drawing.box.x * unit, y - drawing.box.y * unit
        line = max(1, round(unit * self._scale * 0.045))
        colours = self.colours

        def at(*lengths: float) -> tuple[float, ...]:
            corners = (top if place % 2 else left for place in range(len(lengths)))
            return self._px(*(start + each * unit for start, each in zip(corners, lengths, strict=True)))

        for shape in drawing.shapes:
            match shape:
                case Body(bx, by, width, height, dashed, last):
                    where = at(bx, by, bx + width, by + height)
                    if last:
                        where = (where[0] - line, where[1] - line, where[2] + line, where[3] + line)
                    radius, fill = CORNER * unit * self._scale, None if dashed else colours.face
                    edge, wide = (
                        (colours.last, 3 * line) if last else (colours.edge, line // 2 if dashed else line)
                    )
                    self._canvas.rounded_rectangle(where, radius, fill, edge, max(1, wide))
                case Stroke(x1, y1, x2, y2):
                    self._canvas.line(at(x1, y1, x2, y2), colours.edge, line)
                case Dot(cx, cy, radius, hollow):
                    where = at(cx - radius, cy - radius, cx + radius, cy + radius)
                    fill = colours.face if hollow else colours.pip
                    self._canvas.ellipse(where, fill, colours.edge, line if hollow else 0)
                case OpenEnd(ex, ey, side, number):
                    corners = [(ex + a * side / 2, ey + b * side / 2) for a, b in _SQUARE]
                    points = [(left + cx * unit, top + cy * unit) for cx, cy in corners]
                    self.line_through(points, unit * 0.05, Look(won=True, dash=(unit * 0.15, unit * 0.12)))
                    where = left + ex * unit, top + ey * unit
                    self.letter_at(*where, side * unit, str(number), unit, won=True)
                case Letter(text, ex, ey, wide):
                    self.letter_at(left + ex * unit, top + ey * unit, wide * unit, text, unit)


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))


@lru_cache(maxsize=64)
def _font(path: Path, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, max(1, pixels))


def _wide(path: Path, text: str) -> float:
    """The width of a text in heights of its letters, with the space at its end."""
    return _font(path, _MEASURED).getlength(text, direction=_DIRECTION) / _MEASURED


def _dashed(points: Points, dash: Sequence[float]) -> Iterator[Points]:
    """The visible pieces of a dashed line."""
    if not dash:
        yield points
        return
    drawn, left_out = dash
    done = 0.0
    for start, end in pairwise(points):
        length = dist(start, end)
        while done < length:
            last = min(done + drawn, length)
            yield [
                (
                    start[0] + (end[0] - start[0]) * part / length,
                    start[1] + (end[1] - start[1]) * part / length,
                )
                for part in (done, last)
            ]
            done += drawn + left_out
        done -= length
