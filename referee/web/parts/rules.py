"""The rules of a game as pages show them, chapter by chapter."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.messages import _, _n
from referee.engine.rules import order
from referee.engine.rules.game import Game
from referee.engine.rules.order import RuleEntry, RuleTable
from referee.engine.rulings import Provenance
from referee.engine.seating import Seating
from referee.web.parts.short_words import has_short_words, short_words


def table_of(setup: Seating) -> RuleTable:
    """What the rules of a table depend on: its players, set, partners and house rules."""
    return RuleTable(len(setup.players), setup.tiles.high, setup.in_pairs, setup.options)


class RuleLine(NamedTuple):
    """One rule, with its source in words, and as `mark` its standing if it is not simply printed.

    `printed` is the sheet's own rule if the house plays otherwise, `printed_as` the words before it; `doubt` is what the
    sheet leaves open here.
    """

    rule: RuleEntry
    source: str
    mark: str
    printed: RuleEntry | None
    printed_as: str
    doubt: str


class RuleChapter(NamedTuple):
    """The rules of one moment of the game; `gist` is the main one in short, `pills` say how many the sheet leaves
    open."""

    title: str
    lines: tuple[RuleLine, ...]
    gist: str
    pills: tuple[str, ...]


FIRST_ASKED = ("draw", "target", "marks_to_win", "mode")  # what sums up a chapter better than its first rule
PLAIN = ("none", False, 0)  # values whose words would say nothing without the question


def chapters_shown(
    variant: Game, table: RuleTable | None, printed: Game | None = None
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


def _gist(entries: Sequence[RuleEntry]) -> str:
    """The rule that says most about a chapter, in a few words if it has them."""
    entry = next((each for each in entries if each.name in FIRST_ASKED), entries[0])
    if entry.switch is not None and entry.value not in PLAIN and has_short_words(entry.name, entry.value):
        return short_words(entry.name, entry.switch, entry.value)
    return str(entry.title if len(entry.cases) > 1 else entry.cases[0].sentence)


def _pills(lines: Sequence[RuleLine]) -> tuple[str, ...]:
    """How many rules the sheet leaves unclear, and how many it does not mention."""
    unclear = sum(bool(each.doubt) and not each.rule.is_silent for each in lines)
    silent = sum(each.rule.is_silent for each in lines)
    return tuple(
        words
        for number, words in (
            (unclear, _n("1 not clear", "{n} not clear", unclear)),
            (silent, _n("1 not said", "{n} not said", silent)),
        )
        if number
    )


def _line(variant: Game, entry: RuleEntry, printed: RuleEntry | None) -> RuleLine:
    sheet = variant.sheet
    is_house = entry.source.standing is Provenance.HOUSE
    own = str(variant.title if is_house else entry.source.section)
    doubt = "" if is_house else entry.why if entry.is_silent else variant.unclear_about.get(entry.name, "")
    return RuleLine(
        rule=entry,
        source=f"{_(sheet.title)}, {entry.source.section}" if sheet.is_printed else own,
        mark="" if entry.source.standing is Provenance.PRINTED else str(entry.source.standing.words),
        printed=printed if is_house else None,
        printed_as=_printed_as(variant, printed) if printed is not None else "",
        doubt=_(doubt) if isinstance(doubt, str) and doubt else str(doubt or ""),
    )


def _printed_as(variant: Game, printed: RuleEntry) -> str:
    """The words before the rule that the house changed. A traditional game is on no sheet."""
    if printed.is_silent:
        return _("Our reading:")
    return _("On the sheet:") if variant.sheet.is_printed else _("Usually:")
