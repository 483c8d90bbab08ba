"""Long work gives way to phones: while one is being answered, it rests, for a moment at a time.

Threads of Python compute one at a time, and each that computes keeps the others waiting. A move reads and writes some
fifty times, and after each it would wait for every thread that judges a long table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

TURN = 0.002  # seconds of work between two looks whether a phone waits
REST = 0.02  # seconds that it waits for phones at most, so that it ends some time however many ask


class _Road:
    """How many requests are being answered by all threads of this program, those in long work not counted."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = 0
        self._is_free = threading.Event()
        self._is_free.set()
        self._mine = threading.local()

    @contextmanager
    def used(self) -> Iterator[None]:
        """This thread answers a phone."""
        self._mine.is_counted = True
        self._count(1)
        try:
            yield
        finally:
            self._mine.is_counted = False
            self._count(-1)

    @contextmanager
    def left(self) -> Iterator[None]:
        """This thread does long work for the phone that it answers, or waits for its turn to."""
        is_counted = getattr(self._mine, "is_counted", False)
        self._count(-is_counted)
        try:
            yield
        finally:
            self._count(is_counted)

    def give_way(self) -> None:
        """Rest while a phone is being answered, if this thread has worked for a while."""
        if time.monotonic() > getattr(self._mine, "until", 0.0):
            self._is_free.wait(REST)
            self._mine.until = time.monotonic() + TURN

    def _count(self, more: int) -> None:
        with self._lock:
            self._asked += more
            if self._asked:
                self._is_free.clear()
            else:
                self._is_free.set()


_road = _Road()
long_work = _road.left


def give_way(_done: int = 0, _total: int = 0) -> None:
    """To be called by long work after each piece of it."""
    _road.give_way()


class Answered:
    """Notes that a phone is being answered while `beyond` does so."""

    def __init__(self, beyond: WSGIApplication) -> None:
        self._beyond = beyond

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        with _road.used():
            return self._beyond(environ, start_response)
