"""The showdown: the hands by rank, why each beats the next, who takes what, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import url_for

from referee.play.pokerround import PokerRound
from referee.play.pokerwords import called, why_it_beats
from referee.play.pots import won_by
from referee.play.rounds import Rounds
from referee.play.showdown import chips_of
from referee.play.state import State, Status
from referee.rules.game import Game
from referee.rules.poker import Strength
from referee.rules.showdown import Showdown as Rules
from referee.rulings import Settled
from referee.web.asked import Asked
from referee.web.book import Table
from referee.web.cite import cited
from referee.web.line.actions import correcting
from referee.web.showdown.faces import Showdown, Shown, Stack
from referee.web.showdown.hands import drawn_hand, hidden_hands
from referee.web.showdown.sitting import has_stakes, poker_state, ranks_of, round_of, rules_of
from referee.web.showdown.start import more_pages, next_deal
from referee.web.views import Action, Cited, Link, Step, TablePage
from referee.wording import _, _p, capital, marked


def settled_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """The deal as it was settled, and what comes next."""
    state = poker_state(table.state)
    current = round_of(state)
    assert current is not None
    over = state.status is Status.MATCH_OVER
    hidden = hidden_hands(current) if table.may_write and state.rounds[-1].how != "void" else []
    more = Asked(hand=table.setup.players[hidden[0]]).href(table.link) if hidden else ""
    printed = Link(
        label=_("Print"), href=url_for("rounds.summary", link=table.link, number=current.number), away=True
    )
    again: tuple[Action, ...] = next_deal(table)
    if over:
        again = (
            Link(label=_("Rematch"), href=url_for("tables.rematch", link=table.link), tone="main", away=True),
        )
    face = showdown_of(table, state)
    return TablePage(
        **common,
        screen="over" if over else "settled",
        template="showdown/_settled.html",
        face=face,
        turn=face.title,
        more_hands=more,
        bar=(*again, printed, *correcting(table)),
    )


def showdown_of(table: Table, state: Rounds) -> Showdown:
    """How the deal of `state` was settled."""
    current = round_of(state)
    assert current is not None
    settled = state.rounds[current.number - 1]
    known = {seat: hand for seat, hand in enumerate(current.certain) if hand is not None}
    strengths = {seat: ranks_of(table).strength(hand) for seat, hand in known.items()}
    order = sorted(strengths, key=lambda seat: strengths[seat][:2], reverse=True)
    in_it = [seat for seat in order if seat in current.staying]
    others = [seat for seat in order if seat not in current.staying]
    if settled.how != "showdown":
        others, in_it = order, []
    title, lead = _title(state, settled, strengths.get(in_it[0]) if in_it else None)
    hands = tuple(
        _shown(table, current, seat, strengths, below, won=seat == in_it[0]) for seat, below in _pairs(in_it)
    )
    pots = _pots(state, current, settled, in_it)
    rules = _rules(table, settled, [strengths[seat] for seat in in_it[:2]], hands, has_sides=len(pots) > 1)
    columns, stacks = _stacks(table, state, current, settled)
    return Showdown(
        title=title,
        lead=lead,
        hands=hands,
        others=tuple(_shown(table, current, seat, strengths) for seat in others),
        rules=rules,
        pots=pots,
        columns=columns,
        stacks=stacks,
        ranks=more_pages(rules_of(table).key, table.link)[0][1],
    )


def _pairs(order: list[int]) -> list[tuple[int, int | None]]:
    return [(seat, order[place + 1] if place + 1 < len(order) else None) for place, seat in enumerate(order)]


def _title(state: Rounds, settled: Settled, best: Strength | None) -> tuple[str, str]:
    sides = state.setup.sides
    if state.winner is not None and settled is state.rounds[-1]:
        return _("{name} wins the match", name=sides[state.winner]), _("All chips lie in one place.")
    if settled.how == "void" or settled.winner is None:
        return _("The deal does not count"), _("Nobody wins anything.")
    title = _("{name} wins", name=sides[settled.winner])
    return title, _("Everybody else folded.") if best is None else ""


def _shown(
    table: Table,
    current: PokerRound,
    seat: int,
    strengths: Mapping[int, Strength],
    below: int | None = None,
    *,
    won: bool = False,
) -> Shown:
    hand = current.certain[seat]
    assert hand is not None
    strength = strengths[seat]
    why = ""
    if below is not None:
        other = current.certain[below]
        assert other is not None
        why = str(why_it_beats(ranks_of(table), strength, strengths[below], (hand, other)))
    folded = seat not in current.staying
    left = _("the tiles that are left") if current.hands[seat] is None else ""
    return Shown(
        name=table.setup.players[seat],
        called=capital(called(strength)),
        tiles=drawn_hand(hand, strength.tiles),
        won=won,
        why=why,
        note=_("folded") if folded else left,
    )


def _rules(
    table: Table, settled: Settled, best: list[Strength], hands: tuple[Shown, ...], *, has_sides: bool
) -> tuple[Cited, ...]:
    """Why the best hand won: what its rank is and what it beats, or what decides between equal ranks."""
    rules = rules_of(table)
    if settled.how == "folded":
        return (cited(table, rules.rule("stakes")),)
    if len(best) < 2:
        return ()
    rule = rules.rule(rules.ranks.deciding(best[0], best[1]))
    found = [cited(table, rule)]
    if rule.name == "ranking":
        words = " ".join((str(rules.ranks.meaning(best[0].rank)), hands[0].why))
        found = [replace(found[0], sentence=words)]
    if has_sides:
        found.append(cited(table, rules.rule("buy_in")))
    return tuple(found)


def _pots(state: Rounds, current: PokerRound, settled: Settled, order: list[int]) -> tuple[Step, ...]:
    """Who takes which pot."""
    if current.betting is None or settled.how == "void":
        return ()
    won = won_by(current.betting, order or current.staying)
    found = []
    for number, (pot, seat) in enumerate(won):
        template = marked("{name} takes the side pot") if number else marked("{name} takes the pot")
        if number and len(pot.seats) == 1:
            template = marked("{name} takes back")
        label = _(template, name=state.setup.side_name(seat))
        found.append(Step(label=label, figure=str(pot.chips)))
    return tuple(found)


def _stacks(
    table: Table, state: Rounds, current: PokerRound, settled: Settled
) -> tuple[tuple[str, ...], tuple[Stack, ...]]:
    """Everybody's chips after the deal, or how many deals each has won."""
    sides = state.setup.sides
    if not has_stakes(table):
        stacks = tuple(
            Stack(name=name, figures=(), total=str(state.scores[side]), won=settled.winner == side)
            for side, name in enumerate(sides)
        )
        return (_("Deals won"),), stacks
    gained = dict.fromkeys(range(len(sides)), 0)
    for side, points in settled.points:
        gained[side] += points
    paid = dict.fromkeys(range(len(sides)), 0)
    for seat, each in enumerate(_paid_in(current, settled)):
        paid[state.setup.side_of[seat]] += each
    counted = chips_of(state)
    total = list(counted) if counted is not None else list(state.scores)
    stacks = tuple(
        Stack(
            name=name,
            figures=(str(paid[side]), _signed(gained[side])),
            total=_signed(total[side]) if counted is None else str(total[side]),
            won=settled.winner == side,
        )
        for side, name in enumerate(sides)
    )
    return (_p("chips", "Paid"), _("Net"), _("Chips") if counted is not None else _("Total")), stacks


def _paid_in(current: PokerRound, settled: Settled) -> tuple[int, ...]:
    """What each seat paid; nothing in a deal that does not count."""
    return () if current.betting is None or settled.how == "void" else current.betting.paid


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "\N{MINUS SIGN}")


def facts_of(game: Game) -> str:
    """What tells the game from others, in a few words."""
    assert isinstance(game, Rules)
    return _("twenty tiles · one showdown · stakes by choice")


def result_line(state: State) -> str:
    """A table in one line, for the list of tables."""
    rounds = poker_state(state)
    if rounds.winner is not None:
        return _("{name} won", name=rounds.setup.sides[rounds.winner])
    counted = chips_of(rounds)
    return " · ".join(str(each) for each in (counted if counted is not None else rounds.scores))
