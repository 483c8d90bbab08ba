"""Short texts for games of trains: what sets a game apart, a table in one line, and what the coach says."""

from __future__ import annotations

from referee.engine.audit.holdings import RENEGE
from referee.engine.explain.proofs import Proof
from referee.engine.games.match import State, Status
from referee.engine.games.trains.state import PUBLIC, TrainMatch, TrainRound
from referee.engine.messages import Listed, _
from referee.engine.practice_deal import PracticeStep
from referee.engine.rules.game import Game
from referee.engine.rules.train_game import TrainGame
from referee.web.parts.family import Broken, won_or_scores
from referee.web.parts.open_tables import Table


def match_of(table: Table) -> TrainMatch:
    """The current match at a table of trains."""
    return TrainMatch.of(table.state)


def facts_of(game: Game) -> str:
    """What sets the game apart from similar ones."""
    assert isinstance(game, TrainGame)
    if not game.has_trains:
        return _("three toes on a double · lowest total wins")
    if game.has_public_train:
        return _("a train each and one for all · lowest total wins")
    return _("a train each · lowest total wins")


def result_line(state: State) -> str:
    """A table in one line, for the list of tables; equal lowest totals share the match."""
    if state.status is not Status.MATCH_OVER or state.winner is not None:
        return won_or_scores(state)
    best = min(state.scores)
    winners = [name for name, score in zip(state.setup.players, state.scores, strict=True) if score == best]
    return _("{names} share it", names=Listed(winners))


def opens_again(state: State) -> str:
    """Who begins a rematch: the next player if the start rotates, else ""."""
    match = TrainMatch.of(state)
    if match.round is None or not match.setup.variant.opening.lies_first:
        return ""
    return match.setup.players[match.setup.opener_after(match.round.opener)]


def place_words(match: TrainMatch, current: TrainRound, place: int) -> str:
    """A place in words: whose train it is, or which tile it touches."""
    end = current.ends[place]
    if not match.setup.variant.has_trains:
        return _("on {tile}", tile=end.tile)
    return train_words("" if end.seat is None else match.setup.players[end.seat])


def train_words(name: str) -> str:
    """Whose train it is; the Mexican train for "" or its name in records."""
    return _("Mexican train") if name in ("", PUBLIC) else _("{name}'s train", name=name)


def broken_by(variant: Game, proof: Proof) -> Broken:
    """The rule broken by a pass or draw with a playable tile, or by the opening; the sheet names no penalty."""
    return Broken(variant.rule("must_play" if proof.kind == RENEGE else "opening"))


def coached(step: PracticeStep, table: Table) -> str:
    """The coach's words if they differ from other games'; "" if they do not."""
    match = match_of(table)
    setup, first = match.setup, step.tiles[0] if step.tiles else ""
    name = setup.players[step.seat or 0]
    if step.what == "deal" and setup.variant.opening.lies_first:
        return _(
            "Imagine the tiles on a table: {tile} in the middle, {n} in each hand, the rest face down."
            " You tap for everybody. Tap who goes first.",
            tile=setup.double(setup.tiles.high),
            n=setup.hand,
        )
    if step.what == "open":
        return _("{name} holds {tile} and lays it in the middle. Tap {name}.", name=name, tile=first)
    if step.what == "pass" and match.current.drawn:
        return _("The tile drawn does not fit either. {name} passes: tap Pass.", name=name)
    if step.seat and step.on and setup.variant.has_trains:
        return _(
            "{name} lays {tile} on {train}. Tap {tile}, then the train.", name=name, tile=first, train=step.on
        )
    return ""
