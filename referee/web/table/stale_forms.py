"""A step begun on a phone, after another entry was made at the table."""

from __future__ import annotations

from referee.engine.games.match import State
from referee.engine.log import Log
from referee.engine.messages import _
from referee.web.families import family_of
from referee.web.parts.news import news
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked


def carried(table: Table, asked: Asked, seen: int) -> tuple[Asked, str]:
    """The step that a phone is in the middle of, as far as it still makes sense, and what it is told."""
    if asked == NOTHING:
        return asked, ""
    asked = asked.judged(table.log)
    before = _state_at(table.log, seen)
    kept = family_of(table).keep(table, asked, before) if before is not None else Asked(half=asked.half)
    told = news(table, seen)
    return kept, told if kept == asked else f"{told} {_('What you had begun no longer fits.')}".lstrip()


def _state_at(log: Log, seen: int) -> State | None:
    """The table as the phone saw it; None if something that it saw has been changed since."""
    if any(each.number > seen for each in log.corrections):
        return None
    known = (each.state for each in reversed(log.entries) if each.number <= seen)
    return next(known, log.start)
