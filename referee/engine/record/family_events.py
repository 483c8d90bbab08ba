"""The events of trick games, of poker and of the solitaires."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.engine.messages import marked, msg
from referee.engine.record.parsing import (
    LARGEST_NUMBER,
    Field,
    MisreadError,
    is_said,
    shown,
    tile_in,
    tiles_in,
    whole_number,
)
from referee.engine.tiles import Face, Tile, read_face

TRUMP_WORDS = ("doubles", "none", "nel-o", "sevens")
CALLS = ("plunge", "splash")


class Bid(NamedTuple):
    """A bid in the auction; None for a pass. `call` is one that is said by its name and not by a number."""

    by: int
    amount: int | None
    call: str = ""


class Trump(NamedTuple):
    """The trump that the bidder names: a number, "doubles" or "none", or another contract by its name."""

    by: int
    suit: int | str


def read_bid(said: Field) -> Bid:
    """A whole number, a pass, or a call; whether the game has it is for the judge."""
    bid = said.raw["bid"]
    if bid == "pass":
        return Bid(said.by, None)
    if bid in CALLS:
        return Bid(said.by, None, bid)
    if type(bid) is not int:
        raise MisreadError("{value} is not a bid: it is a whole number, or pass.", value=shown(bid))
    return Bid(said.by, bid)


def read_trump(said: Field) -> Trump:
    """A whole number, doubles or none, or a contract; whether the game has it is for the judge."""
    trump = said.raw["trump"]
    if type(trump) is not int and trump not in TRUMP_WORDS:
        raise MisreadError("{value} is not a trump: it is a number, doubles or none.", value=shown(trump))
    return Trump(said.by, trump)


NEW_COLUMN = "column"
OF_A_COLUMN = msg("the number of a column")


class Deal(NamedTuple):
    """Solitaires: the tiles turned up at the start, in order and as they lie; None for one that no set has."""

    faces: tuple[Face | None, ...]


class DrawSeen(NamedTuple):
    """Tiles taken from the boneyard and seen, in the order in which they came."""

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
    """Domino solitaire: `tile` and what hangs below it move under `onto`; None if they start a column."""

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


class Stake(NamedTuple):
    """Poker: `act` is ante, bet, call, raise, check or fold; `chips` where it names an amount."""

    by: int
    act: str
    chips: int = 0


Further = Deal | DrawSeen | Remove | Knock | Shift | Turn | Stake
Reader = Callable[[Field], Further]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def face_in(value: object) -> Face | None:
    """A tile as it lies; None for one that no set has."""
    tile = tile_in(value)
    return None if tile is None else read_face(_text(value))


def _read_deal(said: Field) -> Deal:
    faces = said.raw["deal"]
    if not isinstance(faces, list):
        raise MisreadError("A deal is a list of tiles, in the order in which they lie.")
    return Deal(tuple(face_in(each) for each in faces))


def read_draw_seen(said: Field, *, stood: bool) -> DrawSeen:
    """Tiles that were drawn one after another and looked at."""
    otherwise = marked("What is drawn is a number of tiles, or the tiles in the order drawn.")
    return DrawSeen(said.by, tiles_in(said.raw["draw"], otherwise, 1), stood)


def _read_remove(said: Field) -> Remove:
    return Remove(tile_in(said.raw["remove"]), _text(said.raw["remove"]))


def _read_knock(said: Field) -> Knock:
    otherwise = marked("What is knocked out is a list of tiles, the left one first.")
    return Knock(tiles_in(said.raw["knock"], otherwise, 1))


def _read_shift(said: Field) -> Shift:
    tile = tile_in(said.raw["move"])
    if "onto" not in said.raw:
        raise MisreadError("A move says what the tile goes onto: another tile, or column.")
    onto = said.raw["onto"]
    starts = onto == NEW_COLUMN
    below = None if starts else tile_in(onto)
    return Shift(tile, below, starts, _text(said.raw["move"]), _text(onto))


def _read_turn(said: Field) -> Turn:
    face = face_in(said.raw["turn"])
    if "column" not in said.raw:
        raise MisreadError("A tile that is turned up says in which column it lies.")
    column = whole_number(said.raw["column"], -LARGEST_NUMBER, OF_A_COLUMN)
    return Turn(face, column, _text(said.raw["turn"]))


def _read_amount(act: str) -> Reader:
    def read(said: Field) -> Stake:
        value = said.raw[act]
        if type(value) is not int or abs(value) > LARGEST_NUMBER:
            raise MisreadError("{value} is not a number of chips.", value=shown(value))
        return Stake(said.by, act, value)

    return read


def _read_act(act: str) -> Reader:
    def read(said: Field) -> Stake:
        is_said(said.raw[act], act)
        return Stake(said.by, act)

    return read


# For each verb: the keys it may bring along, whether it needs a player, and its reader.
READERS: dict[str, tuple[tuple[str, ...], bool, Reader]] = {
    "ante": ((), True, _read_amount("ante")),
    "bet": ((), True, _read_amount("bet")),
    "call": ((), True, _read_act("call")),
    "raise": ((), True, _read_amount("raise")),
    "check": ((), True, _read_act("check")),
    "fold": ((), True, _read_act("fold")),
    "deal": ((), False, _read_deal),
    "remove": ((), False, _read_remove),
    "knock": ((), False, _read_knock),
    "move": (("onto",), False, _read_shift),
    "turn": (("column",), False, _read_turn),
}
