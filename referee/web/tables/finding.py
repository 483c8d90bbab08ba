"""The tables that this phone has links for: the list of all of them, narrowed by player, game and day."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.engine.seating import HeaderError
from referee.engine.sheets import VARIANTS
from referee.reports.players import Facts, facts_of
from referee.storage.store import RecentRow
from referee.web.families import family_of
from referee.web.infra import visitors
from referee.web.parts.logbook import day_of
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.page_views import TableListing, TablesPage
from referee.web.parts.standings import note

finding = Blueprint("finding", __name__)


class TableList(NamedTuple):
    """The tables of a list, group by group, and whether there are more."""

    groups: tuple[tuple[str, tuple[TableListing, ...]], ...]
    is_more: bool


SHOWN = 20  # of each group, before more are asked for
LINKS = 10  # that are looked through for each table listed, those opened last
MOST = 3000
LOOKED_AT = 50  # tables not yet known to be over or not, judged at one visit; the others follow at the next


@finding.get("/tables")
def index() -> ResponseReturnValue:
    """The tables, those still playing first; `q` is part of a player's name, a game's or a sheet's, or a date.

    `n` is how many of each group are listed.
    """
    asked = " ".join(request.args.get("q", "").split())[:40]
    most = min(max(request.args.get("n", default=SHOWN, type=int), SHOWN), MOST)
    links = -1 if asked else LINKS * most  # only a search waits for the oldest
    found = grouped((row for row in visitors.tables_known(links) if _fits(row, asked)), most)
    is_more = found.is_more or 0 <= links < len(visitors.known_links(links + 1))
    more = url_for("finding.index", q=asked or None, n=most + SHOWN) if is_more else ""
    page = TablesPage(asked=asked, groups=found.groups, more=more)
    return render_template("tables/tables.html", page=page)


def _fits(row: RecentRow, asked: str) -> bool:
    """Whether every word that is looked for stands somewhere in what the table is called by."""
    if not asked:
        return True
    header, day = row.table.header, row.table.day
    game = VARIANTS.get(str(header.get("variant")))
    told = [*row.table.players, day, day_of(day), str(header.get("place") or "")]
    told += [game.name, str(game.title), _(game.sheet.title)] if game is not None else []
    whole = " ".join(told).casefold()
    return all(word in whole for word in asked.casefold().split())


def grouped(rows: Iterable[RecentRow], most: int) -> TableList:
    """The tables still playing, then the finished ones, the first `most` of each.

    It judges only the tables listed, and those not yet known to be over or not.
    """
    playing: list[TableListing] = []
    finished: list[TableListing] = []
    is_more = False
    learned: list[tuple[RecentRow, Facts]] = []
    for row in rows:
        is_full = {True: len(finished) >= most, False: len(playing) >= most}
        if is_full[row.is_over] if row.is_over is not None else len(learned) >= LOOKED_AT:
            is_more = True
            continue
        try:
            table = open_table(row.token)
        except HeaderError:  # a rule that it was played by is no more
            continue
        is_over = table.state.status is Status.MATCH_OVER
        if row.is_over is None:
            learned.append((row, facts_of(table.log)))
        if is_full[is_over]:
            is_more = True
        else:
            (finished if is_over else playing).append(_line(row, table, is_over=is_over))
    note(learned)
    return TableList(((_("Still playing"), tuple(playing)), (_("Finished"), tuple(finished))), is_more)


def _line(row: RecentRow, table: Table, *, is_over: bool) -> TableListing:
    return TableListing(
        href=url_for("rounds.show", link=row.token),
        title=str(table.setup.variant.title),
        players=", ".join(table.setup.sides),
        state=family_of(table).result(table.state),
        when=day_of(row.table.day, short=True),
        rematch=url_for("tables.rematch", link=row.token) if is_over else "",
    )
