"""The tables of the database file, as migrations: each is applied once, in order, and never edited later.

Whoever adds one raises VERSION and has the migration write it to `user_version`, so that an older program
knows a file that it cannot understand.
"""

from __future__ import annotations

from sqlite_utils import Migrations
from sqlite_utils.db import Database

OLDEST_SQLITE = (3, 38)  # STRICT tables, and JSON always there
APPLICATION_ID = 0x52464552  # "RFER" in the header of the file: it is ours
VERSION = 2

migrations = Migrations("referee")

_FIRST = (
    """
    CREATE TABLE game_table (
        id INTEGER PRIMARY KEY,
        header TEXT NOT NULL CHECK (json_valid(header)),
        created_at TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE link (
        token TEXT PRIMARY KEY CHECK (length(token) >= 16),
        table_id INTEGER NOT NULL REFERENCES game_table (id),
        role TEXT NOT NULL CHECK (role IN ('keep', 'seat', 'watch')),
        seat INTEGER,
        revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1)),
        CHECK ((role = 'seat') = (seat IS NOT NULL))
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX link_of_table ON link (table_id)",
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
)


@migrations()
def tables_links_events_requests(db: Database) -> None:
    """What a table is, who may open it, what was said at it, and what each form was answered."""
    for statement in _FIRST:
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("PRAGMA user_version = 1")


_HOUSE_RULES = """
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
"""


@migrations()
def house_rules(db: Database) -> None:
    """House rules saved under a name, each set belonging to the phone that saved it."""
    db.execute(_HOUSE_RULES)
    db.execute("PRAGMA user_version = 2")
