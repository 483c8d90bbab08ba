"""Restores entries from a phone that the score book has lost: compared, judged like an import, all or nothing.

A book that comes back from an older backup has fewer events than the phones that kept score. A phone's record has the
header, every event of the book in the same order, and more. If it does not, the table went on differently and nothing
is given back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

from referee.engine.log import Log, Tick, unwatched
from referee.engine.renaming import seated_as
from referee.importing import NotImported, Read, judge_on, read_whole
from referee.storage.annotations import GIVEN_BACK
from referee.storage.rows import KEEPERS
from referee.storage.store import Conflict, EventRow, Store, TableRow, Withdrawn

TRIES = 5  # as many phones may give back at the same moment

# The table's events up to the one of that number at least, and the same, judged.
Heard = Callable[[TableRow, int], tuple[Sequence[EventRow], Log]]


class WentOnDifferently(Exception):
    """The record and the book part: `entry` is the first that differs, 0 if the tables were set up differently."""

    def __init__(self, entry: int) -> None:
        super().__init__(f"Entry {entry} is another one.")
        self.entry = entry


def beyond(header: Mapping[str, Any], rows: Sequence[EventRow], data: bytes) -> Read:
    """The part of a phone's record that comes after the book's last event, by the names that the book has.

    Raises RecordError if it is no record, WentOnDifferently if the book does not begin it.
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
    """Write down what the record of a phone with that link has beyond the book; how many events that were.

    Raises RecordError and WentOnDifferently as above, NotImported if an event does not stand, Withdrawn for a link
    that may not enter what everybody does, Locked, and Conflict if others write without end.
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
        except Conflict:  # another phone was faster; what it gave back may be all, or the beginning
            if tried == TRIES:
                raise
        else:
            return wrote.last_seq - wrote.first_seq + 1
    raise AssertionError("unreachable")


def _key(after: int, events: Sequence[Mapping[str, Any]]) -> str:
    """The same for two phones that give back the same after the same event, so that it is written once."""
    text = json.dumps([after, *events], sort_keys=True)
    return f"given-back-{hashlib.sha256(text.encode()).hexdigest()[:40]}"
