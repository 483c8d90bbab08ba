"""The database file: a connection for every thread, one queue of writers, failures told in a sentence; and beside it
a small one with what holds for a moment only.

Every thread has its own connection. The writers of this process queue for a lock of ours, because waiting for SQLite's
lock is far slower. What has been committed is on the disk (`synchronous=FULL`).

Once damage is noticed, nothing more is written until the program starts again, so that no answer is given for an entry
that is then lost. Reading goes on.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlite_utils.db import Database

from referee.storage.rows import StoreError, Trouble
from referee.storage.schema import APPLICATION_ID, OLDEST_SQLITE, VERSION, migrations

_writers = threading.Lock()

PATIENCE = 5.0  # seconds that a writer waits for another process, and for the writers of this one
HASTE = 0.2  # the same, while the file is known to be locked, so that phones do not wait long
LITTLE = 256 * 1024  # bytes; a disk with less than that has no room for what SQLite needs beside the file


_TROUBLES = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_IOERR: Trouble.FAILING,
}
_FOR_GOOD = (Trouble.DAMAGED, Trouble.FAILING, Trouble.GONE)  # nothing more is written after these
# The driver's and SQLite's own words: what is stored there is no text, or no JSON, any more.
_NONSENSE = ("decode to UTF-8", "malformed JSON")
_SENTENCES = {
    sqlite3.SQLITE_PERM: "{path} may not be opened: its owner has to allow it.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened: look whether its folder may be written.",
    sqlite3.SQLITE_NOTADB: "{path} is no database. Move it away, or name another folder.",
}


class DatabaseFile:
    """The file at `path`, made with its folder if there is none, brought up to date and ready.

    StoreError if it cannot be opened, is damaged, belongs to another program or to a later referee.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mine = threading.local()
        self._open: dict[threading.Thread, sqlite3.Connection] = {}
        self._open_lock = threading.Lock()
        self._patience = PATIENCE
        self._is_ready = False
        self._home: list[int] = []
        self._names = (str(path), f"{path}-wal")
        self._stopped: StoreError | None = None
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            oldest = ".".join(map(str, OLDEST_SQLITE))
            raise StoreError(f"referee needs SQLite {oldest} or newer; here is {sqlite3.sqlite_version}.")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"The folder {path.parent} cannot be made: {error.strerror}.") from error
        self.tightened = keep_private(path)
        try:
            with self.writing() as db:
                migrations.apply(db)
        except BaseException:
            self.close()
            raise
        self._is_ready = True

    def close(self) -> None:
        """Close the connections of all threads; nothing may be read or written afterwards."""
        with self._open_lock:
            for connection in self._open.values():
                connection.close()
            self._open.clear()
            self._mine = threading.local()

    def check_whole(self) -> None:
        """Read every page of the file; StoreError if it is damaged."""
        if self.rows("PRAGMA quick_check(1)") != [("ok",)]:
            raise self._error(Trouble.DAMAGED)

    def check_fit(self) -> None:
        """StoreError if damage was noticed, so that nothing may be written any more."""
        if self._stopped is not None:
            raise self._stopped

    @contextmanager
    def understanding(self) -> Iterator[None]:
        """Within the block rows are decoded; a ValueError or KeyError there means that the file is damaged."""
        try:
            yield
        except (ValueError, KeyError) as error:
            raise self._error(Trouble.DAMAGED) from error

    def rows(self, sql: str, *parameters: object) -> list[Any]:
        """What a SELECT gives, as tuples."""
        with self._told():
            return self._database().execute(sql, parameters).fetchall()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """This thread's turn in the queue of writers: one transaction, committed at the end or not at all."""
        if not _writers.acquire(timeout=self._patience):
            raise self._error(Trouble.BUSY)
        try:
            with self._told():
                self.check_fit()
                db = self._database()
                self._begin(db)
                try:
                    self._look_for_files()
                    yield db
                    self.check_fit()  # another thread may have met damage meanwhile
                    db.commit()
                except BaseException:
                    db.rollback()
                    raise
        finally:
            _writers.release()

    def _look_for_files(self) -> None:
        """Refuse to write if the file was moved or removed: it would be lost when the program ends.

        Asked for are the numbers that the system has for the file and its log; SQLite keeps both while it is open.
        """
        try:
            files = [os.stat(name).st_ino for name in self._names]  # noqa: PTH116 - asked at each commit
        except OSError:
            files = []
        if self._mine.files is None and files[:1] == (self._home or files[:1]):
            self._mine.files = files
            self._home = files[:1]
        if files != self._mine.files:
            raise self._error(Trouble.GONE)

    def _begin(self, db: Database) -> None:
        """Begin a transaction. The first writer that meets another program waits for it, the next ones only briefly."""
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
        except UnicodeDecodeError as error:  # SQLite puts what it has read into its words
            raise self._error(Trouble.DAMAGED) from error

    def _trouble_of(self, error: sqlite3.DatabaseError) -> Trouble:
        code = _code(error)
        if any(words in str(error) for words in _NONSENSE):
            return Trouble.DAMAGED
        if code == sqlite3.SQLITE_NOTADB and self._is_ready:  # it was one
            return Trouble.DAMAGED
        if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and self._is_disk_full():
            return Trouble.FULL
        return _TROUBLES.get(code, Trouble.OTHER)

    def _error(self, trouble: Trouble, error: sqlite3.DatabaseError | None = None) -> StoreError:
        sentence = trouble.value
        if trouble is Trouble.OTHER and error is not None:
            sentence = _SENTENCES.get(_code(error), f"{{path}} cannot be read or written ({error}).")
        told = StoreError(sentence.format(path=self.path), trouble)
        if trouble in _FOR_GOOD:
            self._stopped = self._stopped or told
        return told

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
            self._mine.files = None
        return found

    def _connect(self) -> Database:
        # Used by this thread alone; only close() is called from another one.
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
        """Checked before anything is set, so that another program's file is left as it was."""
        ((whose,),) = db.execute("PRAGMA application_id").fetchall()
        if whose != APPLICATION_ID and self._is_ready:
            raise self._error(Trouble.GONE)
        if whose != APPLICATION_ID and (whose or db.table_names()):
            raise StoreError(f"{self.path} belongs to another program. Name another folder.")
        ((version,),) = db.execute("PRAGMA user_version").fetchall()
        if version > VERSION:
            raise StoreError(f"{self.path} was written by a newer referee. Install that one.")


MOMENT_PATIENCE = 1.0  # seconds that a process waits for another one
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
    """What holds for a moment only: how often something was done, who is at a table. It lies in a small file beside the
    score book, so that all processes that serve one book count and see the same. Nothing in it is worth a copy.

    The file at `path` is opened when it is first used; all threads share one connection.
    """

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
                self._path, timeout=MOMENT_PATIENCE, isolation_level=None, check_same_thread=False
            )
            for each in _SETTINGS:
                connection.execute(each).close()
            self._open = connection
        return self._open


def keep_private(path: Path) -> list[Path]:
    """Make the file at `path` readable by its owner only, because it holds every link; an empty one is made if needed.

    SQLite gives the files beside it the same rights. Returns those that others could read or write until now. Files
    whose rights cannot be changed stay as they are.
    """
    if sys.platform == "win32":
        return []
    found = []
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for each in (path, *(path.with_name(path.name + tail) for tail in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):
            if stat.S_IMODE(each.stat().st_mode) & 0o077:
                each.chmod(0o600)
                found.append(each)
    return found


def _code(error: sqlite3.DatabaseError) -> int:
    """SQLite's own code; the upper bits tell it more finely."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
