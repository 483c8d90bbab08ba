"""Who may say what at a table, and which entry an undo or a redo is about: decided here, before the referee is asked."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, NamedTuple

from referee.engine.log import Log
from referee.engine.messages import _, marked
from referee.engine.record.events import Adjust, Amend, Event, Retract, Round, Unreadable, Void
from referee.engine.record.reading import read_event
from referee.reports.sections import by_itself, said_first
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


WATCHES = marked("This link only watches. Ask at the table for one that may enter something.")
LOCKED = marked(
    "The table is locked: until it is unlocked, only the person who opened it can enter anything."
)
_FOR_KEEPER = {
    Amend: marked("Only the scorekeeper can correct entries."),
    Adjust: marked("Only the scorekeeper can enter points by agreement."),
    Void: marked("Only the scorekeeper can enter that a round does not count."),
}
_STOOD = marked("The table may still let it stand; only the scorekeeper can enter that.")


class Who(NamedTuple):
    """A phone at a table: the role of its link, its seat if it has one, and the numbers of the events
    that this seat has entered."""

    role: str
    seat: int | None = None
    locked: bool = False
    mine: Container[int] = frozenset()


def who_is(table: Table) -> Who:
    """Who came by the table's link, as it is asked what they may say."""
    return Who(table.role, table.seat, table.row.locked, table.mine)


def own_event(table: Table, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The event, with the seat's own player where a form from a seat names none."""
    if table.seat is None or "by" in raw or not {"play", "flip"} & set(raw):
        return dict(raw)
    return {"by": table.setup.players[table.seat], **raw}


def may_say(who: Who, raw: Mapping[str, Any], log: Log) -> str | None:
    """None if `who` may say the event that `raw` writes; else the sentence that tells them why not.

    Whether the event itself stands is not asked here.
    """
    if who.role == "watch":
        return _(WATCHES)
    if who.role == "owner":
        return None
    if who.locked:
        return _(LOCKED)
    return None if who.role == "keep" else _seat_may(who, raw, log)


def _seat_may(who: Who, raw: Mapping[str, Any], log: Log) -> str | None:
    players = log.start.setup.players
    if who.role != "seat" or who.seat is None or who.seat >= len(players):
        return _(WATCHES)
    event = read_event(raw, players)
    if isinstance(event, Retract):
        return _may_take_back(who, event.event, log)
    if type(event) in _FOR_KEEPER:
        return _(_FOR_KEEPER[type(event)])
    if isinstance(event, Round):
        return None  # any player may deal
    if isinstance(event, Unreadable):
        by = raw.get("by", players[who.seat])
    else:
        alone = 0 if len(players) == 1 else -1
        by = players[seat] if (seat := getattr(event, "by", alone)) >= 0 else None
    if by != players[who.seat]:
        return _other_seat(players[who.seat], by)
    return _(_STOOD) if getattr(event, "stood", False) else None


def _other_seat(own: str, by: object) -> str:
    if not isinstance(by, str):
        return _("This is {own}'s seat: it enters what {own} does and nothing else.", own=own)
    return _(
        "This is {own}'s seat: only {name} or the scorekeeper can enter what {name} does.",
        own=own,
        name=by[:40],
    )


def _may_take_back(who: Who, number: int, log: Log) -> str | None:
    """One's own last entry, while nothing came after it; or again what one has just taken back."""
    if number == undo_of(log):
        if _is_own(who, number, said_first(log, number)):
            return None
    elif number == redo_of(log, log.said):
        taken = next(each.event.event for each in log.corrections if each.number == number)
        if _is_own(who, taken, said_first(log, taken)):
            return None
    return _(
        "From a seat you can take back its own last entry only. The scorekeeper can take back any other."
    )


def _is_own(who: Who, number: int, event: Event | None) -> bool:
    if event is None:
        return False
    by = getattr(event, "by", None)
    return number in who.mine if by is None else by == who.seat
