"""Connections of phones: how many there may be, how long a request may take to come in, and who gives way.

waitress takes connections until there are as many as may be and no more after that, and lets each rest as long as
it says a byte now and then: a script that holds them all open would keep every phone out. Here whoever holds a
place the longest without having asked anything gives way, and half a request is not waited for for ever. Time is
taken from a clock that only goes forward, so that it is no matter when the computer's own clock is put back.
"""

from __future__ import annotations

import heapq
import logging
import socket
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

MOST = 1000  # connections; a browser opens a few, a phone that polls keeps one
AT_ONCE = 50  # that are let in at a time, since looking whom to listen to takes as long for one as for many
SPARE = 250  # files that the program needs besides, those let in before others have gone among them
COMING = 20.0  # seconds that a request may take to come in, and one more for each SLOWEST bytes
SLOWEST = 32 * 1024
RESTING = 75.0  # seconds between two requests; a phone asks each second
DISCARDING = (
    60.0  # seconds in which what is too long may still be sent, so that its sender reads why it was not taken
)
TOLD = 60.0  # seconds between two lines on the terminal about the same thing
TOO_LATE = "The request took too long to come in, so nothing of it was taken. Send it again.\n"
TOO_LONG = "What was sent is larger than anything the referee takes, so nothing of it was taken. Go back and send less."

_log = logging.getLogger("referee.server.connections")


class KeptTask(WSGITask):
    """One answer. Waitress closes the connection after each that has no body, and a phone that is told every second
    that there is nothing new would have to open another one each time; HTTP/1.1 keeps it."""

    def set_close_on_finish(self) -> None:
        """Tell the phone that the connection ends, where it does."""
        told: Mapping[str, str] = getattr(self.request, "headers", {})
        asked = told.get("CONNECTION", "").lower()
        if self.has_body or self.wrote_header or self.version != "1.1" or asked == "close":
            super().set_close_on_finish()


class Refusal(ErrorTask):
    """The answer to a request that cannot be read; of one that is too long the rest is read and thrown away."""

    def execute(self) -> None:
        """Answer it."""
        connection: Any = self.channel
        refused: Any = self.request
        if isinstance(refused.error, RequestEntityTooLarge):
            refused.error.body = TOO_LONG
            connection.discards = True
            connection.server.tell("A request was refused because it is too long", connection)
        super().execute()


class Connection(HTTPChannel):
    """One connection: `since` is when it last got on with something, `came` how much of a request is there."""

    task_class = KeptTask
    error_task_class = Refusal
    discards = False
    _flush_exception: Any
    _flush_some: Any

    def __init__(self, *given: Any, **named: Any) -> None:
        self.since = time.monotonic()
        self.came = 0
        self.left = 0
        self._ends = False
        super().__init__(*given, **named)

    @property
    def is_working(self) -> bool:
        """Whether the application has a request of it to answer."""
        return bool(self.requests)

    def readable(self) -> bool:
        return bool(self._ends and not self.will_close) or bool(super().readable())

    def handle_read(self) -> None:
        if not self._ends:
            super().handle_read()
            return
        try:
            self.recv(2**16)
        except OSError:
            self.handle_close()

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.since, self.came = time.monotonic(), 0
        self.came += len(data)
        return bool(super().received(data))

    def handle_write(self) -> None:
        if not (self.discards and self.close_when_flushed):
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if not self.total_outbufs_len and not self.will_close:
            self.close_when_flushed, self._ends, self.since = False, True, time.monotonic()
            if self.socket is not None:
                self.socket.shutdown(socket.SHUT_WR)

    def look_after(self, now: float) -> str:
        """End it where it has held its place for too long; in a word why, "" where it may go on."""
        if self.will_close:
            return ""
        if self.is_working or self.total_outbufs_len != self.left:
            self.since, self.left = now, self.total_outbufs_len
            return ""
        waited = now - self.since
        if self._ends or self.total_outbufs_len:
            self.will_close = waited > (DISCARDING if self._ends else RESTING)
            return "slow" if self.will_close and not self._ends else ""
        if self.request is not None:
            if waited <= COMING + self.came / SLOWEST:
                return ""
            self._say_too_late()
            return "half"
        self.will_close = waited > RESTING
        return ""

    def _say_too_late(self) -> None:
        head = (
            "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
        )
        answer = f"{head}Content-Length: {len(TOO_LATE)}\r\n\r\n{TOO_LATE}".encode("ascii")
        with self.outbuf_lock:
            self.outbufs[-1].append(answer)
            self.total_outbufs_len += len(answer)
            self.close_when_flushed = True


class Server(TcpWSGIServer):
    """waitress's server with connections that give way; `most` of them at a time."""

    channel_class = Connection

    def __init__(self, *given: Any, most: int, **named: Any) -> None:
        self.most = most
        self._next_look = 0.0
        self._told: dict[str, float] = {}
        super().__init__(*given, **named)

    @property
    def connections(self) -> list[Connection]:
        """All that are open."""
        found: Any = self.active_channels
        return list(found.values())

    def readable(self) -> bool:
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + 1.0
            self._look_after(now)
        return bool(self.accepting) and len(self.connections) < self.most + 2 * AT_ONCE

    def handle_accept(self) -> None:
        for _ in range(AT_ONCE):
            before = len(self.connections)
            super().handle_accept()
            if len(self.connections) == before:  # nobody else knocks
                break
        self._make_room()

    def tell(self, what: str, about: Connection | None = None) -> None:
        """Say it on the terminal, the same thing once a minute."""
        now = time.monotonic()
        if now - self._told.get(what, -TOLD) >= TOLD:
            self._told[what] = now
            _log.warning("%s%s.", what, f" (from {about.addr[0]})" if about is not None else "")

    def _look_after(self, now: float) -> None:
        ended = [each for each in self.connections if each.look_after(now)]
        if ended:
            self.tell(
                "Connections were closed that sent only half a request, or did not take their answer",
                ended[0],
            )

    def _make_room(self) -> None:
        """Where there are too many: who has held a place the longest without having asked anything gives way."""
        staying = [each for each in self.connections if not each.will_close]
        waiting = [each for each in staying if not each.is_working]
        for each in heapq.nsmallest(len(staying) - self.most, waiting, key=lambda each: each.since):
            each.will_close = True
            self.tell(
                f"There are {self.most} connections, so the ones that rest longest are closed for new ones",
                each,
            )


def make_server(
    app: Callable[..., Any], sockets: dict[int, Any], listening: socket.socket, **settings: Any
) -> Server:
    """A server of `app` at `listening`, for a loop over `sockets`; `settings` are waitress's own."""
    adjustments = Adjustments(sockets=[listening], **settings)
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(adjustments.threads)
    told = (listening.family, listening.type, listening.proto, listening.getsockname())
    return Server(
        app,
        sockets,
        True,  # it starts listening at once
        listening,
        dispatcher=dispatcher,
        adj=adjustments,
        bind_socket=False,
        sockinfo=told,
        most=room(),
    )


def room() -> int:
    """How many connections there may be: as many as this system lets a program hold open, MOST at most."""
    if sys.platform == "win32":
        return 400  # more cannot be waited for at a time there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MOST if soft == resource.RLIM_INFINITY else max(50, min(MOST, soft - SPARE))
