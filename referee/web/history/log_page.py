"""All that was said, as a list; and the page of paper for each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flask import url_for

from referee.engine.games.match import Status
from referee.engine.messages import _, _p
from referee.storage.rows import Link
from referee.web.context import store
from referee.web.parts.logbook import Piece, judged_at, piece_before
from referee.web.parts.margin import lines_of, margin_of, told
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine, LogPage, RoundLog
from referee.web.parts.pending_entry import Asked
from referee.web.parts.previews import change_of
from referee.web.parts.submit import envelope_of
from referee.web.parts.telling_result import without_tiles


def line_of(table: Table, number: int) -> LogLine | None:
    """One entry in force as the list shows it; None for any other."""
    judged = judged_at(table.log, number)
    return lines_of(table, [judged])[0] if judged is not None and judged.entry else None


def log_page(
    table: Table, notice: str = "", *, decides: bool = False, voids: bool = False, before: int = 0
) -> LogPage:
    """What was said last, or before event `before`, the last round first, and the way to what was said earlier.

    `decides` opens what the table may decide; `voids` asks whether to void the round in play.
    """
    piece, state = piece_before(table.log, before or table.seq + 1), table.state
    may_void = state.status in (Status.PLAYING, Status.REVEAL)
    return LogPage(
        title=str(table.setup.variant.title),
        back=url_for("rounds.show", link=table.link),
        form=envelope_of(table),
        rounds=tuple(_rounds(table, piece)),
        earlier=url_for("history.log", link=table.link, before=piece.earlier) if piece.earlier else "",
        latest=url_for("history.log", link=table.link) if piece.last < table.seq and before else "",
        may_write=table.may_correct,
        sides=table.setup.sides if table.log.entries and state.status is not Status.MATCH_OVER else (),
        may_void=may_void,
        void=change_of(table, {"void": True}) if voids and may_void and table.may_correct else None,
        out_of_turn=_out_of_turn(table),
        notice=notice,
        decides=decides,
        ways=without_tiles(table),
    )


def _rounds(table: Table, piece: Piece) -> Iterator[RoundLog]:
    """The rounds of the piece, each line with who entered it and the way to its corrections."""
    entered, margin = _entered(table, piece), margin_of(table)
    given_back = store().notes.given_back(table.row.id)
    for part in piece.parts:
        lines = []
        for line in told(table, part.judged, margin):
            by = _entered_by(table, entered.get(line.number), line.by)
            if line.number in given_back:
                by = _("given back by a phone")
            lines.append(_with_way(table, line._replace(entered=by)))
        title = _("Round {number}", number=part.number) if part.number else _p("the first round", "Before")
        paper = url_for("history.summary", link=table.link, number=part.number) if part.is_settled else ""
        yield RoundLog(number=part.number, title=title, lines=tuple(lines), href=paper)


def _entered(table: Table, piece: Piece) -> Mapping[int, Link]:
    """Who entered the events of the piece; nobody if one phone enters everything."""
    links = store().links
    return (
        links.entered(table.row.id, piece.first, piece.last) if links.have_entered(table.row.id) > 1 else {}
    )


def _entered_by(table: Table, link: Link | None, by: str) -> str:
    """Who entered it, unless the entry is the seat's own move."""
    if link is None:
        return ""
    if link.seat is None:
        return _("entered by the keeper") if link.role == "keep" else _("entered by the owner")
    name = table.setup.players[link.seat]
    return "" if name == by else _("entered by {name}", name=name)


def _out_of_turn(table: Table) -> tuple[tuple[str, str], ...]:
    """Who may have acted though it was another's turn, each with the way to say so."""
    turn = table.state.to_act
    if turn is None or not table.state.lays_in_turn:
        return ()
    others = [name for seat, name in enumerate(table.setup.players) if seat != turn]
    return tuple((name, Asked(who=name).href(table.link)) for name in others)


def _with_way(table: Table, line: LogLine) -> LogLine:
    """The line of an entry in force with the way to its corrections, if this link may make them."""
    if line.struck or line.corrects or not table.may_correct:
        return line
    return line._replace(href=url_for("entries.show", link=table.link, number=line.number))
