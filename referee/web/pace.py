"""How often something may be done: counted in memory over a sliding window, by address, by link and in all.

A home shares one address, so entries are counted generously there; what is guarded is that short codes
cannot be tried out and that no script floods the score book.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import deque
from typing import NamedTuple

from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

from referee.web.mishaps import say_once

REMEMBERED = 5000  # things counted at a time; those that have not been done for long are forgotten first


class Limit(NamedTuple):
    """No more than `most` times within `seconds`."""

    most: int
    seconds: float


WRONG_CODES = Limit(10, 600)  # by one address
ALL_WRONG_CODES = Limit(120, 600)  # by all together: whoever has many addresses gains little
ENTRIES_OF_LINK = Limit(200, 20)
ENTRIES_OF_ADDRESS = Limit(1200, 20)
HOUR = 3600.0


class Pace:
    """When each thing was done; `now` gives the seconds of a clock that only goes forward."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: dict[str, deque[float]] = {}

    def take(self, what: str, limit: Limit) -> float:
        """Count it if it may be done: 0; else the seconds to wait, and it is not counted."""
        at = now()
        with self._lock:
            done = self._fresh(what, limit, at)
            if len(done) >= limit.most:
                return max(done[0] + limit.seconds - at, 0.001)
            done.append(at)
            if len(self._done) > REMEMBERED:
                self._forget(at)
        return 0.0

    def give_back(self, what: str) -> None:
        """What was counted last does not count after all."""
        with self._lock:
            if self._done.get(what):
                self._done[what].pop()

    def _fresh(self, what: str, limit: Limit, at: float) -> deque[float]:
        done = self._done.setdefault(what, deque())
        while done and done[0] <= at - limit.seconds:
            done.popleft()
        return done

    def _forget(self, at: float) -> None:
        old = at - HOUR
        self._done = {what: done for what, done in self._done.items() if done and done[-1] > old}
        while len(self._done) > REMEMBERED:
            del self._done[min(self._done, key=lambda what: self._done[what][-1])]


def now() -> float:
    """Seconds of a clock that only goes forward."""
    return time.monotonic()


def register(app: Flask) -> None:
    """Count what `app` is asked to write."""
    app.extensions["referee-pace"] = Pace()
    app.before_request(_count_entries)


def open_a_table() -> None:
    """Count a new table; 429 where one address, or all together, open too many."""
    hourly = current_app.config["TABLES_PER_HOUR"]
    hold_back("table", (f"address {address()}", Limit(hourly, HOUR)), ("all", Limit(4 * hourly, HOUR)))


def hold_back(what: str, *limits: tuple[str, Limit]) -> None:
    """Count `what` against each of the limits, each by its own key; 429 where it would be too often."""
    taken: list[str] = []
    for key, limit in limits:
        wait = _pace().take(f"{what}:{key}", limit) if current_app.config["PACED"] else 0.0
        if wait:
            for each in taken:
                _pace().give_back(each)
            raise TooManyRequests(retry_after=int(wait) + 1)
        taken.append(f"{what}:{key}")


def let_go(what: str, *keys: str) -> None:
    """What was counted last under these keys did no harm."""
    for key in keys:
        _pace().give_back(f"{what}:{key}")


def address() -> str:
    """Where the request comes from; of the newer addresses the part that one household has for itself."""
    text = request.remote_addr or ""
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return text
    return str(ipaddress.ip_network(f"{text}/64", strict=False)) if parsed.version == 6 else text


def _pace() -> Pace:
    found: Pace = current_app.extensions["referee-pace"]
    return found


def _count_entries() -> None:
    if request.method == "POST":
        link = str((request.view_args or {}).get("link", ""))
        limits = [(f"address {address()}", ENTRIES_OF_ADDRESS)]
        if link:
            limits.insert(0, (f"link {link}", ENTRIES_OF_LINK))
        try:
            hold_back("entry", *limits)
        except TooManyRequests:
            say_once(f"From {address()} come more entries than anybody makes; they are held back.")
            raise
