"""The rules of a table on its pages: chapter by chapter, and its house rules as forms write and read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.engine.messages import _, _n, marked
from referee.engine.rules import order
from referee.engine.rules.game import Game
from referee.engine.rules.order import Case, RuleTable, names_in_order
from referee.engine.rules.part import Switch, Value
from referee.engine.rulings import Provenance, Rule
from referee.engine.seating import Seating
from referee.web.parts.pending_entry import points_in
from referee.web.parts.short_words import has_short_words, short_words

# The groups of a form: a key, its title, and the parts of a game whose switches stand in it.
GROUPS = (
    ("bids", marked("Bids and calls"), ("auction", "trumps", "specials")),
    ("points", marked("Points and claims"), ("counting", "claims", "contract", "marks")),
    ("stakes", marked("Hands and stakes"), ("ranks", "betting")),
    ("doubles", marked("Tiles and spinners"), ("joins", "doubles")),
    ("drawing", marked("Dealing and drawing"), ("deal", "opening", "next", "drawing", "rows")),
    ("board", marked("The tiles on the table"), ("counting_row", "knock_out", "columns", "draw_five")),
    ("turns", marked("Turns and mistakes"), ("turns", "tricks", "reneges")),
    ("trains", marked("The trains"), ("trains",)),
    ("end", marked("End and target"), ("going_out", "blocked", "charges", "rounding", "partnership", "target", "goal")),
)  # fmt: skip
UNSET = {"hand_size": 0, "opening_double": -1, "rounds": 0}  # the value that stands for "as printed"


def written(value: Value) -> str:
    """A value as a form writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def switches_of(variant: Game) -> dict[str, Switch]:
    """Every switch that a table of this variant may set, in the order in which a player meets them."""
    found = {name: variant.switch(name) for name in names_in_order(variant)}
    return {name: switch for name, switch in found.items() if switch is not None}


def printed_value(variant: Game, name: str) -> Value:
    """The value of a switch on the sheet."""
    preset = variant.presets.get(name)
    return variant.value(name) if preset is None else preset.default


def value_at(variant: Game, name: str, seats: int, highest: int) -> Value:
    """The value of a switch on the sheet for this number of players with this set, also if it depends on them."""
    is_preset = name in variant.presets
    return printed_value(variant, name) if is_preset else variant.worked_out(name, seats, highest)


def printed_rule(variant: Game, name: str) -> Rule:
    """The rule of a switch as the sheet has it."""
    preset = variant.presets.get(name)
    return variant.rule(name) if preset is None else preset.rule(name, preset.default)


def table_of(setup: Seating) -> RuleTable:
    """What the rules of a table depend on: its players, set, partners and house rules."""
    return RuleTable(len(setup.players), setup.tiles.high, setup.teams is not None, setup.options)


def read_value(variant: Game, name: str, text: str) -> Value | None:
    """The value of a switch that a form wrote; None if the switch has no such value."""
    switch = switches_of(variant)[name]
    for value in switch.sentences:
        if written(value) == text:
            return value
    return points_in(text, len(text)) if switch.template is not None else None


def changed(printed: Game, switches: Mapping[str, str], seats: int, highest: int) -> dict[str, str]:
    """The switches that a form sets to another value than they would have anyway, and those that cannot be read."""
    said = {
        name: text
        for name, text in switches.items()
        if text != written(value_at(printed, name, seats, highest))
    }
    found = {}
    for name, text in said.items():
        others = {other: each for other, each in said.items() if other != name}
        if text != written(implied(printed, as_chosen(printed, others, seats), name)):
            found[name] = text
    return found


def group_of(printed: Game, name: str) -> str:
    """The key of the group that a switch stands in."""
    return next(key for key, _title, slots in GROUPS if slot_of(printed, name) in slots)


def slot_of(printed: Game, name: str) -> str:
    """The part of the game that the switch belongs to."""
    preset = printed.presets.get(name)
    return "next" if name == "next_opener" else printed.slot_of(preset.about if preset is not None else name)


def is_silent(printed: Game, name: str) -> bool:
    """Whether the sheet does not mention the switch, so that its value is how the referee reads the sheet."""
    return printed_rule(printed, name).source.standing is Provenance.SILENT


def as_chosen(printed: Game, said: Mapping[str, str], seats: int) -> Game:
    """The variant as the form has it so far, without what cannot be read."""
    read = {name: read_value(printed, name, text) for name, text in said.items()}
    switches = switches_of(printed)
    options = {
        name: value for name, value in read.items() if value is not None and switches[name].takes(value)
    }
    return printed.with_options(options, seats)


def implied(printed: Game, now: Game, name: str) -> Value:
    """The value of a switch that nobody has set: as printed, or as another house rule implies."""
    value = printed_value(printed, name)
    if name in printed.presets or now.part_of(name).cited(name).standing is Provenance.HOUSE:
        return value
    return now.value(name)


class RuleLine(NamedTuple):
    """One rule; `anchor` is what a citation points to, `mark` its standing if it is not simply printed.

    `why` is the reason if the sheet is silent, `printed` the sheet's own rule if the house plays otherwise, `others`
    what a table may choose instead. `doubt` is what the sheet leaves open here, `is_silent` if it says nothing.
    """

    anchor: str
    title: str
    cases: tuple[Case, ...]
    source: str
    mark: str = ""
    why: str = ""
    printed: tuple[Case, ...] = ()
    others: tuple[str, ...] = ()
    doubt: str = ""
    is_silent: bool = False


class RuleChapter(NamedTuple):
    """The rules of one moment of the game; `gist` is the main one in short, `pills` say how many the sheet leaves
    open."""

    title: str
    lines: tuple[RuleLine, ...]
    gist: str = ""
    pills: tuple[str, ...] = ()


FIRST_ASKED = ("draw", "target", "marks_to_win", "mode")  # what sums up a chapter better than its first rule
PLAIN = ("none", False, 0)  # values whose words would say nothing without the question


def chapters_shown(
    variant: Game, table: order.RuleTable | None, printed: Game | None = None
) -> tuple[RuleChapter, ...]:
    """The chapters as a page shows them; `printed` is the sheet's own, if a table plays otherwise."""
    as_printed = (
        {} if printed is None or table is None else order.entries(printed, table._replace(options={}))
    )
    told = []
    for chapter in order.chapters(variant, table):
        lines = tuple(_line(variant, entry, as_printed.get(entry.name)) for entry in chapter.entries)
        told.append(
            RuleChapter(
                title=str(chapter.title), lines=lines, gist=_gist(chapter.entries), pills=_pills(lines)
            )
        )
    return tuple(told)


def _gist(entries: Sequence[order.RuleEntry]) -> str:
    """The rule that says most about a chapter, in a few words if it has them."""
    entry = next((each for each in entries if each.name in FIRST_ASKED), entries[0])
    if entry.switch is not None and entry.value not in PLAIN and has_short_words(entry.name, entry.value):
        return short_words(entry.name, entry.switch, entry.value)
    return str(entry.title if len(entry.cases) > 1 else entry.cases[0].sentence)


def _pills(lines: Sequence[RuleLine]) -> tuple[str, ...]:
    """How many rules the sheet leaves unclear, and how many it does not mention."""
    unclear = sum(bool(each.doubt) and not each.is_silent for each in lines)
    silent = sum(each.is_silent for each in lines)
    return tuple(
        words
        for number, words in (
            (unclear, _n("1 not clear", "{n} not clear", unclear)),
            (silent, _n("1 not said", "{n} not said", silent)),
        )
        if number
    )


def _line(variant: Game, entry: order.RuleEntry, printed: order.RuleEntry | None) -> RuleLine:
    sheet, section = variant.sheet, entry.source.section
    is_house = entry.source.standing is Provenance.HOUSE
    own = str(variant.title) if is_house else section.partition(" (")[0]
    doubt = "" if is_house else entry.why if entry.is_silent else variant.unclear_about.get(entry.name, "")
    return RuleLine(
        anchor=entry.name,
        title=str(entry.title),
        cases=entry.cases,
        source=f"{_(sheet.title)}, {section}" if sheet.is_printed else own,
        mark="" if entry.source.standing is Provenance.PRINTED else str(entry.source.standing.words),
        why=str(entry.why or ""),
        printed=printed.cases if is_house and printed is not None else (),
        others=tuple(str(each) for each in entry.others),
        doubt=_(doubt) if isinstance(doubt, str) and doubt else str(doubt or ""),
        is_silent=entry.is_silent,
    )


def house_lines(chapters: tuple[RuleChapter, ...]) -> tuple[RuleLine, ...]:
    """The rules that a table has changed from its sheet."""
    house = str(Provenance.HOUSE.words)
    return tuple(line for chapter in chapters for line in chapter.lines if line.mark == house)
