"""The table's page as one phone shows it, for a seat or a watcher, and how much of its step survives news.

The table's part is the same for all phones that use the same link, so it is rendered once and cached.
"""

import gzip
import secrets
from typing import NamedTuple

from flask import Response, current_app, render_template, request, url_for

from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.web.context import store
from referee.web.families import family_of
from referee.web.infra import presence
from referee.web.infra.responses import NEEDS, PartialKey, is_needed, kept_parts, pieces_in
from referee.web.infra.visitors import language
from referee.web.parts.actions import correcting
from referee.web.parts.flags import proved_chip
from referee.web.parts.join_code import brought_code
from referee.web.parts.logbook import LogLine, moves_of, news
from referee.web.parts.open_tables import Table, holds_record, open_book
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.pictures import symbols_of
from referee.web.parts.submit import LOCKED, may_say, own_event
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import LinkView
from referee.web.table.confirming import with_confirming
from referee.web.table.practice import coach_of

MOVES = 3  # rows that a watcher sees


class Watching(NamedTuple):
    """What a phone that only watches or waits shows below the turn: the moves before the last one, and to a watcher the
    link to the free seats."""

    moves: tuple[LogLine, ...]
    seat: str


def seat_to_take(table: Table) -> str:
    """The link to the free seats, for a phone that joined by code; "" if it did not, or if no seat is free."""
    code = brought_code(table)
    if code is None or table.state.status is Status.MATCH_OVER:
        return ""
    here = presence.presence().links(table.row.id)
    seats = (each for each in store().links.of(table.row.id) if each.seat is not None)
    is_free = any(not (each.taken or each.id in here) for each in seats)
    return url_for("joining.ask", code=code.text) if is_free else ""


def watching_of(table: Table) -> Watching:
    """The extra content of the page for a watch-only link."""
    return Watching(moves=moves_of(table)[:MOVES], seat=seat_to_take(table))


def carried(table: Table, asked: Asked, seen: int) -> tuple[Asked, str]:
    """As much of the phone's step as still makes sense after the news, and the notice about that news."""
    if asked == NOTHING:
        return asked, ""
    asked = asked.judged(table.log)
    if any(each.number > seen for each in table.log.corrections):  # some of what the phone saw is corrected
        kept = Asked(half=asked.half)
    else:
        kept = family_of(table).keep(table, asked, table.log.state_before(seen + 1))
    told = news(table, seen)
    return kept, told if kept == asked else f"{told} {_('The entry you had begun no longer fits.')}".lstrip()


def page_for_seat(table: Table, seat: int, asked: Asked, common: TablePage) -> TablePage:
    """The page for the player at one seat. In another player's turn it is the watcher's page
    plus the seat's own calls and its undo buttons."""
    name, family = table.setup.players[seat], family_of(table)
    asked = _own(table, name, asked)
    page = family.page(table, asked, common)
    if page.amounts is not None:
        if name not in page.amounts.callers:
            return page_for_seat(table, seat, asked._replace(call=""), common)
        return page._replace(amounts=page.amounts._replace(callers=(name,)))
    if page.screen == "play" and not page.by:
        page = page._replace(by=name)
    elif page.screen in ("play", "stakes", "hands") and page.by not in ("", name):
        seen = family.page(table._replace(role="watch"), asked, common)
        moves = watching_of(table)._replace(seat="")
        return seen._replace(
            by=name,
            words=page.words,
            picker=None,
            bar=tuple(correcting(table)),
            watching=moves,
            ahead=page.ahead,
        )
    if page.more_hands and family.page(table, Asked(hand=name), common).by != name:
        page = page._replace(more_hands="")
    return page._replace(
        hands=tuple(row if row.name == name else row._replace(href="") for row in page.hands),
        bar=tuple(each for each in page.bar if getattr(each, "name", "") != "stand"),
    )


def addressed_to(page: TablePage, table: Table, seat: int) -> TablePage:
    """The page of a seat, addressed to its player: says if it is their turn, or if they are next."""
    sides = (
        side._replace(seats=tuple(each._replace(you=each.name == page.me) for each in side.seats))
        for side in page.sides
    )
    page = page._replace(sides=tuple(sides))
    if page.me == page.to_act and page.screen in ("play", "stakes"):
        return page._replace(is_mine=True, turn=_("Your turn, {name}", name=page.me), tab=_("Your turn"))
    if page.screen == "play" and page.turn and family_of(table).next_to_act(table.state) == seat:
        return page._replace(beside=_("You are next, {name}", name=page.me))
    return page


def _own(table: Table, name: str, asked: Asked) -> Asked:
    """The phone's step, cut down to what the seat may do."""
    tried = own_event(table, asked.tried) if asked.tried is not None else None
    if tried is not None and may_say(table, tried) is not None:
        tried = None
    shows = asked.hand or (table.state.status is Status.REVEAL and not table.state.claims_are_open)
    theirs = asked if asked.hand in ("", name) else asked._replace(shown=())
    return theirs._replace(tried=tried, who="", hand=name if shows else "")


def table_page(
    table: Table, asked: Asked = NOTHING, notice: str = "", here: presence.Here | None = None
) -> TablePage:
    """Everything the table's page shows for the link that opened it; `here` is who is at the table, if known."""
    if not notice and table.row.locked and table.role in ("keep", "seat"):
        notice = _(LOCKED)
    asked = asked.judged(table.log)
    here = here or presence.here_at(table.row.id, table.setup.players)
    seat = table.seat
    common = _common_of(table, asked, notice)
    if seat is not None and table.may_write:
        found = page_for_seat(table, seat, asked, common)
    else:
        found = family_of(table).page(table, asked, common)
        if table.role == "watch":
            found = found._replace(watching=watching_of(table))
        if table.row.practice and table.may_write:
            found = found._replace(coach=coach_of(table))
    found = found._replace(here=here)
    if found.screen == "settled" and found.settlement is not None and len(table.setup.players) > 1:
        found = with_confirming(table, found, found.settlement)
    return found if seat is None else addressed_to(found, table, seat)


def _common_of(table: Table, asked: Asked, notice: str) -> TablePage:
    """What the page shows in every game. It has no form key: only a whole page gets one."""
    moves: tuple[LogLine, ...] = ()
    # A lone player knows the moves, and a trick game lists its tricks instead.
    has_none = len(table.setup.players) < 2 or table.setup.takes_tricks
    if not has_none and table.may_write and table.state.status is Status.PLAYING and is_needed("moves"):
        moves = open_book().once(table, f"moves {language()}", lambda: moves_of(table))
    return TablePage(
        link=table.link,
        seq=table.seq,
        title=str(table.setup.variant.title),
        may_write=table.may_write,
        me="" if table.seat is None else table.setup.players[table.seat],
        to_act="" if table.state.to_act is None else table.setup.players[table.state.to_act],
        notice=notice,
        ask=_asked_or_read(table, asked),
        moves=moves,
        proved=proved_chip(table) if table.state.flags else None,
        step=asked.args(),
    )


def _asked_or_read(table: Table, asked: Asked) -> LinkView:
    """The link to the referee's answers, at once to that about the tile that was just tried, if any; or where the game
    has no answers, to its rules at this table."""
    if family_of(table).is_asked:
        tried = asked.args().get("tried")
        about = {"q": "may", "tile": asked.tried["play"]} if asked.tried and "play" in asked.tried else {}
        return LinkView(
            label=_("Ask the referee"), href=url_for("disputes.ask", link=table.link, tried=tried, **about)
        )
    return LinkView(label=_("The rules of this game"), href=url_for("rulebook.table_rules", link=table.link))


def whole_page(table: Table, asked: Asked, notice: str = "") -> str:
    """The whole page of the table, including its form key."""
    return render_template(
        "table/table.html",
        page=table_page(table, asked, notice)._replace(key=secrets.token_urlsafe(12)),
        symbols=symbols_of(table),
        sheet=family_of(table).sheet,
        is_held=holds_record(table.row, table.role),
    )


def part_of(table: Table, asked: Asked = NOTHING, notice: str = "") -> Response:
    """The table's part of the page, at the phone's current step. Its forms have neither a token nor a key: the phone
    fills in its own.

    During a round it depends only on the log, the link and who is here, so it is cached. A phone with a step or a notice
    gets its own render; so does a watcher, whose page may link to the free seats.
    """
    if asked != NOTHING or notice or table.state.status is not Status.PLAYING or table.role == "watch":
        return Response(render_template("table/_table.html", page=table_page(table, asked, notice)))
    here = presence.here_at(table.row.id, table.setup.players)
    pieces = pieces_in(request.headers.get(NEEDS, ""))
    seen = PartialKey(
        table.row.id, table.seq, table.opened, here.stamp, language(), request.script_root, pieces
    )
    kept = kept_parts(current_app)
    packed = kept.get(seen) or kept.keep(
        seen, render_template("table/_table.html", page=table_page(table, here=here))
    )
    if not request.accept_encodings["gzip"]:
        return Response(gzip.decompress(packed))
    return Response(packed, headers={"Content-Encoding": "gzip"})
