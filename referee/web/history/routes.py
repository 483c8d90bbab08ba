"""The pages of a table's log: the whole list, and a round on one page of paper."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from referee.engine.games.phrases import listed
from referee.engine.messages import _
from referee.reports.agreed import facts_of, house_rules
from referee.reports.rounds import round_summary
from referee.reports.sections import section_of
from referee.web.families import family_of
from referee.web.history.log_page import log_page
from referee.web.parts.beside_paper import PAPERS, beside_round
from referee.web.parts.logbook import entries_to, told_in_log, when_of
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.page_views import RoundPaper
from referee.web.parts.pictures import symbols_of

history = Blueprint("history", __name__)


@history.get("/t/<link>/log")
def log(link: str) -> ResponseReturnValue:
    """All that was said at the table, in pieces: the last one, or the one before the event `before`."""
    table = open_table(link)
    page = log_page(
        table,
        notice=told_in_log(table),
        decides="decide" in request.args,
        voids="void" in request.args,
        before=max(0, request.args.get("before", default=0, type=int)),
    )
    return render_template("history/log.html", page=page, symbols=symbols_of(table))


@history.get("/t/<link>/round/<int:number>")
def summary(link: str, number: int) -> ResponseReturnValue:
    """One round on one page of paper."""
    table = open_table(link)
    asked = request.args.get("paper", "")
    size = asked if asked in PAPERS else "a4"
    printed, told = round_paper(table, number, size), round_summary(table.log, number)
    if printed is None or told is None:
        abort(404)
    beside = beside_round(table, told, size)
    return render_template("history/round.html", page=printed, symbols=symbols_of(table), off_paper=beside)


def round_paper(table: Table, number: int, size: str) -> RoundPaper | None:
    """A settled round on one page, of a size in PAPERS; None if no such round was settled."""
    section = section_of(table.log, number)
    if section is None or not section.is_settled:
        return None
    entries = entries_to(table.log, section)
    paper, setup = family_of(table).paper(table, section, entries), entries[-1].state.setup
    players = str(listed(setup.sides if setup.takes_tricks else setup.players))
    if len(setup.players) > 1 and not setup.takes_tricks:
        players = _("{players}, clockwise", players=players)
    return paper._replace(
        title=str(setup.variant.title),
        facts=paper.facts or facts_of(setup),
        round_title=paper.round_title or _("Round {number}", number=number),
        when=f"{when_of(table)} · {players}",
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup))
        if paper.house_rules is None
        else paper.house_rules,
        signatures=setup.players,
        paper=size,
    )
