"""The pots of poker: who can win how much, and what each side wins or loses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.games.poker.betting import Betting
from referee.engine.seating import Seating


class Pot(NamedTuple):
    """Chips that only the players who paid enough can win."""

    chips: int
    seats: tuple[int, ...]


class Won(NamedTuple):
    """A pot, and the seat that takes it."""

    pot: Pot
    seat: int


def pots_of(betting: Betting) -> tuple[Pot, ...]:
    """What was paid, as pots: the first for all who stay, each further one for the players who paid more.

    If nobody is all in, all who stay have paid the same, and there is one pot.
    """
    found: list[Pot] = []
    below = 0
    steps = sorted({betting.paid[seat] for seat in betting.staying})
    for step in steps:
        chips = sum(min(paid, step) - min(paid, below) for paid in betting.paid)
        found.append(Pot(chips, tuple(seat for seat in betting.staying if betting.paid[seat] >= step)))
        below = step
    return tuple(found)


def won_by(betting: Betting, order: Sequence[int]) -> tuple[Won, ...]:
    """Each pot with the seat that takes it; `order` are the seats that stay, the best hand first."""
    return tuple(Won(pot, next(seat for seat in order if seat in pot.seats)) for pot in pots_of(betting))


def net(betting: Betting, won: Sequence[Won], seating: Seating) -> tuple[tuple[int, int], ...]:
    """What the pots make each side win or lose, in chips that sum to nothing."""
    change = [0] * len(seating.sides)
    for seat, paid in enumerate(betting.paid):
        change[seating.side_of[seat]] -= paid
    for pot, seat in won:
        change[seating.side_of[seat]] += pot.chips
    return tuple((side, chips) for side, chips in enumerate(change) if chips)
