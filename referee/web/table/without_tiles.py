"""A round entered by its result alone: how it ended and what is left, or bid and points."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.games.match import Status
from referee.engine.log import Log
from referee.engine.messages import _
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


class ResultPage(NamedTuple):
    """The form, and the result so far: `settlement`, or why there cannot be one (`refused`)."""

    sub: str
    lead: str
    asks: ResultFields
    settlement: Settlement | None
    refused: str


@without.get("/t/<link>/without-tiles")
def page(link: str) -> ResponseReturnValue:
    """The form, filled from the query string; redirects to the table if no result can be entered now."""
    table = open_table(link)
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
        sub=_("Round {number}", number=number),
        lead=_("What was entered is kept, marked as not finished.")
        if form.begun(table)
        else _("For a round you played without the phone."),
        asks=form.fields(table, told),
        settlement=result_of(table._replace(log=after)) if stands else None,
        refused="" if is_silent or ruling is None else ruling.says,
    )


def _judged(table: Table, told: Mapping[str, str]) -> tuple[Ruling | None, Log]:
    """The ruling on the form's result, and the log including it; None if nothing is filled in yet."""
    if not any(told.get(name) for name in told if name not in ("pick", SENT)):
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
