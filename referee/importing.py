"""A record of somebody else's making, judged event by event on the way in: all of it is kept, or nothing."""

from __future__ import annotations

import codecs
import json
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.events import RecordError, read_record
from referee.reading import is_text
from referee.replay import Answer, Log, answer_json, open_log
from referee.rulings import Code, Verdict
from referee.setup import read_setup_line
from referee.store import Entry, Store, TableRow
from referee.wording import Joined, Said, _, said

LARGEST = 2 * 1024 * 1024  # bytes; a long match of ten players has a twentieth of it
LONGEST_LINE = 20_000  # letters
MOST_EVENTS = 10_000
DEEPEST = 8  # objects and lists within each other
PATIENCE = 20.0  # seconds


Tick = Callable[[int, int], None]


def _unwatched(done: int, total: int) -> None:
    """Nobody asks how far it is."""


class _Watch(NamedTuple):
    """Until when judging may last, and who is told how far it is."""

    until: float
    tick: Tick


class Complaint(NamedTuple):
    """An event that does not stand: its number and line in the file, the code, and the referee's sentence."""

    event: int
    line: int
    code: str
    says: Said

    def __str__(self) -> str:
        return _(
            "Line {line}, event {event}: {says} ({code})",
            line=self.line,
            event=self.event,
            says=self.says,
            code=self.code,
        )


class Judged(NamedTuple):
    """A record that could be read: the header, what stands, and what does not."""

    header: dict[str, Any]
    entries: tuple[Entry, ...]
    complaints: tuple[Complaint, ...]
    log: Log


class NotImported(Exception):
    """The record has events that do not stand, so nothing of it was kept; `complaints` says which and why."""

    def __init__(self, complaints: tuple[Complaint, ...]) -> None:
        super().__init__(said("{number} of its events do not stand.", number=len(complaints)))
        self.complaints = complaints


def import_record(
    store: Store, data: bytes, *, skip_refused: bool = False, tick: Tick = _unwatched
) -> tuple[TableRow, Judged]:
    """A new table with everything that the record says, and how it was judged.

    Raises RecordError where the record cannot be read, NotImported where an event does not stand; with
    `skip_refused` those are left out instead, and later ones that name events by number name the same ones still.
    """
    judged = judge_record(data, tick=tick)
    if judged.complaints and not skip_refused:
        raise NotImported(judged.complaints)
    return store.import_table(judged.header, judged.entries), judged


def judge_record(data: bytes, *, patience: float = PATIENCE, tick: Tick = _unwatched) -> Judged:
    """The record judged from its first event to its last; RecordError with line and column where it cannot be.

    `tick` is told after each event how many of all have been judged; what it raises ends the judging.
    """
    text = _decoded(data)
    record = read_record(text)
    lines = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    _check_lines(text)
    if len(record.events) > MOST_EVENTS:
        raise RecordError(
            said("A record has {most} events at most.", most=MOST_EVENTS), lines[MOST_EVENTS + 1]
        )
    log = open_log(read_setup_line(record.header, record.header_line, record.header_text))
    return _judge(record.header, record.events, lines[1:], log, _Watch(time.monotonic() + patience, tick))


def _judge(
    header: dict[str, Any], events: list[dict[str, Any]], lines: list[int], log: Log, watch: _Watch
) -> Judged:
    kept: list[Entry] = []
    complaints: list[Complaint] = []
    renumbered: dict[int, int] = {}  # from the number in the file to the number in the table
    for number, (raw, line) in enumerate(zip(events, lines, strict=True), 1):
        watch.tick(number, len(events))
        if time.monotonic() > watch.until:
            raise RecordError(said("Judging this record takes too long; it may have to be split."), line)
        event = _renumbered(raw, renumbered)
        if event is None:
            entry = raw.get("retract", raw.get("amend"))
            words = said("Entry {number} is not in the log.", number=entry)
            complaints.append(Complaint(number, line, Code.NOT_NOW.value, words))
            continue
        answer, after = log.say(event)
        if _changes_nothing(answer, log, after):
            ruling = answer.ruling
            complaints.append(
                Complaint(number, line, ruling.code.value if ruling.code else "", Joined(ruling.said, " "))
            )
            continue
        log = after
        kept.append(Entry(event, answer_json(answer).get("settled")))
        renumbered[number] = len(kept)
    return Judged(header, tuple(kept), tuple(complaints), log)


def _changes_nothing(answer: Answer, before: Log, after: Log) -> bool:
    """Whether an event was refused and left no trace; a false claim is refused too, and leaves one."""
    return answer.ruling.verdict is Verdict.REFUSED and after.state is before.state


def _renumbered(raw: dict[str, Any], renumbered: Mapping[int, int]) -> dict[str, Any] | None:
    """The event with the number that what it corrects has in the table; None where that was not kept."""
    for verb in ("retract", "amend"):
        number = raw.get(verb)
        if type(number) is int and number > 0:
            return {**raw, verb: renumbered[number]} if number in renumbered else None
    return raw


# What a file may be


def _decoded(data: bytes) -> str:
    if len(data) > LARGEST:
        raise RecordError(
            said("The file is larger than {most} kilobytes; no record is so long.", most=LARGEST // 1024)
        )
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].split(b"\n")
        column = len(before[-1].decode("utf-8", "replace")) + 1
        raise RecordError(said("This is not UTF-8 text."), len(before), column) from None


def _check_lines(text: str) -> None:
    """Refuse what JSON allows and a record does not: names said twice, half letters, numbers beyond all counting."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            raise RecordError(
                said("A line has {most} letters at most.", most=LONGEST_LINE), number, LONGEST_LINE + 1
            )
        try:
            _check(json.loads(line.removeprefix("\ufeff"), object_pairs_hook=_once), DEEPEST)
        except _Unfit as unfit:
            column = max(1, line.find(f'"{unfit.near}"') + 1) if unfit.near else 1
            raise RecordError(unfit.message, number, column) from None


class _Unfit(Exception):
    """Something in a line that no record has; `near` is the key beside it, where there is one."""

    def __init__(self, message: Said, near: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.near = near


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Unfit(said("{key} is said twice.", key=_safe(key)), key)
        found[key] = value
    return found


def _check(value: object, deeper: int) -> None:
    if deeper < 0:
        raise _Unfit(said("This line holds lists within lists deeper than any entry does."))
    match value:
        case str():
            if not is_text(value):
                raise _Unfit(said("There is half a letter in this line; no text has that."))
        case float():
            raise _Unfit(said("Every number in a record is a whole one."))
        case dict():
            for key, each in value.items():
                _check(key, deeper)
                _check(each, deeper - 1)
        case list():
            for each in value:
                _check(each, deeper - 1)


def _safe(key: str) -> object:
    if not is_text(key):
        return said("A name")
    return key if len(key) <= 40 else key[:39] + "…"
