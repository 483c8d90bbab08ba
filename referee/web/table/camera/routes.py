"""A picture comes in, is read, and is gone; what was read is shown until a person says that it is right."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from referee.camera import CannotLook
from referee.engine.messages import _, marked
from referee.web.context import htmx
from referee.web.families import family_of
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.pictures import symbols_of
from referee.web.parts.taking_pictures import REFUSALS, seen_in_picture
from referee.web.table.camera.readings import readings_of
from referee.web.table.camera.views import address_of, check_page
from referee.web.table.page import table_page

cameras = Blueprint("camera", __name__)
_ENTERED = (409, marked("The hand is entered already."))


@cameras.post("/t/<link>/picture")
def look(link: str) -> ResponseReturnValue:
    """Read the tiles of a picture, which is not kept; nothing is entered yet."""
    table, hand = open_table(link), request.form.get("hand", "")[:40]
    asked = Asked(hand=hand, deal=not hand)
    taken = table_page(table, asked).camera
    if taken is None:
        return _refused(table, asked, "") if table.may_write else abort(403)
    number = None if taken.others else taken.number  # the other hands may lie there too
    try:
        seen = seen_in_picture(table, taken.possible, number)
    except CannotLook as why:
        return _refused(table, asked, why.reason)
    return redirect(address_of(table, taken.by, readings_of(seen)), 303)


@cameras.get("/t/<link>/picture")
def check(link: str) -> ResponseReturnValue:
    """What was read, to be put right; the table, if there is nothing to look at any more."""
    table = open_table(link)
    page = check_page(table, request.args)
    if page is None:
        return redirect(url_for("rounds.show", link=link), 303)
    return render_template("table/camera/check.html", page=page, symbols=symbols_of(table))


@cameras.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """A picture of which not even the form was read: the table, and why."""
    link = (request.view_args or {})["link"]
    return _refused(open_table(link), NOTHING, "too-large")


def _refused(table: Table, asked: Asked, reason: str) -> ResponseReturnValue:
    """The table again, and why no tile was read: htmx shows an answer of another status nowhere."""
    status, why = REFUSALS.get(reason, _ENTERED)
    page = table_page(table, asked, _(why))
    sheet = family_of(table).sheet
    whole = render_template("table/table.html", page=page, symbols=symbols_of(table), sheet=sheet)
    return whole, 200 if htmx else status
