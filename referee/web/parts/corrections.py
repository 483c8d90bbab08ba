"""Undo and redo: which entry the next one would take back, and which would come back."""

from __future__ import annotations

from typing import Any

from referee.engine.log import Log
from referee.engine.record.events import Amend, Retract
from referee.reports.undone import by_itself
from referee.web.parts.open_tables import Table


def undo_of(log: Log) -> int | None:
    """The number of the last entry in force; None if nothing can be taken back."""
    return log.entries[-1].number if log.entries else None


def body_of(table: Table, number: int) -> dict[str, Any]:
    """The entry as it is in force: as it was written down, or as it was corrected last."""
    gone = table.log.taken_back()
    for each in reversed(table.log.corrections):
        if isinstance(each.event, Amend) and each.event.event == number and each.number not in gone:
            return dict(table.rows[each.number - 1].body["with"])
    return table.rows[number - 1].body


def redo_of(log: Log, seq: int) -> int | None:
    """The number of the retract that a redo takes back: the last one in force that nothing new was said after."""
    latest = log.entries[-1].number if log.entries else 0
    if not log.corrections or log.corrections[-1].number < latest:
        return None
    gone = log.taken_back()
    corrections = {each.number for each in log.corrections}
    for each in reversed(log.corrections):
        if each.number < latest or each.number > seq:
            return None
        if each.number in gone:
            continue
        if isinstance(each.event, Amend):
            return None  # what was taken back before it, or with it, was to go
        # A retract of a retract was itself a redo: it is not what an undo struck out.
        if isinstance(each.event, Retract) and each.event.event not in corrections:
            number: int = each.number
            return number
    return None


def taken_back(table: Table) -> str:
    """What was taken back just now: the sentence of the entry that the last event struck out."""
    corrections = table.log.corrections
    if not corrections or corrections[-1].number != table.seq:
        return ""
    last = corrections[-1].event
    is_redo = any(each.number == last.event for each in corrections)
    return by_itself(table.log, last.event) if isinstance(last, Retract) and not is_redo else ""
