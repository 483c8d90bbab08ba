"""What the parts of a sheet are drawn with, on paper or in a picture. Lengths are millimetres from the upper left."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.drawing.shapes import VectorDrawing, tile_drawing
from referee.engine.spelling import as_read, with_minus
from referee.engine.tiles import Tile
from referee.export.paper import fonts

POINT = 25.4 / 72  # millimetres
Points = Sequence[tuple[float, float]]
_SMALLEST = 0.8  # a text that is too wide is set smaller down to this, then cut


class Look(NamedTuple):
    """How text or a line looks. `won` is what belongs to the winner: in colour if the sheet has colours. `dash` is how
    much of a line is drawn and how much left out, in turn (nothing: all is drawn)."""

    bold: bool = False
    grey: bool = False
    won: bool = False
    align: str = "L"
    dash: tuple[float, ...] = ()


PLAIN = Look()


class DrawnSheet(ABC):
    """A sheet on which text always fits.

    `is_directed` if lines can be set from left to right whatever names are in them. `other_fonts` have letters that
    FiraGO lacks; `unknown` replaces those that no font here has.
    """

    is_directed: bool

    def __init__(self) -> None:
        self.other_fonts: list[Path] = []
        self.unknown: dict[int, str] = {}
        self._met: set[str] = set()

    def readable(self, text: str) -> str:
        """The text in one line; a letter that no font here has becomes a sign that is seen."""
        if fresh := set(text) - self._met:
            self._met |= fresh
            for font in fonts.others_for(fresh):
                if font not in self.other_fonts and self.takes(font):
                    self.other_fonts.append(font)
            self.unknown |= fonts.unknown_in(fresh, self.other_fonts)
        text = " ".join(text.translate(self.unknown).split())
        return as_read(text) if self.is_directed else with_minus(text)

    @abstractmethod
    def takes(self, font: Path) -> bool:
        """Make ready to write with that font after `other_fonts`; False if that is not possible."""

    @abstractmethod
    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is."""

    @abstractmethod
    def put_text(self, x: float, y: float, width: float, text: str, size: float, look: Look) -> None:
        """One line of readable text that fits; its upper edge is at `y`."""

    @abstractmethod
    def line_through(self, points: Points, thick: float, look: Look = PLAIN) -> None:
        """A line through points, with round ends."""

    @abstractmethod
    def dot_at(self, x: float, y: float, radius: float, *, won: bool = False) -> None:
        """A dot with its middle there."""

    @abstractmethod
    def draw(self, drawing: VectorDrawing, x: float, y: float, unit: float) -> None:
        """A drawing, whose box has its left upper corner there; `unit` is half of a tile."""

    def rule(self, x: float, y: float, width: float, thick: float = 0.2, *, grey: bool = False) -> None:
        """A line from left to right."""
        self.line_through(((x, y), (x + width, y)), thick, Look(grey=grey))

    def write_at(
        self, x: float, y: float, width: float, text: str, size: float, *,
        bold: bool = False, grey: bool = False, won: bool = False, align: str = "L",
    ) -> None:  # fmt: skip
        """One line of text whose upper edge is at `y`; if it is too wide it is set smaller, then cut."""
        text = self.readable(text)
        wide = self.width_of(text, size, bold=bold)
        if wide > width:
            size *= max(_SMALLEST, width / wide * 0.995)
            while len(text) > 1 and self.width_of(text, size, bold=bold) > width:
                text = text[:-2].rstrip() + "…"
        if text:
            self.put_text(x, y, width, text, size, Look(bold, grey, won, align))

    def letter_at(
        self, x: float, y: float, width: float, text: str, unit: float, *, bold: bool = True, won: bool = False,
    ) -> None:  # fmt: skip
        """A letter or number of a drawing with its middle there; `unit` is half of a tile."""
        size = unit * 0.6 / POINT
        self.write_at(x - width / 2, y - unit * 0.36, width, text, size, bold=bold, won=won, align="C")

    def wrapped(self, text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
        """A text in lines that fit; a word that is too long for a line has one of its own."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width_of(longer, size, bold=bold) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def paragraph(
        self, x: float, y: float, width: float, text: str, size: float, *, bold: bool = False, grey: bool = False,
    ) -> float:  # fmt: skip
        """A text in as many lines as it takes; returns the lower edge."""
        for line in self.wrapped(text, width, size, bold=bold):
            self.write_at(x, y, width, line, size, bold=bold, grey=grey)
            y += size * POINT * 1.25
        return y

    # Tiles

    def tile(self, x: float, y: float, height: float, each: Tile, *, last: bool = False) -> float:
        """A tile lying with its left upper corner there, outlined if it is the `last`; returns how wide it is."""
        self.draw(tile_drawing(each, last=last), x, y, height)
        return 2 * height

    def tiles(self, x: float, y: float, height: float, row: Iterable[Tile]) -> float:
        """Tiles side by side; returns how wide they are together."""
        start = x
        for each in row:
            x += self.tile(x, y, height, each) + 0.25 * height
        return x - start

    def fitted(
        self, x: float, y: float, width: float, height: float, drawing: VectorDrawing, largest: float
    ) -> float:
        """A drawing as large as fits, half of a tile at most `largest`; returns how high it is."""
        unit = unit_of(width, height, drawing, largest)
        self.draw(drawing, x + (width - unit * drawing.box.width) / 2, y, unit)
        return unit * drawing.box.height


def unit_of(width: float, height: float, drawing: VectorDrawing, largest: float) -> float:
    """How large half of a tile is if the drawing fills that room."""
    return min(width / drawing.box.width, height / drawing.box.height, largest)
