"""The last ruling at a table of trains as the tray shows it, and whose turn it is."""

from __future__ import annotations

from typing import Any

from referee.engine.games.trains.state import TrainMatch, TrainRound, due, train_match
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Play
from referee.engine.rulings import Verdict
from referee.web.parts.last_ruling import last_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import Words


def words_of(table: Table) -> Words | None:
    """The last ruling."""

    def tell(entry: Entry, said: list[str]) -> dict[str, Any]:
        event = entry.event
        if not isinstance(event, Play) or event.tile is None:
            return {}
        drawing = tile_picture(event.tile)
        if entry.ruling.at is None or entry.ruling.verdict is not Verdict.STANDS:
            return {"drawing": drawing}
        sub = ". ".join([_where(entry), *said[1:]])
        return {"drawing": drawing, "head": _of_tile(table, entry, event), "sub": sub}

    return last_words(table, tell)


def _of_tile(table: Table, entry: Entry, event: Play) -> str:
    name = table.setup.players[event.by]
    before = train_match(table.log.entries[-2].state if len(table.log.entries) > 1 else table.log.start)
    place = train_match(entry.state).current.laid[-1].on
    if before.round is not None and place in before.round.waiting and before.setup.variant.has_trains:
        return _("{name} covers {tile}", name=name, tile=entry.ruling.at)
    return _("{name} lays {tile}", name=name, tile=event.tile)


def _where(entry: Entry) -> str:
    match = train_match(entry.state)
    place = match.current.laid[-1].on
    if not match.setup.variant.has_trains:
        return _("on {tile}", tile=entry.ruling.at)
    owner = match.current.ends[place].seat if place is not None else None
    if owner is None:
        return _("on the Mexican train")
    return _("on {name}'s train", name=match.setup.players[owner])


def turn_words(match: TrainMatch, current: TrainRound) -> str:
    """Whose turn it is, and what has to be done first."""
    if current.turn is None:
        return ""
    name = match.setup.players[current.turn]
    place = due(match, current)
    if place is not None:
        end = current.ends[place]
        if match.setup.variant.has_trains:
            return _("{name} must cover {tile}", name=name, tile=end.tile)
        if end.half in (8, 11):
            return _("{name} must play an {number}", name=name, number=end.half)
        return _("{name} must play a {number}", name=name, number=end.half)
    if current.goes_on:
        return _("{name} may lay another", name=name)
    if current.own_double:
        return _("{name} goes again", name=name)
    return _("{name} to play", name=name)
