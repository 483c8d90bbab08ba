"""A whole match on one page of paper: all rounds, the scores as they ran, who won by what rule, the best plays."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.drawing.score_lines import Frame, Scores, scores_svg
from referee.engine.games.match import Status
from referee.engine.games.phrases import listed
from referee.engine.messages import _, _n
from referee.export.about import About
from referee.export.table_files import as_written
from referee.reports import MatchSummary, match_summary
from referee.reports.matches import RoundRow
from referee.web.infra.budget import spend
from referee.web.parts.beside_paper import beside_match
from referee.web.parts.citations import cited
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pictures import drawn
from referee.web.parts.table_views import NOTHING_DRAWN, Cited

matchsheet = Blueprint("matchsheet", __name__)

_FRAME = Frame(480, 160, 12, 100)
_WIDE = 4  # sides; if there are more, a round's own points are left out beside the scores


class MatchFigure(NamedTuple):
    """What a side made in a round, and its score after it."""

    made: str
    score: int


class RoundLine(NamedTuple):
    """A round in a line, and the way to its summary."""

    number: int
    href: str
    words: str
    figures: tuple[MatchFigure, ...]


class Total(NamedTuple):
    """A side's score as it stands."""

    name: str
    score: int
    won: bool


class Best(NamedTuple):
    """One of the best plays."""

    points: str
    by: str
    text: str
    where: str


class MatchSheet(NamedTuple):
    """The match as it is printed; `totals` are empty if the game keeps no score, `plot` before there is one."""

    title: str
    facts: str
    when: str
    result: str
    is_over: bool
    rule: Cited | None
    played: str
    house_rules: tuple[str, ...]
    plot: Markup
    rounds: tuple[RoundLine, ...]
    totals: tuple[Total, ...]
    going_on: str
    best: tuple[Best, ...]
    flags: tuple[str, ...]
    signatures: tuple[str, ...]
    paper: str


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
    sides = match.sides if match.keeps_score else ()
    totals = tuple(
        Total(name=name, score=match.scores[place], won=match.winner == place)
        for place, name in enumerate(sides)
    )
    return MatchSheet(
        title=str(table.setup.variant.title),
        facts=match.facts,
        when=" · ".join(each for each in (told.day, told.place, str(listed(match.players))) if each),
        result=_result(match),
        is_over=match.is_over,
        rule=cited(table, match.rule) if match.rule is not None else None,
        played=_played(match, told),
        house_rules=match.house_rules,
        plot=_plot(match),
        rounds=tuple(_line(table, row, len(sides)) for row in match.rounds),
        totals=totals,
        going_on=_going_on(table),
        best=tuple(
            Best(
                points=f"{each.points:+d}",
                by=each.by,
                text=each.text,
                where=_("round {round}, entry {entry}", round=each.round, entry=each.number),
            )
            for each in match.best
        ),
        flags=match.flags,
        signatures=match.players,
        paper=paper,
    )


def _result(match: MatchSummary) -> str:
    """Who won, or how it stands; a solitaire has nobody to lead, so it tells how often it was won."""
    if len(match.sides) > 1 or match.winner is not None:
        return match.result if match.rounds or match.keeps_score else _("Nothing is settled yet")
    return _n("1 game played", "{n} games played", len(match.rounds))


def _played(match: MatchSummary, told: About) -> str:
    found = [_n("1 round", "{n} rounds", len(match.rounds)), _n("1 entry", "{n} entries", match.events)]
    return ", ".join([*found, *([_("played in {time}", time=told.played)] if told.played else [])])


def _going_on(table: Table) -> str:
    """The round that is being played, which is not on the sheet yet."""
    if table.state.status not in (Status.PLAYING, Status.REVEAL):
        return ""
    return _("Round {number} is being played.", number=len(table.state.rounds) + 1)


def _plot(match: MatchSummary) -> Markup:
    if not match.has_plot:
        return NOTHING_DRAWN
    return drawn(scores_svg(Scores(match.sides, match.ran, match.target, match.winner), _FRAME))


def _line(table: Table, row: RoundRow, sides: int) -> RoundLine:
    words = dict.fromkeys(str(each).removesuffix(".") for each in (row.title, row.how) if each)
    figures = tuple(
        MatchFigure(made=f"{made:+d}" if made and sides <= _WIDE else "", score=score)
        for made, score in zip(row.made, row.scores, strict=True)
    )
    return RoundLine(
        number=row.number,
        href=url_for("history.summary", link=table.link, number=row.number),
        words=". ".join(words),
        figures=figures if sides else (),
    )
