"""The tables that this phone knows: the home page with the match in play, and the searchable list of all of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.games.match import Status
from referee.engine.messages import Listed, _, capital, marked
from referee.engine.seating import HeaderError
from referee.engine.sheets import VARIANTS
from referee.export.about import day_in_words
from referee.reports.agreed import goal_of
from referee.reports.families import round_name
from referee.reports.players import facts_of
from referee.storage.rows import RecentRow, Standing
from referee.web.context import store
from referee.web.families import family_of
from referee.web.infra import visitors
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.rematch import following
from referee.web.parts.scores import plain_sides
from referee.web.parts.table_views import NOTHING_DRAWN, LinkView
from referee.web.tables.choices import TableChoices
from referee.web.tables.small_pictures import own_box, played_cross, still_life
from referee.web.tables.views import HomePage, RunningTable

RUNNING = 3  # matches in play that are shown, the first of them as a card
_TRIED_AT_HOME = 12  # at most so many tables of unknown status are replayed per visit
GAMES = 3
# Games to begin with, and why, for a phone that has not played yet.
BEGINNINGS = {
    "fundex2004.block-draw": marked("good first game"),
    "fundex2004.all-fives": marked("count the ends"),
    "hasbro2003.muggins": marked("claim your points"),
}
# The game that is played where a phone's language is spoken comes before them; in other countries the plain one of pairs.
AT_HOME = {
    "es": "traditional.partners",
    "es-CU": "traditional.partners-cuban",
    "es-DO": "traditional.partners-dominican",
    "es-ES": "traditional.partners-spanish",
    "es-MX": "traditional.partners-mexican",
    "es-PR": "traditional.partners-puerto-rico-500",
    "es-VE": "traditional.partners-venezuelan",
}


def home_page() -> HomePage:
    """The home page for this phone. It replays only the matches shown, and a few whose status is not yet known."""
    rows = [
        row for row in visitors.tables_known(visitors.LATELY) if row.table.header.get("variant") in VARIANTS
    ]
    running, finished = _sorted(rows)
    first = running[0] if running else None
    return HomePage(
        running=_running(first) if first is not None else None,
        others=tuple(
            LinkView(
                label=str(table.setup.variant.title),
                sub=", ".join(map(str, table.setup.sides)),
                fact=family_of(table).result(table.state),
                href=url_for("rounds.show", link=table.link),
            )
            for table in running[1:]
        ),
        again=_again(finished) if finished is not None else None,
        games=tuple(_games(rows)),
        cross=NOTHING_DRAWN if rows else played_cross(),
        is_first=not rows,
    )


def _opened(row: RecentRow, learned: list[Standing]) -> Table | None:
    """The table of a row, with its standing added to `learned` if that is not known; None if it cannot be played."""
    try:
        table = open_table(row.token)
    except HeaderError:  # one of its rules no longer exists
        return None
    if row.is_over is None:
        learned.append(Standing(row.table.id, row.head, facts_of(table.log)))
    return table


def _sorted(rows: Iterable[RecentRow]) -> tuple[list[Table], RecentRow | None]:
    """The matches in play, at most RUNNING, and the last finished one."""
    running: list[Table] = []
    finished: RecentRow | None = None
    learned: list[Standing] = []
    for row in rows:
        if row.is_over:
            finished = finished or row
        elif len(running) < RUNNING and (row.is_over is False or len(learned) < _TRIED_AT_HOME):
            table = _opened(row, learned)
            if table is not None and table.state.status is Status.MATCH_OVER:
                finished = finished or row
            elif table is not None and not following(table):  # else others went on with it elsewhere
                running.append(table)
        if finished is not None and len(running) == RUNNING:
            break
    store().note_standings(learned)
    return running, finished


def _running(table: Table) -> RunningTable:
    state = table.state
    number = state.round_number or 1
    words = (capital(round_name(table.setup, number)), goal_of(table.setup.variant))
    sub = " · ".join(filter(None, words))
    turn = state.to_act
    is_alone = len(table.setup.players) == 1  # a solitaire shows its games instead
    return RunningTable(
        href=url_for("rounds.show", link=table.link),
        title=str(table.setup.variant.title),
        sub=family_of(table).result(state) if is_alone or not state.keeps_score else sub,
        turn=_("{name} to play", name=table.setup.players[turn]) if turn is not None else "",
        sides=plain_sides(state) if state.keeps_score else (),
        layout=NOTHING_DRAWN if is_alone or state.layout is None else own_box(table),
    )


def _again(row: RecentRow) -> LinkView:
    """The offer of a rematch; `href` is the target of its form."""
    header = row.table.header
    words = (
        Listed(header["players"]),
        VARIANTS[header["variant"]].title,
        day_in_words(row.table.day, short=True),
    )
    href = url_for("tables.same_again", link=row.token)
    return LinkView(label=_("Same players again"), href=href, sub=" · ".join(map(str, words)))


def _games(rows: Iterable[RecentRow]) -> Iterator[LinkView]:
    """The games that this phone has played most lately, filled up with games to begin with."""
    played = Counter(str(row.table.header["variant"]) for row in rows)
    most = [key for key, _number in played.most_common(GAMES)]
    beginnings = {**_of_this_country(), **BEGINNINGS}
    for key in list(dict.fromkeys((*most, *beginnings)))[:GAMES]:
        game = VARIANTS[key]
        words = _(beginnings[key]) if not played and key in beginnings else _(game.sheet.title)
        number = max(2, game.player_range(game.tiles)[0]) if game.player_range(game.tiles)[1] > 1 else 1
        href = TableChoices(variant=key, number=number).href(2)
        yield LinkView(label=str(game.title), sub=words, href=href, drawing=still_life(key))


def _of_this_country() -> dict[str, str]:
    """The game to begin with where this phone's language is spoken, and why; empty if there is none."""
    here = visitors.language()
    spoken = next((each for each in request.accept_languages.values() if each.startswith(f"{here}-")), here)
    key = AT_HOME.get(spoken) or AT_HOME.get(here)
    return {} if key is None else {key: marked("two against two")}


finding = Blueprint("finding", __name__)


class TableListing(NamedTuple):
    """One table in the list at home; `rematch` is the target of its form if its match is over, else ""."""

    href: str
    title: str
    players: str
    state: str
    when: str
    rematch: str


SHOWN = 20  # tables of each group per page
LINKS = 10  # links to go through per table listed, latest first
MOST = 3000
LOOKED_AT = 50  # at most so many tables of unknown status are replayed per visit


@finding.get("/tables")
def index() -> ResponseReturnValue:
    """The tables, those still playing first; `q` is part of a player's, game's or sheet's name, or of a date.

    `n` is how many tables of each group to list.
    """
    asked = " ".join(request.args.get("q", "").split())[:40]
    most = min(max(request.args.get("n", default=SHOWN, type=int), SHOWN), MOST)
    links = -1 if asked else LINKS * most  # only a search goes back to the oldest
    groups, is_more = grouped((row for row in visitors.tables_known(links) if _fits(row, asked)), most)
    is_more = is_more or 0 <= links < len(visitors.known_links(links + 1))
    more = url_for("finding.index", q=asked or None, n=most + SHOWN) if is_more else ""
    return render_template("tables/tables.html", asked=asked, groups=groups, more=more)


def _fits(row: RecentRow, asked: str) -> bool:
    """Whether every word searched for occurs in the table's players, date, place, game or sheet."""
    if not asked:
        return True
    header, day = row.table.header, row.table.day
    game = VARIANTS.get(str(header.get("variant")))
    told = [*row.table.players, day, day_in_words(day), str(header.get("place") or "")]
    told += [game.name, str(game.title), _(game.sheet.title)] if game is not None else []
    whole = " ".join(told).casefold()
    return all(word in whole for word in asked.casefold().split())


def grouped(rows: Iterable[RecentRow], most: int) -> tuple[list[tuple[str, list[TableListing]]], bool]:
    """The tables still playing, then the finished ones, the first `most` of each, and whether there are more.

    It replays only the tables listed, and those whose status is not yet known.
    """
    playing: list[TableListing] = []
    finished: list[TableListing] = []
    is_more = False
    learned: list[Standing] = []
    for row in rows:
        is_full = {True: len(finished) >= most, False: len(playing) >= most}
        if is_full[row.is_over] if row.is_over is not None else len(learned) >= LOOKED_AT:
            is_more = True
            continue
        table = _opened(row, learned)
        if table is None:
            continue
        is_over = table.state.status is Status.MATCH_OVER
        is_done = is_over or bool(following(table))  # or others went on with it elsewhere
        if is_full[is_done]:
            is_more = True
        else:
            listing = TableListing(
                href=url_for("rounds.show", link=row.token),
                title=str(table.setup.variant.title),
                players=", ".join(map(str, table.setup.sides)),
                state=family_of(table).result(table.state),
                when=day_in_words(row.table.day, short=True),
                rematch=url_for("tables.same_again", link=row.token) if is_over else "",
            )
            (finished if is_done else playing).append(listing)
    store().note_standings(learned)
    return [(_("Still playing"), playing), (_("Finished"), finished)], is_more
