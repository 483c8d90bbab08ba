"""Whose turn it is, and when one ends."""

from __future__ import annotations

from referee.engine.games.hands import Ending
from referee.engine.games.match import not_in_turn, not_now
from referee.engine.games.trains import ending
from referee.engine.games.trains.state import TrainMatch, TrainRound, is_first_lap
from referee.engine.messages import Message, msg
from referee.engine.rulings import Breach, Settled


def turn_breach(match: TrainMatch, current: TrainRound, seat: int) -> Breach | None:
    """Why the seat may not act now; None if it may."""
    turn = current.turn
    if turn is None or turn == seat:
        return None
    setup = match.setup
    if current.goes_on and setup.seat_after(turn) == seat:
        if not _closes_lap(match, current):
            return None
        return not_now("Every first turn is over, and a player is out: show the hands now.")
    rule = setup.variant.rule("direction")
    return not_in_turn(setup, turn, seat, rule, forgivable=not current.goes_on)


def take_turn(current: TrainRound, seat: int) -> TrainRound:
    """The round with the seat to act; that ends the turn before, if another player had it."""
    if current.turn is None or current.turn == seat:
        return current
    after = current.copy()
    after.begun |= (1 << current.turn) if current.goes_on else 0
    after.turn, after.drawn, after.own_double, after.goes_on = seat, 0, False, False
    return after


def pass_turn(match: TrainMatch, current: TrainRound) -> None:
    """Write into the round that the next player is to act."""
    assert current.turn is not None
    if is_first_lap(match, current):
        current.begun |= 1 << current.turn
    current.turn = match.setup.seat_after(current.turn)
    current.drawn, current.own_double, current.goes_on = 0, False, False


def _closes_lap(match: TrainMatch, current: TrainRound) -> bool:
    """Whether the end of this turn completes the lap of whole trains in which a player went out."""
    assert current.turn is not None
    everybody = (1 << len(match.setup.players)) - 1
    return current.first_out is not None and current.begun | 1 << current.turn == everybody


def lap_goes_on(
    match: TrainMatch, seat: int, number: int
) -> tuple[TrainMatch, Settled | None, tuple[Message, ...]]:
    """After a tile in a first turn that is a whole train: its player may go on, unless it was the last tile."""
    current = match.current
    if current.hands[seat]:
        current.goes_on = True
        return _unless_dead(match, number)
    if current.first_out is None:
        current.first_out = seat
    match, settled, words = end_first_turn(match, number)
    if match.current.ending is None:
        name = match.setup.players[seat]
        words = (msg("{name} has no tiles left; the others still have their first turn.", name=name),)
    return match, settled, words


def end_first_turn(match: TrainMatch, number: int) -> tuple[TrainMatch, Settled | None, tuple[Message, ...]]:
    """The player to act has finished the first turn; the round is over if the lap is and a player went out in it."""
    current = match.current
    closes = _closes_lap(match, current)
    pass_turn(match, current)
    if closes:
        return ending.end_round(match, Ending("out", current.first_out), number)
    return _unless_dead(match, number)


def _unless_dead(match: TrainMatch, number: int) -> tuple[TrainMatch, Settled | None, tuple[Message, ...]]:
    """The match as it is, unless nobody can ever lay another tile: then the round is over (TR8)."""
    current = match.current
    if not ending.is_dead_and_dry(match, current):
        return match, None, ()
    how = ending.BLOCKED if current.first_out is None else Ending("out", current.first_out)
    return ending.end_round(match, how, number)
