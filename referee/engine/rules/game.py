"""What every game has: its sheet, its players, and its rules as a record of parts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, Self, get_args, get_type_hints

from referee.engine.messages import Message, msg, msg_as
from referee.engine.rules.part import Part, Switch, Value, is_same
from referee.engine.rulings import Provenance, Rule, Source


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A sheet: the key that records use, its title, and whether it is printed or of our own making.

    `assumed` are the switches that it leaves out, so that the referee's own reading applies unless a game writes them.
    """

    key: str
    title: str
    is_printed: bool = True
    assumed: tuple[str, ...] = ()

    def source(self, section: str | Message, sites: str | Message = "") -> Source:
        """A citation of one of its sections, and where it was found if no sheet prints it."""
        return Source(self.title, section, sites=sites)


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A switch of one variant that sets others: what each of its values changes, for which set and players.

    `tiles` names the set that a value is played with; `only_players` is the one number of players it is about;
    `why` is the reason for the default if the sheet does not decide.
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
        """The first switch that it sets."""
        return next(name for changed in self.changes.values() for name in changed)

    def rule(self, name: str, value: Value) -> Rule:
        """The rule that a value makes; any but the default is the table's own."""
        is_printed = is_same(value, self.default)
        source = self.source if is_printed else self.source._replace(standing=Provenance.HOUSE)
        return Rule(name, self.switch.sentence(value), source)


class Aim(NamedTuple):
    """What a match is played to: a number of points (None: it is one round), or of marks; `exact` if more does not win.
    `rule` is the switch that sets it."""

    rule: str
    to: int | None
    in_marks: bool = False
    exact: bool = False


@cache
def _slots_of(kind: Any) -> dict[str, type[Part]]:
    """The fields of a kind of game that hold its parts, each with the type of the part."""
    hints = get_type_hints(kind)
    found = [(each.name, (*get_args(hints[each.name]), hints[each.name])[0]) for each in fields(kind)]
    return {name: part for name, part in found if isinstance(part, type) and issubclass(part, Part)}


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game as one sheet prints it. `players` is least and most, by set if the sheet prints it by set.

    `unclear_about` says where its words can be read in more than one way, by the switch that settles it, `also_unclear`
    the same where none does. `tiles` is the set it is played with unless another is chosen, `machine` the key of the
    family that plays it. `lowest_wins`: points are charges, and the lowest total wins. `knock` is what a player says who
    cannot go. A family adds its parts as fields, in the order in which a player meets them.
    """

    machine: ClassVar[str] = ""
    lowest_wins: ClassVar[bool] = False

    game: str
    name: str
    sheet: Sheet
    family: str
    players: tuple[int, int]
    tiles: int
    players_by_set: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    also_unclear: tuple[str, ...] = ()
    unclear_about: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[str, Preset] = field(default_factory=dict)
    asks_target: bool = False
    knock: str = "Pass"

    @property
    def goes_counter_clockwise(self) -> bool:
        """Whether the turn passes to the player on the right."""
        return False

    @property
    def points_are_charges(self) -> bool:
        """Whether fewer points are better."""
        return self.lowest_wins

    @cached_property
    def title(self) -> Message:
        """Its name as a message."""
        return msg_as("game", self.name)

    @property
    def house(self) -> Source:
        """The citation of what a table of this game decides for itself: no sheet prints it."""
        return Source(self.sheet.title, self.title, Provenance.HOUSE)

    @property
    def unclear(self) -> tuple[str, ...]:
        """Where its words can be read in more than one way."""
        return (*self.also_unclear, *self.unclear_about.values())

    @property
    def aim(self) -> Aim | None:
        """What a match is played to; None if a table plays as long as it likes."""
        return None

    def rounds_with(self, highest: int) -> int:  # noqa: ARG002 - most matches end with a score
        """How many rounds a match has with that set; 0 if that is not what ends it."""
        return 0

    @property
    def has_draws(self) -> bool:
        """Whether players draw tiles from a boneyard that nobody else sees."""
        return False

    @property
    def can_be_entered_by_result(self) -> bool:
        """Whether a round may be entered by its result, without its tiles."""
        return False

    @property
    def disputed(self) -> tuple[str, ...] | None:
        """The switches that tables dispute, to be asked before the others; None if all are asked alike."""
        return None

    def rule_for(self, switch: str, players: int, highest: int) -> Rule:
        """The rule that a switch makes for this number of players with this set."""
        rule, worded = self.for_players(players).rule(switch), self.worded(switch)
        if worded.takes(self.value(switch)):
            return rule
        return rule._replace(sentence=worded.sentence(self.worked_out(switch, players, highest)))

    def worked_out(self, switch: str, players: int, highest: int) -> Value:  # noqa: ARG002 - as above
        """The value of a switch for this number of players with this set, also if it depends on them."""
        return self.value(switch)

    def changes_in_play(self, switch: str) -> bool:  # noqa: ARG002 - most rules hold for a whole round
        """Whether the table may change a part's switch in the middle of a round, not only between rounds."""
        return False

    def goes_by_set(self, switch: str) -> bool:  # noqa: ARG002
        """Whether the rule that a switch makes depends on the set."""
        return False

    @property
    def highest(self) -> int:
        """The highest double of the tiles that it is played with, if higher ones of a set are put aside; else 0."""
        return 0

    @property
    def all_sets(self) -> tuple[int, ...]:
        """The sets that its sheet is for."""
        chosen = (highest for preset in self.presets.values() for highest in preset.tiles.values())
        return tuple(sorted({self.tiles, *chosen}))

    @property
    def may_have_partners(self) -> bool:
        """Whether enough can play for two pairs."""
        return max(self.player_range(each)[1] for each in self.all_sets) >= 4

    @property
    def always_partners(self) -> bool:
        """Whether it is only ever played by partners, so that nobody has to choose it."""
        return False

    def tiles_each(self, players: int, highest: int) -> int:  # noqa: ARG002 - most games deal the same to any number
        """How many tiles each player takes; 0 if the game does not deal hands."""
        return 0

    def for_players(self, players: int) -> Self:  # noqa: ARG002 - few sheets print something by number of players
        """The game with what the sheet prints by number of players filled in."""
        return self

    @property
    def rules_of_others(self) -> tuple[str, ...]:
        """The switches that are set to a rule that means nothing in this game, so that nobody is offered it."""
        return ()

    def matters(self, switch: str, *, partners: bool) -> bool:  # noqa: ARG002
        """Whether the switch, one of this game's, can change anything given all the others."""
        return True

    def concerns(self, switch: str, players: int) -> bool:
        """Whether the switch is about tables with that number of players."""
        preset = self.presets.get(switch)
        return preset is None or preset.only_players in (None, players)

    @property
    def key(self) -> str:
        """How records name the variant: `fundex2004.all-fives`."""
        return f"{self.sheet.key}.{self.game}"

    @property
    def slots(self) -> Mapping[str, type[Part]]:
        """The names of the parts, in the order in which a player meets them, each with its type."""
        kind: Any = type(self)
        return _slots_of(kind)

    @property
    def kinds(self) -> Mapping[str, type[Part]]:
        """The type of the part in each slot; slots that this game leaves empty are left out."""
        return {slot: type(part) for slot, part in self._parts.items()}

    def parts(self) -> Iterable[Part]:
        """The parts in the order in which a player meets them."""
        return self._parts.values()

    @cached_property
    def _parts(self) -> Mapping[str, Part]:
        return {slot: part for slot in self.slots if (part := getattr(self, slot)) is not None}

    def slot_of(self, switch: str) -> str:
        """The slot of the part that the switch, or what a preset sets first, belongs to; KeyError if no part has it."""
        preset = self.presets.get(switch)
        return self._slots[switch if preset is None else preset.about]

    @cached_property
    def _slots(self) -> Mapping[str, str]:
        return {name: slot for slot, part in self._parts.items() for name in part.switches()}

    def has_switch(self, name: str) -> bool:
        """Whether a rule of that name is a switch of one of the parts."""
        return name in self._slots

    def doubt(self, switch: str) -> Message | None:
        """Why neither the sheet nor the house decides this switch: the sheet is lost, silent or unclear.

        None if one of them does, or if the game has no such switch.
        """
        if not self.has_switch(switch):
            return None
        part = self.part_of(switch)
        why = part.why(switch)
        if why is None and switch in self.unclear_about and part.cited(switch).standing is Provenance.PRINTED:
            return msg(self.unclear_about[switch])
        return why

    def part_of(self, switch: str) -> Part:
        """The part that the switch belongs to."""
        return self._parts[self.slot_of(switch)]

    def worded(self, switch: str) -> Switch:
        """The switch of that name, worded for this game; KeyError if no part has it."""
        return self.part_of(switch).switches()[switch]

    def value(self, switch: str) -> Value:
        """The value of a switch; of a preset the sheet's."""
        if switch in self.presets:
            return self.presets[switch].default
        value: Value = getattr(self.part_of(switch), switch)
        return value

    def rule(self, switch: str) -> Rule:
        """The rule a switch makes, or a preset by the sheet, with its source."""
        rule = self._known_rules.get(switch)
        if rule is None:
            rule = self._known_rules[switch] = self._rule(switch)
        return rule

    def _rule(self, switch: str) -> Rule:
        if switch in self.presets:
            return self.presets[switch].rule(switch, self.value(switch))
        sentence = self.worded(switch).sentence(self.value(switch))
        return Rule(switch, sentence, self.part_of(switch).cited(switch))

    @cached_property
    def _known_rules(self) -> dict[str, Rule]:
        return {}  # a cached method of the game would be a cycle with it, and the server frees none

    def player_range(self, highest: int) -> tuple[int, int]:
        """The least and the most players with the set whose highest double is `highest`."""
        if not self.players_by_set:
            return self.players
        sets = [each for each in self.players_by_set if each <= highest]
        return self.players_by_set[max(sets, default=min(self.players_by_set))]

    def sets_for(self, options: Mapping[str, Value]) -> tuple[int, ...]:
        """The sets that these house rules need, the usual one first; none if any will do."""
        return tuple(
            preset.tiles[options[name]]
            for name, preset in self.presets.items()
            if options.get(name) in preset.tiles
        )

    def switch(self, name: str) -> Switch | None:
        """The switch of that name that a table may set here, presets among them; None if there is none."""
        if name in self.presets:
            return self.presets[name].switch
        switch = self.worded(name) if self.has_switch(name) else None
        return switch if switch is not None and switch.is_open else None

    def with_options(self, options: Mapping[str, Value], players: int) -> Self:
        """The game with house rules on top; every name must be a switch, every value one that it takes."""
        plain: dict[str, Value] = {}
        for name, preset in self.presets.items():
            if name in options and self.concerns(name, players):
                plain.update(preset.changes.get(options[name], {}))
        plain.update({name: value for name, value in options.items() if name not in self.presets})
        changes: dict[str, Any] = {}
        for name, value in sorted(plain.items(), key=lambda each: each[0] != "opening"):
            slot = self.slot_of(name)
            part: Part = changes.get(slot, getattr(self, slot))
            if is_same(getattr(part, name), value):
                continue
            changes[slot] = part.with_house_rule(name, value, self.house)
        return replace(self, **changes)
