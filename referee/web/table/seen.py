"""The table's page as the link that opened it may see it: a seat is offered what its player may do, and no more."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.messages import _
from referee.web.families import family_of
from referee.web.infra import presence
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.permissions import LOCKED
from referee.web.parts.table_views import TablePage
from referee.web.table import page
from referee.web.table.practice import coach_of
from referee.web.table.watching import watching_of


def table_page(table: Table, asked: Asked = NOTHING, notice: str = "") -> TablePage:
    """Everything that the table's page shows to whoever came by the table's link."""
    if not notice and table.row.locked and table.role in ("keep", "seat"):
        notice = _(LOCKED)
    asked = asked.judged(table.log)
    here = presence.here_at(table.row.id, table.setup.players)
    if table.seat is None or not table.may_write:
        found = page.table_page(table, asked, notice)
        return replace(found, here=here, coach=coach_of(table), watching=watching_of(table))
    found = _for_seat(table, table.seat, asked, notice)
    whose = _("You are {name}", name=table.setup.players[table.seat])
    return replace(found, title=whose, sub=f"{found.title} · {found.sub}", here=here)


def _for_seat(table: Table, seat: int, asked: Asked, notice: str) -> TablePage:
    """A game without a way of its own shows a seat the whole page in its turn, else what a watcher sees."""
    family = family_of(table)
    if family.for_seat is not None:
        return family.for_seat(table, seat, asked, page.common_of(table, asked, notice))
    waits = table.state.to_act not in (None, seat)
    return page.table_page(table._replace(role="watch") if waits else table, asked, notice)
