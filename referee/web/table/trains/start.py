"""Before a round of trains: how many tiles everybody takes, with which double it begins, and the rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.messages import _, _n, capital, number_word
from referee.web.parts.before_round import page_before_round, sub_before_round
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import TablePage
from referee.web.table.trains.facts import match_of


def asks_who_begins(table: Table) -> bool:
    """Whether the table names who begins: in the first round, if the double lies before the deal."""
    match = match_of(table)
    return match.setup.variant.opening.lies_first and match.round is None


def before_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """What is agreed before the first tile of the next round."""
    match = match_of(table)
    setup, opening = match.setup, match.setup.variant.opening
    double = setup.double(opening.number_of(match.rounds_counted, setup.tiles.high))
    asks = asks_who_begins(table)
    return page_before_round(
        table,
        sub_before_round(table, common),
        title=capital(
            _n("{count} tile each", "{count} tiles each", setup.hand, count=number_word(setup.hand))
        ),
        sub=_("It begins with the highest double.")
        if opening.by_highest
        else _("It begins with {tile}.", tile=double),
        rules=[setup.variant.rule(name) for name in ("opening", "no_double")[: 1 if asks else 2]],
        openers=setup.players if asks else (),
        ask=_("Who goes first?"),
    )
