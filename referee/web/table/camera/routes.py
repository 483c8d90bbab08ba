"""A picture comes in, is read, and is gone; what was read is shown until a person says that it is right."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from referee import camera
from referee.drawing import symbols
from referee.engine.messages import _, marked
from referee.engine.tiles import tiles_in
from referee.web.context import htmx
from referee.web.infra.giving_way import long_work
from referee.web.infra.rate_limit import Limit, address, hold_back
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.pictures import drawn
from referee.web.table.camera.readings import readings_of
from referee.web.table.camera.views import address_of, check_page
from referee.web.table.page import table_page

cameras = Blueprint("camera", __name__)
PICTURES = Limit(12, 60)  # by one address
PICTURES_OF_ALL = Limit(60, 60)
_WHY = {
    "too-large": (413, marked("The picture is too large. Take a smaller one, or tap the tiles.")),
    "not-a-picture": (
        415,
        marked("The referee cannot read that as a picture. Send a JPEG photo, or tap the tiles."),
    ),
    "busy": (
        503,
        marked("The referee is looking at another picture. Try again in a moment, or tap the tiles."),
    ),
    "took-too-long": (
        503,
        marked("Reading the picture took too long. Take it from nearer, or tap the tiles."),
    ),
    "nothing": (
        422,
        marked(
            "No tile was found. Lay the tiles apart, take the picture from above in good light, or tap them."
        ),
    ),
}


@cameras.post("/t/<link>/picture")
def look(link: str) -> ResponseReturnValue:
    """Read the tiles of a picture, which is not kept; nothing is entered yet."""
    table, hand = open_table(link), request.form.get("hand", "")[:40]
    asked = Asked(hand=hand, deal=not hand)
    taken = table_page(table, asked).camera
    if taken is None:
        return _refused(table, asked, "") if table.may_write else abort(403)
    hold_back(("picture", address(), PICTURES), ("picture of all", "", PICTURES_OF_ALL))
    file = request.files.get("picture")
    picture = file.read() if file is not None else b""
    try:
        with long_work():
            seen = camera.look_aside(
                picture,
                highest=table.setup.tiles.high,
                possible=tuple(tiles_in(taken.possible)),
                count=taken.number,
            )
    except camera.CannotLook as why:
        return _refused(table, asked, why.reason)
    if not seen.found:
        return _refused(table, asked, "nothing")
    return redirect(address_of(table, taken.by, readings_of(seen)), 303)


@cameras.get("/t/<link>/picture")
def check(link: str) -> ResponseReturnValue:
    """What was read, to be put right; the table, if there is nothing to look at any more."""
    table = open_table(link)
    page = check_page(table, request.args)
    if page is None:
        return redirect(url_for("rounds.show", link=link), 303)
    drawing = drawn(symbols(table.setup.tiles.high))
    return render_template("table/camera/check.html", page=page, symbols=drawing)


@cameras.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """A picture of which not even the form was read: the table, and why."""
    link = (request.view_args or {})["link"]
    return _refused(open_table(link), NOTHING, "too-large")


def _refused(table: Table, asked: Asked, reason: str) -> ResponseReturnValue:
    """The table again, and why no tile was read: htmx shows an answer of another status nowhere."""
    status, why = _WHY.get(reason, (409, marked("The hand is entered already.")))
    page = table_page(table, asked, _(why))
    drawing = drawn(symbols(table.setup.tiles.high))
    return render_template("table/table.html", page=page, symbols=drawing), 200 if htmx else status
