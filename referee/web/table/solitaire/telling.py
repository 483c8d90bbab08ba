"""What was ruled last as the tray shows it, and each event of a solitaire as the list of what was said shows it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Event, Play
from referee.engine.record.poker_and_solitaire_events import Deal, Remove
from referee.engine.rulings import Ruling, Verdict
from referee.reports import Judged
from referee.reports.sections import said_first
from referee.web.parts.citations import cited
from referee.web.parts.corrections import undo_line
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import Words
from referee.web.table.solitaire.standing import kind_of, patience_state


def words_of(table: Table) -> Words | None:
    """The last ruling, or what was taken back just now; nothing while a game has only been dealt."""
    corrections = table.log.corrections
    if corrections and corrections[-1].number == table.seq:
        number = corrections[-1].event.event
        if not any(each.number == number for each in corrections):
            return Words(head=_("Taken back"), sub=undo_line(table, number))
    if not table.log.entries or isinstance(table.log.entries[-1].event, Deal):
        return None
    ruling = table.log.entries[-1].ruling
    head, *rest = [str(each).removesuffix(".") for each in ruling.said]
    rules = (cited(table, ruling.rule),) if ruling.rule is not None else ()
    return Words(head=head, sub=". ".join(rest), rules=rules, seen=ruling.says)


def lines_of(table: Table, judged: Sequence[Judged]) -> tuple[LogLine, ...]:
    """The events of a game as the list shows them."""
    return tuple(_line(table, each) for each in judged)


def _line(table: Table, each: Judged) -> LogLine:
    event, entry = each.event, each.entry
    if entry is None:
        text = undo_line(table, each.number)
        return LogLine(number=each.number, by="", text=text, note=_("taken back"), struck=True)
    return LogLine(
        number=each.number,
        by="",
        text=_text(event, entry.ruling),
        drawing=_drawing(event),
        points=", ".join(f"{points:+d}" for _, points in entry.ruling.points),
        note=_note(table, each.number, entry),
    )


def _drawing(event: Event) -> Markup:
    if isinstance(event, Play | Remove) and event.tile is not None:
        return tile_picture(event.tile, label=None)
    return Markup()


def _text(event: Event, ruling: Ruling) -> str:
    first = str(ruling.said[0])
    if isinstance(event, Play | Remove) and event.tile is not None:
        return first.removeprefix(f"{event.tile} ").removesuffix(".")
    return first


def _note(table: Table, number: int, entry: Entry) -> str:
    """What is told besides: the tiles as they lay, how it ended, and what was marked or corrected."""
    found = []
    if isinstance(entry.event, Deal) and kind_of(patience_state(entry.state)) != "draw_five":
        found.append(" ".join(str(face) for face in entry.event.faces))
    found += [str(each) for each in entry.ruling.said[1:]]
    if entry.ruling.verdict is Verdict.LET_STAND:
        found.append(_("Against a rule."))
    first = said_first(table.log, number)
    if first is not None and first is not entry.event:
        found.append(_("Corrected."))
    return " ".join(found)
