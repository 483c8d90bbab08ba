"""Who has the table on a phone just now: known by the phones that asked a moment ago, kept in memory only."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from flask import Flask, current_app

from referee.engine.games.phrases import listed
from referee.engine.messages import _n
from referee.storage.rows import Link
from referee.web.infra import visitors

LASTS = 20.0  # seconds after which a phone that asks no more is gone: a hidden one asks every 15
MOST = 60  # phones remembered of one table


class Here(NamedTuple):
    """The phones at a table: how many, who they are in words, and a stamp that differs when these do; `me` is what
    tells the phone that asks from others with the same link."""

    number: int
    words: str
    stamp: str
    me: str = ""


class Presence:
    """The phones that asked, table by table."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._phones: dict[int, dict[str, tuple[Link, float]]] = {}
        self._changes: dict[int, int] = {}
        self._swept = 0.0  # when the tables that nobody looks at were last forgotten

    def change(self, table_id: int) -> None:
        """Something that is not in the log is another now, a name or whether the table is locked: every phone has to
        show it."""
        with self._lock:
            self._changes[table_id] = self._changes.get(table_id, 0) + 1

    def note(self, table_id: int, phone: str, link: Link) -> None:
        """A phone has just asked for the table."""
        now = time.monotonic()
        with self._lock:
            phones = self._phones.setdefault(table_id, {})
            if phone in phones or len(phones) < MOST:
                phones[phone] = (link, now)
            if now > self._swept + LASTS:
                self._swept = now
                self._phones = {key: kept for key, value in self._phones.items() if (kept := _fresh(value))}

    def links(self, table_id: int) -> list[Link]:
        """The links of the phones that are here, one for each."""
        with self._lock:
            phones = self._phones.get(table_id)
            if phones is None:
                return []
            phones = self._phones[table_id] = _fresh(phones)
            return [link for link, _ in phones.values()]

    def stamp(self, table_id: int) -> str:
        """A stamp that differs if a phone has come or gone, or something changed that is not in the log."""
        who = _mark_of(tuple(f"{each.role}{each.seat}" for each in self.links(table_id)))
        changes = self._changes.get(table_id, 0)
        return f"{who}-{changes}" if changes else who

    def forget(self, table_id: int, link_id: int) -> None:
        """A link was withdrawn: phones that came by it are here no more."""
        with self._lock:
            phones = self._phones.get(table_id, {})
            self._phones[table_id] = {key: each for key, each in phones.items() if each[0].id != link_id}


@lru_cache(maxsize=1000)
def _mark_of(kinds: tuple[str, ...]) -> str:
    return hashlib.sha256(" ".join(sorted(kinds)).encode()).hexdigest()[:8]


def _fresh(phones: dict[str, tuple[Link, float]]) -> dict[str, tuple[Link, float]]:
    since = time.monotonic() - LASTS
    return {phone: each for phone, each in phones.items() if each[1] > since}


def presence_of(app: Flask) -> Presence:
    """The one of an application."""
    found: Presence | None = app.extensions.get("referee-presence")
    return found if found is not None else app.extensions.setdefault("referee-presence", Presence())


def presence() -> Presence:
    """The one of the application that answers the present request."""
    return presence_of(current_app)


def arrive(table_id: int, link: Link) -> None:
    """Note that the phone which asks now is at the table."""
    presence().note(table_id, f"{link.id}:{visitors.phone()}", link)


def stamp_of(table_id: int) -> str:
    """A stamp that differs if a phone has come or gone, or something changed that is not in the log."""
    return presence().stamp(table_id)


def changes_in(stamp: str) -> str:
    """The part of a stamp that differs if something changed that is not in the log."""
    return stamp.partition("-")[2]


def here_at(table_id: int, players: Sequence[str]) -> Here:
    """Who is at the table, the players by name."""
    links = presence().links(table_id)
    seats = sorted({each.seat for each in links if each.seat is not None})
    named = [players[seat] for seat in seats if seat < len(players)]
    if keepers := sum(each.role in ("keep", "owner") for each in links):
        named.append(_n("1 keeps score", "{n} keep score", keepers))
    if watchers := sum(each.role == "watch" for each in links):
        named.append(_n("1 watches", "{n} watch", watchers))
    return Here(number=len(links), words=str(listed(named)), stamp=stamp_of(table_id), me=visitors.phone())
