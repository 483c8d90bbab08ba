"""The line games: which module rules on which event."""

from __future__ import annotations

from referee.engine.games.line import claiming, flipping, laying, results, rounds, stuck
from referee.engine.games.line.results import end_by_result
from referee.engine.games.line.rounds import table_rules
from referee.engine.games.match import Rulings
from referee.engine.games.proving import draw_unseen
from referee.engine.record import events
from referee.engine.record.family_events import DrawSeen
from referee.engine.record.result_events import HandResult, RoundResult

RULINGS: Rulings = {
    events.Play: laying.lay,
    events.Flip: flipping.flip,
    events.Draw: stuck.draw,
    events.Pass: stuck.knock,
    events.Claim: claiming.claim,
    events.Muggins: claiming.muggins,
    events.Hand: results.show_hand,
    events.Pips: results.tell_pips,
    events.Round: rounds.deal_round,
    RoundResult: end_by_result,
    HandResult: end_by_result,
    events.TableRuling: table_rules,
    DrawSeen: draw_unseen,
}
