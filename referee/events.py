"""What can be said at a table (RECORD.md): the header and the events, read from plain JSON values.

A header that cannot be read raises `RecordError`; an event that cannot be read is an `Unreadable`, which the
judge refuses, because the rest of a record can still be judged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.rulings import Said
from referee.tiles import Tile, is_written_like_a_tile, read_tile

OTHER_GAMES = {
    "bid": "",
    "trump": "",
    "ante": "",
    "bet": "",
    "call": "",
    "raise": "",
    "check": "",
    "fold": "",
    "deal": "",
    "remove": "",
    "knock": "",
    "move": "onto",
    "turn": "column",
}
LONGEST_TEXT = 500
LARGEST_NUMBER = 1_000_000


class RecordError(Exception):
    """A record that cannot be read at all: where (line and column, from 1) and why."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


class Play(NamedTuple):
    """A tile laid: `at` names the tile it touches and perhaps its half, `out` the half left outward."""

    by: int
    tile: Tile | None
    at: Tile | None = None
    half: int | None = None
    out: int | None = None
    claim: int | None = None
    stood: bool = False
    written: str = ""
    at_written: str = ""


class Flip(NamedTuple):
    """The top tile of a row is turned up; `at` names the tile it is laid on, where it fits more than one."""

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
    """Tiles left, shown; None for one that no set has."""

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
    """Points outside the rules, by side name."""

    points: tuple[tuple[str, int], ...]
    why: str


class Void(NamedTuple):
    """The round does not count."""

    why: str


class Other(NamedTuple):
    """A verb of the record that has no place in this family of games."""

    verb: str


class Unreadable(NamedTuple):
    """An event that is not written as RECORD.md says, and what is wrong with it."""

    said: Said


Event = (
    Play
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
    | Void
    | Other
    | Unreadable
)


class MisreadError(Exception):
    """Raised inside this module while one event is read; it never leaves it."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.said = Said(template, values)


def read_event(raw: Mapping[str, Any], players: Sequence[str]) -> Event:
    """The event that a JSON object says; `Unreadable` where it is not written as RECORD.md says.

    `players` are the header's names in seating order; the events name seats by number.
    """
    try:
        return _read(raw, players)
    except MisreadError as wrong:
        return Unreadable(wrong.said)


def _read(raw: Mapping[str, Any], players: Sequence[str]) -> Event:
    verbs = [key for key in raw if key in _READERS and not (key == "claim" and "play" in raw)]
    if not verbs:
        raise MisreadError(
            "An entry says what was done: play, draw, pass, hand and so on. This one does not."
        )
    if len(verbs) > 1:
        raise MisreadError(
            "An entry says one thing. This one says {first} and {second}.", first=verbs[0], second=verbs[1]
        )
    verb = verbs[0]
    allowed, needs_player, reader = _READERS[verb]
    for key in raw:
        if key not in (verb, "by") and key not in allowed:
            raise MisreadError("{key} is not a word of this entry.", key=_shown(key))
    by = _player(raw, players) if needs_player or "by" in raw else -1
    return reader(_Entry(raw, by, players))


def _player(raw: Mapping[str, Any], players: Sequence[str]) -> int:
    name = raw.get("by")
    if name is None:
        raise MisreadError("The entry does not say who did it.")
    if not isinstance(name, str) or name not in players:
        raise MisreadError("{name} does not sit at this table.", name=_shown(name))
    return players.index(name)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


def _number(value: object, least: int, what: str) -> int:
    if type(value) is not int or not least <= value <= LARGEST_NUMBER:
        raise MisreadError("{value} is not {what}.", value=_shown(value), what=what)
    return value


def _tile(value: object) -> Tile | None:
    if not isinstance(value, str) or not is_written_like_a_tile(value):
        raise MisreadError("{value} is not a tile; a tile is written like 6-4.", value=_shown(value))
    return read_tile(value)


def _yes(value: object, what: str) -> bool:
    if value is not True:
        raise MisreadError("{what} is either true or left out.", what=what)
    return True


def _why(raw: Mapping[str, Any]) -> str:
    why = raw.get("why", "")
    if not isinstance(why, str) or len(why) > LONGEST_TEXT:
        raise MisreadError("The reason is a short text.")
    return why


class _Entry(NamedTuple):
    """One JSON object, with the seat that acts (-1 where nobody is named) and the names of the table."""

    raw: Mapping[str, Any]
    by: int
    players: Sequence[str]


def _read_play(said: _Entry) -> Event:
    tile = _tile(said.raw["play"])
    at, half, at_written = None, None, ""
    if "at" in said.raw:
        at, half, at_written = _read_place(said.raw["at"])
    out = _number(said.raw["out"], 0, "a half of a tile") if "out" in said.raw else None
    if out is not None and tile is not None and out not in tile.halves:
        raise MisreadError("{out} is not a half of {tile}.", out=out, tile=tile)
    claim = _number(said.raw["claim"], 1, "a number of points") if "claim" in said.raw else None
    stood = _yes(said.raw["stood"], "stood") if "stood" in said.raw else False
    return Play(said.by, tile, at, half, out, claim, stood, said.raw["play"], at_written)


def _read_place(value: object) -> tuple[Tile | None, int | None, str]:
    if not isinstance(value, str):
        raise MisreadError("{value} is not a tile on the table.", value=_shown(value))
    name, slash, half = value.partition("/")
    tile = _tile(name)
    if not slash:
        return tile, None, value
    if not (half.isascii() and half.isdigit() and len(half) <= 2):
        raise MisreadError("{half} is not a half of a tile.", half=_shown(half))
    return tile, int(half), value


def _read_flip(said: _Entry) -> Event:
    tile = _tile(said.raw["flip"])
    at, half, at_written = _read_place(said.raw["at"]) if "at" in said.raw else (None, None, "")
    return Flip(said.by, tile, at, half, said.raw["flip"], at_written)


def _read_draw(said: _Entry) -> Event:
    stood = _yes(said.raw["stood"], "stood") if "stood" in said.raw else False
    return Draw(said.by, _number(said.raw["draw"], 1, "a number of tiles"), stood)


def _read_pass(said: _Entry) -> Event:
    _yes(said.raw["pass"], "pass")
    return Pass(said.by, _yes(said.raw["stood"], "stood") if "stood" in said.raw else False)


def _read_claim(said: _Entry) -> Event:
    return Claim(said.by, _number(said.raw["claim"], 1, "a number of points"))


def _read_muggins(said: _Entry) -> Event:
    return Muggins(said.by, _number(said.raw["muggins"], 1, "a number of points"))


def _read_hand(said: _Entry) -> Event:
    tiles = said.raw["hand"]
    if not isinstance(tiles, list):
        raise MisreadError("A hand is a list of tiles.")
    return Hand(said.by, tuple(_tile(each) for each in tiles))


def _read_pips(said: _Entry) -> Event:
    return Pips(said.by, _number(said.raw["pips"], 0, "a number of pips"))


def _read_round(said: _Entry) -> Event:
    opener = said.raw.get("opener")
    if "opener" in said.raw and (not isinstance(opener, str) or opener not in said.players):
        raise MisreadError("{name} does not sit at this table.", name=_shown(opener))
    number = _number(said.raw["round"], 1, "the number of a round")
    return Round(number, None if opener is None else said.players.index(opener))


def _read_retract(said: _Entry) -> Event:
    return Retract(_number(said.raw["retract"], 1, "the number of an entry"))


def _read_amend(said: _Entry) -> Event:
    correct = said.raw.get("with")
    if not isinstance(correct, dict):
        raise MisreadError("A correction says, under with, how the entry should read.")
    event = _number(said.raw["amend"], 1, "the number of an entry")
    read = _read(correct, said.players)
    if isinstance(read, Retract | Amend):
        raise MisreadError("A correction cannot itself be a correction of another entry.")
    return Amend(event, read)


def _read_adjust(said: _Entry) -> Event:
    points = said.raw["adjust"]
    if not isinstance(points, dict) or not points:
        raise MisreadError("An adjustment gives points to sides by name.")
    for value in points.values():
        _number(value, -LARGEST_NUMBER, "a number of points")
    return Adjust(tuple(points.items()), _why(said.raw))


def _read_void(said: _Entry) -> Event:
    _yes(said.raw["void"], "void")
    return Void(_why(said.raw))


Reader = Callable[[_Entry], Event]


def _read_other(verb: str) -> Reader:
    return lambda _: Other(verb)


# For each verb: the keys it may bring along, whether it needs a player, and its reader.
_READERS: dict[str, tuple[tuple[str, ...], bool, Reader]] = {
    "play": (("at", "out", "claim", "stood"), True, _read_play),
    "flip": (("at",), True, _read_flip),
    "draw": (("stood",), True, _read_draw),
    "pass": (("stood",), True, _read_pass),
    "claim": ((), True, _read_claim),
    "muggins": ((), True, _read_muggins),
    "hand": ((), True, _read_hand),
    "pips": ((), True, _read_pips),
    "round": (("opener",), False, _read_round),
    "retract": (("why",), False, _read_retract),
    "amend": (("with", "why"), False, _read_amend),
    "adjust": (("why",), False, _read_adjust),
    "void": (("why",), False, _read_void),
    **{verb: ((extra,), False, _read_other(verb)) for verb, extra in OTHER_GAMES.items()},
}


class RawRecord(NamedTuple):
    """A record as it is written: the header and the events, not judged yet."""

    header: dict[str, Any]
    header_line: int
    header_text: str
    events: list[dict[str, Any]]


def read_record(text: str) -> RawRecord:
    """A record's lines as JSON objects; `RecordError` names the line that is none (RECORD.md, Reading)."""
    found: list[tuple[int, str, dict[str, Any]]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            found.append((number, line, _read_line(line, number)))
    if not found:
        raise RecordError("The record is empty; its first line is the header.")
    number, line, header = found[0]
    return RawRecord(header, number, line, [each[2] for each in found[1:]])


def _read_line(line: str, number: int) -> dict[str, Any]:
    try:
        read = json.loads(line, parse_constant=_no_constant)
    except json.JSONDecodeError as wrong:
        raise RecordError(f"This line is not JSON: {wrong.msg}.", number, wrong.colno) from None
    except (ValueError, RecursionError):
        raise RecordError("This line is not JSON that can be read.", number) from None
    if not isinstance(read, dict):
        raise RecordError("A line of a record is one JSON object.", number)
    return read


def _no_constant(name: str) -> Any:
    raise ValueError(name)
