"""Cheap responses: gzip, partials cached for phones with the same link, and polls answered before Flask.

Text is compressed with gzip, for phones on a bad connection. Flask-Compress does the same, but takes 0.19 ms for a
page instead of 0.14 and needs two compiled packages (Brotli and Zstandard) that small ARM computers would have to
build. Browsers accept those over HTTPS only; on a home network they ask for gzip, which Python includes.

When a tile is laid, every phone at the table asks for it within a second. Nothing in the partial is specific to one
phone: a script adds the token and the key of its forms (static/js/app.js). So the partial rendered for the first
phone is sent to the others unchanged. A poll with news then costs 1.0 times a bare Flask route instead of 2.4 to 2.9.

A phone polls every two or three seconds, and mostly there is nothing new. That response needs the link, the number of
the last event and who is here, but no session, form or template. Skipping Flask halves the cost of a poll: 0.88 times
a bare Flask route, 1.75 without. Both by `python3 -m tests.benchmarks --only http`, CPU time.
"""

import gzip
from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs

from flask import Flask, Response, request
from rcssmin import cssmin
from rjsmin import jsmin

from referee.storage.rows import Link, StoreError
from referee.storage.store import Store
from referee.web.context import htmx
from referee.web.infra.presence import Presence
from referee.web.infra.security import HEADERS, VARY, is_trusted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication


LEAST = 600  # bytes; below this compression saves nothing that a phone would notice
LEVEL = 4  # level 6 takes half as long again and saves 3 %
_TEXT = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")


def pack(response: Response) -> Response:
    """After each request: compress the response with gzip, if that helps and the browser accepts it."""
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
    """A static file, minified and compressed as far as possible, once."""
    return gzip.compress(minified(path, body), compresslevel=9, mtime=0)


def minified(path: str, body: bytes) -> bytes:
    """A style sheet or script of ours, minified; any other file unchanged.

    Minifying saves 9 of the 67 kB of a first load, compressed.
    """
    if path.endswith(".css"):
        return str(cssmin(body.decode())).encode()
    if path.endswith(".js") and not path.endswith(".min.js"):
        return str(jsmin(body.decode())).encode()
    return body


KEPT = 256  # partials, about 3 kB each
# Pieces that are in every full page, but in a partial only if the phone needs them (static/js/live.js): the list of
# moves, which only fits on a wide screen, and where the next tile would lie, which a phone shows while it waits for a
# slow response. Without both a posted move costs a quarter less (`python3 -m tests.benchmarks --only http`).
PIECES = ("moves", "places")
NEEDS = "Referee-Needs"


class PartialKey(NamedTuple):
    """The cache key of a partial: the table and its last event, the link, who is here and under what names, the
    language, the root path and which of the PIECES."""

    table_id: int
    head: int
    link: Link
    here: str
    language: str
    root: str
    pieces: str


def pieces_in(needs: str) -> str:
    """Those of the PIECES that the NEEDS header of a request names."""
    return " ".join(each for each in PIECES if each in needs)


def is_needed(piece: str) -> bool:
    """Whether the response to this request includes the piece."""
    return not htmx or piece in request.headers.get(NEEDS, "")


class KeptParts(OrderedDict[PartialKey, bytes]):
    """The partials rendered last, compressed. Nothing depends on how many there are at a moment, so no thread has to
    wait for another."""

    def keep(self, seen: PartialKey, part: str) -> bytes:
        """Compress, cache and return the partial; drop the oldest if there are too many."""
        self[seen] = packed = gzip.compress(part.encode(), compresslevel=LEVEL, mtime=0)
        while len(self) > KEPT:
            self.popitem(last=False)
        return packed


def kept_parts(app: Flask) -> KeptParts:
    """The partials cached for an application."""
    found: KeptParts = app.extensions.setdefault("referee-rendered", KeptParts())
    return found


# In `environ`: the table, its last event and the phone, if the response was that nothing is new.
UNCHANGED = "referee.unchanged"
LONGEST = 300  # characters of a poll's query; a longer one carries a step and goes to Flask
TABLE = "/t/"
PAGES = (TABLE, "/tv/")  # a table, and the screen for everybody
NO_STEP = {"since", "here", "me", "lang"}  # arguments of a poll; any other belongs to a phone's step
_NEEDS = f"HTTP_{NEEDS.upper().replace('-', '_')}"
_ANSWER = [*HEADERS.items(), ("Cache-Control", "no-store"), ("Vary", VARY)]
Answer = tuple[str, Iterable[tuple[str, str]], Iterable[bytes]]  # a status, further headers, and the body


class FastPolls:
    """Middleware that answers a `live` poll of a table or its screen if nothing has to be rendered; else `beyond`
    does."""

    def __init__(self, app: Flask, beyond: "WSGIApplication") -> None:
        self._app = app
        self._beyond = beyond

    def __call__(self, environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.endswith("/live") and path.startswith(PAGES) and environ["REQUEST_METHOD"] == "GET":
            answer = self._known(path[path.index("/", 1) + 1 : -5], environ)
            if answer is not None:
                status, headers, body = answer
                start_response(status, [*_ANSWER, *headers])
                return body
        return self._beyond(environ, start_response)

    def _known(self, token: str, environ: dict[str, Any]) -> Answer | None:
        """The response: nothing new, or news rendered for another phone with the same link; None if Flask has to
        answer."""
        query = environ.get("QUERY_STRING", "")
        names = self._app.config["TRUSTED_NAMES"]
        if len(query) > LONGEST or not is_trusted(environ.get("HTTP_HOST", ""), names):
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
            return "204 NO CONTENT", (), ()
        if not environ["PATH_INFO"].startswith(TABLE) or asked.keys() != NO_STEP:
            return None
        if "gzip" not in environ.get("HTTP_ACCEPT_ENCODING", ""):
            return None
        language, pieces = asked["lang"][0], pieces_in(environ.get(_NEEDS, ""))
        what = PartialKey(seen.table_id, seen.head, seen.link, now, language, environ["SCRIPT_NAME"], pieces)
        packed = kept_parts(self._app).get(what)
        if packed is None:
            return None
        told = (
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Encoding", "gzip"),
            ("Content-Language", language),
            ("Content-Length", str(len(packed))),
        )
        return "200 OK", told, (packed,)
