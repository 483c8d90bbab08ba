"""The solitaires: which module rules on which event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from referee.events import Event, Round
from referee.play import columns, counting_row, draw_five, knock_out
from referee.play.rounds import Outcome, Rounds, Rulings, at_any_table, open_rounds, stands, why_no_round
from referee.play.state import Status
from referee.setup import PatienceSetup
from referee.wording import said


class Kind(NamedTuple):
    """How one kind of solitaire is played: its round before the deal, and what rules on which event."""

    fresh: Callable[[PatienceSetup, int], Any]
    rulings: Rulings


KINDS = {
    "counting_row": Kind(counting_row.fresh, counting_row.RULINGS),
    "knock_out": Kind(knock_out.fresh, knock_out.RULINGS),
    "columns": Kind(columns.fresh, columns.RULINGS),
    "draw_five": Kind(draw_five.fresh, draw_five.RULINGS),
}


def open_patience(setup: PatienceSetup) -> Rounds:
    """A solitaire of which nothing has been said yet."""
    return open_rounds(setup)


def rule_on_patience(state: Rounds, event: Event, number: int) -> Outcome:  # noqa: ARG001
    """The ruling on one event of a solitaire, and the state after it."""
    assert isinstance(state.setup, PatienceSetup)
    kind = KINDS[state.setup.variant.solitaire]
    if isinstance(event, Round):
        why = why_no_round(state, event)
        if why is not None:
            return why
        after = state._replace(status=Status.PLAYING, round=kind.fresh(state.setup, event.number))
        return stands(after, said("Round {n}: the tiles are mixed and laid out.", n=event.number))
    rule = kind.rulings.get(type(event))
    return at_any_table(state, event) if rule is None else rule(state, event)
