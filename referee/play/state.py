"""The state of a table: a match of rounds, and the round that is in play. An event gives a new state or none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from referee.audit import Flag, Witness
from referee.layout import Layout
from referee.rulings import Settled
from referee.setup import Seating, Setup
from referee.tiles import Tile


class Status(StrEnum):
    """What the table is doing (RECORD.md, Answers)."""

    PLAYING = "playing"
    REVEAL = "reveal"
    ROUND_OVER = "round-over"
    MATCH_OVER = "match-over"


# Looking a status up in its enumeration takes longer than most of what is asked of it.
PLAYING = Status.PLAYING


class State(Protocol):
    """What the state of a table of any family can be asked; `play` has one for each family of games."""

    @property
    def setup(self) -> Seating: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def status(self) -> Status: ...
    @property
    def rounds(self) -> tuple[Settled, ...]: ...
    @property
    def flags(self) -> tuple[Flag, ...]: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def hands_held(self) -> tuple[int, ...]: ...
    @property
    def sleeping(self) -> int: ...
    @property
    def counted(self) -> dict[str, Any] | None: ...


class OpenClaim(NamedTuple):
    """A tile whose claims are open, whether it scores or not.

    `left` is what can still be claimed, in points; `claimed` whether its layer has spoken; `tiles_since`
    and `turn_passed` tell whose window it is; `draws_only` when nothing but draws came since.
    """

    seat: int
    tile: Tile
    left: int
    claimed: bool = False
    tiles_since: int = 0
    turn_passed: bool = False
    draws_only: bool = True


class FalseClaim(NamedTuple):
    """A claim for more than the tile scored, where the next to call muggins takes it."""

    seat: int
    claimed: int
    given: int


class Shown(NamedTuple):
    """What a player showed at the end: the tiles, or only their total in pips."""

    pips: int
    tiles: tuple[Tile, ...] | None


class Ending(NamedTuple):
    """That a round is over for tiles: `out` or `blocked`, who laid last when out, and the words for it."""

    how: str
    seat: int | None


@dataclass(slots=True)
class RoundState:
    """A round in play, or the last one until the next is dealt. Nobody changes one that was answered.

    `turn` is the seat to act (None while anybody may open), `drawn` the tiles drawn in this turn, `going_on`
    is "" or what a further tile in the same turn is: "normal" or "optional". `passed` is the mask of seats
    that passed since the last tile. `unseen` is the mask of tiles neither laid nor shown. `earned` are the
    points of tiles and claims by side, `held_back` the last tile's points where they wait for the hands. In
    blind games `rows` are the rows from the top, None for a tile not turned up yet, and `turned` counts the
    tiles that each seat turned up in vain since the last one was laid.
    """

    number: int
    layout: Layout
    turn: int | None
    opener: int | None
    free_lead: bool
    hands: tuple[int, ...]
    boneyard: int
    unseen: int
    earned: tuple[int, ...]
    shown: tuple[Shown | None, ...]
    witness: Witness
    drawn: int = 0
    going_on: str = ""
    passed: int = 0
    claims: tuple[OpenClaim, ...] = ()
    false_claim: FalseClaim | None = None
    ending: Ending | None = None
    settled: Settled | None = None
    held_back: int = 0
    last_layer: int | None = None
    rows: tuple[tuple[Tile | None, ...], ...] = ()
    turned: tuple[int, ...] = ()

    def copy(self) -> RoundState:
        """The same round once more, for one event to write into what it changes."""
        same = RoundState.__new__(RoundState)
        same.number = self.number
        same.layout = self.layout
        same.turn = self.turn
        same.opener = self.opener
        same.free_lead = self.free_lead
        same.hands = self.hands
        same.boneyard = self.boneyard
        same.unseen = self.unseen
        same.earned = self.earned
        same.shown = self.shown
        same.drawn = self.drawn
        same.going_on = self.going_on
        same.passed = self.passed
        same.claims = self.claims
        same.false_claim = self.false_claim
        same.ending = self.ending
        same.settled = self.settled
        same.held_back = self.held_back
        same.last_layer = self.last_layer
        same.witness = self.witness
        same.rows = self.rows
        same.turned = self.turned
        return same

    def _replace(self, **changes: Any) -> RoundState:
        """The round with these fields changed."""
        after = self.copy()
        for name, value in changes.items():
            setattr(after, name, value)
        return after


@dataclass(slots=True)
class Match:
    """A table's match: the rounds settled so far, the scores by side, and the round in hand. Nobody changes one that
    was answered.

    `reached` holds for each side the event at which it first reached the target (0: not yet).
    """

    setup: Setup
    scores: tuple[int, ...]
    reached: tuple[int, ...]
    status: Status = Status.ROUND_OVER
    round: RoundState | None = None
    rounds: tuple[Settled, ...] = ()
    flags: tuple[Flag, ...] = ()
    winner: int | None = None

    def copy(self) -> Match:
        """The same match once more, for one event to write into what it changes."""
        same = Match.__new__(Match)
        same.setup = self.setup
        same.scores = self.scores
        same.reached = self.reached
        same.status = self.status
        same.round = self.round
        same.rounds = self.rounds
        same.flags = self.flags
        same.winner = self.winner
        return same

    def with_round(self, current: RoundState) -> Match:
        """The match with this round in hand."""
        after = self.copy()
        after.round = current
        return after

    def _replace(self, **changes: Any) -> Match:
        """The match with these fields changed."""
        after = self.copy()
        for name, value in changes.items():
            setattr(after, name, value)
        return after

    @property
    def current(self) -> RoundState:
        """The round in hand; asking for it before one was dealt is a program error."""
        if self.round is None:
            raise LookupError("no round has been dealt")
        return self.round

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None where nobody is to act or anybody may."""
        return self.round.turn if self.round is not None and self.status is PLAYING else None

    @property
    def hands_held(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return self.round.hands if self.round is not None else (0,) * len(self.setup.players)

    @property
    def sleeping(self) -> int:
        """How many tiles are in the boneyard."""
        return self.round.boneyard if self.round is not None else len(self.setup.tiles)

    @property
    def claims_are_open(self) -> bool:
        """Whether anything shown now could betray a score."""
        return self.round is not None and bool(self.round.claims)

    @property
    def untold(self) -> tuple[Tile, ...]:
        """The tiles of which nothing may be told that betrays a score, because a claim on them is open."""
        return tuple(each.tile for each in self.round.claims) if self.round is not None else ()

    @property
    def counted(self) -> dict[str, Any] | None:
        """The sum of the ends; None where the game does not count them, or a claim is open."""
        current = self.round
        if current is None or not current.layout.laid or self.claims_are_open:
            return None
        if not self.setup.variant.counting.counts_ends:
            return None
        ends = current.layout.ends()
        return {"ends": ends, "sum": sum(ends)}


def open_match(setup: Setup) -> Match:
    """A table at which nothing has been said yet."""
    nothing = (0,) * len(setup.sides)
    return Match(setup, nothing, nothing)


def drawable(match: Match, in_hand: RoundState) -> int:
    """How many tiles of the boneyard may still be drawn."""
    return max(0, in_hand.boneyard - match.setup.variant.drawing.reserve)


def draw_rule(match: Match, current: RoundState) -> str:
    """What a player does now who cannot go: the sheet's `draw`, but one tile at most while a cross is owed (C1)."""
    draw = match.setup.variant.drawing.draw
    return "one" if draw == "until_playable" and current.layout.cross() is not None else draw


def may_be_drawn(match: Match, current: RoundState) -> bool:
    """Whether anybody may still draw."""
    drawing = match.setup.variant.drawing
    return drawing.draw != "none" and current.boneyard > drawing.reserve


def open_mask(match: Match, in_hand: RoundState) -> int:
    """The tiles that would fit somewhere now, seen or not; every tile before the lead."""
    setup = match.setup
    layout = in_hand.layout
    return layout.going(setup.fits) if layout.laid else setup.tiles.mask
