"""Before a round of trains: how many tiles everybody takes, with which double it begins, and the rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.messages import _, _n, capital, number_word
from referee.web.parts.actions import correcting
from referee.web.parts.chapters import chapters_shown, house_lines
from referee.web.parts.citations import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING
from referee.web.parts.switches import table_of
from referee.web.parts.table_views import Action, Before, LinkView, Press, TablePage
from referee.web.table.trains.facts import match_of, next_number


def asks_who_begins(table: Table) -> bool:
    """Whether the table names who begins: in the first round, where the double lies before the deal."""
    match = match_of(table)
    return match.setup.variant.opening.lies_first and match.round is None


def before_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """What is agreed before the first tile of the next round."""
    match = match_of(table)
    setup, opening, number = match.setup, match.setup.variant.opening, next_number(match)
    chapters = chapters_shown(setup.variant, table_of(setup), setup.printed)
    double = setup.double(opening.number_of(match.rounds_counted, setup.tiles.high))
    sub = (
        _("It begins with the highest double.")
        if opening.by_highest
        else _("It begins with {tile}.", tile=double)
    )
    asks = asks_who_begins(table)
    again = str(common["step"].get("opener", "")) if asks and match.round is None else ""
    before = Before(
        title=capital(
            _n("{count} tile each", "{count} tiles each", setup.hand, count=number_word(setup.hand))
        ),
        sub=sub,
        rules=tuple(
            cited(table, setup.variant.rule(name)) for name in ("opening", "no_double")[: 1 if asks else 2]
        ),
        house=house_lines(chapters),
        unclear=tuple(_(each) for each in setup.variant.unclear),
        chapters=chapters,
        openers=setup.players if asks else (),
        ask=_("Who goes first?") if asks else "",
        next_opener=again if again in setup.players else "",
    )
    bar: list[Action] = []
    if not asks:
        bar.append(Press(label=_("The tiles are dealt"), name="round", value=str(number), tone="main"))
    if match.round is not None:
        bar.append(LinkView(label=_("Back"), href=NOTHING.href(table.link)))
    else:
        bar += correcting(table)
    return TablePage(
        **{**common, "sub": _("Round {number}", number=number)},
        screen="before",
        template="table/_before.html",
        before=before,
        bar=tuple(bar),
        round_number=number,
    )
