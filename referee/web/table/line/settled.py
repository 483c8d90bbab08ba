"""The settlement of a round of a line game, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import url_for

from referee.engine.explain.open_questions import left_open
from referee.engine.games.line.rounds import openers
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State, Status
from referee.engine.messages import _
from referee.web.parts.before_round import next_number
from referee.web.parts.hands import hidden_hands
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import both_ends
from referee.web.parts.results import page_of_result, papers_of, result_of
from referee.web.parts.table_views import Action, LinkView, Press, TablePage
from referee.web.parts.telling_result import without_tiles
from referee.web.table.line.start import names_opener


def settled_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """The round as it was settled, and what comes next."""
    state = table.match
    current = state.current
    assert current.settled is not None
    hidden = hidden_hands(state) if current.settled.how != "void" else []
    settlement = result_of(table, current.number)._replace(
        links=(*_onward(table), *papers_of(table, current.number)),
    )
    ends = None
    if any(each.kind == "capicua" for each in current.settled.premios):
        ends = both_ends(current.layout)
        settlement = settlement._replace(lies="table/line/_capicua.html")
    onward = _next(state, table.link)
    return page_of_result(table, common, settlement, current.number, onward, hidden=hidden, face=ends)


def _onward(table: Table) -> tuple[LinkView, ...]:
    """Links for a player who does not agree."""
    link = table.link
    found = [
        LinkView(label=_("What other sheets say"), href=url_for("disputes.elsewhere", link=link), away=True)
    ]
    if open_book().once(table, "left open", lambda: bool(left_open(table.log))):
        found.append(
            LinkView(
                label=_("The sheet leaves this open"), href=url_for("disputes.left", link=link), away=True
            )
        )
    if table.may_correct and table.state.status is not Status.MATCH_OVER:
        href = url_for("history.log", link=link, decide=1, _anchor="decide")
        found.append(LinkView(label=_("Change something"), href=href, away=True))
    return (*found, *without_tiles(table))


def _next(state: LineMatch, link: str) -> tuple[Action, ...]:
    if names_opener(state):
        return (LinkView(label=_("Next round"), href=Asked(deal=True).href(link), tone="main"),)
    seats, _any_tile = openers(state)
    leads = _("{name} leads", name=state.setup.players[seats[0]]) if len(seats) == 1 else ""
    return (
        Press(label=_("Next round"), name="round", value=str(next_number(state)), sub=leads, tone="main"),
    )


def result_line(state: State) -> str:
    """A table in one line, for the list of tables."""
    setup = state.setup
    if state.status is Status.MATCH_OVER:
        if state.winner is None:
            return _("Nobody won")
        return _("{name} won", name=setup.sides[state.winner])
    return " · ".join(str(each) for each in state.scores)
