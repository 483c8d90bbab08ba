"""The judge: one event and a state give a ruling and the state after it. It never raises for what can be said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.events import Event
from referee.play.line import rule_on_line
from referee.play.patience import open_patience, rule_on_patience
from referee.play.showdown import open_showdown, rule_on_showdown
from referee.play.state import State, open_match
from referee.play.trickgame import rule_on_tricks
from referee.play.trickstate import open_tricks
from referee.rulings import Ruling
from referee.setup import Seating

# What plays each family of games. A machine is handed only states that it made itself.
MACHINES: dict[str, Callable[[Any, Event, int], tuple[Ruling, State]]] = {
    "line": rule_on_line,
    "patience": rule_on_patience,
    "showdown": rule_on_showdown,
    "tricks": rule_on_tricks,
}
OPENERS: dict[str, Callable[[Any], State]] = {
    "line": open_match,
    "patience": open_patience,
    "showdown": open_showdown,
    "tricks": open_tricks,
}


def open_state(seating: Seating) -> State:
    """A table at which nothing has been said yet."""
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
    """What one state's scores have over another's, by side; sides without a change are left out."""
    pairs = zip(before.scores, after.scores, strict=True)
    return tuple((side, now - was) for side, (was, now) in enumerate(pairs) if now != was)
