"""The open ends of an arrangement as they are drawn: where each is, its number, and whether it counts."""

from __future__ import annotations

from typing import NamedTuple

from referee.drawing.lying import Kind
from referee.drawing.placing import Arrangement
from referee.engine.layout import Layout, Open, Place

PLACE = 0.84  # the side of the square at an open end, in units


class OpenPlace(NamedTuple):
    """Where a tile may go: the middle of the unit square there (units), its number, whether it is tinted, which way the
    arm runs there.

    `waits` if a cross is owed elsewhere, so that no tile may go there yet.
    """

    place: Place
    x: float
    y: float
    number: int
    tinted: bool
    waits: bool
    heading: int


def open_places(
    arrangement: Arrangement, layout: Layout, *, counts_ends: bool = True
) -> tuple[OpenPlace, ...]:
    """Each place of `layout` that is open, as often as it has an open end.

    Tinted is what counts in the sum of the ends, in games that do not count them (`counts_ends`) every place,
    and while a cross is owed just what it lacks. `arrangement` must be of that layout.
    """
    cross = layout.cross()
    states = {(each.tile, each.half): each for each in layout.frontier}
    found = []
    for end in arrangement.ends:
        tile = arrangement.lying[end.owner].tile
        crosswise = end.kind is Kind.CROSS
        state = states.get((tile, end.half))
        if state is None or not _is_open(layout, state, crosswise):
            continue
        waits = cross is not None and tile is not cross.tile
        counts = layout.counted(state) and (not crosswise or state.links >= 2)
        tinted = not waits if cross is not None else counts or not counts_ends
        where = end.face.column / 2, end.face.row / 2
        found.append(OpenPlace(Place(tile, end.half), *where, end.half, tinted, waits, end.face.heading))
    return tuple(found)


def _is_open(layout: Layout, state: Open, crosswise: bool) -> bool:
    if not state.tile.is_double:
        return True
    capacity = layout.capacity(state.tile, state.links)
    return state.links < capacity and (not crosswise or capacity == 4)
