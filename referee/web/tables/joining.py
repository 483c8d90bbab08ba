"""Joining a table: the short code is typed, a seat is chosen, and the phone has its link."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.messages import _, marked
from referee.engine.sheets import VARIANTS
from referee.storage.rows import Link
from referee.storage.store import TableRow
from referee.web.context import store
from referee.web.infra import presence, visitors
from referee.web.parts.forms import number_in
from referee.web.parts.join_code import LOCKED, NO_TABLE, table_by_code
from referee.web.parts.page_views import JoinPage, JoinSeat

joining = Blueprint("joining", __name__)

TAKEN = marked("Somebody else has just sat down there.")


@joining.get("/join")
def ask() -> ResponseReturnValue:
    """The field for the code; with a code that holds, the seats to choose from."""
    typed = request.args.get("code", "")[:40]
    if not typed.strip():
        return _asked("", "")
    table = table_by_code(typed)
    if table is None:
        return _asked(typed, _(NO_TABLE), 404)
    if table.locked:
        return _asked(typed, _(LOCKED), 403)
    return _seats(table, typed)


@joining.post("/join")
def join() -> ResponseReturnValue:
    """A phone takes a seat, or watches: the link is its own from now on."""
    typed = request.form.get("code", "")[:40]
    table = table_by_code(typed)
    if table is None:
        return _asked(typed, _(NO_TABLE), 404)
    if table.locked:
        return _asked(typed, _(LOCKED), 403)
    links = store().links.of(table.id)
    seat = request.form.get("seat", "")
    if seat == "watch":
        found = next((each for each in links if each.role == "watch"), None)
    elif (number := number_in(seat, 2)) is not None:
        found = _take(table, number, links)
        if found is None:
            return _seats(table, typed, _(TAKEN), 409)
    else:
        abort(422)
    if found is None:
        abort(404)
    visitors.remember(found.token)
    return redirect(url_for("rounds.show", link=found.token), 303)


def _take(table: TableRow, seat: int, links: list[Link]) -> Link | None:
    """The seat's link, if this phone holds the seat already or it is free."""
    link = next((each for each in links if each.seat == seat), None)
    if link is None:
        return None
    if link.token in visitors.known_links():
        return link
    if link.id in _here(table):
        return None
    return store().links.take_seat(table.id, seat)


def _here(table: TableRow) -> set[int]:
    return {each.id for each in presence.presence().phones(table.id)}


def _asked(typed: str, wrong: str, status: int = 200) -> ResponseReturnValue:
    return render_template("tables/join.html", typed=typed, wrong=wrong), status


def _seats(table: TableRow, typed: str, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    links = store().links.of(table.id)
    known = visitors.known_links()
    here = _here(table)
    seats = tuple(
        JoinSeat(
            name=table.players[each.seat],
            value=str(each.seat),
            mine=each.token in known,
            free=each.token in known or not (each.taken or each.id in here),
        )
        for each in links
        if each.seat is not None
    )
    page = JoinPage(
        title=_title(table),
        code=typed,
        seats=seats,
        may_watch=any(each.role == "watch" for each in links),
        wrong=wrong,
    )
    return render_template("tables/seats.html", page=page), status


def _title(table: TableRow) -> str:
    variant = VARIANTS.get(str(table.header.get("variant")))
    return str(variant.title) if variant is not None else _("A table")
