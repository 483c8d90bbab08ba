"""What is written into the book within a transaction: a new table, and what is asked before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlite_utils.db import Database

from referee.storage.database import StoreError
from referee.storage.links import make_code, make_links
from referee.storage.rows import Appended, Json, Link, TableRow, appended_row, checksum, dumped

REQUEST = "SELECT first_seq, last_seq, reply, content FROM request WHERE table_id = ? AND key = ?"
# A number is never given twice: an old page of a removed table must not show another one.
_NEXT_NUMBER = """
    SELECT 1 + max(
        coalesce((SELECT max(id) FROM game_table), 0), coalesce((SELECT max(id) FROM removed_table), 0)
    )
"""
_NEW_TABLE = "INSERT INTO game_table (id, header, created_at, practice, checksum) VALUES (?, ?, ?, ?, ?)"
# Everything that is checked before an event is written; of the link that it came by, if any, its state.
_ADMISSION = """
    SELECT locked, header, (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = game_table.id),
        link.revoked, link.taken_at
    FROM game_table LEFT JOIN link ON link.id = ? AND link.table_id = game_table.id
    WHERE game_table.id = ?
"""


class NoSuchTable(StoreError):
    """There is no table with that number."""


class Conflict(Exception):
    """Something was said in the meantime: the last event is `head`, not the one that was expected."""

    def __init__(self, head: int) -> None:
        super().__init__(f"The last event of the table is {head}.")
        self.head = head


class Withdrawn(Exception):
    """The link was withdrawn before the events that came by it were written."""


class Locked(Exception):
    """The table is locked: it takes entries from its owner only."""


class Different(Exception):
    """The key was answered before, for something else: `before` is what was written then."""

    def __init__(self, before: Appended) -> None:
        super().__init__("The key belongs to another content.")
        self.before = before


def insert_table(db: Database, header: Json, practice: str = "") -> TableRow:
    """A new table with its links and its code, within the caller's transaction."""
    at = datetime.now(UTC)
    ((table_id,),) = db.execute(_NEXT_NUMBER).fetchall()
    about = (table_id, dumped(header), in_iso(at), practice)
    db.execute(_NEW_TABLE, (*about, checksum(*about)))
    players = header.get("players", [])
    links = make_links(db, table_id, len(players) if isinstance(players, list) else 0)
    make_code(db, table_id, at)
    return TableRow(table_id, header, in_iso(at), by_role(links), practice=practice)


def admit(db: Database, table_id: int, link: Link | None) -> tuple[str, int]:
    """The table's header, as text, and its last event, if the link may enter something.

    Checked in the transaction that writes, so that nothing is written after a link was withdrawn.
    """
    found = db.execute(_ADMISSION, (None if link is None else link.id, table_id)).fetchall()
    if not found:
        raise NoSuchTable(f"There is no table {table_id}.")
    locked, header, head, revoked, taken_at = found[0]
    if link is not None:
        if revoked != 0:
            raise Withdrawn
        if locked and link.role != "owner":
            raise Locked
        if taken_at is None:
            db.execute("UPDATE link SET taken_at = ? WHERE id = ?", (now(), link.id))
    return header, head


def request_row(db: Database, table_id: int, key: str) -> Appended | None:
    """What an earlier request with that key wrote; None if there was none."""
    return appended_row(db.execute(REQUEST, (table_id, key)).fetchall())


def check_key(key: str) -> None:
    """ValueError for a key that is no key."""
    if not 1 <= len(key) <= 64:
        raise ValueError("A request key has 1 to 64 characters.")


def by_role(links: Iterable[Link]) -> dict[str, str]:
    """The links from role to token, but for those of the seats."""
    return {each.role: each.token for each in links if each.seat is None}


def in_iso(at: datetime) -> str:
    """A time in UTC as it is written down."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now() -> str:
    """The time, as it is written down."""
    return in_iso(datetime.now(UTC))
