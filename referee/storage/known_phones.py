"""What is stored for each phone: the links it has opened, the names it hides, and its house rules.

An owner is a secret that only one phone knows. No owner sees another's rules.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from referee.engine.messages import _
from referee.engine.rules.part import Value
from referee.storage.database import BookPart
from referee.storage.rows import now

MOST_HIDDEN = 500  # names that one phone hides


class PhoneBook(BookPart):
    """The links and hidden names of phones, in the database file; `owner` is the secret of a phone."""

    def remember(self, owner: str, tokens: Sequence[str]) -> None:
        """Note that the phone has just opened the first of these links, and the others earlier, latest first."""
        now = datetime.now(UTC)
        seen = [
            (token, (now - timedelta(microseconds=age)).isoformat(timespec="microseconds"))
            for age, token in enumerate(tokens)
        ]
        with self._file.writing() as db:
            db.execute(
                """
                INSERT INTO phone_link
                SELECT ?, token, opened.value ->> 1 FROM json_each(?) AS opened
                JOIN link ON token = opened.value ->> 0 WHERE revoked = 0
                ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at WHERE excluded.token = ?
                """,
                (owner, json.dumps(seen), tokens[0] if tokens else ""),
            )

    def links(self, owner: str, most: int = -1) -> list[str]:
        """The links that the phone has opened, latest first; at most `most` of them if given."""
        rows = self._file.rows(
            "SELECT token FROM phone_link WHERE owner = ? ORDER BY seen_at DESC, token LIMIT ?", owner, most
        )
        return [token for (token,) in rows]

    def hide(self, owner: str, name: str) -> None:
        """Hide the name on this phone, unless it already hides MOST_HIDDEN names."""
        with self._file.writing() as db:
            db.execute(
                """
                INSERT INTO hidden_name SELECT ?, ?
                WHERE (SELECT count(*) FROM hidden_name WHERE owner = ?) < ?
                ON CONFLICT DO NOTHING
                """,
                (owner, name, owner, MOST_HIDDEN),
            )

    def unhide(self, owner: str, name: str) -> None:
        """Show the name on this phone again."""
        with self._file.writing() as db:
            db.execute("DELETE FROM hidden_name WHERE owner = ? AND name = ?", (owner, name))

    def hidden(self, owner: str) -> list[str]:
        """The names that the phone hides, sorted."""
        rows = self._file.rows("SELECT name FROM hidden_name WHERE owner = ? ORDER BY name", owner)
        return [name for (name,) in rows]


LONGEST_NAME = 40
MOST = 50  # sets of house rules that one owner may keep


class TooMany(Exception):
    """The owner has saved as many sets of house rules as are allowed."""


class NameTaken(Exception):
    """The owner already has other house rules with that name for the same game."""


class HouseRules(NamedTuple):
    """One saved set: the variant it is for, the set of tiles, and every switch that differs from the sheet."""

    id: int
    variant: str
    name: str
    tiles: int
    options: dict[str, Value]


class HouseBook(BookPart):
    """The house rules in the database file."""

    def save(
        self, owner: str, variant: str, name: str, tiles: int, options: Mapping[str, Value]
    ) -> HouseRules:
        """Save these house rules. They replace any of the same name that the owner has for this variant.

        Raises TooMany if the owner would then have more than MOST sets.
        """
        name = _trimmed(name)
        written = json.dumps(dict(options), separators=(",", ":"), allow_nan=False)
        with self._file.writing() as db:
            taken = "SELECT 1 FROM house_rules WHERE owner = ? AND variant = ? AND name = ?"
            ((kept,),) = db.execute("SELECT count(*) FROM house_rules WHERE owner = ?", (owner,)).fetchall()
            if kept >= MOST and not db.execute(taken, (owner, variant, name)).fetchall():
                raise TooMany(_("No more than {number} sets of house rules are kept.", number=MOST))
            ((number,),) = db.execute(
                """
                INSERT INTO house_rules (owner, variant, name, tiles, options, saved_at)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (owner, variant, name)
                DO UPDATE SET tiles = excluded.tiles, options = excluded.options, saved_at = excluded.saved_at
                RETURNING id
                """,
                (owner, variant, name, tiles, written, now()),
            ).fetchall()
        return HouseRules(number, variant, name, tiles, dict(options))

    def of(self, owner: str) -> list[HouseRules]:
        """All sets that the owner has saved, latest first."""
        rows = self._file.rows(
            "SELECT id, variant, name, tiles, options FROM house_rules WHERE owner = ? "
            "ORDER BY saved_at DESC, id DESC",
            owner,
        )
        with self._file.decoding():
            return [
                HouseRules(number, variant, name, tiles, json.loads(options))
                for number, variant, name, tiles, options in rows
            ]

    def rename(self, owner: str, number: int, name: str) -> None:
        """Rename one of the owner's sets. Raises NameTaken if another set for the game has that name."""
        name = _trimmed(name)
        with self._file.writing() as db:
            others = db.execute(
                "SELECT 1 FROM house_rules AS other JOIN house_rules AS this "
                "ON this.owner = other.owner AND this.variant = other.variant AND this.id != other.id "
                "WHERE this.owner = ? AND this.id = ? AND other.name = ?",
                (owner, number, name),
            ).fetchall()
            if others:
                raise NameTaken(_("This game already has house rules called {name!r}.", name=name))
            db.execute("UPDATE house_rules SET name = ? WHERE owner = ? AND id = ?", (name, owner, number))

    def remove(self, owner: str, number: int) -> None:
        """Delete one of the owner's sets. Tables that were set up with it do not change."""
        with self._file.writing() as db:
            db.execute("DELETE FROM house_rules WHERE owner = ? AND id = ?", (owner, number))


def _trimmed(name: str) -> str:
    name = " ".join(name.split())[:LONGEST_NAME].strip()
    if not name:
        raise ValueError("House rules are saved under a name.")
    return name
