"""Player statistics for their pages, from all tables that this phone knows."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from referee.engine.log import Log, read_log
from referee.engine.messages import _, _n
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.reports.players import Facts, facts_of, read_facts
from referee.storage.rows import RecentRow, Standing
from referee.web.context import store
from referee.web.infra import visitors
from referee.web.infra.giving_way import Crowded, give_way, is_spent, long_work, turns
from referee.web.parts.open_tables import LONG
from referee.web.parts.table_views import LinkView


class GameLine(NamedTuple):
    """A player's record in one game: matches and rounds won, of how many; average and best if there were points."""

    name: str
    sheet: str
    matches: str
    rounds: str
    average: str
    best: str
    bars: Markup


class PlayerPage(NamedTuple):
    """One player: the headline figures with their labels, each game, and the opponents."""

    name: str
    sub: str
    figures: tuple[tuple[str, str], ...]
    games: tuple[GameLine, ...]
    others: tuple[LinkView, ...]
    habits: tuple[tuple[str, str], ...]
    opening: Markup
    opening_words: str


class Known(NamedTuple):
    """A table that this phone has a link to, and its facts about the players."""

    row: RecentRow
    facts: Facts


def known(name: str | None = None) -> Iterator[Known]:
    """The tables that this phone has a link to, the one used last first; with `name` only those of that player.

    Raises Crowded if that takes longer than a page may; the next visit goes on from there.
    """
    read: list[Known] = []
    try:
        with long_work():
            for row in visitors.tables_known():
                give_way()
                if name is not None and name not in row.table.players:
                    continue
                figures = row.figures
                if figures is not None:
                    yield Known(row, read_facts(figures))
                    continue
                if is_spent():
                    raise Crowded
                try:
                    read.append(Known(row, facts_of(_judged(row))))
                except HeaderError:  # one of its rules no longer exists
                    continue
                yield read[-1]
    finally:
        store().note_standings([Standing(row.table.id, row.head, facts) for row, facts in read])


def _judged(row: RecentRow) -> Log:
    """The table's log; a long one is read in the reader thread."""
    score = store()

    def read() -> Log:
        bodies = [each.body for each in score.events(row.table.id)]
        return read_log(read_setup(row.table.header), bodies, give_way)

    return turns().read(("facts", row.table.id), read) if row.head > LONG else read()


def reach(rows: Iterable[RecentRow]) -> tuple[int, int]:
    """At how many of these tables this phone may change a player's name, and at how many it may not."""
    may = [row.role == "owner" or (row.role == "keep" and not row.table.locked) for row in rows]
    return sum(may), len(may) - sum(may)


def over_words(rows: Iterable[RecentRow]) -> tuple[str, str]:
    """At which tables a new name would count, and at which it would not, a sentence each; "" if there are none.

    `rows` are the tables at which the player sits.
    """
    mine, others = reach(rows)
    words = _("A new name applies at {tables}, for everybody there.", tables=tables_words(mine))
    return words if mine else "", stays(others)


def stays(tables: int) -> str:
    """The sentence about tables at which this phone may not change a name; "" if there are none."""
    if not tables:
        return ""
    return _n(
        "At 1 more table only the person in charge can change it.",
        "At {n} more tables only the person in charge can change it.",
        tables,
    )


def tables_words(number: int) -> str:
    """A number of tables, in words."""
    return _n("1 table", "{n} tables", number)
