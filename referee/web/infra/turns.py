"""Long work that a phone waits for: few at once, so that the tables in play always find somebody to answer them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from weakref import WeakValueDictionary

from flask import current_app

from referee.web.infra.giving_way import long_work

PLACES = 2  # half of the threads that answer pages (server/gateway.py): the others stay free


class Crowded(Exception):
    """As many wait for long work already as may."""


class _Turn:
    """What one thread at a time holds."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class Turns:
    """Who works at what."""

    def __init__(self, places: int = PLACES) -> None:
        self._room = threading.BoundedSemaphore(places)
        self._judging = threading.Lock()
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[int, _Turn] = WeakValueDictionary()

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place for long work; Crowded if all are taken."""
        if not self._room.acquire(blocking=False):
            raise Crowded
        try:
            with long_work():
                yield
        finally:
            self._room.release()

    @contextmanager
    def judging(self, table_id: int, *, is_long: bool) -> Iterator[None]:
        """This thread's turn to judge a table: one thread at a table, and one long judging at a time."""
        turn = self._of(table_id)  # kept until the end, as nothing else holds it
        with ExitStack() as held:
            if is_long:
                held.enter_context(self.place())
                held.enter_context(self._judging)
            held.enter_context(turn.lock)
            yield

    def _of(self, table_id: int) -> _Turn:
        with self._lock:
            return self._turns.setdefault(table_id, _Turn())


def turns() -> Turns:
    """The turns of the application that answers the present request."""
    found: Turns = current_app.extensions.setdefault("referee-turns", Turns())
    return found
