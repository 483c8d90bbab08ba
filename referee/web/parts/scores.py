"""The scores as they stand above the layout, of the table as it is or as it would be."""

from __future__ import annotations

from referee.engine.games.hands import HandsMatch
from referee.engine.games.line.premios import PREMIO_NAMES
from referee.engine.games.match import Status
from referee.engine.messages import _, _n
from referee.reports.families import telling_of
from referee.web.parts.table_views import Ring, RingSeat, Seat, SideView


def sides_of(state: HandsMatch) -> tuple[SideView, ...]:
    """The scores, with the tiles that everybody holds."""
    setup = state.setup
    current = state.round
    is_played = state.status in (Status.PLAYING, Status.REVEAL)
    premios = telling_of(setup).premios(state) if is_played else ()
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
        earned = tuple(
            f"{_(PREMIO_NAMES[each.kind])} {each.points:+d}" for each in premios if each.side == number
        )
        found.append(
            SideView(seats=seats, score=state.scores[number], to_go=_to_go(state, number), earned=earned)
        )
    return tuple(found)


def _to_go(state: HandsMatch, side: int) -> str:
    target = state.setup.to_reach
    if target is None or state.setup.is_one_round:
        return ""
    missing = target - state.scores[side]
    return _n("{n} to go", "{n} to go", missing) if missing > 0 else ""


def ring_of(state: HandsMatch, nearest: int | None) -> Ring | None:
    """Two pairs as they sit, `nearest` or else the first player at the near side; None for any other table."""
    names, setup = state.setup.players, state.setup
    if len(names) != 4 or len(setup.sides) != 2 or setup.side_of[0] != setup.side_of[2]:
        return None
    first = nearest or 0
    seated = [(first + each) % 4 for each in range(4)]
    letters = next((n for n in (1, 2) if len({name[:n].casefold() for name in names}) == 4), 3)
    clockwise = setup.step > 0
    order = ", ".join(names[seat] for seat in (seated if clockwise else (first, *seated[:0:-1])))
    return Ring(
        seats=tuple(RingSeat(names[each], names[each][:letters], each == state.to_act) for each in seated),
        is_clockwise=clockwise,
        words=_("Clockwise: {names}", names=order)
        if clockwise
        else _("Counter-clockwise: {names}", names=order),
    )
