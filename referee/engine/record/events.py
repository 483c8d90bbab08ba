"""What can be said at a table (record/README.md), one class per event."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.engine.messages import Message, msg_as
from referee.engine.record.family_events import (
    Bid,
    Concede,
    DrawSeen,
    Further,
    HandResult,
    Rest,
    Result,
    RoundResult,
    Shift,
    Stake,
    Trump,
)
from referee.engine.rules.part import Value
from referee.engine.tiles import Tile


class Play(NamedTuple):
    """A tile laid: `at` names the tile it touches and perhaps its half, `out` the half left outward, `train` the
    train that it goes on: a player's name, or `mexican`."""

    by: int
    tile: Tile | None
    at: Tile | None = None
    half: int | None = None
    out: int | None = None
    claim: int | None = None
    stood: bool = False
    written: str = ""
    at_written: str = ""
    train: str = ""


class Flip(NamedTuple):
    """The top tile of a row is turned up; `at` names the tile it is laid on, if it fits more than one."""

    by: int
    tile: Tile | None
    at: Tile | None = None
    half: int | None = None
    written: str = ""
    at_written: str = ""


class Draw(NamedTuple):
    """Tiles taken from the boneyard, unseen."""

    by: int
    number: int
    stood: bool = False


class Pass(NamedTuple):
    """A player who cannot go."""

    by: int
    stood: bool = False


class Claim(NamedTuple):
    """The layer's own claim for the tile just laid, in points."""

    by: int
    points: int


class Muggins(NamedTuple):
    """Another player's call for points that were missed."""

    by: int
    points: int


class Hand(NamedTuple):
    """The tiles left in a hand, shown; None for one that no set has."""

    by: int
    tiles: tuple[Tile | None, ...]


class Pips(NamedTuple):
    """The total of the tiles left."""

    by: int
    pips: int


class Round(NamedTuple):
    """A new round is dealt."""

    number: int
    opener: int | None = None


class Retract(NamedTuple):
    """An event is taken back."""

    event: int


class Amend(NamedTuple):
    """An event was entered wrong; `correct` is how it should read."""

    event: int
    correct: Any  # an Event; the type cannot name itself here


class Adjust(NamedTuple):
    """Points outside the rules, by side name; `about` is the entry that they are for, if the record names it."""

    points: tuple[tuple[str, int], ...]
    why: str
    about: int | None = None


class TableRuling(NamedTuple):
    """House rules that hold from now on, by the name and value of each switch."""

    options: tuple[tuple[str, Value], ...]
    why: str


class Void(NamedTuple):
    """The round does not count; `about` is the entry for which the table voids it, if the record names it."""

    why: str
    about: int | None = None


class ClaimsOver(NamedTuple):
    """Nobody claims any more for the last tile of a round, because the next one is dealt. It is never recorded."""


class Unreadable(NamedTuple):
    """An event that is not written as record/README.md says, and what is wrong with it."""

    said: Message


Event = (
    Play
    | ClaimsOver
    | Flip
    | Draw
    | Pass
    | Claim
    | Muggins
    | Hand
    | Pips
    | Round
    | Retract
    | Amend
    | Adjust
    | TableRuling
    | Void
    | Further
    | Bid
    | Trump
    | Rest
    | Concede
    | Result
    | Unreadable
)


def verb_of(event: Event) -> str:
    """The verb that an event is written with."""
    match event:
        case Stake():
            return event.act
        case _:
            return VERBS.get(type(event), type(event).__name__.lower())


VERBS = {DrawSeen: "draw", Shift: "move", TableRuling: "ruling", RoundResult: "result", HandResult: "result"}
VERB_WORDS = {
    "play": msg_as("entry", "tile to lay"),
    "flip": msg_as("entry", "tile to flip"),
    "draw": msg_as("entry", "draw"),
    "pass": msg_as("entry", "pass"),
    "claim": msg_as("entry", "claim"),
    "muggins": msg_as("entry", "muggins"),
    "hand": msg_as("entry", "hand to show"),
    "pips": msg_as("entry", "count of pips"),
    "round": msg_as("entry", "round"),
    "retract": msg_as("entry", "retract"),
    "amend": msg_as("entry", "amend"),
    "adjust": msg_as("entry", "adjust"),
    "ruling": msg_as("entry", "ruling"),
    "void": msg_as("entry", "void"),
    "bid": msg_as("entry", "bid"),
    "trump": msg_as("entry", "trump"),
    "rest": msg_as("entry", "claim to the rest"),
    "concede": msg_as("entry", "concession"),
    "result": msg_as("entry", "result"),
    "deal": msg_as("entry", "deal"),
    "remove": msg_as("entry", "tile to remove"),
    "knock": msg_as("entry", "pair to knock out"),
    "move": msg_as("entry", "tile to move"),
    "turn": msg_as("entry", "tile to turn up"),
    "ante": msg_as("entry", "ante"),
    "bet": msg_as("entry", "bet"),
    "call": msg_as("entry", "call"),
    "raise": msg_as("entry", "raise"),
    "check": msg_as("entry", "check"),
    "fold": msg_as("entry", "fold"),
}
