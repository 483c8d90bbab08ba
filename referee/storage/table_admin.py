"""Makes, lists and removes the tables of a score book."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlite_utils.db import Database

from referee.storage.links import digest, make_code, make_links
from referee.storage.rows import Json, TableRow, checksum, dumped, now
from referee.storage.schema import without_trigger

# What belongs to a table, in an order that respects foreign keys: links come after the requests that refer to them.
_PARTS = ("event", "request", "code", "link")
# The links whose phones may hold a record of the table, including withdrawn ones. No phone holds a practice table's.
_WRITTEN_BY = """
    SELECT token FROM link JOIN game_table ON game_table.id = link.table_id
    WHERE table_id = ? AND role IN ('owner', 'keep') AND practice = ''
"""


# A number is never reused: an old page of a removed table must not show another table.
_NEXT_NUMBER = """
    SELECT 1 + max(
        coalesce((SELECT max(id) FROM game_table), 0), coalesce((SELECT max(id) FROM removed_table), 0)
    )
"""
_NEW_TABLE = "INSERT INTO game_table (id, header, created_at, practice, checksum) VALUES (?, ?, ?, ?, ?)"


TABLES = """
    SELECT id, header, created_at, (SELECT count(*) FROM event WHERE table_id = game_table.id)
    FROM game_table ORDER BY id DESC
"""


class TableLine(NamedTuple):
    """One table: its number, date, game, players and number of events."""

    id: int
    date: str
    variant: str
    players: list[str]
    events: int


def table_lines(rows: Iterable[Sequence[Any]]) -> list[TableLine]:
    """The tables from the rows of TABLES. Raises ValueError for a header that is not JSON."""
    found = []
    for number, written, created, events in rows:
        header = json.loads(written)
        date, players = str(header.get("date") or created[:10]), header.get("players")
        names = [str(each) for each in players] if isinstance(players, list) else []
        found.append(TableLine(number, date, str(header.get("variant", "")), names, events))
    return found


def insert_table(db: Database, header: Json, practice: str = "") -> TableRow:
    """Insert a new table with its links and its code, within the caller's transaction."""
    at = now()
    ((table_id,),) = db.execute(_NEXT_NUMBER).fetchall()
    about = (table_id, dumped(header), at, practice)
    db.execute(_NEW_TABLE, (*about, checksum(*about)))
    players = header.get("players", [])
    made = make_links(db, table_id, len(players) if isinstance(players, list) else 0)
    make_code(db, table_id)
    links = {each.role: each.token for each in made if each.seat is None}
    return TableRow(table_id, header, at, links, practice=practice)


def remove_tables(db: Database, numbers: Sequence[int]) -> None:
    """Remove these tables with everything about them, within the caller's transaction.

    A trigger forbids deleting events. It is dropped and created again in the same transaction, so that it still protects
    events everywhere else.
    """
    with without_trigger(db, "event_never_goes"):
        for number in numbers:
            _remove(db, number)


def _remove(db: Database, number: int) -> None:
    written_by = db.execute(_WRITTEN_BY, (number,)).fetchall()
    for (token,) in written_by:
        db.execute("INSERT OR IGNORE INTO removed_link VALUES (?)", (digest(token),))
    for part in _PARTS:
        db.execute(f"DELETE FROM {part} WHERE table_id = ?", (number,))  # noqa: S608
    db.execute("INSERT INTO removed_table VALUES (?, strftime('%Y-%m-%dT%H:%M:%SZ'))", (number,))
    db.execute("DELETE FROM game_table WHERE id = ?", (number,))
