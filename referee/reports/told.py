"""The parts of a report that differ between families of games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.engine.games.hands import HandsMatch
from referee.engine.games.match import State
from referee.engine.games.shown_hands import all_held
from referee.engine.games.trains.state import Laid
from referee.engine.log import Entry
from referee.engine.messages import Listed, _, _n, marked, of_side
from referee.engine.rulings import Rule, Ruling, Settled
from referee.engine.seating import Seating
from referee.engine.tiles import Tile, heaviest


class Told(NamedTuple):
    """An event: the words to follow the player's name. `tile` is drawn before them, `arithmetic` is the sum of the
    ends, `notes` are the family's remarks; `in_tricks` if the auction and the list of tricks tell it, too."""

    text: str
    tile: Tile | None = None
    arithmetic: str = ""
    notes: tuple[str, ...] = ()
    in_tricks: bool = False


class StepLine(NamedTuple):
    """One line of the settlement, with its figure ("" if it has none)."""

    label: str
    figure: str = ""


class HandLeft(NamedTuple):
    """A player's hand at the end. Its `note` is its pips, with `rounded` its rounded pips, or its rank; its heaviest tile
    comes first, or the `made` tiles that make the rank. `aside` is what else is to say of it, `why` the reason why it
    beats the next one."""

    name: str
    tiles: tuple[Tile, ...]
    note: str
    rounded: str = ""
    aside: str = ""
    made: int = 0
    won: bool = False
    why: str = ""

    @property
    def told(self) -> str:
        """The pips to show, "18 → 20" or "6"; or the rank: "full hand, folded"."""
        if self.rounded not in ("", self.note):
            return f"{self.note} \N{RIGHTWARDS ARROW} {self.rounded}"
        return ", ".join(filter(None, (self.note, self.aside)))


def are_by_pips(hands: Iterable[HandLeft]) -> bool:
    """Whether hands are noted with their pips, because they were left over, and not with their ranks."""
    return all(hand.note.isdecimal() for hand in hands)


class Layer(NamedTuple):
    """A tile in a trick and who laid it."""

    name: str
    tile: Tile


class TrickLine(NamedTuple):
    """A trick: its tiles in the order laid, who took it, and its points; nobody took one that was not finished."""

    number: int
    laid: tuple[Layer, ...]
    taken_by: str
    points: int


class Lane(NamedTuple):
    """A row of tiles, the name of where it starts, and the number at its end if it is open."""

    name: str
    tiles: tuple[Laid, ...]
    end: int | None = None


class Telling(NamedTuple):
    """The reports of one family. `event` describes an event in force, given its player's name and the tiles whose sum
    is hidden. `how` says in a few words how a round ended; `hands` are those left, `tricks` the tricks, `lanes` the
    rows of tiles, `rules` those that decided, `auction` what was bid. `title` is the verdict if it is not about points,
    otherwise ""; `steps` are the figures if they are not the arithmetic of the settlement.
    `name` is what a round is called, with its {number}; `one` is its name alone, `by_round` the head of their list,
    `counted` a number of them.
    """

    event: Callable[[Entry, str, Sequence[Tile]], Told]
    how: Callable[[State, Settled], str]
    hands: Callable[[State, Settled], tuple[HandLeft, ...]] = lambda *_: ()
    tricks: Callable[[State], tuple[TrickLine, ...]] = lambda _: ()
    lanes: Callable[[State], tuple[Lane, ...]] = lambda _: ()
    rules: Callable[[Entry, Settled], tuple[Rule, ...]] = lambda entry, _: entry.ruling.rules
    title: Callable[[State, Settled], str] = lambda *_: ""
    steps: Callable[[State, Settled], tuple[StepLine, ...]] | None = None
    auction: Callable[[State], str] = lambda _: ""
    name: str = marked("round {number}")
    one: str = marked("Round")
    by_round: str = marked("Round by round")
    counted: Callable[[int], str] = lambda number: _n("1 round", "{n} rounds", number)


def as_ruled(ruling: Ruling, by: str) -> str:
    """What the ruling says, without a full stop; its first sentence without the player's name, if one is given."""
    words = str(ruling.said[0]).removeprefix(f"{by} ") if by else ruling.says
    return words.removesuffix(".")


def hands_left(state: HandsMatch, settled: Settled, worth: Mapping[str, str]) -> tuple[HandLeft, ...]:
    """The known hands left at the end, with what each player's pips are `worth`; none if the round does not count or
    ended when the target was reached."""
    if settled.how in ("target", "void"):
        return ()
    return tuple(
        HandLeft(name, heaviest(held.tiles or ()), str(held.pips), worth.get(name, ""))
        for name, held in zip(state.setup.players, all_held(state), strict=True)
        if held is not None and held.number
    )


def gain_words(setup: Seating, name: str, points: int) -> str:
    """What the side of that name gains, or loses if `points` is negative."""
    one, several = marked("{name} gains {points}"), marked("{name} gain {points}")
    if points < 0:
        one, several = marked("{name} loses {points}"), marked("{name} lose {points}")
    return str(of_side(one, several, name, points=setup.counts_in(abs(points))))


def won_words(setup: Seating, side: int, score: int | None) -> str:
    """The sentence that a side wins, with its score unless that is None."""
    one, several = marked("{name} wins with {points}"), marked("{name} win with {points}")
    if score is None:
        one, several = marked("{name} wins"), marked("{name} win")
    return str(of_side(one, several, setup.sides[side], points=score))


def over_words(state: State) -> str:
    """Who won a finished match, and with what score; equal lowest totals share it."""
    setup = state.setup
    if state.winner is not None:
        return won_words(setup, state.winner, state.amounts[state.winner] if state.keeps_score else None)
    if setup.variant.lowest_wins:
        points, names = best_of(state)
        return _("{names} share the match with {points}", names=Listed(names), points=points)
    return _("Nobody wins")


def best_of(state: State) -> tuple[int, list[str]]:
    """The best score, which is the lowest if that wins, and the sides that have it."""
    best = min(state.amounts) if state.setup.variant.lowest_wins else max(state.amounts)
    return best, [side for side, score in zip(state.setup.sides, state.amounts, strict=True) if score == best]
