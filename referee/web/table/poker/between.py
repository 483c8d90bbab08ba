"""The pages before and after a deal of poker: what everybody takes, who acts first, the pots, the next deal."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from referee.engine.games.match import added
from referee.engine.games.poker.betting import won_by
from referee.engine.games.poker.hand_names import called, why_it_beats
from referee.engine.games.poker.state import PokerMatch, PokerRound
from referee.engine.games.poker.table import takes
from referee.engine.messages import Listed, _, _n, _p, capital
from referee.engine.rules.game import Game
from referee.engine.rules.poker import Strength
from referee.engine.rulings import Settled
from referee.reports.rounds import RoundSummary, StepLine
from referee.reports.sections import Section, section_of
from referee.reports.told import won_words
from referee.reports.totals import Totals, TotalsRow
from referee.web.parts.actions import says
from referee.web.parts.family import RoundPaper
from referee.web.parts.last_ruling import cited
from referee.web.parts.logbook import told_on_paper
from referee.web.parts.open_tables import Table
from referee.web.parts.settlement_views import Settlement
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, Cited, LinkView
from referee.web.table.before_round import next_number, next_round, page_before_round
from referee.web.table.poker.hands import drawn_hand, hidden_hands
from referee.web.table.results import page_of_result


class ShownHand(NamedTuple):
    """One hand at the showdown: what it is called, its tiles, and why it beats the one below."""

    name: str
    called: str
    tiles: tuple[Markup, ...]
    won: bool
    why: str
    note: str


class ShowdownView(NamedTuple):
    """The hands of a finished deal, by rank, and those that were not in the showdown."""

    hands: tuple[ShownHand, ...]
    others: tuple[ShownHand, ...]


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
    face, settlement = showdown_of(table, PokerMatch.of(section.end))
    links, onward = [link_to_ranks(match.setup.variant.key, table.link)], [*next_deal(table)]
    if match.chips is not None and table.may_rule:
        buy_in = _buy_in(table, match.chips)
        (onward if buy_in.sub else links).append(buy_in)
    settlement = settlement._replace(links=tuple(links))
    hidden = hidden_hands(match.current)
    return page_of_result(table, common, settlement, onward, hidden=hidden, face=face)


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


def paper_of(table: Table, section: Section, _summary: RoundSummary) -> RoundPaper:
    """The printed deal: the showdown, the betting and the totals."""
    face, settlement = showdown_of(table, PokerMatch.of(section.end))
    twenty = _("twenty tiles of a {set} set", set=table.setup.tiles.word)
    return RoundPaper(
        settlement=settlement,
        lines=told_on_paper(table, section.judged),
        face=face,
        facts=f"{_(table.setup.variant.sheet.title)} · {twenty}",
    )


def showdown_of(table: Table, state: PokerMatch) -> tuple[ShowdownView, Settlement]:
    """How the deal of `state` was settled: its hands, and the settlement that every game has."""
    current = state.current
    settled = state.rounds[current.number - 1]
    known = {seat: hand for seat, hand in enumerate(current.certain) if hand is not None}
    ranks = state.setup.variant.ranks
    strengths = {seat: ranks.strength(hand) for seat, hand in known.items()}
    order = sorted(strengths, key=lambda seat: strengths[seat][:2], reverse=True)
    in_it = [seat for seat in order if seat in current.staying]
    others = [seat for seat in order if seat not in current.staying]
    if settled.how != "showdown":
        others, in_it = order, []
    title, lead = _title(state, settled, strengths.get(in_it[0]) if in_it else None)
    hands = tuple(
        _shown(state, seat, strengths, below, won=seat == in_it[0])
        for seat, below in zip(in_it, [*in_it[1:], None], strict=False)
    )
    pots = _pots(state, current, settled, in_it)
    face = ShowdownView(hands=hands, others=tuple(_shown(state, seat, strengths) for seat in others))
    return face, Settlement(
        title=title,
        sub=lead,
        lies="table/poker/_showdown.html",
        steps=pots,
        rules=_rules(table, state, [strengths[seat] for seat in in_it[:2]], has_sides=len(pots) > 1),
        totals=_stacks(state),
    )


def _title(state: PokerMatch, settled: Settled, best: Strength | None) -> tuple[str, str]:
    sides = state.setup.sides
    if state.winner is not None and settled is state.rounds[-1]:
        return _("{name} wins the match", name=sides[state.winner]), _("One player has all the chips.")
    if settled.how == "void" or settled.winner is None:
        return _("The deal does not count"), _("Nobody wins anything.")
    title = won_words(state.setup, settled.winner, None)
    return title, _("Everybody else folded.") if best is None else ""


def _shown(
    state: PokerMatch,
    seat: int,
    strengths: Mapping[int, Strength],
    below: int | None = None,
    *,
    won: bool = False,
) -> ShownHand:
    current = state.current
    hand = current.certain[seat]
    assert hand is not None
    strength = strengths[seat]
    why = ""
    if below is not None:
        other = current.certain[below]
        assert other is not None
        why = str(why_it_beats(state.setup.variant.ranks, strength, strengths[below], (hand, other)))
    folded = seat not in current.staying
    left = _("the tiles that are left") if current.hands[seat] is None else ""
    return ShownHand(
        name=state.setup.players[seat],
        called=capital(called(strength)),
        tiles=drawn_hand(hand, strength.tiles),
        won=won,
        why=why,
        note=_("folded") if folded else left,
    )


def _rules(table: Table, state: PokerMatch, best: list[Strength], *, has_sides: bool) -> tuple[Cited, ...]:
    """The rules by which the best hand won: the ranking, or what decides between equal ranks."""
    rules = state.setup.variant
    if state.rounds[state.current.number - 1].how == "folded":
        return (cited(table, rules.rule("stakes")),)
    if len(best) < 2:
        return ()
    rule = rules.rule(rules.ranks.deciding(best[0], best[1]))
    found = [cited(table, rule)]
    if rule.name == "ranking":
        found = [found[0]._replace(sentence=str(rules.ranks.meaning(best[0].rank)))]
    if has_sides:
        found.append(cited(table, rules.rule("buy_in")))
    return tuple(found)


def _pots(state: PokerMatch, current: PokerRound, settled: Settled, order: list[int]) -> tuple[StepLine, ...]:
    """Who takes each pot."""
    if current.betting is None or settled.how == "void":
        return ()
    won = won_by(current.betting, order or current.staying)
    lines = (line for step in takes(state, won) for line in step.lines)
    return tuple(StepLine(label=str(label), figure=str(chips)) for label, chips in lines)


def _stacks(state: PokerMatch) -> Totals:
    """Everybody's chips after the deal, or how many deals each has won."""
    sides, current = state.setup.sides, state.current
    settled = state.rounds[current.number - 1]
    if not state.setup.variant.betting.stakes:
        return Totals(
            heading="",
            columns=(),
            rows=tuple(
                TotalsRow(name=name, figures=(), total=str(state.scores[side]), won=settled.winner == side)
                for side, name in enumerate(sides)
            ),
            last=_("Deals won"),
        )
    paid = nothing = (0,) * len(sides)
    gained = added(nothing, settled.points)
    if current.betting is not None and settled.how != "void":
        paid = added(nothing, tuple(zip(state.setup.side_of, current.betting.paid, strict=True)))
    counted = state.chips
    total = state.amounts
    rows = tuple(
        TotalsRow(
            name=name,
            figures=(str(paid[side]), _signed(gained[side])),
            total=_signed(total[side]) if counted is None else str(total[side]),
            won=settled.winner == side,
        )
        for side, name in enumerate(sides)
    )
    columns = (_p("chips", "Paid"), _("Net"))
    return Totals(heading="", columns=columns, rows=rows, last=_("Chips") if counted is not None else "")


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def facts_of(_game: Game) -> str:
    """What sets the game apart, in a few words."""
    return _("twenty tiles · one showdown · stakes by choice")
