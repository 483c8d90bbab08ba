"""A table's log on the pages: as a list with notes in the margin, and as news for a phone that missed it."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from itertools import islice, takewhile
from typing import NamedTuple

from flask import flash, get_flashed_messages, url_for
from markupsafe import Markup

from referee.engine.corrections import Correction, find, place_of
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Adjust, Amend, Play, Retract, TableRuling, Void
from referee.engine.rulings import Verdict
from referee.engine.tiles import read_tile
from referee.reports.lines import Line, told_of
from referee.reports.sections import Judged, begins_round, beside_name, in_sentence, said_before, said_until
from referee.web.context import store
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import NOTHING_DRAWN

PIECE = 100  # events of a piece; it extends to the start of its first round, but to less than twice as many


def way_to(table: Table, number: int) -> str:
    """The address of that event in the log, in a piece with some of the events that follow it."""
    following = number + PIECE // 4
    before = following if following < table.seq else None
    return url_for("history.log", link=table.link, before=before, _anchor=f"entry-{number}")


def tell_in_log(table: Table, notice: str) -> None:
    """Show the notice on the next log page of this table that the phone opens; none if it is empty."""
    if notice:
        flash(notice, _category(table))


def told_in_log(table: Table) -> str:
    """The notice to show now, and not again."""
    return " ".join(map(str, get_flashed_messages(category_filter=[_category(table)])))


def _category(table: Table) -> str:
    return f"log {table.row.id}"


class LogLine(NamedTuple):
    """One event in the list of moves: a line of the reports, and what a page shows beside it."""

    told: Line
    at: str = ""
    stamp: str = ""
    by_table: bool = False
    corrects: bool = False
    href: str = ""
    entered: str = ""

    @property
    def drawing(self) -> Markup:
        """The drawing of its tile, named for a screen reader because the words leave it out."""
        return NOTHING_DRAWN if self.told.tile is None else tile_picture(self.told.tile, label=None)


MOVES = 16  # rows beside the layout on a large screen


class Margin(NamedTuple):
    """What stands beside the lines: the reasons for corrections, which events are taken back, and by which retract."""

    whys: Mapping[int, str]
    gone: AbstractSet[int]
    by: Mapping[int, int]


def margin_of(table: Table) -> Margin:
    """The margin of a table's list. Its cost grows with the number of corrections."""
    if not table.log.corrections:
        return Margin({}, frozenset(), {})
    gone = table.log.gone
    in_force = [each for each in table.log.corrections if each.number not in gone]
    by = {each.event.event: each.number for each in in_force if isinstance(each.event, Retract)}
    return Margin(store().notes.whys(table.row.id), gone, by)


def lines_of(table: Table, judged: Sequence[Judged]) -> tuple[LogLine, ...]:
    """These events as a page shows them, a line each."""
    return tuple(map(LogLine, told_of(table.log, judged)))


def moves_of(table: Table) -> tuple[LogLine, ...]:
    """The moves of the current round before the last ruling, the newest first, as many as a screen has room for."""
    this_round = takewhile(lambda each: not begins_round(each), said_before(table.log, table.seq + 1))
    said = [*islice(this_round, MOVES + 1)]
    lines = [line for line in lines_of(table, said[::-1]) if not line.told.struck]
    if lines and said[0].entry is not None:
        lines.pop()  # the last ruling is shown above
    return tuple(reversed(lines))


def told_on_paper(table: Table, judged: Sequence[Judged]) -> tuple[LogLine, ...]:
    """The lines of a round as they are printed: as few as possible."""
    return told(table, judged, margin_of(table), in_brief=True)


def told(
    table: Table, judged: Sequence[Judged], margin: Margin, *, in_brief: bool = False
) -> tuple[LogLine, ...]:
    """The lines of a round, each with its margin, and a line of its own for each correction."""
    events = {each.number: each for each in judged}
    plain = [each for each in judged if not isinstance(each.event, Amend)]
    found = told_of(table.log, plain, in_brief=in_brief)
    lines = [_with_margin(table, line, events[line.number], margin) for line in found]
    lines += [_correction(table, each, margin) for each in judged if isinstance(each.event, Amend)]
    return tuple(sorted(lines, key=lambda line: line.told.number))


def _with_margin(table: Table, line: Line, judged: Judged, margin: Margin) -> LogLine:
    by_table = False
    if line.struck:
        gone = margin.by.get(line.number, line.number)
        when = _("taken back at {time}", time=clock_of(table, gone))
        line = line._replace(note=_note(when, margin.whys.get(gone, "")))
    elif isinstance(judged.event, Adjust | TableRuling | Void):
        line, by_table = line._replace(by=_("Table")), True
    else:
        by_table = judged.entry is not None and judged.entry.ruling.verdict is Verdict.LET_STAND
    return _at_its_time(table, line, by_table=by_table)


def _correction(table: Table, judged: Judged, margin: Margin) -> LogLine:
    """An amend as the history shows it: what it corrected and why."""
    assert isinstance(judged.event, Amend)
    gone = judged.number in margin.gone
    number = judged.event.event
    first = in_sentence(table.log, number, judged.number)
    event = said_until(table.log, number, judged.number)
    if isinstance(event, Play):  # the place too: it may be all that was wrong
        first = " ".join(filter(None, (first, beside_name(event, table.setup.variant.knock))))
    line = Line(
        number=judged.number,
        by=_("Table"),
        text=_("corrects entry {number}, which read: {words}", number=number, words=first),
        note=_note(_("taken back") if gone else "", margin.whys.get(judged.number, "")),
        struck=gone,
    )
    return _at_its_time(table, line, by_table=True, corrects=True)


def _at_its_time(table: Table, line: Line, *, by_table: bool, corrects: bool = False) -> LogLine:
    at, stamp = clock_of(table, line.number), _stamp(table, line.number)
    return LogLine(line, at, stamp, by_table=by_table, corrects=corrects)


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


MOST = 3  # sentences; after a longer absence the list has the rest


def news(table: Table, seen: int) -> str:
    """What has happened since event number `seen`, the latest last; "" if nothing has."""
    words = [text.removesuffix(".") for _number, text in sentences(table, seen)]
    if not words:
        return ""
    said = f"{'. '.join(words[-MOST:])}."
    if len(words) <= MOST:
        return _("Meanwhile: {words}", words=said)
    return _("Meanwhile {number} entries, the latest: {words}", number=len(words), words=said)


def since(table: Table, seen: int) -> Iterator[Entry]:
    """The entries after event number `seen`."""
    return table.log.entries.after(place_of(table.log.entries, seen + 1))


def laid_since(table: Table, seen: int, written: str) -> str:
    """A sentence that the tile was laid after event number `seen`, and by whom; "" if it was not."""
    tile = read_tile(written)
    for each in since(table, seen):
        if tile is not None and isinstance(each.event, Play) and each.event.tile is tile:
            name = table.setup.players[each.event.by]
            return _("{name}'s {tile} was entered on another phone.", name=name, tile=tile)
    return ""


def sentences(table: Table, seen: int) -> list[tuple[int, str]]:
    """The number and the sentence of each event in force, and of each correction, after event number `seen`."""
    found = [(each.number, str(each.ruling.said[0])) for each in since(table, seen)]
    found += [(each.number, _corrected(table, each)) for each in table.log.corrections if each.number > seen]
    return sorted(found)


def _corrected(table: Table, correction: Correction) -> str:
    event, number = correction.event, correction.event.event
    if not isinstance(event, Retract):
        return _("corrected: {what}", what=in_sentence(table.log, number, correction.number))
    if struck := find(table.log.corrections, number):
        return _("put back: {what}", what=in_sentence(table.log, struck.event.event))
    return _("taken back: {what}", what=in_sentence(table.log, number))
