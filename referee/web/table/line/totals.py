"""The running totals of a match as the pages show them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from referee.engine.games.line.state import LineMatch, line_match
from referee.engine.log import Entry
from referee.reports import totals as reckoned
from referee.web.parts.table_views import TotalsRowView, TotalsView


def totals_of(entries: Sequence[Entry], state: LineMatch) -> TotalsView:
    """Each side's points before this round and in it, by where they came from; nothing is shown for nought."""
    number = state.round.number if state.round is not None else 1
    settled = state.round.settled if state.round is not None else None
    winner = state.winner
    if winner is None and settled is not None:
        winner = settled.winner
    played = tuple(takewhile(lambda each: _round_of(each) >= number, reversed(entries)))[::-1]
    first = len(entries) - len(played)
    before = entries[first - 1].state.scores if first else tuple(0 for _ in state.scores)
    found = reckoned.totals_of(state.setup, played, before, number, winner)
    rows = tuple(
        TotalsRowView(
            name=row.name,
            figures=tuple(str(each) if each else "" for each in row.figures),
            total=row.total,
            won=row.won,
        )
        for row in found.rows
    )
    return TotalsView(columns=found.columns, rows=rows)


def _round_of(entry: Entry) -> int:
    current = line_match(entry.state).round
    return current.number if current is not None else 0
