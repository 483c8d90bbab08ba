"""The table as it is sent to phones, made once for all that came by the same link: only a phone's own marks differ.

A tile that is laid is asked for by every phone at the table within a second. While a round is played the page depends
on the log, the link and who is here; whatever else a phone has begun or is told is made for it alone. A
poll with news then costs 3.0 times a bare Flask route instead of 4.1 to 4.9 (`python3 -m tests.benchmarks --only
http`).
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict

from flask import current_app, g, render_template, request
from flask_wtf.csrf import generate_csrf

from referee.engine.games.match import Status
from referee.web.infra import presence, visitors
from referee.web.infra.languages import language
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.table_views import TablePage
from referee.web.table.page import table_page
from referee.web.table.watching import seat_to_take

TOKEN = "csrf_token"  # noqa: S105 - the name under which Flask-WTF keeps the token of a request
KEPT = 256  # pages, of about ten thousand letters each
# What is put in their places for each phone. They change with each start, so no name that somebody types is one.
_TOKEN, _KEY, _ME = (secrets.token_hex(12) for _ in range(3))


class Rendered:
    """The pages sent last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[object, ...], str] = OrderedDict()

    def get(self, key: tuple[object, ...]) -> str | None:
        """The page kept under a key."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: tuple[object, ...], page: str) -> None:
        """Keep a page, and forget the oldest if there are too many."""
        with self._lock:
            self._kept[key] = page
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def part_of(table: Table, asked: Asked = NOTHING, notice: str = "") -> str:
    """The table's part of the page, in the middle of what the phone asks."""
    if asked != NOTHING or notice or table.state.status is not Status.PLAYING:
        return render_template("table/_table.html", page=table_page(table, asked, notice))
    extensions = current_app.extensions
    kept: Rendered = extensions.get("referee-rendered") or extensions.setdefault(
        "referee-rendered", Rendered()
    )
    here = presence.stamp_of(table.row.id)
    key = (
        table.row.id,
        table.seq,
        table.opened,
        table.row.locked,
        table.setup.players,
        here,
        seat_to_take(table) if table.role == "watch" else "",
        request.script_root,
        language(),
    )
    page = kept.get(key)
    if page is None:
        shown = table_page(table)
        own = shown.here._replace(me=_ME) if shown.here is not None else None
        page = _without_token(shown._replace(key=_KEY, here=own))
        kept.keep(key, page)
    page = page.replace(_KEY, secrets.token_urlsafe(12)).replace(_ME, visitors.phone())
    return page.replace(_TOKEN, _token()) if _TOKEN in page else page


def _token() -> str:
    """The token of the phone that reads the page: the one that was just found good, if it sent one."""
    sent = request.form.get(TOKEN, "") if g.get("csrf_valid") else ""
    return sent or str(generate_csrf())


def _without_token(page: TablePage) -> str:
    """The page with a mark where the token of its reader belongs."""
    own = g.pop(TOKEN, None)
    setattr(g, TOKEN, _TOKEN)
    try:
        return render_template("table/_table.html", page=page)
    finally:
        g.pop(TOKEN)
        if own is not None:
            setattr(g, TOKEN, own)
