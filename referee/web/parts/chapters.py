"""The rules of a variant or of one table, chapter by chapter, as pages show them."""

from __future__ import annotations

from referee.engine.rules import order
from referee.engine.rules.game import Game, Sheet
from referee.engine.rulings import Provenance
from referee.web.parts.rule_views import RuleChapter, RuleLine


def chapters_shown(
    variant: Game, table: order.RuleTable | None, printed: Game | None = None
) -> tuple[RuleChapter, ...]:
    """The chapters as a page shows them; `printed` is the sheet's own, where a table plays otherwise."""
    as_printed = (
        {} if printed is None or table is None else order.entries(printed, table._replace(options={}))
    )
    return tuple(
        RuleChapter(
            title=str(chapter.title),
            lines=tuple(_line(entry, as_printed.get(entry.name), variant.sheet) for entry in chapter.entries),
        )
        for chapter in order.chapters(variant, table)
    )


def _line(entry: order.RuleEntry, printed: order.RuleEntry | None, sheet: Sheet) -> RuleLine:
    section = entry.source.section
    is_house = entry.source.standing is Provenance.HOUSE
    return RuleLine(
        anchor=entry.name,
        title=str(entry.title),
        cases=entry.cases,
        source=f"{sheet.title}, {section}" if sheet.is_printed else section.partition(" (")[0],
        mark="" if entry.source.standing is Provenance.PRINTED else str(entry.source.standing.words),
        why=str(entry.why or ""),
        printed=printed.cases if is_house and printed is not None else (),
        others=tuple(str(each) for each in entry.others),
    )


def house_lines(chapters: tuple[RuleChapter, ...]) -> tuple[RuleLine, ...]:
    """What a table plays otherwise than its sheet."""
    house = str(Provenance.HOUSE.words)
    return tuple(line for chapter in chapters for line in chapter.lines if line.mark == house)
