"""What tables come to, kept beside them: no list judges a table again before something more is said there."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from referee.engine.log import Log
from referee.reports.players import facts_of
from referee.storage.store import RecentRow, Standing, StoreError
from referee.web.context import store


def note(read: Iterable[tuple[RecentRow, Log]]) -> None:
    """Keep what these tables come to by their logs; the book writes them down together."""
    standings = []
    for row, log in read:
        facts = facts_of(log)
        standings.append(Standing(row.table.id, row.head, facts.is_over, facts.written()))
    if standings:
        with suppress(StoreError):  # worked out again next time
            store().note_standings(standings)
