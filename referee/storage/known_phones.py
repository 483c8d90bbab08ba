"""What is stored for a phone under its secret: the links that it has opened, and the names that it hides."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from referee.storage.database import DatabaseFile

MOST_HIDDEN = 500  # names that one phone hides


class PhoneBook:
    """What phones know, in the database file; `owner` is the secret of one of them."""

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file

    def remember(self, owner: str, tokens: Sequence[str]) -> None:
        """The phone has opened the first of these links just now, and the others before, the latest first."""
        now = datetime.now(UTC)
        seen = [
            (token, (now - timedelta(microseconds=age)).isoformat(timespec="microseconds"))
            for age, token in enumerate(tokens)
        ]
        with self._file.writing() as db:
            db.execute(
                """
                INSERT INTO phone_link
                SELECT ?, token, opened.value ->> 1 FROM json_each(?) AS opened
                JOIN link ON token = opened.value ->> 0 WHERE revoked = 0
                ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at WHERE excluded.token = ?
                """,
                (owner, json.dumps(seen), tokens[0] if tokens else ""),
            )

    def links(self, owner: str, most: int = -1) -> list[str]:
        """The links that the phone has opened, the one opened last first; with `most` no more than that."""
        rows = self._file.rows(
            "SELECT token FROM phone_link WHERE owner = ? ORDER BY seen_at DESC, token LIMIT ?", owner, most
        )
        return [token for (token,) in rows]

    def hide(self, owner: str, name: str) -> None:
        """The phone lists the name no more."""
        with self._file.writing() as db:
            db.execute(
                """
                INSERT INTO hidden_name SELECT ?, ?
                WHERE (SELECT count(*) FROM hidden_name WHERE owner = ?) < ?
                ON CONFLICT DO NOTHING
                """,
                (owner, name, owner, MOST_HIDDEN),
            )

    def unhide(self, owner: str, name: str) -> None:
        """The phone lists the name again."""
        with self._file.writing() as db:
            db.execute("DELETE FROM hidden_name WHERE owner = ? AND name = ?", (owner, name))

    def hidden(self, owner: str) -> list[str]:
        """The names that the phone does not list."""
        rows = self._file.rows("SELECT name FROM hidden_name WHERE owner = ? ORDER BY name", owner)
        return [name for (name,) in rows]
