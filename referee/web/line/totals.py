"""The running totals of a match as the pages show them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.play.state import Match
from referee.replay import Entry
from referee.summaries import totals as reckoned
from referee.web.views import Totals, TotalsRow


def totals_of(entries: Sequence[Entry], state: Match) -> Totals:
    """Each side's points before this round and in it, by where they came from; nothing is shown for nought."""
    number = state.round.number if state.round is not None else 1
    settled = state.round.settled if state.round is not None else None
    winner = state.winner
    if winner is None and settled is not None:
        winner = settled.winner
    found = reckoned.totals_of(state.setup, entries, number, winner)
    rows = tuple(
        TotalsRow(
            name=row.name,
            figures=tuple(str(each) if each else "" for each in row.figures),
            total=row.total,
            won=row.won,
        )
        for row in found.rows
    )
    return Totals(columns=found.columns, rows=rows)
