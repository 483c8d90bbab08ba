"""A round of poker: the hands that were shown, and the betting if there are stakes."""

from dataclasses import dataclass

from referee.engine.games.match import Match, RoundInHand
from referee.engine.games.poker.betting import Betting
from referee.engine.rules.poker import HAND, TILES, TILES_MASK
from referee.engine.seating import ShowdownSetup
from referee.engine.tiles import Tile, mask_of, tiles_in

Tiles = tuple[Tile, ...]


@dataclass(slots=True)
class PokerRound(RoundInHand):
    """A round of poker: the hands shown so far, by seat, and the betting if there are stakes."""

    hands: tuple[Tiles | None, ...]
    betting: Betting | None = None

    @property
    def to_act(self) -> int | None:
        """Whose turn it is to bet; None while everyone antes, and when hands are shown."""
        return None if self.betting is None else self.betting.turn

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles each seat holds: five to the end, or none if it sits out."""
        return tuple(HAND if seat in self.seated else 0 for seat in range(len(self.hands)))

    @property
    def sleeping(self) -> int:
        """How many of the twenty tiles nobody has: those of players who sit out."""
        return len(TILES) - sum(self.held)

    @property
    def seated(self) -> list[int]:
        """The seats that are in this round."""
        return list(range(len(self.hands))) if self.betting is None else self.betting.seated

    @property
    def staying(self) -> list[int]:
        """The seats that have not folded."""
        return self.seated if self.betting is None else self.betting.staying

    @property
    def unseen(self) -> int:
        """The mask of the tiles that nobody has shown."""
        return TILES_MASK & ~mask_of(each for hand in self.hands if hand is not None for each in hand)

    @property
    def certain(self) -> tuple[Tiles | None, ...]:
        """The hands that are known: those shown, and the last one when all others were."""
        if self.sleeping or sum(each is None for each in self.hands) != 1:
            return self.hands
        rest = tuple(tiles_in(self.unseen))
        return tuple(rest if each is None else each for each in self.hands)


class PokerMatch(Match[ShowdownSetup, PokerRound]):
    """The rounds of poker at one table."""

    __slots__ = ()

    @property
    def chips(self) -> tuple[int, ...] | None:
        """The chips that each seat has between rounds; None if they are not counted."""
        if not self.setup.counts_chips:
            return None
        start = self.setup.variant.betting.buy_in
        return tuple(start + self.scores[side] for side in self.setup.side_of)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The chips of each player, if they are counted; else what each side has won or lost."""
        return self.chips or self.scores
