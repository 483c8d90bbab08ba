"""The judge: one event and a state give a ruling and the state after it. It never raises for what can be said."""

from __future__ import annotations

from referee.events import (
    Adjust,
    Amend,
    Claim,
    Draw,
    Event,
    Flip,
    Hand,
    Muggins,
    Other,
    Pass,
    Pips,
    Play,
    Retract,
    Round,
    Unreadable,
    Void,
)
from referee.play import claiming, flipping, laying, showing, stuck
from referee.play import match as rounds
from referee.play.state import Match
from referee.play.turn import Outcome, not_now
from referee.rulings import Breach, Code, refusal


def rule_on(state: Match, event: Event, number: int) -> Outcome:
    """The ruling on one event and the state after it; a refusal leaves the state as it was.

    `number` is the event's place in the log. Retract and amend speak of the log itself; `replay` judges them.
    """
    ruling, after = _judged(state, event, number)
    if after.scores is not state.scores:
        ruling = ruling._replace(points=score_change(state, after))
    return ruling, after


def score_change(before: Match, after: Match) -> tuple[tuple[int, int], ...]:
    """What one state's scores have over another's, by side; sides without a change are left out."""
    pairs = zip(before.scores, after.scores, strict=True)
    return tuple((side, now - was) for side, (was, now) in enumerate(pairs) if now != was)


def _judged(state: Match, event: Event, number: int) -> Outcome:
    match event:
        case Play():
            return laying.lay(state, event, number)
        case Flip():
            return flipping.flip(state, event, number)
        case Draw():
            return stuck.draw(state, event, number)
        case Pass():
            return stuck.knock(state, event, number)
        case Claim(by, points):
            return claiming.claim(state, by, points, number)
        case Muggins(by, points):
            return claiming.muggins(state, by, points, number)
        case _:
            return _between_turns(state, event, number)


def _between_turns(state: Match, event: Event, number: int) -> Outcome:
    match event:
        case Hand():
            return showing.show_hand(state, event, number)
        case Pips():
            return showing.tell_pips(state, event, number)
        case Round():
            return rounds.deal_round(state, event)
        case Adjust():
            return rounds.adjust(state, event, number)
        case Void():
            return rounds.void(state, event, number)
        case Unreadable(said):
            return refusal(Breach(Code.UNREADABLE, said)), state
        case Other(verb):
            return refusal(not_now("There is no {verb} in this game.", verb=verb)), state
        case Retract() | Amend():
            return refusal(not_now("A correction is made to the log.")), state
        case _:
            raise TypeError(f"no ruling for {type(event).__name__}")
