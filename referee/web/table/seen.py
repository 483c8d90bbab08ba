"""The table's page as the link that opened it may see it: a seat is offered what its player may do, and no more."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.messages import _
from referee.web.infra import presence
from referee.web.parts.confirming import with_confirming
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.permissions import LOCKED
from referee.web.parts.table_views import TablePage
from referee.web.table import page
from referee.web.table.practice import coach_of
from referee.web.table.seat import page_for_seat, told_whose
from referee.web.table.watching import watching_of


def table_page(table: Table, asked: Asked = NOTHING, notice: str = "") -> TablePage:
    """Everything that the table's page shows to whoever came by the table's link."""
    if not notice and table.row.locked and table.role in ("keep", "seat"):
        notice = _(LOCKED)
    asked = asked.judged(table.log)
    here = presence.here_at(table.row.id, table.setup.players)
    seat = table.seat
    if seat is not None and table.may_write:
        found = page_for_seat(table, seat, asked, page.common_of(table, asked, notice))
    else:
        found = page.table_page(table, asked, notice)
        found = replace(found, coach=coach_of(table), watching=watching_of(table))
    found = with_confirming(table, replace(found, here=here))
    return found if seat is None else told_whose(found, table, seat)
