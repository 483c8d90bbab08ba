"""The database file: a connection for every thread, one queue of writers, failures told in a sentence.

Every thread has a connection of its own. Writers of this process stand in one queue, because waiting for
SQLite's own lock is far slower than waiting for ours. What has been committed is on the disk
(`synchronous=FULL`).
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

from sqlite_utils.db import Database

from referee.schema import APPLICATION_ID, OLDEST_SQLITE, VERSION, migrations

_writers = threading.Lock()

PATIENCE = 5.0  # seconds that a writer waits for another process, and for the writers of this one
HASTE = 0.2  # the same, while the file is known to be locked: whoever waits keeps a phone waiting
LITTLE = 256 * 1024  # bytes; a disk with less than that has no room for what SQLite needs beside the file


class Trouble(Enum):
    """What is the matter with the file, as far as it makes a difference to people."""

    BUSY = "{path} is in use by another program. Try again in a moment."
    READ_ONLY = "{path} cannot be written: the file or its folder is read-only."
    FULL = "{path} cannot be written: the disk is full."
    DAMAGED = (
        "{path} is damaged. Stop the referee and put the last backup in its place: referee restore BACKUP "
        "(the damaged file is kept beside it). Or name another folder."
    )
    OTHER = "{path} cannot be read or written."


_TROUBLES = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
}
_SENTENCES = {
    sqlite3.SQLITE_PERM: "{path} may not be opened: its owner has to allow it.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened: look whether its folder may be written.",
    sqlite3.SQLITE_IOERR: "{path} cannot be read or written: the disk reports an error.",
    sqlite3.SQLITE_NOTADB: "{path} is no database. Move it away, or name another folder.",
}


class StoreError(Exception):
    """The file cannot be read or written; the text is a sentence for whoever started the program."""

    def __init__(self, sentence: str, trouble: Trouble = Trouble.OTHER) -> None:
        super().__init__(sentence)
        self.trouble = trouble


class DatabaseFile:
    """The file at `path`, made with its folder where there is none, brought up to date and ready.

    StoreError where it cannot be opened, is damaged, belongs to another program or to a later referee.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mine = threading.local()
        self._open: dict[threading.Thread, sqlite3.Connection] = {}
        self._open_lock = threading.Lock()
        self._patience = PATIENCE
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            oldest = ".".join(map(str, OLDEST_SQLITE))
            raise StoreError(f"referee needs SQLite {oldest} or newer; here is {sqlite3.sqlite_version}.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"The folder {path.parent} cannot be made: {error.strerror}.") from error
        try:
            with self.writing() as db:
                migrations.apply(db)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connections of all threads; nothing may be read or written afterwards."""
        with self._open_lock:
            for connection in self._open.values():
                connection.close()
            self._open.clear()
            self._mine = threading.local()

    def check_whole(self) -> None:
        """Nothing where every page of the file can be read; StoreError where it is damaged."""
        if self.rows("PRAGMA quick_check(1)") != [("ok",)]:
            raise self._error(Trouble.DAMAGED)

    def rows(self, sql: str, *parameters: object) -> list[Any]:
        """What a SELECT gives, as tuples."""
        with self._told():
            return self._database().execute(sql, parameters).fetchall()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """This thread's turn in the queue of writers: one transaction, committed at the end or not at all."""
        with self._turn(), self._told():
            db = self._database()
            self._begin(db)
            try:
                yield db
                db.commit()
            except BaseException:
                db.rollback()
                raise

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not _writers.acquire(timeout=self._patience):
            raise self._error(Trouble.BUSY)
        try:
            yield
        finally:
            _writers.release()

    def _begin(self, db: Database) -> None:
        """Wait for other programs, the first writer that meets one for a while, those after it no longer."""
        if self._mine.patience != self._patience:
            self._mine.patience = self._patience
            db.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}").close()
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                self._patience = HASTE
            raise
        self._patience = PATIENCE

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise self._error(self._trouble_of(error), error) from error

    def _trouble_of(self, error: sqlite3.DatabaseError) -> Trouble:
        code = _code(error)
        if "decode to UTF-8" in str(
            error
        ):  # the driver's own words: what is stored there is no text any more
            return Trouble.DAMAGED
        if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and self._is_disk_full():
            return Trouble.FULL
        return _TROUBLES.get(code, Trouble.OTHER)

    def _error(self, trouble: Trouble, error: sqlite3.DatabaseError | None = None) -> StoreError:
        sentence = trouble.value
        if trouble is Trouble.OTHER and error is not None:
            sentence = _SENTENCES.get(_code(error), f"{{path}} cannot be read or written ({error}).")
        return StoreError(sentence.format(path=self.path), trouble)

    def _is_disk_full(self) -> bool:
        try:
            return shutil.disk_usage(self.path.parent).free < LITTLE
        except OSError:
            return False

    def _database(self) -> Database:
        found: Database | None = getattr(self._mine, "database", None)
        if found is None:
            found = self._mine.database = self._connect()
            self._mine.patience = PATIENCE
        return found

    def _connect(self) -> Database:
        # Used by this thread alone; only close() comes from another, hence check_same_thread.
        connection = sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        with self._open_lock:
            for ended in [thread for thread in self._open if not thread.is_alive()]:
                self._open.pop(ended).close()
            self._open[threading.current_thread()] = connection
        db = Database(connection, execute_plugins=False)
        self._refuse_foreign(db)
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}").close()
        return db

    def _refuse_foreign(self, db: Database) -> None:
        """Asked before anything is set, so that another program's file is left as it was."""
        ((whose,),) = db.execute("PRAGMA application_id").fetchall()
        if whose != APPLICATION_ID and (whose or db.table_names()):
            raise StoreError(f"{self.path} belongs to another program. Name another folder.")
        ((version,),) = db.execute("PRAGMA user_version").fetchall()
        if version > VERSION:
            raise StoreError(f"{self.path} was written by a newer referee. Install that one.")


def _code(error: sqlite3.DatabaseError) -> int:
    """SQLite's own code; the upper bits tell it more finely."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
