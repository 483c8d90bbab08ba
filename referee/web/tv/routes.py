"""The screen for everybody, and the way to it: a short code, typed with the keys of a remote control if need be."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.drawing import symbols
from referee.engine.messages import _, marked
from referee.storage.links import ALPHABET, CODE_LENGTH, read_code
from referee.web.context import store
from referee.web.families import family_of
from referee.web.infra import presence, visitors
from referee.web.parts.join_code import LOCKED, NO_TABLE, table_by_code
from referee.web.parts.open_tables import open_table
from referee.web.parts.pictures import drawn
from referee.web.tv.views import code_on, screen_of

tv = Blueprint("tv", __name__)

BACK = "back"
GONE = marked("The link of this screen no longer opens a table. Type the code that the table shows now.")
NOBODY = marked("This table cannot be watched: its link for that was withdrawn.")


@tv.get("/tv")
def ask() -> ResponseReturnValue:
    """The code, typed or put together key by key; once it is whole, on to the table that goes by it."""
    typed, key = read_code(request.args.get("code", "")[:40]), request.args.get("key", "")
    typed = typed[:-1] if key == BACK else typed + read_code(key[:1])
    if not typed or (key and len(typed) < CODE_LENGTH):
        return _asked(typed, key)
    table = table_by_code(typed)
    if table is None:
        return _asked("", key, _(NO_TABLE), 404)
    if table.locked:
        return _asked("", key, _(LOCKED), 403)
    watch = next((each for each in store().links.of(table.id) if each.role == "watch"), None)
    if watch is None:
        return _asked("", key, _(NOBODY), 404)
    return redirect(url_for("tv.show", link=watch.token), 303)


@tv.get("/tv/<link>")
def show(link: str) -> ResponseReturnValue:
    """The screen. A link that may do more than watch gives way to the one that watches, if there is one."""
    seen = store().links.glance(link)
    if seen is None:
        return _asked("", "", _(GONE), 404)
    watch = next((each for each in store().links.of(seen.table_id) if each.role == "watch"), None)
    if watch is not None and watch.token != link:
        return redirect(url_for("tv.show", link=watch.token), 303)
    table = open_table(link)
    visitors.remember(link)
    presence.arrive(table.row.id, table.opened)
    drawing = drawn(symbols(table.setup.tiles.high))
    sheet = family_of(table).sheet
    return render_template("tv/tv.html", screen=screen_of(table), symbols=drawing, sheet=sheet)


@tv.get("/tv/<link>/live")
def live(link: str) -> ResponseReturnValue:
    """The screen again if anything was said, a player renamed or the code changed; where to ask from, if somebody
    came or went; else nothing."""
    seen = store().links.glance(link)
    if seen is None:
        return "", 404, {"HX-Redirect": url_for("tv.show", link=link)}
    presence.arrive(seen.table_id, seen.link)
    here, now = request.args.get("here", ""), presence.stamp_of(seen.table_id)
    table = open_table(link)
    code = code_on(table)
    is_same = (
        request.args.get("since", type=int) == seen.head
        and request.args.get("code", "") == (code.text if code is not None else "")
        and presence.changes_in(here) == presence.changes_in(now)
    )
    if is_same and here == now:
        return "", 204
    screen = screen_of(table)
    if not is_same:
        return render_template("tv/_screen.html", screen=screen)
    return render_template("tv/_live.html", screen=screen), {
        "HX-Retarget": "#live",
        "HX-Reswap": "outerHTML",
    }


def _asked(typed: str, key: str, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    page = render_template("tv/ask.html", typed=typed, pressed=key, wrong=wrong, keys=ALPHABET, back=BACK)
    return page, status
