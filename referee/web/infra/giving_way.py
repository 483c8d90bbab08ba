"""Moves go first: pages wait for them, and long work waits briefly for both.

Python runs one thread at a time. A move does some fifty reads and writes, and after each it would wait for every
other busy thread. So one page is made at a time, none is started while a move is being answered, and long work pauses
whenever a phone sends a request; only a few jobs that a phone waits for run at once. With eight phones reading long
tables a move takes 2.3 times as long as alone; without this it is 7 times (`python3 -m tests.benchmarks.watchers`).

A page that would still keep the others waiting is given up with an error, and nothing of it is kept. Code that loops
over a log for a page calls `spend` as it goes.
"""

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


TURN = 0.002  # seconds that long work runs before it checks for requests
REST = 0.02  # seconds, at most, that it waits for them, or a page for moves: neither starves


def is_move(method: str, path: str) -> bool:
    """Whether a request is an entry at a table, a poll for news or a health check."""
    is_entry = method == "POST" and path.startswith("/t/") and not is_picture(path)
    return is_entry or path.endswith(("/live", "/healthz"))


def is_picture(path: str) -> bool:
    """Whether a request uploads a picture of tiles, which takes long to read."""
    return path.startswith("/t/") and path.endswith("/picture")


class _Count:
    """The number of requests of a kind in progress."""

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


class _InProgress:
    """The requests in progress, without those that do long work."""

    def __init__(self) -> None:
        self._moves, self._all = _Count(), _Count()
        self._page = threading.Lock()
        self._mine = threading.local()

    @contextmanager
    def used(self, *, by_move: bool) -> Iterator[None]:
        """Register a request on this thread; a page first waits for moves, and for any other page to finish."""
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
        """Do not count this thread's request while it does long work, or waits for its turn to."""
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
        """Pause while requests are in progress, if this thread has run for a while."""
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


_road = _InProgress()
long_work = _road.left


def give_way(_done: int = 0, _total: int = 0) -> None:
    """Long work calls this after each step."""
    _road.give_way()


_BEGAN = "referee.began"  # in `environ`: the thread's CPU time when the request began


class TrackRequests:
    """Middleware that registers each request as in progress while `beyond` answers it."""

    def __init__(self, beyond: "WSGIApplication") -> None:
        self._beyond = beyond

    def __call__(self, environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        with _road.used(by_move=is_move(environ["REQUEST_METHOD"], environ["PATH_INFO"])):
            environ[_BEGAN] = time.thread_time()
            return self._beyond(environ, start_response)


T = TypeVar("T")
# What is raised if there is no memory left. CPython loses some MemoryErrors and raises a SystemError in their place.
OUT_OF_MEMORY = (MemoryError, SystemError)
PLACES = 2  # half of the threads that answer pages (server/gateway.py), so that the others stay free


def started_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """A thread pool whose threads are all started now, while there is memory for them."""
    pool, together = ThreadPoolExecutor(threads, name), threading.Barrier(threads)
    for _ in range(threads):
        pool.submit(together.wait)  # a thread that waits for the others cannot be taken for the next job
    return pool


class Crowded(Exception):
    """Too much long work is waiting already, or it takes longer than a page may wait."""


class WorkPlaces:
    """The places for long work, the reader thread, and a lock for each table that is being judged."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._room = threading.BoundedSemaphore(PLACES)
        self._reader = ThreadPoolExecutor(1, "reading")
        self._reading: dict[Hashable, Future[Any]] = {}
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[int, threading.Lock] = WeakValueDictionary()

    def start(self) -> None:
        """Start the reader thread now, while there is memory for it; otherwise its first job does."""
        self._reader = started_pool(1, "reading")

    @contextmanager
    def place(self) -> Iterator[None]:
        """Take a place for long work; raises Crowded if all are taken."""
        if not self._room.acquire(blocking=False):
            raise Crowded
        try:
            with long_work():
                yield
        finally:
            self._room.release()

    def read(self, what: Hashable, work: Callable[[], T]) -> T:
        """Run `work` in the reader thread, one job at a time, and return its result; jobs called the same `what` are
        run once.

        Raises Crowded if it is not done in time. It goes on even then, so `work` must store its result itself.
        """
        with self.place():
            try:
                found: T = self._begun(what, work).result(self._patience)
            except TimeoutError as error:
                raise Crowded from error
            return found

    @contextmanager
    def judging(self, table_id: int) -> Iterator[None]:
        """Hold the table's lock while this thread judges what is new there."""
        with self._lock:
            turn = self._turns.setdefault(table_id, threading.Lock())
        with turn:  # the weak dictionary drops it when no thread uses it
            yield

    def _begun(self, what: Hashable, work: Callable[[], Any]) -> Future[Any]:
        with self._lock:
            found = self._reading.get(what)
            if found is None or found.done():
                self._reading = {key: each for key, each in self._reading.items() if not each.done()}
                if len(self._reading) >= PLACES:
                    raise Crowded
                found = self._reading[what] = self._reader.submit(_done, work)
            return found


def _done(work: Callable[[], T]) -> T:
    """Run `work`. Without memory, the traceback is dropped: it would hold all that `work` has read so far."""
    try:
        return work()
    except OUT_OF_MEMORY:
        pass
    raise MemoryError


def turns() -> WorkPlaces:
    """The current application's turns."""
    found: WorkPlaces = current_app.extensions["referee-turns"]
    return found


class TakesTooLong(HTTPException):
    """The page has used up its time; the answer is 503."""

    code = 503


def spend(_done: int = 0, _total: int = 0) -> None:
    """Go on if this page has CPU time left; raises TakesTooLong if it is a GET and has none."""
    if request.method in ("GET", "HEAD") and is_spent():
        raise TakesTooLong


def is_spent() -> bool:
    """Whether this request has used up its CPU time."""
    seconds: float = current_app.config["PAGE_SECONDS"]
    began: float = request.environ[_BEGAN]
    return time.thread_time() - began > seconds
