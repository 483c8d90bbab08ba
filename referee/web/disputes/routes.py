"""The routes of the dispute pages. They write nothing; their forms post to the table."""

from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from referee.camera import CannotLook
from referee.engine.explain.reconciliation import may_recount
from referee.engine.messages import _
from referee.web.disputes.ask import ABOUT_A_PICTURE, ask_page, can_be_compared, carried
from referee.web.disputes.asked import read_query, way, way_back
from referee.web.disputes.cases import card_of
from referee.web.disputes.proof import closed, count_page, incident_at, mend_page, proof_page
from referee.web.disputes.sheets import open_questions, sheets_page
from referee.web.families import family_of
from referee.web.parts.beside import page_beside
from referee.web.parts.flags import incidents_at
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import number_in, read_tried
from referee.web.parts.taking_pictures import REFUSALS, seen_in_picture

disputes = Blueprint("disputes", __name__)


def _shown(table: Table, template: str, page: object, **more: Any) -> str:
    return page_beside(table, f"disputes/{template}.html", page, **more)


def _line_table(link: str) -> Table:
    """The table, if it is a line game; otherwise 404, because these questions are about line games."""
    table = open_table(link)
    if not table.setup.lays_in_line:
        abort(404)
    return table


@disputes.get("/t/<link>/ask")
def ask(link: str) -> ResponseReturnValue:
    """A question to the referee, and its answer."""
    table = open_table(link)
    if not family_of(table).is_asked:
        abort(404)
    return _shown(table, "ask", ask_page(table, read_query(request.args)))


@disputes.post("/t/<link>/ask/picture")
def hold_against(link: str) -> ResponseReturnValue:
    """Read a picture of the layout, then redirect to the comparison with the record. The picture is not kept."""
    table = _line_table(link)
    if not can_be_compared(table):
        abort(403)
    try:
        seen = seen_in_picture(table, table.setup.tiles.mask, None)
    except CannotLook as why:
        return _not_read(table, why.reason)
    return redirect(way(table, read_query(request.args), q=ABOUT_A_PICTURE, seen=carried(seen)), 303)


@disputes.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """The answer to a request too large to parse."""
    return _not_read(_line_table((request.view_args or {})["link"]), "too-large")


def _not_read(table: Table, reason: str) -> ResponseReturnValue:
    status, why = REFUSALS[reason]
    query = read_query(request.args)._replace(question=ABOUT_A_PICTURE)
    page = ask_page(table, query)._replace(notice=_(why))
    return _shown(table, "ask", page), status


@disputes.get("/t/<link>/elsewhere")
def elsewhere(link: str) -> ResponseReturnValue:
    """The same position under every other game."""
    table = _line_table(link)
    number = request.args.get("entry", type=int)
    return _shown(table, "sheets", sheets_page(table, read_query(request.args), number))


@disputes.get("/t/<link>/open")
def left(link: str) -> ResponseReturnValue:
    """What the sheet leaves open."""
    table = _line_table(link)
    query = read_query(request.args)
    return _shown(table, "open", open_questions(table, query), back=way_back(table, query))


@disputes.get("/t/<link>/proof")
def proofs(link: str) -> ResponseReturnValue:
    """The proved cases of a round, undecided ones first; redirects to the table if there are none."""
    table = open_table(link)
    found = incidents_at(table, request.args.get("round", type=int))
    cards = sorted((card_of(table, each) for each in found), key=lambda each: bool(each.decided))
    if not cards:
        return redirect(url_for("rounds.show", link=link), 303)
    return _shown(table, "proofs", cards, closed=closed(table))


@disputes.get("/t/<link>/proof/<kind>/<int:number>")
def proof(link: str, kind: str, number: int) -> ResponseReturnValue:
    """One case, and the points that the table may agree on; redirects to the table if it no longer holds."""
    table = open_table(link)
    incident = incident_at(table, kind, number, request.args.get("by"))
    if incident is None:
        return redirect(url_for("rounds.show", link=link), 303)
    return _shown(table, "proof", proof_page(table, incident, request.args))


@disputes.get("/t/<link>/mend")
def mend(link: str) -> ResponseReturnValue:
    """What is wrong with a refused hand, and what would fix it; redirects to the table if nothing is."""
    table = open_table(link)
    page = mend_page(table, read_tried(request.args.get("tried", "")) or {})
    if page is None:
        return redirect(url_for("rounds.show", link=link), 303)
    return _shown(table, "mend", page)


@disputes.get("/t/<link>/count")
def count(link: str) -> ResponseReturnValue:
    """How many tiles seat `by` holds by the log, and which draws or passes would make it another number."""
    table = open_table(link)
    seat, held = (number_in(request.args.get(each, ""), 2) for each in ("by", "held"))
    if seat is None or seat >= len(table.setup.players) or not may_recount(table.setup):
        abort(404)
    return _shown(table, "mend", count_page(table, seat, held))
