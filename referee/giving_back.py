"""Restores entries that the score book has lost from a phone: compared, judged like an import, all or nothing.

A book restored from an older backup has fewer events than the phones that kept score. A phone's record must have the
same header, every event of the book in the same order, and more. If not, the table went on differently and nothing is
restored.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

from referee.engine.log import Log, Tick, unwatched
from referee.engine.renaming import seated_as
from referee.importing import NotImported, ParsedRecord, judge_on, read_whole
from referee.storage.annotations import GIVEN_BACK
from referee.storage.rows import KEEPERS, Conflict, EventRow, TableRow, Withdrawn
from referee.storage.store import Store

TRIES = 5  # so many phones may give back entries at the same moment

# Returns the table's events, at least up to the given number, and their judged log.
Heard = Callable[[TableRow, int], tuple[Sequence[EventRow], Log]]


class WentOnDifferently(Exception):
    """The record and the book diverge: `entry` is the first that differs, 0 if the headers do."""

    def __init__(self, entry: int) -> None:
        super().__init__(f"Entry {entry} is another one.")
        self.entry = entry


def beyond(header: Mapping[str, Any], rows: Sequence[EventRow], data: bytes) -> ParsedRecord:
    """The part of a phone's record after the book's last event, with the player names of the book.

    Raises RecordError for an invalid record, WentOnDifferently if it does not begin with the events of the book.
    """
    record = read_whole(data)
    own, events = record.header, record.events
    if own.get("players") != header.get("players") and len(own["players"]) == len(header["players"]):
        own, events = seated_as(own, events, header["players"])
    if own != header:
        raise WentOnDifferently(0)
    for row, event in zip(rows, events, strict=False):
        if row.body != event:
            raise WentOnDifferently(row.seq)
    return record._replace(header=own, events=events[len(rows) :], lines=record.lines[len(rows) :])


def give_back(store: Store, token: str, data: bytes, heard: Heard, tick: Tick = unwatched) -> int:
    """Store the events that the record of a phone with that link has beyond the book; returns how many.

    Raises RecordError and WentOnDifferently as above, NotImported if an event does not stand, Withdrawn for a link
    that may not enter moves for everybody, Locked, and Conflict if other phones keep writing.
    """
    for tried in count(1):
        opened = store.open(token)
        if opened is None or opened.link.role not in KEEPERS:
            raise Withdrawn
        rows, log = heard(opened.table, opened.head)
        more = beyond(opened.table.header, rows, data)
        if not more.events:
            return 0
        judged = judge_on(log, more, tick=tick)
        if judged.complaints:
            raise NotImported(judged.complaints)
        try:
            wrote = store.append(
                opened.table.id,
                len(rows),
                _key(len(rows), more.events),
                judged.entries,
                {GIVEN_BACK: len(judged.entries)},
                link=opened.link,
                header=opened.table.header,
            )
        except Conflict:  # another phone was faster; it may have given back all of it, or the beginning
            if tried == TRIES:
                raise
        else:
            return wrote.last_seq - wrote.first_seq + 1
    raise AssertionError("unreachable")


def _key(after: int, events: Sequence[Mapping[str, Any]]) -> str:
    """A request key that is the same if two phones give back the same events, so that they are stored once."""
    text = json.dumps([after, *events], sort_keys=True)
    return f"given-back-{hashlib.sha256(text.encode()).hexdigest()[:40]}"
