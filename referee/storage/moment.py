"""What holds for a moment only: how often something was done, who is at a table. It lies in a small file beside the
score book, so that all processes that serve one book count and see the same. Nothing in it is worth a copy."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

from referee.storage.database import keep_private

PATIENCE = 1.0  # seconds that a process waits for another one
_SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",  # a power cut may lose the last of it, and damages nothing
    "CREATE TABLE IF NOT EXISTS pace (what TEXT, whom BLOB, free_at REAL, PRIMARY KEY (what, whom)) WITHOUT ROWID",
    """CREATE TABLE IF NOT EXISTS here (table_id INTEGER, phone TEXT, link_id INTEGER, role TEXT, seat INTEGER, at REAL,
    PRIMARY KEY (table_id, phone)) WITHOUT ROWID""",
    "CREATE TABLE IF NOT EXISTS changed (table_id INTEGER PRIMARY KEY, times INTEGER)",
    "DELETE FROM pace WHERE free_at < CAST(strftime('%s', 'now') AS REAL)",
)


class Moment:
    """The file at `path`, opened when it is first used; all threads share one connection."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._open: sqlite3.Connection | None = None

    def rows(self, sql: str, **given: object) -> list[Any]:
        """What a statement gives, which is a transaction of its own.

        Nothing if the file cannot be used: a full disk keeps nobody from the pages.
        """
        with self._lock:
            try:
                return self._connection().execute(sql, given).fetchall()
            except sqlite3.Error:
                return []

    def close(self) -> None:
        """Close the file; what is asked afterwards opens it again."""
        with self._lock:
            if self._open is not None:
                self._open.close()
            self._open = None

    def _connection(self) -> sqlite3.Connection:
        if self._open is None:
            keep_private(self._path)
            connection = sqlite3.connect(
                self._path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            for each in _SETTINGS:
                connection.execute(each).close()
            self._open = connection
        return self._open


def now() -> float:
    """Seconds of the clock that all processes of this computer share."""
    return time.time()
