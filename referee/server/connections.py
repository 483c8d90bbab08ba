"""Limits for connections from phones: how many may be open, how long a request may take, and which are closed first.

uvicorn accepts every connection and has no timeout before the first request: a script that opens thousands and sends
a byte now and then would lock every phone out. Here the connection that has been idle the longest is closed to make
room for a new one, and a request must arrive within a time limit. Times are from the monotonic clock, so changes of the
system clock do not matter.
"""

import asyncio
import contextlib
import heapq
import logging
import socket
import sys
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 1000  # connections; a browser opens a few, a phone that polls keeps one
AT_ONCE = 256  # accepted in one go
SPARE = (
    2 * AT_ONCE
)  # file descriptors for everything else, and for connections accepted before others are closed
COMING = 20.0  # seconds that a request may take to arrive, plus one for each SLOWEST bytes
SLOWEST = 32 * 1024
PIECE = 64 * 1024  # bytes read at a time
RESTING = 75.0  # seconds allowed between two requests; a phone polls every second
TOLD = 60.0  # seconds between two log lines about the same thing
TOO_LATE = b"The request took too long to arrive, so it was discarded. Send it again.\n"
NO_MEMORY = b"The referee has no memory left. Nothing is lost; try again in a moment.\n"
_NO_MEMORY = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(NO_MEMORY) + NO_MEMORY
)
RESERVE = 2 * 1024 * 1024  # bytes freed when memory runs out, so that an answer can still be sent
_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
Address = tuple[str, int]

_log = logging.getLogger("referee.server.connections")


class OpenConnections:
    """All open connections, at most `most` of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.piece = memoryview(bytearray(PIECE))
        self._open: dict[Address, Connection] = {}
        self._told: dict[str, float] = {}
        self._reserve: bytearray | None = bytearray(RESERVE)

    def of(self, address: Address | None) -> "Connection | None":
        """The connection from that address, if it is still open."""
        return self._open.get(address) if address is not None else None

    def let_in(self, connection: "Connection") -> None:
        """Add a connection; if there are too many, close those that have been idle the longest."""
        self._open[connection.address] = connection
        too_many = len(self._open) - self.most
        if too_many > 0:
            waiting = [each for each in self._open.values() if not each.is_working]
            for each in heapq.nsmallest(too_many, waiting, key=lambda each: each.since):
                each.end()
                self.tell(
                    f"There are {self.most} connections, so the ones that rest longest are closed for new ones",
                    each,
                )

    def let_go(self, connection: "Connection") -> None:
        """Remove a connection that was closed."""
        if self._open.get(connection.address) is connection:
            del self._open[connection.address]

    def without_memory(self) -> None:
        """Free the memory reserve, because memory has run out."""
        self._reserve = None

    def look_after(self) -> None:
        """Close connections that have been idle or slow for too long. Call it every second or so."""
        if self._reserve is None:
            with contextlib.suppress(MemoryError):
                self._reserve = bytearray(RESERVE)
            self.tell("There was no memory left, so some phones were asked to try again")
        now = time.monotonic()
        ended = [each for each in list(self._open.values()) if each.is_late(now)]
        if ended:
            what = "Connections were closed that sent only half a request, or did not take their answer"
            self.tell(what, ended[0])

    def tell(self, what: str, about: "Connection | None" = None) -> None:
        """Log a warning, the same one at most once a minute."""
        now = time.monotonic()
        if now - self._told.get(what, -TOLD) >= TOLD:
            self._told[what] = now
            _log.warning("%s%s.", what, f" (from {about.address[0]})" if about is not None else "")


class Connection(asyncio.BufferedProtocol):
    """One connection, a wrapper around uvicorn's HTTP protocol.

    `since` is when it last made progress, `came` how many bytes of a request have arrived, `is_working` whether the
    application is answering one.
    """

    def __init__(self, room: OpenConnections, **given: Any) -> None:
        self._room = room
        self._http = H11Protocol(**given)
        self._transport: Any = None
        self._left = 0  # bytes of the response that the phone has not received yet
        self.address: Address = ("", 0)
        self.since = time.monotonic()
        self.came = 0
        self.is_working = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        host, port, *_ = transport.get_extra_info("peername") or ("", 0)
        self.address = (str(host), int(port))
        # Without it, a response in two pieces is delayed by 40 ms. asyncio sets it only for sockets with an explicit
        # TCP protocol number, which accepted ones lack.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._http.connection_made(transport)
        self._room.let_in(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._room.let_go(self)
        self._http.connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """The buffer for the next bytes. All connections share one, so that idle ones take no memory."""
        return self._room.piece

    def buffer_updated(self, nbytes: int) -> None:
        """Handle the `nbytes` bytes that have arrived in the buffer."""
        if not self.came:
            self.since = time.monotonic()
        self.came += nbytes
        try:
            self._http.data_received(bytes(self._room.piece[:nbytes]))
        except MemoryError:
            self._room.without_memory()
            self._transport.write(_NO_MEMORY)
            self._transport.close()

    def eof_received(self) -> None:
        self._http.eof_received()

    def pause_writing(self) -> None:
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._http.resume_writing()

    def begin(self) -> None:
        """Note that a complete request has arrived and is being answered."""
        self.is_working = True

    def rest(self) -> None:
        """Note that the request was answered."""
        self.is_working, self.since, self.came = False, time.monotonic(), 0

    def end(self) -> None:
        """Close the connection now, even in the middle of a request."""
        self._transport.abort()

    def is_late(self, now: float) -> bool:
        """Close it if it has been idle or slow for too long. Returns whether it was too slow."""
        left = self._transport.get_write_buffer_size()
        if left != self._left or (self.is_working and not left):
            self.since, self._left = now, left
            return False
        waited = now - self.since
        if left:
            if waited > RESTING:
                self.end()
            return waited > RESTING
        if self.came:
            if waited > COMING + self.came / SLOWEST and not self._transport.is_closing():
                self._transport.write(_LATE + b"Content-Length: %d\r\n\r\n" % len(TOO_LATE) + TOO_LATE)
                self._transport.close()
                return True
        elif waited > RESTING:
            self._transport.close()
        return False


def places() -> int:
    """How many connections to allow: as many as the system's file descriptor limit permits, but at most MOST."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MOST if soft == resource.RLIM_INFINITY else max(50, min(MOST, soft - SPARE))
