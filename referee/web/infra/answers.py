"""Answers as phones get them: packed, kept for others with the same link, given before the application is asked.

Text is packed where the browser can unpack it, for phones on a bad connection. Flask-Compress does the same, but takes
0.19 ms for a page instead of 0.14 and needs two compiled packages (Brotli and Zstandard) that small ARM computers would
have to build. Both serve HTTPS only: over a home network browsers ask for gzip, which Python brings.

A tile that is laid is asked for by every phone at the table within a second. Nothing in the part is one phone's own: the
token and the key of its forms are put in on the phone (static/js/app.js). So what was made for the first phone is sent
to the others as it is. A poll with news then costs 1.0 times a bare Flask route instead of 2.4 to 2.9.

A phone asks every two or three seconds, and mostly nothing was said since. That answer needs the link, the number of
the last event and who is here, and none of what a page needs: no session, no form, no template. It halves
what a poll costs: 0.88 times a bare Flask route, 1.75 without. Both by `python3 -m tests.benchmarks --only http`,
processor time.
"""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs

from flask import Flask, Response, request
from rcssmin import cssmin
from rjsmin import jsmin

from referee.storage.rows import Link
from referee.storage.store import Store, StoreError
from referee.web.context import htmx
from referee.web.infra.presence import Presence
from referee.web.infra.security import HEADERS, VARY, is_trusted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication


LEAST = 600  # bytes; below this packing saves nothing that a phone would notice
LEVEL = 4  # six takes half as long again, for three bytes in a hundred
_TEXT = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")


def pack(response: Response) -> Response:
    """After each request: the same answer packed with gzip, if that helps and was asked for."""
    length = response.headers.get("Content-Length", type=int)
    if (
        response.status_code in (204, 206, 304)
        or "Content-Encoding" in response.headers
        or not request.accept_encodings["gzip"]
        or not (response.content_type or "").startswith(_TEXT)
        or (length is not None and length < LEAST)
    ):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    is_static = request.endpoint == "static"
    response.set_data(
        _kept(request.path, body) if is_static else gzip.compress(body, compresslevel=LEVEL, mtime=0)
    )
    response.headers["Content-Encoding"] = "gzip"
    return response


@lru_cache(maxsize=32)
def _kept(path: str, body: bytes) -> bytes:
    """A static file packed as small as it goes, once."""
    return gzip.compress(lean(path, body), compresslevel=9, mtime=0)


def lean(path: str, body: bytes) -> bytes:
    """A style sheet or script of ours without what only its readers need; any other file as it is.

    It saves 9 of the 67 kB of a first load, packed.
    """
    if path.endswith(".css"):
        return str(cssmin(body.decode())).encode()
    if path.endswith(".js") and not path.endswith(".min.js"):
        return str(jsmin(body.decode())).encode()
    return body


KEPT = 256  # parts, of about three thousand bytes each
# Pieces that are in every whole page, but of a part only if the phone needs them (static/js/live.js): the list of moves,
# for which only a wide screen has room, and where the next tile would lie, which a phone shows whose answers are slow to
# come. Without the two a posted move costs a quarter less (`python3 -m tests.benchmarks --only http`).
PIECES = ("moves", "places")
NEEDS = "Referee-Needs"


class Seen(NamedTuple):
    """What the part is made of besides the log: by which link, who is here and what they are called, in what language,
    with which of the PIECES."""

    table_id: int
    head: int
    link: Link
    here: str
    language: str
    root: str
    pieces: str


def pieces_in(needs: str) -> str:
    """The pieces that a phone names in what it needs."""
    return " ".join(each for each in PIECES if each in needs)


def is_needed(piece: str) -> bool:
    """Whether the answer to the present request has the piece in it."""
    return not htmx or piece in request.headers.get(NEEDS, "")


class KeptParts:
    """The parts sent last, packed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[Seen, bytes] = OrderedDict()

    def get(self, seen: Seen) -> bytes | None:
        """The part that was made for this."""
        with self._lock:
            return self._kept.get(seen)

    def keep(self, seen: Seen, part: str) -> bytes:
        """The part packed. It is kept, and the oldest is forgotten if there are too many."""
        packed = gzip.compress(part.encode(), compresslevel=LEVEL, mtime=0)
        with self._lock:
            self._kept[seen] = packed
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return packed


def kept_parts(app: Flask) -> KeptParts:
    """Those of an application."""
    found: KeptParts | None = app.extensions.get("referee-rendered")
    return found if found is not None else app.extensions.setdefault("referee-rendered", KeptParts())


# In `environ`: the table, its last event and the phone, if that was told that nothing is new.
UNCHANGED = "referee.unchanged"
LONGEST = 300  # letters of a question; a longer one carries a step and is for the pages
TABLE = "/t/"
PAGES = (TABLE, "/tv/")  # a table, and the screen for everybody
NO_STEP = {"since", "here", "me", "lang"}  # of a question; any other belongs to a step that the phone is in
_NEEDS = f"HTTP_{NEEDS.upper().replace('-', '_')}"
_ANSWER = [*HEADERS.items(), ("Cache-Control", "no-store"), ("Vary", VARY)]


class QuickNews:
    """Answers the `live` of a table and of its screen if nothing has to be made; hands all else on to `beyond`."""

    def __init__(self, app: Flask, beyond: WSGIApplication) -> None:
        self._app = app
        self._beyond = beyond
        self._trusted: dict[str, bool] = {}

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.endswith("/live") and path.startswith(PAGES) and environ["REQUEST_METHOD"] == "GET":
            answer = self._known(path[path.index("/", 1) + 1 : -5], environ)
            if answer is not None:
                return answer(start_response)
        return self._beyond(environ, start_response)

    def _known(
        self, token: str, environ: dict[str, Any]
    ) -> Callable[[StartResponse], Iterable[bytes]] | None:
        """Nothing new, or the part with the news, if another phone with the same link has had it."""
        query = environ.get("QUERY_STRING", "")
        if len(query) > LONGEST or not self._is_trusted(environ.get("HTTP_HOST", "")):
            return None
        asked = parse_qs(query)
        since, here, me = (asked.get(name, [""])[0] for name in ("since", "here", "me"))
        if not (since.isascii() and since.isdigit() and here and me):
            return None
        store: Store = self._app.extensions["referee"]
        try:
            seen = store.links.glance(token)
        except StoreError:
            return None
        if seen is None:
            return None
        phones: Presence = self._app.extensions["referee-presence"]
        phones.note(seen.table_id, f"{seen.link.id}:{me[:16]}", seen.link)
        now = phones.stamp(seen.table_id)
        if seen.head == int(since):
            if now != here:
                return None
            environ[UNCHANGED] = (seen.table_id, seen.head, me)
            return _no_content
        if not environ["PATH_INFO"].startswith(TABLE) or asked.keys() != NO_STEP:
            return None
        if "gzip" not in environ.get("HTTP_ACCEPT_ENCODING", ""):
            return None
        language, pieces = asked["lang"][0], pieces_in(environ.get(_NEEDS, ""))
        what = Seen(seen.table_id, seen.head, seen.link, now, language, environ["SCRIPT_NAME"], pieces)
        packed = kept_parts(self._app).get(what)
        return None if packed is None else _part(packed, language)

    def _is_trusted(self, host: str) -> bool:
        if host not in self._trusted:
            if len(self._trusted) > 200:
                self._trusted.clear()
            self._trusted[host] = is_trusted(host, self._app.config["TRUSTED_NAMES"])
        return self._trusted[host]


def _no_content(start_response: StartResponse) -> Iterable[bytes]:
    start_response("204 NO CONTENT", list(_ANSWER))
    return ()


def _part(packed: bytes, language: str) -> Callable[[StartResponse], Iterable[bytes]]:
    """The answer with a part of a page."""
    told = [
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Encoding", "gzip"),
        ("Content-Language", language),
        ("Content-Length", str(len(packed))),
    ]

    def answer(start_response: StartResponse) -> Iterable[bytes]:
        start_response("200 OK", [*_ANSWER, *told])
        return (packed,)

    return answer
