"""Tables whose rounds stand alone, as in poker and the solitaires: dealing, settling, and what the table decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from referee.audit import Flag
from referee.events import Adjust, Amend, Event, Retract, Round, Unreadable, Void, verb_word
from referee.play.state import Status
from referee.play.words import listed, points_word
from referee.rulings import Breach, Code, Rule, Ruling, Settled, Source, Verdict, refusal
from referee.setup import PatienceSetup, ShowdownSetup
from referee.wording import Said, marked, said


class InHand(Protocol):
    """What the round in hand can be asked, whatever is played."""

    @property
    def number(self) -> int: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def held(self) -> tuple[int, ...]: ...
    @property
    def sleeping(self) -> int: ...
    @property
    def counted(self) -> dict[str, Any] | None: ...


class Rounds(NamedTuple):
    """The state of such a table: the scores by side, the rounds settled so far, and the round in hand."""

    setup: PatienceSetup | ShowdownSetup
    scores: tuple[int, ...]
    status: Status = Status.ROUND_OVER
    round: Any = None  # an InHand of the game's own; None before the first
    rounds: tuple[Settled, ...] = ()
    flags: tuple[Flag, ...] = ()
    winner: int | None = None
    left: tuple[int, ...] = ()  # how many tiles were still held when each round ended

    @property
    def in_hand(self) -> InHand | None:
        """The round in hand, or the last one until the next is dealt."""
        found: InHand | None = self.round
        return found

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None where nobody is to act or anybody may."""
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
        """What is counted, where the game counts."""
        return None if self.round is None else self.round.counted


Outcome = tuple[Ruling, Rounds]
# What rules on which event of a game.
Rulings = Mapping[type, Callable[[Rounds, Any], Outcome]]


def open_rounds(setup: PatienceSetup | ShowdownSetup) -> Rounds:
    """A table at which nothing has been said yet."""
    return Rounds(setup, (0,) * len(setup.sides))


def refused(state: Rounds, code: Code, words: Said, rule: Rule | None = None) -> Outcome:
    """An event that does not stand; the state stays."""
    return refusal(Breach(code, words, rule)), state


def not_now(state: Rounds, template: str, **values: object) -> Outcome:
    """An event that has no place at this point."""
    return refused(state, Code.NOT_NOW, said(template, **values))


def stands(state: Rounds, *words: Said, rule: Rule | None = None, settled: Settled | None = None) -> Outcome:
    """An event that stands, with the state after it."""
    return Ruling(Verdict.STANDS, None, words, rule, settled=settled), state


def why_no_round(state: Rounds, event: Round) -> Outcome | None:
    """Why no round can be dealt now; None where it can."""
    if state.status is Status.MATCH_OVER:
        return not_now(state, marked("The match is over."))
    if state.status is not Status.ROUND_OVER:
        return not_now(state, marked("The round in play has to end first."))
    expected = len(state.rounds) + 1
    if event.number != expected:
        return not_now(state, marked("The next round is round {n}."), n=expected)
    return None


def why_not_playing(state: Rounds) -> Outcome | None:
    """Why nothing can be done with tiles; None while a round is being played."""
    if state.status is Status.PLAYING:
        return None
    return not_now(state, marked("No round is being played; the next one has to be dealt first."))


def settle(state: Rounds, settled: Settled) -> Rounds:
    """The table after a settlement."""
    return add_points(state, settled.points)._replace(
        status=Status.ROUND_OVER, rounds=(*state.rounds, settled), left=(*state.left, sum(state.hands_held))
    )


def add_points(state: Rounds, points: tuple[tuple[int, int], ...]) -> Rounds:
    """The table with points added to sides."""
    if not points:
        return state
    scores = list(state.scores)
    for side, gained in points:
        scores[side] += gained
    return state._replace(scores=tuple(scores))


def at_any_table(state: Rounds, event: Event) -> Outcome:
    """Rule on what may be said whatever is played; anything else has no place in this game."""
    match event:
        case Adjust():
            return _adjust(state, event)
        case Void():
            return _void(state, event)
        case Unreadable(words):
            return refused(state, Code.UNREADABLE, words)
        case Retract() | Amend():
            return not_now(state, marked("A correction is made to the log."))
        case _:
            return not_now(state, marked("There is no {verb} in this game."), verb=verb_word(event))


def _source(state: Rounds) -> Source:
    return next(state.setup.variant.parts()).source


def _adjust(state: Rounds, event: Adjust) -> Outcome:
    """Rule on points that the table agrees on outside the rules."""
    if state.round is None:
        return not_now(state, marked("Nothing has been played yet, so nothing can be adjusted."))
    sides = state.setup.sides
    for name, _ in event.points:
        if name not in sides:
            words = said(
                "There is no side {name} at this table; there are {sides}.", name=name, sides=listed(sides)
            )
            return refused(state, Code.UNREADABLE, words)
    points = tuple((sides.index(name), value) for name, value in event.points if value)
    given = listed(
        said("{name} {points}", name=name, points=points_word(value)) for name, value in event.points
    )
    why = (said("{why}", why=event.why),) if event.why else ()
    agreed = said("The table may agree on points outside the rules; they are marked.")
    rule = Rule("adjust", agreed, _source(state))
    return stands(add_points(state, points), said("The table agrees: {given}.", given=given), *why, rule=rule)


def _void(state: Rounds, event: Void) -> Outcome:
    """Rule on a round that the table does not count, or that a player gives up."""
    if state.status in (Status.ROUND_OVER, Status.MATCH_OVER):
        return not_now(state, marked("No round is being played that could be void."))
    settled = Settled("void", None, (), (said("The round does not count."),))
    why = (said("{why}", why=event.why),) if event.why else ()
    rule = Rule("void", said("The table may decide that a round does not count."), _source(state))
    return stands(settle(state, settled), *settled.steps, *why, rule=rule, settled=settled)
