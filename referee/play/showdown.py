"""Poker: hands are shown, as many as it takes to be certain, and the best one wins (PK1-PK6)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from referee.events import Event, Hand, Round
from referee.moves import Stake
from referee.play.betting import Betting, net, open_betting, stake
from referee.play.dealing import first_twice
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
from referee.play.words import listed, said
from referee.rules.poker import HAND, TILES, TILES_MASK, Ranks, Strength
from referee.rules.showdown import Showdown
from referee.rulings import Breach, Code, Said, Settled, refusal
from referee.setup import ShowdownSetup
from referee.tiles import Tile, mask_of, tiles_in

Tiles = tuple[Tile, ...]


class PokerRound(NamedTuple):
    """A round of poker: the hands shown so far, by seat, and the betting where there are stakes."""

    number: int
    hands: tuple[Tiles | None, ...]
    betting: Betting | None = None

    @property
    def to_act(self) -> int | None:
        """Whose turn it is to bet; None while everyone antes, and when hands are shown."""
        return None if self.betting is None else self.betting.turn

    @property
    def held(self) -> tuple[int, ...]:
        """Everyone holds five tiles to the end."""
        return (HAND,) * len(self.hands)

    @property
    def sleeping(self) -> int:
        """All twenty tiles are dealt."""
        return 0

    @property
    def counted(self) -> dict[str, Any] | None:
        """Nothing is counted in this game."""
        return None

    @property
    def staying(self) -> list[int]:
        """The seats that have not folded."""
        return list(range(len(self.hands))) if self.betting is None else self.betting.staying

    @property
    def certain(self) -> tuple[Tiles | None, ...]:
        """The hands that are known: those shown, and the last one when all others were."""
        if sum(each is None for each in self.hands) != 1:
            return self.hands
        seen = mask_of(each for hand in self.hands if hand is not None for each in hand)
        rest = tuple(tiles_in(TILES_MASK & ~seen))
        return tuple(rest if each is None else each for each in self.hands)


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
        case _:
            return at_any_table(state, event)


def _variant(state: Rounds) -> Showdown:
    variant = state.setup.variant
    assert isinstance(variant, Showdown)
    return variant


def _deal(state: Rounds, event: Round) -> Outcome:
    why = why_no_round(state, event)
    if why is not None:
        return why
    seats = len(state.setup.players)
    betting = open_betting(seats, event.opener) if _variant(state).betting.stakes else None
    after = state._replace(
        round=PokerRound(event.number, (None,) * seats, betting),
        status=Status.REVEAL if betting is None else Status.PLAYING,
    )
    words = said("Round {n}: each player takes five tiles.", n=event.number)
    then = said("The hands are shown.") if betting is None else said("Everyone antes.")
    return stands(after, words, then, rule=_variant(state).rule("stakes"))


def _stake(state: Rounds, event: Stake) -> Outcome:
    """Rule on chips that are staked, or not."""
    if not _variant(state).betting.stakes:
        words = said("Nothing is staked at this table.")
        return refused(state, Code.NOT_NOW, words, _variant(state).rule("stakes"))
    current: PokerRound | None = state.round
    if current is None or current.betting is None or state.status is Status.ROUND_OVER:
        return not_now(state, "No round is being played; the next one has to be dealt first.")
    rule = _variant(state).rule("stakes")
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
    steps = (_takes(state, betting, winner),)
    points = net(betting, winner, state.setup)
    settled = Settled("folded", state.setup.side_of[winner], points, steps)
    return stands(settle(after, settled), words, *steps, rule=rule, settled=settled)


def _names(state: Rounds, seats: list[int]) -> list[str]:
    return [state.setup.players[seat] for seat in seats]


def _takes(state: Rounds, betting: Betting, winner: int) -> Said:
    name = state.setup.side_name(winner)
    return said("{name} takes the pot of {pot}.", name=name, pot=betting.pot)


def _show(state: Rounds, event: Hand) -> Outcome:
    """Rule on a hand that is shown; where every hand that stayed is then certain, it settles."""
    current: PokerRound | None = state.round
    if current is None:
        return not_now(state, "No round has been dealt yet.")
    if state.status is Status.PLAYING:
        return not_now(state, "Hands are shown when betting is over.")
    name = state.setup.players[event.by]
    if current.hands[event.by] is not None:
        template = "{name} has shown already; correct that entry if it was wrong."
        return not_now(state, template, name=name)
    tiles = _shown(current, event, name)
    if isinstance(tiles, Breach):
        return refusal(tiles), state
    hands = (*current.hands[: event.by], tiles, *current.hands[event.by + 1 :])
    current = current._replace(hands=hands)
    strength = _variant(state).ranks.strength(tiles)
    words = said("{name} shows {tiles}: {rank}.", name=name, tiles=listed(tiles), rank=strength.rank.words)
    after = state._replace(round=current)
    certain = current.certain
    if state.status is Status.ROUND_OVER or any(certain[seat] is None for seat in current.staying):
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
            what = said("{tile} is not among the twenty tiles of this game.", tile=each or "This")
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
        points = net(current.betting, winner, state.setup)
        steps.append(_takes(state, current.betting, winner))
    keys = tuple((seat, strengths[seat].rank.key) for seat in sorted(strengths))
    settled = Settled("showdown", side, points, tuple(steps), keys)
    wins = said(
        "{name} wins with {rank}.", name=state.setup.side_name(winner), rank=strengths[winner].rank.words
    )
    return stands(settle(state, settled), words, wins, rule=rule, settled=settled)


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
