"""What a form says at a table of trains: a tile for a place, a hand tile by tile, or how a round ended."""

from __future__ import annotations

from referee.engine.games.trains.places import place_said
from referee.engine.messages import _
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import EntryForm, event_of, number_in
from referee.web.parts.submit import Entered, one_more_tile, own_event, said_at
from referee.web.parts.telling_result import Besides, ResultField, Told, round_form
from referee.web.table.trains.facts import match_of


def enter(table: Table, form: EntryForm) -> Entered | None:
    """A tile at a place by its number, or one more tile of a hand; None where the form says neither."""
    match = match_of(table)
    if form.tile.data or (form.shown.data and not form.pips.data):
        return one_more_tile(table, form, match.hands_held)
    place = number_in(form.at.data or "")
    if form.play.data and place is not None and match.round is not None:
        raw = own_event(table, event_of(form) or {})
        del raw["at"]
        return said_at(table, {**raw, **place_said(match, match.round, place)})
    return None


def _besides(table: Table, told: Told) -> Besides:
    """Only what costs more than its pips is asked for; of a hand told by its tiles the double blank is seen."""
    variant = match_of(table).setup.variant
    blank, marker = variant.charges.double_blank, variant.trains.open_marker if variant.trains else 0
    how = told.get("how", "")
    points = []
    for seat, name in enumerate(table.setup.players):
        is_seen = str(seat) == how or "-" in told.get(f"left-{seat}", "")
        notes = [_("{n} for the double blank", n=blank)] if blank and not is_seen else []
        notes += [_("{n} for a marker that is up", n=marker)] if marker else []
        if notes:
            value = told.get(f"points-{seat}", "")
            points.append(ResultField(name=f"points-{seat}", label=name, value=value, note=" · ".join(notes)))
    return Besides(tuple(points), _("Charged besides the pips"))


ROUND = round_form(_besides)
