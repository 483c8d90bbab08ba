"""The drawing of the table: where each tile lies, and the text that draws it."""

from __future__ import annotations

from referee.drawing.heap import heap_svg
from referee.drawing.open_ends import OpenPlace, open_places
from referee.drawing.placing import Arrangement, arrange
from referee.drawing.svg import face_svg, half_svg, layout_svg, pair_svg, pips, symbols, tile_svg, train_svg

__all__ = [
    "Arrangement",
    "OpenPlace",
    "arrange",
    "face_svg",
    "half_svg",
    "heap_svg",
    "layout_svg",
    "open_places",
    "pair_svg",
    "pips",
    "symbols",
    "tile_svg",
    "train_svg",
]
