"""`referee check`: checks a score book or a backup for damage. It only reads, even while the referee runs."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from referee.cli.terminal import amount, refuse
from referee.engine.log import open_log
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.storage.gathering import is_as_written
from referee.storage.schema import VERSION, not_ours

_SINCE_CHECKSUMS = 6  # the first version of the file with a checksum for each event
# SQLite quotes what it has read in its error messages, which then may not be valid text.
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
_ANSWERED = "SELECT coalesce(max(last_seq), 0) FROM request WHERE table_id = ?"
_KEEPERS = "SELECT count(*) FROM link WHERE table_id = ? AND role IN ('owner', 'keep', 'seat', 'watch')"
_NOW = (
    "To put the last backup in its place: referee restore BACKUP. "
    "To save all that can still be read: referee salvage {path} --into NEW"
)


def check(path: Path) -> int:
    """Check the score book at `path` and print what is fine and what is not.

    Returns the exit status: 0 if all is fine, 1 if something is damaged, 2 if it is not a score book that we can read.
    """
    if not path.is_file():
        return refuse(f"There is no file {path}.", 2)
    try:
        with closing(_open(path)) as db:
            version = _first(db, "PRAGMA user_version")
            if wrong := not_ours(db, path):
                return refuse(wrong, 2)
            faults = list(examine(db))
            counted = _count(db)
    except sqlite3.OperationalError as error:
        return refuse(f"{path} cannot be read: {error}.", 2)
    except UNREADABLE as error:
        faults, counted, version = [f"Its first pages cannot be read: {error}."], None, VERSION
    if counted is not None:
        print(f"{path}: {counted}.")
    if not faults:
        print("The structure of the file, every event, every link: fine. Every table can be judged again.")
        if version < _SINCE_CHECKSUMS:
            print("It is of an older version, in which a changed letter cannot be noticed.")
        return 0
    doubt = "" if counted is not None else ", or no score book of the referee"
    print(f"{path} is damaged{doubt}:")
    for each in faults:
        print(f"  {each}")
    print(_NOW.format(path=path))
    return 1


def examine(db: sqlite3.Connection) -> Iterator[str]:
    """A sentence for each kind of damage in an open score book; none if all of it is fine."""
    yield from _structure(db)
    try:
        numbers = [number for (number,) in db.execute("SELECT id FROM game_table ORDER BY id")]
    except UNREADABLE:
        yield "The list of tables cannot be read."
        return
    for number in numbers:
        try:
            yield from _table(db, number)
        except UNREADABLE:
            yield f"Table {number}: not all of it can be read."


def _structure(db: sqlite3.Connection) -> Iterator[str]:
    try:
        told = [words for (words,) in db.execute("PRAGMA integrity_check(1000)") if words != "ok"]
        strays = db.execute("PRAGMA foreign_key_check").fetchall()
    except UNREADABLE as error:
        yield f"The structure of the file: it cannot be followed to its end ({error})."
        return
    if told:
        first = told[0].splitlines()[-1]
        yield f"The structure of the file: {len(told)} faults, such as: {first}"
    for where in sorted({row[0] for row in strays}):
        count = sum(row[0] == where for row in strays)
        yield f"{count} rows of {where} belong to nothing that is there."


def _table(db: sqlite3.Connection, number: int) -> Iterator[str]:
    """A sentence for each kind of damage at one table."""
    about = next(_rows(db, "SELECT * FROM game_table WHERE id = ?", number), None)
    if about is None:
        yield f"Table {number}: its first line cannot be found."
        return
    if not is_as_written("game_table", about):
        yield f"Table {number}: its first line has changed."
    rows = _rows(db, "SELECT * FROM event WHERE table_id = ? ORDER BY seq", number)
    expected, bodies = 1, list[object]()
    for row in rows:
        seq = row["seq"]
        if not isinstance(seq, int):  # damage can leave anything there
            yield f"Table {number}: an event has lost its number."
            continue
        if seq != expected:
            yield f"Table {number}: events {expected} to {seq - 1} are missing."
        if not is_as_written("event", row):
            yield f"Table {number}: event {seq} is not what was written."
        expected = seq + 1
        bodies.append(row["body"])
    answered = _first(db, _ANSWERED, number)
    if isinstance(answered, int) and answered >= expected:
        yield f"Table {number}: events {expected} to {answered} are missing at its end."
    if not _first(db, _KEEPERS, number):
        yield f"Table {number}: there is no link to it."
    yield from _judged(number, about["header"], bodies)


def _judged(number: int, header: object, bodies: list[object]) -> Iterator[str]:
    """A sentence if the table cannot be judged by the rules from its first event to its last."""
    agreed, said = _parsed(header), [_parsed(each) for each in bodies]
    if agreed is None:
        yield f"Table {number}: what was agreed there cannot be read."
        return
    if None in said:
        yield f"Table {number}: event {said.index(None) + 1} cannot be read."
        return
    at, events = 0, [each for each in said if each is not None]
    try:
        log = open_log(read_setup(agreed))
        while at < len(events):
            answers, log = log.say_next(events, at)
            at += len(answers)
    except HeaderError as error:
        yield f"Table {number}: what was agreed there cannot be played: {error}"
    except Exception as error:  # noqa: BLE001 - whatever fails here, check the other tables too
        yield f"Table {number}: it cannot be judged at event {at + 1} ({type(error).__name__}: {error})."


def _parsed(text: object) -> dict[str, Any] | None:
    """The JSON object in a row; None if damage left something else there."""
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _open(path: Path) -> sqlite3.Connection:
    """Open the file read-only. Without a log beside it nobody is writing to it, so SQLite need not create one."""
    kind = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    db = sqlite3.connect(f"{path.as_uri()}?{kind}", uri=True, timeout=5.0, isolation_level=None)
    # Invalid text is reported like any other change.
    db.text_factory = lambda text: text.decode(errors="replace")
    return db


def _count(db: sqlite3.Connection) -> str | None:
    """The numbers of tables and events in words; None if they cannot be counted."""
    try:
        return amount(_first(db, "SELECT count(*) FROM game_table"), _first(db, "SELECT count(*) FROM event"))
    except UNREADABLE:
        return None


def _rows(db: sqlite3.Connection, sql: str, number: int) -> Iterator[dict[str, Any]]:
    found = db.execute(sql, (number,))
    names = [column[0] for column in found.description]
    for row in found:
        yield dict(zip(names, row, strict=True))


def _first(db: sqlite3.Connection, sql: str, *parameters: object) -> Any:
    return db.execute(sql, parameters).fetchone()[0]
