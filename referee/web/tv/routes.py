"""The screen for everybody, and the page that opens it by short code, which a remote control can type."""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.games.match import ON, Status
from referee.engine.messages import _, marked
from referee.storage.links import ALPHABET, CODE_LENGTH, ShortCode, read_code
from referee.web.context import store
from referee.web.families import family_of
from referee.web.infra import presence, visitors
from referee.web.infra.network import others_reach, reachable
from referee.web.parts.join_code import ShareCode, brought_code, shown_code, table_by_code
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import NOTHING
from referee.web.parts.pictures import symbols_of
from referee.web.parts.rematch import rematch_link
from referee.web.parts.scores import SideView
from referee.web.parts.table_page import TablePage

tv = Blueprint("tv", __name__)

BACK = "back"
GONE = marked("This screen's link no longer works. Type the code that the table shows now.")
NOBODY = marked("This table cannot be watched: its link for that was withdrawn.")


@tv.get("/tv")
def ask() -> ResponseReturnValue:
    """The page for the code, typed or entered key by key; once complete, it redirects to that table's screen."""
    typed, key = read_code(request.args.get("code", "")[:40]), request.args.get("key", "")
    typed = typed[:-1] if key == BACK else typed + read_code(key[:1])
    if not typed or (key and len(typed) < CODE_LENGTH):
        return _asked(typed, key)
    table, wrong, status = table_by_code(typed)
    if table is None:
        return _asked("", key, wrong, status)
    if "watch" not in table.links:
        return _asked("", key, _(NOBODY), 404)
    return redirect(url_for("tv.show", link=table.links["watch"]), 303)


@tv.get("/tv/<link>")
def show(link: str) -> ResponseReturnValue:
    """The screen. Any other link redirects to the watch-only link, if there is one."""
    if store().links.glance(link) is None:
        return _asked("", "", _(GONE), 404)
    table = open_table(link)
    watch = table.row.links.get("watch", link)
    if watch != link:
        return redirect(url_for("tv.show", link=watch), 303)
    visitors.remember(link)
    presence.arrive(table.row.id, table.opened)
    sheet = family_of(table).sheet
    return render_template("tv/tv.html", screen=screen_of(table), symbols=symbols_of(table), sheet=sheet)


@tv.get("/tv/<link>/live")
def live(link: str) -> ResponseReturnValue:
    """The screen if anything was said, a player renamed or the code changed; only its polling part if a phone came or
    went; otherwise 204. Within a minute after the same players play again, or others go on, it goes to the new table."""
    seen = store().links.glance(link)
    if seen is None:
        return "", 404, {"HX-Redirect": url_for("tv.show", link=link)}
    presence.arrive(seen.table_id, seen.link)
    here, now = request.args.get("here", ""), presence.presence().stamp(seen.table_id)
    table = open_table(link)
    if table.state.status not in ON and (onward := rematch_link(table)):
        return "", {"HX-Redirect": url_for("tv.show", link=onward)}
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
    headers = {"HX-Retarget": "#live", "HX-Reswap": "outerHTML"}
    return render_template("tv/_live.html", screen=screen), headers


def _asked(typed: str, key: str, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    page = render_template("tv/ask.html", typed=typed, pressed=key, wrong=wrong, keys=ALPHABET, back=BACK)
    return page, status


FACES = {"settled": "tv/_settled.html", "over": "tv/_settled.html", "before": "tv/_before.html"}


class Screen(NamedTuple):
    """The whole screen: `table` is the watcher's page, `face` the template that draws it.

    `code` is set if this screen may show it. `address` is the server's; `lonely` says so if no other device can reach
    it. `onward` says how to watch the next match.
    """

    table: TablePage
    face: str
    code: ShareCode | None
    address: str
    lonely: str
    onward: str


def screen_of(table: Table) -> Screen:
    """The screen as a watcher sees it, whichever link opened the table."""
    seen = table._replace(role="watch", opened=table.opened._replace(role="watch", seat=None))
    common = TablePage(
        link=table.link,
        seq=table.seq,
        title=str(table.setup.variant.title),
        may_write=False,
        step=NOTHING.args(),
        here=presence.here_at(table.row.id, table.setup.players),
    )
    page = family_of(table).page(seen, NOTHING, common)
    is_over = table.state.status is Status.MATCH_OVER
    address = reachable().partition("://")[2]
    onward = _("Another match has a code of its own: open {address} and type it.", address=f"{address}/tv")
    code = code_on(table)
    return Screen(
        table=page._replace(tray="tv/_tray.html", sides=_won(table, page.sides)),
        face=FACES.get(page.screen, page.template),
        code=shown_code(code) if code is not None else None,
        address=address,
        lonely=_("Other devices cannot reach this one yet.") if not others_reach() else "",
        onward=onward if is_over else "",
    )


def code_on(table: Table) -> ShortCode | None:
    """The code to join by, if this screen may show it and other devices can use it."""
    is_over = table.state.status is Status.MATCH_OVER
    return None if is_over or not others_reach() else brought_code(table)


def _won(table: Table, sides: tuple[SideView, ...]) -> tuple[SideView, ...]:
    """The scores; once the match is over, the winner is highlighted like the player to act."""
    winner = table.state.winner
    if winner is None or not sides:
        return sides
    won = sides[winner]._replace(seats=tuple(each._replace(now=True) for each in sides[winner].seats))
    return (*sides[:winner], won, *sides[winner + 1 :])
