"""Recovers what can still be read from a damaged score book: every row whose shape fits one of the tables.

Neither the B-tree nor the indexes are trusted, because either may be damaged.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlite_utils.db import Database

from referee.storage.raw_file import RawFile
from referee.storage.raw_rows import RawRow, Value, carve, kinds_of, read_page
from referee.storage.rows import checksum
from referee.storage.schema import FIRST_VERSION, VERSION, migrations

Row = dict[str, Any]
# The columns that go into a checksum, for each table that has one.
CHECKED = {
    "event": ("table_id", "seq", "body", "settled", "at"),
    "game_table": ("id", "header", "created_at", "practice"),
}
_JSON = {"event": ("body", "settled"), "game_table": ("header",)}
_TYPES = {"INTEGER": int, "TEXT": str, "BLOB": bytes}


class RowFormat(NamedTuple):
    """How a table's rows are stored: the columns in order with their possible types, and the primary key."""

    columns: tuple[str, ...]
    types: tuple[tuple[type, ...], ...]
    key: tuple[str, ...]
    rowid: str | None  # the column that is stored as the rowid
    least: int  # columns of a row that was written before later ones were added

    def read(self, raw: RawRow) -> Row | None:
        """The row as a dict by column name, or None if it does not fit this form."""
        values = list(raw.values)
        if (raw.rowid is None) != (self.rowid is None) or not self.least <= len(values) <= len(self.columns):
            return None
        if self.rowid is not None:
            place = self.columns.index(self.rowid)
            if values[place] is not None:
                return None
            values[place] = raw.rowid
        if any(type(value) not in types for value, types in zip(values, self.types, strict=False)):
            return None
        return dict(zip(self.columns, values, strict=False))


class Gathered(NamedTuple):
    """What was read: the intact rows by table and key, the `changed` rows that fail their checks, and the `pages` that
    could not be read completely. `version` is that of the schema, above VERSION if a newer referee wrote the book."""

    version: int
    forms: Mapping[str, RowFormat]
    rows: dict[str, dict[tuple[Value, ...], Row]]
    changed: dict[str, list[Row]]
    pages: list[int]
    size: int  # pages in the file
    missing: int
    lost_frames: int
    most: int  # upper bound of the events that fit in a file of that size

    @property
    def removed(self) -> set[int]:
        """The numbers of the tables that were removed; their remains are ignored."""
        return {row["id"] for row in self.of("removed_table")}

    def of(self, table: str) -> Iterable[Row]:
        """The rows of a table."""
        return self.rows.get(table, {}).values()


def gather(path: Path) -> Gathered:
    """Read all that can be read from the score book at `path`. Raises OSError if it cannot be opened."""
    with closing(RawFile(path)) as file:
        return _gather(file)


def empty_book(path: str | Path, version: int) -> Database:
    """An empty book with the schema of that version."""
    db = Database(sqlite3.connect(path, isolation_level=None), execute_plugins=False)
    db.execute("PRAGMA synchronous = OFF").close()  # the caller syncs the file when it is complete
    later = [each.name for each in migrations.pending(db)][1 + version - FIRST_VERSION :]
    migrations.apply(db, stop_before=later[:1])
    return db


def is_whole(table: str, row: Row) -> bool:
    """Whether a row is intact, judged by its checksum if it has one, and by valid JSON."""
    for column in _JSON.get(table, ()):
        try:
            json.loads(row[column] or "null")
        except ValueError:
            return False
    return is_as_written(table, row)


def is_as_written(table: str, row: Row) -> bool:
    """Whether a row has its checksum. True for a row of an older version, or of a table without one."""
    return "checksum" not in row or row["checksum"] == checksum(*[row[each] for each in CHECKED[table]])


def _gather(file: RawFile) -> Gathered:
    version = file.version
    if version is None or version < FIRST_VERSION:
        version = VERSION
    with closing(empty_book(":memory:", version).conn) as db:
        forms = {name: _form(db, name) for (name,) in db.execute(_TABLES).fetchall()}
    size = len(file.numbers)
    rows: dict[str, dict[tuple[Value, ...], Row]] = {name: {} for name in forms}
    most = size * file.page_size // 20
    found = Gathered(version, forms, rows, {}, [], size, file.missing, file.lost_frames, most)
    index: list[RawRow] = []
    further: set[int] = set()
    unclear = []
    for number in file.numbers:
        if number in file.free:
            continue
        read = read_page(file, number)
        further |= read.further
        index.extend(raw for raw in read.rows if not _keep(found, raw, carved=False))
        if not read.is_whole or number in file.unread:
            unclear.append(number)
    found.pages.extend(number for number in unclear if number not in further or number in file.unread)
    kinds = _kinds(forms)
    for number in found.pages:
        for raw in carve(file, number, kinds):
            _keep(found, raw, carved=True)
    _rebuild_links(found, index)
    _drop_index_rows(found)
    return found


def _kinds(forms: Mapping[str, RowFormat]) -> re.Pattern[bytes]:
    """A pattern for the record header of every row that has a checksum; other carved rows are not trusted."""
    found = []
    for form in forms.values():
        if "checksum" in form.columns:
            rowid = None if form.rowid is None else form.columns.index(form.rowid)
            found.append(kinds_of(form.types[: form.columns.index("checksum") + 1], rowid))
    return re.compile(b"(?=" + b"|".join(found) + b")", re.DOTALL) if found else re.compile(rb"(?!)")


_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY rootpage"


def _form(db: sqlite3.Connection, table: str) -> RowFormat:
    ((has_rowid,),) = db.execute("SELECT NOT wr FROM pragma_table_list WHERE name = ?", (table,)).fetchall()
    about = db.execute(
        'SELECT name, type, "notnull", dflt_value IS NOT NULL, pk FROM pragma_table_info(?)', (table,)
    ).fetchall()
    if not has_rowid:  # the key columns are stored first (2.4)
        about.sort(key=lambda column: column[4] or 99)
    key = tuple(column[0] for column in sorted(about, key=lambda column: column[4]) if column[4])
    least = max(place for place, column in enumerate(about, 1) if (column[2] or column[4]) and not column[3])
    return RowFormat(
        tuple(column[0] for column in about),
        tuple(
            (_TYPES[column[1]],) if column[2] or column[4] else (_TYPES[column[1]], type(None))
            for column in about
        ),
        key,
        key[0] if has_rowid else None,
        least,
    )


def _keep(found: Gathered, raw: RawRow, *, carved: bool) -> bool:
    """Add the row to the table that it fits; False if it fits none. A carved row needs a correct checksum."""
    for table, form in found.forms.items():
        row = form.read(raw)
        if row is None or (carved and "checksum" not in row):
            continue
        if is_whole(table, row):
            found.rows[table].setdefault(tuple(row[each] for each in form.key), row)
        elif not carved:
            found.changed.setdefault(table, []).append(row)
        return True
    return False


def _rebuild_links(found: Gathered, index: Iterable[RawRow]) -> None:
    """Restore links whose own page is lost. Two indexes together hold all of a link that is not withdrawn."""
    tokens: dict[Value, Value] = {}
    kinds: dict[Value, tuple[Value, ...]] = {}
    for raw in index:
        types = tuple(map(type, raw.values))
        if types == (str, int):
            tokens[raw.values[1]] = raw.values[0]
        elif types == (int, str, int, int):
            kinds[raw.values[3]] = raw.values[:3]
    for number, (table, role, seat) in kinds.items():
        if number in tokens:
            row = {"id": number, "token": tokens[number], "table_id": table, "role": role}
            row |= {"seat": None if seat == -1 else seat, "revoked": 0, "taken_at": None}
            found.rows["link"].setdefault((number,), row)


def _drop_index_rows(found: Gathered) -> None:
    """Drop false hidden names: an index entry of a link and its phone is also two texts, so it was read as one."""
    phones = found.rows.get("phone_link", {})
    tokens = {row["token"] for row in found.of("link")} | {token for _, token in phones}
    hidden = found.rows.get("hidden_name", {})
    for owner, name in list(hidden):
        if owner in tokens or len(str(name)) > 40:
            del hidden[owner, name]
