"""The open numbers as buttons under the thumb: a number first, then its tile."""

from __future__ import annotations

from collections import Counter

from referee.engine.games.line.legal_moves import fitting
from referee.engine.games.line.state import LineRound
from referee.engine.layout import Place
from referee.engine.messages import _n
from referee.engine.tiles import Tile
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import EndButton
from referee.web.parts.tile_picker import BOXED


def end_buttons(table: Table, current: LineRound, asked: Asked) -> tuple[EndButton, ...]:
    """A button for each open number, the highest first.

    None while a claim is open, because the numbers side by side are the sum; none if the picker is a pad of numbers.
    """
    match = table.match
    if match.claims_are_open or match.setup.tiles.high > BOXED or match.setup.variant.rows is not None:
        return ()
    if not current.layout.laid or current.turn is None:
        return ()
    numbers = Counter(place.half for place in current.layout.places_now())
    chosen = asked.at.rpartition("/")[2]
    return tuple(
        EndButton(
            number=number,
            times=times,
            label=_n("Open end {end}", "{n} open ends {end}", times, end=number),
            href=asked.href(table.link, at="" if chosen == str(number) else str(number)),
            chosen=chosen == str(number),
        )
        for number, times in sorted(numbers.items(), reverse=True)
    )


def places_at(table: Table, current: LineRound, number: int, tile: Tile) -> list[Place]:
    """The open places with this number where the tile fits."""
    places = [each for each in current.layout.places_now() if each.half == number]
    found = (way.place for way in fitting(table.match, places, tile) if way.place is not None)
    return list(dict.fromkeys(found))
