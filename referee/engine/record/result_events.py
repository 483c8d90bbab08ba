"""How a round ended that was not entered tile by tile: what is told of a line game, and of a hand of tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.engine.messages import marked, msg
from referee.engine.record.parsing import Field, MisreadError, is_said, seat_of, shown, tiles_in, whole_number
from referee.engine.tiles import Tile

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

    `points` are made in play besides those entered, by side name; `last` those of the last tile, where they wait for the
    hands.
    """

    how: str
    seat: int | None
    left: tuple[Left, ...]
    points: tuple[tuple[str, int], ...]
    last: int


class HandResult(NamedTuple):
    """The end of a hand of tricks: the side that bid, by its name, the bid, the points that it took, and whether the bid
    was made. None is what the entry leaves out."""

    bidders: str | None
    bid: int | None
    taken: int | None
    made: bool | None


Result = RoundResult | HandResult


class Rest(NamedTuple):
    """A player claims every trick that is left, and shows the tiles."""

    by: int
    tiles: tuple[Tile | None, ...]


class Concede(NamedTuple):
    """A player gives every point that is left to the other side."""

    by: int


def read_rest(said: Field) -> Rest:
    """The tiles that are claimed with."""
    return Rest(said.by, tiles_in(said.raw["rest"], A_HAND))


def read_concede(said: Field) -> Concede:
    """That is all that it says."""
    is_said(said.raw["concede"], "concede")
    return Concede(said.by)


def read_result(said: Field) -> Result:
    """A result of either kind; whether it can be is for the judge."""
    told = said.raw["result"]
    if not isinstance(told, dict) or not told:
        raise MisreadError("A result says how the round ended.")
    for key in told:
        if key not in ROUND_KEYS and key not in HAND_KEYS:
            raise MisreadError("{key} is not a word of this entry.", key=shown(key))
    if any(key in told for key in HAND_KEYS):
        return _read_hand(told)
    return _read_round(told, said)


def _read_hand(told: Mapping[str, Any]) -> HandResult:
    for key in told:
        if key in ROUND_KEYS:
            raise MisreadError("{key} is not a word of this entry.", key=shown(key))
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
    """Tiles, their pips, or their pips and how many they are."""
    if isinstance(value, list):
        tiles = tiles_in(value, A_HAND)
        return Left(seat, sum(each.pips for each in tiles if each is not None), len(tiles), tiles)
    if isinstance(value, dict):
        if set(value) != {"pips", "tiles"}:
            raise MisreadError("What is left is a list of tiles, their pips, or pips and tiles by number.")
        number = whole_number(value["tiles"], 0, OF_TILES)
        return Left(seat, whole_number(value["pips"], 0, OF_PIPS), number)
    return Left(seat, whole_number(value, 0, OF_PIPS))
