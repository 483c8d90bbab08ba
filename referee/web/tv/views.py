"""What the screen for everybody shows: the table as a watcher sees it, and how to join."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.storage.links import ShortCode
from referee.web.families import family_of
from referee.web.infra import presence
from referee.web.infra.network import others_reach, reachable
from referee.web.parts.join_code import brought_code, shown_code
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import ShareCode
from referee.web.parts.pending_entry import NOTHING
from referee.web.parts.table_views import SideView, TablePage

FACES = {"settled": "tv/_settled.html", "over": "tv/_settled.html", "before": "tv/_before.html"}


class Screen(NamedTuple):
    """The whole screen: `table` is what a watcher sees of the table, `face` draws it.

    `code` is there if this screen may show it; `address` is the server's, or `lonely` says that no other device
    reaches it. `onward` says where a further match can be seen.
    """

    table: TablePage
    face: str
    code: ShareCode | None
    address: str
    lonely: str
    onward: str


def screen_of(table: Table) -> Screen:
    """The table as a watcher sees it, whichever link opened it."""
    seen = table._replace(role="watch", opened=table.opened._replace(role="watch", seat=None))
    common = {
        "link": table.link,
        "seq": table.seq,
        "key": "",
        "title": str(table.setup.variant.title),
        "may_write": False,
        "step": NOTHING.args(),
        "here": presence.here_at(table.row.id, table.setup.players),
    }
    page = family_of(table).page(seen, NOTHING, common)
    is_over = table.state.status is Status.MATCH_OVER
    address = reachable().partition("://")[2]
    code = code_on(table)
    return Screen(
        table=page._replace(tray="tv/_tray.html", sides=_won(table, page.sides)),
        face=FACES.get(page.screen, page.template),
        code=shown_code(code) if code is not None else None,
        address=address,
        lonely=_("Other devices cannot reach this one yet.") if not others_reach() else "",
        onward=_onward(address) if is_over else "",
    )


def code_on(table: Table) -> ShortCode | None:
    """The code to join by, if this screen may show it and other devices can use it."""
    is_over = table.state.status is Status.MATCH_OVER
    return None if is_over or not others_reach() else brought_code(table)


def _onward(address: str) -> str:
    return _("The next match has a code of its own: open {address} and type it.", address=f"{address}/tv")


def _won(table: Table, sides: tuple[SideView, ...]) -> tuple[SideView, ...]:
    """The scores; once the match is over the winner's stands out as the turn does before."""
    winner = table.state.winner
    if winner is None or not sides:
        return sides
    won = sides[winner]._replace(seats=tuple(each._replace(now=True) for each in sides[winner].seats))
    return (*sides[:winner], won, *sides[winner + 1 :])
