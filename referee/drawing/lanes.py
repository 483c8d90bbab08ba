"""Rows of tiles as plain shapes: trains, and what starts from each double of chickenfoot. Lengths are units."""

from __future__ import annotations

from collections.abc import Iterable

from referee.drawing.shapes import MARGIN, Box, Drawing, End, Letter, Shape, tile_shapes
from referee.engine.tiles import Face

LABEL = 4.0  # how wide the names are, in units
WIDEST = 22.0  # a longer row goes on below
GAP = 0.3  # between two rows
_END = 0.9

Row = tuple[str, tuple[Face, ...], int | None]


def lanes_drawing(rows: Iterable[Row]) -> Drawing:
    """Each row with its name at the left, doubles across, and a dashed square at its end if anybody may lay there."""
    found: list[Shape] = []
    top, right = 0.0, LABEL
    for name, faces, end in rows:
        for number, line in enumerate(_lines(faces)):
            tall = 2.0 if any(each.tile.is_double for each in line) else 1.0
            middle, x = top + tall / 2, LABEL
            if name and not number:
                found.append(Letter(name, LABEL / 2 - 0.2, middle, LABEL - 0.4))
            for each in line:
                wide = _wide(each)
                found += tile_shapes(
                    each.first, each.second, x + wide / 2, middle, upright=each.tile.is_double
                )
                x += wide
            if end is not None and line[-1] is faces[-1]:
                found.append(End(x + 0.1 + _END / 2, middle, _END, end))
                x += 0.1 + _END
            top, right = top + tall + GAP, max(right, x)
    return Drawing(tuple(found), Box(-MARGIN, -MARGIN, right + 2 * MARGIN, top - GAP + 2 * MARGIN))


def _wide(face: Face) -> float:
    return 1.0 if face.tile.is_double else 2.0


def _lines(faces: tuple[Face, ...]) -> list[list[Face]]:
    """The tiles of a row, broken where it would be too wide."""
    lines: list[list[Face]] = [[]]
    for each in faces:
        if lines[-1] and sum(map(_wide, lines[-1])) + _wide(each) > WIDEST:
            lines.append([])
        lines[-1].append(each)
    return lines
