"""The judge: one event and a state give a ruling and the state after it. It never raises for any event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.games.line.state import LineMatch
from referee.engine.games.line.table import rule_on_line
from referee.engine.games.match import State
from referee.engine.games.poker.state import PokerMatch
from referee.engine.games.poker.table import rule_on_showdown
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.games.solitaire.table import rule_on_patience
from referee.engine.games.trains.state import TrainMatch
from referee.engine.games.trains.table import rule_on_trains
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.games.tricks.table import rule_on_tricks
from referee.engine.record.events import Event
from referee.engine.rulings import Ruling
from referee.engine.seating import Seating

# The rules of each family of games; each is given only states that it made itself.
MACHINES: dict[str, Callable[[Any, Event, int], tuple[Ruling, State]]] = {
    "line": rule_on_line,
    "patience": rule_on_patience,
    "showdown": rule_on_showdown,
    "trains": rule_on_trains,
    "tricks": rule_on_tricks,
}
OPENERS: dict[str, Callable[[Any], State]] = {
    "line": LineMatch.opened,
    "patience": SolitaireMatch.opened,
    "showdown": PokerMatch.opened,
    "trains": TrainMatch.opened,
    "tricks": TrickMatch.opened,
}


def open_state(seating: Seating) -> State:
    """A table without any events."""
    return OPENERS[seating.variant.machine](seating)


def rule_on(state: State, event: Event, number: int) -> tuple[Ruling, State]:
    """The ruling on one event and the state after it; a refusal leaves the state as it was.

    `number` is the event's place in the log. Retract and amend speak of the log itself; `replay` judges them.
    """
    ruling, after = MACHINES[state.setup.variant.machine](state, event, number)
    if after.scores is not state.scores:
        ruling = ruling._replace(points=score_change(state, after))
    return ruling, after


def score_change(before: State, after: State) -> tuple[tuple[int, int], ...]:
    """How the scores changed from one state to the other, by side; sides without a change are left out."""
    pairs = zip(before.scores, after.scores, strict=True)
    return tuple((side, now - was) for side, (was, now) in enumerate(pairs) if now != was)
