"""House rules that were saved under a name: each belongs to the phone that saved it.

An owner is a secret that only one phone knows; no owner sees another's rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from referee.engine.messages import _
from referee.engine.rules.part import Value
from referee.storage.database import DatabaseFile
from referee.storage.writing import now

LONGEST_NAME = 40
MOST = 50  # sets of house rules that one owner may keep


class TooMany(Exception):
    """The owner has the greatest number of saved house rules."""


class NameTaken(Exception):
    """The owner has other house rules of that name for the same game."""


class HouseRules(NamedTuple):
    """One saved set: the variant it is for, the set of tiles, and every switch that differs from the sheet."""

    id: int
    variant: str
    name: str
    tiles: int
    options: dict[str, Value]


class HouseBook:
    """The house rules in the database file."""

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file

    def save(
        self, owner: str, variant: str, name: str, tiles: int, options: Mapping[str, Value]
    ) -> HouseRules:
        """Save these house rules, in place of the owner's others of that name for this variant.

        Raises TooMany if no more can be kept.
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
        """All that the owner has saved, the one saved last first."""
        rows = self._file.rows(
            "SELECT id, variant, name, tiles, options FROM house_rules WHERE owner = ? "
            "ORDER BY saved_at DESC, id DESC",
            owner,
        )
        with self._file.understanding():
            return [
                HouseRules(number, variant, name, tiles, json.loads(options))
                for number, variant, name, tiles, options in rows
            ]

    def rename(self, owner: str, number: int, name: str) -> None:
        """Give one of the owner's sets another name; NameTaken if the owner has that one for the game."""
        name = _trimmed(name)
        with self._file.writing() as db:
            others = db.execute(
                "SELECT 1 FROM house_rules AS other JOIN house_rules AS this "
                "ON this.owner = other.owner AND this.variant = other.variant AND this.id != other.id "
                "WHERE this.owner = ? AND this.id = ? AND other.name = ?",
                (owner, number, name),
            ).fetchall()
            if others:
                raise NameTaken(_("There are house rules {name!r} for this game already.", name=name))
            db.execute("UPDATE house_rules SET name = ? WHERE owner = ? AND id = ?", (name, owner, number))

    def remove(self, owner: str, number: int) -> None:
        """Forget one of the owner's sets; the tables that were set up with it stay as they are."""
        with self._file.writing() as db:
            db.execute("DELETE FROM house_rules WHERE owner = ? AND id = ?", (owner, number))


def _trimmed(name: str) -> str:
    name = " ".join(name.split())[:LONGEST_NAME].strip()
    if not name:
        raise ValueError("House rules are saved under a name.")
    return name
