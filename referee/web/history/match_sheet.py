"""A whole match on one page of paper: all rounds, the scores as they ran, who won by what rule, the best plays."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.drawing.score_lines import Frame
from referee.engine.games.match import Status
from referee.engine.games.phrases import listed
from referee.engine.messages import _, _n
from referee.export.table_files import as_written
from referee.export.texts import played_text
from referee.reports.matches import MatchSummary, match_summary
from referee.web.infra.giving_way import spend
from referee.web.parts.beside_paper import beside_match
from referee.web.parts.citations import cited
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.results import plot_of
from referee.web.parts.table_views import Cited

matchsheet = Blueprint("matchsheet", __name__)

_FRAME = Frame(480, 160, 12, 100)


class MatchSheet(NamedTuple):
    """What the sheet prints besides the `match` itself; `plot` is empty before there is one."""

    match: MatchSummary
    link: str
    when: str
    result: str
    rule: Cited | None
    played: str
    plot: Markup
    going_on: str
    paper: str

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides with a score; none if the game keeps none."""
        return self.match.sides if self.match.keeps_score else ()


@matchsheet.get("/t/<link>/match")
def show(link: str) -> ResponseReturnValue:
    """The match sheet, as far as the match has come."""
    table = open_table(link)
    paper = "letter" if request.args.get("paper") == "letter" else "a4"
    match = match_summary(table.log, spend)
    return render_template(
        "history/match_sheet.html",
        page=_sheet(table, match, paper),
        off_paper=beside_match(table, match, paper),
    )


def _sheet(table: Table, match: MatchSummary, paper: str) -> MatchSheet:
    told = as_written(table.row, table.rows, table.log).about
    return MatchSheet(
        match=match,
        link=table.link,
        when=" · ".join(each for each in (told.day, told.place, str(listed(match.players))) if each),
        result=_result(match),
        rule=cited(table, match.rule) if match.rule is not None else None,
        played=played_text(match, told),
        plot=plot_of(match, _FRAME),
        going_on=_going_on(table),
        paper=paper,
    )


def _result(match: MatchSummary) -> str:
    """Who won, or how it stands; of a solitaire, how many games were played."""
    if len(match.sides) > 1 or match.winner is not None:
        return match.result if match.rounds or match.keeps_score else _("Nothing is settled yet")
    return _n("1 game played", "{n} games played", len(match.rounds))


def _going_on(table: Table) -> str:
    """The round that is being played, which is not on the sheet yet."""
    if table.state.status not in (Status.PLAYING, Status.REVEAL):
        return ""
    return _("Round {number} is being played.", number=len(table.state.rounds) + 1)
