"""The routes of a table's log: the list, and a round or the match on one page of paper."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.drawing.plots import PlotFrame
from referee.engine.games.match import ON, Status
from referee.engine.messages import Listed, _, _p, capital
from referee.export.about import about
from referee.export.paper.sizes import PAPERS, SHEETS
from referee.export.table_files import as_written
from referee.export.texts import played_text
from referee.reports.families import round_name
from referee.reports.matches import match_summary
from referee.reports.rounds import summary_of
from referee.reports.sections import said_before, section_of
from referee.storage.annotations import GIVEN_BACK
from referee.storage.rows import Link
from referee.web.context import store
from referee.web.families import family_of
from referee.web.history.beside_paper import beside_match, beside_round
from referee.web.history.pieces import Piece, piece_before
from referee.web.infra.giving_way import spend
from referee.web.parts.beside import page_beside
from referee.web.parts.flags import address_of_proofs
from referee.web.parts.last_ruling import cited
from referee.web.parts.logbook import LogLine, lines_of, margin_of, told, told_in_log, told_on_paper
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import symbols_of
from referee.web.parts.previews import Change, change_of
from referee.web.parts.settlement_views import Settlement, drawn_layout, plot_of, settlement_of, without_tiles
from referee.web.parts.table_views import LinkView


class RoundLog(NamedTuple):
    """The events of one round, with the addresses of its paper and of what is proved of it; "" if there is none."""

    title: str
    lines: tuple[LogLine, ...]
    href: str
    proved: str


class RoundPage(NamedTuple):
    """A settled round on paper: how it ended, what happened, and what the template of its family draws."""

    settlement: Settlement
    lines: tuple[LogLine, ...]
    face: object


class LogPage(NamedTuple):
    """One piece of the log, and the form for what the table decides outside the rules.

    `earlier` is the address of the piece before this one, `latest` of the last one; each is "" if there is none.
    """

    rounds: tuple[RoundLog, ...]
    sides: tuple[str, ...]
    may_void: bool
    void: Change | None
    out_of_turn: tuple[LinkView, ...]
    earlier: str
    latest: str
    notice: str
    decides: str
    ways: tuple[LinkView, ...]


def line_of(table: Table, number: int) -> LogLine | None:
    """The line of one entry in the list; None if it is not in force."""
    judged = next(said_before(table.log, number + 1), None)
    if judged is None or judged.number != number or judged.entry is None:
        return None
    return lines_of(table, [judged])[0]


def _log_page(table: Table, notice: str, *, decides: str, voids: bool, before: int) -> LogPage:
    """The latest piece of the log, or the one before event `before`, last round first, with a link to earlier pieces.

    `decides` unfolds what the table may decide; `voids` asks whether to void the round in play.
    """
    piece, state = piece_before(table.log, before or table.seq + 1), table.state
    turn = state.to_act if state.lays_in_turn else None
    players = table.setup.players if turn is not None else ()
    others = [name for seat, name in enumerate(players) if seat != turn]
    may_void = state.status in ON
    return LogPage(
        rounds=tuple(_rounds(table, piece)),
        earlier=url_for("history.log", link=table.link, before=piece.earlier) if piece.earlier else "",
        latest=url_for("history.log", link=table.link) if piece.last < table.seq and before else "",
        sides=table.setup.sides if table.log.entries and state.status is not Status.MATCH_OVER else (),
        may_void=may_void,
        void=change_of(table, {"void": True}) if voids and may_void and table.may_correct else None,
        out_of_turn=tuple(LinkView(name, Asked(who=name).href(table.link)) for name in others),
        notice=notice,
        decides=decides,
        ways=without_tiles(table),
    )


def _rounds(table: Table, piece: Piece) -> Iterator[RoundLog]:
    """The rounds of the piece; each line says who entered it and links to its correction."""
    links, margin = store().links, margin_of(table)
    entered: Mapping[int, Link] = {}  # stays empty if one phone enters everything
    seated: set[str] = set()
    if links.have_entered(table.row.id) > 1:
        entered = links.entered(table.row.id, piece.first, piece.last)
        seats = (each.seat for each in links.of(table.row.id) if each.taken)
        seated = {table.setup.players[seat] for seat in seats if seat is not None}
    given_back = store().notes.noted(table.row.id, GIVEN_BACK)
    for part in piece.parts:
        lines = []
        for line in told(table, part.judged, margin):
            by = _entered_by(table, entered.get(line.told.number), line.told.by, seated)
            if line.told.number in given_back:
                by = _("given back by a phone")
            href = ""
            if not line.told.struck and not line.corrects and table.may_correct:
                href = url_for("entries.show", link=table.link, number=line.told.number)
            lines.append(line._replace(entered=by, href=href))
        title = (
            capital(round_name(table.setup, part.number)) if part.number else _p("the first round", "Before")
        )
        paper = url_for("history.summary", link=table.link, number=part.number) if part.settled else ""
        yield RoundLog(
            title=title, lines=tuple(lines), href=paper, proved=address_of_proofs(table, part.number)
        )


def _entered_by(table: Table, link: Link | None, by: str, seated: Collection[str]) -> str:
    """Who entered it; "" if it is the seat's own move, or that of a player without a phone at a seat."""
    if link is None:
        return ""
    if link.seat is None:
        if by not in seated:
            return ""
        return _("entered by the keeper") if link.role == "keep" else _("entered by the owner")
    name = table.setup.players[link.seat]
    return "" if name == by else _("entered by {name}", name=name)


history = Blueprint("history", __name__)


@history.get("/t/<link>/log")
def log(link: str) -> ResponseReturnValue:
    """One piece of the log: the last one, or the one before event `before`."""
    table = open_table(link)
    page = _log_page(
        table,
        notice=told_in_log(table),
        decides=request.args.get("decide", ""),
        voids="void" in request.args,
        before=max(0, request.args.get("before", default=0, type=int)),
    )
    return page_beside(table, "history/log.html", page)


@history.get("/t/<link>/round/<int:number>")
def summary(link: str, number: int) -> ResponseReturnValue:
    """One round on one page of paper; the table, while the round is not settled."""
    table = open_table(link)
    asked = request.args.get("paper", "")
    size = asked if asked in PAPERS else "a4"
    section = section_of(table.log, number)
    told = summary_of(table.log, section) if section is not None else None
    if section is None or told is None:
        return redirect(url_for("rounds.show", link=link), 303)
    lies = family_of(table).printed(section)
    return render_template(
        "history/round.html",
        page=RoundPage(
            settlement_of(table, told)._replace(
                layout=drawn_layout(told, mark_last=False),
                lies=lies.template if lies is not None else "",
            ),
            told_on_paper(table, section.judged),
            lies.face if lies is not None else None,
        ),
        told=told,
        round_title=capital(told.name),
        when=about(table.row.header, table.row.day, ()).line(told.seated),
        size=size,
        symbols=symbols_of(table),
        off_paper=beside_round(table, told, size),
    )


matchsheet = Blueprint("matchsheet", __name__)

_FRAME = PlotFrame(480, 160, 12)


@matchsheet.get("/t/<link>/match")
def show(link: str) -> ResponseReturnValue:
    """The match sheet up to now."""
    table = open_table(link)
    asked = request.args.get("paper", "")
    paper = asked if asked in SHEETS else "a4"
    match = match_summary(table.log, spend)
    told = as_written(table.row, table.rows, table.log).about
    return render_template(
        "history/match_sheet.html",
        match=match,
        sides=match.sides if match.keeps_score else (),
        link=link,
        when=told.line(str(Listed(match.players))),
        rule=cited(table, match.rule) if match.rule is not None else None,
        played=played_text(match, told),
        plot=plot_of(match, _FRAME),
        paper=paper,
        off_paper=beside_match(table, match, paper),
    )
