"""What a family of games tells of an event and of a round, where each tells another thing."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from referee.engine.games.match import State
from referee.engine.log import Entry
from referee.engine.rulings import Rule, Settled
from referee.engine.tiles import Tile


class Told(NamedTuple):
    """An event: the words beside the name. `tile` is drawn before them, `arithmetic` is the sum of the ends, `notes`
    are what the family marks at it."""

    text: str
    tile: Tile | None = None
    arithmetic: str = ""
    notes: tuple[str, ...] = ()


class HandLeft(NamedTuple):
    """What a player held at the end, the heaviest tile first, and its pips or its rank."""

    name: str
    tiles: tuple[Tile, ...]
    note: str


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


def no_hands(_: State, __: Settled) -> tuple[HandLeft, ...]:
    """Most games leave nothing in hand."""
    return ()


def no_tricks(_: State) -> tuple[TrickLine, ...]:
    """Most games have no tricks."""
    return ()


def rule_cited(entry: Entry, _: Settled) -> tuple[Rule, ...]:
    """The rule that the judge cited when the round was settled."""
    return (entry.ruling.rule,) if entry.ruling.rule is not None else ()


class Telling(NamedTuple):
    """One family: `event` tells an event in force, with its player's name and the tiles that have no sum yet; `how`
    tells in a few words how a round ended, `hands` what was left, `tricks` the tricks, `rules` what decided."""

    event: Callable[[Entry, str, AbstractSet[str]], Told]
    how: Callable[[State, Settled], str]
    hands: Callable[[State, Settled], tuple[HandLeft, ...]] = no_hands
    tricks: Callable[[State], tuple[TrickLine, ...]] = no_tricks
    rules: Callable[[Entry, Settled], tuple[Rule, ...]] = rule_cited


def without_name(words: str, name: str) -> str:
    """A sentence of a ruling as it stands beside the name of its player, or without a name."""
    return words.removeprefix(f"{name} ").removesuffix(".") if name else words.removesuffix(".")


def heaviest(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Tiles in the order in which people read them out, the heaviest first."""
    return tuple(sorted(tiles, key=lambda each: (-each.pips, -each.high)))
