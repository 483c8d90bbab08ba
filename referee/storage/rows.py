"""The rows of the file: events, tables, links and what a request wrote; and what keeps one from being written."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from sqlite_utils.db import Database

from referee.reports.players import Facts

Json = dict[str, Any]

ROLES = ("owner", "keep", "seat", "watch")
KEEPERS = ("owner", "keep")  # who may enter what everybody does
RANK = {role: place for place, role in enumerate(ROLES)}  # who may do more comes first
TAKEN_BACK = ""  # the content of a key that nothing is written under any more
REQUEST = "SELECT first_seq, last_seq, reply, content FROM request WHERE table_id = ? AND key = ?"
# Everything that is checked before an event is written; of the link that it came by, if any, its state.
_ADMISSION = """
    SELECT locked, header, (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = game_table.id),
        link.revoked, link.taken_at
    FROM game_table LEFT JOIN link ON link.id = ? AND link.table_id = game_table.id
    WHERE game_table.id = ?
"""


class Link(NamedTuple):
    """One way to a table: `seat` is a place in seating order, for the role "seat" only; a seat that is taken is not
    given to players who join by the short code."""

    id: int
    token: str
    role: str
    seat: int | None = None
    taken: bool = False


class NewEvent(NamedTuple):
    """One event to write down: `body` as record/README.md has it; `settled`, the result announced with it."""

    body: Json
    settled: Json | None = None


class EventRow(NamedTuple):
    """One event as it was written down; `at` is the time in UTC (ISO 8601)."""

    seq: int
    body: Json
    settled: Json | None
    at: str


class TableRow(NamedTuple):
    """One table: `header` as record/README.md has it, `links` from role to token, those of the seats apart
    (`Store.links`); `created_at` in UTC (ISO 8601); `practice` seeds the tiles of a practice table."""

    id: int
    header: Json
    created_at: str
    links: Mapping[str, str]
    locked: bool = False
    practice: str = ""

    @property
    def day(self) -> str:
        """The day of the table as its header has it, else the day on which it was opened (ISO 8601)."""
        return str(self.header.get("date") or self.created_at[:10])

    @property
    def players(self) -> list[str]:
        """The names of the players."""
        return list(self.header.get("players", ()))


class OpenedTable(NamedTuple):
    """What a link opens: the table, what the link is, and the number of the table's last event."""

    table: TableRow
    link: Link
    head: int


class LateLinks(Mapping[str, str]):
    """The links of a table from role to token, read when one is needed."""

    def __init__(self, read: Callable[[], dict[str, str]]) -> None:
        self._read = read

    @cached_property
    def _links(self) -> dict[str, str]:
        return self._read()

    def __getitem__(self, role: str) -> str:
        return self._links[role]

    def __iter__(self) -> Iterator[str]:
        return iter(self._links)

    def __len__(self) -> int:
        return len(self._links)


class RecentRow(NamedTuple):
    """A table that a phone has a link to: the link, the events so far, and when the last one came.

    `is_over` says whether the match was over then, `figures` what the table says of its players; both are None if that
    was not worked out since the last event.
    """

    token: str
    role: str
    table: TableRow
    head: int
    last_at: str
    is_over: bool | None = None
    written: str | None = None

    @property
    def figures(self) -> Json | None:
        """What the table says of its players."""
        return loaded(self.written)


class Standing(NamedTuple):
    """What a table comes to at event `seq`, and what it says of its players."""

    table_id: int
    seq: int
    facts: Facts


class Appended(NamedTuple):
    """What a request wrote: events `first_seq` to `last_seq` (`last_seq` is one less if it wrote none).

    `reply` is what was kept with it; `repeated` is true if an earlier request with the same key wrote it.
    `content` is the digest of what that request said: TAKEN_BACK if it was taken back before it came, None if
    it came before digests were kept. `rows` are the events as they were written, unless an earlier request wrote them.
    """

    first_seq: int
    last_seq: int
    reply: Json | None
    repeated: bool
    content: str | None = None
    rows: tuple[EventRow, ...] = ()

    @property
    def is_taken_back(self) -> bool:
        """Whether the key was closed before anything was written under it."""
        return self.content == TAKEN_BACK

    def is_about(self, content: str | None) -> bool:
        """Whether a request with this content would be the same one again, as far as is known."""
        return self.content in (None, content)


def read_link(row: Any) -> Link:
    """A link as it was written down; ValueError for a role that there is not."""
    number, token, role, seat, taken = row
    if role not in RANK:
        raise ValueError(f"There is no role {role!r}.")
    return Link(number, token, role, seat, bool(taken))


def event_row(table_id: int, number: int, row: tuple[int, str, str | None, str, int]) -> EventRow:
    """The event of that number as it was written down; ValueError if its checksum is wrong."""
    seq, body, settled, at, written = row
    check(written, table_id, number, body, settled, at)
    return EventRow(seq, json.loads(body), loaded(settled), at)


def table_row(row: Sequence[Any], links: Mapping[str, str]) -> TableRow:
    """The table as it was written down; ValueError if its checksum is wrong."""
    number, header, created, practice, written, locked = row
    check(written, number, header, created, practice)
    return TableRow(number, json.loads(header), created, links, bool(locked), practice)


def appended_row(rows: Sequence[tuple[int, int, str | None, str | None]]) -> Appended | None:
    """What an earlier request wrote; None if there are no such rows."""
    for first, last, reply, content in rows:
        return Appended(first, last, loaded(reply), repeated=True, content=content)
    return None


def dumped(value: object) -> str | None:
    """A value as it is written into the file."""
    return None if value is None else json.dumps(value, separators=(",", ":"), allow_nan=False)


def loaded(text: str | None) -> Json | None:
    """A value as it was written into the file."""
    return None if text is None else json.loads(text)


def by_role(links: Iterable[Link]) -> dict[str, str]:
    """The links from role to token, but for those of the seats."""
    return {each.role: each.token for each in links if each.seat is None}


def check_key(key: str) -> None:
    """ValueError for a key that is no key."""
    if not 1 <= len(key) <= 64:
        raise ValueError("A request key has 1 to 64 characters.")


def now() -> str:
    """The time, as it is written down."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def checksum(*values: int | str | None) -> int:
    """The CRC-32 of these values in this order, written beside a row and checked when the row is read.

    SQLite has no checksum of its own. A CRC-32 misses no change within 32 bits in a row, and one in four thousand
    million of the others.
    """
    return zlib.crc32("\x1f".join(map(str, values)).encode())


def check(number: int, *values: int | str | None) -> None:
    """Nothing if `number` is the checksum of these values; ValueError if it is not."""
    if number != checksum(*values):
        raise ValueError("A row is not what was written.")


# What keeps something from being written


class Trouble(Enum):
    """The kinds of trouble with the file that people are told apart."""

    BUSY = "{path} is in use by another program. Try again in a moment."
    READ_ONLY = "{path} cannot be written: the file or its folder is read-only."
    FULL = "{path} cannot be written: the disk is full."
    DAMAGED = (
        "{path} is damaged. Nothing more is written to it. Stop the referee. What is damaged: referee check. "
        "To put the last backup in its place: referee restore BACKUP (the damaged file is kept beside it). "
        "To save all that can still be read: referee salvage {path} --into NEW."
    )
    FAILING = (
        "{path}: the disk reports an error. Nothing more is written to it. Stop the referee and copy the file to "
        "another disk. What is damaged: referee check COPY. To save all that can be read: "
        "referee salvage COPY --into NEW."
    )
    GONE = (
        "{path} was moved, removed or replaced while the referee runs. Nothing more is written to it. "
        "Stop the referee, put the file in its place again, then start."
    )
    OTHER = "{path} cannot be read or written."


class StoreError(Exception):
    """The file cannot be read or written; the text is a sentence for the person who started the program."""

    def __init__(self, sentence: str, trouble: Trouble = Trouble.OTHER) -> None:
        super().__init__(sentence)
        self.trouble = trouble


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


def admit(db: Database, table_id: int, link: Link | None) -> tuple[str, int]:
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
            db.execute("UPDATE link SET taken_at = ? WHERE id = ?", (now(), link.id))
    return header, head
