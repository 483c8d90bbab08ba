"""Each event of a trick game as the list of what was said shows it."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from markupsafe import Markup

from referee.engine.games.phrases import listed
from referee.engine.games.tricks.state import TrickRound
from referee.engine.log import Entry
from referee.engine.messages import _, _p, marked
from referee.engine.record.events import Event, Hand, Play, Round
from referee.engine.record.trick_events import Bid, Trump
from referee.engine.rules.trump import NEAREST, TRUMPS, suit_name, trump_words
from referee.engine.rulings import Settled, Verdict
from referee.reports import Judged
from referee.reports.sections import said_first
from referee.web.parts.corrections import undo_line, undo_words
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine
from referee.web.parts.pictures import tile_picture
from referee.web.table.tricks.facts import CALLS, match_of, trick_match


def lines_of(table: Table, judged: Sequence[Judged]) -> tuple[LogLine, ...]:
    """Bids, trump, tricks and settlements in words, a line each."""
    proofs = _proofs(table, judged)
    return tuple(_line(table, each, proofs) for each in judged)


def _proofs(table: Table, judged: Sequence[Judged]) -> AbstractSet[str]:
    """What was proved of the rounds that these events belong to, in words."""
    dealt = (trick_match(each.entry.state).round for each in judged if each.entry is not None)
    numbers = {each.number for each in dealt if each is not None}
    return {str(each.because) for each in match_of(table).flags if each.round in numbers}


def _line(table: Table, each: Judged, proofs: AbstractSet[str]) -> LogLine:
    event, entry = each.event, each.entry
    seat = getattr(event, "by", -1)
    by = table.setup.players[seat] if seat >= 0 else ""
    if entry is None:
        drawing = _drawing(event)
        text = "" if drawing else undo_line(table, each.number)
        return LogLine(
            number=each.number, by=by, text=text, drawing=drawing, note=_("taken back"), struck=True
        )
    return LogLine(
        number=each.number,
        by=by,
        text=_text(entry),
        drawing=_drawing(event),
        arithmetic=_trick_words(table, entry),
        note=_note(table, each.number, entry, proofs),
    )


def _drawing(event: Event) -> Markup:
    if isinstance(event, Play) and event.tile is not None:
        return tile_picture(event.tile, label=None)
    return Markup()


def _text(entry: Entry) -> str:
    event, ruling = entry.event, entry.ruling
    match event:
        case Play():
            return _follows(trick_match(entry.state).current)
        case Bid(amount=None) if not event.call:
            return _("passes")
        case Bid():
            bid = trick_match(entry.state).current.spoke[-1][1]
            if event.call:
                return _("bids {call} {bid}", call=CALLS[event.call], bid=bid)
            return _("bids {bid}", bid=bid)
        case Trump():
            return _("names {trump}", trump=trump_words(event.suit))
        case Hand():
            return _("lays open {tiles}", tiles=listed(event.tiles))
        case Round():
            return str(ruling.said[0])
        case _:
            return " ".join(str(each) for each in ruling.said)


def _follows(current: TrickRound) -> str:
    """What the tile laid last did in its trick, in few words."""
    last = current.laid[-1]
    asked = current.order.led_by(last.tile)
    if asked == NEAREST:
        return _("lays")
    trick = current.table or current.tricks[-1].laid
    if len(trick) == 1:
        return _("leads: {suit}", suit=suit_name(asked))
    if not last.due:
        return _("follows")
    return _("a trump") if asked == TRUMPS else _("throws off")


def _trick_words(table: Table, entry: Entry) -> str:
    """Who took the trick with its last tile, and what it was worth."""
    trick = entry.ruling.trick
    return (
        ""
        if trick is None
        else _p("trick", "{name} takes {points}", name=table.setup.players[trick.seat], points=trick.points)
    )


# How a hand ended, with what it paid.
HOW = {"made": marked("made: {paid}"), "set": marked("set: {paid}")}


def _paid(table: Table, settled: Settled) -> str:
    """How a hand ended and what it paid: "made: Ana & Cal 35, Ben & Dan 7"."""
    sides = table.setup.sides
    paid = ", ".join(f"{sides[side]} {points}" for side, points in settled.points)
    if not paid:
        return _("nobody scores")
    return _(HOW[settled.how], paid=paid)


def _note(table: Table, number: int, entry: Entry, proofs: AbstractSet[str]) -> str:
    """What is marked at an entry: that it stood, was corrected, proved a renege, or settled the hand."""
    ruling = entry.ruling
    found = []
    if ruling.verdict is Verdict.LET_STAND:
        found.append(_("against a rule, the table let it stand: {why}", why=ruling.said[-2]))
    if _is_corrected(table, number, entry):
        found.append(_("entered first as {what}", what=undo_words(table, number)))
    found += [str(each) for each in ruling.said if str(each) in proofs and ruling.settled is None]
    if ruling.settled is not None:
        found.append(_paid(table, ruling.settled))
    return " ".join(each if each.endswith(".") else f"{each}." for each in found).removesuffix(".")


def _is_corrected(table: Table, number: int, entry: Entry) -> bool:
    first = said_first(table.log, number)
    return first is not None and first is not entry.event


def is_marked(table: Table, each: Judged) -> bool:
    """Whether an entry is more than what was said in turn: taken back, corrected, or let stand against a rule."""
    if each.entry is None or each.entry.ruling.verdict is Verdict.LET_STAND:
        return True
    return _is_corrected(table, each.number, each.entry)
