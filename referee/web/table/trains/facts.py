"""A game of trains in a few words: what tells it from its kin, and how a table stands."""

from __future__ import annotations

from referee.engine.games.match import State, Status
from referee.engine.games.phrases import listed
from referee.engine.games.trains.state import PUBLIC, TrainMatch, TrainRound, train_match
from referee.engine.messages import _
from referee.engine.rules.game import Game
from referee.engine.rules.train_game import TrainGame
from referee.web.parts.open_tables import Table


def match_of(table: Table) -> TrainMatch:
    """The match at a table of trains, as it is now."""
    return train_match(table.state)


def facts_of(game: Game) -> str:
    """What tells the game from its kin."""
    assert isinstance(game, TrainGame)
    if not game.has_trains:
        return _("three toes on a double · lowest total wins")
    if game.has_public_train:
        return _("a train each and one for all · lowest total wins")
    return _("a train each · lowest total wins")


def result_line(state: State) -> str:
    """A table in one line, for the list of tables."""
    if state.status is not Status.MATCH_OVER:
        return " · ".join(map(str, state.scores))
    if state.winner is not None:
        return _("{name} won", name=state.setup.players[state.winner])
    best = min(state.scores)
    winners = [name for name, score in zip(state.setup.players, state.scores, strict=True) if score == best]
    return _("{names} share it", names=listed(winners))


def opens_again(state: State) -> str:
    """Who begins a rematch: the next one, where the start goes round the table."""
    match = train_match(state)
    if match.round is None or not match.setup.variant.opening.lies_first:
        return ""
    return match.setup.players[match.setup.opener_after(match.round.opener)]


def place_words(match: TrainMatch, current: TrainRound, place: int) -> str:
    """A place by itself: whose train, or the tile that is touched."""
    end = current.ends[place]
    if not match.setup.variant.has_trains:
        return _("on {tile}", tile=end.tile)
    return train_words("" if end.seat is None else match.setup.players[end.seat])


def train_words(name: str) -> str:
    """Whose train it is; the Mexican train for "" or its name in records."""
    return _("Mexican train") if name in ("", PUBLIC) else _("{name}'s train", name=name)
