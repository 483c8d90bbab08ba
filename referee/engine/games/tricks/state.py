"""The state of a trick game: the match between two sides, the auction and the tricks of the current round;
and tiles that did not follow suit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.audit.holdings import RENEGE, Flag
from referee.engine.games.match import Match, RoundOfHands, added
from referee.engine.games.refusals import not_in_turn
from referee.engine.messages import Message, msg
from referee.engine.rules.trump import Order, Suit, Trump, asked_words
from referee.engine.rulings import Breach, Rule, Ruling
from referee.engine.seating import TrickSetup
from referee.engine.tiles import Tile, mask_of, tiles_in


class HighBid(NamedTuple):
    """The highest bid so far: whose, how much, and the call if it was one."""

    seat: int
    amount: int
    call: str = ""


class TrickTile(NamedTuple):
    """A tile laid to a trick: whose, at which event, what was asked for, and the mask of tiles one of which its
    player had to lay instead (0: none)."""

    seat: int
    event: int
    tile: Tile
    asked: Suit
    due: int = 0


class Trick(NamedTuple):
    """A trick that is complete: its tiles in order, who took it and what it counts."""

    laid: tuple[TrickTile, ...]
    seat: int
    points: int


@dataclass(slots=True)
class TrickRound(RoundOfHands):
    """A deal: its auction, its trump and its tricks.

    `opener` is the first bidder; `spoke` each seat's bids in the auction, in order (None: a pass); `shown` is for each
    seat the mask of tiles that it holds and has laid open, None for a hidden hand; `unfollowed` are the tiles laid that
    did not follow, any of which may turn out to be a renege; `named` how the tiles rank once the trump is named, `out`
    the partner who sits out of Nel-O.

    A hand that ends before its last trick has `ended`, the words for it, and `given`, what each side gets besides its
    tricks. `without_tiles`: only its result was entered; then `told_made` may say whether the bid was made.
    """

    opener: int
    shown: tuple[int | None, ...]
    spoke: tuple[tuple[int, int | None], ...] = ()
    bid: HighBid | None = None
    bidding: bool = True
    trump: Trump | None = None
    named: Order | None = None
    out: int | None = None
    table: tuple[TrickTile, ...] = ()
    tricks: tuple[Trick, ...] = ()
    unfollowed: tuple[TrickTile, ...] = ()
    given: tuple[int, ...] = (0, 0)
    ended: Message | None = None
    without_tiles: bool = False
    told_made: bool | None = None

    def over(self) -> "TrickRound":
        """The settled round: it is nobody's turn."""
        return self._replace(turn=None, bidding=False)

    @property
    def passed(self) -> tuple[int, ...]:
        """Who has passed in the auction."""
        return tuple(seat for seat, amount in self.spoke if amount is None)

    @property
    def order(self) -> Order:
        """How the tiles rank; asking before the trump is named is a program error."""
        if self.named is None:
            raise LookupError("no trump has been named")
        return self.named

    @property
    def led(self) -> Tile | None:
        """The tile that was led to the trick on the table."""
        return self.table[0].tile if self.table else None

    @property
    def laid(self) -> tuple[TrickTile, ...]:
        """Every tile laid in this deal, in order."""
        return (*(each for trick in self.tricks for each in trick.laid), *self.table)


class TrickMatch(Match[TrickSetup, TrickRound]):
    """The match at a table of a trick game."""

    __slots__ = ()

    @property
    def lays_in_turn(self) -> bool:
        """Whether the auction is over."""
        return self.round is not None and self.round.trump is not None

    def taken(self) -> tuple[int, ...]:
        """What each side has taken in the current round."""
        won = ((self.setup.side_of[each.seat], each.points) for each in self.current.tricks)
        return added(self.current.given, tuple(won))

    def turn_breach(self, seat: int, rule: Rule) -> Breach | None:
        """Why the seat may not act now; None if it may."""
        turn = self.current.turn
        if turn is None or turn == seat:
            return None
        return not_in_turn(self.setup, turn, seat, rule, forgivable=True)

    def proved_by(
        self, seat: int, tiles: Sequence[Tile], number: int
    ) -> tuple["TrickMatch", tuple[Message, ...]]:
        """The match with the reneges that these tiles prove, seen at event `number` in the seat's hand, and the words.

        This may also prove what other seats hold, because every other tile has been seen.
        """
        match, words = _proved(self, seat, tiles, number)
        for other in sorted({each.seat for each in match.current.unfollowed}):
            match, more = _left_over(match, other, number)
            words = (*words, *more)
        return match, words


Ruled = tuple[Ruling, TrickMatch]
Outcome = Ruled | Breach


def _left_over(match: TrickMatch, seat: int, number: int) -> tuple[TrickMatch, tuple[Message, ...]]:
    """The same for a hidden hand, by counting the tiles that nobody has seen."""
    current = match.current
    hidden, unseen = current.hands[seat], current.unseen
    words: tuple[Message, ...] = ()
    if current.shown[seat] is not None:
        return match, words
    for due in {each.due for each in current.unfollowed if each.seat == seat}:
        may_hold = unseen & due
        must_hold = (unseen & ~due).bit_count() < hidden
        if must_hold and (may_hold.bit_count() == 1 or unseen.bit_count() == hidden):
            match, more = _proved(match, seat, tuple(tiles_in(may_hold)), number)
            words = (*words, *more)
    return match, words


def _proved(
    match: TrickMatch, seat: int, tiles: Sequence[Tile], number: int
) -> tuple[TrickMatch, tuple[Message, ...]]:
    current = match.current
    held_bits = mask_of(tiles)
    could = [each for each in current.unfollowed if each.seat == seat and each.due & held_bits]
    known = {(each.seat, each.event) for each in match.flags}
    found: list[Flag] = []
    shown = msg("the tiles laid open show it")
    if any(each.event == number for each in current.laid):
        shown = msg("trick {number} shows it", number=trick_of(current, number))
    for each in could:
        if (seat, each.event) in known:
            continue
        able = next(held for held in tiles if held.bit & each.due)
        because = msg(
            "{name} laid {tile} in trick {trick} where {asked}, and held {held}: {shown}.",
            name=match.setup.players[each.seat],
            tile=each.tile,
            trick=trick_of(current, each.event),
            asked=asked_words(each.asked),
            held=able,
            shown=shown,
        )
        told_at = number if any(laid.tile is able for laid in current.laid) else 0
        headline = msg(
            "{name} did not follow in trick {trick}, holding {tile}",
            name=match.setup.players[seat],
            trick=trick_of(current, each.event),
            tile=able,
        )
        found.append(
            Flag(RENEGE, seat, current.number, each.event, headline, because, able, told_at, among=(able,))
        )
    flags = tuple(sorted((*match.flags, *found), key=lambda flag: flag.event))
    return match._replace(flags=flags), tuple(each.because for each in found)


def trick_of(current: TrickRound, event: int) -> int:
    """The number of the trick in which a tile was laid at that event."""
    ends = (each.laid[-1].event for each in current.tricks)
    return 1 + sum(end < event for end in ends)


def decisive(match: TrickMatch) -> Flag | None:
    """The renege that decides the current round, if the house lets one decide: the earliest that the table has not
    decided about."""
    if not match.setup.variant.reneges.loses_hand:
        return None
    number = match.current.number
    found = (each for each in match.flags if each.round == number and match.decided_on(each) is None)
    return next(found, None)
