"""The last ruling at poker as the tray shows it."""

from __future__ import annotations

from referee.engine.games.poker.hand_names import called
from referee.engine.messages import _
from referee.engine.record.events import Hand
from referee.web.parts.citations import cited
from referee.web.parts.corrections import taken_back
from referee.web.parts.last_ruling import refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import Words
from referee.web.table.poker.sitting import ranks_of


def words_of(table: Table, asked: Asked) -> Words | None:
    """The refusal of what was tried, else what was taken back just now, else the last ruling."""
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)
    if undone := taken_back(table):
        return Words(head=_("Taken back"), sub=undone)
    if not table.log.entries:
        return None
    entry = table.log.entries[-1]
    ruling = entry.ruling
    head, *rest = [str(each).removesuffix(".") for each in ruling.said]
    if isinstance(entry.event, Hand):
        by = table.setup.players[entry.event.by]
        tiles = [each for each in entry.event.tiles if each is not None]
        head = _("{name}: {rank}", name=by, rank=called(ranks_of(table).strength(tiles)))
    rules = (cited(table, ruling.rule),) if ruling.rule is not None else ()
    return Words(head=head, sub=". ".join(rest), rules=rules)
