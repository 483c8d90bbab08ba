"""A game's printed rules in four short sentences, taken from its rule parts."""

from __future__ import annotations

from referee.engine.rules.game import Game
from referee.engine.rules.order import RuleEntry, RuleTable, chapters
from referee.engine.rules.part import Value
from referee.reports.agreed import deciding_rule
from referee.web.parts.short_words import BRIEFLY, briefly

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
