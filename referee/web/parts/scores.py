"""The scores of a line game as they stand above the layout, of the table as it is or as it would be."""

from __future__ import annotations

from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.messages import _n
from referee.web.parts.table_views import Seat, SideView


def sides_of(state: LineMatch) -> tuple[SideView, ...]:
    """The scores, with the tiles that everybody holds."""
    setup = state.setup
    current = state.round
    in_play = state.status is Status.PLAYING
    found = []
    for number in range(len(setup.sides)):
        seats = tuple(
            Seat(
                name=name,
                held=current.hands[seat] if current is not None else None,
                now=in_play and current is not None and current.turn == seat,
            )
            for seat, name in enumerate(setup.players)
            if setup.side_of[seat] == number
        )
        found.append(SideView(seats=seats, score=state.scores[number], to_go=_to_go(state, number)))
    return tuple(found)


def _to_go(state: LineMatch, side: int) -> str:
    target = state.setup.variant.target
    if target.is_one_round:
        return ""
    missing = target.target - state.scores[side]
    return _n("{n} to go", "{n} to go", missing) if missing > 0 else ""
