"""A round of poker: the hands that were shown, and the betting where there are stakes."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.play.betting import Betting
from referee.rules.poker import HAND, TILES, TILES_MASK
from referee.tiles import Tile, mask_of, tiles_in

Tiles = tuple[Tile, ...]


class PokerRound(NamedTuple):
    """A round of poker: the hands shown so far, by seat, and the betting where there are stakes."""

    number: int
    hands: tuple[Tiles | None, ...]
    betting: Betting | None = None

    @property
    def to_act(self) -> int | None:
        """Whose turn it is to bet; None while everyone antes, and when hands are shown."""
        return None if self.betting is None else self.betting.turn

    @property
    def held(self) -> tuple[int, ...]:
        """Everyone who is in this round holds five tiles to the end."""
        return tuple(HAND if seat in self.seated else 0 for seat in range(len(self.hands)))

    @property
    def sleeping(self) -> int:
        """How many of the twenty tiles nobody has: those of players who sit out."""
        return len(TILES) - sum(self.held)

    @property
    def counted(self) -> dict[str, Any] | None:
        """Nothing is counted in this game."""
        return None

    @property
    def seated(self) -> list[int]:
        """The seats that are in this round."""
        return list(range(len(self.hands))) if self.betting is None else self.betting.seated

    @property
    def staying(self) -> list[int]:
        """The seats that have not folded."""
        return self.seated if self.betting is None else self.betting.staying

    @property
    def certain(self) -> tuple[Tiles | None, ...]:
        """The hands that are known: those shown, and the last one when all others were."""
        if self.sleeping or sum(each is None for each in self.hands) != 1:
            return self.hands
        seen = mask_of(each for hand in self.hands if hand is not None for each in hand)
        rest = tuple(tiles_in(TILES_MASK & ~seen))
        return tuple(rest if each is None else each for each in self.hands)
