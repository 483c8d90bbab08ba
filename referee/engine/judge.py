"""The judge: one event and a state give a ruling and the state after it, in every family of games."""

from collections.abc import Callable
from typing import Any

from referee.engine.games.at_any_table import rule_at_any_table
from referee.engine.games.line import table as line
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import RulesOn, Rulings, State
from referee.engine.games.poker import table as poker
from referee.engine.games.poker.state import PokerMatch
from referee.engine.games.solitaire import table as solitaire
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.games.trains import table as trains
from referee.engine.games.trains.state import TrainMatch
from referee.engine.games.tricks import table as tricks
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.record.events import Bid, Concede, Draw, Event, Flip, Play, Rest, Result, Trump
from referee.engine.rulings import Breach, Ruling, refusal
from referee.engine.seating import Seating

# For each family of games, how a table opens and which functions rule on its events.
FAMILIES: dict[str, tuple[Callable[[Any], State], Rulings]] = {
    "line": (LineMatch.opened, line.RULINGS),
    "patience": (SolitaireMatch.opened, solitaire.RULINGS),
    "showdown": (PokerMatch.opened, poker.RULINGS),
    "trains": (TrainMatch.opened, trains.RULINGS),
    "tricks": (TrickMatch.opened, tricks.RULINGS),
}

# What nobody can do without a round in play. A pass can come after the block that it completes.
IN_PLAY = Play | Flip | Draw | Bid | Trump | Rest | Concede | Result


def open_state(seating: Seating) -> State:
    """The state of a table without any events."""
    return FAMILIES[seating.variant.machine][0](seating)


def rule_on(state: State, event: Event, number: int) -> tuple[Ruling, State]:
    """The ruling on one event and the state after it; a refusal leaves the state as it was.

    `number` is the event's place in the log. Retract and amend are about the log itself; `Log.hear` judges them.
    """
    _, rulings = FAMILIES[state.setup.variant.machine]
    rules_on: RulesOn = rulings.get(type(event), rule_at_any_table)
    why = state.why_not_playing() if isinstance(event, IN_PLAY) and type(event) in rulings else None
    outcome = why or rules_on(state, event, number)
    if isinstance(outcome, Breach):
        return refusal(outcome), state
    ruling, after = outcome
    if after.scores is not state.scores:
        ruling = ruling._replace(points=score_change(state, after))
    return ruling, after


def score_change(before: State, after: State) -> tuple[tuple[int, int], ...]:
    """The change in score from one state to the other as (side, points); unchanged sides are left out."""
    pairs = zip(before.scores, after.scores, strict=True)
    return tuple((side, now - was) for side, (was, now) in enumerate(pairs) if now != was)
