"""What differs between the families of games in the report of an event and of a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from referee.engine.games.hands import HandsMatch
from referee.engine.games.match import State
from referee.engine.games.shown_hands import all_held
from referee.engine.log import Entry
from referee.engine.messages import Listed, _, marked
from referee.engine.rulings import Rule, Settled
from referee.engine.seating import Seating
from referee.engine.tiles import Face, Tile


class Told(NamedTuple):
    """An event: the words beside the name. `tile` is drawn before them, `arithmetic` is the sum of the ends, `notes`
    are what the family marks at it."""

    text: str
    tile: Tile | None = None
    arithmetic: str = ""
    notes: tuple[str, ...] = ()


class HandLeft(NamedTuple):
    """What a player held at the end, the heaviest tile first, its pips or its rank, and what the pips are rounded to."""

    name: str
    tiles: tuple[Tile, ...]
    note: str
    rounded: str = ""

    @property
    def told(self) -> str:
        """Its pips as they are read: "18 → 20", "6"; or its rank."""
        if self.rounded in ("", self.note):
            return self.note
        return f"{self.note} \N{RIGHTWARDS ARROW} {self.rounded}"


class Layer(NamedTuple):
    """Who laid which tile to a trick."""

    name: str
    tile: Tile


class TrickLine(NamedTuple):
    """A trick: its tiles in the order laid, who took it, and what it counts."""

    number: int
    laid: tuple[Layer, ...]
    taken_by: str
    points: int


class Lane(NamedTuple):
    """A row of tiles as they lie, the name of where it starts, and the number at its end if anybody may lay there."""

    name: str
    faces: tuple[Face, ...]
    end: int | None = None


def rule_cited(entry: Entry, _settled: Settled) -> tuple[Rule, ...]:
    """The rule that the judge cited when the round was settled."""
    return (entry.ruling.rule,) if entry.ruling.rule is not None else ()


class Telling(NamedTuple):
    """One family: `event` tells an event in force, with its player's name and the tiles that have no sum yet; `how`
    tells in a few words how a round ended, `hands` what was left, `tricks` the tricks, `lanes` what lies in rows,
    `rules` what decided. `title` is the verdict if it is not about points, else "".
    """

    event: Callable[[Entry, str, AbstractSet[str]], Told]
    how: Callable[[State, Settled], str]
    hands: Callable[[State, Settled], tuple[HandLeft, ...]] = lambda *_: ()
    tricks: Callable[[State], tuple[TrickLine, ...]] = lambda _: ()
    lanes: Callable[[State], tuple[Lane, ...]] = lambda _: ()
    rules: Callable[[Entry, Settled], tuple[Rule, ...]] = rule_cited
    title: Callable[[State, Settled], str] = lambda *_: ""


def without_name(words: str, name: str) -> str:
    """A sentence of a ruling as it stands beside the name of its player, or without a name."""
    return words.removeprefix(f"{name} ").removesuffix(".") if name else words.removesuffix(".")


def heaviest(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Tiles in the order in which people read them out, the heaviest first."""
    return tuple(sorted(tiles, key=lambda each: (-each.pips, -each.high)))


def hands_left(state: HandsMatch, settled: Settled, worth: Mapping[str, str]) -> tuple[HandLeft, ...]:
    """The hands that were left, as far as they are known, with what the pips of each player are `worth`; none if the
    round does not count, or ended at once when the target was reached."""
    if settled.how in ("target", "void"):
        return ()
    return tuple(
        HandLeft(name, heaviest(held.tiles or ()), str(held.pips), worth.get(name, ""))
        for name, held in zip(state.setup.players, all_held(state), strict=True)
        if held is not None and held.number
    )


def of_them(setup: Seating, side: int, one: str, several: str, **values: object) -> str:
    """A sentence about a side: `one` with {name} for a player alone, `several` with {names} for partners."""
    names = setup.sides[side]
    are_partners = setup.side_of.count(side) > 1
    return _(several, names=names, **values) if are_partners else _(one, name=names, **values)


def won_words(setup: Seating, side: int, score: int | None) -> str:
    """That a side wins, and with what score; None if the game keeps none."""
    if score is None:
        return of_them(setup, side, marked("{name} wins"), marked("{names} win"))
    one, several = marked("{name} wins with {points}"), marked("{names} win with {points}")
    return of_them(setup, side, one, several, points=score)


def over_words(state: State) -> str:
    """Who won a match that is over, and with what score; equal lowest totals share it."""
    setup, scores = state.setup, state.scores
    if state.winner is not None:
        return won_words(setup, state.winner, scores[state.winner] if state.keeps_score else None)
    if setup.variant.lowest_wins:
        best = min(scores)
        lowest = [name for name, score in zip(setup.sides, scores, strict=True) if score == best]
        return _("{names} share the match with {points}", names=Listed(lowest), points=best)
    return _("Nobody wins")
