"""Imports a record: every event is judged, and either all of them are stored or none."""

import json
import time
import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from referee.engine.log import Log, Tick, open_log, run_at, unwatched
from referee.engine.messages import Joined, Message, _, counted, marked, msg
from referee.engine.record.parsing import is_text
from referee.engine.record.reading import RecordError, read_record, text_of
from referee.engine.rulings import Code, Verdict
from referee.engine.seating import HeaderError, Seating
from referee.engine.setup import check_new_names, read_setup_line
from referee.engine.spelling import composed, is_visible
from referee.reports.players import facts_of
from referee.storage.rows import NewEvent, Standing, TableRow
from referee.storage.store import Store

LARGEST = 2 * 1024 * 1024  # bytes; a long match of ten players takes a twentieth of it
RESTORE = "python3 -m referee restore"
LONGEST_LINE = 20_000  # characters
MOST_EVENTS = 10_000
DEEPEST = 8  # levels of nested objects and lists
PATIENCE = 20.0  # seconds of processor time
# Rulings allowed beyond one for each event: each correction judges all later events again.
MOST_AGAIN = 100_000
TOO_MANY_CORRECTIONS = marked(
    "This record corrects its first entries too often to be judged here. "
    "Leave out entries that were taken back, with what takes them back."
)


class ParsedRecord(NamedTuple):
    """A record that was parsed but not yet judged; `lines` are the line numbers of its events in the file."""

    header: dict[str, Any]
    setup: Seating
    events: list[dict[str, Any]]
    lines: list[int]


class Complaint(NamedTuple):
    """An event that does not stand: its number and line in the file, the code, and the referee's sentence."""

    event: int
    line: int
    code: str
    says: Message

    def __str__(self) -> str:
        return _(
            "Line {line}, event {event}: {says} ({code})",
            line=self.line,
            event=self.event,
            says=self.says,
            code=self.code,
        )


class JudgedRecord(NamedTuple):
    """A judged record: the header, the events that stand, and complaints about those that do not."""

    header: dict[str, Any]
    entries: tuple[NewEvent, ...]
    complaints: tuple[Complaint, ...]
    log: Log


class NotImported(Exception):
    """The record has events that do not stand, so nothing was imported; `complaints` says which and why."""

    def __init__(self, complaints: tuple[Complaint, ...]) -> None:
        super().__init__(counted("{n} event does not stand.", "{n} events do not stand.", len(complaints)))
        self.complaints = complaints


def import_record(
    store: Store, data: bytes, *, skip_refused: bool = False, tick: Tick = unwatched
) -> tuple[TableRow, JudgedRecord]:
    """Import the record as a new table; returns the table and the judged record.

    Raises RecordError if the record cannot be read, NotImported if an event does not stand. With
    `skip_refused` such events are left out instead, and references by number in later ones are adjusted.
    """
    judged = judge_record(data, tick=tick)
    if judged.complaints and not skip_refused:
        raise NotImported(judged.complaints)
    row = store.import_table(judged.header, judged.entries)
    store.note_standings([Standing(row.id, len(judged.entries), facts_of(judged.log))])
    return row, judged


def judge_record(data: bytes, *, patience: float = PATIENCE, tick: Tick = unwatched) -> JudgedRecord:
    """Judge the record from its first event to its last. Raises RecordError with line and column if that fails.

    `tick` is called for each event.
    """
    record = read_whole(data)
    return judge_on(open_log(record.setup), record, patience=patience, tick=tick)


def read_whole(data: bytes) -> ParsedRecord:
    """Parse and validate a record without judging its events. Raises RecordError as above."""
    _check_size(data)
    text = composed(text_of(data))
    record = read_record(text)
    lines = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    _check_lines(text)
    if len(record.events) > MOST_EVENTS:
        raise RecordError(
            msg("A record has {most} events at most.", most=MOST_EVENTS), lines[MOST_EVENTS + 1]
        )
    setup = read_setup_line(record.header, record.header_line, record.header_text)
    try:
        check_new_names(record.header)
    except HeaderError as error:
        raise RecordError(error.message, record.header_line) from None
    return ParsedRecord(record.header, setup, record.events, lines[1:])


def judge_on(
    log: Log, record: ParsedRecord, *, patience: float = PATIENCE, tick: Tick = unwatched
) -> JudgedRecord:
    """Judge the events of a record as the next ones at a table with this log."""
    kept: list[NewEvent] = []
    complaints: list[Complaint] = []
    again = 0  # rulings beyond one for each event
    first, until = log.said + 1, time.thread_time() + patience
    renumbered = {each: each for each in range(1, first)}  # from numbers in the file to those at the table
    at = 0
    while at < len(record.events):
        raw, line, number = record.events[at], record.lines[at], first + at
        tick(at + 1, len(record.events))
        if time.thread_time() > until:
            raise RecordError(msg("Judging this record takes too long; it may have to be split."), line)
        events = _with_corrections(record.events, at, renumbered)
        if not events:
            entry = raw.get("retract", raw.get("amend"))
            words = msg("Entry {number} is not in the log.", number=entry)
            complaints.append(Complaint(number, line, Code.NOT_NOW.value, words))
            at += 1
            continue
        answers, after = log.say_next(events)
        at += len(answers)
        again += after.rulings - log.rulings - 1
        if again > MOST_AGAIN:
            raise RecordError(msg(TOO_MANY_CORRECTIONS), line)
        ruling = answers[0].ruling
        if ruling.verdict is Verdict.REFUSED and after.state is log.state:  # a false claim leaves a trace
            complaints.append(
                Complaint(number, line, ruling.code.value if ruling.code else "", Joined(ruling.said, " "))
            )
            continue
        log = after
        for said, (event, answer) in enumerate(zip(events, answers, strict=False), number):
            kept.append(NewEvent.judged(event, answer))
            renumbered[said] = first + len(kept) - 1
    return JudgedRecord(record.header, tuple(kept), tuple(complaints), log)


def _with_corrections(
    raws: Sequence[dict[str, Any]], at: int, renumbered: Mapping[int, int]
) -> list[dict[str, Any]]:
    """The event at that index and the corrections that are judged together with it, renumbered for the table; empty
    if one of them corrects an event that was left out."""
    found = [_renumbered(raw, renumbered) for raw in run_at(raws, at)]
    return [each for each in found if each is not None] if None not in found else []


def _renumbered(raw: Mapping[str, Any], renumbered: Mapping[int, int]) -> dict[str, Any] | None:
    """The event with the entry number that it refers to adjusted for the table. None if it corrects an entry that was
    left out; a decision about such an entry loses its reference."""
    for key in ("retract", "amend", "about"):
        number = raw.get(key)
        if type(number) is int and number > 0:
            if number in renumbered:
                return {**raw, key: renumbered[number]}
            return {name: raw[name] for name in raw if name != key} if key == "about" else None
    return dict(raw)


# Validating the file


def unpacked(data: bytes) -> bytes:
    """The record in a ZIP file, such as an export of everything; any other file as it is. RecordError if the ZIP file is
    too large, damaged, or holds none or several, or if it is a whole score book."""
    if data.startswith(b"SQLite format 3\0"):
        raise RecordError(
            msg(
                "This is a whole score book, not the record of a table: {command} puts it back.",
                command=RESTORE,
            )
        )
    if not data.startswith(b"PK"):
        return data
    _check_size(data)
    try:
        with ZipFile(BytesIO(data)) as files:
            records = [each for each in files.infolist() if each.filename.endswith(".jsonl")]
            # Other ways to compress may take any amount of memory.
            if len(records) == 1 and records[0].compress_type in (ZIP_STORED, ZIP_DEFLATED):
                with files.open(records[0]) as record:
                    return record.read(LARGEST + 1)
    except (BadZipFile, EOFError, RuntimeError, ValueError, OSError, zlib.error):
        raise RecordError(msg("This ZIP file is damaged.")) from None
    raise RecordError(
        counted(
            "There is {n} record in this ZIP file. Unpack it and choose that one.",
            "There are {n} records in this ZIP file. Unpack it and choose one.",
            len(records),
        )
        if records
        else msg("There is no record in this ZIP file.")
    )


def _check_size(data: bytes) -> None:
    if len(data) > LARGEST:
        raise RecordError(
            msg("The file is larger than {most} kilobytes; no record is so long.", most=LARGEST // 1024)
        )


def _check_lines(text: str) -> None:
    """Reject what JSON allows but a record does not: duplicate keys, lone surrogates, numbers that are not integers."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            raise RecordError(
                msg("A line has {most} letters at most.", most=LONGEST_LINE), number, LONGEST_LINE + 1
            )
        try:
            _check(json.loads(line.removeprefix("\ufeff"), object_pairs_hook=_once), DEEPEST)
        except _Unfit as unfit:
            column = max(1, line.find(f'"{unfit.near}"') + 1) if unfit.near else 1
            raise RecordError(unfit.message, number, column) from None


class _Unfit(Exception):
    """A line holds something that is invalid in a record; `near` is the key next to it, if any."""

    def __init__(self, message: Message, near: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.near = near


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Unfit(msg("{key} appears twice.", key=_safe(key)), key)
        found[key] = value
    return found


def _check(value: object, deeper: int) -> None:
    if deeper < 0:
        raise _Unfit(msg("This line is nested too deeply."))
    match value:
        case str():
            if not is_text(value):
                raise _Unfit(msg("This line holds half a character, which no text can have."))
            if not is_visible(value):
                raise _Unfit(msg("There is an invisible character in this line."))
        case float():
            raise _Unfit(msg("Every number in a record is a whole number."))
        case dict():
            for key, each in value.items():
                _check(key, deeper)
                _check(each, deeper - 1)
        case list():
            for each in value:
                _check(each, deeper - 1)


def _safe(key: str) -> object:
    if not is_text(key):
        return msg("A name")
    return key if len(key) <= 40 else key[:39] + "…"
