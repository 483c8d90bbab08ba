"""The ends that count, lit on the drawing: a ring around each counted half, a disc with what it adds."""

from __future__ import annotations

from referee.drawing.lying import Lying
from referee.drawing.placing import Arrangement, OpenPlace, open_places
from referee.engine.layout import Layout

_ROOM = 0.04  # units that a ring keeps from what it rings


def counted_svg(arrangement: Arrangement, layout: Layout) -> str:
    """The rings and discs of the ends that are added up, for the drawing of the same arrangement; "" for none."""
    lying = {each.tile: each for each in arrangement.lying}
    found: list[str] = []
    told = set()
    for place in open_places(arrangement, layout):
        tile = place.place.tile
        if not place.tinted or (tile.is_double and tile in told):
            continue
        told.add(tile)
        adds = tile.pips if tile.is_double else place.number
        found.append(_ring(lying[tile], place) + _disc(place, adds))
    return f'<g class="counted-ends">{"".join(found)}</g>' if found else ""


def _ring(lying: Lying, place: OpenPlace) -> str:
    left, top, width, height = lying.box
    if not lying.tile.is_double:
        _half, x, y = min(lying.halves, key=lambda each: (each[1] - place.x) ** 2 + (each[2] - place.y) ** 2)
        left, top, width, height = x - 0.5, y - 0.5, 1.0, 1.0
    size = f'width="{width - 2 * _ROOM:g}" height="{height - 2 * _ROOM:g}"'
    return f'<rect x="{left + _ROOM:g}" y="{top + _ROOM:g}" {size} rx=".15"/>'


def _disc(place: OpenPlace, adds: int) -> str:
    x, y = f"{place.x:g}", f"{place.y:g}"
    return f'<circle cx="{x}" cy="{y}" r=".46"/><text x="{x}" y="{place.y + 0.21:g}">{adds}</text>'
