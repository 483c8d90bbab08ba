"""Each event of a line game as the list of what was said shows it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from referee.engine.games.line.state import LineMatch
from referee.engine.games.phrases import listed, points_word, sum_in_words
from referee.engine.log import Entry
from referee.engine.messages import _, _n
from referee.engine.record.events import (
    Adjust,
    Claim,
    ClaimsOver,
    Draw,
    Event,
    Flip,
    Hand,
    Muggins,
    Pass,
    Pips,
    Play,
    Round,
    TableRuling,
    Void,
)
from referee.engine.rulings import Missed, Verdict
from referee.reports import Judged
from referee.reports.lines import missed_words, stood_words, went
from referee.reports.sections import said_first
from referee.web.parts.corrections import undo_line, undo_words
from referee.web.parts.open_tables import Table, line_state
from referee.web.parts.page_views import LogLine
from referee.web.parts.pictures import tile_picture


def lines_of(table: Table, judged: Sequence[Judged]) -> tuple[LogLine, ...]:
    hidden = _hidden(table.match)
    lines: list[LogLine] = []
    draws = 0
    for each in judged:
        draws = draws + each.event.number if _goes_on_drawing(each, lines) else 0  # type: ignore[union-attr]
        line = _line(table, each, hidden)
        if draws and isinstance(each.event, Draw):
            before = lines.pop()
            total = int(before.drawn) + each.event.number
            line = _drawn_line(table, each, total, before.number)
        lines.append(line)
    return tuple(lines)


def _goes_on_drawing(each: Judged, lines: Sequence[LogLine]) -> bool:
    """Whether this draw goes on from the one before, by the same player."""
    is_draw = isinstance(each.event, Draw) and each.entry is not None
    return is_draw and bool(lines) and lines[-1].drawn > 0 and lines[-1].seat == each.event.by  # type: ignore[union-attr]


def _hidden(state: LineMatch) -> set[str]:
    """The tiles of which no sum may be told yet."""
    return {each.name for each in state.untold}


def _line(table: Table, each: Judged, hidden: set[str]) -> LogLine:
    event, entry = each.event, each.entry
    seat = getattr(event, "by", -1)
    by = table.match.setup.players[seat] if seat >= 0 else ""
    if entry is None:
        drawing = _drawing(event)
        text = "" if drawing else undo_line(table, each.number)
        return LogLine(
            number=each.number, by=by, text=text, drawing=drawing, note=_("taken back"), struck=True
        )
    if isinstance(event, Draw):
        return _drawn_line(table, each, event.number, each.number)
    return LogLine(
        number=each.number,
        by=by,
        text=_text(event, entry),
        drawing=_drawing(event),
        arithmetic=_arithmetic(entry, hidden),
        points=_points(table, entry, seat),
        note=_note(table, each.number, entry),
    )


def _drawn_line(table: Table, each: Judged, number: int, first: int) -> LogLine:
    event = each.event
    assert isinstance(event, Draw)
    assert each.entry is not None
    current = line_state(each.entry.state).round
    left = current.boneyard if current is not None else 0
    return LogLine(
        number=first,
        by=table.match.setup.players[event.by],
        text=_("draws {number}, {left} left", number=number, left=left),
        note=_note(table, each.number, each.entry),
        drawn=number,
        seat=event.by,
    )


def _drawing(event: Event) -> Markup:
    if isinstance(event, Play | Flip) and event.tile is not None:
        return tile_picture(event.tile, label=None)
    return Markup()


def _text(event: Event, entry: Entry) -> str:
    ruling = entry.ruling
    match event:
        case Play():
            return _("on {tile}", tile=ruling.at) if ruling.at is not None else _("opens")
        case Flip():
            return _("goes") if went(entry) else _("goes to the bottom")
        case Pass():
            return _("stops here") if ruling.stops else _("passes")
        case Claim():
            return _("claims {points}", points=points_word(event.points))
        case Muggins():
            return _("calls muggins")
        case Hand():
            return _("shows {tiles}", tiles=listed(event.tiles))
        case Pips():
            return _n("has {n} pips left", "has {n} pips left", event.pips)
        case Round():
            return " ".join(str(each) for each in ruling.said)
        case Adjust() | TableRuling() | Void():
            return " ".join(str(each) for each in ruling.said)
        case _:
            return ruling.says


def _arithmetic(entry: Entry, hidden: set[str]) -> str:
    """The sum of the ends after a tile, where the game counts and it may be told."""
    event, state = entry.event, line_state(entry.state)
    if not isinstance(event, Play) or event.tile is None or state.round is None:
        return ""
    if not state.setup.variant.counting.counts_ends or event.tile.name in hidden:
        return ""
    return str(sum_in_words(state.round.layout.ends()))


def _points(table: Table, entry: Entry, seat: int) -> str:
    """What the event added to its player's own side, or to each where there is no player."""
    ruling = entry.ruling
    if isinstance(entry.event, Hand | Pips):
        return ""
    if seat >= 0:
        side = table.match.setup.side_of[seat]
        gained = sum(points for each, points in ruling.points if each == side)
        return f"{gained:+d}" if gained else ""
    return ", ".join(f"{points:+d}" for _, points in ruling.points)


def _note(table: Table, number: int, entry: Entry) -> str:
    """What is marked at an entry: that it stood, that it was corrected, what was lost by it, what it proved false."""
    found = []
    if entry.ruling.verdict is Verdict.LET_STAND:
        found.append(stood_words(entry.ruling))
    first = said_first(table.log, number)
    if first is not None and first is not entry.event and not isinstance(entry.event, ClaimsOver):
        found.append(_("entered first as {words}", words=undo_words(table, number)))
    if isinstance(entry.event, Claim | Muggins) and entry.ruling.code is not None:
        found.append(entry.ruling.says)
    found += [_missed(table, each) for each in entry.ruling.missed]
    if entry.ruling.overshot is not None:
        found.append(str(entry.ruling.overshot))
    return ". ".join(each.removesuffix(".") for each in found)


def _missed(table: Table, missed: Missed) -> str:
    return missed_words(table.match.setup, missed)
