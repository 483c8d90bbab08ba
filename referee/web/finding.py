"""The tables that this phone has links for: the list of all of them, narrowed by player, game and day."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.play.state import Status
from referee.setup import HeaderError
from referee.sheets import VARIANTS
from referee.store import RecentRow
from referee.web import visitors
from referee.web.book import open_table
from referee.web.families import family_of
from referee.web.logbook import day_of
from referee.web.pages import TableLine, TablesPage

finding = Blueprint("finding", __name__)

Groups = tuple[tuple[str, tuple[TableLine, ...]], ...]


@finding.get("/tables")
def index() -> ResponseReturnValue:
    """All tables, those still playing first; `q` is part of a player's name, a game's or a sheet's, or a date."""
    asked = " ".join(request.args.get("q", "").split())[:40]
    rows = [row for row in visitors.tables_known() if _fits(row, asked)]
    return render_template("tables.html", page=TablesPage(asked=asked, groups=grouped(rows)))


def _fits(row: RecentRow, asked: str) -> bool:
    """Whether every word that is looked for stands somewhere in what the table is called by."""
    header = row.table.header
    game = VARIANTS.get(str(header.get("variant")))
    told = [str(name) for name in header.get("players", [])]
    told += [game.name, game.sheet.title] if game is not None else []
    day = str(header.get("date") or row.table.created_at[:10])
    told += [day, day_of(day), str(header.get("place") or "")]
    whole = " ".join(told).casefold()
    return all(word in whole for word in asked.casefold().split())


def grouped(rows: Iterable[RecentRow], most: int = 0) -> Groups:
    """The tables still playing, then the finished ones; of each group the first `most` where that is not 0."""
    playing: list[TableLine] = []
    finished: list[TableLine] = []
    for row in rows:
        try:
            line, is_over = _line(row)
        except HeaderError:  # a rule that it was played by is no more
            continue
        (finished if is_over else playing).append(line)
    return (("Still playing", _first(playing, most)), ("Finished", _first(finished, most)))


def _first(lines: Sequence[TableLine], most: int) -> tuple[TableLine, ...]:
    return tuple(lines[:most] if most else lines)


def _line(row: RecentRow) -> tuple[TableLine, bool]:
    table = open_table(row.token)
    state = table.state
    line = TableLine(
        href=url_for("rounds.show", link=row.token),
        title=table.setup.variant.name,
        players=", ".join(table.setup.sides),
        state=family_of(table).result(state),
        when=day_of(str(row.table.header.get("date") or row.table.created_at), short=True),
    )
    return line, state.status is Status.MATCH_OVER
