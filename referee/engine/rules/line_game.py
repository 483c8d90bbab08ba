"""A variant: one line game's rules as one sheet prints them, a record of parts, and house rules on top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Self

from referee.engine.rules.claims import Claims
from referee.engine.rules.counting import Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.drawing import Drawing
from referee.engine.rules.game import Aim, Game, Preset, Sheet
from referee.engine.rules.joins import Joins
from referee.engine.rules.opening import Opening
from referee.engine.rules.part import Part, Switch
from referee.engine.rules.rows import Rows
from referee.engine.rules.settling import Blocked, GoingOut, Rounding
from referee.engine.rules.spinners import Doubles
from referee.engine.rules.target import Target
from referee.engine.rules.turns import Turns
from referee.engine.rulings import Rule

__all__ = ["PARTS", "LineGame", "Preset", "Sheet", "switch_slots"]

PARTS: dict[str, type[Part]] = {
    "deal": HandSizes,
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


# What tables dispute.
DISPUTED = (
    "target", "claims", "spinner", "spinner_opens", "blanks", "block_pay", "block_tie", "round_scope",
    "end_check", "exact_overshoot", "out_award", "team_out", "next_opener",
)  # fmt: skip
ROW_SWITCHES = tuple(Rows.switches())


@cache
def switch_slots() -> dict[str, tuple[str, Switch]]:
    """Every switch of a line game by its name: the slot of its part, and the switch."""
    return {name: (slot, switch) for slot, part in PARTS.items() for name, switch in part.switches().items()}


@dataclass(frozen=True, kw_only=True)
class LineGame(Game):
    """The rules of a line game. `sets` are all that its sheet is for."""

    SLOTS = tuple(PARTS)
    machine = "line"
    is_told_by_end = True

    deal: HandSizes
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
        return self.going_out.pays_pips or self.blocked.pays_pips

    @cached_property
    def tiles_make_nothing(self) -> bool:
        """Whether no tile makes points when it is laid, and nobody claims any."""
        return not self.counting.tiles_score and not self.claims.are_made

    def pass_proves_stuck(self, *, is_dry: bool) -> bool:
        """Whether a pass says that nothing held could go; `is_dry`: nothing more may be drawn.

        Also where a player may draw instead of laying a tile (S22); and once it is dry, where ends make a sum (M4).
        """
        drawing = self.drawing
        if drawing.must_play or drawing.may_spare_matadors or drawing.may_replace_any_tile:
            return True
        return is_dry and self.joins.makes_sums

    def tells(self, rule: str) -> bool:
        """Whether the rule, one that no switch changes, comes up as the switches stand."""
        drawing = self.drawing
        if rule == "cross_draw":
            return self.doubles.cross_first and self.doubles.has_spinners and drawing.goes_on_until_playable
        if rule != "dry":
            return True
        return drawing.is_allowed and not drawing.must_play and self.pass_proves_stuck(is_dry=True)

    @property
    def aim(self) -> Aim:
        """So many points, or one round."""
        if self.target.is_one_round:
            return Aim("mode", None)
        return Aim("target", self.target.target, exact=self.target.exact)

    @property
    def disputed(self) -> tuple[str, ...]:
        """What tables dispute, where the game at hand knows it at all."""
        idle = set() if self.joins.has_wild_blanks else {"blanks"}
        if not self.counting.tiles_score:
            idle |= {"round_scope", "end_check"}
        return tuple(each for each in (*self.presets, *DISPUTED) if each not in idle)

    def rule_for(self, switch: str, players: int, highest: int) -> Rule:
        """The rule that a switch makes for so many players with that set."""
        if switch == "hand_size":
            return self.deal.rule_for(players, highest)
        return super().rule_for(switch, players, highest)

    def goes_by_set(self, switch: str) -> bool:
        """Whether hands are dealt by the set."""
        return switch == "hand_size" and bool(self.deal.by_set)

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
        return self.worded(name)

    def worded(self, switch: str) -> Switch:
        """The switch of that name, with the number whose multiples score here."""
        return switch_slots()[switch][1].of(self.counting.unit)
