"""The line games: which module rules on which event."""

from __future__ import annotations

from referee.engine.games.at_any_table import rule_at_any_table
from referee.engine.games.line import claiming, flipping, hands_shown, laying, rounds, stuck
from referee.engine.games.line.agreements import table_rules
from referee.engine.games.line.results import end_by_result
from referee.engine.games.line.state import LineMatch
from referee.engine.games.line.turn import Outcome
from referee.engine.messages import msg
from referee.engine.record.events import (
    Claim,
    Draw,
    Event,
    Flip,
    Hand,
    Muggins,
    Pass,
    Pips,
    Play,
    Round,
    TableRuling,
)
from referee.engine.record.poker_and_solitaire_events import DrawSeen
from referee.engine.record.result_events import HandResult, RoundResult
from referee.engine.rulings import Breach, Code, refusal


def rule_on_line(state: LineMatch, event: Event, number: int) -> Outcome:
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


def _between_turns(state: LineMatch, event: Event, number: int) -> Outcome:
    match event:
        case Hand():
            return hands_shown.show_hand(state, event, number)
        case Pips():
            return hands_shown.tell_pips(state, event, number)
        case Round():
            return rounds.deal_round(state, event, number)
        case RoundResult() | HandResult():
            return end_by_result(state, event, number)
        case TableRuling():
            return table_rules(state, event, number)
        case DrawSeen():
            words = msg("Drawn tiles are not seen in this game; say how many they are.")
            return refusal(Breach(Code.UNREADABLE, words)), state
        case _:
            return rule_at_any_table(state, event, number)
