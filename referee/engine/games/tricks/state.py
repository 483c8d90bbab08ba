"""The state of a trick game: the match between two sides, the auction and the tricks of the round in hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.games.match import Match, RoundInHand, State, not_in_turn
from referee.engine.messages import Message
from referee.engine.rules.trump import Order, Suit, Trump
from referee.engine.rulings import Breach, Rule, Ruling, Settled
from referee.engine.seating import TrickSetup
from referee.engine.tiles import Tile


class HighBid(NamedTuple):
    """The bid that stands: whose, how much, and the call if it was one."""

    seat: int
    amount: int
    call: str = ""


class TrickTile(NamedTuple):
    """A tile laid to a trick: whose, at which event, what was asked for, and the mask of tiles of which its player
    had to lay one instead (0: none)."""

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
class TrickRound(RoundInHand):
    """A deal: its auction, its trump and its tricks.

    `opener` is the first bidder; `spoke` what each said in the auction, in order (None: a pass); `shown` is for each
    seat the mask of tiles that it holds and has laid open, None for a hidden hand; `unseen` the tiles nobody has seen;
    `unfollowed` are the tiles laid that did not follow, any of which may turn out to be a renege;
    `named` how the tiles stand once the trump is named, `out` the partner who sits out of Nel-O.

    A hand that ends before its last trick has `ended`, the words for it, and `given`, what each side gets besides its
    tricks. `without_tiles`: only its result is told; then `told_made` may say whether the bid was made.
    """

    opener: int
    hands: tuple[int, ...]
    unseen: int
    shown: tuple[int | None, ...]
    turn: int | None
    spoke: tuple[tuple[int, int | None], ...] = ()
    bid: HighBid | None = None
    bidding: bool = True
    trump: Trump | None = None
    named: Order | None = None
    out: int | None = None
    table: tuple[TrickTile, ...] = ()
    tricks: tuple[Trick, ...] = ()
    unfollowed: tuple[TrickTile, ...] = ()
    settled: Settled | None = None
    given: tuple[int, ...] = (0, 0)
    ended: Message | None = None
    without_tiles: bool = False
    told_made: bool | None = None

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is."""
        return self.turn

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return self.hands

    def over(self, settled: Settled) -> TrickRound:
        """The settled round: it is nobody's turn."""
        return self._replace(settled=settled, turn=None, bidding=False)

    @property
    def passed(self) -> tuple[int, ...]:
        """Who has passed in the auction."""
        return tuple(seat for seat, amount in self.spoke if amount is None)

    @property
    def order(self) -> Order:
        """How the tiles stand to each other; asking before the trump is named is a program error."""
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
        """What each side has taken in the round in hand."""
        sides = list(self.current.given)
        for each in self.current.tricks:
            sides[self.setup.side_of[each.seat]] += each.points
        return tuple(sides)


Ruled = tuple[Ruling, TrickMatch]
Outcome = Ruled | Breach


def turn_breach(match: TrickMatch, seat: int, rule: Rule) -> Breach | None:
    """Why the seat may not act now; None if it may."""
    turn = match.current.turn
    if turn is None or turn == seat:
        return None
    return not_in_turn(match.setup, turn, seat, rule, forgivable=True)


def trick_match(state: State) -> TrickMatch:
    """The same state with the type of a trick game's; AssertionError for any other."""
    assert isinstance(state, TrickMatch)
    return state
