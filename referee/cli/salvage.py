"""`referee salvage`: makes a new score book from everything that can still be read of a damaged one.

The new book has the events of a table up to the first one that cannot be read, because later ones cannot be judged
without it. The rest is written to a record next to the new book, for `referee import`; anything else that does not fit
into the new book is written to a file there too. The damaged book is never changed.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlite_utils.db import Database

from referee.cli.terminal import amount, refuse
from referee.cli.whole_file import written_whole
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.export.table_files import record_text
from referee.storage.gathering import CHECKED, Gathered, Row, empty_book, gather
from referee.storage.rows import StoreError, checksum
from referee.storage.schema import NEWER, VERSION
from referee.storage.store import Store

_FIRST = ("game_table", "link")  # other tables refer to these
_MADE_ANEW = ("standing",)  # the referee computes these again


class Kept(NamedTuple):
    """A table of the damaged book: its number, its row (`about`, None if unreadable; `is_sure` if its checksum is right),
    the events that can be read, and the highest event number known."""

    number: int
    about: Row | None
    is_sure: bool
    events: dict[int, Row]
    last: int

    @property
    def head(self) -> int:
        """The last event before the first unreadable one; 0 if the table's row is unreadable."""
        if self.about is None:
            return 0
        return next(seq for seq in range(self.last + 1) if seq + 1 not in self.events)

    @property
    def lost(self) -> list[int]:
        """The numbers of the events that cannot be read."""
        return [seq for seq in range(1, self.last + 1) if seq not in self.events]


def salvage(old: str, into: str) -> int:
    """Save what can be read of the score book `old` into the new book `into`.

    Returns the exit status: 0 if all of it could be read, 1 if not (the output says what is lost), 2 if there is
    nothing to save or nowhere to put it. `old` is not changed.
    """
    source, target = Path(old), Path(into)
    try:
        if target.exists():
            return refuse(f"{target} already exists. Name another file.", 2)
        found = gather(source)
        tables = _tables(found)
        if not tables:
            return refuse(f"{source}: no table that this referee knows can be read there.", 2)
        with written_whole(target) as unfinished:
            over = _build(unfinished, found, tables)
            told = [*_beside(target, tables, over), *_links(unfinished, tables)]
    except OSError as error:
        return refuse(f"{error.filename or target}: {error.strerror}.", 2)
    except (StoreError, sqlite3.Error) as error:
        return refuse(f"{target} cannot be written: {error}", 2)
    lost = [*_about_file(source, found), *told]
    for sentence in (*lost, _counted(target, tables)):
        print(sentence)
    return 1 if lost else 0


def _tables(found: Gathered) -> list[Kept]:
    """The tables of which anything can be read, sorted by number, without removed ones."""
    events: dict[int, dict[int, Row]] = {}
    last: dict[int, int] = {}
    for row in found.of("event"):
        events.setdefault(row["table_id"], {})[row["seq"]] = row
    for row in (*found.of("event"), *found.of("request")):
        number, seq = row["table_id"], row["seq"] if "seq" in row else row["last_seq"]
        if seq <= found.most:  # damage may leave any number in a row
            last[number] = max(last.get(number, 0), seq)
    for row in sorted(found.changed.get("event", ()), key=lambda row: row["seq"]):
        if last.get(row["table_id"]) == row["seq"] - 1:
            last[row["table_id"]] += 1
    agreed = {row["id"]: (row, True) for row in found.of("game_table")}
    for row in found.changed.get("game_table", ()):
        if _is_playable(row):
            agreed.setdefault(row["id"], (row, False))
    numbers = sorted((agreed.keys() | last.keys()) - found.removed)
    return [
        Kept(number, about, is_sure, events.get(number, {}), last.get(number, 0))
        for number in numbers
        for about, is_sure in [agreed.get(number, (None, False))]
    ]


def _is_playable(row: Row) -> bool:
    """Whether the header is still valid, although the row's checksum is wrong."""
    try:
        read_setup(json.loads(row["header"]))
    except (ValueError, HeaderError):
        return False
    return True


# The new book


def _build(path: Path, found: Gathered, tables: Sequence[Kept]) -> list[tuple[str, Row]]:
    """Write the new book with the schema of the old one; returns the rows that do not fit in."""
    db = empty_book(path, found.version)
    over: list[tuple[str, Row]] = [(table, row) for table, rows in found.changed.items() for row in rows]
    heads = {each.number: each.head for each in tables}
    try:
        db.execute("PRAGMA foreign_keys = ON").close()
        db.execute("BEGIN IMMEDIATE")
        for each in tables:
            if each.about is not None:
                _insert(db, "game_table", _with_checksum("game_table", each.about))
        for table in ("link", *(name for name in found.rows if name not in (*_FIRST, *_MADE_ANEW, "event"))):
            for row in found.of(table):
                if row.get("table_id") in found.removed:
                    continue
                without_link = {**row, "link_id": None} if "link_id" in row else row  # it may be lost
                if row.get("last_seq", 0) > heads.get(row.get("table_id", 0), 0):
                    over.append((table, row))  # it would acknowledge events that are not in the new book
                elif not _insert(db, table, row) and not _insert(db, table, without_link):
                    over.append((table, row))
        over += _insert_events(db, tables)
        db.execute("COMMIT")
    finally:
        db.conn.close()
    return over


def _insert_events(db: Database, tables: Sequence[Kept]) -> Iterator[tuple[str, Row]]:
    """Write the events of each table up to its first gap; yields the others."""
    for each in tables:
        for seq, row in sorted(each.events.items()):
            if seq > each.head or not _insert(db, "event", _with_checksum("event", row)):
                yield "event", row


def _insert(db: Database, table: str, row: Row) -> bool:
    """Insert the row; False if a constraint of the schema rejects it."""
    sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"  # noqa: S608
    try:
        db.execute(sql, tuple(row.values()))
    except sqlite3.IntegrityError:
        return False
    return True


def _with_checksum(table: str, row: Row) -> Row:
    if "checksum" not in row:
        return row
    return {**row, "checksum": checksum(*[row[each] for each in CHECKED[table]])}


# Files next to the new book


def _beside(target: Path, tables: Sequence[Kept], over: Sequence[tuple[str, Row]]) -> Iterator[str]:
    """Write what does not fit into the new book to files next to it; yields sentences on what is lost, by table."""
    for each in tables:
        if each.about is None or each.lost:
            yield from _tell(target, each)
        elif not each.is_sure:
            yield f"{_named(each)}: what was agreed there may have changed. Look at its names and rules."
    if over:
        file = target.with_name(f"{target.name}.left-over.jsonl")
        _write(file, (json.dumps({table: row}, ensure_ascii=False, default=repr) for table, row in over))
        yield f"What else can be read but has no place in the new book is in {file}, a row on each line."


def _tell(target: Path, each: Kept) -> Iterator[str]:
    after = [row for seq, row in sorted(each.events.items()) if seq > each.head]
    if each.about is None and not each.events:
        yield f"{_named(each)}: what was agreed there and its events cannot be read."
        return
    told = (
        f"{_named(each)}: {_ranges(each.lost)} of {each.last} cannot be read."
        if each.lost
        else f"{_named(each)}."
    )
    file = target.with_name(f"{target.name}.table-{each.number}.jsonl")
    if each.about is None:
        _write_record(file, each)
        yield (
            f"{told} What was agreed there, its game and players, cannot be read. Its other events are in {file}: "
            f"write the game and the players into the first line, then: referee import --skip-refused {file}"
        )
    elif after:
        _write_record(file, each)
        yield (
            f"{told} The table goes on from event {each.head}. All of it that can be read is in {file}; "
            f"to make a new table of what still stands: referee import --skip-refused {file}"
        )
    else:
        yield f"{told} The table goes on from event {each.head}."


def _write_record(file: Path, each: Kept) -> None:
    """Write the record of a table, with an unreadable placeholder for each lost event to keep the numbering."""
    bodies = [
        json.loads(each.events[seq]["body"]) if seq in each.events else {"unreadable": seq}
        for seq in range(1, each.last + 1)
    ]
    if each.about is not None:
        header = json.loads(each.about["header"])
    else:
        said = dict.fromkeys(body["by"] for body in bodies if isinstance(body.get("by"), str))
        header = {"record": 1, "variant": "?", "players": list(said)}
    _write(file, record_text(header, bodies).splitlines())


def _write(file: Path, lines: Iterable[str]) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.writelines(f"{line}\n" for line in lines)


def _links(path: Path, tables: Sequence[Kept]) -> Iterator[str]:
    """Migrate the new book, and make a new owner's link for each table that has lost it."""
    with Store(path) as store:
        for each in tables:
            if each.about is None or "owner" in {link.role for link in store.links.of(each.number)}:
                continue
            link = store.links.renew(each.number, "owner")
            yield f"{_named(each)}: the link of its owner cannot be read. A new one is /t/{link.token}"


# Messages


def _about_file(source: Path, found: Gathered) -> Iterator[str]:
    if found.version > VERSION:
        yield f"{NEWER.format(path=source)} What only that one knows is not saved."
    if found.pages:
        which = ", ".join(map(str, found.pages[:20])) + (", ..." if len(found.pages) > 20 else "")
        yield f"{source}: {len(found.pages)} of {found.size} pages cannot be read whole ({which})."
    if found.missing:
        yield f"{source}: {found.missing} pages are missing at its end."
    if found.lost_frames:
        yield (
            f"{source}-wal: {found.lost_frames} of the pages written last cannot be read. "
            "A link that was withdrawn lately may open its table again: look at the links of each table."
        )
    if found.pages or found.missing or found.lost_frames:
        yield "Links, house rules and lists of phones that stood there are lost, and so is what is told below."


def _named(each: Kept) -> str:
    header = {}
    if each.about is not None:
        with suppress(ValueError):
            header = json.loads(each.about["header"])
    about = [
        str(header.get("date", "")),
        str(header.get("variant", "")),
        *map(str, header.get("players", [])),
    ]
    told = ", ".join(part for part in about if part)
    return f"Table {each.number} ({told})" if told else f"Table {each.number}"


def _ranges(numbers: Sequence[int]) -> str:
    """Event numbers in words: "event 3", "events 1, 4 to 7"."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    words = ", ".join(" to ".join(map(str, each)) for each in found)
    return f"event {words}" if len(numbers) == 1 else f"events {words}"


def _counted(target: Path, tables: Sequence[Kept]) -> str:
    kept = [each for each in tables if each.about is not None]
    events = sum(each.head for each in kept)
    return f"{target}: {amount(len(kept), events)}."
