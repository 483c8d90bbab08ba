"""Before the first tile of a round: how many tiles everybody takes, who opens, and the house rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.games.line.rounds import openers
from referee.engine.games.line.state import LineMatch, line_match
from referee.engine.games.match import State
from referee.engine.messages import _, _n, capital, marked, number_word
from referee.engine.rulings import Rule
from referee.web.parts.before_round import page_before_round, sub_before_round
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import TablePage

_ASKED = {
    "lot": marked("Who drew the most pips and opens?"),
    "youngest": marked("Who is the youngest and opens?"),
    "agreed": marked("Who opens?"),
    "starter": marked("Who goes first?"),
}


def names_opener(state: LineMatch) -> bool:
    """Whether the table has to name who opens the next round."""
    seats, _any_tile = openers(state)
    opening = state.setup.variant.opening
    return not seats and (opening.is_named_by_table or opening.double_lies_first)


def opens_again(state: State) -> str:
    """Who opens a rematch if the table names its first opener: who would have opened another round."""
    match = line_match(state)
    opening = match.setup.variant.opening
    seats, _any_tile = openers(match)
    is_named = opening.is_named_by_table or opening.double_lies_first
    return match.setup.players[seats[0]] if seats and is_named else ""


def before_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """What is agreed before the first tile of the next round."""
    setup = table.match.setup
    return page_before_round(
        table,
        sub_before_round(table, common),
        title=capital(
            _n("{count} tile each", "{count} tiles each", setup.hand, count=number_word(setup.hand))
        ),
        sub=_sleep_words(len(setup.tiles) - setup.hand * len(setup.players)),
        rules=_rules(table),
        openers=setup.players if names_opener(table.match) else (),
        ask=_(_ASKED.get(setup.variant.opening.opening, "Who opens?")),
    )


def _sleep_words(sleeping: int) -> str:
    if not sleeping:
        return _("All tiles are dealt.")
    return _n("{n} stays in the boneyard.", "{n} stay in the boneyard.", sleeping)


def _rules(table: Table) -> list[Rule]:
    """Who opens and how."""
    setup = table.match.setup
    opening = setup.variant.opening
    if openers(table.match)[0]:
        rules = [opening.rule("next_opener")]
    else:
        rules = [opening.rule("opening")]
        if opening.by_double:
            rules.append(opening.rule("no_double"))
        elif opening.by_lot:
            rules.append(opening.rule("lot_tie"))
    return rules
