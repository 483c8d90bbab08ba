"""The rules of a variant in order of play: every chapter of the rulebook, each rule with its reason; and variants
side by side, beginning with the questions on which they differ."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.engine.messages import OR, Begun, Listed, Message, counted, marked, msg, msg_as
from referee.engine.rules.game import Game, Preset
from referee.engine.rules.part import Switch, Value
from referee.engine.rulings import Provenance, Source
from referee.engine.tiles import set_word

SEATING = marked("Players and tiles")
TITLES = {
    "deal": marked("The deal"),
    "opening": marked("The first tile"),
    "trains": marked("The trains"),
    "rows": marked("Turning up"),
    "joins": marked("What goes where"),
    "doubles": marked("Doubles"),
    "drawing": marked("Drawing and passing"),
    "turns": marked("A turn"),
    "counting": marked("Points in play"),
    "claims": marked("Claiming points"),
    "going_out": marked("Going out"),
    "blocked": marked("A blocked round"),
    "rounding": marked("Rounding"),
    "partnership": marked("Two pairs"),
    "target": marked("The match"),
    "charges": marked("What is left in hand"),
    "auction": marked("The auction"),
    "trumps": marked("Trumps"),
    "specials": marked("Special calls"),
    "tricks": marked("The tricks"),
    "contract": marked("What a hand pays"),
    "marks": marked("Marks"),
    "reneges": marked("Not following"),
    "goal": marked("The match"),
    "ranks": marked("The hands by rank"),
    "betting": marked("Stakes"),
    "counting_row": marked("The row and the count"),
    "knock_out": marked("Knocking out"),
    "columns": marked("The columns"),
    "draw_five": marked("The five tiles"),
}
NEXT = (marked("The next round"), "next_opener")  # belongs to the opening, and comes last in play
UNSET: dict[str, Value] = {"opening_double": -1}  # the value that means: by the set
AGREED = msg("The target is agreed before the start; the sheet names 100 or 200.")


class Case(NamedTuple):
    """One sentence of a rule; `when` says for how many players or which set it holds, if that matters."""

    when: Message | None
    sentence: Message


class RuleEntry(NamedTuple):
    """One rule in order of play: the switch, its value, source and sentences, and the reason if the sheet is silent."""

    name: str
    title: Message
    cases: tuple[Case, ...]
    source: Source
    why: Message | None = None
    switch: Switch | None = None
    value: Value = ""

    @property
    def is_silent(self) -> bool:
        """Whether it is the referee's reading, because the sheet does not say."""
        return self.source.standing is Provenance.SILENT

    @property
    def others(self) -> tuple[Message, ...]:
        """What a table may choose instead, each a sentence."""
        if self.switch is None:
            return ()
        told = {case.sentence for case in self.cases}
        worded = (self.switch.sentence(each) for each in self.switch.sentences)
        found = [words for words in worded if words not in told]
        if self.switch.template is not None:
            found.append(msg(self.switch.template, n="…"))
        return tuple(found)


class Chapter(NamedTuple):
    """The rules about one part of the game."""

    title: Message
    entries: tuple[RuleEntry, ...]


class RuleTable(NamedTuple):
    """The table that the rules are shown for: its number of players, set, partners and house rules."""

    players: int
    highest: int
    partners: bool
    options: Mapping[str, Value] = {}


class Heading(NamedTuple):
    """A chapter without any answers: its title and its switches."""

    title: str
    switches: tuple[str, ...]


def headings(game: Game) -> tuple[Heading, ...]:
    """Every chapter of a game, in order of play."""
    (last_title, last), kinds = NEXT, game.kinds
    found = [
        Heading(title, tuple(name for name in kind.switches() if name != last))
        for slot, title in TITLES.items()
        if (kind := kinds.get(slot)) is not None
    ]
    has_last = any(last in kind.switches() for kind in kinds.values())
    return (*found, Heading(last_title, (last,))) if has_last else tuple(found)


def names_in_order(game: Game) -> Iterator[str]:
    """Every switch that a table of the game may set; a preset comes before the switch that it is about."""
    for heading in headings(game):
        for name in _with_presets(game, heading.switches):
            switch = game.switch(name)
            if switch is not None and (len(switch.sentences) > 1 or switch.template is not None):
                yield name


def _with_presets(game: Game, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield from (preset for preset, each in game.presets.items() if each.about == name)
        if game.has_switch(name):
            yield name


def chapters(variant: Game, table: RuleTable | None = None) -> tuple[Chapter, ...]:
    """The rules that come up, in order of play; for one table, or for everybody that the sheet is for."""
    partners = variant.may_have_partners if table is None else table.partners
    found = [] if table is not None else [Chapter(msg(SEATING), seating(variant))]
    for title, names in headings(variant):
        asked = (
            name
            for name in _with_presets(variant, names)
            if variant.matters(name, partners=partners)
            and (table is None or variant.concerns(name, table.players))
        )
        told = tuple(_entry(variant, name, table) for name in asked if variant.value(name) != UNSET.get(name))
        if told:
            found.append(Chapter(msg(title), told))
    return tuple(found)


def entries(variant: Game, table: RuleTable | None = None) -> dict[str, RuleEntry]:
    """The same by name, without the chapters."""
    return {entry.name: entry for chapter in chapters(variant, table) for entry in chapter.entries}


def _entry(variant: Game, name: str, table: RuleTable | None) -> RuleEntry:
    if name in variant.presets:
        return _preset_entry(variant.presets[name], name, table)
    part = variant.part_of(name)
    switch = variant.worded(name)
    cases = _grouped(
        (players, highest, variant.rule_for(name, players, highest).sentence)
        for highest, players in _tables(variant, name, table)
    )
    source = part.cited(name)
    is_agreed = name == "target" and variant.asks_target and source.standing is Provenance.PRINTED
    why = AGREED if is_agreed else part.why(name)
    return RuleEntry(name, switch.heading, cases, source, why, switch, variant.value(name))


def _preset_entry(preset: Preset, name: str, table: RuleTable | None) -> RuleEntry:
    value = preset.default if table is None else table.options.get(name, preset.default)
    rule = preset.rule(name, value)
    why = msg(preset.why) if preset.why and value == preset.default else None
    cases = (Case(None, rule.sentence),)
    return RuleEntry(name, preset.switch.heading, cases, rule.source, why, preset.switch, value)


def _tables(variant: Game, name: str, table: RuleTable | None) -> list[tuple[int, int]]:
    """The sets and numbers of players for which the sentence of a switch may differ."""
    if table is not None:
        return [(table.highest, table.players)]
    sets = variant.all_sets if variant.goes_by_set(name) else (variant.tiles,)
    return [(each, players) for each in sets for players in _range(variant, each)]


def _range(variant: Game, highest: int) -> range:
    least, most = variant.player_range(highest)
    return range(least, most + 1)


def _grouped(found: Iterable[tuple[int, int, Message]]) -> tuple[Case, ...]:
    """One sentence for everybody, or one for each group of players and sets."""
    rows = list(found)
    if len({sentence for _, _, sentence in rows}) == 1:
        return (Case(None, rows[0][2]),)
    several_sets = len({highest for _, highest, _ in rows}) > 1
    cases = []
    for (highest, sentence), group in groupby(rows, key=lambda row: (row[1], row[2])):
        players = [each for each, _, _ in group]
        whole = several_sets and len(players) == sum(row[1] == highest for row in rows)
        if not several_sets:
            when = people(players)
        elif whole:
            when = Begun(set_word(highest))
        else:
            when = msg("{set}, {players}", set=Begun(set_word(highest)), players=people(players))
        cases.append(Case(when, sentence))
    return tuple(cases)


def people(numbers: list[int]) -> Message:
    """Consecutive numbers of players in words: "2 players", "3 or 4 players", "3 to 6 players"."""
    first, last = numbers[0], numbers[-1]
    if first == last:
        return counted("1 player", "{n} players", first)
    if last == first + 1:
        return msg("{first} or {last} players", first=first, last=last)
    return msg("{first} to {last} players", first=first, last=last)


def seating(variant: Game) -> tuple[RuleEntry, ...]:
    """How many players a variant is for, and which sets."""
    names = Listed((set_word(each) for each in variant.all_sets), OR)
    source = next(iter(variant.parts())).source
    sets = Case(None, msg("Played with a {set} set.", set=names))
    return (
        RuleEntry("players", msg("Players"), _grouped(_seats(variant)), source),
        RuleEntry("tiles", msg_as("the tiles", "Set"), (sets,), source),
    )


def _seats(variant: Game) -> Iterator[tuple[int, int, Message]]:
    for each in variant.all_sets:
        players = list(_range(variant, each))
        yield len(players), each, msg("For {players}.", players=people(players))


class ComparedQuestion(NamedTuple):
    """One question and the rule by which each variant answers it; None if it does not come up there."""

    chapter: Message
    name: str
    title: Message
    told: tuple[RuleEntry | None, ...]

    @property
    def answers(self) -> tuple[tuple[Case, ...] | None, ...]:
        """The sentences of each variant."""
        return tuple(None if each is None else each.cases for each in self.told)

    @property
    def is_disputed(self) -> bool:
        """Whether the variants answer it differently."""
        return len(set(self.answers)) > 1

    @property
    def is_for_all(self) -> bool:
        """Whether it comes up in every variant; if not, it usually follows from another answer in its chapter."""
        return None not in self.told


class Comparison(NamedTuple):
    """All questions that come up in any of the variants, in order of play."""

    differ: tuple[ComparedQuestion, ...]
    same: tuple[ComparedQuestion, ...]


def compare(variants: Sequence[Game]) -> Comparison:
    """Compare the variants part by part."""
    told = [entries(variant) for variant in variants]
    titles = {name: entry.title for each in told for name, entry in each.items()}
    asked = [
        ComparedQuestion(msg(chapter), name, titles[name], tuple(each.get(name) for each in told))
        for chapter, name in _in_order(variants)
        if name in titles
    ]
    return Comparison(
        tuple(each for each in asked if each.is_disputed),
        tuple(each for each in asked if not each.is_disputed),
    )


def _in_order(games: Sequence[Game]) -> list[tuple[str, str]]:
    found = [(SEATING, entry.name) for entry in seating(games[0])] if games else []
    for chapter, names in dict.fromkeys(heading for game in games for heading in headings(game)):
        for name in names:
            presets = [preset for each in games for preset, its in each.presets.items() if its.about == name]
            found += [(chapter, each) for each in (*dict.fromkeys(presets), name)]
    return list(dict.fromkeys(found))
