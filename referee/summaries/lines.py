"""Everything said at a table, in lines that people read, by round; what is taken back is among them, struck."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from referee.audit import RENEGE, WRONG_OPENING, Flag
from referee.events import (
    Adjust,
    Amend,
    Claim,
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
from referee.play.laying import WOULD_PASS
from referee.play.state import Match, State
from referee.play.stuck import STOPS
from referee.play.words import listed, points_word, sum_in_words, tiles_word
from referee.replay import Entry, Log
from referee.rulings import Missed, Ruling, Verdict
from referee.setup import Seating
from referee.tiles import Tile
from referee.wording import Said, _, _n, _p


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


class Judged(NamedTuple):
    """One event as it is in force, or as it was said where it was taken back (`entry` is None)."""

    number: int
    event: Event
    entry: Entry | None


class Section(NamedTuple):
    """The events of one round, in order, with the round's number; 0 for what was said before the first."""

    number: int
    judged: tuple[Judged, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The events in force."""
        return tuple(each.entry for each in self.judged if each.entry is not None)

    @property
    def is_settled(self) -> bool:
        """Whether the round came to its settlement."""
        return any(each.ruling.settled is not None for each in self.entries)


def sections(log: Log) -> tuple[Section, ...]:
    """Everything said, by round; a round that was taken back with all its events is not there."""
    force = {each.number: each for each in log.entries}
    amends = ((each.number, each.event) for each in log.corrections if isinstance(each.event, Amend))
    found: list[tuple[int, list[Judged]]] = []
    for number, event in sorted((*log.plain, *amends), key=lambda each: each[0]):
        entry = force.get(number)
        if isinstance(event, Round) and entry is not None:
            found.append((event.number, []))
        elif not found:
            found.append((0, []))
        found[-1][1].append(Judged(number, event if entry is None else entry.event, entry))
    return tuple(Section(number, tuple(judged)) for number, judged in found)


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


def _goes_on_drawing(before: Judged, each: Judged) -> bool:
    drew, draws = before.event, each.event
    if not (isinstance(drew, Draw) and isinstance(draws, Draw)):
        return False
    return drew.by == draws.by and before.entry is not None and each.entry is not None


def hidden_tiles(state: State) -> set[str]:
    """The tiles of which no sum may be told yet."""
    if not isinstance(state, Match) or state.round is None or not state.claims_are_open:
        return set()
    return {each.tile.name for each in state.round.claims}


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
    if isinstance(entry.state, Match) and isinstance(event, Play | Flip):
        return event.tile
    return None


def _text(entry: Entry, by: str) -> str:
    event, ruling = entry.event, entry.ruling
    in_line = _text_in_line(entry, event) if isinstance(entry.state, Match) else ""
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
            at = ruling.said[0].values.get("at")
            return _("on {tile}", tile=at) if at is not None else _("opens")
        case Flip():
            return _("goes") if went(entry) else _("goes to the bottom")
        case Draw():
            return _drawn(event.number, entry)
        case Pass():
            return _("stops here") if ruling.said[0].template == STOPS else _("passes")
    return ""


def _drawn(number: int, entry: Entry | None) -> str:
    left = getattr(entry.state, "sleeping", 0) if entry is not None else 0
    return _("draws {number}, {left} left", number=number, left=left)


def went(entry: Entry) -> bool:
    """Whether a tile that was turned up goes: then it lies, else it is at the bottom of its row."""
    event, state = entry.event, entry.state
    laid = state.current.layout.laid if isinstance(state, Match) else ()
    return isinstance(event, Flip) and bool(laid) and laid[-1].tile is event.tile


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
    if not isinstance(event, Play) or event.tile is None or not isinstance(state, Match):
        return ""
    if state.round is None or not state.setup.variant.counting.counts_ends or event.tile.name in hidden:
        return ""
    return str(sum_in_words(state.round.layout.ends()))


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
    if ruling.verdict is Verdict.STOOD:
        found.append(stood_words(ruling))
    first = dict(log.plain).get(entry.number)
    if first is not None and first is not entry.event:
        found.append(_("entered first as {words}", words=_entered(setup, first)))
    if isinstance(entry.event, Claim | Muggins) and ruling.code is not None:
        found.append(ruling.says)
    if ruling.trick is not None:
        taker, points = setup.players[ruling.trick.seat], ruling.trick.points
        found.append(_("{name} takes the trick: {points}", name=taker, points=points))
    found += [missed_words(setup, each) for each in ruling.missed]
    flags = [each for each in log.state.flags if each.event == entry.number]
    found += [_proved(log, each) for each in flags]
    found += [str(each) for each in overshot(entry)]
    return ". ".join(each.removesuffix(".") for each in found)


def _proved(log: Log, flag: Flag) -> str:
    """What is proved: a suit that was not followed has another word than a pass, in some languages."""
    if flag.kind == WRONG_OPENING:
        return _("wrong-opening: {because}", because=flag.because)
    if flag.kind != RENEGE:
        return str(flag.because)
    if isinstance(log.state, Match):
        return _p("pass", "renege: {because}", because=flag.because)
    return _p("suit", "renege: {because}", because=flag.because)


def stood_words(ruling: Ruling) -> str:
    """That the table let it stand, and which rule it broke where that is told."""
    if len(ruling.said) < 2:
        return _("against a rule, the table let it stand")
    return _("against a rule, the table let it stand: {why}", why=ruling.said[-2])


def missed_words(setup: Seating, missed: Missed) -> str:
    """Points that nobody claimed in time."""
    points, name = points_word(missed.points), setup.players[missed.seat]
    return _("{points} of {name} not claimed", points=points, name=name)


def overshot(entry: Entry) -> Sequence[Said]:
    """The sentence that its points would pass the target, where a tile must meet that exactly."""
    if not isinstance(entry.event, Play) or not isinstance(entry.state, Match):
        return ()
    return [each for each in entry.ruling.said[2:3] if each.template == WOULD_PASS]


def _entered(setup: Seating, event: Event) -> str:
    seat = getattr(event, "by", -1)
    by = f"{setup.players[seat]}: " if seat >= 0 else ""
    return by + said_before(event)
