"""The list of what was said, with the margin beside it: when, why it was corrected, what the table decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import NamedTuple

from referee.engine.messages import _
from referee.engine.record.events import Adjust, Amend, Retract, TableRuling, Void
from referee.engine.rulings import Verdict
from referee.reports.lines import told_of
from referee.reports.sections import Judged, begins_round, said_before
from referee.reports.undone import in_sentence
from referee.web.context import store
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine

MOVES = 16  # rows beside the layout of a large screen


class Margin(NamedTuple):
    """What stands beside the lines: why corrections were made, which are taken back, and what took an event back."""

    whys: Mapping[int, str]
    gone: AbstractSet[int]
    by: Mapping[int, int]


def margin_of(table: Table) -> Margin:
    """The margin of a table's list. It costs as much as there are corrections."""
    if not table.log.corrections:
        return Margin({}, frozenset(), {})
    gone = table.log.taken_back()
    in_force = [each for each in table.log.corrections if each.number not in gone]
    by = {each.event.event: each.number for each in in_force if isinstance(each.event, Retract)}
    return Margin(store().notes.whys(table.row.id), gone, by)


def lines_of(table: Table, judged: Sequence[Judged]) -> tuple[LogLine, ...]:
    """These events as a page shows them, a line each."""
    return tuple(LogLine(*line) for line in told_of(table.log, judged))


def moves_of(table: Table) -> tuple[LogLine, ...]:
    """What was said in the round in hand before the last ruling, the newest first, as far as a screen has room."""
    said: list[Judged] = []
    for each in said_before(table.log, table.seq + 1):
        if begins_round(each) or len(said) > MOVES:
            break
        said.append(each)
    lines = [line for line in lines_of(table, said[::-1]) if not line.struck]
    if lines and said[0].entry is not None:
        lines.pop()  # the ruling tells it in large
    return tuple(reversed(lines))


def told(table: Table, judged: Sequence[Judged], margin: Margin | None = None) -> tuple[LogLine, ...]:
    """The lines of a round, each with its margin, and a line of its own for each correction."""
    margin = margin or margin_of(table)
    events = {each.number: each for each in judged}
    plain = [each for each in judged if not isinstance(each.event, Amend)]
    lines = [_with_margin(table, line, events[line.number], margin) for line in lines_of(table, plain)]
    lines += [_correction(table, each, margin) for each in judged if isinstance(each.event, Amend)]
    return tuple(sorted(lines, key=lambda line: line.number))


def _with_margin(table: Table, line: LogLine, judged: Judged, margin: Margin) -> LogLine:
    at = clock_of(table, line.number)
    line = line._replace(at=at, stamp=_stamp(table, line.number))
    if line.struck:
        gone = margin.by.get(line.number, line.number)
        when = _("taken back at {time}", time=clock_of(table, gone))
        return line._replace(note=_note(when, margin.whys.get(gone, "")))
    event, entry = judged.event, judged.entry
    if isinstance(event, Adjust | TableRuling | Void):
        return line._replace(by=_("Table"), by_table=True)
    stood = entry is not None and entry.ruling.verdict is Verdict.LET_STAND
    return line._replace(by_table=stood)


def _correction(table: Table, judged: Judged, margin: Margin) -> LogLine:
    """An amend as the history shows it: what it corrected and why."""
    assert isinstance(judged.event, Amend)
    gone = judged.number in margin.gone
    first = in_sentence(table.log, judged.event.event)
    return LogLine(
        number=judged.number,
        by=_("Table"),
        text=_("corrects entry {number}, which read: {words}", number=judged.event.event, words=first),
        note=_note(_("taken back") if gone else "", margin.whys.get(judged.number, "")),
        struck=gone,
        at=clock_of(table, judged.number),
        stamp=_stamp(table, judged.number),
        by_table=True,
        corrects=True,
    )


def _note(words: str, why: str) -> str:
    return f"{words}: {why}" if words and why else words or why


def _stamp(table: Table, number: int) -> str:
    return table.rows[number - 1].at if 0 < number <= len(table.rows) else ""


def clock_of(table: Table, number: int) -> str:
    """When an entry was written down, in the server's local time."""
    try:
        return datetime.fromisoformat(_stamp(table, number)).astimezone().strftime("%H:%M")
    except ValueError:
        return ""
