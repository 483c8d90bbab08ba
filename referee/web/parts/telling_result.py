"""The way to tell a round by its end, where that has a place."""

from __future__ import annotations

from flask import url_for

from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import LinkView


def may_tell_result(table: Table) -> bool:
    """Whether this link may tell now how a round ended: one in play, or the next one."""
    may = table.setup.variant.machine in ("line", "tricks") and table.may_correct
    return may and table.state.status in (Status.PLAYING, Status.ROUND_OVER)


def without_tiles(table: Table) -> tuple[LinkView, ...]:
    """The way to the form; none where no round can be told."""
    if not may_tell_result(table):
        return ()
    label = _("Score this round without tiles")
    if table.state.rounds and table.state.status is Status.ROUND_OVER:
        label = _("Score the next round without tiles")
    return (LinkView(label=label, href=url_for("without.page", link=table.link), away=True),)
