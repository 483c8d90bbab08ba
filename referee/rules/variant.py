"""A variant: one game's rules as one sheet prints them, a record of parts, and house rules on top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from referee.rules.claims import Claims
from referee.rules.counting import Counting
from referee.rules.deal import Deal
from referee.rules.drawing import Drawing
from referee.rules.joins import Joins
from referee.rules.opening import Opening
from referee.rules.part import Part, Switch, Value
from referee.rules.rows import Rows
from referee.rules.settling import PIPS, Blocked, GoingOut, Rounding
from referee.rules.spinners import Doubles
from referee.rules.target import Target
from referee.rules.turns import Turns
from referee.rulings import Rule, Source, Standing

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
class Sheet:
    """One leaflet: the key that records use, its title, and whether it is a printed one or of our own making."""

    key: str
    title: str
    is_printed: bool = True

    def source(self, section: str) -> Source:
        """A citation of one of its sections."""
        return Source(self.title, section)


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A switch of one variant that sets others: what each of its values changes, for which set and players.

    `tiles` names the set that a value is played with; `only_players` is the one number of players it is about;
    `why` is the reason for the default where the sheet does not decide.
    """

    switch: Switch
    default: Value
    changes: Mapping[Value, Mapping[str, Value]]
    source: Source
    tiles: Mapping[Value, int] = field(default_factory=dict)
    only_players: int | None = None
    why: str = ""

    @property
    def about(self) -> str:
        """The switch that it is about first."""
        return next(name for changed in self.changes.values() for name in changed)

    def rule(self, name: str, value: Value) -> Rule:
        """The rule that a value makes."""
        return Rule(name, self.switch.sentence(value), self.source)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """The rules of a line game. `players` is least and most, by set where sheets print it so.

    `tiles` is the set it is played with unless another is chosen, `sets` all that its sheet is for.
    """

    game: str
    name: str
    sheet: Sheet
    family: str
    players: tuple[int, int]
    tiles: int
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
    presets: Mapping[str, Preset] = field(default_factory=dict)
    rows: Rows | None = None
    sets: tuple[int, ...] = (6, 9, 12, 15)

    @property
    def key(self) -> str:
        """How records name the variant: `fundex2004.all-fives`."""
        return f"{self.sheet.key}.{self.game}"

    def parts(self) -> Iterator[Part]:
        """The parts in the order in which a player meets them."""
        yield from (part for slot in PARTS if (part := getattr(self, slot)) is not None)

    @property
    def pays_pips(self) -> bool:
        """Whether the pips left in hands are paid at the end of a round."""
        return self.going_out.out_pay in PIPS or self.blocked.block_pay in PIPS

    @property
    def may_have_partners(self) -> bool:
        """Whether enough play for two pairs."""
        return max(self.player_range(each)[1] for each in self.sets) >= 4

    def matters(self, switch: str, *, partners: bool) -> bool:
        """Whether the switch, one of this variant's, can change anything as all others stand."""
        if switch in self.presets:
            return True
        part: Part | None = getattr(self, switch_slots()[switch][0])
        return part is not None and part.matters(switch, self, partners=partners)

    def part_of(self, switch: str) -> Part:
        """The part that the switch belongs to."""
        part: Part = getattr(self, switch_slots()[switch][0])
        return part

    def value(self, switch: str) -> Value:
        """How a switch stands."""
        value: Value = getattr(self.part_of(switch), switch)
        return value

    def rule(self, switch: str) -> Rule:
        """The rule a switch makes, with its source."""
        return self.part_of(switch).rule(switch)

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

    def switch(self, name: str) -> Switch | None:
        """The switch of that name that this variant has, its own presets among them; None where it has none."""
        if name in self.presets:
            return self.presets[name].switch
        if name not in switch_slots() or (name in ROW_SWITCHES and self.rows is None):
            return None
        return switch_slots()[name][1]

    def with_options(self, options: Mapping[str, Value], players: int) -> Variant:
        """The variant with house rules on top; every name must be a switch, every value one that it takes."""
        plain: dict[str, Value] = {}
        for name, preset in self.presets.items():
            if name in options and preset.only_players in (None, players):
                plain.update(preset.changes.get(options[name], {}))
        plain.update({name: value for name, value in options.items() if name not in self.presets})
        changes: dict[str, Any] = {}
        for name, value in sorted(plain.items(), key=lambda each: each[0] != "opening"):
            slot, _ = switch_slots()[name]
            part: Part = changes.get(slot, getattr(self, slot))
            if getattr(part, name) == value and type(getattr(part, name)) is type(value):
                continue
            house = Source(self.sheet.title, self.name, Standing.HOUSE)
            changes[slot] = part.with_house_rule(name, value, house)
        return replace(self, **changes)
