"""What a form of the table's pages says: the events to write down, and what the phone is asked next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import abort, request

from referee.engine.explain.later_moves import taken_back_from
from referee.engine.messages import _
from referee.storage.store import NewEvent
from referee.web.families import family_of
from referee.web.parts.confirming import WAITS, confirming_at, note_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import (
    Asked,
    EntryForm,
    event_of,
    points_in,
    read_chosen,
    read_object,
    read_tried,
)
from referee.web.parts.submit import (
    Entered,
    MayNot,
    corrected_at,
    own_event,
    redo_of,
    said_as_one,
    said_at,
    said_in_one_go,
    undo_of,
    with_reason,
)
from referee.web.table.without_tiles import result_events


def what_is_said(table: Table, form: EntryForm) -> tuple[Entered, dict[str, Any] | None]:
    """The events to write down, what the phone is asked next, and what is kept beside it (None for nothing).

    MayNot if it is not for this link to say.
    """
    if form.confirm.data or form.confirming.data:
        return Entered(), note_of(table, form)
    entered = _entered(table, form)
    if any("round" in each.body for each in entered.events) and confirming_at(table).waits:
        raise MayNot(_(WAITS))
    return entered, _kept(form, entered.events)


def _entered(table: Table, form: EntryForm) -> Entered:
    """The events to write down, and what the phone is asked next."""
    if form.undo.data:
        number = undo_of(table.log)
        return said_at(table, {"retract": number}) if number is not None else Entered()
    if form.redo.data:
        number = redo_of(table.log, table.seq)
        return said_at(table, {"retract": number}) if number is not None else Entered()
    own = family_of(table).enter(table, form)
    if own is not None:
        return own
    if form.result.data and table.setup.variant.is_told_by_end:
        return said_in_one_go(table, result_events(table, request.form))
    if form.say.data:
        return said_in_one_go(table, _said_by_buttons(form))
    if form.stand.data:
        tried = read_tried(form.stand.data) or {}
        stood = {**tried, "stood": True}
        return said_at(table, stood) if _says_who(stood) else Entered(asked=Asked(tried=stood))
    if form.amend.data or form.onward.data:
        return _corrections(table, form)
    if form.adjust.data:
        return said_at(table, _adjustment(table, form))
    raw = event_of(form)
    if raw is None:
        abort(422)
    raw = own_event(table, raw)
    return said_at(table, raw) if _says_who(raw) else Entered(asked=Asked(tried=raw))


def _says_who(raw: Mapping[str, Any]) -> bool:
    """Whether a tile's event names its player; before the first tile the phone is asked for that."""
    return "by" in raw or not {"play", "flip"} & set(raw)


def _corrections(table: Table, form: EntryForm) -> Entered:
    """An entry that reads otherwise, with what follows from it; or one that is taken back with all after it."""
    if form.onward.data:
        return said_as_one(table, taken_back_from(table.log, form.onward.data).raws)
    body = read_object(form.correct.data or "") or {}
    return corrected_at(table, form.amend.data or 0, body, read_chosen(form.put.data or ""))


def _said_by_buttons(form: EntryForm) -> list[dict[str, Any]]:
    """The event that a button says, with the reason typed beside it, and what is said after it in the same go."""
    raws = [with_reason(read_object(form.say.data or "") or {}, form.why.data or "")]
    return [*raws, read_object(form.then.data) or {}] if form.then.data else raws


def _kept(form: EntryForm, entries: Sequence[NewEvent]) -> dict[str, Any] | None:
    """Why a correction was made, and that the referee shuffled: the record has no place for it, so it is kept beside
    what was written down."""
    if form.chance.data and entries:
        return {"chance": form.chance.data}
    why = (form.why.data or "").strip()
    is_correction = bool(entries) and bool({"retract", "amend"} & set(entries[0].body))
    return {"why": why} if why and is_correction else None


def _adjustment(table: Table, form: EntryForm) -> dict[str, Any]:
    sides = enumerate(table.setup.sides)
    points = {side: points_in(request.form.get(f"adjust-{number}", "")) for number, side in sides}
    raw: dict[str, Any] = {"adjust": {side: each for side, each in points.items() if each}}
    if form.why.data:
        raw["why"] = form.why.data
    return raw
