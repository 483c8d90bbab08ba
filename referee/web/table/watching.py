"""A phone that only watches: it says so, shows the moves before the last one, and offers a seat if one may be taken."""

from __future__ import annotations

from itertools import islice, takewhile
from typing import NamedTuple

from flask import url_for

from referee.engine.games.match import Status
from referee.reports.sections import begins_round, said_before
from referee.web.context import store
from referee.web.infra import presence
from referee.web.parts.join_code import brought_code
from referee.web.parts.margin import lines_of
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine

MOVES = 3
_LOOKED_AT = 4 * MOVES  # events; several draws are one move


class Watching(NamedTuple):
    """What a phone that only watches shows below the turn: the moves before the last, and the way to the free seats."""

    moves: tuple[LogLine, ...]
    seat: str


def seat_to_take(table: Table) -> str:
    """The way to the free seats for a phone that came by the code; "" if it has none, or no seat is free."""
    code = brought_code(table)
    if code is None or table.state.status is Status.MATCH_OVER:
        return ""
    here = {each.id for each in presence.presence().phones(table.row.id)}
    seats = (each for each in store().links.of(table.row.id) if each.seat is not None)
    is_free = any(not (each.taken or each.id in here) for each in seats)
    return url_for("joining.ask", code=code.text) if is_free else ""


def watching_of(table: Table) -> Watching | None:
    """What stands on the page of a link that only watches; None for any other."""
    if table.opened.role != "watch":
        return None
    said = takewhile(lambda each: not begins_round(each), said_before(table.log, table.seq + 1))
    lines = lines_of(table, tuple(islice(said, _LOOKED_AT))[::-1])
    return Watching(moves=lines[:-1][: -MOVES - 1 : -1], seat=seat_to_take(table))
