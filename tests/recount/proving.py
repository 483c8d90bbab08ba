"""False passes and draws, proved a second time: is there any way in which the tiles can have come to the players?

A pass says: nothing that I hold can go. So does a draw, before each of its tiles. Here every tile of the set is put
somewhere: it was dealt to a player, or drawn at a certain time, or it sleeps. If no such history fits what was said and
seen, somebody did not tell the truth (G6).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.audit.holdings import RENEGE, WRONG_OPENING, Flag
from tests.recount.tiles import Tile

NOT_YET = 10**6


class Denial(NamedTuple):
    """At this entry, and this time, a player said that none of these tiles was in hand."""

    entry: int
    time: int
    seat: int
    tiles: frozenset[Tile]


class Place(NamedTuple):
    """A place for one tile in a player's hand, from this time on; no seat: a place in the boneyard."""

    seat: int | None
    since: int


class Evidence:
    """What a table has seen and heard of the hands in one round."""

    def __init__(self, tiles: Iterable[Tile], hands: Sequence[Sequence[Tile]]) -> None:
        self.tiles, self.hands = [*tiles], hands
        self.places = [Place(seat, 0) for seat, hand in enumerate(hands) for _ in hand]
        self.time = 0
        self.left: dict[Tile, tuple[int, int]] = {}  # who laid or showed a tile, and when
        self.entry_of: dict[Tile, int] = {}  # the entry that laid a tile
        self.denials: list[Denial] = []
        self.denied: set[Tile] = set()  # what the next pass or draw denies
        self.owing: tuple[int, set[Tile]] | None = (
            None  # who may still lay a tile, and which the next event denies
        )
        self.lies: set[tuple[int, int]] = set()  # who said what is not true, with which entry
        self.checked: set[object] = set()  # the flags that were right
        self.opened: tuple[int, int] | None = None  # who opened, at which entry
        self.outranking: set[Tile] = set()  # the tiles whose holder should have opened

    # What happens

    def hear(self, event: Mapping[str, Any], seat: int, entry: int) -> None:
        """Remember an event that stands."""
        if self.owing is not None:
            owes, tiles = self.owing
            self._deny(owes, entry, tiles)
            if tiles & {*self.hands[owes]}:
                self.lies.add((owes, entry))
            self.owing = None
        if "play" in event:
            self.left[_halves(event["play"])] = (seat, self._now())
            self.entry_of[_halves(event["play"])] = entry
        elif "hand" in event:
            self.left |= {_halves(tile): (seat, NOT_YET) for tile in event["hand"]}
        for _ in range(event.get("draw", 0)):
            self._deny(seat, entry, self.denied)
            self.places.append(Place(seat, self._now()))
        if "pass" in event:
            self._deny(seat, entry, self.denied)
        self.denied = set()

    def _now(self) -> int:
        self.time += 1
        return self.time

    def _deny(self, seat: int, entry: int, tiles: Iterable[Tile]) -> None:
        if denied := frozenset(tiles):
            self.denials.append(Denial(entry, self._now(), seat, denied))

    def will_deny(self, seat: int, tiles: Iterable[Tile], entry: int) -> None:
        """With this entry, the next one, the player is going to deny having one of these tiles."""
        self.denied = {*tiles}
        if self.denied & {*self.hands[seat]}:
            self.lies.add((seat, entry))

    def will_stop(self, seat: int, tiles: Iterable[Tile]) -> None:
        """With the next player's event, whichever it is, the player is going to deny having one of these tiles."""
        self.owing = seat, {*tiles}

    def will_open(self, seat: int, outranking: Iterable[Tile], entry: int) -> None:
        """With this entry, the next one, the player opens; nobody was dealt one of these tiles, if that is right."""
        self.opened, self.outranking = (seat, entry), {*outranking}

    # What can have been

    def can_be(self, denials: Iterable[Denial], *, opened: bool = False) -> bool:
        """Whether the tiles can have come in some way in which all these denials are true, and `opened` the opening.

        As many places as tiles: those of the players, and the boneyard. Each place in turn takes a tile that may be
        there; if another place has it, that one looks for another.
        """
        told = [*denials]
        places = [*self.places, *[Place(None, 0)] * (len(self.tiles) - len(self.places))]
        may = {place: self._may_take(place, told, opened=opened) for place in {*places}}
        has: dict[Tile, int] = {}

        def finds(number: int, asked: set[Tile]) -> bool:
            tiles = [tile for tile in may[places[number]] if tile not in asked]
            for tile in tiles:
                if tile not in has:
                    has[tile] = number
                    return True
            for tile in tiles:
                if tile not in asked:
                    asked.add(tile)
                    if finds(has[tile], asked):
                        has[tile] = number
                        return True
            return False

        return all(finds(number, set()) for number in range(len(places)))

    def _may_take(self, place: Place, denials: Sequence[Denial], *, opened: bool) -> list[Tile]:
        """The tiles that may have been in this place: not denied as long as they were there."""
        was_dealt = place.seat is not None and place.since == 0
        tiles = [each for each in self.tiles if not (opened and was_dealt and each in self.outranking)]
        later = [each for each in denials if each.seat == place.seat and each.time > place.since]
        denied = set[Tile]().union(*(each.tiles for each in later))
        unseen = [tile for tile in tiles if tile not in self.left and tile not in denied]
        return unseen + [
            tile
            for tile, (seat, until) in self.left.items()
            if seat == place.seat
            and tile in tiles
            and place.since < until
            and not any(tile in each.tiles for each in later if each.time < until)
        ]

    # What is proved

    def fault(self, flags: Sequence[Flag]) -> str | None:
        """What is wrong with the flags of this round; None if they say exactly what is proved."""
        wrong = [(each.seat, each.event) for each in flags if each.kind == WRONG_OPENING]
        if wrong != ([] if self.can_be((), opened=True) else [self.opened]):
            return "whether the opening is proved wrong"
        found = [each for each in flags if each.kind == RENEGE]
        for flag in found:
            wrong = None if flag.of in self.checked else self._fault_of(flag)
            if wrong:
                return wrong
            self.checked.add(flag.of)
        caught = {each.seat for each in found}
        believed = [each for each in self.denials if each.seat not in caught]
        if any(each.seat is None for each in found) == self.can_be(believed):
            return "whether those who are not caught can be believed"
        flagged = [said for each in found for said in {(told.seat, told.entry) for told in self._about(each)}]
        if len({*flagged}) < len(flagged):
            return "one entry is flagged twice"
        for seat in caught:
            rest = [each for each in self.denials if each.seat == seat and (seat, each.entry) not in flagged]
            if seat is not None and not self.can_be(rest):
                return "another false pass of the same player is proved"
        return None

    def _about(self, flag: Flag) -> list[Denial]:
        """The denials of which a flag says that one or all are not true: of two with one entry, those that it needs."""
        entries = {flag.event, *flag.or_at}
        seats = {flag.seat} if flag.seat is not None else {*flag.or_by}
        told = [each for each in self.denials if each.entry in entries and each.seat in seats]
        for each in told if len(told) > len({other.entry for other in told}) else ():
            rest = [other for other in told if other is not each]
            is_shared = any(other.entry == each.entry for other in rest)
            if is_shared and {other.seat for other in rest} == seats and not self.can_be(rest):
                told = rest
        return told

    def _fault_of(self, flag: Flag) -> str | None:
        entries, told = {flag.event, *flag.or_at}, self._about(flag)
        if {each.entry for each in told} != entries or {each.seat for each in told} < {*flag.or_by}:
            return "whose entries are flagged"
        if self.can_be(told):
            return "a flag without proof"
        if any(not self.can_be(each for each in told if each.entry != entry) for entry in entries):
            return "an entry that the proof does not need"
        if not any((each.seat, each.entry) in self.lies for each in told):
            return "an honest player is flagged"
        if flag.among and self.can_be(
            each._replace(tiles=each.tiles & {*map(_halves, flag.among)}) for each in told
        ):
            return "tiles that do not prove it"
        if flag.tile is not None:
            tile = _halves(flag.tile)
            if tile not in map(_halves, flag.among) or not any(tile in each.tiles for each in told):
                return "a tile that does not prove it"
            if (
                flag.told_at != self.entry_of.get(tile, 0)
                or self.left.get(tile, (flag.seat,))[0] != flag.seat
            ):
                return "when the tile was laid"
        return None


def _halves(written: object) -> Tile:
    """A tile as its halves, from its name."""
    high, low = sorted(map(int, str(written).split("-")), reverse=True)
    return high, low
