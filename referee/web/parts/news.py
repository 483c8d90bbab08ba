"""What was said at a table while a phone had not heard of it."""

from __future__ import annotations

from itertools import takewhile

from referee.engine.corrections import Correction
from referee.engine.messages import _
from referee.engine.record.events import Play, Retract
from referee.engine.tiles import read_tile
from referee.reports.undone import in_sentence
from referee.web.parts.open_tables import Table

MOST = 3  # sentences; after a longer time away the list tells the rest


def news(table: Table, seen: int) -> str:
    """What was said after the event number `seen`, the latest last; "" if nothing was."""
    words = [text.removesuffix(".") for _number, text in sentences(table, seen)]
    if not words:
        return ""
    said = f"{'. '.join(words[-MOST:])}."
    if len(words) <= MOST:
        return _("Meanwhile: {words}", words=said)
    return _("Meanwhile {number} entries, the last: {words}", number=len(words), words=said)


def laid_since(table: Table, seen: int, written: str) -> str:
    """That the tile was laid after the event number `seen`, and by whom; "" if it was not."""
    tile = read_tile(written)
    for each in takewhile(lambda entry: entry.number > seen, reversed(table.log.entries)):
        if tile is not None and isinstance(each.event, Play) and each.event.tile is tile:
            name = table.setup.players[each.event.by]
            return _("{name}'s {tile} was entered on another phone.", name=name, tile=tile)
    return ""


def sentences(table: Table, seen: int) -> list[tuple[int, str]]:
    """The number of each event after `seen` that counts, and what it says."""
    since = takewhile(lambda each: each.number > seen, reversed(table.log.entries))
    found = [(each.number, str(each.ruling.said[0])) for each in since]
    found += [(each.number, _corrected(table, each)) for each in table.log.corrections if each.number > seen]
    return sorted(found)


def _corrected(table: Table, correction: Correction) -> str:
    event, number = correction.event, correction.event.event
    if not isinstance(event, Retract):
        return _("corrected: {what}", what=in_sentence(table.log, number))
    struck = {each.number: each.event.event for each in table.log.corrections}
    if number in struck:
        return _("put back: {what}", what=in_sentence(table.log, struck[number]))
    return _("taken back: {what}", what=in_sentence(table.log, number))
