"""How many tiles each player takes, and the games in which every player is dealt a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from referee.engine.rules.game import Game
from referee.engine.rules.part import Part, number
from referee.engine.rulings import Rule


@dataclass(frozen=True, kw_only=True)
class HandSizes(Part):
    """Hand sizes: `printed` by number of players, the highest number that is not above the table's own.

    `by_set` overrides it for single sets, `tables` prints it by number of players for each set, `all_dealt` shares the
    whole set out evenly; `hand_size` is the table's own choice, 0 as printed.
    """

    told_by: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "hand_size": ("printed", "by_set", "tables", "all_dealt")
    }

    printed: Mapping[int, int] = field(default_factory=dict)
    by_set: Mapping[int, int] = field(default_factory=dict)
    tables: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    all_dealt: bool = False
    hand_size: int = number("Tiles to start with", "Each player takes {n} tiles.", 0, least=1)

    def tiles_each(self, players: int, highest: int) -> int:
        """How many tiles each of `players` takes from a set whose highest double is `highest`."""
        if self.hand_size:
            return self.hand_size
        if self.all_dealt:
            return (highest + 1) * (highest + 2) // 2 // players
        if self.by_set:
            return self.by_set[
                max((each for each in self.by_set if each <= highest), default=min(self.by_set))
            ]
        printed = self.tables.get(highest, self.printed)
        return printed[max(each for each in printed if each <= players)]

    @property
    def goes_by_set(self) -> bool:
        """Whether hands are dealt by the set."""
        return bool(self.by_set or self.tables)

    def rule_for(self, players: int, highest: int) -> Rule:
        """The rule as it works out for one table."""
        sentence = self.switches()["hand_size"].sentence(self.tiles_each(players, highest))
        return Rule("hand_size", sentence, self.cited("hand_size"))


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
