"""Readers for single values of a record: names, numbers, tiles and texts; errors are sentences."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.messages import Message, msg
from referee.engine.tiles import Face, Tile, read_face, read_tile

LONGEST_TEXT = 500
LARGEST_NUMBER = 1_000_000
_LIKE_A_TILE = re.compile(r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)")


class MisreadError(Exception):
    """Raised while one event is read; it becomes an `Unreadable`."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.said = Message(template, values)


def seat_of(name: object, players: Sequence[str]) -> int:
    """The seat of the player of that name."""
    if not isinstance(name, str) or name not in players:
        raise MisreadError("{name} does not sit at this table.", name=shown(name))
    return players.index(name)


def shown(value: object) -> str:
    """A value as a sentence quotes it: cut if it is long, with a mark for characters that no text can hold."""
    if isinstance(value, str):
        text = value
    else:
        try:
            text = json.dumps(value, default=str)
        except RecursionError:
            text = "…"
    text = text if len(text) <= 40 else text[:39] + "…"
    return "".join(each if is_text(each) else "\N{REPLACEMENT CHARACTER}" for each in text)


def quoted(value: object) -> str:
    """The same for a value that is no number or must not be empty: a text stands in quotation marks, for "7" is not 7."""
    return f'"{shown(value)}"' if isinstance(value, str) else shown(value)


def is_text(value: str) -> bool:
    """Whether a page or a file can hold the value: JSON can contain lone surrogates, which cannot be encoded."""
    return not any("\ud800" <= each <= "\udfff" for each in value)


def whole_number(value: object, least: int, what: str) -> int:
    """A whole number, `least` or more; `what` says what it stands for."""
    if type(value) is not int or not least <= value <= LARGEST_NUMBER:
        raise MisreadError("{value} is not {what}.", value=quoted(value), what=msg(what))
    return value


def number_in(raw: Mapping[str, Any], key: str, least: int, what: str) -> int | None:
    """The same under a key that may be left out; None if it is."""
    return whole_number(raw[key], least, what) if key in raw else None


def tile_in(value: object) -> Tile | None:
    """A tile; None for one that is written like a tile but that no set has."""
    if not isinstance(value, str) or _LIKE_A_TILE.fullmatch(value) is None:
        raise MisreadError("{value} is not a tile; a tile is written like 6-4.", value=shown(value))
    return read_tile(value)


def tiles_in(value: object, otherwise: str, least: int = 0) -> tuple[Tile | None, ...]:
    """A list of `least` tiles or more; `otherwise` is the sentence for anything else."""
    if not isinstance(value, list) or len(value) < least:
        raise MisreadError(otherwise)
    return tuple(tile_in(each) for each in value)


def face_in(value: object) -> Face | None:
    """A tile as it lies; None for one that no set has."""
    tile = tile_in(value)
    return None if tile is None else read_face(text_in(value))


def place_in(raw: Mapping[str, Any]) -> tuple[Tile | None, int | None, str]:
    """The tile on the table, perhaps its half, and both as they are written; Nones and "" if it names no place."""
    if "at" not in raw:
        return None, None, ""
    value = raw["at"]
    if not isinstance(value, str):
        raise MisreadError("{value} is not a tile on the table.", value=shown(value))
    name, slash, half = value.partition("/")
    tile = tile_in(name)
    if not slash:
        return tile, None, value
    if not (half.isascii() and half.isdigit() and len(half) <= 2):
        raise MisreadError("{half} is not a half of a tile.", half=quoted(half))
    return tile, int(half), value


def text_in(value: object) -> str:
    """The text; "" for any other value."""
    return value if isinstance(value, str) else ""


def is_said(value: object, what: str) -> bool:
    """True, for a field that is either true or left out; any other value is an error."""
    if value is not True:
        raise MisreadError("{what} is either true or left out.", what=what)
    return True


def reason_in(raw: Mapping[str, Any]) -> str:
    """The reason that an entry gives; "" if it gives none."""
    why = raw.get("why", "")
    if not isinstance(why, str) or len(why) > LONGEST_TEXT or not is_text(why):
        raise MisreadError("The reason is a short text.")
    return why


class Field(NamedTuple):
    """One JSON object: its verb and what that says, the seat that acts (-1 if nobody is named), the table's players, and
    whether the table lets it stand."""

    raw: Mapping[str, Any]
    verb: str
    value: Any
    by: int
    players: Sequence[str]
    stood: bool = False
