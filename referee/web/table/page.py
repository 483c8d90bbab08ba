"""The table's page as the link that opened it may see it: a seat is offered only what its player may do."""

from __future__ import annotations

import secrets
from typing import Any

from flask import url_for

from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.web.families import family_of
from referee.web.infra import presence
from referee.web.infra.kept_parts import is_needed
from referee.web.infra.languages import language
from referee.web.parts.confirming import with_confirming
from referee.web.parts.flags import proved_chip
from referee.web.parts.margin import moves_of
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.page_views import LogLine
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.permissions import LOCKED
from referee.web.parts.table_views import TablePage
from referee.web.table.practice import coach_of
from referee.web.table.seat import page_for_seat, told_whose
from referee.web.table.watching import watching_of


def table_page(table: Table, asked: Asked = NOTHING, notice: str = "") -> TablePage:
    """Everything that the table's page shows by the link that opened it."""
    if not notice and table.row.locked and table.role in ("keep", "seat"):
        notice = _(LOCKED)
    asked = asked.judged(table.log)
    here = presence.here_at(table.row.id, table.setup.players)
    seat = table.seat
    common = _common_of(table, asked, notice)
    if seat is not None and table.may_write:
        found = page_for_seat(table, seat, asked, common)
    else:
        found = family_of(table).page(table, asked, common)
        found = found._replace(coach=coach_of(table), watching=watching_of(table))
    found = with_confirming(table, found._replace(here=here))
    return found if seat is None else told_whose(found, table, seat)


def _moves(table: Table) -> tuple[LogLine, ...]:
    """The moves of the round in hand: the same for all phones of one language."""
    if not table.may_write or table.state.status is not Status.PLAYING or not is_needed("moves"):
        return ()
    if len(table.setup.players) < 2 or table.setup.takes_tricks:
        return ()  # nobody asks who made a move, or the tricks stand there
    found: tuple[LogLine, ...] = open_book().once(table, f"moves {language()}", lambda: moves_of(table))
    return found


def _common_of(table: Table, asked: Asked, notice: str) -> dict[str, Any]:
    """What the page of every game shows."""
    return {
        "link": table.link,
        "seq": table.seq,
        "key": secrets.token_urlsafe(12),
        "title": str(table.setup.variant.title),
        "may_write": table.may_write,
        "me": "" if table.seat is None else table.setup.players[table.seat],
        "to_act": "" if table.state.to_act is None else table.setup.players[table.state.to_act],
        "notice": notice,
        "ask": url_for("disputes.ask", link=table.link) if family_of(table).is_asked else "",
        "moves": _moves(table),
        "proved": proved_chip(table),
        "step": asked.args(),
    }
