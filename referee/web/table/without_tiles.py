"""A round entered by its result alone: how it ended and what is left, or bid and points; also to correct that result."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.corrections import find
from referee.engine.games.match import Status
from referee.engine.log import Log
from referee.engine.messages import _
from referee.engine.record.events import verb_of
from referee.engine.rulings import Ruling, Verdict
from referee.engine.tiles import read_tile
from referee.web.context import htmx
from referee.web.families import family_of
from referee.web.parts.beside import page_beside
from referee.web.parts.family import ResultFields
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import ENVELOPE, NOTHING
from referee.web.parts.settlement_views import Settlement, may_tell_result
from referee.web.table.before_round import next_number
from referee.web.table.results import result_of

without = Blueprint("without", __name__)
SENT = "sent"  # in the query string: this result was sent and refused
INSTEAD = "instead"  # in the query string: the number of the entry that is corrected


class ResultPage(NamedTuple):
    """The form, and the result so far: `settlement`, or why there cannot be one (`refused`).

    `away` is where to go without it; `corrected` the entry that it corrects, or 0.
    """

    head: str
    sub: str
    lead: str
    asks: ResultFields
    settlement: Settlement | None
    refused: str
    away: str
    corrected: int = 0


@without.get("/t/<link>/without-tiles")
def page(link: str) -> ResponseReturnValue:
    """The form, filled from the query string, to enter a result or to correct one; redirects to the table if none can be
    entered now."""
    table, corrected = open_table(link), request.args.get(INSTEAD, 0, type=int)
    if corrected:
        return page_beside(table, "table/without_tiles.html", correction_page(table, corrected, request.args))
    if not may_tell_result(table):
        return redirect(url_for("rounds.show", link=link), 303)
    return page_beside(table, "table/without_tiles.html", result_page(table, request.args))


def result_events(table: Table, told: Mapping[str, str]) -> list[dict[str, Any]]:
    """The events of a form: the result, preceded by the round if it was not started on the phone."""
    match = table.state
    form = family_of(table).result_form
    assert form is not None
    deal = [] if match.status is Status.PLAYING else [{"round": next_number(match)}]
    return [*deal, {"result": form.read(table, told)}]


def result_told(table: Table, became: str) -> ResponseReturnValue:
    """The answer to a result: the table if it was written, else the form again, which says why it was refused."""
    address = NOTHING.href(table.link)
    if became != "written":
        told: dict[str, Any] = {
            name: each for name, each in request.form.items() if each and name not in ENVELOPE
        }
        address = url_for("without.page", **{**told, "link": table.link, SENT: 1})
    return ("", {"Referee-Entry": became, "HX-Redirect": address}) if htmx else redirect(address, 303)


# The page


def result_page(table: Table, told: Mapping[str, str]) -> ResultPage:
    """The form as filled in so far, and the settlement it would give."""
    told = _with_picked(told)
    form = family_of(table).result_form
    assert form is not None
    ruling, after = _judged(table, told)
    stands = ruling is not None and ruling.verdict is not Verdict.REFUSED
    number = next_number(table.state)
    is_silent = ruling is None or stands or not (told.get(SENT) or form.is_complete(table, told))
    return ResultPage(
        head=_("Score this round without tiles"),
        sub=_("Round {number}", number=number),
        lead=_("What was entered is kept, marked as not finished.")
        if form.begun(table)
        else _("For a round you played without the phone."),
        asks=form.fields(table, told),
        settlement=result_of(table._replace(log=after)) if stands else None,
        refused="" if is_silent or ruling is None else ruling.says,
        away=url_for("rounds.show", link=table.link),
    )


def correction_page(table: Table, number: int, told: Mapping[str, str]) -> ResultPage:
    """The same form for a result that was entered before; 404 if this link may not correct it."""
    entry = find(table.log.entries, number)
    if entry is None or verb_of(entry.event) != "result" or not table.may_correct:
        abort(404)
    return result_page(table.before(number), told)._replace(
        head=_("Correct the result"),
        lead=_("You see what changes before anything is entered."),
        away=url_for("entries.show", link=table.link, number=number),
        corrected=number,
    )


def _judged(table: Table, told: Mapping[str, str]) -> tuple[Ruling | None, Log]:
    """The ruling on the form's result, and the log including it; None if nothing is filled in yet."""
    if not any(told.get(name) for name in told if name not in ("pick", SENT, INSTEAD)):
        return None, table.log
    ruling, log = None, table.log
    for raw in result_events(table, told):
        answer, log = log.say(raw)
        ruling = answer.ruling
        if ruling.verdict is Verdict.REFUSED:
            break
    return ruling, log


def _with_picked(told: Mapping[str, str]) -> dict[str, str]:
    """The form's fields, with the tile tapped last added to its hand or removed from it."""
    found = dict(told.items())
    tile, seat = read_tile(found.pop("tile", "")), found.get("pick", "")
    if tile is not None and seat:
        held = [each for each in found.get(f"left-{seat}", "").split() if read_tile(each) is not None]
        held = [each for each in held if each != tile.name] if tile.name in held else [*held, tile.name]
        found[f"left-{seat}"] = " ".join(held)
    return found
