"""The open ends: the layout in words for players who do not see it, and the numbers as buttons under the thumb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.engine.games.line.legal_moves import fitting
from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.phrases import listed, tiles_word
from referee.engine.layout import Layout, Place
from referee.engine.messages import Message, _, _n, msg, msg_as
from referee.engine.tiles import Tile
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import EndButton
from referee.web.parts.tile_picker import BOXED

# A half as it is spoken.
_HALVES = (
    msg_as("half", "blank"), msg_as("half", "one"), msg_as("half", "two"), msg_as("half", "three"),
    msg_as("half", "four"), msg_as("half", "five"), msg_as("half", "six"), msg_as("half", "seven"),
    msg_as("half", "eight"), msg_as("half", "nine"), msg_as("half", "ten"), msg_as("half", "eleven"),
    msg_as("half", "twelve"), msg_as("half", "thirteen"), msg_as("half", "fourteen"),
    msg_as("half", "fifteen"),
)  # fmt: skip


def layout_words(state: LineMatch, current: LineRound) -> str:
    """The layout for a screen reader: its tiles in order, the open ends, and the count where it may be told."""
    layout = current.layout
    if not layout.laid:
        return _("No tile lies yet.")
    tiles = listed(each.tile for each in layout.laid)
    if state.claims_are_open:
        ends = listed(place.tile for place in layout.places())
    else:
        ends = listed(
            msg("{number} on {tile}", number=place.half, tile=place.tile) for place in layout.places()
        )
    number = tiles_word(len(layout.laid))
    words = _("{number}: {tiles}. Open: {ends}.", number=number, tiles=tiles, ends=ends)
    if not state.setup.variant.counting.counts_ends:
        return words
    return f"{words} {ends_words(state, current)}".rstrip()


def ends_words(state: LineMatch, current: LineRound) -> str:
    """The ends as they are spoken, with their sum where the game counts it: "Ends: five and double six, 17 in all."

    "" while a claim is open, and where no tile lies or no end is left.
    """
    layout = current.layout
    if state.claims_are_open or not layout.laid:
        return ""
    if state.setup.variant.counting.counts_ends:
        ends = listed(_counted(layout))
        return _("Ends: {ends}, {sum} in all.", ends=ends, sum=sum(layout.ends()))
    halves = [_HALVES[place.half] for place in layout.places()]
    return _("Ends: {ends}.", ends=listed(halves)) if halves else ""


def _counted(layout: Layout) -> Iterator[Message]:
    for each in layout.frontier:
        if layout.counted(each):
            half = _HALVES[each.half]
            yield msg("double {half}", half=half) if each.tile.is_double else half


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
