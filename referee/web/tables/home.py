"""Home: the match in play, the same players again, and the games to begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from flask import url_for
from markupsafe import Markup

from referee.engine.games.match import Status
from referee.engine.messages import Listed, _, marked
from referee.engine.seating import HeaderError
from referee.reports.agreed import goal_of
from referee.reports.players import Facts, facts_of
from referee.storage.store import RecentRow
from referee.web.families import OFFERED, family_of
from referee.web.infra import visitors
from referee.web.parts.logbook import day_of
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pictures import own_box, played_cross, still_life
from referee.web.parts.scores import plain_sides
from referee.web.parts.setup_views import HomePage, RunningTable, SamePlayers, Way
from referee.web.parts.standings import note
from referee.web.parts.table_views import NOTHING_DRAWN
from referee.web.tables.choices import TableChoices

RUNNING = 3  # matches in play that are shown, the first of them as a card
LOOKED_AT = 12  # tables not yet known to be over or not, judged at one visit
GAMES = 3
# What to begin with, and why, as long as this phone has played nothing else.
BEGINNINGS = {
    "fundex2004.block-draw": marked("good first game"),
    "fundex2004.all-fives": marked("count the ends"),
    "hasbro2003.muggins": marked("claim your points"),
}


def home_page() -> HomePage:
    """What home shows to this phone. It judges only the matches shown, and a few not yet known to be over or not."""
    rows = [
        row for row in visitors.tables_known(visitors.LATELY) if row.table.header.get("variant") in OFFERED
    ]
    running, finished = _sorted(rows)
    first = running[0] if running else None
    return HomePage(
        running=_running(first) if first is not None else None,
        others=tuple(_line(table) for table in running[1:]),
        again=_again(finished) if finished is not None else None,
        games=tuple(_games(rows)),
        cross=NOTHING_DRAWN if first is not None else played_cross(),
        is_first=not rows,
    )


def _sorted(rows: Iterable[RecentRow]) -> tuple[list[Table], RecentRow | None]:
    """The matches in play, as many as are shown, and the last one that is over."""
    running: list[Table] = []
    finished: RecentRow | None = None
    learned: list[tuple[RecentRow, Facts]] = []
    for row in rows:
        if row.is_over:
            finished = finished or row
        elif len(running) < RUNNING and (row.is_over is False or len(learned) < LOOKED_AT):
            table = _opened(row)
            if table is None:
                continue
            is_over = table.state.status is Status.MATCH_OVER
            if row.is_over is None:
                learned.append((row, facts_of(table.log)))
            if is_over:
                finished = finished or row
            else:
                running.append(table)
        if finished is not None and len(running) == RUNNING:
            break
    note(learned)
    return running, finished


def _opened(row: RecentRow) -> Table | None:
    try:
        return open_table(row.token)
    except HeaderError:  # a rule that it was played by is no more
        return None


def _running(table: Table) -> RunningTable:
    state = table.state
    number = state.round.number if state.round is not None else 1
    sub = " · ".join(
        filter(
            None, (_("Round {number}", number=number), goal_of(table.setup.variant, table.setup.tiles.high))
        )
    )
    turn = state.to_act
    is_alone = len(table.setup.players) == 1  # a solitaire is told by its games
    return RunningTable(
        href=url_for("rounds.show", link=table.link),
        title=str(table.setup.variant.title),
        sub=family_of(table).result(state) if is_alone or not state.keeps_score else sub,
        turn=_("{name} to play", name=table.setup.players[turn]) if turn is not None else "",
        sides=plain_sides(state) if state.keeps_score else (),
        layout=_layout(table),
    )


def _layout(table: Table) -> Markup:
    layout = table.state.layout
    return NOTHING_DRAWN if layout is None else own_box(table, layout)


def _line(table: Table) -> Way:
    return Way(
        title=str(table.setup.variant.title),
        sub=", ".join(table.setup.sides),
        fact=family_of(table).result(table.state),
        href=url_for("rounds.show", link=table.link),
    )


def _again(row: RecentRow) -> SamePlayers:
    header = row.table.header
    words = (
        Listed(header["players"]),
        OFFERED[header["variant"]].title,
        day_of(row.table.day, short=True),
    )
    return SamePlayers(action=url_for("tables.same_again", link=row.token), sub=" · ".join(map(str, words)))


def _games(rows: Iterable[RecentRow]) -> Iterator[Way]:
    """The games that this phone has played most lately, and what to begin with where these are too few."""
    played = Counter(str(row.table.header["variant"]) for row in rows)
    most = [key for key, _number in played.most_common(GAMES)]
    for key in list(dict.fromkeys((*most, *BEGINNINGS)))[:GAMES]:
        game = OFFERED[key]
        words = _(BEGINNINGS[key]) if not played and key in BEGINNINGS else game.sheet.title
        number = max(2, game.player_range(game.tiles)[0]) if game.player_range(game.tiles)[1] > 1 else 1
        yield Way(
            title=str(game.title),
            sub=words,
            href=TableChoices(variant=key, number=number).href(2),
            drawing=still_life(key),
        )
