"""What was seen and said in a round, as far as it can prove a pass, a draw or an opening false; the proof; and whether
there are enough tiles for all the places that need them.

`histories` works out whether all of it can be true, `flag_words` says what cannot.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from referee.engine.messages import Message
from referee.engine.tiles import Tile, mask_of, tiles_in

RENEGE = "renege"
WRONG_OPENING = "wrong-opening"
NOTHING = Message("")
# Hands of so few pips are of few tiles, so that every way to deal them can be tried.
LIGHT = 5


class LaidBy(NamedTuple):
    """A seat laid a tile at an event."""

    seat: int
    event: int
    tile: Tile


class Drew(NamedTuple):
    """A seat drew tiles; `could_go` is the mask of tiles that its player denied holding (0: none)."""

    seat: int
    event: int
    number: int
    could_go: int


class Passed(NamedTuple):
    """A seat passed; `could_go` is the mask of tiles that its player denied holding.

    `unsaid`: it did not lay a further tile that it had to, and the next player's event ended the turn.
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


Seen = LaidBy | Drew | Passed | Opened


class Witness(NamedTuple):
    """Everything seen in a round, in order; for each seat the tiles that it denied holding at some time; and the opening
    that a higher tile might disprove, if there was one."""

    seen: tuple[Seen, ...] = ()
    doubts: tuple[int, ...] = ()
    opening: Opened | None = None

    def saw(self, what: Seen) -> "Witness":
        """The same with one more thing seen."""
        seen, doubts, opening = self
        seen = (*seen, what)
        if isinstance(what, LaidBy):
            return Witness(seen, doubts, opening)
        if isinstance(what, Opened):
            return Witness(seen, doubts, what if what.outranked_by else None)
        if what.could_go:
            seat = what.seat
            doubts = (*doubts[:seat], doubts[seat] | what.could_go, *doubts[seat + 1 :])
        return Witness(seen, doubts, opening)


class Flag(NamedTuple):
    """A proved breach: its kind, whose, in which round, at which event, and the words that say why.

    `seat` is None if it is not certain whose it is: then it is one of `or_by`. `or_at` are other passes and draws, any
    of which may have been the breach instead of `event`. `tile` is the one that completes the proof (None: counting
    proves it, but not which tile it was), `told_at` the event at which it was laid (0: it was shown or left at the
    end). `among` are tiles of which one was in hand, as far as that is known. `headline` puts it briefly, without entry
    numbers, and `shows` says how it is proved (empty in trick games, where `because` says all).
    """

    kind: str
    seat: int | None
    round: int
    event: int
    headline: Message = NOTHING
    because: Message = NOTHING
    tile: Tile | None = None
    told_at: int = 0
    or_at: tuple[int, ...] = ()
    or_by: tuple[int, ...] = ()
    among: tuple[Tile, ...] = ()
    shows: Message = NOTHING

    @property
    def of(self) -> tuple[object, ...]:
        """What is proved, about whom and when, without the words."""
        return self.kind, self.round, self.seat, self.or_by, self.event, self.or_at

    @property
    def sure(self) -> int:
        """The seat whose breach it is for certain; LookupError if it may be another's."""
        if self.seat is None:
            raise LookupError("nobody is proved to have done it")
        return self.seat


def cases(flags: Iterable[Flag], witness: Witness) -> list[list[Flag]]:
    """The flags of a round, in order; those for draws of one turn are one case, however many entries they were."""
    found: list[list[Flag]] = []
    for flag in flags:
        case = next((each for each in found if _drew_on(each[-1], flag, witness)), None)
        if case is None:
            found.append([flag])
        else:
            case.append(flag)
    return found


def _drew_on(before: Flag, flag: Flag, witness: Witness) -> bool:
    """Whether both flags are for draws by the same player, with nothing but such draws between.

    The entry of a draw may also say that the player before stopped.
    """
    if flag.seat is None or flag.or_at or before.or_at:
        return False
    if (before.kind, before.seat) != (RENEGE, flag.seat):
        return False
    between = [each for each in witness.seen if before.event <= each.event <= flag.event]
    drawn = [each for each in between if not (isinstance(each, Passed) and each.unsaid)]
    return all(isinstance(each, Drew) and each.seat == flag.seat for each in drawn)


def can_make(mask: int, least: int, most: int, pips: int) -> bool:
    """Whether some tiles of a mask, from `least` to `most` of them, add up to `pips` pips."""
    sums = [1] + [0] * most
    for each in tiles_in(mask):
        for count in range(most, 0, -1):
            sums[count] |= sums[count - 1] << each.pips
    return any(each >> pips & 1 for each in sums[least : most + 1])


class Total(NamedTuple):
    """A hand told by its pips: from `least` to `most` tiles."""

    least: int
    most: int
    pips: int


def can_share(mask: int, hands: Iterable[Total]) -> bool:
    """Whether the lightest of these hands can all be of tiles of the mask: no two may need the same one."""
    light = [each for each in tiles_in(mask) if each.pips <= LIGHT]
    taken = {0}
    for least, most, pips in hands:
        if pips <= LIGHT:
            numbers = range(least, min(most, len(light)) + 1)
            some = [each for number in numbers for each in combinations(light, number)]
            own = [mask_of(each) for each in some if sum(tile.pips for tile in each) == pips]
            taken = {one | other for one in taken for other in own if not one & other}
    return bool(taken)


class Places(NamedTuple):
    """A number of places that allow the same things, given as a mask."""

    allowed: int
    number: int


class Shortage(NamedTuple):
    """A number of places that together allow only the things of this mask, which are fewer."""

    places: int
    things: int


def shortage(groups: Sequence[Places]) -> Shortage | None:
    """The places that cannot all be filled; None if every place can.

    One group after another takes what is free. A group that needs one more takes it from another group, which takes
    one from the next, until a group finds a free one (an augmenting path). If none does, the groups that were asked
    have too few things between them (Hall's theorem), and they are the answer.
    """
    order = sorted(groups, key=lambda each: each.allowed.bit_count())
    taken, used = [0] * len(order), 0
    for place, (allowed, number) in enumerate(order):
        free = allowed & ~used
        for _ in range(min(number, free.bit_count())):
            taken[place] |= free & -free
            free &= free - 1
        while taken[place].bit_count() < number:
            asked: list[int] = []
            if not _gets_one(order, taken, place, asked):
                things = reduce(or_, [order[each].allowed for each in asked])
                return Shortage(sum(order[each].number for each in asked), things)
        used = reduce(or_, taken)
    return None


def _gets_one(order: Sequence[Places], taken: list[int], place: int, asked: list[int]) -> bool:
    """Whether a group got one more thing, a free one or one from a group that got another instead; notes all `asked`."""
    asked.append(place)
    allowed = order[place].allowed
    free = allowed & ~reduce(or_, taken)
    if free:
        taken[place] |= free & -free
        return True
    for other, has in enumerate(taken):
        given = has & allowed
        if given and other not in asked and _gets_one(order, taken, other, asked):
            taken[other] ^= given & -given
            taken[place] |= given & -given
            return True
    return False
