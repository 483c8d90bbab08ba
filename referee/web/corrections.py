"""Undo and redo: which entry the next one would take back, and which would come back."""

from __future__ import annotations

from referee.events import Retract
from referee.replay import Log


def undo_of(log: Log) -> int | None:
    """The number of the last entry in force; None where nothing can be taken back."""
    return log.entries[-1].number if log.entries else None


def redo_of(log: Log, seq: int) -> int | None:
    """The number of the retract that a redo takes back: the last one in force that nothing new was said after."""
    gone = log.taken_back()
    latest = max((number for number, _ in log.plain), default=0)
    corrections = {each.number for each in log.corrections}
    for each in reversed(log.corrections):
        if each.number < latest or each.number > seq:
            return None
        if each.number in gone:
            continue
        # A retract of a retract was itself a redo: it is not what an undo struck out.
        if isinstance(each.event, Retract) and each.event.event not in corrections:
            number: int = each.number
            return number
    return None
