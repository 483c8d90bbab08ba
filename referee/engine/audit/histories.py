"""Whether what was seen and said in a round can all be true.

A *history* says for each tile who was dealt it, who drew it and when, or that it was never drawn. Think of places and
tiles. A player has one place for each tile dealt and one for each tile drawn, in order of time; a place takes one
tile. A tile that a player laid or showed takes one of that player's places that existed by then. A tile that nobody
has seen takes any place, or none: it sleeps. A pass says: "nothing that I hold now can go". A draw says the same, also
about the tiles drawn except the last. So a place forbids the tiles of every later denial that was made while its tile
was still there. There is a history if every place gets a tile and every tile seen gets a place: a matching in a
bipartite graph. It is found in two steps.

1. The tiles seen, in the order in which they left, take the earliest place that they may. Earlier places forbid more,
   so this leaves the best places to the unseen tiles: no other choice could help.
2. The places left are grouped by what they forbid, and unseen tiles are matched with them (`holdings.shortage`).

Only the opening and totals given in pips are left out: the opening is a separate question, and a total is compared
with what can be left when it is given. So a proof may come later than a total would allow, but it is never wrong.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.engine.audit.holdings import Drew, LaidBy, Opened, Passed, Places, Shortage, Witness, shortage
from referee.engine.messages import Message, msg
from referee.engine.tiles import Tile, tiles_in


class Denial(NamedTuple):
    """What an action denies: that at `time` the seat held any of `could_go`.

    `shut` counts the places in the hand that this covers: every tile dealt or drawn until then, except the last one
    of the draw itself.
    """

    time: int
    what: Drew | Passed | Opened
    could_go: int
    shut: int


class SeenTile(NamedTuple):
    """A tile seen to leave the hand at `time`: laid at an event, or seen at the end (event 0).

    `places` counts the hand's places up to then; `counted_out`: nobody saw it, but this hand is the only
    place left for it.
    """

    time: int
    tile: Tile
    places: int
    event: int = 0
    counted_out: bool = False

    def seen_with(self, name: str) -> Message:
        """How it was seen with this player, in words."""
        values = {"name": name, "tile": self.tile}
        if self.event:
            return msg("{name} laid {tile} on move {number}", number=self.event, **values)
        if self.counted_out:
            return msg("{name} had {tile} left when every other tile was seen", **values)
        return msg("{name} showed {tile} at the end", **values)


class SeenHand:
    """One seat's round as the table saw it: its places, the tiles seen to leave it, and its denials.

    `dealt` is how many tiles it was dealt, `shown` which it showed at the end; `unseen` is the mask of tiles that nobody
    has seen, some of which it may still hold.
    """

    def __init__(
        self, witness: Witness, seat: int, dealt: int, shown: Sequence[Tile] = (), unseen: int = 0
    ) -> None:
        self.seat = seat
        self.denials: list[Denial] = []
        self.places = dealt
        self.shown: list[SeenTile] = []
        self.unseen = unseen
        opened = witness.opening
        self.opening = None if opened is None else Denial(-1, opened, opened.outranked_by, dealt)
        for time, each in enumerate(witness.seen):
            if each.seat != seat or isinstance(each, Opened):
                continue
            if isinstance(each, LaidBy):
                self.shown.append(SeenTile(time, each.tile, self.places, each.event))
                continue
            drawn = each.number if isinstance(each, Drew) else 0
            if each.could_go:
                self.denials.append(Denial(time, each, each.could_go, self.places + max(0, drawn - 1)))
            self.places += drawn
        end = len(witness.seen)
        self.shown += [SeenTile(end, each, self.places) for each in shown]
        hidden = self.places - len(self.shown)
        if hidden and self.unseen.bit_count() == hidden:  # every unseen tile is here
            left = tiles_in(self.unseen)
            self.shown += [SeenTile(end, each, self.places, counted_out=True) for each in left]

    def free(self, shown: Sequence[SeenTile], denials: Sequence[Denial]) -> int | None:
        """The mask of places left after these tiles, in order of time, took theirs; None if one cannot find a place."""
        free = (1 << self.places) - 1
        for each in shown:
            may = free & ((1 << each.places) - (1 << _earliest(each, denials)))
            if not may:
                return None
            free ^= may & -may
        return free

    def left(self, denials: Sequence[Denial]) -> list[Places] | None:
        """The places that unseen tiles must fill if these denials, in order of time, were honest; None if the tiles
        seen cannot have come at all."""
        free = self.free(self.shown, denials)
        if free is None:
            return None
        groups = []
        allowed = self.unseen
        for denial in reversed(denials):
            later = free >> denial.shut
            if later:
                groups.append(Places(allowed, later.bit_count()))
                free ^= later << denial.shut
            allowed &= ~denial.could_go
        if free:
            groups.append(Places(allowed, free.bit_count()))
        return groups

    def telling(self, denials: Sequence[Denial]) -> list[SeenTile]:
        """The tiles that disprove these denials, the one that completes the proof last; none if no set of tiles seen
        does, because it is the unseen tiles that do not suffice."""
        denied = 0
        for denial in denials:
            denied |= denial.could_go
        shown = [each for each in self.shown if each.tile.bit & denied]  # any other tile finds a place
        seen = bisect_left(
            range(len(shown) + 1), True, key=lambda some: self.free(shown[:some], denials) is None
        )
        kept = shown[:seen] if seen <= len(shown) else []
        for each in kept[:-1]:
            fewer = [other for other in kept if other is not each]
            if self.free(fewer, denials) is None:
                kept = fewer
        return kept

    def candidates(self, denial: Denial) -> list[Tile]:
        """The tiles of which the seat can have held one at a denial that only counting disproves."""
        later = [
            each.tile for each in self.shown if each.time > denial.time and each.tile.bit & denial.could_go
        ]
        hides = self.places > len(self.shown)
        return [*later, *(tiles_in(self.unseen & denial.could_go) if hides else ())]


def _earliest(shown: SeenTile, denials: Sequence[Denial]) -> int:
    """The first place in which the tile can have been: after every denial of it made before it left.

    The denials are in order of time, and each covers at least the places of the one before: the last decides.
    """
    bit, time = shown.tile.bit, shown.time
    for denial in reversed(denials):
        if denial.could_go & bit and denial.time < time:
            return denial.shut
    return 0


def lacking(hands: Sequence[SeenHand], denials: Sequence[Denial]) -> Shortage | None:
    """What these hands lack for a history in which these denials were honest; None if there is one.

    The denials may come from several seats; an opening concerns every hand. A shortage of no places means that the
    tiles seen from one hand cannot have come. Seats that are not among `hands` may have held anything.
    """
    groups: list[Places] = []
    for hand in hands:
        own = [each for each in denials if isinstance(each.what, Opened) or each.what.seat == hand.seat]
        left = hand.left(own)
        if left is None:
            return Shortage(0, 0)
        groups += left
    return shortage(groups)


class Contradiction(NamedTuple):
    """A minimal set of passes and draws that cannot all be true."""

    denials: list[Denial]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats one of which did it; if there is only one, it is certain whose breach it was."""
        return tuple(sorted({each.what.seat for each in self.denials}))


def breaches(hands: Sequence[SeenHand]) -> list[Contradiction]:
    """What was certainly not honest, without counting one breach twice.

    First comes each seat whose own passes and draws cannot all be true, whatever the others held. Those seats are no
    longer believed. If the passes and draws of the other seats cannot all be true together, one of several seats did it:
    of those without which the rest can be true, if theirs suffice for a proof.
    """
    believed = sorted((each for hand in hands for each in hand.denials), key=lambda each: each.time)
    if lacking(hands, believed) is None:
        return []
    found = [Contradiction(each) for hand in hands for each in _own(hand)]
    if found:
        caught = {seat for each in found for seat in each.seats}
        believed = [each for each in believed if each.what.seat not in caught]
        if lacking(hands, believed) is None:
            return found
    seats = {each.what.seat for each in believed}
    may = [
        seat
        for seat in seats
        if lacking(hands, [each for each in believed if each.what.seat != seat]) is None
    ]
    theirs = [each for each in believed if each.what.seat in may]
    enough = theirs if lacking(hands, theirs) is not None else believed
    return [*found, Contradiction(_fewest(enough, lambda denials: lacking(hands, denials) is not None))]


def _own(hand: SeenHand) -> list[list[Denial]]:
    """What one seat's own tiles disprove, whatever the others held: each denial that fails alone, then sets that fail
    together."""

    def fails(denials: Sequence[Denial]) -> bool:
        return lacking([hand], denials) is not None

    if not fails(hand.denials):
        return []
    found = [[each] for each in hand.denials if fails([each])]
    rest = [each for each in hand.denials if [each] not in found]
    while fails(rest):
        together = _fewest(rest, fails)
        found.append(together)
        rest = [each for each in rest if each not in together]
    return found


def _fewest(denials: Sequence[Denial], fails: Callable[[Sequence[Denial]], bool]) -> list[Denial]:
    """A minimal set of these denials that fail together; if there are several, the earliest.

    The first denial with which those before it fail is one of them; with that one kept, the next is found among those
    before it, and so on. Bisection finds each in few trials, because a set that fails still fails with more added.
    """
    rest, kept = list(denials), list[Denial]()
    while not kept or not fails(kept):
        number, most = 1, len(rest)
        while number < most:
            half = (number + most) // 2
            number, most = (number, half) if fails([*rest[:half], *kept]) else (half + 1, most)
        kept, rest = [rest[number - 1], *kept], rest[: number - 1]
    return kept
