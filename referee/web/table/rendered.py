"""The table's part of the page as an answer: the same for all phones that came by the same link."""

from __future__ import annotations

import gzip

from flask import Response, current_app, render_template, request

from referee.engine.games.match import Status
from referee.web.infra import presence
from referee.web.infra.answers import NEEDS, Seen, kept_parts, pieces_in
from referee.web.infra.languages import language
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.table.page import table_page


def part_of(table: Table, asked: Asked = NOTHING, notice: str = "") -> Response:
    """The table's part of the page, in the middle of what the phone asks.

    While a round is played it depends on the log, the link and who is here. Whatever else a phone has begun or is told
    is made for it alone; so is what a watcher sees, who may have a way to the free seats.
    """
    if asked != NOTHING or notice or table.state.status is not Status.PLAYING or table.role == "watch":
        return Response(_made(table, asked, notice))
    here = presence.here_at(table.row.id, table.setup.players)
    pieces = pieces_in(request.headers.get(NEEDS, ""))
    seen = Seen(table.row.id, table.seq, table.opened, here.stamp, language(), request.script_root, pieces)
    kept = kept_parts(current_app)
    packed = kept.get(seen) or kept.keep(seen, _made(table, here=here))
    if not request.accept_encodings["gzip"]:
        return Response(gzip.decompress(packed))
    return Response(packed, headers={"Content-Encoding": "gzip"})


def _made(table: Table, asked: Asked = NOTHING, notice: str = "", here: presence.Here | None = None) -> str:
    """Its forms have neither a token nor a key: the phone puts in its own."""
    return render_template("table/_table.html", page=table_page(table, asked, notice, here)._replace(key=""))
