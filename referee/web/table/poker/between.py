"""The pages before and after a deal of poker: what everybody takes, who acts first, the pots, the next deal."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from referee.engine.games.poker.state import PokerMatch
from referee.engine.messages import Listed, _, _n, capital
from referee.engine.rules.game import Game
from referee.reports.families import telling_of
from referee.reports.sections import Section, section_of
from referee.reports.told import HandLeft
from referee.web.parts.actions import says
from referee.web.parts.family import LyingView
from referee.web.parts.open_tables import Table
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, LinkView
from referee.web.table.before_round import next_number, next_round, page_before_round
from referee.web.table.poker.hands import drawn_hand, hidden_hands
from referee.web.table.results import page_of_result, result_of


class ShownHand(NamedTuple):
    """A hand at the end of a deal, with its drawings: first the tiles that make its rank, then the others, pale."""

    told: HandLeft
    rank: str
    tiles: tuple[Markup, ...]


def link_to_ranks(key: str, link: str) -> LinkView:
    """The link to the list of ranks, for a table or for the sheet's own rules."""
    address = url_for("ranks.table_ranks", link=link) if link else url_for("ranks.show", key=key)
    return LinkView(label=_("The ranks, with tiles"), href=address, away=True)


def speaks_first(table: Table) -> int | None:
    """Who acts first in the next deal: the next player clockwise with chips; None in the first deal."""
    match = PokerMatch.of(table.state)
    current = match.round
    if current is None or current.betting is None or current.betting.first is None:
        return None
    counted = match.chips
    seat = match.setup.after[current.betting.first]
    while counted is not None and not counted[seat]:
        seat = match.setup.after[seat]
    return seat


def next_deal(table: Table) -> tuple[Action, ...]:
    """The button for the next deal, with who acts first; if the table has to name that player, a link to the question."""
    label, seat = _("Next deal"), speaks_first(table)
    stakes = PokerMatch.of(table.state).setup.variant.betting.stakes
    if seat is None or not stakes:
        return next_round(table, label=label, asks=stakes)
    name = table.setup.players[seat]
    deal = {"round": next_number(table.state), "opener": name}
    return (says(label, deal, _("{name} acts first", name=name), "main"),)


def before_page(table: Table, common: TablePage) -> TablePage:
    """What is agreed before a deal."""
    rules = PokerMatch.of(table.state).setup.variant
    stakes = rules.betting.stakes
    names = ["ranking"] if stakes else ["ranking", "stakes"]  # house rules are listed further down
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
        more=(link_to_ranks(rules.key, table.link)._replace(label=_("The ranks")),),
    )


def _may_speak(table: Table) -> tuple[str, ...]:
    chips = PokerMatch.of(table.state).chips
    names = table.setup.players
    return names if chips is None else tuple(name for name, has in zip(names, chips, strict=True) if has)


def settled_page(table: Table, common: TablePage) -> TablePage:
    """The settled deal, and what comes next."""
    match = PokerMatch.of(table.state)
    section = section_of(table.log, match.round_number)
    assert section is not None
    links, onward = [link_to_ranks(match.setup.variant.key, table.link)], [*next_deal(table)]
    if match.chips is not None and table.may_rule:
        buy_in = _buy_in(table, match.chips)
        (onward if buy_in.sub else links).append(buy_in)
    shown = printed(section)
    settlement = result_of(table)._replace(lies=shown.template, links=tuple(links))
    hidden = hidden_hands(match.current)
    return page_of_result(table, common, settlement, onward, hidden=hidden, face=shown.face)


def _buy_in(table: Table, chips: Sequence[int]) -> LinkView:
    """The link to the form for chips that a player buys between deals; its second line names who has none left."""
    broke = [name for name, has in zip(table.setup.players, chips, strict=True) if not has]
    sub = (
        _n("{names} has none left", "{names} have none left", len(broke), names=Listed(broke))
        if broke
        else ""
    )
    href = url_for("history.log", link=table.link, decide="buy-in", _anchor="decide")
    return LinkView(label=_("Buy in"), href=href, sub=sub, away=True)


def printed(section: Section) -> LyingView:
    """The hands of a settled deal by rank, on the page and on paper."""
    assert section.settled is not None
    hands = telling_of(section.end.setup).hands(section.end, section.settled)
    drawn = (drawn_hand(each.tiles, each.tiles[: each.made]) for each in hands)
    shown = tuple(
        ShownHand(hand, capital(hand.note), tiles) for hand, tiles in zip(hands, drawn, strict=True)
    )
    return LyingView("table/poker/_showdown.html", shown)


def facts_of(_game: Game) -> str:
    """What sets the game apart, in a few words."""
    return _("twenty tiles · one showdown · stakes by choice")
