"""The list of what was said, with what stands in its margin: when, why it was corrected, what the table decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from referee.events import Adjust, Amend, Retract, TableRuling, Void
from referee.rulings import Verdict
from referee.web.app import store
from referee.web.book import Table
from referee.web.corrections import tells_who, undo_words
from referee.web.logbook import Judged
from referee.web.pages import LogLine
from referee.wording import _

Tell = Callable[[Table, Sequence[Judged]], tuple[LogLine, ...]]


def told(table: Table, judged: Sequence[Judged], tell: Tell) -> tuple[LogLine, ...]:
    """The lines of a round as `tell` says them, each with its margin, and a line of its own for each correction."""
    whys = store().notes.whys(table.row.id)
    events = {each.number: each for each in judged}
    plain = [each for each in judged if not isinstance(each.event, Amend)]
    lines = [_with_margin(table, line, events[line.number], whys) for line in tell(table, plain)]
    lines += [_correction(table, each, whys) for each in judged if isinstance(each.event, Amend)]
    return tuple(sorted(lines, key=lambda line: line.number))


def _with_margin(table: Table, line: LogLine, judged: Judged, whys: dict[int, str]) -> LogLine:
    at = clock_of(table, line.number)
    line = replace(line, at=at, stamp=_stamp(table, line.number))
    if line.struck:
        gone = _taken_back_by(table, line.number)
        # Who it was stands in the words already, where it is told in words.
        by = "" if line.text and tells_who(table, line.number) else line.by
        when = _("taken back at {time}", time=clock_of(table, gone))
        return replace(line, by=by, note=_note(when, whys.get(gone, "")))
    event, entry = judged.event, judged.entry
    if isinstance(event, Adjust | TableRuling | Void):
        return replace(line, by=_("Table"), by_table=True)
    stood = entry is not None and entry.ruling.verdict is Verdict.STOOD
    return replace(line, by_table=stood)


def _correction(table: Table, judged: Judged, whys: dict[int, str]) -> LogLine:
    """An amend as the history shows it: what it corrected and why."""
    assert isinstance(judged.event, Amend)
    gone = judged.number in table.log.taken_back()
    first = undo_words(table, judged.event.event)
    return LogLine(
        number=judged.number,
        by=_("Table"),
        text=_("corrects entry {number}, which read: {words}", number=judged.event.event, words=first),
        note=_note(_("taken back") if gone else "", whys.get(judged.number, "")),
        struck=gone,
        at=clock_of(table, judged.number),
        stamp=_stamp(table, judged.number),
        by_table=True,
    )


def _note(words: str, why: str) -> str:
    return f"{words}: {why}" if words and why else words or why


def _taken_back_by(table: Table, number: int) -> int:
    """The correction by which an entry is no longer in force."""
    gone = table.log.taken_back()
    for each in reversed(table.log.corrections):
        if isinstance(each.event, Retract) and each.event.event == number and each.number not in gone:
            return int(each.number)
    return number


def _stamp(table: Table, number: int) -> str:
    return table.rows[number - 1].at if 0 < number <= len(table.rows) else ""


def clock_of(table: Table, number: int) -> str:
    """When an entry was written down, by the clock of the house."""
    try:
        return datetime.fromisoformat(_stamp(table, number)).astimezone().strftime("%H:%M")
    except ValueError:
        return ""
