"""What all solitaires have in common: one player, who is always to act."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from referee.engine.games.match import Match, RoundInHand
from referee.engine.games.refusals import named_twice, not_in_set
from referee.engine.layout import Layout
from referee.engine.messages import msg, tiles_word
from referee.engine.record.events import Deal
from referee.engine.rules.part import Part
from referee.engine.rulings import Breach, Code, Ruling
from referee.engine.seating import PatienceSetup
from referee.engine.tiles import Face, Tile


@dataclass(slots=True)
class SolitaireRound(RoundInHand):
    """One game of a solitaire."""

    to_act = 0  # the only player

    @property
    def laid_out(self) -> Layout | None:
        """The layout of a game that has one; None if nothing was laid."""
        return None


P = TypeVar("P", bound=Part)


class SolitaireMatch(Match[PatienceSetup, Any]):
    """The games of a solitaire at one table."""

    __slots__ = ()

    @property
    def layout(self) -> Layout | None:
        """What lies on the table, if it is a layout; None if nothing does."""
        return None if self.round is None else self.round.laid_out

    def rules(self, kind: type[P]) -> P:
        """The rules of the solitaire being played; `kind` is their type."""
        variant = self.setup.variant
        found = getattr(variant, variant.solitaire)
        assert isinstance(found, kind)
        return found

    def faces_dealt(self, event: Deal, number: int) -> tuple[Face, ...] | Breach:
        """The tiles of a deal as they lie; a breach if they are not `number` different tiles of the set."""
        if len(event.faces) != number:
            words = msg("{tiles} are turned up, not {n}.", tiles=tiles_word(number), n=len(event.faces))
            return Breach(Code.HAND_MISMATCH, words)
        faces = []
        for each in event.faces:
            if each is None or each.tile not in self.setup.tiles:
                return not_in_set(self.setup, each)
            faces.append(each)
        return named_twice([each.tile for each in faces]) or tuple(faces)

    def tile_of_set(self, tile: Tile | None, written: str = "") -> Tile | Breach:
        """The tile; a breach if the set does not have it."""
        if tile is None or tile not in self.setup.tiles:
            return not_in_set(self.setup, tile or written)
        return tile


Outcome = tuple[Ruling, SolitaireMatch] | Breach


class SolitaireKind(NamedTuple):
    """How one kind of solitaire is played: its round before the deal, the function that rules on each kind of move in
    the round as it is, and the sentences for a move before the tiles are dealt and for a second deal."""

    fresh: Callable[[PatienceSetup, int], SolitaireRound]
    moves: Mapping[type, Callable[[SolitaireMatch, Any, Any], Outcome]]
    undealt: str
    dealt: str
