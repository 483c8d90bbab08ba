"""The events of trick games, poker and the solitaires, and the result of a round that was not entered tile by tile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from referee.engine.messages import marked, msg
from referee.engine.record.parsing import (
    LARGEST_NUMBER,
    Field,
    MisreadError,
    is_said,
    seat_of,
    shown,
    tile_in,
    tiles_in,
    whole_number,
)
from referee.engine.tiles import Face, Tile, read_face

TRUMP_WORDS = ("doubles", "none", "nel-o", "sevens")
CALLS = ("plunge", "splash")


class Bid(NamedTuple):
    """A bid in the auction; None for a pass. `call` is a bid made by name instead of by number."""

    by: int
    amount: int | None
    call: str = ""


class Trump(NamedTuple):
    """The trump that the bidder names: a number, "doubles" or "none", or another contract by its name."""

    by: int
    suit: int | str


def _read_bid(said: Field) -> Bid:
    """A whole number, a pass, or a call; whether the game has it is checked when it is ruled on."""
    bid = said.raw["bid"]
    if bid == "pass":
        return Bid(said.by, None)
    if bid in CALLS:
        return Bid(said.by, None, bid)
    if type(bid) is not int:
        raise MisreadError("{value} is not a bid: it is a whole number, or pass.", value=shown(bid))
    return Bid(said.by, bid)


def _read_trump(said: Field) -> Trump:
    """A whole number, doubles or none, or a contract; whether the game has it is checked when it is ruled on."""
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


class Stake(NamedTuple):
    """Poker: `act` is ante, bet, call, raise, check or fold; `chips` is the amount, if it names one."""

    by: int
    act: str
    chips: int = 0


Further = Deal | DrawSeen | Remove | Knock | Shift | Turn | Stake
E = TypeVar("E")


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


def read_draw_seen(said: Field) -> DrawSeen:
    """Read tiles that were drawn and seen one after another."""
    otherwise = marked("What is drawn is a number of tiles, or the tiles in the order drawn.")
    return DrawSeen(said.by, tiles_in(said.raw["draw"], otherwise, 1), said.stood)


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


def only_said(verb: str, made: Callable[[Field], E]) -> Callable[[Field], E]:
    """A reader for an entry whose verb carries no value but true."""

    def read(said: Field) -> E:
        is_said(said.raw[verb], verb)
        return made(said)

    return read


def _read_act(act: str) -> Callable[[Field], Stake]:
    return only_said(act, lambda said: Stake(said.by, act))


def _read_amount(act: str) -> Callable[[Field], Stake]:
    def read(said: Field) -> Stake:
        value = said.raw[act]
        if type(value) is not int or abs(value) > LARGEST_NUMBER:
            raise MisreadError("{value} is not a number of chips.", value=shown(value))
        return Stake(said.by, act, value)

    return read


OF_PIPS = msg("a number of pips")
OF_TILES = msg("a number of tiles")
OF_POINTS = msg("a number of points")
A_BID = msg("a bid")
A_HAND = marked("A hand is a list of tiles.")
ROUND_KEYS = ("out", "blocked", "left", "points", "last")
HAND_KEYS = ("bidders", "bid", "taken", "made")


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


class Rest(NamedTuple):
    """A player claims all remaining tricks, and shows the tiles."""

    by: int
    tiles: tuple[Tile | None, ...]


class Concede(NamedTuple):
    """A player gives all remaining points to the other side."""

    by: int


def _read_result(said: Field) -> Result:
    """A result of either kind; whether it is possible is checked when it is ruled on."""
    told = said.raw["result"]
    if not isinstance(told, dict) or not told:
        raise MisreadError("A result says how the round ended.")
    for key in told:
        if key not in ROUND_KEYS and key not in HAND_KEYS:
            raise MisreadError("{key} is not a field of this entry.", key=shown(key))
    if any(key in told for key in HAND_KEYS):
        return _read_hand(told)
    return _read_round(told, said)


def _read_hand(told: Mapping[str, Any]) -> HandResult:
    for key in told:
        if key in ROUND_KEYS:
            raise MisreadError("{key} is not a field of this entry.", key=shown(key))
    bidders, made = told.get("bidders"), told.get("made")
    if "bidders" in told and not isinstance(bidders, str):
        raise MisreadError("The side that bid is given by its name.")
    if "made" in told and type(made) is not bool:
        raise MisreadError("Made is either true or false.")
    bid = whole_number(told["bid"], 1, A_BID) if "bid" in told else None
    taken = whole_number(told["taken"], 0, OF_POINTS) if "taken" in told else None
    return HandResult(bidders, bid, taken, made)


def _read_round(told: Mapping[str, Any], said: Field) -> RoundResult:
    if "out" in told and "blocked" in told:
        raise MisreadError("A round ends one way: somebody goes out, or it is blocked.")
    how = "out" if "out" in told else "blocked" if "blocked" in told else "target"
    if how == "blocked":
        is_said(told["blocked"], "blocked")
    left = told.get("left", {})
    if not isinstance(left, dict):
        raise MisreadError("What is left is given by player.")
    return RoundResult(
        how,
        seat_of(told["out"], said.players) if how == "out" else None,
        tuple(_read_left(seat_of(name, said.players), value) for name, value in left.items()),
        _points(told.get("points", {})),
        whole_number(told.get("last", 0), 0, OF_POINTS),
    )


def _points(value: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict):
        raise MisreadError("The points made in play are given by side.")
    return tuple((name, whole_number(points, 0, OF_POINTS)) for name, points in value.items())


def _read_left(seat: int, value: object) -> Left:
    if isinstance(value, list):
        tiles = tiles_in(value, A_HAND)
        return Left(seat, sum(each.pips for each in tiles if each is not None), len(tiles), tiles)
    if isinstance(value, dict):
        if set(value) != {"pips", "tiles"}:
            raise MisreadError("What is left is a list of tiles, their pips, or pips and tiles by number.")
        number = whole_number(value["tiles"], 0, OF_TILES)
        return Left(seat, whole_number(value["pips"], 0, OF_PIPS), number)
    return Left(seat, whole_number(value, 0, OF_PIPS))


# For each verb: its optional keys, whether it needs a player, and its reader.
READERS: dict[str, tuple[tuple[str, ...], bool, Callable[[Field], Any]]] = {
    **{act: ((), True, _read_amount(act)) for act in ("ante", "bet", "raise")},
    **{act: ((), True, _read_act(act)) for act in ("call", "check", "fold")},
    "deal": ((), False, _read_deal),
    "remove": ((), False, lambda said: Remove(tile_in(said.raw["remove"]), _text(said.raw["remove"]))),
    "knock": ((), False, _read_knock),
    "move": (("onto",), False, _read_shift),
    "turn": (("column",), False, _read_turn),
    "bid": ((), True, _read_bid),
    "trump": ((), True, _read_trump),
    "rest": ((), True, lambda said: Rest(said.by, tiles_in(said.raw["rest"], A_HAND))),
    "concede": ((), True, only_said("concede", lambda said: Concede(said.by))),
    "result": ((), False, _read_result),
}
