"""A game in which every player is dealt a hand, by the number of players and by the set."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rules.deal import HandSizes
from referee.engine.rules.game import Game
from referee.engine.rulings import Rule


@dataclass(frozen=True, kw_only=True)
class DealtGame(Game):
    """What line games and trains share: the deal, and `sets`, all that the sheet is for."""

    deal: HandSizes
    sets: tuple[int, ...] = (6, 9, 12, 15)

    @property
    def all_sets(self) -> tuple[int, ...]:
        """The sets that its sheet is for."""
        return self.sets

    def tiles_each(self, players: int, highest: int) -> int:
        """How many tiles each player takes."""
        return self.deal.tiles_each(players, highest)

    def rule_for(self, switch: str, players: int, highest: int) -> Rule:
        """The rule that a switch makes for so many players with that set."""
        if switch == "hand_size":
            return self.deal.rule_for(players, highest)
        return super().rule_for(switch, players, highest)

    def goes_by_set(self, switch: str) -> bool:
        """Whether hands are dealt by the set."""
        return switch == "hand_size" and self.deal.goes_by_set
