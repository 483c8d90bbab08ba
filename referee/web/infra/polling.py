"""The answers that phones get most often, given before the application is even asked.

A phone asks about every second, and nearly always nothing was said since. That answer needs the link, the number of
the last event and who is here, and none of what a page needs: no session, no form, no template. It halves
what a poll costs: 0.88 times a bare Flask route, 1.75 without (`python3 -m tests.benchmarks --only http`). The same
facts find the news that another phone has had (kept_parts.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from flask import Flask

from referee.storage.store import Store, StoreError
from referee.web.infra.kept_parts import NEEDS, Seen, kept_parts, pieces_in
from referee.web.infra.presence import presence_of
from referee.web.infra.security import HEADERS, VARY, is_trusted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

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
        phones = presence_of(self._app)
        phones.note(seen.table_id, f"{seen.link.id}:{me[:16]}", seen.link)
        now = phones.stamp(seen.table_id)
        if seen.head == int(since):
            return _no_content if now == here else None
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
