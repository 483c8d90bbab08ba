"""What can be said at a table (record/README.md), one class per event."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.engine.messages import Message, msg_as
from referee.engine.rules.part import Value
from referee.engine.tiles import Face, Tile


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

    def in_record(self, players: Sequence[str]) -> dict[str, Any]:
        """The entry of the tile in record form."""
        raw: dict[str, Any] = {"by": players[self.by], "play": str(self.tile)}
        if self.at_written:
            raw["at"] = self.at_written
        train, stood = self.train or None, self.stood or None
        given = {"out": self.out, "train": train, "claim": self.claim, "stood": stood}
        return raw | {key: each for key, each in given.items() if each is not None}


class Flip(NamedTuple):
    """The top tile of a row is turned up; `at` names the tile it is laid on, if it fits more than one, and `out` the
    half left outward, if it may lie either way round."""

    by: int
    tile: Tile | None
    at: Tile | None = None
    half: int | None = None
    out: int | None = None
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
    """An event is taken back; `with_next` says how many corrections after it are judged together with it."""

    event: int
    with_next: int = 0


class Amend(NamedTuple):
    """An event was entered wrong; `correct` is how it should read, `with_next` as in `Retract`."""

    event: int
    correct: Any  # an Event; the type cannot name itself here
    with_next: int = 0


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


class Bid(NamedTuple):
    """A bid in the auction; None for a pass. `call` is a bid made by name instead of by number."""

    by: int
    amount: int | None
    call: str = ""


class Trump(NamedTuple):
    """The trump that the bidder names: a number, "doubles" or "none", or another contract by its name."""

    by: int
    suit: int | str


class Rest(NamedTuple):
    """A player claims all remaining tricks, and shows the tiles."""

    by: int
    tiles: tuple[Tile | None, ...]


class Concede(NamedTuple):
    """A player gives all remaining points to the other side."""

    by: int


class Stake(NamedTuple):
    """Poker: `act` is ante, bet, call, raise, check or fold; `chips` is the amount, if it names one."""

    by: int
    act: str
    chips: int = 0


class Deal(NamedTuple):
    """Solitaires: the tiles turned up at the start, in order and as they lie; None for one that no set has."""

    faces: tuple[Face | None, ...]


class DrawSeen(NamedTuple):
    """Tiles taken from the boneyard and seen, in the order in which they were drawn."""

    by: int
    tiles: tuple[Tile | None, ...]
    stood: bool = False


class Remove(NamedTuple):
    """Elimination, bingo: a tile is taken out at its number."""

    tile: Tile | None
    written: str


class Knock(NamedTuple):
    """Knock-out: tiles that lie side by side are taken out, the left one first."""

    tiles: tuple[Tile | None, ...]


class Shift(NamedTuple):
    """Domino solitaire: `tile` and the tiles below it move under `onto`; None if they start a column."""

    tile: Tile | None
    onto: Tile | None
    starts_column: bool
    written: str
    onto_written: str


class Turn(NamedTuple):
    """Domino solitaire: the lowest tile of a column, which lies face down, is turned up."""

    face: Face | None
    column: int
    written: str


class Left(NamedTuple):
    """What a player has left: the tiles, or their pips and perhaps how many they are. A tile is None if no set has it."""

    seat: int
    pips: int
    number: int | None = None
    tiles: tuple[Tile | None, ...] | None = None


class RoundResult(NamedTuple):
    """The end of a round of a line game: `how` is `out`, `blocked` or `target`, `seat` who went out.

    `points` were made in play besides those entered, by side name; `last` are those of the last tile, if they wait for
    the hands.
    """

    how: str
    seat: int | None
    left: tuple[Left, ...]
    points: tuple[tuple[str, int], ...]
    last: int


class HandResult(NamedTuple):
    """The end of a hand of tricks: the side that bid, by its name, the bid, the points that it took, and whether the bid
    was made. None for what the entry leaves out."""

    bidders: str | None
    bid: int | None
    taken: int | None
    made: bool | None


Result = RoundResult | HandResult


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
    | Bid
    | Trump
    | Rest
    | Concede
    | Stake
    | Deal
    | DrawSeen
    | Remove
    | Knock
    | Shift
    | Turn
    | Result
    | Unreadable
)


def verb_of(event: Event) -> str:
    """The verb that an event is written with."""
    return event.act if isinstance(event, Stake) else VERBS.get(type(event), type(event).__name__.lower())


VERBS = {DrawSeen: "draw", Shift: "move", TableRuling: "ruling", RoundResult: "result", HandResult: "result"}
VERB_WORDS = {
    "play": msg_as("entry", "tile to lay"),
    "flip": msg_as("entry", "tile to turn up"),
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
