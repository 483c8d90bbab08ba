"""A match at any table: its rounds, its scores, and whatever does not depend on the game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

from referee.engine.audit.holdings import Flag
from referee.engine.games.refusals import not_now
from referee.engine.layout import Layout
from referee.engine.messages import Message, marked, of_side
from referee.engine.record.events import Round
from referee.engine.rulings import Breach, Premio, Ruling, Settled
from referee.engine.seating import Seating
from referee.engine.tiles import Tile

Points = tuple[tuple[int, int], ...]  # (side, what it gains or loses)


class Status(StrEnum):
    """What the table is doing (record/README.md, Answers)."""

    PLAYING = "playing"
    REVEAL = "reveal"
    ROUND_OVER = "round-over"
    MATCH_OVER = "match-over"


ON = (Status.PLAYING, Status.REVEAL)  # a round has begun and is not settled


@cache
def _fields_of(made: Any) -> Callable[[Any], tuple[Any, ...]]:
    """A getter for all fields of a dataclass, in the order of its constructor."""
    return attrgetter(*made.__match_args__)


class Copied:
    """A dataclass that an event copies and then modifies; an instance that was handed out is never changed."""

    __slots__ = ()

    def copy(self) -> Self:
        """A copy for one event to modify."""
        made = type(self)
        return made(*_fields_of(made)(self))  # type: ignore[arg-type]  # classes are hashable

    def _replace(self, **changes: Any) -> Self:
        after = self.copy()
        for name, value in changes.items():
            setattr(after, name, value)
        return after


@dataclass(slots=True)
class RoundInHand(Copied, ABC):
    """The current round of any game, or the last one until the next is dealt; each family adds its own fields."""

    number: int

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat whose turn it is; None if nobody is to act or anybody may."""

    @property
    @abstractmethod
    def held(self) -> tuple[int, ...]:
        """How many tiles each seat holds, or in a solitaire still has to get rid of."""

    @property
    def sleeping(self) -> int:
        """How many tiles nobody has taken yet."""
        return 0

    @property
    def counted(self) -> dict[str, Any] | None:
        """What is counted on the table; None if nothing is."""
        return None

    @property
    def to_take_back(self) -> tuple[int, ...]:
        """The points by side that were scored before the round is settled, if any; a void takes them back."""
        return ()

    def over(self) -> Self:
        """The round once it is settled."""
        return self


S_co = TypeVar("S_co", bound=Seating, covariant=True)
R_co = TypeVar("R_co", bound=RoundInHand, covariant=True)


@dataclass(slots=True)
class RoundOfHands(RoundInHand):
    """A round in which every player holds tiles and lays them in turn.

    `hands` are the numbers of tiles by seat, `unseen` the mask of tiles neither laid nor shown, `turn` the seat to act.
    """

    hands: tuple[int, ...]
    unseen: int
    turn: int | None

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is."""
        return self.turn

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return self.hands


class Decision(NamedTuple):
    """What the table has decided, with event `number`, about an entry that broke a rule: points for these sides, perhaps
    none, or a round that does not count for any."""

    number: int
    about: int
    sides: tuple[int, ...]


@dataclass(slots=True)
class Match(Copied, Generic[S_co, R_co]):
    """A table's match: the scores by side, the rounds settled so far, and the current round.

    `reached` holds for each side at the target the event at which it came there (0: it is not there), `left` how many
    tiles were still held at the end of each round. A breach that the table has `decided` about costs nothing more.
    """

    setup: S_co
    scores: tuple[int, ...]
    reached: tuple[int, ...]
    status: Status = Status.ROUND_OVER
    round: R_co | None = None
    rounds: tuple[Settled, ...] = ()
    flags: tuple[Flag, ...] = ()
    decided: tuple[Decision, ...] = ()
    winner: int | None = None
    left: tuple[int, ...] = ()

    @classmethod
    def opened(cls, setup: Any) -> Self:
        """The match before any events."""
        return cls(setup, setup.carried, (0,) * len(setup.sides))

    @classmethod
    def of(cls, state: "State") -> Self:
        """The state, typed as a match of this family; AssertionError if it is one of another."""
        assert isinstance(state, cls)
        return state

    @property
    def current(self) -> R_co:
        """The current round; asking for it before one was dealt is a program error."""
        if self.round is None:
            raise LookupError("no round has been dealt")
        return self.round

    @property
    def settled(self) -> Settled | None:
        """How the current round was settled; None before it is."""
        if self.round is None or self.round.number > len(self.rounds):
            return None
        return self.rounds[self.round.number - 1]

    def is_entry_shared(self, flag: Flag) -> bool:
        """Whether the entry of that breach proves another player's, too: it also said that the player before stopped."""
        return any(each.event == flag.event and each.seat != flag.seat for each in self.flags)

    def decided_on(self, flag: Flag) -> Decision | None:
        """The table's last decision about that breach; if it shares its entry, the last that names its side."""
        found = [each for each in self.decided if each.about == flag.event]
        if found and flag.seat is not None and self.is_entry_shared(flag):
            side = self.setup.side_of[flag.seat]
            found = [each for each in found if side in each.sides]
        return found[-1] if found else None

    def with_decision(self, number: int, about: int | None, sides: Iterable[int]) -> Self:
        """The match after event `number` decided about an entry for these sides; as it is if that names no entry."""
        if about is None:
            return self
        return self._replace(decided=(*self.decided, Decision(number, about, tuple(sides))))

    @property
    def rounds_counted(self) -> int:
        """How many rounds of the match were settled and not void, with those that were played before at another table."""
        return self.setup.rounds_before + sum(each.how != "void" for each in self.rounds)

    @property
    def is_played_out(self) -> bool:
        """Whether all rounds of the match have counted, if their number is set."""
        return 0 < self.setup.rounds_in_all <= self.rounds_counted

    @property
    def round_number(self) -> int:
        """The number of the current round; 0 before the first."""
        return self.round.number if self.round is not None else 0

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None if nobody is to act or anybody may."""
        return self.round.to_act if self.round is not None and self.status is Status.PLAYING else None

    @property
    def hands_held(self) -> tuple[int, ...]:
        """How many tiles each seat holds, or in a solitaire still has to get rid of."""
        return self.round.held if self.round is not None else (0,) * len(self.setup.players)

    @property
    def sleeping(self) -> int:
        """How many tiles nobody has taken yet."""
        return self.round.sleeping if self.round is not None else self.setup.in_box

    @property
    def counted(self) -> dict[str, Any] | None:
        """What is counted on the table; None if the game counts nothing, or it must not be shown."""
        return self.round.counted if self.round is not None else None

    def facts(self) -> dict[str, Any]:
        """What answers contain besides what every game has."""
        return {}

    @property
    def layout(self) -> Layout | None:
        """What lies on the table; None if nothing does, or if the game has none."""
        return None

    @property
    def ends(self) -> Sequence[int] | None:
        """What counts at the open ends; None if the game does not add them up."""
        return None

    @property
    def untold(self) -> tuple[Tile, ...]:
        """The tiles with an open claim: nothing shown may reveal whether they score."""
        return ()

    @property
    def premios(self) -> tuple[Premio, ...]:
        """What passes have earned in the current round."""
        return ()

    @property
    def claims_are_open(self) -> bool:
        """Whether a claim is open, so that nothing shown may reveal a score."""
        return bool(self.untold)

    @property
    def lays_in_turn(self) -> bool:
        """Whether players lay tiles of their own in turn now, so that one can be laid too early."""
        return False

    @property
    def amounts(self) -> tuple[int, ...]:
        """What each side has: its points or marks; in poker its chips, if they are counted."""
        return self.scores

    @property
    def keeps_score(self) -> bool:
        """Whether there are points to show: a single round that pays none has a winner and no scores."""
        return any(self.scores) or self.setup.to_reach is not None

    def why_no_round(self, event: Round) -> Breach | None:
        """Why no new round can be dealt now; None if it can."""
        if self.status is Status.MATCH_OVER:
            return not_now("The match is over.")
        if self.status is not Status.ROUND_OVER:
            return not_now("The round in play has to end first.")
        expected = len(self.rounds) + 1
        if event.number != expected:
            return not_now("The next round is round {n}.", n=expected)
        return None

    def why_not_playing(self) -> Breach | None:
        """Why nothing can be laid, drawn or passed; None while a round is being played."""
        if self.status is Status.PLAYING:
            return None
        if self.status is Status.REVEAL:
            return not_now("No more tiles are laid in this round; show the hands now.")
        if self.status is Status.MATCH_OVER:
            return not_now("The match is over.")
        return not_now("No round is being played; the next one has to be dealt first.")

    def in_play(self) -> R_co | Breach:
        """The round in play, or why nothing can be laid, drawn or passed."""
        return self.why_not_playing() or self.current

    def add_points(self, points: Points, number: int) -> Self:
        """The match with points added to sides by event `number`."""
        if not points:
            return self
        after = self.copy()
        after.scores = scores = added(self.scores, points)
        after.reached = self.reached_with(scores, number)
        return after

    def reached_with(self, scores: tuple[int, ...], number: int) -> tuple[int, ...]:
        """The event at which each side came to the target, `number` if it does with these scores; 0: it is not there."""
        target = self.setup.to_reach
        if target is None:
            return self.reached
        pairs = zip(self.reached, scores, strict=True)
        return tuple([(before or number) if score >= target else 0 for before, score in pairs])

    def settle(self, settled: Settled, status: Status = Status.ROUND_OVER, winner: int | None = None) -> Self:
        """The match with the current round settled; its points must have been added already."""
        after = self.copy()
        after.round = self.current.over()
        after.rounds = (*self.rounds, settled)
        after.left = (*self.left, sum(self.hands_held))
        after.status, after.winner = status, winner
        return after


State = Match[Seating, RoundInHand]
# Rules on one kind of event: returns the ruling and the state after it, or the breach for which it is refused.
RulesOn = Callable[[Any, Any, int], "tuple[Ruling, State] | Breach"]
Rulings = Mapping[type, RulesOn]
M = TypeVar("M", bound=State)
T = TypeVar("T")


def with_item(row: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    return (*row[:place], item, *row[place + 1 :])


def changed(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The numbers with `by` added to one of them."""
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])


def added(amounts: tuple[int, ...], points: Points) -> tuple[int, ...]:
    """The amounts by side with points added."""
    found = list(amounts)
    for side, gained in points:
        found[side] += gained
    return tuple(found)


def by_side(points: Points) -> Points:
    """The same points with one amount for each side; none for a side to which they add up to nothing."""
    found: dict[int, int] = {}
    for side, gained in points:
        found[side] = found.get(side, 0) + gained
    return tuple((side, gained) for side, gained in found.items() if gained)


def wins_with(name: str, score: int) -> Message:
    """The sentence that a side wins the match."""
    return of_side(
        marked("{name} wins the match with {score}."),
        marked("{name} win the match with {score}."),
        name,
        score=score,
    )
