"""The database file: one connection per thread, one writer at a time, errors as plain sentences. Next to it, a small
file for short-lived state.

The writers of this process queue for a lock of our own, because waiting for SQLite's lock is far slower. Committed data
is on the disk (`synchronous=FULL`).

Once damage is noticed, nothing more is written until the program is restarted, so that no entry is acknowledged and
then lost. Reads still work.
"""

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
from referee.storage.schema import APPLICATION_ID, OLDEST_SQLITE, migrations, not_ours

_writers = threading.Lock()

PATIENCE = 5.0  # seconds that a writer waits for another process, or for other writers in this one
HASTE = 0.2  # the same while the file is known to be locked, so that phones do not wait long
LITTLE = 256 * 1024  # bytes; with less free space than this, SQLite cannot write the files that it needs


_TROUBLES = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_IOERR: Trouble.FAILING,
}
_FOR_GOOD = (Trouble.DAMAGED, Trouble.FAILING, Trouble.GONE)  # nothing more is written after these
# The wording of the driver and of SQLite when stored text is no longer valid UTF-8 or JSON.
_NONSENSE = ("decode to UTF-8", "malformed JSON")
_SENTENCES = {
    sqlite3.SQLITE_PERM: "{path} may not be opened: its owner has to allow it.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened: check that its folder is writable.",
    sqlite3.SQLITE_NOTADB: "{path} is not a database. Move it away, or name another folder.",
}


class DatabaseFile:
    """The file at `path`, created with its folder if missing, and migrated to the current version.

    Raises StoreError if it cannot be opened, is damaged, or belongs to another program or a newer referee.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # SQLite keeps the log beside the file itself, not beside a link to it
        self._mine = threading.local()
        self._open: dict[threading.Thread, sqlite3.Connection] = {}
        self._open_lock = threading.Lock()
        self._patience = PATIENCE
        self._is_ready = False
        self._home: list[int] = []
        self._names = (str(self.path), f"{self.path}-wal")
        self._stopped: StoreError | None = None
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            oldest = ".".join(map(str, OLDEST_SQLITE))
            raise StoreError(f"referee needs SQLite {oldest} or newer; here is {sqlite3.sqlite_version}.")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"The folder {path.parent} cannot be made: {error.strerror}.") from error
        self.tightened = keep_private(self.path)
        try:
            with self.writing() as db:
                migrations.apply(db)
        except BaseException:
            self.close()
            raise
        self._is_ready = True

    def close(self) -> None:
        """Close the connections of all threads. The object must not be used afterwards."""
        with self._open_lock:
            for connection in self._open.values():
                connection.close()
            self._open.clear()
            self._mine = threading.local()

    def check_whole(self) -> None:
        """Read every page of the file and raise StoreError if it is damaged."""
        if self.rows("PRAGMA quick_check(1)") != [("ok",)]:
            raise self._error(Trouble.DAMAGED)

    def check_fit(self) -> None:
        """Raise StoreError if damage was noticed and writing has stopped."""
        if self._stopped is not None:
            raise self._stopped

    @contextmanager
    def decoding(self) -> Iterator[None]:
        """For a block that decodes rows: a ValueError or KeyError in it means that the file is damaged."""
        try:
            yield
        except (ValueError, KeyError) as error:
            raise self._error(Trouble.DAMAGED) from error

    def rows(self, sql: str, *parameters: object) -> list[Any]:
        """The rows that a SELECT returns, as tuples."""
        with self._translating_errors():
            return self._database().execute(sql, parameters).fetchall()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Wait for this thread's turn to write, then run the block in one transaction."""
        if not _writers.acquire(timeout=self._patience):
            raise self._error(Trouble.BUSY)
        try:
            with self._translating_errors():
                self.check_fit()
                db = self._database()
                self._begin(db)
                try:
                    self._look_for_files()
                    yield db
                    self.check_fit()  # another thread may have found damage meanwhile
                    db.commit()
                except BaseException:
                    db.rollback()
                    raise
        finally:
            _writers.release()

    @contextmanager
    def erasing(self) -> Iterator[None]:
        """Within the block, what is deleted is overwritten, so that nothing of it remains in free pages of the file."""
        self.rows("PRAGMA secure_delete = ON")
        try:
            yield
        finally:
            self.rows("PRAGMA secure_delete = OFF")
        with suppress(StoreError):  # otherwise a later checkpoint empties the log
            self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def _look_for_files(self) -> None:
        """Refuse to write if the file was moved or removed: the data would be lost when the program ends.

        Compares the inode numbers of the file and its log; SQLite keeps both files open.
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
        """Begin a transaction. The first writer that finds the file locked waits; later ones wait only briefly."""
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
    def _translating_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise self._error(self._trouble_of(error), error) from error
        except UnicodeDecodeError as error:  # SQLite quotes the bytes that it has read in its message
            raise self._error(Trouble.DAMAGED) from error

    def _trouble_of(self, error: sqlite3.DatabaseError) -> Trouble:
        code = _code(error)
        if any(words in str(error) for words in _NONSENSE):
            return Trouble.DAMAGED
        if code == sqlite3.SQLITE_NOTADB and self._is_ready:  # it was a database when it was opened
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
        # Only this thread uses it, except that another thread may call close().
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
        """Raise StoreError for another program's file, before any setting could change it."""
        ((whose,),) = db.execute("PRAGMA application_id").fetchall()
        if whose != APPLICATION_ID and self._is_ready:
            raise self._error(Trouble.GONE)
        if whose == APPLICATION_ID and (wrong := not_ours(db.conn, self.path)):
            raise StoreError(wrong)
        if whose != APPLICATION_ID and (whose or db.table_names()):
            raise StoreError(f"{self.path} belongs to another program. Name another folder.")


class BookPart:
    """Rows of one kind in the database file; each kind has a class of its own."""

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file


MOMENT_PATIENCE = 1.0  # seconds to wait for another process
_SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",  # a power cut may lose the last writes but damages nothing
    "CREATE TABLE IF NOT EXISTS pace (what TEXT, whom BLOB, free_at REAL, PRIMARY KEY (what, whom)) WITHOUT ROWID",
    """CREATE TABLE IF NOT EXISTS here (table_id INTEGER, phone TEXT, link_id INTEGER, role TEXT, seat INTEGER, at REAL,
    PRIMARY KEY (table_id, phone)) WITHOUT ROWID""",
    "CREATE TABLE IF NOT EXISTS changed (table_id INTEGER PRIMARY KEY, times INTEGER)",
    "DELETE FROM pace WHERE free_at < CAST(strftime('%s', 'now') AS REAL)",
)


class Moment:
    """Short-lived state: rate limits, who is at a table. It is in a small file next to the score book, so that all
    processes serving the same book share it. It needs no backup.

    The file at `path` is opened on first use; all threads share one connection.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._open: sqlite3.Connection | None = None

    def rows(self, sql: str, **given: object) -> list[Any]:
        """Run a statement in its own transaction and return its rows.

        Returns none if the file cannot be used: a full disk must not block the pages. A damaged file is removed, and
        the next statement makes a new one; otherwise nothing would be limited any more.
        """
        with self._lock:
            try:
                if self._open is None:
                    self._open = self._connected()
                return self._open.execute(sql, given).fetchall()
            except sqlite3.Error as error:
                if _code(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                    self.close()
                    for each in _files_of(self._path):
                        with suppress(OSError):
                            each.unlink()
                return []

    def close(self) -> None:
        """Close the file. The next statement opens it again."""
        with self._lock:
            if self._open is not None:
                self._open.close()
            self._open = None

    def _connected(self) -> sqlite3.Connection:
        keep_private(self._path)
        connection = sqlite3.connect(
            self._path, timeout=MOMENT_PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            for each in _SETTINGS:
                connection.execute(each).close()
        except sqlite3.Error:
            connection.close()
            raise
        return connection


def keep_private(path: Path) -> list[Path]:
    """Make the file at `path` private to its owner, because it holds every link. Creates an empty file if needed.

    SQLite gives the files beside it the same permissions. Returns the files that others could read or write until now.
    Files whose permissions cannot be changed are left as they are.
    """
    if sys.platform == "win32":
        return []
    found = []
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for each in _files_of(path):
        with suppress(OSError):
            if stat.S_IMODE(each.stat().st_mode) & 0o077:
                each.chmod(0o600)
                found.append(each)
    return found


def _files_of(path: Path) -> list[Path]:
    """The file at `path` and those that SQLite keeps beside it."""
    return [path.with_name(path.name + tail) for tail in ("", "-wal", "-shm", "-journal")]


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary error code; the upper bits only add detail."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
