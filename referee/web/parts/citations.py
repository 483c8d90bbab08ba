"""Rules as they are cited on a table's pages, each with the way to it among the table's own rules."""

from __future__ import annotations

from flask import url_for

from referee.engine.messages import _
from referee.engine.rulings import Provenance, Rule
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import Cited


def cited(table: Table, rule: Rule) -> Cited:
    """The rule's sentence with its source and the way to it."""
    return Cited(
        sentence=str(rule.sentence),
        source=source_words(rule),
        href=url_for("rulebook.table_rules", link=table.link, _anchor=rule.name),
    )


def printed(table: Table, *rules: Rule | None) -> tuple[Cited, ...]:
    """The sheet's own rules in the place of those that the house changed."""
    sheet = table.setup.printed
    changed = [each for each in rules if each is not None and each.source.standing is Provenance.HOUSE]
    return tuple(cited(table, sheet.rule(each.name)) for each in changed if sheet.has_switch(each.name))


def source_words(rule: Rule) -> str:
    """Where a rule is printed; a house rule says so first, and a silence is not hidden."""
    if rule.source.standing is Provenance.HOUSE:
        return _("House rule of this table")
    return str(rule.source)
