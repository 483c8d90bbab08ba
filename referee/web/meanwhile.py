"""What was said at a table while a phone had not heard of it, and what becomes of what somebody had begun there."""

from __future__ import annotations

from itertools import takewhile

from referee.events import Retract
from referee.play.state import State
from referee.replay import Correction, Log
from referee.web.asked import NOTHING, Asked
from referee.web.book import Table
from referee.web.corrections import undo_words
from referee.web.families import family_of
from referee.wording import _

MOST = 3  # sentences; whoever was away for longer reads the list


def news(table: Table, seen: int) -> str:
    """What was said after the event number `seen`, the latest last; "" where nothing was."""
    since = takewhile(lambda each: each.number > seen, reversed(table.log.entries))
    found = [(each.number, str(each.ruling.said[0])) for each in since]
    found += [(each.number, _corrected(table, each)) for each in table.log.corrections if each.number > seen]
    words = [text.removesuffix(".") for _number, text in sorted(found)]
    if not words:
        return ""
    said = f"{'. '.join(words[-MOST:])}."
    if len(words) <= MOST:
        return _("Meanwhile: {words}", words=said)
    return _("Meanwhile {number} entries, the last: {words}", number=len(words), words=said)


def _corrected(table: Table, correction: Correction) -> str:
    event, number = correction.event, correction.event.event
    if not isinstance(event, Retract):
        return _("corrected: {what}", what=undo_words(table, number))
    struck = {each.number: each.event.event for each in table.log.corrections}
    if number in struck:
        return _("put back: {what}", what=undo_words(table, struck[number]))
    return _("taken back: {what}", what=undo_words(table, number))


def carried(table: Table, asked: Asked, seen: int) -> tuple[Asked, str]:
    """The step that a phone is in the middle of, as far as it still makes sense, and what it is told."""
    if asked == NOTHING:
        return asked, ""
    before = _state_at(table.log, seen)
    kept = family_of(table).keep(table, asked, before) if before is not None else Asked(half=asked.half)
    told = news(table, seen)
    return kept, told if kept == asked else f"{told} {_('What you had begun no longer fits.')}".lstrip()


def _state_at(log: Log, seen: int) -> State | None:
    """The table as the phone saw it; None where something that it saw has been changed since."""
    if any(each.number > seen for each in log.corrections):
        return None
    known = (each.state for each in reversed(log.entries) if each.number <= seen)
    return next(known, log.start)
