"""A variant: one game's rules as one sheet prints them, a record of parts, and house rules on top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from referee.rules.claims import Claims
from referee.rules.counting import Counting
from referee.rules.deal import Deal
from referee.rules.drawing import Drawing
from referee.rules.game import Game, Preset, Sheet, slots_of
from referee.rules.joins import Joins
from referee.rules.opening import Opening
from referee.rules.part import Part, Switch
from referee.rules.rows import Rows
from referee.rules.settling import Blocked, GoingOut, Rounding
from referee.rules.spinners import Doubles
from referee.rules.target import Target
from referee.rules.turns import Turns

PARTS: dict[str, type[Part]] = {
    "deal": Deal,
    "opening": Opening,
    "rows": Rows,
    "joins": Joins,
    "doubles": Doubles,
    "drawing": Drawing,
    "turns": Turns,
    "counting": Counting,
    "claims": Claims,
    "rounding": Rounding,
    "going_out": GoingOut,
    "blocked": Blocked,
    "target": Target,
}


def switch_slots() -> dict[str, tuple[str, Switch]]:
    """Every switch of a line game by its name: the slot of its part, and the switch."""
    return slots_of(Variant)


@dataclass(frozen=True, kw_only=True)
class Variant(Game):
    """The rules of a line game."""

    machine: ClassVar[str] = "line"
    PARTS: ClassVar[Mapping[str, type[Part]]] = PARTS

    deal: Deal
    opening: Opening
    joins: Joins
    doubles: Doubles
    drawing: Drawing
    turns: Turns
    counting: Counting
    claims: Claims
    rounding: Rounding
    going_out: GoingOut
    blocked: Blocked
    target: Target
    players_by_set: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    reserve_by_players: Mapping[int, int] = field(default_factory=dict)
    knock: str = "Pass"
    asks_target: bool = False
    unclear: tuple[str, ...] = ()
    rows: Rows | None = None

    def player_range(self, highest: int) -> tuple[int, int]:
        """The least and the most players with the set whose highest double is `highest`."""
        if not self.players_by_set:
            return self.players
        sets = [each for each in self.players_by_set if each <= highest]
        return self.players_by_set[max(sets, default=min(self.players_by_set))]

    def for_players(self, players: int) -> Variant:
        """The variant with what the sheet prints by number of players filled in."""
        if not self.reserve_by_players:
            return self
        reserve = self.reserve_by_players[max(each for each in self.reserve_by_players if each <= players)]
        return replace(self, drawing=replace(self.drawing, reserve=reserve))


__all__ = ["PARTS", "Preset", "Sheet", "Variant", "switch_slots"]
