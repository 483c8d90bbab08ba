"""The events of a round in lines that people read; what is taken back is among them, struck."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from referee.engine.audit.holdings import RENEGE, WRONG_OPENING, Flag
from referee.engine.games.match import State
from referee.engine.games.phrases import listed, points_word, sum_in_words, tiles_word
from referee.engine.log import Entry, Log
from referee.engine.messages import _, _n, _p
from referee.engine.record.events import (
    Adjust,
    Amend,
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
    Retract,
    Round,
)
from referee.engine.rulings import Missed, Ruling, Verdict
from referee.engine.setup import Seating
from referee.engine.tiles import Tile
from referee.reports.sections import Judged, Section, said_first


class Line(NamedTuple):
    """One line: the number of its event, who did it, the tile to draw before the text, and what came of it.

    `arithmetic` is the sum of the ends, `points` what it added to its player's side ("+15"), `note` what is
    marked at it; `struck` where it was taken back. `drawn` counts the tiles of draws told in one line.
    """

    number: int
    by: str
    text: str
    tile: Tile | None = None
    arithmetic: str = ""
    points: str = ""
    note: str = ""
    struck: bool = False
    drawn: int = 0


def told_in(log: Log, section: Section) -> tuple[Line, ...]:
    """The lines of one round; draws of one player that follow each other are one line.

    While a claim may still be made on a tile, its sum is left out.
    """
    hidden = hidden_tiles(log.state)
    lines: list[Line] = []
    before: Judged | None = None
    for each in section.judged:
        if isinstance(each.event, Amend | Retract):
            before = None
            continue  # told at the line that it corrects
        line = _line(log, each, hidden)
        if lines and before is not None and _goes_on_drawing(before, each):
            first = lines.pop()
            drawn = first.drawn + line.drawn
            line = first._replace(text=_drawn(drawn, each.entry), drawn=drawn)
        lines.append(line)
        before = each
    return tuple(lines)


def notes_in(log: Log, section: Section) -> dict[int, str]:
    """What is marked at each event of the round, by its number; corrections have no mark of their own."""
    told = (each for each in section.judged if not isinstance(each.event, Amend | Retract))
    return {each.number: _("taken back") if each.entry is None else _note(log, each.entry) for each in told}


def _goes_on_drawing(before: Judged, each: Judged) -> bool:
    drew, draws = before.event, each.event
    if not (isinstance(drew, Draw) and isinstance(draws, Draw)):
        return False
    return drew.by == draws.by and before.entry is not None and each.entry is not None


def hidden_tiles(state: State) -> set[str]:
    """The tiles of which no sum may be told yet."""
    return {each.name for each in state.untold}


def _line(log: Log, each: Judged, hidden: AbstractSet[str]) -> Line:
    setup = log.start.setup
    seat = getattr(each.event, "by", -1)
    by = setup.players[seat] if seat >= 0 else ""
    if each.entry is None:
        return Line(each.number, by, said_before(each.event), note=_("taken back"), struck=True)
    return Line(
        number=each.number,
        by=by,
        text=_text(each.entry, by),
        tile=_tile(each.entry),
        arithmetic=arithmetic(each.entry, hidden),
        points=_points(setup, each.entry, seat),
        note=_note(log, each.entry),
        drawn=each.event.number if isinstance(each.event, Draw) else 0,
    )


def _tile(entry: Entry) -> Tile | None:
    """The tile to draw: one that is laid in a line. Elsewhere the words name it."""
    event = entry.event
    return event.tile if entry.state.setup.lays_in_line and isinstance(event, Play | Flip) else None


def _text(entry: Entry, by: str) -> str:
    event, ruling = entry.event, entry.ruling
    in_line = _text_in_line(entry, event) if entry.state.setup.lays_in_line else ""
    if in_line:
        return in_line
    match event:
        case Claim():
            return _("claims {points}", points=points_word(event.points))
        case Muggins():
            return _("calls muggins")
        case Hand():
            return _("shows {tiles}", tiles=listed(event.tiles)) if event.tiles else _("shows no tile")
        case Pips():
            return _n("has {n} pips left", "has {n} pips left", event.pips)
        case Round():
            return ruling.says.removesuffix(".")
    words = str(ruling.said[0]) if by else ruling.says
    return words.removeprefix(f"{by} ").removesuffix(".")


def _text_in_line(entry: Entry, event: Event) -> str:
    """The words after a tile that is drawn, and for what is done without one; else nothing."""
    ruling = entry.ruling
    match event:
        case Play():
            return _("on {tile}", tile=ruling.at) if ruling.at is not None else _("opens")
        case Flip():
            return _("goes") if went(entry) else _("goes to the bottom")
        case Draw():
            return _drawn(event.number, entry)
        case Pass():
            return _("stops here") if ruling.stops else _("passes")
    return ""


def _drawn(number: int, entry: Entry | None) -> str:
    left = getattr(entry.state, "sleeping", 0) if entry is not None else 0
    return _("draws {number}, {left} left", number=number, left=left)


def went(entry: Entry) -> bool:
    """Whether a tile that was turned up goes: then it lies, else it is at the bottom of its row."""
    event, state = entry.event, entry.state
    layout = state.layout
    return isinstance(event, Flip) and layout is not None and layout.laid[-1].tile is event.tile


def said_before(event: Any) -> str:
    """How an event reads that is no longer in force."""
    match event:
        case Play() | Flip():
            if event.at_written:
                return _("{tile} on {place}", tile=event.written, place=event.at_written)
            return str(event.written)
        case Draw():
            return _("drew {tiles}", tiles=tiles_word(event.number))
        case Pass():
            return _("passed")
        case Claim() | Muggins():
            return _("called {points}", points=points_word(event.points))
        case Round():
            return _("The deal of round {number}", number=event.number)
        case Hand():
            return _("showed {tiles}", tiles=listed(event.tiles))
        case Pips():
            return _n("had {n} pips left", "had {n} pips left", event.pips)
        case _:
            return _("An entry") if getattr(event, "by", -1) < 0 else _("said something else")


def arithmetic(entry: Entry, hidden: AbstractSet[str]) -> str:
    """The sum of the ends after a tile, "6 + 6 + 3 = 15", where the game counts them and it may be told."""
    event, state = entry.event, entry.state
    ends = state.ends
    if not isinstance(event, Play) or event.tile is None or event.tile.name in hidden or ends is None:
        return ""
    return str(sum_in_words(ends))


def _points(setup: Seating, entry: Entry, seat: int) -> str:
    """What the event added to its player's own side, or to each where there is no player."""
    ruling = entry.ruling
    if isinstance(entry.event, Hand | Pips | Adjust):  # told line by line, or in words
        return ""
    gained = made_in_play(entry)
    if seat >= 0:
        own = sum(points for side, points in gained if side == setup.side_of[seat])
        return f"{own:+d}" if own else ""
    return ", ".join(f"{setup.sides[side]} {points:+d}" for side, points in ruling.points)


def made_in_play(entry: Entry) -> tuple[tuple[int, int], ...]:
    """What an event added by itself, by side, without what the settlement paid that it brought."""
    paid: dict[int, int] = {}
    for side, points in entry.ruling.settled.points if entry.ruling.settled is not None else ():
        paid[side] = paid.get(side, 0) + points
    left = ((side, points - paid.get(side, 0)) for side, points in entry.ruling.points)
    return tuple((side, points) for side, points in left if points)


def _note(log: Log, entry: Entry) -> str:
    """What is marked: that it stood, how it was entered first, what was lost by it, what came of it."""
    setup, ruling = log.start.setup, entry.ruling
    found = []
    if ruling.verdict is Verdict.LET_STAND:
        found.append(stood_words(ruling))
    first = said_first(log, entry.number)
    if first is not None and first is not entry.event and not isinstance(entry.event, ClaimsOver):
        found.append(_("entered first as {words}", words=_entered(setup, first)))
    if isinstance(entry.event, Claim | Muggins) and ruling.code is not None:
        found.append(ruling.says)
    if ruling.trick is not None:
        taker, points = setup.players[ruling.trick.seat], ruling.trick.points
        found.append(_("{name} takes the trick: {points}", name=taker, points=points))
    found += [missed_words(setup, each) for each in ruling.missed]
    found += [_proved(log, each) for each in flags_between(log.state, entry.number, entry.number)]
    if ruling.overshot is not None:
        found.append(str(ruling.overshot))
    return ". ".join(each.removesuffix(".") for each in found)


def flags_between(state: State, first: int, last: int) -> tuple[Flag, ...]:
    """What is proved of the events with these numbers; the flags of a match are in the order of their events."""
    flags = state.flags
    return flags[bisect_left(flags, first, key=_event) : bisect_right(flags, last, key=_event)]


def _event(flag: Flag) -> int:
    return flag.event


def _proved(log: Log, flag: Flag) -> str:
    """What is proved: a suit that was not followed has another word than a pass, in some languages."""
    if flag.kind == WRONG_OPENING:
        return _("wrong-opening: {because}", because=flag.because)
    if flag.kind != RENEGE:
        return str(flag.because)
    if log.state.setup.lays_in_line:
        return _p("pass", "renege: {because}", because=flag.because)
    return _p("suit", "renege: {because}", because=flag.because)


def stood_words(ruling: Ruling) -> str:
    """That the table let it stand, and which rule it broke where that is told."""
    if ruling.forgiven is None:
        return _("against a rule, the table let it stand")
    return _("against a rule, the table let it stand: {why}", why=ruling.forgiven)


def missed_words(setup: Seating, missed: Missed) -> str:
    """Points that nobody claimed in time."""
    points, name = points_word(missed.points), setup.players[missed.seat]
    return _("{points} of {name} not claimed", points=points, name=name)


def _entered(setup: Seating, event: Event) -> str:
    seat = getattr(event, "by", -1)
    by = f"{setup.players[seat]}: " if seat >= 0 else ""
    return by + said_before(event)
