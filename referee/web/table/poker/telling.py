"""Each event of poker as the list of what was said shows it, and the last ruling as the tray does."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.games.phrases import listed
from referee.engine.games.poker.hand_names import called
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Adjust, Event, Hand
from referee.engine.record.poker_and_solitaire_events import Stake
from referee.reports import Judged
from referee.reports.sections import said_first
from referee.web.parts.citations import cited
from referee.web.parts.corrections import taken_back, undo_line
from referee.web.parts.last_ruling import refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import Words
from referee.web.table.poker.sitting import ranks_of


def lines_of(table: Table, judged: Sequence[Judged]) -> tuple[LogLine, ...]:
    """The events of a deal as the list shows them."""
    return tuple(_line(table, each) for each in judged)


def _line(table: Table, each: Judged) -> LogLine:
    seat = getattr(each.event, "by", -1)
    by = table.setup.players[seat] if isinstance(seat, int) and seat >= 0 else ""
    if each.entry is None:
        words = undo_line(table, each.number)
        return LogLine(number=each.number, by="", text=_("{what}, taken back", what=words), struck=True)
    said = each.entry.ruling.said
    words = _without_name(str(said[0]), by)
    note = [str(more) for more in said[1:]] if isinstance(each.event, Hand | Stake) else []
    if isinstance(each.event, Hand):
        words = _shows(table, each.event)
    elif not by:
        words = " ".join(str(more) for more in said)
    first = said_first(table.log, each.number)
    if first is not None and first is not each.event:
        note.append(_("corrected"))
    return LogLine(
        number=each.number,
        by=by,
        text=words.removesuffix("."),
        points=_points(each.event, each.entry),
        note=" ".join(note).removesuffix("."),
    )


def _without_name(words: str, name: str) -> str:
    return words.removeprefix(f"{name} ") if name else words


def _shows(table: Table, event: Hand) -> str:
    tiles = [each for each in event.tiles if each is not None]
    return _("shows {tiles}: {rank}", tiles=listed(tiles), rank=called(ranks_of(table).strength(tiles)))


def _points(event: Event, entry: Entry) -> str:
    """What the table agreed on; what a deal pays stands in its settlement."""
    if not isinstance(event, Adjust):
        return ""
    return ", ".join(f"{points:+d}" for _, points in entry.ruling.points)


def words_of(table: Table, asked: Asked) -> Words | None:
    """The refusal of what was tried, else what was taken back just now, else the last ruling."""
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)
    if undone := taken_back(table):
        return Words(head=_("Taken back"), sub=undone)
    if not table.log.entries:
        return None
    entry = table.log.entries[-1]
    ruling = entry.ruling
    head, *rest = [str(each).removesuffix(".") for each in ruling.said]
    if isinstance(entry.event, Hand):
        by = table.setup.players[entry.event.by]
        tiles = [each for each in entry.event.tiles if each is not None]
        head = _("{name}: {rank}", name=by, rank=called(ranks_of(table).strength(tiles)))
    rules = (cited(table, ruling.rule),) if ruling.rule is not None else ()
    return Words(head=head, sub=". ".join(rest), rules=rules)
