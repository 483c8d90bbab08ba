"""The layer between uvicorn and the pages: it reads a whole request, has a thread answer it, and sends the response.

There are two thread pools, so that tables in play never have to wait: one for entries at tables and phones polling for
news, one for everything else. A request that arrives slowly does not occupy a thread.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import AsyncExitStack
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote_to_bytes
from weakref import WeakValueDictionary

from referee.camera import MOST_BYTES
from referee.server.connections import NO_MEMORY, OpenConnections
from referee.server.waiting_phones import WaitingPhones, seconds_to_wait
from referee.web.infra.giving_way import OUT_OF_MEMORY, is_move, is_picture, started_pool
from referee.web.infra.responses import UNCHANGED

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# Bytes in a request: a record, what a form adds to it, and a margin so that the pages can say if it is too long.
LARGEST = 3 * 1024 * 1024
LARGEST_PICTURE = MOST_BYTES + 64 * 1024  # bytes of a picture of tiles
USUAL = 256 * 1024  # bytes; of longer requests, only
LONG_ONES = 6  # are taken at a time: each is in memory
QUIET = 2.0  # seconds of silence after which no more of an oversized request is expected
DISCARDING = 60.0  # seconds in which the rest of it is read and dropped, so that its sender sees the error
TOO_LONG = (
    b"What was sent is larger than anything the referee takes, so it was discarded. Go back and send less.\n"
)
_FORWARDED = ("forwarded", "x-forwarded-")


class PageResponse(NamedTuple):
    """A response from the pages."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


# Prepared in advance, for when there is no memory left to build a response.
_NO_MEMORY = PageResponse(
    503, [(b"retry-after", b"5"), (b"content-type", b"text/plain; charset=utf-8")], NO_MEMORY
)


class Gateway:
    """An ASGI application for uvicorn that wraps a WSGI application."""

    def __init__(
        self,
        app: "WSGIApplication",
        room: OpenConnections,
        threads: int,
        *,
        is_behind_proxy: bool,
        waiting: WaitingPhones | None = None,
    ) -> None:
        self._app = app
        self._room = room
        self._waiting = waiting
        self._is_behind_proxy = is_behind_proxy
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        at_tables = max(1, threads // 2)
        self._long_ones = asyncio.Semaphore(LONG_ONES)
        self._tables = started_pool(at_tables, "tables")
        self._pages = started_pool(max(1, threads - at_tables), "pages")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, unless the phone has disconnected."""
        try:
            await self._answered(scope, receive, send)
        except OUT_OF_MEMORY:
            self._room.without_memory()
        else:
            return
        # Outside the except block, in which the traceback still holds the failed request's memory.
        await _send(send, _NO_MEMORY)

    async def _answered(self, scope: Message, receive: Receive, send: Send) -> None:
        headers, body = _headers(scope["headers"]), BytesIO()
        is_of_tiles = scope["method"] == "POST" and is_picture(scope["path"])
        largest = LARGEST_PICTURE if is_of_tiles else LARGEST
        async with AsyncExitStack() as place:
            size = await self._read(receive, body, largest, place) if _has_body(headers) else 0
            if size is None:
                return
            connection = self._room.of(scope["client"])
            if connection is not None:
                connection.begin()
            try:
                if size > largest:
                    self._room.tell("A request was refused because it is too long", connection)
                    answer = PageResponse(
                        413, [(b"content-type", b"text/plain"), (b"connection", b"close")], TOO_LONG
                    )
                else:
                    environ = self._environ(scope, headers, body, size)
                    if self._waiting is not None and (phone := headers.get("referee-phone")):
                        self._waiting.let_go(phone)
                    is_entry = scope["method"] == "POST" and is_move("POST", scope["path"])
                    answer = await (self._in_turn if is_entry else self._asked)(scope, environ)
                    if UNCHANGED in environ and (seconds := seconds_to_wait(headers)):
                        answer = await self._later(scope, receive, environ, seconds) or answer
                await _send(send, answer)
            finally:
                if connection is not None:
                    connection.rest()

    async def _asked(self, scope: Message, environ: dict[str, Any]) -> PageResponse:
        lane = self._tables if is_move(scope["method"], scope["path"]) else self._pages
        return await asyncio.get_running_loop().run_in_executor(lane, self._answer, environ)

    async def _in_turn(self, scope: Message, environ: dict[str, Any]) -> PageResponse:
        """The same, but one at a time for each link: the page rendered for the first phone serves the others.

        A phone that enters something comes first. One processor handles 333 to 367 tables this way; if phones fetch
        its news without waiting for its answer, 221 to 275 (`python3 -m tests.benchmarks.evening`).
        """
        async with self._turns.setdefault(scope["path"].removesuffix("/live"), asyncio.Lock()):
            return await self._asked(scope, environ)

    async def _later(
        self, scope: Message, receive: Receive, environ: dict[str, Any], seconds: float
    ) -> PageResponse | None:
        """The answer once there is news; None if there is none within `seconds`."""
        table_id, head, phone = environ.pop(UNCHANGED)
        if self._waiting is None or not await self._waiting.is_news(table_id, head, phone, seconds, receive):
            return None
        return await self._in_turn(scope, environ)

    def close(self) -> None:
        """Stop answering. Requests that no thread has started on are dropped."""
        for each in (self._tables, self._pages):
            each.shutdown(wait=False, cancel_futures=True)

    async def _read(
        self, receive: Receive, body: IO[bytes], largest: int, place: AsyncExitStack
    ) -> int | None:
        """Read the request into `body`, as far as `largest` allows, and return its size; None if the sender has gone.

        A long one first waits for one of the places for long ones, which it has until `place` is closed.
        """
        size, has_more = 0, True
        while has_more and size <= largest:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            piece: bytes = message["body"]
            if size <= USUAL < size + len(piece):
                await place.enter_async_context(self._long_ones)
            size += len(piece)
            body.write(piece)
            has_more = message["more_body"]
        body.seek(0)
        if size > largest:
            body.truncate()
            await place.aclose()
        until = time.monotonic() + DISCARDING
        while has_more and time.monotonic() < until:
            try:
                message = await asyncio.wait_for(receive(), QUIET)
            except TimeoutError:
                break
            has_more = message.get("more_body", False)
        return size

    def _environ(self, scope: Message, headers: dict[str, str], body: IO[bytes], size: int) -> dict[str, Any]:
        """The WSGI environment (PEP 3333)."""
        client, server = scope["client"] or ("", 0), scope["server"] or ("", 0)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": scope["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
            "QUERY_STRING": scope["query_string"].decode("latin-1"),
            "SERVER_NAME": server[0],
            "SERVER_PORT": str(server[1]),
            "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
            "REMOTE_ADDR": client[0],
            "REMOTE_PORT": str(client[1]),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": body,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers.items():
            if self._is_behind_proxy or not name.startswith(_FORWARDED):
                environ["HTTP_" + name.upper().replace("-", "_")] = value
        environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
        environ.pop("HTTP_CONTENT_LENGTH", None)
        if _has_body(headers):
            environ["CONTENT_LENGTH"] = str(size)
        return environ

    def _answer(self, environ: dict[str, Any]) -> PageResponse:
        """Call the WSGI application. Without memory, free the reserve here: a thread that fails to report ends."""
        try:
            return self._response(environ)
        except OUT_OF_MEMORY:
            self._room.without_memory()
        return _NO_MEMORY

    def _response(self, environ: dict[str, Any]) -> PageResponse:
        """The WSGI application's response."""
        told: list[tuple[str, list[tuple[str, str]]]] = []
        pieces: list[bytes] = []

        def start(
            status: str, headers: list[tuple[str, str]], _error: Any = None, /
        ) -> Callable[[bytes], object]:
            told.append((status, headers))
            return pieces.append

        given: Iterable[bytes] = self._app(environ, start)
        try:
            pieces.extend(given)
        finally:
            if hasattr(given, "close"):
                given.close()
        status, headers = told[-1]
        named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return PageResponse(int(status[:3]), named, pieces[0] if len(pieces) == 1 else b"".join(pieces))


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers by lower-case name. Names with "_" are left out: WSGI could confuse them with others."""
    found: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        if "_" not in key:
            found[key] = f"{found[key]}{'; ' if key == 'cookie' else ','}{text}" if key in found else text
    return found


def _has_body(headers: dict[str, str]) -> bool:
    return "content-length" in headers or "transfer-encoding" in headers


async def _send(send: Send, answer: PageResponse) -> None:
    headers = answer.headers
    if answer.body and not any(name == b"content-length" for name, _ in headers):
        headers = [*headers, (b"content-length", b"%d" % len(answer.body))]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
