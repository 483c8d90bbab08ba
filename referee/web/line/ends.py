"""The layout in words: for whoever hears the table and does not see it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.layout import Layout
from referee.play.state import Match, RoundState
from referee.play.words import listed, tiles_word
from referee.wording import Said, _, said, said_as

# A half as it is spoken.
_HALVES = (
    said_as("half", "blank"), said_as("half", "one"), said_as("half", "two"), said_as("half", "three"),
    said_as("half", "four"), said_as("half", "five"), said_as("half", "six"), said_as("half", "seven"),
    said_as("half", "eight"), said_as("half", "nine"), said_as("half", "ten"), said_as("half", "eleven"),
    said_as("half", "twelve"), said_as("half", "thirteen"), said_as("half", "fourteen"),
    said_as("half", "fifteen"),
)  # fmt: skip


def layout_words(state: Match, current: RoundState) -> str:
    """The layout for a screen reader: its tiles in order, the open ends, and the count where it may be told."""
    layout = current.layout
    if not layout.laid:
        return _("No tile lies yet.")
    tiles = listed(each.tile for each in layout.laid)
    if state.claims_are_open:
        ends = listed(place.tile for place in layout.places())
    else:
        ends = listed(
            said("{number} on {tile}", number=place.half, tile=place.tile) for place in layout.places()
        )
    number = tiles_word(len(layout.laid))
    words = _("{number}: {tiles}. Open: {ends}.", number=number, tiles=tiles, ends=ends)
    if not state.setup.variant.counting.counts_ends:
        return words
    return f"{words} {ends_words(state, current)}".rstrip()


def ends_words(state: Match, current: RoundState) -> str:
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


def _counted(layout: Layout) -> Iterator[Said]:
    for each in layout.frontier:
        if layout.counted(each):
            half = _HALVES[each.half]
            yield said("double {half}", half=half) if each.tile.is_double else half
