"""The state of a solitaire's table, and what its log tells besides: how the tiles lay when they were turned up."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.games.match import State, Status
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.log import Entry
from referee.engine.record.poker_and_solitaire_events import Deal
from referee.engine.tiles import Face, Tile
from referee.web.parts.open_tables import Table

SEVEN = 7
FIVE = 5


def patience_state(state: State) -> SolitaireMatch:
    """The state as that of a solitaire, whose pages alone may ask for it."""
    assert isinstance(state, SolitaireMatch)
    return state


def standing_of(table: Table) -> SolitaireMatch:
    """The table as it is now."""
    return patience_state(table.state)


def kind_of(state: SolitaireMatch) -> str:
    """Which of the solitaires is played: the name of its part."""
    return state.setup.variant.solitaire


def has_dealt(state: SolitaireMatch) -> bool:
    """Whether the tiles of a game lie turned up, also when it is over."""
    return state.round is not None and state.round.is_dealt


def awaits_deal(state: SolitaireMatch) -> bool:
    """Whether the tiles of a game can be turned up now, with its round entered first if it is not yet."""
    return state.status is Status.ROUND_OVER or not has_dealt(state)


def deal_size(state: SolitaireMatch) -> int:
    """How many tiles are turned up at the start."""
    return {"columns": SEVEN, "draw_five": FIVE}.get(kind_of(state), len(state.setup.tiles))


def faces_of(entries: Sequence[Entry]) -> dict[Tile, Face]:
    """How the tiles of the last deal among these entries lay."""
    for each in reversed(entries):
        if isinstance(each.event, Deal):
            return {face.tile: face for face in each.event.faces if face is not None}
    return {}
