"""What a form says at poker in more than one step: everybody's ante, a hand tile by tile."""

from __future__ import annotations

from typing import Any

from referee.engine.games.poker.betting import Betting
from referee.engine.rules.poker import HAND
from referee.engine.rulings import Verdict
from referee.engine.tiles import read_tile
from referee.storage.store import NewEvent
from referee.web.parts.forms import EntryForm
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, read_shown
from referee.web.parts.submit import Entered, entry_of, said_at
from referee.web.table.poker.sitting import round_of


def enter(table: Table, form: EntryForm) -> Entered | None:
    """Everybody's ante, or one more tile of a hand; None where the form says neither."""
    if form.antes.data:
        return _antes(table, form.antes.data)
    if form.tile.data:
        return _one_more_tile(table, form)
    return None


def _antes(table: Table, chips: int) -> Entered:
    """Everybody who has not anted yet does, in turn from whoever speaks first."""
    current = round_of(table.state)
    betting = current.betting if current is not None else None
    if betting is None:
        return Entered()
    log = table.log
    found: list[NewEvent] = []
    for seat in _in_turn(betting, chips):
        raw = {"by": table.setup.players[seat], "ante": chips}
        answer, log = log.say(raw)
        if answer.ruling.verdict is not Verdict.STANDS:
            return Entered(asked=Asked(tried=raw))
        found.append(entry_of(raw, answer))
    return Entered(found, log=log)


def _in_turn(betting: Betting, chips: int) -> list[int]:
    """Who is still to ante: first whoever has as much, because the first one names the ante for all."""
    seats = len(betting.paid)
    first = betting.first or 0
    order = [(first + step) % seats for step in range(seats)]
    waiting = [seat for seat in order if seat in betting.seated and not betting.paid[seat]]
    return sorted(waiting, key=lambda seat: betting.chips is not None and betting.chips[seat] < chips)


def _one_more_tile(table: Table, form: EntryForm) -> Entered:
    """A tile of the hand that is being shown; with the fifth one the hand is complete."""
    shown = read_shown(form.shown.data or "")
    more = read_tile(form.tile.data or "")
    if more is not None and more not in shown:
        shown = (*shown, more)
    name = form.by.data or ""
    if name not in table.setup.players:
        return Entered()
    if len(shown) < HAND:
        return Entered(asked=Asked(hand=name, shown=shown))
    event: dict[str, Any] = {"by": name, "hand": [each.name for each in shown]}
    return said_at(table, event)
