"""Another name for a player at many tables at once: all of them are written anew, or none."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from sqlite_utils.db import Database

from referee.database import DatabaseFile, StoreError
from referee.renaming import rename, rename_in
from referee.schema import set_aside

NOBODY = "Somebody"  # whoever is not to be found in the score book any more
# A table is changed by whoever may correct it: its owner, and while it is not locked whoever keeps score.
_TABLES = """
    SELECT DISTINCT game_table.id, header FROM link JOIN game_table ON game_table.id = link.table_id
    WHERE token IN (SELECT value FROM json_each(?)) AND revoked = 0
        AND (role = 'owner' OR (role = 'keep' AND NOT locked))
    ORDER BY game_table.id
"""
# A name that sits at no table any more is nobody's to hide.
_UNKNOWN_HIDDEN = """
    DELETE FROM hidden_name WHERE name = ? AND NOT EXISTS (
        SELECT 1 FROM game_table, json_each(header, '$.players') AS player WHERE player.value = ?
    )
"""


class BothSitThere(Exception):
    """At some of the tables both names sit, so that one cannot be given for the other."""

    def __init__(self, tables: int) -> None:
        super().__init__(f"Both sit at {tables} of the tables.")
        self.tables = tables


class NameBook:
    """The names of players in the database file."""

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file

    def rename(self, tokens: Iterable[str], old: str, new: str, owner: str = "") -> list[int]:
        """The player `old` is called `new` at every table that one of these links may correct.

        Returns the numbers of those tables; BothSitThere where `new` sits at one of them already. What the phone
        `owner` hides goes by the new name too.
        """
        return self._change(tokens, old, new, owner)

    def forget(self, tokens: Iterable[str], old: str) -> list[int]:
        """The same, with a name at each of the tables that tells nobody who it was."""
        return self._change(tokens, old, None, "")

    def _change(self, tokens: Iterable[str], old: str, new: str | None, owner: str) -> list[int]:
        asked = json.dumps(sorted(set(tokens)))
        # What is written over cannot be read from the file any more.
        self._file.rows("PRAGMA secure_delete = ON")
        try:
            with self._file.writing() as db:
                found = [
                    (number, json.loads(text)) for number, text in db.execute(_TABLES, (asked,)).fetchall()
                ]
                tables = [(number, header) for number, header in found if old in header.get("players", [])]
                both = sum(new in header["players"] for _, header in tables)
                if both:
                    raise BothSitThere(both)
                with set_aside(db, "event_never_changes"):
                    for number, header in tables:
                        _rewrite(db, number, header, old, new or _nobody(header["players"]))
                if new is not None and owner:
                    db.execute(
                        "UPDATE OR IGNORE hidden_name SET name = ? WHERE owner = ? AND name = ?",
                        (new, owner, old),
                    )
                db.execute(_UNKNOWN_HIDDEN, (old, old))
        finally:
            self._file.rows("PRAGMA secure_delete = OFF")
        with suppress(StoreError):  # what is still beside the file goes with the next writers otherwise
            self._file.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        return [number for number, _ in tables]


def _nobody(players: list[str]) -> str:
    """A name for somebody unknown that nobody else at the table has."""
    number, name = 1, NOBODY
    while name in players:
        number += 1
        name = f"{NOBODY} {number}"
    return name


def _rewrite(db: Database, number: int, header: dict[str, Any], old: str, new: str) -> None:
    rows = db.execute(
        "SELECT seq, body, settled FROM event WHERE table_id = ? ORDER BY seq", (number,)
    ).fetchall()
    said = [(json.loads(body), json.loads(settled) if settled else None) for _, body, settled in rows]
    named = rename(header, said, old, new)
    db.execute("UPDATE game_table SET header = ? WHERE id = ?", (_dump(named.header), number))
    for (seq, *before), now in zip(rows, named.events, strict=True):
        written = [None if each is None else _dump(each) for each in now]
        if written != before:
            db.execute(
                "UPDATE event SET body = ?, settled = ? WHERE table_id = ? AND seq = ?",
                (*written, number, seq),
            )
    replies = db.execute(
        "SELECT key, reply FROM request WHERE table_id = ? AND reply IS NOT NULL", (number,)
    ).fetchall()
    for key, reply in replies:
        db.execute(
            "UPDATE request SET reply = ? WHERE table_id = ? AND key = ?",
            (_dump(rename_in(json.loads(reply), old, new)), number, key),
        )


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
