"""The line games: which module rules on which event."""

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
    Pass,
    Pips,
    Play,
    Retract,
    Round,
    TableRuling,
    Unreadable,
    Void,
    verb_word,
)
from referee.moves import Deal, DrawSeen, Knock, Remove, Shift, Stake, Turn
from referee.play import claiming, flipping, laying, showing, stuck
from referee.play import match as rounds
from referee.play.agreeing import table_rules
from referee.play.state import Match
from referee.play.turn import Outcome, not_now
from referee.rulings import Breach, Code, refusal
from referee.sayings_tricks import Bid, Trump
from referee.wording import said


def rule_on_line(state: Match, event: Event, number: int) -> Outcome:
    """The ruling on one event at a table of a line game, and the state after it."""
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
        case Adjust() | TableRuling() | Void():
            return _agreed(state, event, number)
        case Unreadable(words):
            return refusal(Breach(Code.UNREADABLE, words)), state
        case DrawSeen():
            words = said("Drawn tiles are not seen in this game; say how many they are.")
            return refusal(Breach(Code.UNREADABLE, words)), state
        case Bid() | Trump() | Deal() | Remove() | Knock() | Shift() | Turn() | Stake():
            return refusal(not_now("There is no {verb} in this game.", verb=verb_word(event))), state
        case Retract() | Amend():
            return refusal(not_now("A correction is made to the log.")), state
        case _:
            raise TypeError(f"no ruling for {type(event).__name__}")


def _agreed(state: Match, event: Adjust | TableRuling | Void, number: int) -> Outcome:
    """What the table decides for itself."""
    match event:
        case Adjust():
            return rounds.adjust(state, event, number)
        case TableRuling():
            return table_rules(state, event, number)
        case Void():
            return rounds.void(state, event, number)
