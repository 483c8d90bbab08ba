"""Before the first tile of a round: how many tiles everybody takes, who opens, and the house rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.games.line.rounds import next_opener
from referee.engine.games.line.state import LineMatch, line_match
from referee.engine.games.match import State
from referee.engine.messages import _, _n, capital, marked, number_word
from referee.engine.rulings import Rule
from referee.web.parts.actions import correcting
from referee.web.parts.chapters import chapters_shown, house_lines
from referee.web.parts.citations import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING
from referee.web.parts.switches import table_of
from referee.web.parts.table_views import Action, Before, LinkView, Press, TablePage
from referee.web.parts.telling_result import without_tiles

_ASKED = {
    "lot": marked("Who drew the most pips and opens?"),
    "youngest": marked("Who is the youngest and opens?"),
    "agreed": marked("Who opens?"),
    "starter": marked("Who goes first?"),
}


def names_opener(state: LineMatch) -> bool:
    """Whether the table has to name who opens the next round."""
    seat, _why = next_opener(state)
    opening = state.setup.variant.opening
    return seat is None and (opening.is_named_by_table or opening.double_lies_first)


def opens_again(state: State) -> str:
    """Who opens a rematch where the table names its first opener: who would have opened another round."""
    match = line_match(state)
    opening = match.setup.variant.opening
    seat, _why = next_opener(match)
    is_named = opening.is_named_by_table or opening.double_lies_first
    return match.setup.players[seat] if seat is not None and is_named else ""


def next_number(state: LineMatch) -> int:
    """The number of the next round."""
    return len(state.rounds) + 1


def before_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """What is agreed before the first tile of the next round."""
    state = table.match
    setup = table.match.setup
    number = next_number(state)
    sleeping = len(setup.tiles) - setup.hand * len(setup.players)
    asks = names_opener(state)
    again = str(common["step"].get("opener", "")) if asks and state.round is None else ""
    chapters = chapters_shown(setup.variant, table_of(setup), setup.printed)
    before = Before(
        title=capital(
            _n("{count} tile each", "{count} tiles each", setup.hand, count=number_word(setup.hand))
        ),
        sub=_sleep_words(sleeping),
        rules=tuple(cited(table, rule) for rule in _rules(table)),
        house=house_lines(chapters),
        unclear=tuple(_(each) for each in setup.variant.unclear),
        chapters=chapters,
        openers=setup.players if asks else (),
        ask=_(_ASKED.get(setup.variant.opening.opening, "Who opens?")) if asks else "",
        next_opener=again if again in setup.players else "",
        ways=without_tiles(table),
    )
    bar: list[Action] = []
    if not asks:
        bar.append(Press(label=_("The tiles are dealt"), name="round", value=str(number), tone="main"))
    if state.round is not None:
        bar.append(LinkView(label=_("Back"), href=NOTHING.href(table.link)))
    else:
        bar += correcting(table)
    sub = str(common["sub"]) if state.round is None else _("Round {number}", number=number)
    return TablePage(
        **{**common, "sub": sub},
        screen="before",
        template="table/_before.html",
        before=before,
        bar=tuple(bar),
        round_number=number,
    )


def _sleep_words(sleeping: int) -> str:
    if not sleeping:
        return _("All tiles are dealt.")
    return _n("{n} stays in the boneyard.", "{n} stay in the boneyard.", sleeping)


def _rules(table: Table) -> list[Rule]:
    """Who opens and how."""
    setup = table.match.setup
    seat, _why = next_opener(table.match)
    opening = setup.variant.opening
    if seat is not None:
        rules = [opening.rule("next_opener")]
    else:
        rules = [opening.rule("opening")]
        if opening.by_double:
            rules.append(opening.rule("no_double"))
        elif opening.by_lot:
            rules.append(opening.rule("lot_tie"))
    return rules
