"""A variant: one line game's rules as one sheet prints them, a record of parts, and house rules on top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Self

from referee.rules.claims import Claims
from referee.rules.counting import Counting
from referee.rules.deal import Deal
from referee.rules.drawing import Drawing
from referee.rules.game import Game, Preset, Sheet
from referee.rules.joins import Joins
from referee.rules.opening import Opening
from referee.rules.part import Part, Switch
from referee.rules.rows import Rows
from referee.rules.settling import PIPS, Blocked, GoingOut, Rounding
from referee.rules.spinners import Doubles
from referee.rules.target import Target
from referee.rules.turns import Turns

__all__ = ["PARTS", "Preset", "Sheet", "Variant", "switch_slots"]

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


ROW_SWITCHES = tuple(Rows.switches())


@cache
def switch_slots() -> dict[str, tuple[str, Switch]]:
    """Every switch of a line game by its name: the slot of its part, and the switch."""
    return {name: (slot, switch) for slot, part in PARTS.items() for name, switch in part.switches().items()}


@dataclass(frozen=True, kw_only=True)
class Variant(Game):
    """The rules of a line game. `sets` are all that its sheet is for."""

    SLOTS = tuple(PARTS)
    machine = "line"

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
    reserve_by_players: Mapping[int, int] = field(default_factory=dict)
    knock: str = "Pass"
    rows: Rows | None = None
    sets: tuple[int, ...] = (6, 9, 12, 15)

    def slot_of(self, switch: str) -> str:
        """The slot of the part that the switch belongs to."""
        return switch_slots()[switch][0]

    @property
    def pays_pips(self) -> bool:
        """Whether the pips left in hands are paid at the end of a round."""
        return self.going_out.out_pay in PIPS or self.blocked.block_pay in PIPS

    @cached_property
    def tiles_make_nothing(self) -> bool:
        """Whether no tile makes points when it is laid, and nobody claims any."""
        return self.counting.score == "none" and not self.claims.are_made

    @property
    def all_sets(self) -> tuple[int, ...]:
        """The sets that its sheet is for."""
        return self.sets

    @property
    def kinds(self) -> Mapping[str, type[Part]]:
        """What kind of part stands in each slot, the same for all line games."""
        return PARTS

    def tiles_each(self, players: int, highest: int) -> int:
        """How many tiles each player takes."""
        return self.deal.tiles_each(players, highest)

    def matters(self, switch: str, *, partners: bool) -> bool:
        """Whether the switch, one of this variant's, can change anything as all others stand."""
        if switch in self.presets:
            return True
        part: Part | None = getattr(self, self.slot_of(switch))
        return part is not None and part.matters(switch, self, partners=partners)

    def for_players(self, players: int) -> Self:
        """The variant with what the sheet prints by number of players filled in."""
        if not self.reserve_by_players:
            return self
        reserve = self.reserve_by_players[max(each for each in self.reserve_by_players if each <= players)]
        return replace(self, drawing=replace(self.drawing, reserve=reserve))

    def has(self, name: str) -> bool:
        """Whether a part of the variant answers that question."""
        return name not in self.presets and self.switch(name) is not None

    def switch(self, name: str) -> Switch | None:
        """The switch of that name that this variant has, its own presets among them; None where it has none."""
        if name in self.presets:
            return self.presets[name].switch
        if name not in switch_slots() or (name in ROW_SWITCHES and self.rows is None):
            return None
        return switch_slots()[name][1]
