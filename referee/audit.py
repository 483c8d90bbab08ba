"""What follows from what was seen: proofs that a pass, a draw or an opening was not honest.

Every tile that a player laid or showed was dealt, or came with one of the draws. A pass says that nothing held
then could go; a forced draw says the same, and that no drawn tile but the last could. When the tiles seen cannot
be spread over the deal and the draws so that all of that was true, something was not honest, and that is a proof:
it rests on the table's own eyes and on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rulings import Said
from referee.tiles import Tile, tiles_in

RENEGE = "renege"
WRONG_OPENING = "wrong-opening"


class Laid(NamedTuple):
    """A seat laid a tile at an event."""

    seat: int
    event: int
    tile: Tile


class Drew(NamedTuple):
    """A seat drew tiles; `could_go` is the mask of tiles that it thereby said not to hold (0: it said nothing)."""

    seat: int
    event: int
    number: int
    could_go: int


class Passed(NamedTuple):
    """A seat passed; `could_go` is the mask of tiles that it thereby said not to hold."""

    seat: int
    event: int
    could_go: int


class Opened(NamedTuple):
    """The round was opened; `outranked_by` is the mask of tiles that should have opened instead."""

    seat: int
    event: int
    tile: Tile
    outranked_by: int


Seen = Laid | Drew | Passed | Opened


class Witness(NamedTuple):
    """Everything seen in a round, in order; for each seat the tiles that may disprove what it said by acting."""

    seen: tuple[Seen, ...] = ()
    doubts: tuple[int, ...] = ()

    def saw(self, what: Seen) -> Witness:
        """The witness who has seen one thing more."""
        seen = (*self.seen, what)
        if isinstance(what, Laid):
            return Witness(seen, self.doubts)
        if isinstance(what, Opened):
            return Witness(seen, tuple(mask | what.outranked_by for mask in self.doubts))
        if not what.could_go:
            return Witness(seen, self.doubts)
        seat = what.seat
        doubts = (*self.doubts[:seat], self.doubts[seat] | what.could_go, *self.doubts[seat + 1 :])
        return Witness(seen, doubts)


class Flag(NamedTuple):
    """A proved breach: its kind, whose, in which round, at which event, and the words that say why."""

    kind: str
    seat: int
    round: int
    event: int
    because: Said


class _Test(NamedTuple):
    """Something said by acting: at `time` the seat held none of `could_go`."""

    time: int
    what: Drew | Passed | Opened
    could_go: int


class _Slot(NamedTuple):
    """A way in which one tile came into the hand: when, and by which draw (None: dealt); `last` of its draw."""

    time: int
    draw: Drew | None
    last: bool


class _Shown(NamedTuple):
    """A tile seen to leave the hand at `time`: laid at an event, or shown at the end (event 0)."""

    time: int
    tile: Tile
    event: int = 0


class _Hand:
    """One seat's round as the table saw it."""

    def __init__(self, witness: Witness, seat: int, dealt: int, shown: Sequence[Tile]) -> None:
        self.tests: list[_Test] = []
        self.slots = [_Slot(-1, None, False)] * dealt
        self.shown: list[_Shown] = []
        for time, each in enumerate(witness.seen):
            if isinstance(each, Opened):
                if each.outranked_by:
                    self.tests.append(_Test(-1, each, each.outranked_by))
            elif each.seat == seat:
                self._note(time, each)
        self.shown += [_Shown(len(witness.seen), each) for each in shown]

    def _note(self, time: int, each: Laid | Drew | Passed) -> None:
        if isinstance(each, Laid):
            self.shown.append(_Shown(time, each.tile, each.event))
            return
        if each.could_go:
            self.tests.append(_Test(time, each, each.could_go))
        if isinstance(each, Drew):
            self.slots += [_Slot(time, each, number == each.number - 1) for number in range(each.number)]

    def fits(self, tests: Sequence[_Test], seen: int | None = None) -> bool:
        """Whether the tiles seen (the first `seen` of them) can have come with all these tests honest."""
        taken: dict[int, int] = {}
        ways = [
            [index for index, slot in enumerate(self.slots) if _possible(shown, slot, tests)]
            for shown in self.shown[:seen]
        ]
        return all(_place(index, ways, taken, set()) for index in range(len(ways)))

    def breaches(self) -> list[_Test]:
        """The tests that were not honest: each that fails by itself; then the last of those that fail together."""
        if self.fits(self.tests) or not self.fits([]):
            return []
        alone = [test for test in self.tests if not self.fits([test])]
        rest = [test for test in self.tests if test not in alone]
        while not self.fits(rest):
            last = next(n for n in range(len(rest)) if not self.fits(rest[: n + 1]))
            alone.append(rest.pop(last))
        return alone

    def telling(self, test: _Test) -> _Shown:
        """The tile that completes the proof against a test: with the tiles before it all could still be honest."""
        for seen, shown in enumerate(self.shown, start=1):
            if not self.fits([test], seen):
                return shown
        return next(each for each in self.shown if each.time > test.time and each.tile.bit & test.could_go)


def _possible(shown: _Shown, slot: _Slot, tests: Sequence[_Test]) -> bool:
    """Whether the tile can have come that way: there in time, and not held while it could go."""
    if slot.time >= shown.time:
        return False
    for test in tests:
        if not shown.tile.bit & test.could_go:
            continue
        if test.time == slot.time and (test.what is slot.draw or slot.draw is None):
            if not slot.last:
                return False
        elif slot.time < test.time < shown.time:
            return False
    return True


def _place(index: int, ways: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Give the tile a way in, moving others where they have another (augmenting paths)."""
    for way in ways[index]:
        if way in tried:
            continue
        tried.add(way)
        if way not in taken or _place(taken[way], ways, taken, tried):
            taken[way] = index
            return True
    return False


def flags_of(
    witness: Witness, seat: int, dealt: int, shown: Sequence[Tile], players: Sequence[str], number: int
) -> list[Flag]:
    """The proved breaches that one seat's tiles show in a round.

    `dealt` tiles were taken at the start, `shown` are those shown at the end, `number` is the round's. A wrong
    opening is charged to whoever opened, whoever's tile shows it.
    """
    hand = _Hand(witness, seat, dealt, shown)
    return [_flag(hand, test, seat, players, number) for test in hand.breaches()]


def _flag(hand: _Hand, test: _Test, seat: int, players: Sequence[str], number: int) -> Flag:
    shown = hand.telling(test)
    what = test.what
    values: dict[str, object] = {"tile": shown.tile, "name": players[seat], "event": what.event}
    values["seen"] = f"laid at entry {shown.event}" if shown.event else "shown at the end"
    if isinstance(what, Opened):
        values["led"] = what.tile
        words = "{name} held {tile} from the deal ({seen}), and {led} opened at entry {event}."
        return Flag(WRONG_OPENING, what.seat, number, what.event, Said(words, values))
    words = (
        "{name} drew at entry {event} holding {tile}, which could go: it was {seen} and no draw brought it."
    )
    if isinstance(what, Passed):
        words = "{name} passed at entry {event} holding {tile}, which could go: it was {seen} and no draw brought it."
    return Flag(RENEGE, seat, number, what.event, Said(words, values))


def merge_flags(flags: Sequence[Flag], found: Sequence[Flag], seat: int, number: int) -> tuple[Flag, ...]:
    """The flags of a match after one seat's hand was looked at again: its reneges replaced, openings added."""
    kept = [
        each for each in flags if not (each.kind == RENEGE and each.seat == seat and each.round == number)
    ]
    known = {(each.kind, each.seat, each.event) for each in kept}
    kept += [each for each in found if (each.kind, each.seat, each.event) not in known]
    return tuple(sorted(kept, key=lambda each: each.event))


def can_make(mask: int, number: int, pips: int) -> bool:
    """Whether some `number` tiles of a mask have `pips` pips together."""
    sums = [1] + [0] * number
    for each in tiles_in(mask):
        for count in range(number, 0, -1):
            sums[count] |= sums[count - 1] << each.pips
    return bool(sums[number] >> pips & 1)
