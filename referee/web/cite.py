"""Rules as they are cited on a table's pages, each with the way to it among the table's own rules."""

from __future__ import annotations

from flask import url_for

from referee.rulings import Rule, Standing
from referee.web.book import Table
from referee.web.views import Cited
from referee.wording import _


def cited(table: Table, rule: Rule) -> Cited:
    """The rule's sentence with its source and the way to it."""
    return Cited(
        sentence=str(rule.sentence),
        source=source_words(rule),
        href=url_for("rulebook.table_rules", link=table.link, _anchor=rule.name),
    )


def source_words(rule: Rule) -> str:
    """Where a rule is printed; a house rule says so first, and a silence is not hidden."""
    if rule.source.standing is Standing.HOUSE:
        return _("House rule of this table")
    return str(rule.source)
