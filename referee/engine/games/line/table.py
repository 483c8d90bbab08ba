"""The line games: which module rules on which event."""

from __future__ import annotations

from referee.engine.games.drawn import draw_unseen
from referee.engine.games.line import claiming, flipping, hands_shown, laying, rounds, stuck
from referee.engine.games.line.agreements import table_rules
from referee.engine.games.line.results import end_by_result
from referee.engine.games.match import Rulings
from referee.engine.record import events
from referee.engine.record.poker_and_solitaire_events import DrawSeen
from referee.engine.record.result_events import HandResult, RoundResult

RULINGS: Rulings = {
    events.Play: laying.lay,
    events.Flip: flipping.flip,
    events.Draw: stuck.draw,
    events.Pass: stuck.knock,
    events.Claim: claiming.claim,
    events.Muggins: claiming.muggins,
    events.Hand: hands_shown.show_hand,
    events.Pips: hands_shown.tell_pips,
    events.Round: rounds.deal_round,
    RoundResult: end_by_result,
    HandResult: end_by_result,
    events.TableRuling: table_rules,
    DrawSeen: draw_unseen,
}
