"""What tables come to, kept beside them: no list judges a table again before something more is said there."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from referee.reports.players import Facts
from referee.storage.store import RecentRow, Standing, StoreError
from referee.web.context import store


def note(read: Iterable[tuple[RecentRow, Facts]]) -> None:
    """Keep what these tables come to; the book writes them down together."""
    standings = [Standing(row.table.id, row.head, facts) for row, facts in read]
    if standings:
        with suppress(StoreError):  # worked out again next time
            store().note_standings(standings)
