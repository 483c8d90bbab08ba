"""Moves go first: pages wait for them, and long work waits for both, for a moment at a time.

Only one thread of Python computes at a time. A move reads and writes some fifty times, and after each it would wait
for every other thread that computes. So one page is made at a time, none is begun while a move is being answered, and
long work stops for a moment whenever a phone asks for something. Eight phones that read long tables make a move take
2.3 times as long as alone; without this it is 7 times (`python3 -m tests.benchmarks.watchers`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

TURN = 0.002  # seconds that long work computes before it looks for requests
REST = 0.02  # seconds that it waits for them, or a page for moves, at most: both come to an end


def is_move(method: str, path: str) -> bool:
    """Whether a request is an entry at a table, or asks for news of one."""
    is_post = method == "POST" and path.startswith("/t/")
    return path.endswith(("/live", "/healthz")) or (is_post and not is_picture(path))


def is_picture(path: str) -> bool:
    """Whether a request brings a picture of tiles, which takes long to read."""
    return path.startswith("/t/") and path.endswith("/picture")


class _Count:
    """How many requests of a kind are being answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._is_none = threading.Event()
        self._is_none.set()

    def add(self, more: int) -> None:
        with self._lock:
            self._number += more
            if self._number:
                self._is_none.clear()
            else:
                self._is_none.set()

    def rest(self) -> None:
        """Wait until there are none, but no longer than REST."""
        self._is_none.wait(REST)


class _Road:
    """The requests that are being answered, without those that do long work."""

    def __init__(self) -> None:
        self._moves, self._all = _Count(), _Count()
        self._page = threading.Lock()
        self._mine = threading.local()

    @contextmanager
    def used(self, *, by_move: bool) -> Iterator[None]:
        """This thread answers a phone."""
        if by_move:
            self._moves.add(1)
        else:
            self._moves.rest()
        self._enter(by_move=by_move)
        try:
            yield
        finally:
            self._leave()
            if by_move:
                self._moves.add(-1)

    @contextmanager
    def left(self) -> Iterator[None]:
        """This thread does long work for the phone that it answers, or waits for its turn to."""
        by_move = getattr(self._mine, "by_move", None)
        if by_move is None:
            yield
            return
        self._leave()
        try:
            yield
        finally:
            self._enter(by_move=by_move)

    def give_way(self) -> None:
        """Rest while a phone is being answered, if this thread has worked for a while."""
        if time.monotonic() > getattr(self._mine, "until", 0.0):
            self._all.rest()
            self._mine.until = time.monotonic() + TURN

    def _enter(self, *, by_move: bool) -> None:
        if not by_move:
            self._page.acquire()
        self._all.add(1)
        self._mine.by_move = by_move

    def _leave(self) -> None:
        if not self._mine.by_move:
            self._page.release()
        self._all.add(-1)
        self._mine.by_move = None


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
        with _road.used(by_move=is_move(environ["REQUEST_METHOD"], environ["PATH_INFO"])):
            return self._beyond(environ, start_response)
