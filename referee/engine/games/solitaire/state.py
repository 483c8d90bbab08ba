"""What all solitaires have in common: one player, who is always to act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.engine.games.match import Match, RoundInHand
from referee.engine.rules.part import Part
from referee.engine.rulings import Breach, Ruling
from referee.engine.seating import PatienceSetup


@dataclass(slots=True)
class SolitaireRound(RoundInHand):
    """A game of a solitaire."""

    to_act = 0  # the only player

    @property
    def counted(self) -> dict[str, Any] | None:
        """What is counted, if the game counts."""
        return None


class SolitaireMatch(Match[PatienceSetup, Any]):
    """The games of a solitaire at one table."""

    __slots__ = ()

    @property
    def counted(self) -> dict[str, Any] | None:
        """What is counted, if the game counts."""
        return self.round.counted if self.round is not None else None


Ruled = tuple[Ruling, SolitaireMatch]
Outcome = Ruled | Breach
# What rules on each kind of move.
Moves = Mapping[type, Callable[[SolitaireMatch, Any], Outcome]]

P = TypeVar("P", bound=Part)


def rules_of(state: SolitaireMatch, kind: type[P]) -> P:
    """The rules of the solitaire that is played; `kind` is their type."""
    variant = state.setup.variant
    found = getattr(variant, variant.solitaire)
    assert isinstance(found, kind)
    return found
