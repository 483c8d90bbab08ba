"""The state of a trick game: the match between two sides, the auction and the tricks of the round in hand."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.audit import Flag
from referee.play.state import Status
from referee.play.turn import not_now
from referee.rules.trump import Order, Suit, Trump
from referee.rulings import Breach, Code, Rule, Ruling, Settled
from referee.setup import TrickSetup
from referee.tiles import Tile
from referee.wording import said


class Standing(NamedTuple):
    """The bid that stands: whose, how much, and the call where it was one."""

    seat: int
    amount: int
    call: str = ""


class Laid(NamedTuple):
    """A tile laid to a trick: whose, at which event, what was asked for, and the mask of tiles of which its player
    had to lay one instead (0: none)."""

    seat: int
    event: int
    tile: Tile
    asked: Suit
    due: int = 0


class Trick(NamedTuple):
    """A trick that is complete: its tiles in order, who took it and what it counts."""

    laid: tuple[Laid, ...]
    seat: int
    points: int


class TrickRound(NamedTuple):
    """A deal: its auction, its trump and its tricks.

    `opener` is the first bidder; `spoke` what each said in the auction, in order (None: a pass); `shown` is for each
    seat the mask of tiles that it holds and has laid open, None for a hidden hand; `unseen` the tiles nobody has seen;
    `named` how the tiles stand once the trump is named, `out` the partner who sits out of Nel-O.
    """

    number: int
    opener: int
    hands: tuple[int, ...]
    unseen: int
    shown: tuple[int | None, ...]
    turn: int | None
    spoke: tuple[tuple[int, int | None], ...] = ()
    bid: Standing | None = None
    bidding: bool = True
    trump: Trump | None = None
    named: Order | None = None
    out: int | None = None
    table: tuple[Laid, ...] = ()
    tricks: tuple[Trick, ...] = ()
    settled: Settled | None = None

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
    def laid(self) -> tuple[Laid, ...]:
        """Every tile laid in this deal, in order."""
        return (*(each for trick in self.tricks for each in trick.laid), *self.table)


class TrickMatch(NamedTuple):
    """A table's match: the rounds settled so far, the scores by side, and the round in hand."""

    setup: TrickSetup
    scores: tuple[int, ...]
    status: Status = Status.ROUND_OVER
    round: TrickRound | None = None
    rounds: tuple[Settled, ...] = ()
    flags: tuple[Flag, ...] = ()
    winner: int | None = None

    @property
    def current(self) -> TrickRound:
        """The round in hand; asking for it before one was dealt is a program error."""
        if self.round is None:
            raise LookupError("no round has been dealt")
        return self.round

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None where no round is in play."""
        return self.round.turn if self.round is not None and self.status is Status.PLAYING else None

    @property
    def hands_held(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return self.round.hands if self.round is not None else (0,) * len(self.setup.players)

    @property
    def sleeping(self) -> int:
        """How many tiles are in the boneyard: none, for all are dealt."""
        return 0

    @property
    def counted(self) -> dict[str, Any] | None:
        """No ends are counted."""
        return None

    def taken(self) -> tuple[int, ...]:
        """What each side has taken in the round in hand."""
        sides = [0] * len(self.setup.sides)
        for each in self.current.tricks:
            sides[self.setup.side_of[each.seat]] += each.points
        return tuple(sides)


Outcome = tuple[Ruling, TrickMatch]


def open_tricks(setup: TrickSetup) -> TrickMatch:
    """A table at which nothing has been said yet."""
    return TrickMatch(setup, (0,) * len(setup.sides))


def in_play(match: TrickMatch) -> TrickRound | Breach:
    """The round in play, or why there is none."""
    if match.status is Status.PLAYING and match.round is not None:
        return match.round
    if match.status is Status.MATCH_OVER:
        return not_now("The match is over.")
    return not_now("No round is being played; the next one has to be dealt first.")


def turn_breach(match: TrickMatch, seat: int, rule: Rule) -> Breach | None:
    """Why the seat may not act now; None where it may."""
    turn = match.current.turn
    if turn is None or turn == seat:
        return None
    names = match.setup.players
    words = said("It is {turn}'s turn, not {name}'s.", turn=names[turn], name=names[seat])
    return Breach(Code.NOT_YOUR_TURN, words, rule, forgivable=True)


def close(match: TrickMatch, settled: Settled) -> TrickMatch:
    """The match with the round in hand over."""
    current = match.current._replace(settled=settled, turn=None, bidding=False)
    return match._replace(status=Status.ROUND_OVER, rounds=(*match.rounds, settled), round=current)


def add_points(match: TrickMatch, points: tuple[tuple[int, int], ...]) -> TrickMatch:
    """The match with points added to sides."""
    scores = list(match.scores)
    for side, gained in points:
        scores[side] += gained
    return match._replace(scores=tuple(scores))
