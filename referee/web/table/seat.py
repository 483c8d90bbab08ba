"""The table's page for one seat: whose phone it is, what its player may do, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.web.families import family_of
from referee.web.parts.actions import correcting
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.permissions import may_say, own_event, who_is
from referee.web.parts.table_views import HandRow, SideView, TablePage
from referee.web.table.poker.views import Hands


def page_for_seat(table: Table, seat: int, asked: Asked, common: Mapping[str, Any]) -> TablePage:
    """The table as the player at one seat is offered it: in another player's turn, as a watcher sees it,
    with the seat's own calls and what it may take back."""
    name, family = table.setup.players[seat], family_of(table)
    asked = _own(table, name, asked)
    page = family.page(table, asked, common)
    if page.amounts is not None:
        if name not in page.amounts.callers:
            return page_for_seat(table, seat, asked._replace(call=""), common)
        return page._replace(amounts=page.amounts._replace(callers=(name,), caller=name))
    if page.screen == "play" and not page.by:
        page = page._replace(by=name)
    elif page.screen in ("play", "stakes", "hands") and page.by not in ("", name):
        seen = family.page(table._replace(role="watch"), asked, common)
        return seen._replace(by=name, words=page.words, bar=tuple(correcting(table)))
    if page.more_hands and family.page(table, Asked(hand=name), common).by != name:
        page = page._replace(more_hands="")
    if isinstance(page.face, Hands):
        page = page._replace(face=page.face._replace(rows=_own_rows(page.face.rows, name)))
    return page._replace(
        hands=_own_rows(page.hands, name),
        bar=tuple(each for each in page.bar if getattr(each, "name", "") != "stand"),
    )


def told_whose(page: TablePage, table: Table, seat: int) -> TablePage:
    """The page of a seat with whose phone it is: its own turn is told as such, and that it comes next."""
    page = page._replace(sides=tuple(_with_you(each, page.me) for each in page.sides))
    if page.is_mine:
        return page._replace(turn=_("Your turn, {name}", name=page.me), tab=_("Your turn"))
    if page.screen == "play" and page.turn and family_of(table).next_to_act(table.state) == seat:
        return page._replace(beside=_("You are next, {name}", name=page.me))
    return page


def _with_you(side: SideView, name: str) -> SideView:
    return side._replace(seats=tuple(each._replace(you=each.name == name) for each in side.seats))


def _own(table: Table, name: str, asked: Asked) -> Asked:
    """What the phone asks, as far as the seat may ask it."""
    tried = own_event(table, asked.tried) if asked.tried is not None else None
    if tried is not None and may_say(who_is(table), tried, table.log) is not None:
        tried = None
    shows = asked.hand or (table.state.status is Status.REVEAL and not table.state.claims_are_open)
    theirs = asked if asked.hand in ("", name) else asked._replace(shown=())
    return theirs._replace(tried=tried, who="", hand=name if shows else "")


def _own_rows(rows: tuple[HandRow, ...], name: str) -> tuple[HandRow, ...]:
    return tuple(row if row.name == name else row._replace(href="") for row in rows)
