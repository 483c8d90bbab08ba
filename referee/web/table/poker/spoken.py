"""The last ruling at poker as the tray shows it."""

from __future__ import annotations

from typing import Any

from referee.engine.games.poker.hand_names import called
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Hand
from referee.web.parts.last_ruling import last_words, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import Words
from referee.web.table.poker.sitting import ranks_of


def words_of(table: Table, asked: Asked) -> Words | None:
    """The refusal of what was tried, else what was taken back just now, else the last ruling."""
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)

    def tell(entry: Entry, _said: list[str]) -> dict[str, Any]:
        if not isinstance(entry.event, Hand):
            return {}
        tiles = [each for each in entry.event.tiles if each is not None]
        rank = called(ranks_of(table).strength(tiles))
        return {"head": _("{name}: {rank}", name=table.setup.players[entry.event.by], rank=rank)}

    return last_words(table, tell)
