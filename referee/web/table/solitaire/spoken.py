"""What was ruled last in a solitaire as the tray shows it."""

from __future__ import annotations

from referee.engine.messages import _
from referee.engine.record.poker_and_solitaire_events import Deal
from referee.web.parts.citations import cited
from referee.web.parts.corrections import taken_back
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import Words


def words_of(table: Table) -> Words | None:
    """The last ruling, or what was taken back just now; nothing while a game has only been dealt."""
    if undone := taken_back(table):
        return Words(head=_("Taken back"), sub=undone)
    if not table.log.entries or isinstance(table.log.entries[-1].event, Deal):
        return None
    ruling = table.log.entries[-1].ruling
    head, *rest = [str(each).removesuffix(".") for each in ruling.said]
    rules = (cited(table, ruling.rule),) if ruling.rule is not None else ()
    return Words(head=head, sub=". ".join(rest), rules=rules, seen=ruling.says)
