"""What was said at a table, piece by piece: in force, corrected, taken back; and notices shown with it once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from flask import flash, get_flashed_messages, url_for
from flask_babel import format_date

from referee.engine.log import Entry, Log
from referee.engine.record.events import ClaimsOver
from referee.reports.sections import Judged, Section, begins_round, said_before
from referee.translations.catalogues import ENGLISH
from referee.web.infra.languages import language
from referee.web.parts.open_tables import Table

PIECE = 100  # events of a piece; it goes on to where its first round begins, but not for as many again


class Piece(NamedTuple):
    """Some of what was said: the last round first, each round as far as there is room for it. `earlier` is the number of
    its first event if more lies before that, else 0."""

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
    """The piece that ends with the event before that number. It costs as much as it is long."""
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
    """These events, the last one first, as a part of the round that the first of them belongs to."""
    first = back[-1]
    entry = first.entry or next((each.entry for each in said_before(log, first.number) if each.entry), None)
    return Section(entry.state.round_number if entry is not None else 0, tuple(reversed(back)))


def judged_at(log: Log, number: int) -> Judged | None:
    """The event of that number; None if there is none, or if it is a retract."""
    found = next(said_before(log, number + 1), None)
    return found if found is not None and found.number == number else None


def way_to(table: Table, number: int) -> str:
    """The address of that event in the log, in a piece with some that follow it."""
    following = number + PIECE // 4
    before = following if following < table.seq else None
    return url_for("history.log", link=table.link, before=before, _anchor=f"entry-{number}")


def entries_to(log: Log, section: Section) -> tuple[Entry, ...]:
    """Everything in force up to the end of the round."""
    last = section.judged[-1]
    upto = log.entries[: bisect_right(log.entries, last.number, key=lambda each: each.number)]
    if isinstance(last.event, ClaimsOver) and last.entry is not None:
        return (*upto[:-1], last.entry)  # the deal that settled the round belongs to the next one
    return upto


def when_of(table: Table) -> str:
    """The date of the table in words."""
    return day_of(table.row.day)


def day_of(text: str, *, short: bool = False) -> str:
    """A date in words, with its month in full or shortened; any other text is returned unchanged."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return text
    form = "medium" if short else "long"
    if language() == ENGLISH:  # which would be written as America writes it
        form = "d MMM y" if short else "d MMMM y"
    return str(format_date(day, form))


def tell_in_log(table: Table, notice: str) -> None:
    """The next log page of this table that the phone opens shows the notice; nothing if it is empty."""
    if notice:
        flash(notice, _category(table))


def told_in_log(table: Table) -> str:
    """The notice to show now, and not again."""
    return " ".join(map(str, get_flashed_messages(category_filter=[_category(table)])))


def _category(table: Table) -> str:
    return f"log {table.row.id}"
