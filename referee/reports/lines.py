"""The events of a round as lines for people to read; events that were taken back are included, struck out.

This is the only code that puts events into words: the pages, the paper, the texts and the spreadsheet show its lines.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.engine.explain.incidents import incidents_of
from referee.engine.games.match import by_side
from referee.engine.log import Entry, Log
from referee.engine.messages import _, points_word
from referee.engine.record.events import (
    Adjust,
    Amend,
    ClaimsOver,
    Draw,
    Flip,
    Hand,
    Pass,
    Pips,
    Play,
    Result,
    Retract,
)
from referee.engine.rulings import Verdict
from referee.engine.seating import Seating
from referee.engine.tiles import Tile
from referee.reports.families import telling_of
from referee.reports.line_words import drawn
from referee.reports.sections import Judged, Section, beside_name, by_itself, in_sentence, said_first


class Line(NamedTuple):
    """One line: the number of its event, the player, the words, and a tile to draw before them.

    `arithmetic` is the sum of the ends, `points` what the event added to its player's side ("+15"), `note` the
    remarks on it; `struck` if it was taken back. `drawn` is the number of tiles drawn, for draws in one line. `in_tricks`
    if the auction and the list of tricks tell it; `has_remarks` if the note tells more than the ruling does.
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
    in_tricks: bool = False
    has_remarks: bool = False

    @property
    def is_move(self) -> bool:
        """Whether it begins with a player or a tile, and is not a sentence by itself."""
        return bool(self.by) or self.tile is not None

    @property
    def sentence(self) -> str:
        """A line that is no move, whole: "The table agrees: Ana 5 points. +5. Reason: a bet"."""
        return ". ".join(each for each in (self.text, self.points, self.note) if each)

    @property
    def words(self) -> str:
        """The line without a drawing: "Ben 6-1 on 6-6"."""
        return " ".join(each for each in (self.by, str(self.tile or ""), self.text) if each)


def told_of(log: Log, judged: Iterable[Judged], *, in_brief: bool = False) -> tuple[Line, ...]:
    """The lines of these events; consecutive draws by one player become one line, and `in_brief`, for paper, also a pass
    after them. Nor has paper a line of what the list of tricks tells. A line with remarks stands by itself: what is
    proved names it by its number.

    While a tile may still be claimed, its sum is left out.
    """
    lines: list[Line] = []
    before: Judged | None = None
    for each in judged:
        if isinstance(each.event, Amend | Retract):
            before = None
            continue  # shown in the line that it corrects
        line = _line(log, each)
        if in_brief and line.in_tricks and not line.has_remarks:
            before = None
            continue
        if before is not None and each.entry is not None and before.entry is not None:
            first = lines[-1]
            if _goes_on_drawing(before.entry, each.entry):
                number = first.drawn + line.drawn
                line = _together(lines.pop(), line, drawn(number, each.entry))._replace(drawn=number)
            elif in_brief and not line.has_remarks and _draws_in_vain(before.entry, each.entry):
                line = _together(lines.pop(), line, f"{first.text}; {line.text}")
        lines.append(line)
        before = each
    return tuple(lines)


def notes_in(log: Log, section: Section) -> dict[int, str]:
    """The remarks on each event of the round, by event number; corrections have none of their own."""
    told = (each for each in section.judged if not isinstance(each.event, Amend | Retract))
    return {each.number: _line(log, each).note for each in told}


def _goes_on_drawing(before: Entry, after: Entry) -> bool:
    drew, draws = before.event, after.event
    is_one = isinstance(drew, Draw) and isinstance(draws, Draw) and drew.by == draws.by
    return is_one and before.state.setup.lays_in_line


def _draws_in_vain(before: Entry, after: Entry) -> bool:
    """Whether a player draws and passes."""
    drew, passed = before.event, after.event
    is_one = isinstance(drew, Draw) and isinstance(passed, Pass) and drew.by == passed.by
    return is_one and not after.ruling.points


def _together(first: Line, second: Line, text: str) -> Line:
    """Two lines as one with that text, under the number of the first."""
    notes = dict.fromkeys(note for note in (first.note, second.note) if note)
    return first._replace(text=text, note=". ".join(notes))


def _line(log: Log, each: Judged) -> Line:
    setup = log.start.setup
    seat = getattr(each.event, "by", -1)
    by = setup.players[seat] if seat >= 0 and len(setup.players) > 1 else ""
    entry = each.entry
    if entry is None:
        return _struck(log, each, by)
    told = telling_of(setup).event(entry, by, log.state.untold)
    note = _note(log, entry, told.notes)
    return Line(
        number=each.number,
        by=by,
        text=told.text,
        tile=told.tile,
        arithmetic=told.arithmetic,
        points=_points(setup, entry, seat),
        note=note,
        drawn=each.event.number if isinstance(each.event, Draw) else 0,
        in_tricks=told.in_tricks,
        has_remarks=note != _joined(told.notes),
    )


def _struck(log: Log, each: Judged, by: str) -> Line:
    """The line of an event that was taken back: words after the player's name, or a sentence of its own."""
    tile = each.event.tile if isinstance(each.event, Play | Flip) else None
    words = beside_name(each.event, log.start.setup.variant.knock) if by else ""
    if not words and tile is None:
        by, words = "", by_itself(log, each.number)
    return Line(each.number, by, words, tile, note=_("taken back"), struck=True)


def _points(setup: Seating, entry: Entry, seat: int) -> str:
    """What the event added to its player's side, or to each side if it has no player."""
    if isinstance(entry.event, Hand | Pips | Adjust | Result):  # the settlement's lines or the words say it
        return ""
    gained = made_in_play(entry)
    if seat >= 0:
        own = sum(points for side, points in gained if side == setup.side_of[seat])
        return f"{own:+d}" if own else ""
    return ", ".join(f"{setup.sides[side]} {points:+d}" for side, points in entry.ruling.points)


def made_in_play(entry: Entry) -> tuple[tuple[int, int], ...]:
    """The points that an event itself made, by side, without those of a settlement that it caused."""
    settled = entry.ruling.settled
    paid = dict(by_side(settled.points)) if settled is not None else {}
    left = ((side, points - paid.get(side, 0)) for side, points in entry.ruling.points)
    return tuple((side, points) for side, points in left if points)


def is_corrected(log: Log, entry: Entry) -> bool:
    """Whether the event was entered differently at first."""
    first = said_first(log, entry.number)
    return first is not None and first is not entry.event and not isinstance(entry.event, ClaimsOver)


def _note(log: Log, entry: Entry, told: tuple[str, ...]) -> str:
    """The remarks: that it stood, how it was first entered, its outcome, points missed, and what it proved."""
    setup, ruling = log.start.setup, entry.ruling
    found = []
    if ruling.verdict is Verdict.LET_STAND:
        found.append(_("against a rule, but the table let it stand"))
        found += [] if ruling.forgiven is None else [str(ruling.forgiven)]
    if is_corrected(log, entry):
        found.append(_as_first(log, entry))
    found += told
    for each in ruling.missed:  # points that nobody claimed in time
        name, points = setup.players[each.seat], points_word(each.points)
        found.append(_("{name} missed {points} for {tile}", points=points, name=name, tile=each.tile))
    found += _proved(log, entry.number)
    return _joined(found)


def _joined(remarks: Sequence[str]) -> str:
    """The remarks in one line; one that begins with a capital letter is a sentence of its own."""
    told = ""
    for each in remarks:
        between = "" if not told else ". " if each[:1].isupper() else "; "
        told += between + each.removesuffix(".")
    return told


def _as_first(log: Log, entry: Entry) -> str:
    """How a corrected event was first entered; if only the place of the tile changed, just that."""
    match said_first(log, entry.number), entry.event:
        case Play() as first, Play() as now if now == first._replace(
            at=now.at, half=now.half, out=now.out, train=now.train, at_written=now.at_written
        ):
            return _("first entered in another place")
        case _:
            return _("first entered as {words}", words=in_sentence(log, entry.number))


def _proved(log: Log, number: int) -> list[str]:
    """What is proved about an event; for several draws of one turn, it is shown at the first."""
    flags = log.state.flags  # in the order of their events
    place = bisect_left(flags, number, key=lambda flag: flag.event)
    if place == len(flags) or flags[place].event != number:
        return []
    found = incidents_of(log, flags[place].round, number)
    return [_("proved: {what}", what=each.words) for each in found]
