"""Before a deal of poker: what everybody takes, how hands rank, and who speaks first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import url_for

from referee.engine.messages import _
from referee.web.parts.actions import correcting
from referee.web.parts.chapters import chapters_shown, house_lines
from referee.web.parts.citations import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, dumped
from referee.web.parts.switches import table_of
from referee.web.parts.table_views import Action, Before, LinkView, Press, TablePage
from referee.web.table.poker.sitting import has_stakes, poker_state, rules_of, speaks_first


def more_pages(key: str, link: str) -> tuple[tuple[str, str], ...]:
    """The page that lists the ranks, for a table or for the sheet's own rules."""
    address = url_for("ranks.table_ranks", link=link) if link else url_for("ranks.show", key=key)
    return ((_("The ranks, with tiles"), address),)


def next_deal(table: Table) -> tuple[Action, ...]:
    """The button that deals again, with who speaks first; where the table has to say who, the way to the question."""
    number = len(poker_state(table.state).rounds) + 1
    if not has_stakes(table):
        return (Press(label=_("Next deal"), name="round", value=str(number), tone="main"),)
    seat = speaks_first(table)
    if seat is None:
        href = NOTHING.href(table.link, deal=True)
        return (LinkView(label=_("Next deal"), href=href, tone="main"),)
    name = table.setup.players[seat]
    deal = {"round": number, "opener": name}
    return (
        Press(
            label=_("Next deal"),
            name="say",
            value=dumped(deal),
            sub=_("{name} acts first", name=name),
            tone="main",
        ),
    )


def before_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """What is agreed before a deal."""
    setup = table.setup
    rules = rules_of(table)
    state = poker_state(table.state)
    chapters = chapters_shown(setup.variant, table_of(setup), setup.printed)
    stakes = has_stakes(table)
    names = ["ranking"] if stakes else ["ranking", "stakes"]  # what the house plays otherwise is told below
    before = Before(
        title=_("Five tiles each"),
        sub=_("The blanks and 1-1 stay in the box.")
        if setup.tiles.high == rules.tiles
        else _("The blanks and 1-1 stay in the box, and all tiles above 6-6."),
        rules=tuple(cited(table, rules.rule(name)) for name in names),
        house=house_lines(chapters),
        unclear=tuple(_(each) for each in setup.variant.unclear),
        chapters=chapters,
        openers=_may_speak(table) if stakes else (),
        ask=_("Who acts first?") if stakes else "",
    )
    number = len(state.rounds) + 1
    bar: list[Action] = (
        []
        if stakes
        else [Press(label=_("The tiles are dealt"), name="round", value=str(number), tone="main")]
    )
    if state.round is not None:
        bar.append(LinkView(label=_("Back"), href=NOTHING.href(table.link)))
    bar.append(LinkView(label=_("The ranks"), href=more_pages(rules.key, table.link)[0][1], away=True))
    bar += correcting(table) if state.round is None else []
    return TablePage(
        **common,
        screen="before",
        template="table/_before.html",
        before=before,
        bar=tuple(bar),
        round_number=number,
    )


def _may_speak(table: Table) -> tuple[str, ...]:
    chips = poker_state(table.state).chips
    names = table.setup.players
    return names if chips is None else tuple(name for name, has in zip(names, chips, strict=True) if has)
