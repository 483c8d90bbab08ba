"""`referee backup`, `restore` and `tables`: copy the score book, put a copy back, list and remove tables.

A backup is one complete file, which can be made while the referee runs. SQLite itself shows whether a server has the
book open: in WAL mode every open connection holds a lock, which the system releases when its process ends.
"""

import json
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from referee import paths
from referee.cli.terminal import amount, refuse
from referee.cli.whole_file import written_whole
from referee.engine.spelling import escaped
from referee.storage.gathering import CHECKED, is_as_written
from referee.storage.rows import StoreError
from referee.storage.schema import not_ours
from referee.storage.store import Store
from referee.storage.table_admin import TableLine

RUNNING = "{path} is in use: the referee is running. Stop it first, then restore."


def database_of(data: str | None, database: str | None) -> Path:
    """The path of the score book, from the options of a command; of the file itself if that is a symbolic link."""
    book = Path(database) if database else (Path(data) if data else paths.data_dir()) / paths.DATABASE
    return book.resolve()


def backup(book: Path, file: str, *, force: bool = False) -> int:
    """Copy the score book as it is now to `file`. Returns the exit status: 1, with a sentence, if that fails."""
    target = Path(file)
    if target.exists() and not force:
        return refuse(f"{target} already exists. Name another file, or overwrite it with --force.", 1)
    try:
        _check(book)
        _check_rows(book)
        with written_whole(target) as unfinished:
            _copy(book, unfinished)
            _check(unfinished)
    except (StoreError, OSError, sqlite3.Error) as error:
        return refuse(_told(error, target), 1)
    print(f"{target}: {_counted(target)}.")
    return 0


def restore(book: Path, file: str) -> int:
    """Replace the score book with the backup `file`; the old book is kept next to it under another name.

    Returns the exit status: 1, with a sentence and nothing changed, if the backup is not one of ours or is
    damaged, or if a server has the book open.
    """
    source = Path(file)
    try:
        _check(source)
        _check_rows(source)
        book.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if book.exists() and source.exists() and book.samefile(source):
            return refuse(f"{source} is the score book itself.", 1)
        with written_whole(book) as unfinished:
            _copy(source, unfinished)
            kept = _put_aside(book)
    except (StoreError, OSError, sqlite3.Error) as error:
        return refuse(_told(error, book), 1)
    print(f"{book}: {_counted(book)}.")
    if kept is not None:
        print(f"What was there before is kept as {kept}.")
    return 0


def tables(book: Path, *, as_json: bool = False) -> int:
    """List the tables, latest first; returns the exit status."""
    try:
        _check(book)
        with Store(book) as store:
            found = store.tables()
    except StoreError as error:
        return refuse(str(error), 1)
    for each in found:
        print(escaped(json.dumps(each._asdict(), ensure_ascii=False)) if as_json else _line(each))
    if not found and not as_json:
        print("There are no tables yet.")
    return 0


def delete(book: Path, numbers: Sequence[int], *, sure: bool = False) -> int:
    """Delete tables permanently, with everything about them; returns the exit status, 1 if nothing was deleted.

    Asks for confirmation on the terminal first, unless `sure`.
    """
    try:
        _check(book)
        with Store(book) as store:
            known = {each.id: each for each in store.tables()}
            missing = [number for number in numbers if number not in known]
            if missing:
                return refuse(f"There is no table {missing[0]}. Nothing was removed.", 1)
            for number in dict.fromkeys(numbers):
                print(_line(known[number]))
            if not sure and not _agreed():
                return refuse("Nothing was removed.", 1)
            store.remove_tables(list(dict.fromkeys(numbers)))
    except StoreError as error:
        return refuse(str(error), 1)
    print("Removed.")
    return 0


def _agreed() -> bool:
    if not sys.stdin.isatty():
        print("Add --yes to remove these for good.", file=sys.stderr)
        return False
    answer = input("Remove these for good, with everything said at them? [y/N] ")
    return answer.strip().lower() in ("y", "yes")


def _line(each: TableLine) -> str:
    players = ", ".join(each.players)
    events = "1 event" if each.events == 1 else f"{each.events} events"
    return escaped(f"{each.id:>5}  {each.date}  {each.variant}  {players}  ({events})")


def _counted(path: Path) -> str:
    with closing(_open(path)) as db:
        counts = "SELECT (SELECT count(*) FROM game_table), (SELECT count(*) FROM event)"
        return amount(*db.execute(counts).fetchone())


# Files


def _open(path: Path) -> sqlite3.Connection:
    """Open an existing score book; never creates one."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=1.0, isolation_level=None)


def _check(path: Path) -> None:
    """Raise StoreError unless the file is an intact score book that this referee can read."""
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    try:
        with closing(_open(path)) as db:
            if wrong := not_ours(db, path):
                raise StoreError(wrong)
            is_whole = db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            if not is_whole or db.execute("PRAGMA foreign_key_check").fetchall():
                raise StoreError(f"{path} is damaged.")
    except sqlite3.OperationalError as error:
        raise StoreError(f"{path} cannot be read: {error}.") from error
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path} is damaged, or no score book of the referee.") from error


def _check_rows(path: Path) -> None:
    """Raise StoreError unless every table and every event in the score book is as it was written."""
    with closing(_open(path)) as db:
        db.row_factory = sqlite3.Row
        db.text_factory = lambda text: text.decode(errors="replace")  # a change like any other
        for table in CHECKED:
            rows = db.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name from our own list
            if not all(is_as_written(table, dict(row)) for row in rows):
                raise StoreError(f"{path} is damaged. What is damaged: referee check {path}")


def _copy(source: Path, target: Path) -> None:
    """Make a complete copy in the one file `target`."""
    with closing(_open(source)) as db, closing(_open(target)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE").close()


def _put_aside(book: Path) -> Path | None:
    """Give the score book, if there is one, a second name and return that. Raises StoreError if a server has it open.

    It keeps the first name, too, until the backup takes it: whatever stops the command, there is a book. Its log is
    moved, also if somebody has moved the book away and left that: SQLite would write it into the backup.
    """
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    kept = book.with_name(f"{book.name}.before-{stamp}")
    if kept.exists():
        raise StoreError(f"{kept} already exists. Try again in a second.")
    was_there = book.exists()
    if was_there:
        _check_unused(book)
        try:
            kept.hardlink_to(book)
        except OSError:  # a disk on which a file has one name only
            book.rename(kept)
    for tail in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            book.with_name(book.name + tail).rename(kept.with_name(kept.name + tail))
    return kept if was_there else None


def _check_unused(book: Path) -> None:
    """Raise StoreError if a server has the score book open. Otherwise checkpoints its log, unless it is damaged."""
    try:
        with closing(_open(book)) as db:
            # SQLite leaves WAL mode only if no other program has the file open. That also checkpoints the log.
            mode = db.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
            if mode != "delete":
                raise StoreError(RUNNING.format(path=book))
            db.execute("BEGIN EXCLUSIVE")
            db.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreError(RUNNING.format(path=book)) from error
        raise
    except sqlite3.DatabaseError:
        pass  # damaged: keep it unchanged


def _told(error: Exception, path: Path) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or path}: {error.strerror}."
    return str(error) if isinstance(error, StoreError) else f"{path} cannot be written: {error}."
