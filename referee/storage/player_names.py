"""Renames a player at many tables in one transaction."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlite_utils.db import Database

from referee.engine.log import Tick, unwatched
from referee.engine.messages import _, marked
from referee.engine.renaming import Said, rename, rename_in
from referee.engine.spelling import name_key
from referee.storage.database import BookPart
from referee.storage.rows import StoreError, Trouble, check, checksum, dumped, loaded
from referee.storage.schema import without_trigger

NOBODY = marked("Somebody")  # the name of a player who was removed, in the language of the phone that removes
# The tables that these links may correct: as owner, or as scorekeeper of a table that is not locked.
_TABLES = """
    SELECT DISTINCT game_table.id, header, created_at, practice, checksum,
        (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = game_table.id)
    FROM link JOIN game_table ON game_table.id = link.table_id
    WHERE token IN (SELECT value FROM json_each(?)) AND revoked = 0
        AND (role = 'owner' OR (role = 'keep' AND NOT locked))
    ORDER BY game_table.id
"""
_EVENTS = """
    SELECT seq, body, settled, at, checksum FROM event WHERE table_id = ? AND seq <= ? ORDER BY seq
"""
_REPLIES = "SELECT key, reply FROM request WHERE table_id = ? AND reply IS NOT NULL"
TRIES = 5  # a new try is needed if an event is added at one of the tables while they are judged again
# A name that is no longer at any table need not be hidden.
_UNKNOWN_HIDDEN = """
    DELETE FROM hidden_name WHERE name = ? AND NOT EXISTS (
        SELECT 1 FROM game_table, json_each(header, '$.players') AS player WHERE player.value = ?
    )
"""


class BothSitThere(Exception):
    """Both names sit at some of the tables, so that one cannot become the other."""

    def __init__(self, tables: int) -> None:
        super().__init__(f"Both sit at {tables} of the tables.")
        self.tables = tables


class NameBook(BookPart):
    """Changes the names of players in the database file."""

    def rename(
        self, tokens: Iterable[str], old: str, new: str | None, owner: str = "", tick: Tick = unwatched
    ) -> list[int]:
        """Rename the player `old` to `new`, or to nobody if that is None, at every table that one of these links may
        correct.

        Returns the numbers of those tables; raises BothSitThere if `new` already sits at one of them, HeaderError if
        nobody may be called so in the game of one; then none is changed. If the phone `owner` hides the old name, it
        hides the new one. `tick` is called after each event that is judged.
        """
        with self._file.erasing():
            return self._rename(json.dumps(sorted(set(tokens))), old, new, owner, tick)

    def _rename(self, asked: str, old: str, new: str | None, owner: str, tick: Tick) -> list[int]:
        """Judge the tables with the new name before taking the lock, and again if an event was added meanwhile."""
        for _attempt in range(TRIES):
            drafts = [self._draft(table, old, new, tick) for table in self._tables(asked, old, new)]
            with self._file.writing() as db:
                found = [_Table(*row) for row in db.execute(_TABLES, (asked,)).fetchall()]
                with self._file.decoding():
                    now = [each for each in found if each.seats(old)]
                if [each.table for each in drafts] != now:
                    continue
                with without_trigger(db, "event_never_changes"):
                    for draft in drafts:
                        self._write(db, draft, old)
                if new is not None and owner:
                    db.execute(
                        "UPDATE OR IGNORE hidden_name SET name = ? WHERE owner = ? AND name = ?",
                        (new, owner, old),
                    )
                db.execute(_UNKNOWN_HIDDEN, (old, old))
            return [each.table.id for each in drafts]
        raise StoreError(Trouble.BUSY.value.format(path=self._file.path), Trouble.BUSY)

    def _tables(self, asked: str, old: str, new: str | None) -> list["_Table"]:
        """The tables that may be changed and where the player sits. Raises BothSitThere if `new` does too."""
        tables = [_Table(*row) for row in self._file.rows(_TABLES, asked)]
        with self._file.decoding():
            tables = [each for each in tables if each.seats(old)]
        key = None if new is None else name_key(new)  # names that look the same are one
        others = [[each for each in table.read()["players"] if each != old] for table in tables]
        if both := sum(key in {*map(name_key, names)} for names in others):
            raise BothSitThere(both)
        return tables

    def _draft(self, table: "_Table", old: str, new: str | None, tick: Tick) -> "_Draft":
        """The rows to write for the table, with new checksums. A damaged row is reported before anything changes."""
        rows = self._file.rows(_EVENTS, table.id, table.head)
        with self._file.decoding():
            header = table.read()
            said: list[Said] = []
            for seq, body, settled, at, written in rows:
                check(written, table.id, seq, body, settled, at)
                said.append((json.loads(body), loaded(settled)))
        new = new or _nobody(header["players"])
        named = rename(header, said, old, new, tick)
        events = []
        for (seq, *before, at, _sum), now in zip(rows, named.events, strict=True):
            written = [dumped(each) for each in now]
            if written != before:
                events.append((*written, checksum(table.id, seq, *written, at), table.id, seq))
        return _Draft(table, new, dumped(named.header), events)

    def _write(self, db: Database, draft: "_Draft", old: str) -> None:
        table = draft.table
        db.execute(
            "UPDATE game_table SET header = ?, checksum = ? WHERE id = ?",
            (draft.header, checksum(table.id, draft.header, table.created, table.practice), table.id),
        )
        db.execute("DELETE FROM standing WHERE table_id = ?", (table.id,))  # its figures have the old name
        db.conn.executemany(
            "UPDATE event SET body = ?, settled = ?, checksum = ? WHERE table_id = ? AND seq = ?",
            draft.events,
        )
        for key, reply in db.execute(_REPLIES, (table.id,)).fetchall():
            with self._file.decoding():
                read = json.loads(reply)
            db.execute(
                "UPDATE request SET reply = ? WHERE table_id = ? AND key = ?",
                (dumped(rename_in(read, old, draft.new)), table.id, key),
            )


class _Table(NamedTuple):
    """A table as it was read: its header as text, the other columns in its checksum, and its last event's number."""

    id: int
    header: str
    created: str
    practice: int
    checksum: int
    head: int

    def read(self) -> dict[str, Any]:
        """The header, parsed. Raises ValueError if the checksum is wrong."""
        check(self.checksum, self.id, self.header, self.created, self.practice)
        header: dict[str, Any] = json.loads(self.header)
        return header

    def seats(self, name: str | None) -> bool:
        """Whether that player sits at the table; ValueError as in `read`."""
        return name in self.read().get("players", [])


class _Draft(NamedTuple):
    """What to write for a table with the new name."""

    table: _Table
    new: str
    header: str | None
    events: list[tuple[Any, ...]]


def _nobody(players: list[str]) -> str:
    """An anonymous name that looks like no other player's at the table."""
    taken = {*map(name_key, players)}
    number, name = 1, _(NOBODY)
    while name_key(name) in taken:
        number += 1
        name = f"{_(NOBODY)} {number}"
    return name
