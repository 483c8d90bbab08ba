"""Makes, withdraws and renews the links of a table and its short code."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlite_utils.db import Database

from referee.storage.database import BookPart
from referee.storage.rows import RANK, Link, read_link

# No letters or digits that are easily confused: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
ALPHABET = "ACDEFGHJKMNPQRTWXY34679"
CODE_LENGTH = 6
CODE_LASTS = timedelta(hours=12)  # an evening of dominoes

_COLUMNS = "id, token, role, seat, taken_at IS NOT NULL"


class Glance(NamedTuple):
    """What a phone polls for every second: the table that its link opens, the link, and the last event's number."""

    table_id: int
    link: Link
    head: int


class ShortCode(NamedTuple):
    """The short code of a table and when it expires (UTC)."""

    text: str
    ends_at: datetime


class LinkBook(BookPart):
    """The links in the database file."""

    def of(self, table_id: int) -> list[Link]:
        """The table's links that are not withdrawn, in this order: owner, keep score, each seat, watch."""
        rows = self._file.rows(
            f"SELECT {_COLUMNS} FROM link WHERE table_id = ? AND revoked = 0",  # noqa: S608
            table_id,
        )
        with self._file.decoding():
            return sorted(
                (read_link(row) for row in rows), key=lambda each: (RANK[each.role], each.seat or 0)
            )

    def glance(self, token: str) -> Glance | None:
        """The table behind a link, in one query; None if it opens no table."""
        rows = self._file.rows(
            f"""
            SELECT {_COLUMNS}, table_id,
                (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = link.table_id)
            FROM link WHERE token = ? AND revoked = 0
            """,  # noqa: S608
            token,
        )
        with self._file.decoding():
            return Glance(rows[0][5], read_link(rows[0][:5]), rows[0][6]) if rows else None

    def is_withdrawn(self, token: str) -> bool:
        """Whether the link was withdrawn, or its table removed.

        False for an unknown link: an older backup does not know later ones.
        """
        revoked = "SELECT 1 FROM link WHERE token = ? AND revoked != 0"
        removed = "SELECT 1 FROM removed_link WHERE digest = ?"
        return bool(self._file.rows(f"{revoked} UNION ALL {removed}", token, digest(token)))

    def revoke(self, table_id: int, role: str, seat: int | None = None) -> None:
        """Withdraw the link of that kind. It opens nothing from now on."""
        with self._file.writing() as db:
            _revoke(db, table_id, role, seat)

    def renew(self, table_id: int, role: str, seat: int | None = None) -> Link:
        """Make a new link of that kind. The previous one, if any, is withdrawn, and its seat is free."""
        with self._file.writing() as db:
            _revoke(db, table_id, role, seat)
            return _make(db, table_id, role, seat)

    def take_seat(self, table_id: int, seat: int) -> Link | None:
        """Take a free seat for one phone and return its link; None if the seat is taken or its link withdrawn."""
        with self._file.writing() as db:
            found = db.execute(
                f"""
                UPDATE link SET taken_at = ?
                WHERE table_id = ? AND role = 'seat' AND seat = ? AND revoked = 0 AND taken_at IS NULL
                RETURNING {_COLUMNS}
                """,  # noqa: S608
                (_written(datetime.now(UTC)), table_id, seat),
            ).fetchall()
        return read_link(found[0]) if found else None

    def nobodys(self, table_id: int) -> str:
        """The owner's link of a table that a rematch started, while no phone has opened that link; else "".

        Then nobody is in charge there: the person in charge of the table before has not come.
        """
        rows = self._file.rows(
            """
            SELECT token FROM link WHERE table_id = ? AND role = 'owner' AND revoked = 0
            AND token IN (SELECT token FROM started)
            AND NOT EXISTS (SELECT 1 FROM phone_link WHERE phone_link.token = link.token)
            """,
            table_id,
        )
        return str(rows[0][0]) if rows else ""

    def lock(self, table_id: int, *, locked: bool) -> None:
        """Let only the owner enter anything at the table, or everybody again."""
        with self._file.writing() as db:
            db.execute("UPDATE game_table SET locked = ? WHERE id = ?", (int(locked), table_id))

    def entered(self, table_id: int, first: int, last: int) -> Mapping[int, Link]:
        """The links that entered events `first` to `last`, by event number, as far as known; some may be withdrawn."""
        rows = self._file.rows(
            f"""
            SELECT first_seq, last_seq, {_COLUMNS} FROM request JOIN link ON link.id = request.link_id
            WHERE request.table_id = ? AND last_seq >= ? AND first_seq <= ?
            """,  # noqa: S608
            table_id,
            first,
            last,
        )
        with self._file.decoding():
            return {seq: read_link(row[2:]) for row in rows for seq in range(row[0], row[1] + 1)}

    def have_entered(self, table_id: int) -> int:
        """How many links have entered events at the table, including links withdrawn since."""
        asked = "SELECT count(DISTINCT link_id) FROM request WHERE table_id = ? AND last_seq >= first_seq"
        ((number,),) = self._file.rows(asked, table_id)
        return int(number)

    def entered_by(self, table_id: int, number: int) -> Link | None:
        """The link that entered one event; None if unknown."""
        return self.entered(table_id, number, number).get(number)

    # The short code

    def code(self, table_id: int) -> ShortCode | None:
        """The code of the table; None if it has none or it has expired."""
        rows = self._file.rows("SELECT code, ends_at FROM code WHERE table_id = ?", table_id)
        with self._file.decoding():
            found = [ShortCode(text, datetime.fromisoformat(ends)) for text, ends in rows]
        return found[0] if found and found[0].ends_at > datetime.now(UTC) else None

    def new_code(self, table_id: int) -> ShortCode:
        """Make a new code for the table. The previous one stops working."""
        with self._file.writing() as db:
            return make_code(db, table_id)

    def end_code(self, table_id: int) -> None:
        """Delete the code of the table."""
        with self._file.writing() as db:
            db.execute("DELETE FROM code WHERE table_id = ?", (table_id,))

    def by_code(self, typed: str) -> int | None:
        """The number of the table with this code, as people type it; None if no table has it now."""
        rows = self._file.rows(
            "SELECT table_id FROM code WHERE code = ? AND ends_at > ?",
            read_code(typed),
            _written(datetime.now(UTC)),
        )
        return int(rows[0][0]) if rows else None


def digest(token: str) -> str:
    """A hash that is kept when a link's table is removed: enough to recognise the link, not to open anything."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def read_code(typed: str) -> str:
    """Normalise a code as people type it: in lower case, with a space or a dash in it."""
    return "".join(each for each in typed.upper() if each.isascii() and each.isalnum())


def make_links(db: Database, table_id: int, seats: int) -> list[Link]:
    """Make all links of a new table, within the caller's transaction."""
    links = [_make(db, table_id, role, None) for role in ("owner", "keep")]
    links += [_make(db, table_id, "seat", seat) for seat in range(seats)]
    return [*links, _make(db, table_id, "watch", None)]


def make_code(db: Database, table_id: int) -> ShortCode:
    """Make a code that no other table has, within the caller's transaction."""
    now = datetime.now(UTC)
    db.execute("DELETE FROM code WHERE table_id = ? OR ends_at <= ?", (table_id, _written(now)))
    while True:
        text = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not db.execute("SELECT 1 FROM code WHERE code = ?", (text,)).fetchall():
            break
    ends_at = now + CODE_LASTS
    db.execute("INSERT INTO code VALUES (?, ?, ?)", (text, table_id, _written(ends_at)))
    return ShortCode(text, ends_at)


def _make(db: Database, table_id: int, role: str, seat: int | None) -> Link:
    token = secrets.token_urlsafe(12)
    made = db.execute(
        "INSERT INTO link (token, table_id, role, seat) VALUES (?, ?, ?, ?)", (token, table_id, role, seat)
    )
    return Link(made.lastrowid or 0, token, role, seat)


def _revoke(db: Database, table_id: int, role: str, seat: int | None) -> None:
    db.execute(
        "UPDATE link SET revoked = 1 WHERE table_id = ? AND role = ? AND seat IS ? AND revoked = 0",
        (table_id, role, seat),
    )


def _written(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
