"""The log in pieces: the last round first, each round as far as there is room on a page."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.log import Log
from referee.reports.sections import Judged, Section, begins_round, said_before
from referee.web.parts.logbook import PIECE


class Piece(NamedTuple):
    """A part of the log: the last round first, each round as far as there is room. `earlier` is the number of the
    part's first event if there is more before it, else 0."""

    parts: tuple[Section, ...]
    earlier: int

    @property
    def first(self) -> int:
        """The number of its first event."""
        return self.parts[-1].judged[0].number if self.parts else 0

    @property
    def last(self) -> int:
        """The number of its last event."""
        return self.parts[0].judged[-1].number if self.parts else 0


def piece_before(log: Log, number: int) -> Piece:
    """The piece that ends with the event before that number. Its cost grows with its length only."""
    parts: list[Section] = []
    found: list[Judged] = []
    size = last = 0
    more = False
    for each in said_before(log, number):
        is_full = size >= 2 * PIECE or (size >= PIECE and not found)
        if is_full and each.number != last:  # a settlement may have the number of the deal after it
            more = True
            break
        size, last = size + 1, each.number
        found.append(each)
        if begins_round(each):
            parts.append(_part(log, found))
            found = []
    if found:
        parts.append(_part(log, found))
    piece = Piece(tuple(parts), 0)
    return piece._replace(earlier=piece.first) if more else piece


def _part(log: Log, back: Sequence[Judged]) -> Section:
    """These events, the last one first, as a section of the round that the earliest of them belongs to."""
    first = back[-1]
    entry = first.entry or next((each.entry for each in said_before(log, first.number) if each.entry), None)
    return Section(entry.state.round_number if entry is not None else 0, tuple(reversed(back)))
