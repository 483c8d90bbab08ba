"""The solitaires: which module rules on which event."""

from referee.engine.games.at_any_table import rule_at_any_table, stands
from referee.engine.games.match import Rulings, Status
from referee.engine.games.refusals import not_now
from referee.engine.games.solitaire import columns, counting_row, draw_five, knock_out
from referee.engine.games.solitaire.state import Outcome, SolitaireMatch
from referee.engine.messages import msg
from referee.engine.record.events import Deal, Event, Round, Shift

KINDS = {
    "counting_row": counting_row.KIND,
    "knock_out": knock_out.KIND,
    "columns": columns.KIND,
    "draw_five": draw_five.KIND,
}


def _begin(state: SolitaireMatch, event: Round, _number: int) -> Outcome:
    why = state.why_no_round(event)
    if why is not None:
        return why
    fresh = KINDS[state.setup.variant.solitaire].fresh(state.setup, event.number)
    after = state._replace(status=Status.PLAYING, round=fresh)
    return stands(after, msg("Game {n}: the tiles are mixed and laid out.", n=event.number))


def _move(state: SolitaireMatch, event: Event, number: int) -> Outcome:
    kind = KINDS[state.setup.variant.solitaire]
    move = kind.moves.get(type(event))
    if move is None:
        return rule_at_any_table(state, event, number)
    saves_column = isinstance(event, Shift) and columns.is_won(state)  # one may be saved after the win
    why = None if saves_column else state.why_not_playing()
    if why is None and state.current.is_dealt is isinstance(event, Deal):
        why = not_now(kind.dealt if isinstance(event, Deal) else kind.undealt)
    return why or move(state, state.current, event)


RULINGS: Rulings = {Round: _begin, **{event: _move for kind in KINDS.values() for event in kind.moves}}
