"""Poker: hands are shown, as many as it takes to be certain, and the best one wins (PK1-PK6)."""

from __future__ import annotations

from itertools import pairwise

from referee.events import Adjust, Event, Hand, Round
from referee.moves import Stake
from referee.play.betting import is_about_chips, open_betting, stake
from referee.play.dealing import first_twice
from referee.play.pokerround import PokerRound, Tiles
from referee.play.pots import Won, net, won_by
from referee.play.rounds import (
    Outcome,
    Rounds,
    at_any_table,
    not_now,
    open_rounds,
    refused,
    settle,
    stands,
    why_no_round,
)
from referee.play.state import Status
from referee.play.words import listed
from referee.rules.poker import HAND, TILES, Ranks, Strength
from referee.rules.showdown import Showdown
from referee.rulings import Breach, Code, Settled, Verdict, refusal
from referee.setup import ShowdownSetup
from referee.wording import Said, counted, marked, said


def open_showdown(setup: ShowdownSetup) -> Rounds:
    """A table of poker at which nothing has been said yet."""
    return open_rounds(setup)


def rule_on_showdown(state: Rounds, event: Event, number: int) -> Outcome:  # noqa: ARG001
    """The ruling on one event at a table of poker, and the state after it."""
    match event:
        case Round():
            return _deal(state, event)
        case Hand():
            return _show(state, event)
        case Stake():
            return _stake(state, event)
        case Adjust():
            return _adjust(state, event)
        case _:
            return at_any_table(state, event)


def _variant(state: Rounds) -> Showdown:
    variant = state.setup.variant
    assert isinstance(variant, Showdown)
    return variant


def _setup(state: Rounds) -> ShowdownSetup:
    assert isinstance(state.setup, ShowdownSetup)
    return state.setup


def chips_of(state: Rounds) -> tuple[int, ...] | None:
    """The chips that each seat has between rounds; None where they are not counted."""
    if not _setup(state).counts_chips:
        return None
    start = _variant(state).betting.buy_in
    return tuple(start + state.scores[side] for side in state.setup.side_of)


def _deal(state: Rounds, event: Round) -> Outcome:
    why = why_no_round(state, event)
    if why is not None:
        return why
    seats = len(state.setup.players)
    stakes = _variant(state).betting.stakes
    betting = open_betting(seats, event.opener, chips_of(state)) if stakes else None
    if betting is not None and event.opener is not None and event.opener not in betting.seated:
        name = state.setup.players[event.opener]
        return not_now(
            state, marked("{name} has no chips left and sits out; somebody else speaks first."), name=name
        )
    after = state._replace(
        round=PokerRound(event.number, (None,) * seats, betting),
        status=Status.REVEAL if betting is None else Status.PLAYING,
    )
    words = [said("Round {n}: each player takes five tiles.", n=event.number)]
    absent = [seat for seat in range(seats) if seat not in after.round.seated]
    if absent:
        names = listed(_names(state, absent))
        words.append(counted("{names} sits out.", "{names} sit out.", len(absent), names=names))
    words.append(said("The hands are shown.") if betting is None else said("Everyone antes."))
    return stands(after, *words, rule=_variant(state).rule("stakes"))


def _adjust(state: Rounds, event: Adjust) -> Outcome:
    """Rule on chips that the table agrees on: between rounds, and nobody has fewer than none."""
    outcome = at_any_table(state, event)
    ruling, after = outcome
    chips = chips_of(after)
    if chips is None or ruling.verdict is not Verdict.STANDS:
        return outcome
    if state.status in (Status.PLAYING, Status.REVEAL):
        return not_now(state, marked("Chips are agreed on between rounds."))
    if min(chips) < 0:
        name = state.setup.players[chips.index(min(chips))]
        return not_now(state, marked("{name} does not have so many chips."), name=name)
    return ruling, _closed(after)


def _closed(state: Rounds) -> Rounds:
    """The table between rounds: the match is over where one player has all the chips."""
    chips = chips_of(state)
    rich = [] if chips is None else [seat for seat, each in enumerate(chips) if each]
    if len(rich) != 1:
        return state._replace(status=Status.ROUND_OVER, winner=None)
    return state._replace(status=Status.MATCH_OVER, winner=state.setup.side_of[rich[0]])


def _stake(state: Rounds, event: Stake) -> Outcome:
    """Rule on chips that are staked, or not."""
    if not _variant(state).betting.stakes:
        words = said("Nothing is staked at this table.")
        return refused(state, Code.NOT_NOW, words, _variant(state).rule("stakes"))
    current: PokerRound | None = state.round
    is_on = state.status in (Status.PLAYING, Status.REVEAL)
    if current is None or current.betting is None or not is_on:
        return not_now(state, marked("No round is being played; the next one has to be dealt first."))
    rule = _variant(state).rule("buy_in" if is_about_chips(current.betting, event) else "stakes")
    spoken = stake(current.betting, event, state.setup)
    if isinstance(spoken, Breach):
        return refusal(spoken._replace(rule=rule)), state
    betting, words = spoken
    after = state._replace(round=current._replace(betting=betting))
    if not betting.is_over:
        return stands(after, words, rule=rule)
    if len(betting.staying) > 1:
        then = said("The hands of {names} are shown.", names=listed(_names(state, betting.staying)))
        return stands(after._replace(status=Status.REVEAL), words, then, rule=rule)
    winner = betting.staying[0]
    won = won_by(betting, betting.staying)
    steps = _takes(state, won)
    settled = Settled("folded", state.setup.side_of[winner], net(betting, won, state.setup), steps)
    return stands(_closed(settle(after, settled)), words, *steps, rule=rule, settled=settled)


def _names(state: Rounds, seats: list[int]) -> list[str]:
    return [state.setup.players[seat] for seat in seats]


def _takes(state: Rounds, won: tuple[Won, ...]) -> tuple[Said, ...]:
    """Who takes which pot, a sentence each."""
    words = []
    for number, (pot, seat) in enumerate(won):
        template = marked("{name} takes the pot of {pot}.")
        if number:
            template = marked("{name} takes the side pot of {pot}.")
        if number and len(pot.seats) == 1:
            template = marked("{name} takes {pot} back: nobody else was in for as much.")
        words.append(said(template, name=state.setup.side_name(seat), pot=pot.chips))
    return tuple(words)


def _show(state: Rounds, event: Hand) -> Outcome:
    """Rule on a hand that is shown; where every hand that stayed is then certain, it settles."""
    current: PokerRound | None = state.round
    if current is None:
        return not_now(state, marked("No round has been dealt yet."))
    if state.status is Status.PLAYING:
        return not_now(state, marked("Hands are shown when betting is over."))
    name = state.setup.players[event.by]
    if current.hands[event.by] is not None:
        template = marked("{name} has shown already; correct that entry if it was wrong.")
        return not_now(state, template, name=name)
    if event.by not in current.seated:
        return not_now(state, marked("{name} sits out this round and holds no tiles."), name=name)
    tiles = _shown(current, event, name)
    if isinstance(tiles, Breach):
        return refusal(tiles), state
    hands = (*current.hands[: event.by], tiles, *current.hands[event.by + 1 :])
    current = current._replace(hands=hands)
    strength = _variant(state).ranks.strength(tiles)
    words = said("{name} shows {tiles}: {rank}.", name=name, tiles=listed(tiles), rank=strength.rank.words)
    after = state._replace(round=current)
    certain = current.certain
    if state.status is not Status.REVEAL or any(certain[seat] is None for seat in current.staying):
        return stands(after, words, rule=_variant(state).rule("ranking"))
    return _settle(after, current, words)


def _shown(current: PokerRound, event: Hand, name: str) -> Tiles | Breach:
    """The tiles of a hand; a breach where they cannot be one."""
    if len(event.tiles) != HAND:
        words = said("{name} holds five tiles, and {n} are shown.", name=name, n=len(event.tiles))
        return Breach(Code.HAND_MISMATCH, words)
    tiles = []
    for each in event.tiles:
        if each is None or each not in TILES:
            what = said("{tile} is not among the twenty tiles of this game.", tile=each or said("This"))
            return Breach(Code.NOT_IN_SET, what)
        tiles.append(each)
    twice = first_twice(tiles)
    if twice is not None:
        return Breach(Code.IMPOSSIBLE_HAND, said("{tile} is there twice.", tile=twice))
    seen = {each for hand in current.hands if hand is not None for each in hand}
    for each in tiles:
        if each in seen:
            words = said("{tile} cannot be in {name}'s hand: it was shown.", tile=each, name=name)
            return Breach(Code.IMPOSSIBLE_HAND, words)
    return tuple(tiles)


def _settle(state: Rounds, current: PokerRound, words: Said) -> Outcome:
    """Compare the hands that stayed, and pay the best."""
    ranks = _variant(state).ranks
    certain = current.certain
    known = {seat: hand for seat in current.staying if (hand := certain[seat]) is not None}
    strengths = {seat: ranks.strength(hand) for seat, hand in known.items()}
    order = sorted(strengths, key=lambda seat: strengths[seat][:2], reverse=True)
    winner = order[0]
    rule = ranks.rule(ranks.deciding(strengths[order[0]], strengths[order[1]]))
    steps = [_has(state, seat, strengths[seat]) for seat in order]
    steps += _beats(state, ranks, order, strengths)
    side = state.setup.side_of[winner]
    points: tuple[tuple[int, int], ...] = ((side, 1),)
    if current.betting is not None:
        won = won_by(current.betting, order)
        points = net(current.betting, won, state.setup)
        steps += _takes(state, won)
    keys = tuple((seat, strengths[seat].rank.key) for seat in sorted(strengths))
    settled = Settled("showdown", side, points, tuple(steps), keys)
    wins = said(
        "{name} wins with {rank}.", name=state.setup.side_name(winner), rank=strengths[winner].rank.words
    )
    return stands(_closed(settle(state, settled)), words, wins, rule=rule, settled=settled)


def _has(state: Rounds, seat: int, strength: Strength) -> Said:
    return said(
        "{name}: {rank}, {tiles}.",
        name=state.setup.players[seat],
        rank=strength.rank.words,
        tiles=listed(strength.tiles),
    )


def _beats(state: Rounds, ranks: Ranks, order: list[int], strengths: dict[int, Strength]) -> list[Said]:
    """Why one hand beats another of the same rank."""
    words = []
    for one, other in pairwise(order):
        name = ranks.deciding(strengths[one], strengths[other])
        if name != "ranking":
            words.append(
                said(
                    "{one} beats {other}: {rule}",
                    one=state.setup.players[one],
                    other=state.setup.players[other],
                    rule=ranks.rule(name).sentence,
                )
            )
    return words
