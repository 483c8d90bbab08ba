"""The tables of the database file, as migrations. Each is applied once, in order, and never edited afterwards.

A new migration raises VERSION and writes it to `user_version`, so that an older program recognises a file that it
cannot read.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Migrations
from sqlite_utils.db import Database

from referee.storage.rows import checksum

OLDEST_SQLITE = (3, 38)  # the first with both STRICT tables and built-in JSON
APPLICATION_ID = 0x52464552  # "RFER" in the file's header marks it as ours
FIRST_VERSION = 5  # of the first release, 0.1.0
VERSION = 10
NEWER = "{path} was written by a newer referee. Install that one."


def not_ours(db: sqlite3.Connection, path: Path) -> str:
    """Why the file at `path` is not a score book that this referee can read; "" if it is."""
    ((whose,),) = db.execute("PRAGMA application_id").fetchall()
    if whose != APPLICATION_ID:
        return f"{path} is not a score book of the referee."
    ((version,),) = db.execute("PRAGMA user_version").fetchall()
    if version < FIRST_VERSION:
        return f"{path} is older than referee 0.1.0, the first release."
    return NEWER.format(path=path) if version > VERSION else ""


migrations = Migrations("referee")

_FIRST = (
    """
    CREATE TABLE game_table (
        id INTEGER PRIMARY KEY,
        header TEXT NOT NULL CHECK (json_valid(header)),
        created_at TEXT NOT NULL,
        locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1)),
        practice TEXT NOT NULL DEFAULT ''
    ) STRICT
    """,
    """
    CREATE TABLE event (
        table_id INTEGER NOT NULL REFERENCES game_table (id),
        seq INTEGER NOT NULL,
        body TEXT NOT NULL CHECK (json_valid(body)),
        settled TEXT CHECK (settled IS NULL OR json_valid(settled)),
        at TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE request (
        table_id INTEGER NOT NULL REFERENCES game_table (id),
        key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
        first_seq INTEGER NOT NULL,
        last_seq INTEGER NOT NULL CHECK (last_seq >= first_seq - 1),
        reply TEXT CHECK (reply IS NULL OR json_valid(reply)),
        at TEXT NOT NULL,
        link_id INTEGER REFERENCES link (id),
        PRIMARY KEY (table_id, key)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TRIGGER event_follows_the_last BEFORE INSERT ON event
    WHEN NEW.seq != 1 + (SELECT coalesce(max(seq), 0) FROM event WHERE table_id = NEW.table_id)
    BEGIN SELECT RAISE(ABORT, 'an event has the number after the last one'); END
    """,
    """
    CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
    """,
    """
    CREATE TRIGGER event_never_goes BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END
    """,
    """
    CREATE TABLE house_rules (
        id INTEGER PRIMARY KEY,
        owner TEXT NOT NULL CHECK (length(owner) >= 16),
        variant TEXT NOT NULL,
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
        tiles INTEGER NOT NULL,
        options TEXT NOT NULL CHECK (json_valid(options)),
        saved_at TEXT NOT NULL,
        UNIQUE (owner, variant, name)
    ) STRICT
    """,
    """
    CREATE TABLE link (
        id INTEGER PRIMARY KEY,
        token TEXT NOT NULL UNIQUE CHECK (length(token) >= 16),
        table_id INTEGER NOT NULL REFERENCES game_table (id),
        role TEXT NOT NULL CHECK (role IN ('owner', 'keep', 'seat', 'watch')),
        seat INTEGER,
        revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1)),
        taken_at TEXT,
        CHECK ((role = 'seat') = (seat IS NOT NULL))
    ) STRICT
    """,
    "CREATE INDEX link_of_table ON link (table_id)",
    "CREATE UNIQUE INDEX one_link_of_a_kind ON link (table_id, role, coalesce(seat, -1)) WHERE revoked = 0",
    """
    CREATE TABLE code (
        code TEXT PRIMARY KEY,
        table_id INTEGER NOT NULL UNIQUE REFERENCES game_table (id),
        ends_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE TABLE removed_table (id INTEGER PRIMARY KEY, at TEXT NOT NULL) STRICT",
    """
    CREATE TABLE phone_link (
        owner TEXT NOT NULL CHECK (length(owner) >= 16),
        token TEXT NOT NULL REFERENCES link (token) ON DELETE CASCADE,
        seen_at TEXT NOT NULL,
        PRIMARY KEY (owner, token)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX phones_of_link ON phone_link (token)",
    """
    CREATE TABLE hidden_name (
        owner TEXT NOT NULL CHECK (length(owner) >= 16),
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
        PRIMARY KEY (owner, name)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE standing (
        table_id INTEGER PRIMARY KEY REFERENCES game_table (id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        is_over INTEGER NOT NULL CHECK (is_over IN (0, 1))
    ) STRICT
    """,
)


@migrations(name="practice_tables")  # the last of the migrations that made the books of version 0.1.0
def first_release(db: Database) -> None:
    """The tables of version 0.1.0: games, their events and links, the reply to each form, and what phones know.

    The numbers of removed tables are kept, because a number must never be reused. `practice` is the random seed that
    shuffles the tiles of a practice table; it is empty for a table with real tiles.
    """
    for statement in _FIRST:
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {FIRST_VERSION}")


_CHECKSUMS = (
    "ALTER TABLE event ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE game_table ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0",
    "UPDATE game_table SET checksum = checksum(id, header, created_at, practice)",
)
_CHECKSUM_OF_EVENTS = "UPDATE event SET checksum = checksum(table_id, seq, body, settled, at)"


@migrations()
def checksums(db: Database) -> None:
    """Checksums that show whether an event or a table's header has changed since it was written."""
    db.conn.create_function("checksum", -1, checksum, deterministic=True)
    for statement in _CHECKSUMS:
        db.execute(statement)
    with without_trigger(db, "event_never_changes"):
        db.execute(_CHECKSUM_OF_EVENTS)
    db.execute("PRAGMA user_version = 6")


@migrations()
def what_each_key_was_answered_for(db: Database) -> None:
    """A digest of each form's content, next to its key; NULL for forms older than this."""
    db.execute("ALTER TABLE request ADD COLUMN content TEXT")
    db.execute("PRAGMA user_version = 7")


@migrations()
def links_of_removed_tables(db: Database) -> None:
    """Digests of the links that could write to removed tables: a phone that still has the record of such a table is
    told that the table was removed, not that the book was lost."""
    db.execute("CREATE TABLE removed_link (digest TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
    db.execute("PRAGMA user_version = 8")


_STANDINGS = (
    "DROP TABLE standing",
    """
    CREATE TABLE standing (
        table_id INTEGER PRIMARY KEY REFERENCES game_table (id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
        figures TEXT NOT NULL CHECK (json_valid(figures)),
        told_by TEXT NOT NULL
    ) STRICT
    """,
)


@migrations()
def figures_of_tables(db: Database) -> None:
    """The statistics of each table's players, with the event and the program version that they were computed at. They
    are computed again from the log when either has changed, so dropping the old table loses nothing."""
    for statement in _STANDINGS:
        db.execute(statement)
    db.execute("PRAGMA user_version = 9")


_STARTED = """
    CREATE TABLE started (
        set_up BLOB PRIMARY KEY,
        token TEXT NOT NULL REFERENCES link (token) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID
"""


@migrations()
def tables_that_set_ups_started(db: Database) -> None:
    """The owner's link of the table that each set-up started last, by the set-up's digest. A digest is stored as bytes
    because salvage tells rows apart by the types of their columns: two texts are a hidden name."""
    db.execute(_STARTED)
    db.execute("PRAGMA user_version = 10")


@contextmanager
def without_trigger(db: Database, trigger: str) -> Iterator[None]:
    """Within a transaction: drop the trigger with that name for the block, then create it again.

    For the few changes to a whole table that the triggers on its events would reject.
    """
    ((written,),) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (trigger,)).fetchall()
    db.execute(f"DROP TRIGGER {trigger}")
    yield
    db.execute(written)  # after an error, the rollback brings the trigger back
