"""Tables and their events, written once and never changed."""

import json
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from referee import __version__
from referee.reports.players import COUNTING
from referee.storage.annotations import NoteBook
from referee.storage.database import DatabaseFile, Moment
from referee.storage.known_phones import HouseBook, PhoneBook
from referee.storage.links import LinkBook
from referee.storage.player_names import NameBook
from referee.storage.rows import (
    ABOUT_TABLE,
    REQUEST,
    TAKEN_BACK,
    Appended,
    Conflict,
    Different,
    EventRow,
    Json,
    Link,
    NewEvent,
    NoSuchTable,
    OpenedTable,
    RecentRow,
    Standing,
    StoreError,
    TableRow,
    admit,
    appended_row,
    check_key,
    checksum,
    dumped,
    event_row,
    now,
    read_link,
    table_row,
)
from referee.storage.table_admin import TABLES, TableLine, insert_table, remove_tables, table_lines

_NEW_EVENT = "INSERT INTO event (table_id, seq, body, settled, at, checksum) VALUES (?, ?, ?, ?, ?, ?)"
_STARTED = "SELECT token FROM started WHERE set_up = ?"
_IS_PRACTICE = "SELECT 1 FROM game_table WHERE id = ? AND practice != ''"
_BY_NUMBER = f"SELECT {ABOUT_TABLE} FROM game_table WHERE id = ?"  # noqa: S608
_RECENT = f"""
    SELECT token, role, {ABOUT_TABLE}, coalesce(event.seq, 0), is_over, figures
    FROM json_each(?) AS asked
    JOIN link ON token = asked.value AND revoked = 0
    JOIN game_table ON game_table.id = link.table_id AND practice = ''
    LEFT JOIN event ON event.table_id = link.table_id
        AND event.seq = (SELECT max(seq) FROM event WHERE table_id = link.table_id)
    LEFT JOIN standing ON standing.table_id = link.table_id AND standing.seq = coalesce(event.seq, 0) AND told_by = ?
    ORDER BY coalesce(event.at, created_at) DESC, link.table_id DESC, role
"""  # noqa: S608
_BY_LINK = f"""
    SELECT link.id, token, role, seat, taken_at IS NOT NULL, {ABOUT_TABLE},
        (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = game_table.id)
    FROM link JOIN game_table ON game_table.id = link.table_id
    WHERE token = ? AND revoked = 0
"""  # noqa: S608
# One statement, so that no other thread runs between two rows while the writers wait.
_ALL_EVENTS = """
    INSERT INTO event SELECT ?1, key + 1, value ->> 0, value ->> 1, ?2, value ->> 2 FROM json_each(?3) ORDER BY key
"""
_NEW_REQUEST = """
    INSERT INTO request (table_id, key, first_seq, last_seq, reply, at, link_id, content)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_HEADS = "SELECT table_id, max(seq) FROM json_each(?) JOIN event ON table_id = value GROUP BY table_id"


class Store:
    """The tables in the file at `path`, which is created, with its folder, if missing.

    All methods may be called from any thread; each raises StoreError if the file cannot be used. `house` holds the
    saved house rules, `links` the links and codes that open tables, `notes` the notes kept with the log, `phones` what
    phones have opened and hidden; `names` renames players; `moment` holds short-lived state.
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
        """Close the file. The store must not be used afterwards."""
        self._file.close()
        self.moment.close()

    def check(self) -> None:
        """Raise StoreError if the file cannot be read or damage was noticed."""
        self._file.check_fit()
        self._file.rows("SELECT 1 FROM game_table LIMIT 1")

    def check_quickly(self) -> None:
        """Read one row from each table of the file, which is quick. Raises StoreError if that shows damage."""
        for (name,) in self._file.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
            self._file.rows(f'SELECT 1 FROM "{name}" LIMIT 1')  # noqa: S608 - our own names

    def check_whole(self, stopping: threading.Event | None = None) -> None:
        """Read the whole file and compare all checksums. Raises StoreError if it is damaged.

        Takes seconds for a large file, and sleeps half of that time so that nothing has to wait. `stopping` ends it.
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
        """Store a new table and return it with its links. `header` must be valid under the rules.

        With `practice`, the random seed of its tiles, it is a practice table, which may replace the one `instead_of`.
        """
        with self._file.writing() as db:
            if instead_of is not None and db.execute(_IS_PRACTICE, (instead_of,)).fetchone():
                remove_tables(db, [instead_of])
            return insert_table(db, header, practice)

    def tables(self) -> list[TableLine]:
        """All tables, the latest first."""
        rows = self._file.rows(TABLES)
        with self._file.decoding():
            return table_lines(rows)

    def remove_tables(self, numbers: Sequence[int]) -> None:
        """Remove these tables with everything about them, also from free pages of the file: all of them or none."""
        with self._file.erasing(), self._file.writing() as db:
            remove_tables(db, numbers)

    def start_table(self, set_up: bytes, header: Json, instead_of: str) -> TableRow | None:
        """Store a new table that the set-up with this digest starts, and return it.

        `instead_of` is the link that `started` gave the caller. None, and nothing stored, if another request has started
        a table with this set-up since.
        """
        with self._file.writing() as db:
            if _link_of(db.execute(_STARTED, (set_up,)).fetchall()) != instead_of:
                return None
            table = insert_table(db, header)
            db.execute("INSERT OR REPLACE INTO started VALUES (?, ?)", (set_up, table.links["owner"]))
        return table

    def started(self, set_up: bytes) -> str:
        """The owner's link of the table that this set-up started last; "" if there is none."""
        return _link_of(self._file.rows(_STARTED, set_up))

    def import_table(self, header: Json, events: Sequence[NewEvent]) -> TableRow:
        """Store a new table and all its events in one commit. The events are numbered from 1."""
        written, at = [(dumped(entry.body), dumped(entry.settled)) for entry in events], now()
        with self._file.writing() as db:
            table = insert_table(db, header)
            rows = [(*each, checksum(table.id, seq, *each, at)) for seq, each in enumerate(written, 1)]
            db.execute(_ALL_EVENTS, (table.id, at, json.dumps(rows)))
        return table

    def table(self, table_id: int) -> TableRow:
        """The table with that number. Raises NoSuchTable if there is none."""
        rows = self._file.rows(_BY_NUMBER, table_id)
        if not rows:
            raise NoSuchTable(f"There is no table {table_id}.")
        with self._file.decoding():
            return table_row(rows[0])

    def open(self, token: str) -> OpenedTable | None:
        """The table that the link opens, the link, and the number of the last event; None for an unknown or withdrawn
        link."""
        found = self._file.rows(_BY_LINK, token)
        if not found:
            return None
        *row, head = found[0]
        with self._file.decoding():
            return OpenedTable(table_row(row[5:]), read_link(row[:5]), head)

    def recent(self, tokens: Iterable[str]) -> Iterator[RecentRow]:
        """The tables that these links open, latest first; unknown and withdrawn links are left out.

        Each table is read only when the caller takes it from the iterator.
        """
        for token, role, *about, seq, over, figures in self._file.rows(
            _RECENT, json.dumps(sorted(set(tokens))), _told_by()
        ):
            with self._file.decoding():
                table = table_row(about)
            yield RecentRow(token, role, table, seq, None if over is None else bool(over), figures)

    def note_standings(self, standings: Sequence[Standing]) -> None:
        """Cache the results of these tables. They are valid until the next event, for this program version and way of
        counting.

        All in one transaction. If that fails, they are computed again next time.
        """
        if not standings:
            return
        with suppress(StoreError), self._file.writing() as db:
            for each in standings:
                db.execute(
                    "INSERT OR REPLACE INTO standing SELECT id, ?, ?, ?, ? FROM game_table WHERE id = ?",
                    (
                        each.seq,
                        int(each.facts.is_over),
                        dumped(each.facts.written()),
                        _told_by(),
                        each.table_id,
                    ),
                )

    def head(self, table_id: int) -> int:
        """The number of the table's last event; 0 if there is none."""
        return self.heads([table_id]).get(table_id, 0)

    def heads(self, table_ids: Iterable[int]) -> dict[int, int]:
        """The last event's number for each of these tables that has events."""
        return dict(self._file.rows(_HEADS, json.dumps(sorted(table_ids))))

    def events(self, table_id: int, after: int = 0, most: int = -1) -> list[EventRow]:
        """The table's events with a number above `after`, in order: the first `most`, or all of them."""
        rows = self._file.rows(
            "SELECT seq, body, settled, at, checksum FROM event WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
            table_id,
            after,
            most,
        )
        with self._file.decoding():
            return [event_row(table_id, number, row) for number, row in enumerate(rows, after + 1)]

    def answered(self, table_id: int, request_key: str) -> Appended | None:
        """What the request with that key wrote; None if there was none."""
        return appended_row(self._file.rows(REQUEST, table_id, request_key))

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
        """Store `events`, if any, and the (small) note `reply` in one commit, if `expected_seq` is still the last event.

        `request_key` (1 to 64 characters) identifies the form. If it is sent again, nothing is written, and the result
        of the first request is returned. Raises Conflict if something else was written in the meantime, NoSuchTable, and
        ValueError for a longer or empty key.
        `content` is a digest of the form: raises Different if the key was used for another one.
        `link` is the link used: raises Withdrawn or Locked if it may no longer enter events.
        `header` is the one that the events were judged with: raises Conflict if players were renamed since.
        """
        check_key(request_key)
        written = [(dumped(entry.body), dumped(entry.settled)) for entry in events]
        with self._file.writing() as db:
            before = appended_row(db.execute(REQUEST, (table_id, request_key)).fetchall())
            if before is not None and not before.is_about(content):
                raise Different(before)
            if before is not None:
                return before
            written_header, head = admit(db, table_id, link)
            with self._file.decoding():
                is_same = header is None or header == json.loads(written_header)
            if head != expected_seq or not is_same:
                raise Conflict(head)
            at = now()
            for seq, texts in enumerate(written, head + 1):
                event = (table_id, seq, *texts, at)
                db.execute(_NEW_EVENT, (*event, checksum(*event)))
            rows = tuple(EventRow(seq, *entry, at) for seq, entry in enumerate(events, head + 1))
            wrote = Appended(head + 1, head + len(written), content, rows=rows)
            by = None if link is None else link.id
            db.execute(_NEW_REQUEST, (table_id, request_key, *wrote[:2], dumped(reply), at, by, content))
        return wrote

    def take_back(self, table_id: int, request_key: str) -> Appended:
        """Close the key, so that nothing is written under it even if its form arrives later.

        Returns what was written under it before, or an `Appended` with `is_taken_back` if nothing was. Raises
        NoSuchTable, and ValueError for an invalid key.
        """
        check_key(request_key)
        with self._file.writing() as db:
            before = appended_row(db.execute(REQUEST, (table_id, request_key)).fetchall())
            if before is not None:
                return before
            _header, head = admit(db, table_id, None)
            closed = Appended(head + 1, head, TAKEN_BACK)
            db.execute(_NEW_REQUEST, (table_id, request_key, *closed[:2], None, now(), None, TAKEN_BACK))
        return closed


def _told_by() -> str:
    """The mark of figures that need not be counted again."""
    return f"{__version__} {COUNTING}"


def _link_of(rows: Sequence[Sequence[str]]) -> str:
    return rows[0][0] if rows else ""
