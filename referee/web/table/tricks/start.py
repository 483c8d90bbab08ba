"""Before a hand of a trick game: what everybody takes, who speaks first, and the rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.games.match import State
from referee.engine.games.tricks.state import TrickMatch, trick_match
from referee.engine.messages import Listed, _
from referee.web.parts.before_round import page_before_round, sub_before_round
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import TablePage
from referee.web.table.tricks.facts import match_of, tiles_each


def next_dealer(match: TrickMatch) -> tuple[str, str]:
    """Who deals next, and who then speaks first, as the deal goes round; the first deal is the table's to settle."""
    names = match.setup.players
    if match.round is None:
        return names[-1], names[0]
    dealer = match.round.opener
    return names[dealer], names[match.setup.seat_after(dealer)]


def opens_again(state: State) -> str:
    """Who speaks first in a rematch: the deal goes on round the table."""
    return next_dealer(trick_match(state))[1] if state.round is not None else ""


def before_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """What is agreed before a hand: the table names who sits left of the dealer."""
    match = match_of(table)
    auction = match.setup.variant.auction
    sub = _("All 28 are dealt. Partners sit opposite: {sides}.", sides=Listed(match.setup.sides))
    if match.round is not None:
        dealer, first = next_dealer(match)
        sub = _("It is {dealer}'s turn to deal; {name} bids first.", dealer=dealer, name=first)
    return page_before_round(
        table,
        sub_before_round(table, common),
        title=tiles_each(match),
        sub=sub,
        rules=(auction.rule("speaking"), auction.rule("dealing")),
        openers=match.setup.players,
        ask=_("Who bids first?"),
    )
