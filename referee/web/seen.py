"""The table's page as the link that opened it may see it: a seat is offered what its player may do, and no more."""

from __future__ import annotations

from dataclasses import replace

from referee.web import presence, showing
from referee.web.asked import NOTHING, Asked
from referee.web.book import Table
from referee.web.families import family_of
from referee.web.may import LOCKED
from referee.web.practice import coach_of
from referee.web.views import TablePage
from referee.wording import _


def table_page(table: Table, asked: Asked = NOTHING, notice: str = "") -> TablePage:
    """Everything that the table's page shows to whoever came by the table's link."""
    if not notice and table.row.locked and table.role in ("keep", "seat"):
        notice = _(LOCKED)
    here = presence.here_at(table.row.id, table.setup.players)
    if table.seat is None or not table.may_write:
        return replace(showing.table_page(table, asked, notice), here=here, coach=coach_of(table))
    return replace(_for_seat(table, table.seat, asked, notice), here=here)


def _for_seat(table: Table, seat: int, asked: Asked, notice: str) -> TablePage:
    """A game without a way of its own shows a seat the whole page in its turn, else what a watcher sees."""
    family = family_of(table)
    if family.for_seat is not None:
        return family.for_seat(table, seat, asked, showing.common_of(table, asked, notice))
    waits = table.state.to_act not in (None, seat)
    return showing.table_page(table._replace(role="watch") if waits else table, asked, notice)
