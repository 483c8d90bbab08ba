"""A table's page and its form: what a player says is parsed, judged, written down and answered."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.explain.later_moves import taken_back_from
from referee.engine.messages import _
from referee.storage.annotations import CHANCE
from referee.storage.rows import Conflict, Different, Locked, Withdrawn
from referee.web.context import store
from referee.web.families import family_of
from referee.web.infra import presence, visitors
from referee.web.parts.confirmed import confirming_at
from referee.web.parts.open_tables import Table, open_book, open_table
from referee.web.parts.pending_entry import (
    NOTHING,
    Asked,
    EntryForm,
    content_of,
    entry_form,
    event_of,
    points_in,
    read_asked,
    read_chosen,
    read_object,
    read_tried,
)
from referee.web.parts.submit import (
    LOCKED,
    Entered,
    MayNot,
    corrected_at,
    one_more_tile,
    own_event,
    put_in_at,
    said_as_one,
    said_at,
    with_reason,
)
from referee.web.table.answering import answer, different, is_call_in_time, too_late, turned_away
from referee.web.table.confirming import WAITS, note_of
from referee.web.table.page import carried, part_of, table_page, whole_page
from referee.web.table.without_tiles import result_events

rounds = Blueprint("rounds", __name__)


@rounds.get("/t/<link>")
def show(link: str) -> ResponseReturnValue:
    """The whole page of the table, at this phone's step."""
    if number := request.args.get("entry", type=int):
        return redirect(url_for("entries.show", link=link, number=number), 303)
    table = open_table(link)
    visitors.remember(link)
    presence.arrive(table.row.id, table.opened)
    return whole_page(table, read_asked(request.args))


@rounds.get("/t/<link>/live")
def live(link: str) -> ResponseReturnValue:
    """The table if anything was said or a player renamed since the phone last saw it; who is here if only that
    changed; otherwise 204."""
    seen = store().links.glance(link)
    if seen is None:
        return "", 404, {"HX-Redirect": url_for("rounds.show", link=link)}
    presence.arrive(seen.table_id, seen.link)
    since = request.args.get("since", default=0, type=int)
    here, now = request.args.get("here", ""), presence.presence().stamp(seen.table_id)
    if since != seen.head or (here and presence.changes_in(here) != presence.changes_in(now)):
        table = open_table(link)
        asked, notice = carried(table, read_asked(request.args), since)
        return part_of(table, asked, notice)
    if here in ("", now):
        return "", 204
    headers = {"HX-Retarget": "#live", "HX-Reswap": "outerHTML"}
    now_here = presence.here_at(seen.table_id, open_table(link).setup.players)
    step = read_asked(request.args).args()
    return render_template("table/_live.html", link=link, seq=seen.head, here=now_here, step=step), headers


@rounds.post("/t/<link>")
def say(link: str) -> ResponseReturnValue:
    """Judge what was said at the table, write it down, and show the table after it.

    The header `Referee-Entry` tells the phone what became of it: `written`; `late`, because something else was said
    first or the link may not say it; `asked`, because the referee refused it or asks something first; `different`,
    because its key was used before with other content. A withdrawn form gets `written` if its entry counts, else `back`.
    """
    table = open_table(link)
    if table.role == "watch":
        abort(403)
    form = entry_form()
    if not form.validate():
        abort(422)
    if form.back.data:
        return _taken_back(table, form)
    expected: int | None = form.seq.data or 0  # the last event that this person had seen
    if form.after.data:  # or what this phone's previous form wrote, which was still on its way
        before = store().answered(table.row.id, form.after.data)
        expected = None if before is None or before.is_taken_back else before.last_seq
    if expected != table.seq:
        answered = _said_before(table, form)
        if answered is not None:
            return answered
        if not is_call_in_time(table, form, expected):
            return too_late(table, form, expected)
    if form.after.data and not form.by.data:
        form.by.data = table_page(table).by  # the page that was tapped could not know whose turn it would be
    return _said(table, form)


def _said_before(table: Table, form: EntryForm) -> ResponseReturnValue | None:
    """The answer to a repeated key if the table has moved on since; None for a new key.

    If the table has not moved on, the store checks the key when it writes.
    """
    before = store().answered(table.row.id, str(form.key.data))
    if before is None:
        return None
    is_same = before.is_about(content_of(request.form))
    return answer(table, NOTHING, "written") if is_same else different(table, before)


# What a form says


def what_is_said(table: Table, form: EntryForm) -> tuple[Entered, dict[str, Any] | None]:
    """The events to write, what to ask the phone next, and the note to keep with them (None for no note).

    Raises MayNot if this link is not allowed to say it.
    """
    if form.confirm.data or form.confirming.data:
        return Entered(), note_of(table, form)
    entered = _entered(table, form)
    if any("round" in each.body for each in entered.events) and confirming_at(table).waits:
        raise MayNot(_(WAITS))
    # The record has no field for the reason of a correction or for a shuffle by the referee: both go into a note.
    if form.chance.data and entered.events:
        return entered, {CHANCE: form.chance.data}
    why = (form.why.data or "").strip()
    is_correction = bool(entered.events) and bool({"retract", "amend"} & set(entered.events[0].body))
    return entered, {"why": why} if why and is_correction else None


def _entered(table: Table, form: EntryForm) -> Entered:
    """The events to write, and what to ask the phone next."""
    if form.undo.data or form.redo.data:
        steps = table.log.steps
        numbers = steps.undo if form.undo.data else steps.redo
        return said_as_one(table, [{"retract": each} for each in numbers])
    own = family_of(table).enter(table, form)
    if own is not None:
        return own
    if form.tile.data:
        return one_more_tile(table, form)
    if form.result.data and table.setup.variant.can_be_entered_by_result:
        return said_at(table, *result_events(table, request.form))
    if form.say.data:
        raws = [read_object(each) or {} for each in (form.say.data, form.then.data) if each]
        return said_at(table, with_reason(raws[0], form.why.data or ""), *raws[1:])
    if form.stand.data:
        tried = read_tried(form.stand.data) or {}
        stood = {**tried, "stood": True}
        return said_at(table, stood) if _says_who(stood) else Entered(asked=Asked(tried=stood))
    if form.onward.data or form.amend.data or form.before.data or form.without.data:
        return _corrected(table, form)
    if form.adjust.data:
        return said_at(table, _adjustment(table, form))
    raw = event_of(form)
    if raw is None:
        abort(422)
    raw = own_event(table, raw)
    return said_at(table, raw) if _says_who(raw) else Entered(asked=Asked(tried=raw))


def _corrected(table: Table, form: EntryForm) -> Entered:
    """What changes an earlier entry, takes everything back from it on, leaves it out, or puts in a move before it."""
    body = read_object(form.correct.data or "") or {}
    if form.onward.data:
        return said_as_one(table, taken_back_from(table.log, form.onward.data).raws)
    if form.amend.data:
        return corrected_at(table, form.amend.data, body, read_chosen(form.put.data or ""))
    if form.without.data:
        return put_in_at(table, form.without.data, ())
    kinds = ({"by", "play"}, {"by", "draw"}, {"by", "pass"})
    if set(body) - {"at", "out", "train"} not in kinds:  # anything else could tell whether a tile scores
        abort(422)
    drew = [{"by": body["by"], "draw": form.drew.data}] if form.drew.data else []
    then = read_object(form.then.data or "")
    return put_in_at(table, form.before.data or 0, [*drew, body], *([then] if then else ()))


def _says_who(raw: Mapping[str, Any]) -> bool:
    """Whether a tile's event names its player; before the first tile the phone has to ask for it."""
    return "by" in raw or not {"play", "flip"} & set(raw)


def _adjustment(table: Table, form: EntryForm) -> dict[str, Any]:
    sides = enumerate(table.setup.sides)
    points = {side: points_in(request.form.get(f"adjust-{number}", "")) for number, side in sides}
    raw: dict[str, Any] = {"adjust": {side: each for side, each in points.items() if each}}
    if form.why.data:
        raw["why"] = form.why.data
    return raw


# Written down


def _said(table: Table, form: EntryForm) -> ResponseReturnValue:
    """Judge and write what the form says, if this link may say it and no other phone came first."""
    try:
        entered, kept = what_is_said(table, form)
    except MayNot as why:
        return turned_away(table, str(why))
    if not entered.events and not kept:
        return answer(table, entered.asked, "asked")
    try:
        wrote = store().append(
            table.row.id,
            table.seq,
            str(form.key.data),
            entered.events,
            kept,
            link=table.opened,
            header=table.row.header,
            content=content_of(request.form),
        )
    except Different as other:
        return different(open_table(table.link), other.before)
    except Conflict:
        return too_late(open_table(table.link), form, table.seq)
    except Locked:
        return turned_away(open_table(table.link), _(LOCKED))
    except Withdrawn:
        abort(404)
    if not entered.events:  # only a note outside the log
        presence.presence().change(table.row.id)
    if wrote.repeated or entered.log is None:
        after = open_table(table.link)
    else:  # already judged, so no replay is needed
        after = open_book().go_on(table, wrote.rows, entered.log)
    return answer(after, entered.asked, "written")


def _taken_back(table: Table, form: EntryForm) -> ResponseReturnValue:
    """Withdraw a form that may have arrived. If it was written already, it counts until the table undoes it."""
    before = store().take_back(table.row.id, str(form.key.data))
    table = open_table(table.link)  # it may have been written in the meantime
    written = set(range(before.first_seq, before.last_seq + 1))
    is_gone = before.is_taken_back or (bool(written) and written <= table.log.gone)
    return answer(table, NOTHING, "back" if is_gone else "written")
