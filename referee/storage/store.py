"""Tables and what was said at them, written once and never changed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Self

from sqlite_utils.db import Database

from referee import __version__
from referee.storage.annotations import NoteBook
from referee.storage.database import DatabaseFile, StoreError, Trouble
from referee.storage.house_rules import HouseBook
from referee.storage.known_phones import PhoneBook
from referee.storage.links import LinkBook, make_code, make_links
from referee.storage.moment import Moment
from referee.storage.player_names import NameBook
from referee.storage.rows import (
    TAKEN_BACK,
    Appended,
    EventRow,
    Json,
    LateLinks,
    Link,
    NewEvent,
    OpenedTable,
    RecentRow,
    Standing,
    TableRow,
    appended_row,
    checksum,
    dumped,
    event_row,
    read_link,
    table_row,
)
from referee.storage.table_admin import remove_tables

__all__ = [
    "Appended",
    "Conflict",
    "Different",
    "EventRow",
    "Json",
    "Locked",
    "NewEvent",
    "NoSuchTable",
    "OpenedTable",
    "RecentRow",
    "Standing",
    "Store",
    "StoreError",
    "TableRow",
    "Trouble",
    "Withdrawn",
]

_REQUEST = "SELECT first_seq, last_seq, reply, content FROM request WHERE table_id = ? AND key = ?"
# A number is never given twice: an old page of a removed table must not show another one.
_NEXT_NUMBER = """
    SELECT 1 + max(
        coalesce((SELECT max(id) FROM game_table), 0), coalesce((SELECT max(id) FROM removed_table), 0)
    )
"""
_NEW_TABLE = "INSERT INTO game_table (id, header, created_at, practice, checksum) VALUES (?, ?, ?, ?, ?)"
_NEW_EVENT = "INSERT INTO event (table_id, seq, body, settled, at, checksum) VALUES (?, ?, ?, ?, ?, ?)"
_IS_PRACTICE = "SELECT 1 FROM game_table WHERE id = ? AND practice != ''"
_RECENT = """
    SELECT token, role, game_table.id, header, created_at, practice, game_table.checksum, locked,
        coalesce(event.seq, 0), coalesce(event.at, created_at) AS last_at, is_over, figures
    FROM json_each(?) AS asked
    JOIN link ON token = asked.value AND revoked = 0
    JOIN game_table ON game_table.id = link.table_id AND practice = ''
    LEFT JOIN event ON event.table_id = link.table_id
        AND event.seq = (SELECT max(seq) FROM event WHERE table_id = link.table_id)
    LEFT JOIN standing ON standing.table_id = link.table_id AND standing.seq = coalesce(event.seq, 0) AND told_by = ?
    ORDER BY last_at DESC, link.table_id DESC, role
"""
_BY_LINK = """
    SELECT link.id, token, role, seat, taken_at IS NOT NULL,
        game_table.id, header, created_at, practice, checksum, locked,
        (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = game_table.id)
    FROM link JOIN game_table ON game_table.id = link.table_id
    WHERE token = ? AND revoked = 0
"""
# Everything that is checked before an event is written; of the link that it came by, if any, its state.
_ADMISSION = """
    SELECT locked, header, (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = game_table.id),
        link.revoked, link.taken_at
    FROM game_table LEFT JOIN link ON link.id = ? AND link.table_id = game_table.id
    WHERE game_table.id = ?
"""
# In one statement, so that no other thread runs between two rows while the writers wait.
_ALL_EVENTS = """
    INSERT INTO event SELECT ?1, key + 1, value ->> 0, value ->> 1, ?2, value ->> 2 FROM json_each(?3) ORDER BY key
"""
_NEW_REQUEST = """
    INSERT INTO request (table_id, key, first_seq, last_seq, reply, at, link_id, content)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_HEAD = "SELECT coalesce(max(seq), 0) FROM event WHERE table_id = ?"


class NoSuchTable(StoreError):
    """There is no table with that number."""


class Conflict(Exception):
    """Something was said in the meantime: the last event is `head`, not the one that was expected."""

    def __init__(self, head: int) -> None:
        super().__init__(f"The last event of the table is {head}.")
        self.head = head


class Withdrawn(Exception):
    """The link was withdrawn before the events that came by it were written."""


class Locked(Exception):
    """The table is locked: it takes entries from its owner only."""


class Different(Exception):
    """The key was answered before, for something else: `before` is what was written then."""

    def __init__(self, before: Appended) -> None:
        super().__init__("The key belongs to another content.")
        self.before = before


class Store:
    """The tables in the file at `path`, which is made, with its folder, if there is none.

    All methods may be called from any thread; each raises StoreError if the file cannot be used. `house`
    keeps the house rules that were saved under a name, `links` who may open a table, `phones` what a phone knows
    of them, `names` gives players other names, `moment` holds what counts for a moment only.
    """

    def __init__(self, path: str | Path) -> None:
        self._file = DatabaseFile(Path(path))
        self.tightened = self._file.tightened  # files that other accounts could read until now
        self.house = HouseBook(self._file)
        self.links = LinkBook(self._file)
        self.notes = NoteBook(self._file)
        self.phones = PhoneBook(self._file)
        self.names = NameBook(self._file)
        self.moment = Moment(self._file.path.with_name(f"{self._file.path.name}-now"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing may be read or written afterwards."""
        self._file.close()
        self.moment.close()

    def check(self) -> None:
        """StoreError if the file cannot be read, or if damage was noticed."""
        self._file.check_fit()
        self._file.rows("SELECT 1 FROM game_table LIMIT 1")

    def check_quickly(self) -> None:
        """Open each table of the file, which is quick; StoreError if one is damaged there."""
        self._file.check_roots()

    def check_whole(self, stopping: threading.Event | None = None) -> None:
        """Read the whole file and compare all checksums; StoreError if it is damaged.

        It takes seconds for a large file. Half of that it sleeps, so that nothing waits for it; `stopping` ends it.
        """
        self._file.check_whole()
        stopping = stopping or threading.Event()
        for (number,) in self._file.rows("SELECT id FROM game_table"):
            if stopping.is_set():
                return
            began = time.monotonic()
            with suppress(NoSuchTable):  # removed meanwhile
                self.table(number)
                self.events(number)
            stopping.wait(time.monotonic() - began)

    def create_table(self, header: Json, practice: str = "", instead_of: int | None = None) -> TableRow:
        """Write down a new table; `header` must be one that the rules can play. Returns it with its links.

        With `practice` it is a practice table, whose tiles that seeds; it may take the place of an earlier one.
        """
        now = datetime.now(UTC)
        with self._file.writing() as db:
            if instead_of is not None and db.execute(_IS_PRACTICE, (instead_of,)).fetchone():
                remove_tables(db, [instead_of])
            return _insert_table(db, header, now, practice)

    def import_table(self, header: Json, events: Sequence[NewEvent]) -> TableRow:
        """Write down a new table and everything said at it, in one commit; the events are numbered from 1."""
        now = datetime.now(UTC)
        written = [(dumped(entry.body), dumped(entry.settled)) for entry in events]
        at = _now(now)
        with self._file.writing() as db:
            table = _insert_table(db, header, now)
            rows = [(*each, checksum(table.id, seq, *each, at)) for seq, each in enumerate(written, 1)]
            db.execute(_ALL_EVENTS, (table.id, at, json.dumps(rows)))
        return table

    def table(self, table_id: int) -> TableRow:
        """The table with that number; NoSuchTable if there is none."""
        rows = self._file.rows(
            "SELECT id, header, created_at, practice, checksum, locked FROM game_table WHERE id = ?", table_id
        )
        if not rows:
            raise NoSuchTable(f"There is no table {table_id}.")
        links = _by_role(self.links.of(table_id))
        with self._file.understanding():
            return table_row(rows[0], links)

    def by_link(self, token: str) -> tuple[TableRow, Link] | None:
        """The table that the link opens and what the link is; None for one that is unknown or withdrawn."""
        found = self.open(token)
        return found[:2] if found is not None else None

    def open(self, token: str) -> OpenedTable | None:
        """The same with the number of the last event, in one look; the table's links are read when they are asked for."""
        found = self._file.rows(_BY_LINK, token)
        if not found:
            return None
        number, head = found[0][5], found[0][-1]
        links = LateLinks(partial(self._links_by_role, number))
        with self._file.understanding():
            return OpenedTable(table_row(found[0][5:-1], links), read_link(found[0][:5]), head)

    def recent(self, tokens: Iterable[str]) -> Iterator[RecentRow]:
        """The tables that these links open, the latest first; unknown and revoked links are left out.

        Each is read when it is asked for: who needs only the latest pays for no others.
        """
        for token, role, *about, seq, at, over, figures in self._file.rows(
            _RECENT, json.dumps(sorted(set(tokens))), __version__
        ):
            links = LateLinks(partial(self._links_by_role, about[0]))
            with self._file.understanding():
                table = table_row(about, links)
            yield RecentRow(token, role, table, seq, at, None if over is None else bool(over), figures)

    def _links_by_role(self, table_id: int) -> dict[str, str]:
        return _by_role(self.links.of(table_id))

    def note_standings(self, standings: Iterable[Standing]) -> None:
        """What these tables come to, for as long as nothing more is said there and no other version asks."""
        with self._file.writing() as db:
            for each in standings:
                db.execute(
                    "INSERT OR REPLACE INTO standing SELECT id, ?, ?, ?, ? FROM game_table WHERE id = ?",
                    (
                        each.seq,
                        int(each.facts.is_over),
                        dumped(each.facts.written()),
                        __version__,
                        each.table_id,
                    ),
                )

    def head(self, table_id: int) -> int:
        """The number of the table's last event, 0 if there is none."""
        ((head,),) = self._file.rows(_HEAD, table_id)
        return int(head)

    def events(self, table_id: int, after: int = 0, most: int = -1) -> list[EventRow]:
        """The table's events with a number above `after`, in order: the first `most`, or all of them."""
        rows = self._file.rows(
            "SELECT seq, body, settled, at, checksum FROM event WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
            table_id,
            after,
            most,
        )
        with self._file.understanding():
            return [event_row(table_id, number, row) for number, row in enumerate(rows, after + 1)]

    def answered(self, table_id: int, request_key: str) -> Appended | None:
        """What the request with that key wrote; None if there was none."""
        rows = self._file.rows(_REQUEST, table_id, request_key)
        with self._file.understanding():
            return appended_row(rows) if rows else None

    def append(
        self,
        table_id: int,
        expected_seq: int,
        request_key: str,
        events: Sequence[NewEvent],
        reply: Json | None = None,
        link: Link | None = None,
        header: Json | None = None,
        content: str | None = None,
    ) -> Appended:
        """Write down `events`, none or more, in one commit, if `expected_seq` is still the last one.

        `request_key` (1 to 64 characters) names the form that was sent; sent again, it writes nothing and
        gives what the first one wrote, with the `reply` (small) that was kept then. Raises Conflict if
        something else was written in the meantime, NoSuchTable, and ValueError for a longer key or an empty one.
        `content` is a digest of what the form says: Different if the key was answered for another one.
        `link` is the one that the events came by: Withdrawn or Locked if it may not enter them any more;
        `header` the one that they were judged by: Conflict if the players have other names by now.
        """
        _check_key(request_key)
        written = [(dumped(entry.body), dumped(entry.settled)) for entry in events]
        kept = dumped(reply)
        with self._file.writing() as db:
            with self._file.understanding():
                before = appended_row(db.execute(_REQUEST, (table_id, request_key)).fetchall())
            if before is not None and not before.is_about(content):
                raise Different(before)
            if before is not None:
                return before
            written_header, head = _admit(db, table_id, link)
            with self._file.understanding():
                is_same = header is None or header == json.loads(written_header)
            if head != expected_seq or not is_same:
                raise Conflict(head)
            now = _now(datetime.now(UTC))
            for seq, (body, settled) in enumerate(written, head + 1):
                _insert_event(db, table_id, seq, body, settled, now)
            rows = tuple(EventRow(seq, *entry, now) for seq, entry in enumerate(events, head + 1))
            wrote = Appended(head + 1, head + len(written), reply, repeated=False, content=content, rows=rows)
            db.execute(
                _NEW_REQUEST,
                (table_id, request_key, *wrote[:2], kept, now, None if link is None else link.id, content),
            )
        return wrote

    def take_back(self, table_id: int, request_key: str) -> Appended:
        """Close the key, so that nothing is written under it any more, however late its form arrives.

        Returns what was written under it before, or an `Appended` that `is_taken_back` if nothing was. Raises
        NoSuchTable, and ValueError for a key that is no key.
        """
        _check_key(request_key)
        with self._file.writing() as db:
            with self._file.understanding():
                before = appended_row(db.execute(_REQUEST, (table_id, request_key)).fetchall())
            if before is not None:
                return before
            _header, head = _admit(db, table_id, None)
            closed = Appended(head + 1, head, None, repeated=False, content=TAKEN_BACK)
            now = _now(datetime.now(UTC))
            db.execute(_NEW_REQUEST, (table_id, request_key, *closed[:2], None, now, None, TAKEN_BACK))
        return closed


def _insert_table(db: Database, header: Json, now: datetime, practice: str = "") -> TableRow:
    """A new table with its links and its code, within the caller's transaction."""
    ((table_id,),) = db.execute(_NEXT_NUMBER).fetchall()
    about = (table_id, dumped(header), _now(now), practice)
    db.execute(_NEW_TABLE, (*about, checksum(*about)))
    players = header.get("players", [])
    links = make_links(db, table_id, len(players) if isinstance(players, list) else 0)
    make_code(db, table_id, now)
    return TableRow(table_id, header, _now(now), _by_role(links), practice=practice)


def _check_key(key: str) -> None:
    if not 1 <= len(key) <= 64:
        raise ValueError("A request key has 1 to 64 characters.")


def _insert_event(
    db: Database, table_id: int, seq: int, body: str | None, settled: str | None, at: str
) -> None:
    event = (table_id, seq, body, settled, at)
    db.execute(_NEW_EVENT, (*event, checksum(*event)))


def _admit(db: Database, table_id: int, link: Link | None) -> tuple[str, int]:
    """The table's header, as text, and its last event, if the link may enter something.

    Checked in the transaction that writes, so that nothing is written after a link was withdrawn.
    """
    found = db.execute(_ADMISSION, (None if link is None else link.id, table_id)).fetchall()
    if not found:
        raise NoSuchTable(f"There is no table {table_id}.")
    locked, header, head, revoked, taken_at = found[0]
    if link is not None:
        if revoked != 0:
            raise Withdrawn
        if locked and link.role != "owner":
            raise Locked
        if taken_at is None:
            db.execute("UPDATE link SET taken_at = ? WHERE id = ?", (_now(datetime.now(UTC)), link.id))
    return header, head


def _by_role(links: Iterable[Link]) -> dict[str, str]:
    return {each.role: each.token for each in links if each.seat is None}


def _now(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
