"""The judge: one event and a state give a ruling and the state after it. It never raises for what can be said."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

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
from referee.play import auction, claiming, dealing, flipping, laying, showing, stuck, tricks
from referee.play import match as rounds
from referee.play.state import Match, State, open_match
from referee.play.trickstate import TrickMatch, open_tricks
from referee.play.turn import Outcome, not_now
from referee.rulings import Breach, Code, Ruling, refusal
from referee.sayings_tricks import Bid, Trump
from referee.setup import Seating, Setup, TrickSetup

S = TypeVar("S", bound=State)


def rule_on(state: State, event: Event, number: int) -> tuple[Ruling, State]:
    """The ruling on one event and the state after it; a refusal leaves the state as it was.

    `number` is the event's place in the log. Retract and amend speak of the log itself; `replay` judges them.
    """
    ruling, after = MACHINES[state.setup.variant.machine](state, event, number)
    if after.scores is not state.scores:
        ruling = ruling._replace(points=score_change(state, after))
    return ruling, after


def open_state(setup: Seating) -> State:
    """A table at which nothing has been said yet."""
    return OPENINGS[setup.variant.machine](setup)


def score_change(before: State, after: State) -> tuple[tuple[int, int], ...]:
    """What one state's scores have over another's, by side; sides without a change are left out."""
    pairs = zip(before.scores, after.scores, strict=True)
    return tuple((side, now - was) for side, (was, now) in enumerate(pairs) if now != was)


# Line games


def _open_line(setup: Seating) -> State:
    assert isinstance(setup, Setup)
    return open_match(setup)


def _judge_line(state: State, event: Event, number: int) -> tuple[Ruling, State]:
    assert isinstance(state, Match)
    return _judged(state, event, number)


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
        case _:
            return _without_place(state, event)


# Trick games


def _open_tricks(setup: Seating) -> State:
    assert isinstance(setup, TrickSetup)
    return open_tricks(setup)


def _judge_tricks(state: State, event: Event, number: int) -> tuple[Ruling, State]:
    assert isinstance(state, TrickMatch)
    match event:
        case Play():
            return tricks.lay(state, event, number)
        case Hand():
            return tricks.show(state, event, number)
        case Bid():
            return auction.bid(state, event)
        case Trump():
            return auction.name_trump(state, event)
        case Round():
            return dealing.deal(state, event)
        case Adjust():
            return dealing.adjust(state, event)
        case Void():
            return dealing.void(state, event)
        case _:
            return _without_place(state, event)


# Every family


def _without_place(state: S, event: Event) -> tuple[Ruling, S]:
    """What cannot be read, and what is never said in this family of games."""
    match event:
        case Unreadable(said):
            return refusal(Breach(Code.UNREADABLE, said)), state
        case Retract() | Amend():
            return refusal(not_now("A correction is made to the log.")), state
        case Other(verb):
            return refusal(not_now("There is no {verb} in this game.", verb=verb)), state
        case _:
            verb = type(event).__name__.lower()
            return refusal(not_now("There is no {verb} in this game.", verb=verb)), state


# What judges an event and what opens a table, by the machine that plays the variant.
MACHINES: dict[str, Callable[[State, Event, int], tuple[Ruling, State]]] = {
    "line": _judge_line,
    "tricks": _judge_tricks,
}
OPENINGS: dict[str, Callable[[Seating], State]] = {"line": _open_line, "tricks": _open_tricks}
