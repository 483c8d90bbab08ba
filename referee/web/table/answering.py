"""The answer to a form at a table: the table after it, or why nothing was written, for htmx and for plain browsers.

Its header `Referee-Entry` tells the phone what became of the form (`routes.say`).
"""

from typing import Any

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.engine.messages import _
from referee.engine.record.events import Draw, Pass, Round
from referee.engine.rulings import Code
from referee.reports.sections import by_itself
from referee.storage.rows import Appended
from referee.web.context import htmx
from referee.web.parts.flags import address_of_proofs, undecided
from referee.web.parts.logbook import laid_since, news, since, tell_in_log
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked, EntryForm, event_of, is_call, read_object
from referee.web.parts.submit import body_of
from referee.web.table.camera.routes import check_page
from referee.web.table.page import part_of, whole_page
from referee.web.table.without_tiles import result_told


def answer(table: Table, asked: Asked, became: str) -> ResponseReturnValue:
    """The table at the step that the phone is asked next; or the page that the form came from."""
    came_from = request.form.get("from")
    if came_from == "result":
        return result_told(table, became)
    judged = asked.judged(table.log).answer if came_from else None
    refused = judged.ruling.says if judged is not None else ""
    if came_from == "log" or refused:
        return _to_the_log(table, became, refused)
    if came_from == "proof" and became == "written" and undecided(table):
        others = address_of_proofs(table, table.state.round_number)
        return ("", {"Referee-Entry": became, "HX-Redirect": others}) if htmx else redirect(others, 303)
    seen = request.form.get("seen", "")
    rest = check_page(table, {"seen": seen}) if seen and became == "written" else None
    address = asked.href(table.link) if rest is None else rest.href
    if not htmx:
        return (whole_page(table, asked), 422) if asked.is_call else redirect(address, 303)
    if rest is not None and htmx.target != "outbox":
        return render_template("table/camera/_check.html", page=rest), {"Referee-Entry": became}
    part = part_of(table, asked)
    # A form on another page leads to the table; on the table, a reload must ask the same question again.
    way = "HX-Redirect" if htmx.target == "outbox" else "HX-Replace-Url"
    return part, {"Referee-Entry": became, way: address}


def _to_the_log(table: Table, became: str, notice: str) -> ResponseReturnValue:
    """Go to the log. With htmx the outcome goes in a header, which a redirect could not carry.

    A phone shows by itself why an entry came too late; why one is refused stands in the log, with what was typed.
    """
    typed = _typed_points() if became == "asked" else {}
    address = url_for("history.log", link=table.link, **typed)
    if became == "written" and "adjust" in request.form:
        # at a new address, or a browser that shows the list would not load it again
        address = url_for("history.log", link=table.link, said=table.seq, _anchor=f"entry-{table.seq}")
    if not htmx or became == "asked":
        tell_in_log(table, notice)
    if not htmx:
        return redirect(address, 303)
    told = Markup('<p class="notice">{notice}</p>').format(notice=notice) if notice else ""
    return told, {"Referee-Entry": became, "HX-Redirect": address}


def _typed_points() -> dict[str, Any]:
    """What the form for points by agreement has in its fields, for the address of the log, which opens it."""
    names = [name for name in request.form if name.startswith("adjust-")]
    typed = {name: request.form[name][:200] for name in (*names, "why") if request.form.get(name)}
    return {"decide": request.form["from"], **typed} if names else {}


def too_late(table: Table, form: EntryForm, seen: int | None) -> ResponseReturnValue:
    """The answer if something was said in the meantime: the current table, and what was said. A deal that two phones
    tap is dealt by both.

    `seen` is None if the phone's previous entry was not written, so this one cannot follow it.
    """
    if seen is not None and _dealt_already(table, form, seen):
        return answer(table, NOTHING, "written")
    if seen is None:
        notice = _("What you tapped before was not saved, so this was not either.")
    else:
        told = laid_since(table, seen, request.form.get("play", ""))
        told = told or news(table, seen) or _("Something else was entered in the meantime.")
        notice = _not_written(f"{told} {_over(table, form)}".rstrip())
    return _as_it_is(table, notice, "late")


def is_call_in_time(table: Table, form: EntryForm, seen: int | None) -> bool:
    """Whether the form claims points or calls muggins, and only draws and passes came after event number `seen`: then it
    is about the same tile, and whether its time is over is for the rules to say."""
    if seen is None or not is_call(event_of(form) or {}):
        return False
    return sum(isinstance(each.event, Draw | Pass) for each in since(table, seen)) == table.seq - seen


def _over(table: Table, form: EntryForm) -> str:
    """That the time of a call is over; "" if it is not, or for any other entry. Nothing here tells what a tile scores."""
    raw = event_of(form) or {}
    if not is_call(raw):
        return ""
    ruling = table.log.say(raw)[0].ruling
    if "claim" in raw and ruling.code in (Code.NOT_YOURS, Code.CLAIM_CLOSED):
        return _("It is too late to claim.")
    return str(ruling.says) if ruling.code is Code.CLAIM_CLOSED else ""


def _dealt_already(table: Table, form: EntryForm, seen: int) -> bool:
    """Whether the form deals a round that was dealt in the same words after event number `seen`."""
    raw = read_object(form.say.data) if form.say.data and not form.then.data else event_of(form)
    dealt = (each.number for each in since(table, seen) if isinstance(each.event, Round))
    return any(body_of(table, each) == raw for each in dealt)


def different(table: Table, before: Appended) -> ResponseReturnValue:
    """The answer if this form's key was used before with other content: the current table, and what that was."""
    if before.is_taken_back:
        told = _("You took it back before. Tap it again if it should count.")
    elif before.last_seq < before.first_seq:
        told = _("An earlier tap from the same page counts instead. Look at the table, then tap again.")
    else:
        what = by_itself(table.log, before.first_seq)
        told = _(
            "An earlier tap was written down instead: {what}. If it is wrong, undo it and tap again.",
            what=what,
        )
    return _as_it_is(table, _not_written(told), "different")


def _not_written(told: str) -> str:
    lost = _("What you tapped was not saved.")
    # A phone that sent this from its outbox shows only the `told` part and words the rest itself.
    return Markup('<span class="told">{told}</span> {lost}').format(told=told, lost=lost)


def _as_it_is(table: Table, notice: str, became: str) -> ResponseReturnValue:
    """The current table, and why nothing was written (409)."""
    if not htmx:
        return whole_page(table, NOTHING, notice), 409
    return make_response(part_of(table, NOTHING, notice), 409, {"Referee-Entry": became})


def turned_away(table: Table, why: str) -> ResponseReturnValue:
    """The answer if this link may not say that: the current table, and why."""
    if request.form.get("from") == "log":
        return _to_the_log(table, "late", why)
    return _as_it_is(table, why, "late")
