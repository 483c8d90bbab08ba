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


def source_words(rule: Rule) -> str:
    """Where a rule is printed; a house rule says so first, and a silence is not hidden."""
    if rule.source.standing is Provenance.HOUSE:
        return _("House rule of this table")
    return str(rule.source)
