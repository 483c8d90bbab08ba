"""Each event of a trick game as the list of what was said shows it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from referee.events import Event, Hand, Play, Round
from referee.play.words import listed
from referee.replay import Entry
from referee.rules.trump import trump_words
from referee.rulings import Ruling, Settled, Verdict
from referee.sayings_tricks import Bid, Trump
from referee.web.book import Table
from referee.web.corrections import undo_words
from referee.web.logbook import Judged
from referee.web.pages import LogLine
from referee.web.pictures import tile_picture
from referee.web.tricks.facts import match_of


def lines_of(table: Table, judged: Sequence[Judged]) -> tuple[LogLine, ...]:
    """Bids, trump, tricks and settlements in words, a line each."""
    return tuple(_line(table, each) for each in judged)


def _line(table: Table, each: Judged) -> LogLine:
    event, entry = each.event, each.entry
    seat = getattr(event, "by", -1)
    by = table.setup.players[seat] if seat >= 0 else ""
    if entry is None:
        drawing = _drawing(event)
        text = "" if drawing else undo_words(table, each.number)
        return LogLine(number=each.number, by=by, text=text, drawing=drawing, note="taken back", struck=True)
    return LogLine(
        number=each.number,
        by=by,
        text=_text(by, event, entry.ruling),
        drawing=_drawing(event),
        arithmetic=_trick_words(table, entry),
        note=_note(table, each.number, entry),
    )


def _drawing(event: Event) -> Markup:
    if isinstance(event, Play) and event.tile is not None:
        return tile_picture(event.tile, label=None)
    return Markup()


def _text(by: str, event: Event, ruling: Ruling) -> str:
    match event:
        case Play():
            return _follows(str(ruling.said[0]).removesuffix("."))
        case Bid(amount=None) if not event.call:
            return "passes"
        case Bid():
            return str(ruling.said[0]).removeprefix(f"{by} ").removesuffix(".")
        case Trump():
            return f"names {trump_words(event.suit)}"
        case Hand():
            return f"lays open {listed(str(each) for each in event.tiles)}"
        case Round():
            return str(ruling.said[0])
        case _:
            return " ".join(str(each) for each in ruling.said)


def _follows(words: str) -> str:
    """What a tile did in its trick, in few words."""
    if " leads " in words:
        return f"leads: {words.rpartition(': ')[2]}"
    if words.endswith("and follows"):
        return "follows"
    return "a trump" if words.endswith("a trump") else "throws off" if "throws off" in words else "lays"


def _trick_words(table: Table, entry: Entry) -> str:
    """Who took the trick with its last tile, and what it was worth."""
    trick = entry.ruling.trick
    return "" if trick is None else f"{table.setup.players[trick.seat]} takes {trick.points}"


def _paid(table: Table, settled: Settled) -> str:
    """How a hand ended and what it paid: "made: Ana & Cal 35, Ben & Dan 7"."""
    sides = table.setup.sides
    paid = ", ".join(f"{sides[side]} {points}" for side, points in settled.points)
    return f"{settled.how}: {paid}" if paid else "nobody scores"


def _note(table: Table, number: int, entry: Entry) -> str:
    """What is marked at an entry: that it stood, was corrected, proved a renege, or settled the hand."""
    ruling = entry.ruling
    found = []
    if ruling.verdict is Verdict.STOOD:
        found.append(f"against a rule, the table let it stand: {ruling.said[-2]}")
    first = dict(table.log.plain).get(number)
    if first is not None and first is not entry.event:
        found.append(f"entered first as {undo_words(table, number)}")
    proofs = {str(each.because) for each in match_of(table).flags}
    found += [str(each) for each in ruling.said if str(each) in proofs and ruling.settled is None]
    if ruling.settled is not None:
        found.append(_paid(table, ruling.settled))
    return " ".join(each if each.endswith(".") else f"{each}." for each in found).removesuffix(".")
