"""Before a deal of poker: what everybody takes, how hands rank, and who speaks first."""

from __future__ import annotations

from flask import url_for

from referee.engine.messages import _
from referee.web.parts.before_round import next_number, page_before_round
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, dumped
from referee.web.parts.table_views import Action, LinkView, Press, TablePage
from referee.web.table.poker.sitting import has_stakes, poker_state, rules_of, speaks_first


def more_pages(key: str, link: str) -> tuple[tuple[str, str], ...]:
    """The page that lists the ranks, for a table or for the sheet's own rules."""
    address = url_for("ranks.table_ranks", link=link) if link else url_for("ranks.show", key=key)
    return ((_("The ranks, with tiles"), address),)


def next_deal(table: Table) -> tuple[Action, ...]:
    """The button that deals again, with who speaks first; if the table has to say who, the way to the question."""
    number = next_number(table.state)
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


def before_page(table: Table, common: TablePage) -> TablePage:
    """What is agreed before a deal."""
    rules, stakes = rules_of(table), has_stakes(table)
    names = ["ranking"] if stakes else ["ranking", "stakes"]  # what the house plays otherwise is told below
    return page_before_round(
        table,
        common,
        title=_("Five tiles each"),
        sub=_("The blanks and 1-1 stay in the box.")
        if table.setup.tiles.high == rules.tiles
        else _("The blanks and 1-1 stay in the box, and all tiles above 6-6."),
        rules=(rules.rule(name) for name in names),
        openers=_may_speak(table) if stakes else (),
        ask=_("Who acts first?"),
        more=(LinkView(label=_("The ranks"), href=more_pages(rules.key, table.link)[0][1], away=True),),
    )


def _may_speak(table: Table) -> tuple[str, ...]:
    chips = poker_state(table.state).chips
    names = table.setup.players
    return names if chips is None else tuple(name for name, has in zip(names, chips, strict=True) if has)
