"""A line game's page for one seat: what its player may do, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.engine.games.match import Status
from referee.web.parts.corrections import redo_of, undo_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.permissions import may_say, own_event, who_is
from referee.web.parts.table_views import Action, HandRow, TablePage
from referee.web.table.line.playing import page_of


def page_for_seat(table: Table, seat: int, asked: Asked, common: Mapping[str, Any]) -> TablePage:
    """The table as the player at one seat is offered it."""
    name = table.match.setup.players[seat]
    page = page_of(table, _own(table, name, asked), common)
    if page.amounts is not None:
        if name not in page.amounts.callers:
            return page_for_seat(table, seat, replace(asked, call=""), common)
        return replace(page, amounts=replace(page.amounts, callers=(name,), caller=name))
    if page.screen == "play" and not page.by:
        page = replace(page, by=name)
    if page.screen in ("play", "hands") and page.by != name:
        page = replace(page, picker=None, ends=(), pips_for="", asking=None)
    if page.more_hands and page_of(table, Asked(hand=name), common).by != name:
        page = replace(page, more_hands="")
    return replace(
        page,
        hands=tuple(_own_row(each, name) for each in page.hands),
        bar=tuple(each for each in page.bar if _may_press(table, page, each, name)),
    )


def _own(table: Table, name: str, asked: Asked) -> Asked:
    """What the phone asks, where it is the seat's own to ask."""
    tried = own_event(table, asked.tried) if asked.tried is not None else None
    if tried is not None and may_say(who_is(table), tried, table.log) is not None:
        tried = None
    state = table.match
    shows = asked.hand or (state.status is Status.REVEAL and not state.claims_are_open)
    theirs = asked if asked.hand in ("", name) else replace(asked, shown=())
    return replace(theirs, tried=tried, who="", hand=name if shows else "")


def _own_row(row: HandRow, name: str) -> HandRow:
    return row if row.name == name else replace(row, href="")


def _may_press(table: Table, page: TablePage, each: Action, name: str) -> bool:
    """Whether a button is for this seat: its own turn's, one that takes back its own, or a deal."""
    what = getattr(each, "name", "")
    if what in ("undo", "redo"):
        number = undo_of(table.log) if what == "undo" else redo_of(table.log, table.seq)
        return number is not None and may_say(who_is(table), {"retract": number}, table.log) is None
    if what == "stand":
        return False
    if page.screen == "hands" and not page.by:
        return True  # claims are asked for, by buttons that are this seat's own
    return page.screen not in ("play", "hands") or page.by == name
