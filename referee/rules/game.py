"""What the record of every variant has, whatever its family: its sheet, its parts, and house rules on top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar, Self, cast

from referee.rules.part import Part, Switch, Value
from referee.rulings import Rule, Source, Standing


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

    `tiles` names the set that a value is played with; `only_players` is the one number of players it is about.
    """

    switch: Switch
    default: Value
    changes: Mapping[Value, Mapping[str, Value]]
    source: Source
    tiles: Mapping[Value, int] = field(default_factory=dict)
    only_players: int | None = None

    def rule(self, name: str, value: Value) -> Rule:
        """The rule that a value makes."""
        return Rule(name, self.switch.sentence(value), self.source)


def slots_of(game: type[Game]) -> dict[str, tuple[str, Switch]]:
    """Every switch of a family by its name: the slot of its part, and the switch."""
    return _slots(cast(Any, game))


@cache
def _slots(game: Any) -> dict[str, tuple[str, Switch]]:
    return {
        name: (slot, switch) for slot, part in game.PARTS.items() for name, switch in part.switches().items()
    }


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game's rules as one sheet prints them: a record of parts, one in each slot of `PARTS`.

    `machine` names what plays it; `players` is least and most, `tiles` the highest double of its set.
    """

    machine: ClassVar[str]
    PARTS: ClassVar[Mapping[str, type[Part]]]

    game: str
    name: str
    sheet: Sheet
    family: str
    players: tuple[int, int]
    tiles: int
    presets: Mapping[str, Preset] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """How records name the variant: `fundex2004.all-fives`."""
        return f"{self.sheet.key}.{self.game}"

    def parts(self) -> Iterator[Part]:
        """The parts in the order in which a player meets them."""
        yield from (part for slot in self.PARTS if (part := getattr(self, slot)) is not None)

    def part_of(self, switch: str) -> Part:
        """The part that the switch belongs to."""
        part: Part = getattr(self, slots_of(type(self))[switch][0])
        return part

    def value(self, switch: str) -> Value:
        """How a switch stands."""
        value: Value = getattr(self.part_of(switch), switch)
        return value

    def rule(self, switch: str) -> Rule:
        """The rule a switch makes, with its source."""
        return self.part_of(switch).rule(switch)

    def player_range(self, highest: int) -> tuple[int, int]:  # noqa: ARG002 - some sheets print it by set
        """The least and the most players with the set whose highest double is `highest`."""
        return self.players

    def switch(self, name: str) -> Switch | None:
        """The switch of that name that this variant has, its own presets among them; None where it has none."""
        if name in self.presets:
            return self.presets[name].switch
        slot, switch = slots_of(type(self)).get(name, ("", None))
        return switch if slot and getattr(self, slot) is not None else None

    def with_options(self, options: Mapping[str, Value], players: int) -> Self:
        """The variant with house rules on top; every name must be a switch, every value one that it takes."""
        plain: dict[str, Value] = {}
        for name, preset in self.presets.items():
            if name in options and preset.only_players in (None, players):
                plain.update(preset.changes.get(options[name], {}))
        plain.update({name: value for name, value in options.items() if name not in self.presets})
        changes: dict[str, Any] = {}
        for name, value in plain.items():
            slot, _ = slots_of(type(self))[name]
            part: Part = changes.get(slot, getattr(self, slot))
            if getattr(part, name) == value and type(getattr(part, name)) is type(value):
                continue
            house = Source(self.sheet.title, self.name, Standing.HOUSE)
            changes[slot] = part.with_house_rule(name, value, house)
        return replace(self, **changes)
