"""The layout in words, for players who hear the table and do not see it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.phrases import listed, tiles_word
from referee.engine.layout import Layout
from referee.engine.messages import Message, _, msg, msg_as

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
