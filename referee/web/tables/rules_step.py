"""The rules of a new table as they are shown: the printed ones in short, what is played otherwise, and every switch."""

from __future__ import annotations

from flask import url_for

from referee.engine.messages import _, _n
from referee.engine.rules.game import Game
from referee.engine.rules.order import RuleEntry, RuleTable, chapters, entries
from referee.engine.rules.part import Value
from referee.reports.agreed import deciding_rule
from referee.web.parts.setup_views import Difference, RulesStep, Way
from referee.web.parts.short_words import BRIEFLY, briefly, short_words
from referee.web.parts.switches import changed, group_of, printed_value, read_value, switches_of
from referee.web.tables import again
from referee.web.tables.choices import TableChoices


def rules_step(choices: TableChoices) -> RulesStep:
    """Step three: one tap starts, by the printed rules or by those of the table."""
    printed = choices.printed
    assert printed is not None
    switches = choices.switches
    last = again.last_rules(choices)
    is_last = last is not None and changed(printed, last.switches, last.seats) == switches
    table = RuleTable(choices.seats, choices.high, choices.paired or printed.always_partners)
    return RulesStep(
        sentences=in_short(printed, table),
        rules=url_for("rulebook.show", key=printed.key),
        heading=_("Your table last time") if is_last else _("Your changes"),
        differences=tuple(_difference(printed, choices, name) for name in switches),
        reading=_reading(printed, choices, table),
        kept=again.rules_to_take(choices),
        change=choices.href(4) if switches_of(printed) else "",
        save_as=choices.save_as,
        start=_n("with your change", "with your {n} changes", len(switches)) if switches else "",
    )


def _difference(printed: Game, choices: TableChoices, name: str) -> Difference:
    switch = switches_of(printed)[name]
    text = choices.switches[name]
    value = read_value(printed, name, text)
    words = text if value is None else short_words(name, switch, value)
    left = {other: each for other, each in choices.switches.items() if other != name}
    return Difference(
        title=f"{switch.heading}: {_in_line(words)}",
        printed=_("printed: {rule}", rule=_in_line(_printed_words(printed, choices, name))),
        drop=choices.with_switches(left).href(3),
    )


def _in_line(words: str) -> str:
    """Words of a button within a line."""
    return words[:1].lower() + words[1:]


def _printed_words(printed: Game, choices: TableChoices, name: str) -> str:
    if name == "hand_size":
        return str(printed.tiles_each(choices.seats, choices.high))
    if name == "opening_double":
        return str(choices.high)
    return short_words(name, switches_of(printed)[name], printed_value(printed, name))


def _reading(printed: Game, choices: TableChoices, table: RuleTable) -> Way | None:
    """What the sheet leaves open and tables dispute most, as the referee reads it; and how much else there is."""
    told = entries(printed, table)
    silent = [
        name
        for name, switch in switches_of(printed).items()
        if name in told
        and told[name].is_silent
        and name not in choices.switches
        and len(switch.sentences) != 1
    ]
    if not silent:
        return None
    disputed = printed.disputed or ()
    first = min(silent, key=lambda name: disputed.index(name) if name in disputed else len(disputed))
    switch = switches_of(printed)[first]
    more = len(silent) - 1
    words = short_words(first, switch, printed_value(printed, first))
    return Way(
        title=f"{switch.heading}: {_in_line(words)}",
        sub=_n("our reading, and 1 more", "our reading, and {n} more", more) if more else _("our reading"),
        href=f"{choices.href(4, open=group_of(printed, first))}#{first}",
    )


def changes_words(choices: TableChoices) -> str:
    """How much the table plays otherwise, in a few words."""
    number = len(choices.switches)
    return _n("1 change", "{n} changes", number) if number else _("as printed")


SENTENCES = 4
LONGEST = 120  # letters of a sentence that counts as short
# What tells a line game best, if it has it at all: the switch, and the value that says nothing yet.
TELLING: tuple[tuple[str, Value | None], ...] = (
    ("joins", "equal"), ("rows", None), ("score", "none"), ("exact", False), ("claims", "auto"), ("cross_first", False),
    ("hand_bonus", "none"), ("capicua", 0), ("pase_corrido", 0), ("first_pass", 0),
    ("arms", 0), ("spinner", "none"), ("bonus_trigger", "none"), ("multi_play", "none"), ("draw", ""),
    ("out_pay", "none"),
)  # fmt: skip


def in_short(printed: Game, table: RuleTable) -> tuple[str, ...]:
    """The rules that say most about a game, in order of play, the one by which it is won last."""
    told = [entry for chapter in chapters(printed, table) for entry in chapter.entries]
    last = deciding_rule(printed)
    found = _of_many(told) if printed.disputed is not None else _of_others(printed, table)
    room = SENTENCES - (last is not None)
    sentences = [briefly(entry) for entry in found if last is None or entry.name != last.name][:room]
    return (*sentences, str(last.sentence)) if last is not None else tuple(sentences)


def _of_many(told: list[RuleEntry]) -> list[RuleEntry]:
    """What sets a line game apart, which has many rules."""
    known = {entry.name: entry for entry in told}
    names = [name for name, plain in TELLING if name in known and known[name].value != plain]
    chosen = {"hand_size", *names[: SENTENCES - 2]}
    return [entry for entry in told if entry.name in chosen]


def _of_others(printed: Game, table: RuleTable) -> list[RuleEntry]:
    """The printed rules that are short: the first of every chapter, and more if there is room."""
    short = [[each for each in chapter.entries if _is_short(each)] for chapter in chapters(printed, table)]
    first = [each for group in short for each in group[:1]]
    more = [each for group in short for each in group[1:]]
    chosen = [*first, *more][:SENTENCES]
    return [each for group in short for each in group if each in chosen]


def _is_short(entry: RuleEntry) -> bool:
    if entry.is_silent:
        return False
    return entry.value in BRIEFLY.get(entry.name, {}) or len(str(entry.cases[0].sentence)) <= LONGEST
