"""What follows from what was seen: proofs that a pass, a draw or an opening was not honest.

Every tile that a player laid or showed was dealt, or came with one of the draws. A pass says that nothing held
then could go; a forced draw says the same, and that no drawn tile but the last could. When the tiles seen cannot
be spread over the deal and the draws so that all of that was true, or too few tiles are left that could fill the
hand so, something was not honest, and that is a proof: it rests on the table's own eyes and on nothing else. Each
player is looked at alone, and nobody else's honesty is taken for granted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.matching import each_place_is_taken
from referee.tiles import Tile, tiles_in
from referee.wording import Said, said

RENEGE = "renege"
WRONG_OPENING = "wrong-opening"
SHOWN_AT_THE_END = said("shown at the end")
COUNTED_OUT = said("left in hand when every other tile was seen")


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
    """A seat passed; `could_go` is the mask of tiles that it thereby said not to hold.

    `unsaid`: it laid no further tile that it owed, and the next player's event ended the turn.
    """

    seat: int
    event: int
    could_go: int
    unsaid: bool = False


class Opened(NamedTuple):
    """The round was opened; `outranked_by` is the mask of tiles that should have opened instead."""

    seat: int
    event: int
    tile: Tile
    outranked_by: int


Seen = Laid | Drew | Passed | Opened


class Witness(NamedTuple):
    """Everything seen in a round, in order; for each seat the tiles that may disprove what it said by acting; and
    the opening that a higher tile might disprove, if there was one."""

    seen: tuple[Seen, ...] = ()
    doubts: tuple[int, ...] = ()
    opening: Opened | None = None

    def saw(self, what: Seen) -> Witness:
        """The witness who has seen one thing more."""
        seen, doubts, opening = self
        seen = (*seen, what)
        if isinstance(what, Laid):
            return Witness(seen, doubts, opening)
        if isinstance(what, Opened):
            if not what.outranked_by:
                return Witness(seen, doubts, opening)
            return Witness(seen, tuple(mask | what.outranked_by for mask in doubts), what)
        if what.could_go:
            seat = what.seat
            doubts = (*doubts[:seat], doubts[seat] | what.could_go, *doubts[seat + 1 :])
        return Witness(seen, doubts, opening)

    def drawn_by(self, seat: int) -> int:
        """How many tiles a seat drew."""
        return sum(each.number for each in self.seen if isinstance(each, Drew) and each.seat == seat)


class Flag(NamedTuple):
    """A proved breach: its kind, whose, in which round, at which event, and the words that say why.

    `tile` is the one that completes the proof (None: counting alone shows it, though not which tile it was),
    `told_at` the event at which it was laid (0: it was shown or left at the end). `or_at` are other passes and draws
    of the same seat of which any one may have been the breach instead.
    """

    kind: str
    seat: int
    round: int
    event: int
    because: Said
    tile: Tile | None = None
    told_at: int = 0
    or_at: tuple[int, ...] = ()


class Denial(NamedTuple):
    """Something said by acting: at `time` the seat held none of `could_go`.

    `shut` counts the ways into the hand by which such a tile had come before: every tile dealt or drawn until then,
    but not the last one of the draw that speaks.
    """

    time: int
    what: Drew | Passed | Opened
    could_go: int
    shut: int


class SeenTile(NamedTuple):
    """A tile seen to leave the hand at `time`: laid at an event, or seen at the end (event 0).

    `ways` counts the ways into the hand that there had been by then; `counted_out`: nobody saw it, but it is the
    only place that is left for it.
    """

    time: int
    tile: Tile
    ways: int
    event: int = 0
    counted_out: bool = False

    @property
    def how(self) -> Said:
        """How it was seen, in words."""
        if self.event:
            return said("laid at entry {number}", number=self.event)
        return COUNTED_OUT if self.counted_out else SHOWN_AT_THE_END


class Holding(NamedTuple):
    """What the table knows of a seat's tiles besides those laid: how many were dealt, which were `shown` at the
    end, and the mask of tiles that nobody has seen, some of which it may still hold."""

    dealt: int
    shown: Sequence[Tile] = ()
    unseen: int = 0


class SeenHand:
    """One seat's round as the table saw it.

    One tile came into the hand by each of its `ways`, which are numbered in the order of time: the deal, then each
    draw. A tile that was seen to leave can only have come by a way that there had been by then; and where the seat
    denied to hold it, by one that came after.
    """

    def __init__(self, witness: Witness, seat: int, holding: Holding) -> None:
        self.denials: list[Denial] = []
        self.ways = holding.dealt
        self.shown: list[SeenTile] = []
        self.opening: Denial | None = None
        self._end = len(witness.seen)
        for time, each in enumerate(witness.seen):
            if isinstance(each, Laid):
                if each.seat == seat:
                    self.shown.append(SeenTile(time, each.tile, self.ways, each.event))
            elif isinstance(each, Opened):
                if each.outranked_by:
                    self.opening = Denial(-1, each, each.outranked_by, holding.dealt)
            elif each.seat == seat:
                self._note(time, each)
        self.shown += [self._left(each) for each in holding.shown]
        self.unseen = holding.unseen
        self.hidden = self.ways - len(self.shown)
        if self.hidden and self.unseen.bit_count() == self.hidden:  # every tile that nobody saw is here
            self.shown += [self._left(each)._replace(counted_out=True) for each in tiles_in(self.unseen)]
            self.hidden = 0

    def _note(self, time: int, each: Drew | Passed) -> None:
        drawn = each.number if isinstance(each, Drew) else 0
        if each.could_go:
            self.denials.append(Denial(time, each, each.could_go, self.ways + max(0, drawn - 1)))
        self.ways += drawn

    def _left(self, tile: Tile) -> SeenTile:
        return SeenTile(self._end, tile, self.ways)

    def fits(self, denials: Sequence[Denial]) -> bool:
        """Whether the hand can have been dealt and drawn so that all these denials were honest.

        Every tile seen needs a way in, and every way in a tile. Where each of the two can be done by itself, both
        can be done at once (Mendelsohn and Dulmage), so they are asked one after the other.
        """
        earliest = [_earliest(each, denials) for each in self.shown]
        return self._have_ways(self.shown, earliest) and self._can_be_filled(denials, earliest)

    def explains(self, shown: Sequence[SeenTile], denials: Sequence[Denial]) -> bool:
        """Whether these tiles, in the order of time, can have come with all these denials honest.

        Whoever left first takes the earliest way that is left: a tile that left later can go wherever it could.
        """
        return self._have_ways(shown, [_earliest(each, denials) for each in shown])

    def _have_ways(self, shown: Sequence[SeenTile], earliest: Sequence[int]) -> bool:
        free = (1 << self.ways) - 1
        for each, first in zip(shown, earliest, strict=True):
            taken = free & ((1 << each.ways) - (1 << first))
            if not taken:
                return False
            free ^= taken & -taken
        return True

    def _can_be_filled(self, denials: Sequence[Denial], earliest: Sequence[int]) -> bool:
        """Whether tiles that nobody saw can make up the rest of the hand with all these denials honest.

        `earliest` are the first ways by which each of the tiles seen can have come.
        """
        denied = 0
        for denial in denials:
            denied |= denial.could_go
        if (self.unseen & ~denied).bit_count() >= self.hidden:
            return True
        stretches = [(first, each.ways) for first, each in zip(earliest, self.shown, strict=True)]
        stretches += [(_earliest(self._left(each), denials), self.ways) for each in tiles_in(self.unseen)]
        return each_place_is_taken(stretches, self.ways)

    def breaches(self) -> list[list[Denial]]:
        """What was not honest, surely and without counting one breach twice.

        First what the tiles seen disprove: each denial that fails by itself; then sets that fail together though none
        of them alone - at least one of each set was not honest, and none is in two sets. Then, of the others, what
        only counting disproves, each by itself.
        """
        if self.fits(self.denials) or not self.fits([]):
            return []
        found = [[each] for each in self.denials if not self.explains(self.shown, [each])]
        rest = [each for each in self.denials if [each] not in found]
        while not self.explains(self.shown, rest):
            together = self._fewest(rest)
            found.append(together)
            rest = [each for each in rest if each not in together]
        return found + [[each] for each in rest if not self.fits([each])]

    def _fewest(self, denials: Sequence[Denial]) -> list[Denial]:
        """Denials out of these that fail together, none of which can be spared; of several such sets the earliest."""
        kept = list(denials)
        for spared in reversed(denials):
            fewer = [each for each in kept if each is not spared]
            if not self.explains(self.shown, fewer):
                kept = fewer
        return kept

    def telling(self, denials: Sequence[Denial]) -> list[SeenTile]:
        """The tiles that prove against these denials, the one that completes the proof last; none where no set of tiles
        seen does, because it is the tiles left that do not suffice."""
        for seen in range(1, len(self.shown) + 1):
            if not self.explains(self.shown[:seen], denials):
                kept = self.shown[:seen]
                for each in self.shown[: seen - 1]:
                    fewer = [other for other in kept if other is not each]
                    if not self.explains(fewer, denials):
                        kept = fewer
                return kept
        return []

    def candidates(self, denial: Denial) -> list[Tile]:
        """The tiles of which the seat can have held one at a denial that only counting disproves."""
        later = [
            each.tile for each in self.shown if each.time > denial.time and each.tile.bit & denial.could_go
        ]
        return [*later, *(tiles_in(self.unseen & denial.could_go) if self.hidden else ())]


def _earliest(shown: SeenTile, denials: Sequence[Denial]) -> int:
    """The first way by which the tile can have come: after every denial that speaks of it and was before it left.

    The denials are in the order of time, and each shuts at least the ways that the one before shut: the last decides.
    """
    bit, time = shown.tile.bit, shown.time
    for denial in reversed(denials):
        if denial.could_go & bit and denial.time < time:
            return denial.shut
    return 0


def merge_flags(flags: Sequence[Flag], found: Sequence[Flag], seat: int, number: int) -> tuple[Flag, ...]:
    """The flags of a match after one seat's hand was looked at again: its reneges replaced, openings added."""
    kept = [
        each for each in flags if not (each.kind == RENEGE and each.seat == seat and each.round == number)
    ]
    known = {(each.kind, each.event) for each in kept if each.round == number}
    kept += [each for each in found if (each.kind, each.event) not in known]
    return tuple(sorted(kept, key=lambda each: each.event))


def can_make(mask: int, number: int, pips: int) -> bool:
    """Whether some `number` tiles of a mask have `pips` pips together."""
    sums = [1] + [0] * number
    for each in tiles_in(mask):
        for count in range(number, 0, -1):
            sums[count] |= sums[count - 1] << each.pips
    return bool(sums[number] >> pips & 1)
