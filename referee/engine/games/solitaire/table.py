"""The solitaires: which module rules on which event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from referee.engine.games.at_any_table import refused, rule_at_any_table, stands
from referee.engine.games.match import Status, why_no_round
from referee.engine.games.solitaire import columns, counting_row, draw_five, knock_out
from referee.engine.games.solitaire.state import Outcome, Rulings, SolitaireMatch
from referee.engine.messages import msg
from referee.engine.record.events import Event, Round
from referee.engine.seating import PatienceSetup


class SolitaireKind(NamedTuple):
    """How one kind of solitaire is played: its round before the deal, and what rules on which event."""

    fresh: Callable[[PatienceSetup, int], Any]
    rulings: Rulings


KINDS = {
    "counting_row": SolitaireKind(counting_row.fresh, counting_row.RULINGS),
    "knock_out": SolitaireKind(knock_out.fresh, knock_out.RULINGS),
    "columns": SolitaireKind(columns.fresh, columns.RULINGS),
    "draw_five": SolitaireKind(draw_five.fresh, draw_five.RULINGS),
}


def rule_on_patience(state: SolitaireMatch, event: Event, number: int) -> Outcome:
    """The ruling on one event of a solitaire, and the state after it."""
    kind = KINDS[state.setup.variant.solitaire]
    if isinstance(event, Round):
        why = why_no_round(state, event)
        if why is not None:
            return refused(state, why)
        after = state._replace(status=Status.PLAYING, round=kind.fresh(state.setup, event.number))
        return stands(after, msg("Round {n}: the tiles are mixed and laid out.", n=event.number))
    rule = kind.rulings.get(type(event))
    return rule_at_any_table(state, event, number) if rule is None else rule(state, event)
