"""Undo and redo: which entry the next one would take back, and which would come back."""

from __future__ import annotations

from typing import Any

from referee.engine.games.phrases import points_word, tiles_word
from referee.engine.log import Log
from referee.engine.messages import Message, capital, marked, msg
from referee.engine.record.events import (
    Adjust,
    Amend,
    Claim,
    Draw,
    Event,
    Flip,
    Muggins,
    Pass,
    Play,
    Retract,
    Round,
    Void,
    verb_of,
)
from referee.reports.sections import said_first
from referee.web.parts.open_tables import Table


def undo_of(log: Log) -> int | None:
    """The number of the last entry in force; None where nothing can be taken back."""
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
    number = corrections[-1].event.event
    is_redo = any(each.number == number for each in corrections)
    return "" if is_redo else undo_line(table, number)


def undo_words(table: Table, number: int) -> str:
    """How an entry reads within a sentence that is no longer in force."""
    return str(_undone(table, number))


def undo_line(table: Table, number: int) -> str:
    """The same where it stands by itself: with a capital, and a name that comes first as it is written."""
    undone = _undone(table, number)
    words = str(undone)
    return words if words.startswith(str(undone.values.get("name", " "))) else capital(words)


def tells_who(table: Table, number: int) -> bool:
    """Whether these words begin with whose entry it was."""
    return _undone(table, number).template.startswith("{name}")


def _undone(table: Table, number: int) -> Message:
    event = said_first(table.log, number)
    names = table.setup.players
    match event:
        case Play() | Flip():
            return msg("{name}'s {tile}", name=names[event.by], tile=event.written)
        case Draw():
            return msg("{name} drew {tiles}", name=names[event.by], tiles=tiles_word(event.number))
        case Pass():
            return msg("{name}'s pass", name=names[event.by])
        case Claim() | Muggins():
            return msg("{name}'s call of {points}", name=names[event.by], points=points_word(event.points))
        case Round():
            return msg("The deal of round {number}", number=event.number)
        case None:
            return msg("A correction")
        case Adjust() | Void():
            return msg("What the table agreed")
        case _:
            return _of_another_kind(table, event)


# What is said in games without a line of tiles, as an entry that is no longer in force reads.
_GONE = {
    "hand": marked("what {name} showed"), "pips": marked("what {name} showed"), "bid": marked("{name}'s bid"),
    "trump": marked("{name}'s trump"), "ante": marked("{name}'s ante"), "bet": marked("{name}'s bet"),
    "call": marked("{name}'s call"), "raise": marked("{name}'s raise"), "check": marked("{name}'s check"),
    "fold": marked("{name}'s fold"), "deal": marked("The tiles turned up"), "remove": marked("A tile taken out"),
    "knock": marked("What was knocked out"), "move": marked("A move"), "turn": marked("A tile turned up"),
    "draw": marked("The tiles drawn"),
}  # fmt: skip


def _of_another_kind(table: Table, event: Event) -> Message:
    verb = verb_of(event)
    by = getattr(event, "by", None)
    name = table.setup.players[by] if isinstance(by, int) and by >= 0 else table.setup.players[0]
    return msg(_GONE.get(verb, marked("What was said")), name=name)
