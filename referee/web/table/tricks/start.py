"""Before a hand of a trick game: what everybody takes, who speaks first, and the rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.games.match import State
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.messages import Listed, _
from referee.web.parts.actions import correcting
from referee.web.parts.chapters import chapters_shown, house_lines
from referee.web.parts.citations import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING
from referee.web.parts.switches import table_of
from referee.web.parts.table_views import Action, Before, LinkView, TablePage
from referee.web.parts.telling_result import without_tiles
from referee.web.table.tricks.facts import match_of, tiles_each


def next_number(match: TrickMatch) -> int:
    """The number of the next round."""
    return len(match.rounds) + 1


def next_dealer(match: TrickMatch) -> tuple[str, str]:
    """Who deals next, and who then speaks first, as the deal goes round; the first deal is the table's to settle."""
    names = match.setup.players
    if match.round is None:
        return names[-1], names[0]
    dealer = match.round.opener
    return names[dealer], names[match.setup.seat_after(dealer)]


def opens_again(state: State) -> str:
    """Who speaks first in a rematch: the deal goes on round the table."""
    assert isinstance(state, TrickMatch)
    return next_dealer(state)[1] if state.round is not None else ""


def before_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """What is agreed before a hand: the table names who sits left of the dealer."""
    match = match_of(table)
    setup, auction = match.setup, match.setup.variant.auction
    number = next_number(match)
    chapters = chapters_shown(setup.variant, table_of(setup), setup.printed)
    dealer, first = next_dealer(match)
    again = str(common["step"].get("opener", "")) if match.round is None else ""
    sub = _("All 28 are dealt. Partners sit opposite: {sides}.", sides=Listed(setup.sides))
    if match.round is not None:
        sub = _("It is {dealer}'s turn to deal; {name} bids first.", dealer=dealer, name=first)
    before = Before(
        title=tiles_each(match),
        sub=sub,
        rules=tuple(cited(table, auction.rule(name)) for name in ("speaking", "dealing")),
        house=house_lines(chapters),
        unclear=tuple(_(each) for each in setup.variant.unclear),
        chapters=chapters,
        openers=setup.players,
        ask=_("Who bids first?"),
        next_opener=again if again in setup.players else "",
        ways=without_tiles(table),
    )
    bar: tuple[Action, ...] = tuple(correcting(table))
    if match.round is not None:
        bar = (LinkView(label=_("Back"), href=NOTHING.href(table.link)),)
    return TablePage(
        **{
            **common,
            "sub": str(common["sub"]) if match.round is None else _("Round {number}", number=number),
        },
        screen="before",
        template="table/_before.html",
        before=before,
        bar=bar,
        round_number=number,
    )
