"""Long work that a phone waits for: few at once, so that the tables in play always find a thread to answer them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from flask import current_app

from referee.web.infra.giving_way import long_work

T = TypeVar("T")
PLACES = 2  # half of the threads that answer pages (server/gateway.py): the others stay free


class Crowded(Exception):
    """Too many wait for long work already, or it takes longer than a page may wait."""


class _Turn:
    """What one thread at a time holds."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class Turns:
    """Who works at what."""

    def __init__(self, patience: float, places: int = PLACES) -> None:
        self._patience = patience
        self._places = places
        self._room = threading.BoundedSemaphore(places)
        self._reader = ThreadPoolExecutor(1, "reading")
        self._reading: dict[Hashable, Future[Any]] = {}
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

    def read(self, what: Hashable, work: Callable[[], T]) -> T:
        """What `work` returns. A thread of its own does it, one work after the other, `what` is its name.

        Crowded if it is not done in time. It goes on then, so what it finds must be kept by itself.
        """
        with self.place():
            try:
                found: T = self._begun(what, work).result(self._patience)
            except TimeoutError as error:
                raise Crowded from error
            return found

    @contextmanager
    def judging(self, table_id: int) -> Iterator[None]:
        """This thread's turn to judge what is new at a table."""
        with self._lock:
            turn = self._turns.setdefault(table_id, _Turn())
        with turn.lock:  # `turn` lives as long as this, as nothing else holds it
            yield

    def _begun(self, what: Hashable, work: Callable[[], Any]) -> Future[Any]:
        with self._lock:
            found = self._reading.get(what)
            if found is None or found.done():
                self._reading = {key: each for key, each in self._reading.items() if not each.done()}
                if len(self._reading) >= self._places:
                    raise Crowded
                found = self._reading[what] = self._reader.submit(work)
            return found


def turns() -> Turns:
    """The turns of the application that answers the present request."""
    found: Turns | None = current_app.extensions.get("referee-turns")
    if found is None:
        found = current_app.extensions.setdefault("referee-turns", Turns(current_app.config["PAGE_SECONDS"]))
    return found
