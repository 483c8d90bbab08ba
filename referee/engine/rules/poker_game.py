"""A game of one showdown: hands are shown, and the best one wins."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rules.game import Game
from referee.engine.rules.poker import HAND, Ranks, Stakes


@dataclass(frozen=True, kw_only=True)
class Showdown(Game):
    """The rules of poker."""

    SLOTS = ("ranks", "betting")
    machine = "showdown"

    ranks: Ranks
    betting: Stakes

    def tiles_each(self, players: int, highest: int) -> int:  # noqa: ARG002 - always five
        """How many tiles each player takes."""
        return HAND

    def matters(self, switch: str, *, partners: bool) -> bool:  # noqa: ARG002 - partners bet for themselves
        """Whether the switch can change anything as all others stand: without stakes there are no chips to count."""
        return switch != "buy_in" or self.betting.stakes
