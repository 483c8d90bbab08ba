"""Which events are taken back by corrections, and how the others read now.

Rows by number are rows of tuples that begin with a number, in rising order. What is taken back is a whole number with
a bit for each event: it is shared and copied quickly, however long the log is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from referee.engine.record.events import Amend, Event, Retract


class Correction(NamedTuple):
    """A retract or an amend that stands."""

    number: int
    event: Retract | Amend


def place_of(row: Sequence[Any], number: int) -> int:
    """How many in a row by number come before that number."""
    return bisect_left(row, number, key=itemgetter(0))


def find(row: Sequence[Any], number: int) -> Any:
    """What has that number in a row by number; None if nothing has."""
    place = place_of(row, number)
    return row[place] if place < len(row) and row[place][0] == number else None


def gone_after(gone: int, corrections: Sequence[Correction]) -> int:
    """What is taken back after the last of these corrections; `gone` was before it."""
    _, why = corrections[-1]
    if isinstance(why, Amend):
        return gone
    target = find(corrections, why.event)
    if target is None or isinstance(target.event, Amend):
        return gone | 1 << why.event
    return taken_back(corrections)


def taken_back(corrections: Sequence[Correction]) -> int:
    """What all these corrections take back: the latest is applied first."""
    gone: set[int] = set()
    for number, event in reversed(corrections):
        if isinstance(event, Retract) and number not in gone:
            gone.add(event.event)
    return bits(gone)


def bits(numbers: Iterable[int]) -> int:
    """A whole number with a bit for each of these."""
    found = bytearray()
    for number in sorted(numbers):
        found.extend(bytes(number // 8 + 1 - len(found)))
        found[number // 8] |= 1 << number % 8
    return int.from_bytes(found, "little")


def changed_by(turned: int, corrections: Sequence[Correction]) -> set[int]:
    """The events that read otherwise after the last of these corrections, which turned these bits of what is gone."""
    _, why = corrections[-1]
    found = {why.event} if isinstance(why, Amend) else set()
    for number in numbers_in(turned):
        correction = find(corrections, number)
        if correction is None:
            found.add(number)
        elif isinstance(correction.event, Amend):
            found.add(correction.event.event)
    return found


def numbers_in(mask: int) -> Iterator[int]:
    """The numbers that have a bit, in rising order."""
    while mask:
        last = mask & -mask
        yield last.bit_length() - 1
        mask ^= last


def event_now(number: int, first: Event, corrections: Sequence[Correction], gone: int) -> Event:
    """How an event reads now that was first said as `first`: as its latest correction in force says."""
    for correction, event in reversed(corrections):
        if isinstance(event, Amend) and event.event == number and not gone >> correction & 1:
            corrected: Event = event.correct
            return corrected
    return first


def events_now(corrections: Iterable[Correction], gone: int) -> Mapping[int, Event]:
    """How every event reads now that was corrected."""
    return {
        event.event: event.correct
        for number, event in corrections
        if isinstance(event, Amend) and not gone >> number & 1
    }
