"""The rows in the file (events, tables, links, requests) and the errors that prevent writing one."""

import json
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Any, NamedTuple, Self

from sqlite_utils.db import Database

from referee.engine.answers import settled_json
from referee.engine.log import Answer
from referee.reports.players import Facts

Json = dict[str, Any]

ROLES = ("owner", "keep", "seat", "watch")
KEEPERS = ("owner", "keep")  # who may enter moves for everybody
RANK = {role: place for place, role in enumerate(ROLES)}  # the most powerful role first
TAKEN_BACK = ""  # the content of a closed key: nothing is written under it any more
REQUEST = "SELECT first_seq, last_seq, content FROM request WHERE table_id = ? AND key = ?"
ABOUT_TABLE = """
    game_table.id, header, created_at, practice, game_table.checksum, locked,
    (SELECT json_group_object(role, token) FROM link
        WHERE table_id = game_table.id AND seat IS NULL AND revoked = 0)
"""
# Everything that is checked before an event is written, including the state of the link used, if any.
_ADMISSION = """
    SELECT locked, header, (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = game_table.id),
        link.revoked, link.taken_at
    FROM game_table LEFT JOIN link ON link.id = ? AND link.table_id = game_table.id
    WHERE game_table.id = ?
"""


class Link(NamedTuple):
    """A link to a table. `seat` is the position in seating order, for the role "seat" only. A taken seat is not given
    to players who join with the short code."""

    id: int
    token: str
    role: str
    seat: int | None = None
    taken: bool = False


class NewEvent(NamedTuple):
    """One event to write: `body` as in record/README.md, and `settled`, the result announced with it."""

    body: Json
    settled: Json | None = None

    @classmethod
    def judged(cls, body: Json, answer: Answer) -> Self:
        """The event with the settlement that the referee's answer announces, if it ends the round."""
        settled = answer.ruling.settled
        return cls(body, None if settled is None else settled_json(answer.state.setup, settled))


class EventRow(NamedTuple):
    """One stored event; `at` is the time in UTC (ISO 8601)."""

    seq: int
    body: Json
    settled: Json | None
    at: str


class TableRow(NamedTuple):
    """One table: `header` as in record/README.md; `links` from role to token, without the seats (see `Store.links`);
    `created_at` in UTC (ISO 8601); `practice`, the random seed of a practice table's tiles."""

    id: int
    header: Json
    created_at: str
    links: Mapping[str, str]
    locked: bool = False
    practice: str = ""

    @property
    def day(self) -> str:
        """The date in the table's header, or else the day on which it was opened (ISO 8601)."""
        return str(self.header.get("date") or self.created_at[:10])

    @property
    def players(self) -> list[str]:
        """The names of the players."""
        return list(self.header.get("players", ()))


class OpenedTable(NamedTuple):
    """What a link opens: the table, the link itself, and the number of the table's last event."""

    table: TableRow
    link: Link
    head: int


class RecentRow(NamedTuple):
    """A table that a phone has a link to: the link, and the number of events.

    `is_over` says whether the match was over then, `figures` are the statistics of its players. Both are None if they
    have not been computed since the last event.
    """

    token: str
    role: str
    table: TableRow
    head: int
    is_over: bool | None = None
    written: str | None = None

    @property
    def figures(self) -> Json | None:
        """The statistics of the table's players, parsed."""
        return loaded(self.written)


class Standing(NamedTuple):
    """The result of a table at event `seq`, with the statistics of its players."""

    table_id: int
    seq: int
    facts: Facts


class Appended(NamedTuple):
    """What a request wrote: events `first_seq` to `last_seq` (`last_seq` is one less if it wrote none).

    `content` is the digest of that request: TAKEN_BACK if it was taken back before it arrived, None if it is older than
    digests. `repeated` is true if an earlier request with the same key wrote it. `rows` are the events as written, unless
    an earlier request wrote them.
    """

    first_seq: int
    last_seq: int
    content: str | None
    repeated: bool = False
    rows: tuple[EventRow, ...] = ()

    @property
    def is_taken_back(self) -> bool:
        """Whether the key was closed before anything was written under it."""
        return self.content == TAKEN_BACK

    def is_about(self, content: str | None) -> bool:
        """Whether a request with this content would be the same one again, as far as we know."""
        return self.content in (None, content)


def read_link(row: Any) -> Link:
    """A link from its row. Raises ValueError for an unknown role."""
    number, token, role, seat, taken = row
    if role not in RANK:
        raise ValueError(f"There is no role {role!r}.")
    return Link(number, token, role, seat, bool(taken))


def event_row(table_id: int, number: int, row: tuple[int, str, str | None, str, int]) -> EventRow:
    """The event with that number from its row. Raises ValueError if its checksum is wrong."""
    seq, body, settled, at, written = row
    check(written, table_id, number, body, settled, at)
    return EventRow(seq, json.loads(body), loaded(settled), at)


def table_row(row: Sequence[Any]) -> TableRow:
    """A table from its row (ABOUT_TABLE). Raises ValueError if its checksum is wrong."""
    number, header, created, practice, written, locked, links = row
    check(written, number, header, created, practice)
    return TableRow(number, json.loads(header), created, json.loads(links), bool(locked), practice)


def appended_row(rows: Sequence[tuple[int, int, str | None]]) -> Appended | None:
    """What an earlier request wrote; None if there are no such rows."""
    return Appended(*rows[0], repeated=True) if rows else None


def dumped(value: object) -> str | None:
    """A value as the JSON text that is stored; None for None."""
    return None if value is None else json.dumps(value, separators=(",", ":"), allow_nan=False)


def loaded(text: str | None) -> Json | None:
    """The value from its JSON text; None for None."""
    return None if text is None else json.loads(text)


def check_key(key: str) -> None:
    """Raise ValueError for a key that is empty or too long."""
    if not 1 <= len(key) <= 64:
        raise ValueError("A request key has 1 to 64 characters.")


def now() -> str:
    """The current time as it is stored (UTC, ISO 8601)."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def checksum(*values: int | str | None) -> int:
    """The CRC-32 of these values in this order, stored with a row and checked when the row is read.

    SQLite has no checksums of its own. A CRC-32 catches every change within 32 consecutive bits, and misses one in
    four thousand million of the others.
    """
    return zlib.crc32("\x1f".join(map(str, values)).encode())


def check(number: int, *values: int | str | None) -> None:
    """Raise ValueError unless `number` is the checksum of these values."""
    if number != checksum(*values):
        raise ValueError("A row is not what was written.")


# Errors that prevent writing


class Trouble(Enum):
    """The kinds of trouble with the file, each with the sentence that people are shown."""

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
    """Something else was written in the meantime: the last event is `head`, not the one expected."""

    def __init__(self, head: int) -> None:
        super().__init__(f"The last event of the table is {head}.")
        self.head = head


class Withdrawn(Exception):
    """The link was withdrawn before its events were written."""


class Locked(Exception):
    """The table is locked: only its owner may enter anything."""


class Different(Exception):
    """The key was used before for a different request: `before` is what that one wrote."""

    def __init__(self, before: Appended) -> None:
        super().__init__("The key belongs to another content.")
        self.before = before


def admit(db: Database, table_id: int, link: Link | None) -> tuple[str, int]:
    """Check that the link may enter events; return the table's header as text and the number of its last event.

    Runs in the transaction that writes, so that nothing is written after a link was withdrawn.
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
