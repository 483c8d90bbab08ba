"""The results of tables, stored beside them, so that no list judges a table again until something new is said there."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from referee.reports.players import Facts
from referee.storage.store import RecentRow, Standing, StoreError
from referee.web.context import store


def note(read: Iterable[tuple[RecentRow, Facts]]) -> None:
    """Store the results of these tables, all in one write."""
    standings = [Standing(row.table.id, row.head, facts) for row, facts in read]
    if standings:
        with suppress(StoreError):  # worked out again next time
            store().note_standings(standings)
