"""What a form says at a table of trains: a tile for a train or an open end that was tapped, a hand tile by tile."""

from __future__ import annotations

from referee.engine.games.trains.places import place_said
from referee.web.parts.forms import EntryForm, event_of
from referee.web.parts.open_tables import Table
from referee.web.parts.permissions import own_event
from referee.web.parts.submit import Entered, one_more_tile, said_at
from referee.web.table.trains.facts import match_of


def enter(table: Table, form: EntryForm) -> Entered | None:
    """A tile at a place by its number, or one more tile of a hand; None where the form says neither."""
    match = match_of(table)
    if form.tile.data or (form.shown.data and not form.pips.data):
        return one_more_tile(table, form, match.hands_held)
    if form.play.data and (form.at.data or "").isdigit() and match.round is not None:
        raw = own_event(table, event_of(form) or {})
        place = int(str(raw.pop("at")))
        return said_at(table, {**raw, **place_said(match, match.round, place)})
    return None
