"""What was said at a table, round by round: in force, corrected and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from flask_babel import format_date

from referee.catalogues import ENGLISH
from referee.events import Amend, Event, Round
from referee.replay import Entry, Log
from referee.web.book import Table
from referee.web.languages import language


class Judged(NamedTuple):
    """One event in force, or one that was taken back (`entry` is None)."""

    number: int
    event: Event
    entry: Entry | None


def by_round(table: Table) -> list[tuple[int, list[Judged]]]:
    """Every event with the round that it belongs to, in order."""
    force = {each.number: each for each in table.log.entries}
    rounds: list[tuple[int, list[Judged]]] = []
    for number, event in sorted((*table.log.plain, *_amends(table.log)), key=lambda each: each[0]):
        if isinstance(event, Round) and number in force:
            rounds.append((event.number, []))
        elif not rounds:
            rounds.append((0, []))
        rounds[-1][1].append(
            Judged(number, force[number].event if number in force else event, force.get(number))
        )
    return rounds


def round_of(table: Table, number: int) -> list[Judged] | None:
    """The events of one round, of the one dealt last where a number was dealt twice; None where there is none."""
    return next((judged for each, judged in reversed(by_round(table)) if each == number), None)


def _amends(log: Log) -> Iterable[tuple[int, Event]]:
    return ((each.number, each.event) for each in log.corrections if isinstance(each.event, Amend))


def settled_in(judged: Sequence[Judged]) -> bool:
    return any(each.entry is not None and each.entry.ruling.settled is not None for each in judged)


def when_of(table: Table) -> str:
    """The date of the table as people write it."""
    return day_of(str(table.row.header.get("date") or table.row.created_at))


def day_of(text: str, *, short: bool = False) -> str:
    """A day as people write it, its month in full or shortened; what is no date is left as it is."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return text
    form = "medium" if short else "long"
    if language() == ENGLISH:  # which would be written as America writes it
        form = "d MMM y" if short else "d MMMM y"
    return str(format_date(day, form))
