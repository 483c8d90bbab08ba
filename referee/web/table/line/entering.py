"""What a form says at a line game in more than one step: the last draws and passes, a hand tile by tile."""

from __future__ import annotations

from typing import Any

from referee.engine.games.line.state import drawable, line_match
from referee.engine.games.line.turn import is_dead
from referee.engine.games.match import Status
from referee.engine.log import Log
from referee.engine.rulings import Verdict
from referee.engine.tiles import read_tile
from referee.storage.store import NewEvent
from referee.web.parts.forms import EntryForm, event_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.permissions import may_say, own_event, who_is
from referee.web.parts.submit import Entered, MayNot, entry_of, one_more_tile, said_at
from referee.web.table.line.end_buttons import places_at


def enter(table: Table, form: EntryForm) -> Entered | None:
    """The forced end of a round, or one more tile of a hand; None if the form says neither."""
    if form.forced.data:
        return _forced(table)
    if form.play.data and (form.at.data or "").isdigit():
        return _at_number(table, form)
    if form.tile.data or (form.shown.data and not form.pips.data):
        current = table.match.round
        return one_more_tile(table, form, current.hands) if current is not None else Entered()
    return None


def _forced(table: Table) -> Entered:
    """No tile fits any more: the draws and passes that are left to make, in one go (G9); a seat makes its own."""
    log: Log = table.log
    who = who_is(table)
    found: list[NewEvent] = []
    for _turn in range(2 * len(table.match.setup.tiles)):
        state = line_match(log.state)
        current = state.round
        if state.status is not Status.PLAYING or current is None or current.turn is None:
            break
        if not is_dead(state, current):
            break
        left = drawable(state, current)
        by = table.match.setup.players[current.turn]
        number = left if table.match.setup.variant.drawing.goes_on_until_playable else 1
        tries: list[dict[str, Any]] = [{"by": by, "draw": number}] if left else []
        tries.append({"by": by, "pass": True})
        if why := may_say(who, tries[0], log):
            if not found:
                raise MayNot(why)
            break
        for raw in tries:
            answer, after = log.say(raw)
            if answer.ruling.verdict is Verdict.STANDS:
                found.append(entry_of(raw, answer))
                log = after
                break
        else:
            break
    return Entered(found, log=log)


def _at_number(table: Table, form: EntryForm) -> Entered:
    """A tile for an open number: laid if one end takes it, else the phone is asked which."""
    raw = own_event(table, event_of(form) or {})
    number = raw.pop("at")
    current, tile = table.match.round, read_tile(form.play.data or "")
    places = places_at(table, current, int(number), tile) if current is not None and tile is not None else []
    if len(places) == 1:
        raw["at"] = f"{places[0].tile}/{places[0].half}"
    if len(places) > 1:
        return Entered(asked=Asked(tried=raw, at=number))
    return said_at(table, raw)
