"""Which events are taken back by corrections, and how the others read now.

A row by number is a sequence of tuples sorted by their first item, an event's number.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from referee.engine.record.events import Amend, Event, Retract


class Correction(NamedTuple):
    """A retract or an amend that stands."""

    number: int
    event: Retract | Amend


def place_of(row: Sequence[Any], number: int) -> int:
    """How many items of a row by number have a lower number."""
    return bisect_left(row, number, key=itemgetter(0))


def find(row: Sequence[Any], number: int) -> Any:
    """The item with this number in a row by number; None if there is none."""
    place = place_of(row, number)
    return row[place] if place < len(row) and row[place][0] == number else None


def gone_after(gone: frozenset[int], corrections: Sequence[Correction]) -> frozenset[int]:
    """What is taken back after the last of these corrections; `gone` is what was before it."""
    _, why = corrections[-1]
    if isinstance(why, Amend):
        return gone
    target = find(corrections, why.event)
    if target is None or isinstance(target.event, Amend):
        return gone | {why.event}
    return taken_back(corrections)


def taken_back(corrections: Sequence[Correction]) -> frozenset[int]:
    """The events that all these corrections take back; the latest is applied first."""
    gone: set[int] = set()
    for number, event in reversed(corrections):
        if isinstance(event, Retract) and number not in gone:
            gone.add(event.event)
    return frozenset(gone)


def changed_by(turned: Collection[int], corrections: Sequence[Correction]) -> set[int]:
    """The events that read differently after the last of these corrections, which took back or brought back `turned`."""
    _, why = corrections[-1]
    found = {why.event} if isinstance(why, Amend) else set()
    for number in turned:
        correction = find(corrections, number)
        if correction is None:
            found.add(number)
        elif isinstance(correction.event, Amend):
            found.add(correction.event.event)
    return found


def events_now(corrections: Iterable[Correction], gone: Collection[int]) -> Mapping[int, Event]:
    """The amended events by number, as their latest amendment in force has them."""
    return {
        event.event: event.correct
        for number, event in corrections
        if isinstance(event, Amend) and number not in gone
    }
