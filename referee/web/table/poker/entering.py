"""What a form says at poker in more than one step: everybody's ante, a hand tile by tile."""

from __future__ import annotations

from referee.engine.games.poker.betting import Betting
from referee.engine.rules.poker import HAND
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import EntryForm
from referee.web.parts.submit import Entered, all_said, one_more_tile
from referee.web.table.poker.sitting import round_of


def enter(table: Table, form: EntryForm) -> Entered | None:
    """Everybody's ante, or one more tile of a hand; None if the form says neither."""
    if form.antes.data:
        return _antes(table, form.antes.data)
    if form.tile.data:
        return one_more_tile(table, form, [HAND] * len(table.setup.players))
    return None


def _antes(table: Table, chips: int) -> Entered:
    """Every player who has not anted yet antes, in turn from the first to act."""
    current = round_of(table.state)
    betting = current.betting if current is not None else None
    if betting is None:
        return Entered()
    names = table.setup.players
    return all_said(table, [{"by": names[seat], "ante": chips} for seat in _in_turn(betting, chips)])


def _in_turn(betting: Betting, chips: int) -> list[int]:
    """The players who have not anted, those with enough chips first, because the first names the ante for all."""
    seats = len(betting.paid)
    first = betting.first or 0
    order = [(first + step) % seats for step in range(seats)]
    waiting = [seat for seat in order if seat in betting.seated and not betting.paid[seat]]
    return sorted(waiting, key=lambda seat: betting.chips is not None and betting.chips[seat] < chips)
