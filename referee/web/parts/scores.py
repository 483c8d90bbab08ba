"""The scores as they stand above the layout, of the table as it is or as it would be."""

from __future__ import annotations

from referee.engine.games.hands import HandsMatch
from referee.engine.messages import _n
from referee.web.parts.table_views import Seat, SideView


def sides_of(state: HandsMatch) -> tuple[SideView, ...]:
    """The scores, with the tiles that everybody holds."""
    setup = state.setup
    current = state.round
    found = []
    for number in range(len(setup.sides)):
        seats = tuple(
            Seat(
                name=name,
                held=current.hands[seat] if current is not None else None,
                now=state.to_act == seat,
            )
            for seat, name in enumerate(setup.players)
            if setup.side_of[seat] == number
        )
        found.append(SideView(seats=seats, score=state.scores[number], to_go=_to_go(state, number)))
    return tuple(found)


def _to_go(state: HandsMatch, side: int) -> str:
    target = state.setup.to_reach
    if target is None or state.setup.is_one_round:
        return ""
    missing = target - state.scores[side]
    return _n("{n} to go", "{n} to go", missing) if missing > 0 else ""
