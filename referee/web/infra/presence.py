"""Who has a table open on a phone right now: those whose phones polled a moment ago."""

import hashlib
from collections.abc import Sequence
from time import time as now
from typing import NamedTuple

from flask import current_app

from referee.engine.messages import Listed, _n
from referee.storage.database import Moment
from referee.storage.rows import Link
from referee.web.infra import visitors

LASTS = 20.0  # seconds without a poll after which a phone is gone: a hidden one polls every 15
OFTEN = 3.0  # seconds until a phone is noted again
MOST = 60  # phones remembered per table


class Here(NamedTuple):
    """The phones at a table: how many, who they are in words, and a stamp that changes when they do; `me` tells this
    phone from others with the same link."""

    number: int
    words: str
    stamp: str
    me: str


class Phone(NamedTuple):
    """A phone that is here: the number, role and seat of its link."""

    id: int
    role: str
    seat: int | None


_IS_NOTED = (
    "SELECT 1 FROM here WHERE table_id = :table AND phone = :phone AND at BETWEEN :at - :often AND :at"
)
_NOTE = """
    INSERT INTO here SELECT :table, :phone, :id, :role, :seat, :at
    WHERE (SELECT count(*) FROM here WHERE table_id = :table AND phone != :phone) < :most
    ON CONFLICT DO UPDATE SET at = excluded.at
"""
_SWEEP = "DELETE FROM here WHERE at NOT BETWEEN :at - :lasts AND :at"
_HERE = "SELECT link_id, role, seat FROM here WHERE table_id = :table AND at BETWEEN :at - :lasts AND :at + :lasts"
_CHANGE = "INSERT INTO changed VALUES (:table, 1) ON CONFLICT DO UPDATE SET times = times + 1"
_CHANGES = "SELECT times FROM changed WHERE table_id = :table"
_FORGET = "DELETE FROM here WHERE table_id = :table AND link_id = :link"


class Presence:
    """The phones that polled, table by table, for all processes that serve the same book."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._swept = 0.0  # when phones that are gone were last removed

    def change(self, table_id: int) -> None:
        """Something outside the log has changed, such as a name or whether the table is locked: every phone has to
        show it."""
        self._moment.rows(_CHANGE, table=table_id)

    def note(self, table_id: int, phone: str, link: Link) -> None:
        """Note that a phone has just asked for the table."""
        at = now()
        if self._moment.rows(_IS_NOTED, table=table_id, phone=phone, at=at, often=OFTEN):
            return
        if not 0 <= at - self._swept < LASTS:
            self._swept = at
            self._moment.rows(_SWEEP, at=at, lasts=LASTS)
        said = {"id": link.id, "role": link.role, "seat": link.seat, "at": at, "most": MOST}
        self._moment.rows(_NOTE, table=table_id, phone=phone, **said)

    def phones(self, table_id: int) -> list[Phone]:
        """The phones that are here."""
        return [Phone(*row) for row in self._moment.rows(_HERE, table=table_id, at=now(), lasts=LASTS)]

    def links(self, table_id: int) -> set[int]:
        """The numbers of the links of the phones that are here."""
        return {each.id for each in self.phones(table_id)}

    def stamp(self, table_id: int, phones: Sequence[Phone] | None = None) -> str:
        """A stamp that changes when a phone comes or goes, or when something outside the log changes.

        `phones` are those that are here, if they are known.
        """
        here = self.phones(table_id) if phones is None else phones
        kinds = " ".join(sorted(f"{each.role}{each.seat}" for each in here))
        who = hashlib.sha256(kinds.encode()).hexdigest()[:8]
        changes = self._moment.rows(_CHANGES, table=table_id)
        return f"{who}-{changes[0][0]}" if changes else who

    def forget(self, table_id: int, link_id: int) -> None:
        """Forget the phones of a link that was withdrawn."""
        self._moment.rows(_FORGET, table=table_id, link=link_id)


def presence() -> Presence:
    """The current application's presence."""
    found: Presence = current_app.extensions["referee-presence"]
    return found


def arrive(table_id: int, link: Link) -> None:
    """Note that the phone of this request is at the table."""
    presence().note(table_id, f"{link.id}:{visitors.phone()}", link)


def changes_in(stamp: str) -> str:
    """The part of a stamp that changes when something outside the log does."""
    return stamp.partition("-")[2]


def here_at(table_id: int, players: Sequence[str]) -> Here:
    """Who is at the table, the players by name."""
    known = presence()
    links = known.phones(table_id)
    seats = sorted({each.seat for each in links if each.seat is not None})
    named = [players[seat] for seat in seats if seat < len(players)]
    if keepers := sum(each.role in ("keep", "owner") for each in links):
        named.append(_n("1 keeps score", "{n} keep score", keepers))
    if watchers := sum(each.role == "watch" for each in links):
        named.append(_n("1 watches", "{n} watch", watchers))
    stamp = known.stamp(table_id, links)
    return Here(number=len(links), words=str(Listed(named)), stamp=stamp, me=visitors.phone())
