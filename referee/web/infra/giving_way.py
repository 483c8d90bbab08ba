"""Moves go first: pages wait for them, and long work waits for both, for a moment at a time.

Only one thread of Python computes at a time. A move reads and writes some fifty times, and after each it would wait
for every other thread that computes. So one page is made at a time, none is begun while a move is being answered, and
long work stops for a moment whenever a phone asks for something; of work that a phone waits for few are done at once.
Eight phones that read long tables make a move take 2.3 times as long as alone; without this it is 7 times
(`python3 -m tests.benchmarks.watchers`).

A page that would keep the others waiting all the same stops and says so; nothing is kept of it. Whatever loops over a
log for a page calls `spend` as it goes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from flask import current_app, request
from werkzeug.exceptions import HTTPException

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication


TURN = 0.002  # seconds that long work computes before it looks for requests
REST = 0.02  # seconds that it waits for them, or a page for moves, at most: both come to an end


def is_move(method: str, path: str) -> bool:
    """Whether a request is an entry at a table, or asks for news of one."""
    is_entry = method == "POST" and path.startswith("/t/") and not is_picture(path)
    return is_entry or path.endswith(("/live", "/healthz"))


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
        if time.monotonic() - getattr(self._mine, "rested", 0.0) > TURN:
            self._all.rest()
            self._mine.rested = time.monotonic()

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


_BEGAN = "referee.began"  # in `environ`: the processor time when the thread began with the request


class Answered:
    """Notes that a phone is being answered while `beyond` does so."""

    def __init__(self, beyond: WSGIApplication) -> None:
        self._beyond = beyond

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        with _road.used(by_move=is_move(environ["REQUEST_METHOD"], environ["PATH_INFO"])):
            environ[_BEGAN] = time.thread_time()
            return self._beyond(environ, start_response)


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


class TakesTooLong(HTTPException):
    """The page has used up its time; the answer is 503."""

    code = 503


def spend(_done: int = 0, _total: int = 0) -> None:
    """Go on if this page has time left; raises TakesTooLong if it is a GET and has not."""
    if request.method in ("GET", "HEAD") and is_spent():
        raise TakesTooLong


def is_spent() -> bool:
    """Whether this request has used up its time."""
    seconds: float = current_app.config["PAGE_SECONDS"]
    began: float = request.environ[_BEGAN]
    return time.thread_time() - began > seconds
