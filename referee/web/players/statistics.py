"""What each table says of its players, kept in memory as long as nothing more is said there."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

from flask import current_app

from referee.engine.log import read_log
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.reports.players import Facts, facts_of
from referee.storage.store import Json, RecentRow, Store
from referee.web.context import store
from referee.web.infra import visitors
from referee.web.infra.budget import is_spent
from referee.web.infra.giving_way import give_way, long_work
from referee.web.infra.turns import Crowded, turns
from referee.web.parts.open_tables import LONG

KEPT = 20_000  # tables, more than a phone knows; the facts of one are a few hundred bytes


class Known(NamedTuple):
    """A table that this phone has a link to, and what it says of its players."""

    row: RecentRow
    facts: Facts


class Figures:
    """The facts of the tables asked for last, by the number of their last event."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, tuple[int, Json, Facts]] = OrderedDict()

    def of(self, row: RecentRow) -> Facts:
        """What the table says now; HeaderError if it cannot be played any more."""
        with self._lock:
            known = self._kept.get(row.table.id)
        if known is not None and known[:2] == (row.head, row.table.header):
            return known[2]
        score = store()
        if row.head > LONG:
            return turns().read(("facts", row.table.id), lambda: self._read(score, row))
        return self._read(score, row)

    def _read(self, score: Store, row: RecentRow) -> Facts:
        bodies = [each.body for each in score.events(row.table.id)]
        found = facts_of(read_log(read_setup(row.table.header), bodies, give_way))
        with self._lock:
            self._kept[row.table.id] = (row.head, row.table.header, found)
            self._kept.move_to_end(row.table.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def forget(self, table_id: int) -> None:
        """Read the table again when it is asked for next, because a player has a new name."""
        with self._lock:
            self._kept.pop(table_id, None)


def figures() -> Figures:
    """The figures of the application that answers the present request."""
    found: Figures = current_app.extensions.setdefault("referee-figures", Figures())
    return found


def known(name: str | None = None) -> list[Known]:
    """Every table that this phone has a link to, the one used last first; with `name` those at which they sit.

    Crowded if that takes longer than a page may; the next visit goes on from there.
    """
    found = []
    with long_work():
        for row in visitors.tables_known():
            if name is not None and name not in row.table.header.get("players", []):
                continue
            if is_spent():
                raise Crowded
            try:
                found.append(Known(row, figures().of(row)))
            except HeaderError:  # a rule that it was played by is no more
                continue
    return found
