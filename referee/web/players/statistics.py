"""What each table says of its players."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.log import Log, read_log
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.reports.players import Facts, facts_of, read_facts
from referee.storage.store import RecentRow, Store
from referee.web.context import store
from referee.web.infra import visitors
from referee.web.infra.budget import is_spent
from referee.web.infra.giving_way import give_way, long_work
from referee.web.infra.turns import Crowded, turns
from referee.web.parts.open_tables import LONG
from referee.web.parts.standings import note


class Known(NamedTuple):
    """A table that this phone has a link to, and what it says of its players."""

    row: RecentRow
    facts: Facts


def known(name: str | None = None) -> list[Known]:
    """Every table that this phone has a link to, the one used last first; with `name` those at which they sit.

    Crowded if that takes longer than a page may; the next visit goes on from there.
    """
    found = []
    read: list[Known] = []
    try:
        with long_work():
            for row in visitors.tables_known():
                give_way()
                if name is not None and name not in row.table.header.get("players", []):
                    continue
                figures = row.figures
                if figures is not None:
                    found.append(Known(row, read_facts(figures)))
                    continue
                if is_spent():
                    raise Crowded
                try:
                    read.append(Known(row, facts_of(_read(store(), row))))
                except HeaderError:  # a rule that it was played by is no more
                    continue
                found.append(read[-1])
    finally:
        note(read)
    return found


def _read(score: Store, row: RecentRow) -> Log:
    """The table's log, judged."""
    if row.head > LONG:
        return turns().read(("facts", row.table.id), lambda: _judged(score, row))
    return _judged(score, row)


def _judged(score: Store, row: RecentRow) -> Log:
    bodies = [each.body for each in score.events(row.table.id)]
    return read_log(read_setup(row.table.header), bodies, give_way)
