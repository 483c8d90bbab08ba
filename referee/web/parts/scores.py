"""The scores above the layout, of the table as it is or as it would be."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.games.hands import HandsMatch
from referee.engine.games.line.premios import PREMIO_NAMES
from referee.engine.games.match import ON, State, Status
from referee.engine.messages import Partners, _, _n, _p
from referee.reports.agreed import goal_of, house_words

TWO_LINES = 20  # letters of a name that fit


class Seat(NamedTuple):
    """One player: `held` is the number of tiles in the hand, None before the deal; `you` if this phone is theirs."""

    name: str
    held: int | None = None
    now: bool = False
    you: bool = False

    @property
    def short(self) -> str:
        """The name short enough for two lines of a score: whole, or a very long one as its first word and initials."""
        first, *others = self.name.replace("-", " ").split() or [""]
        if len(self.name) <= TWO_LINES:
            return self.name
        return " ".join((first[: TWO_LINES - 3], *(f"{each[0]}." for each in others[:2])))


class SideView(NamedTuple):
    """One score, with the players who share it, and the premios that they have earned in this round.

    `may_earn` if there is to be room for one.
    """

    seats: tuple[Seat, ...]
    score: int
    to_go: str = ""
    earned: tuple[str, ...] = ()
    may_earn: bool = False

    @property
    def now(self) -> bool:
        """Whether it is the turn of one of its players."""
        return any(seat.now for seat in self.seats)

    @property
    def name(self) -> str:
        """The players' names in seating order."""
        return str(Partners(" & ".join(seat.name for seat in self.seats)))


class RingSeat(NamedTuple):
    """A seat of the ring: its player, the letters shown in it, and whether it is their turn."""

    name: str
    mark: str
    now: bool


class Ring(NamedTuple):
    """Four players as they sit, clockwise from the nearest; and the direction of play, also in `words`."""

    seats: tuple[RingSeat, ...]
    is_clockwise: bool
    words: str


def plain_sides(state: State, held: Sequence[int] = ()) -> tuple[SideView, ...]:
    """The sides with their players and scores, and whose turn it is; `held` is how many tiles each seat holds."""
    names, side_of = state.setup.players, state.setup.side_of
    acting, found = state.to_act, []
    for side, score in enumerate(state.amounts):
        seats = [seat for seat in range(len(names)) if side_of[seat] == side]
        shown = tuple(Seat(names[seat], held[seat] if held else None, acting == seat) for seat in seats)
        found.append(SideView(shown, score))
    return tuple(found)


def sides_of(state: HandsMatch) -> tuple[SideView, ...]:
    """The scores, with the tiles that everybody holds, what each side still needs, and its premios of the round."""
    is_played = state.status in ON
    premios = state.premios if is_played else ()
    target = state.setup.to_reach
    missing = [0 if target is None else target - score for score in state.scores]
    return tuple(
        side._replace(
            to_go=_n("{n} to go", "{n} to go", missing[number]) if missing[number] > 0 else "",
            earned=tuple(
                f"{_(PREMIO_NAMES[each.kind])} {each.points:+d}" for each in premios if each.side == number
            ),
        )
        for number, side in enumerate(
            plain_sides(state, state.round.hands if state.round is not None else ())
        )
    )


def sub_of(state: State) -> str:
    """The line under the name of the game: where the match is, and in play its goal and how many house rules."""
    if state.status is Status.MATCH_OVER:
        return _("The match is over")
    current, setup = state.round, state.setup
    number = current.number if current is not None else 1
    rounds = setup.rounds_in_all
    if rounds:  # those of this table, with each that did not count and is dealt again
        rounds += len(state.rounds) - state.rounds_counted
    words = [_("Round {number}", number=number)]
    if number <= rounds:
        words = [_("Round {number} of {rounds}", number=number, rounds=rounds)]
    ending = getattr(current, "ending", None)
    if state.status is Status.REVEAL and ending is not None:
        words.append(_p("the round", "out") if ending.how == "out" else _p("the round", "blocked"))
    elif state.status is Status.ROUND_OVER and current is not None:
        words.append(_p("the round", "settled"))
    else:
        words += ["" if rounds else goal_of(setup.variant), house_words(len(setup.house_rules))]
    return " · ".join(filter(None, words))


def ring_of(state: HandsMatch, nearest: int | None) -> Ring | None:
    """Two pairs as they sit, `nearest` or else the first player at the near side; None for any other table."""
    names, setup = state.setup.players, state.setup
    if len(names) != 4 or len(setup.sides) != 2 or setup.side_of[0] != setup.side_of[2]:
        return None
    first = nearest or 0
    seated = [(first + each) % 4 for each in range(4)]
    letters = next((n for n in (1, 2) if len({name[:n].casefold() for name in names}) == 4), 3)
    clockwise = setup.step > 0
    order = ", ".join(names[seat] for seat in (seated if clockwise else (first, *seated[:0:-1])))
    return Ring(
        seats=tuple(RingSeat(names[each], names[each][:letters], each == state.to_act) for each in seated),
        is_clockwise=clockwise,
        words=_("Clockwise: {names}", names=order)
        if clockwise
        else _("Counter-clockwise: {names}", names=order),
    )
