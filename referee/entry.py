"""One entry of a record while it is read: the JSON object, who acts, and the plain values in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.rulings import Said
from referee.tiles import Tile, is_written_like_a_tile, read_tile

LARGEST_NUMBER = 1_000_000


class MisreadError(Exception):
    """Raised while one event is read; `read_event` makes an answer of it."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.said = Said(template, values)


class Entry(NamedTuple):
    """One JSON object, with the seat that acts (-1 where nobody is named) and the names of the table."""

    raw: Mapping[str, Any]
    by: int
    players: Sequence[str]


def shown(value: object) -> str:
    """A value as the record wrote it, cut where it is long."""
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


def number_of(value: object, least: int, what: str) -> int:
    """A number of at least `least`; `what` says what it should have been."""
    if type(value) is not int or not least <= value <= LARGEST_NUMBER:
        raise MisreadError("{value} is not {what}.", value=shown(value), what=what)
    return value


def tile_of(value: object) -> Tile | None:
    """A tile; None for one that no set has."""
    if not isinstance(value, str) or not is_written_like_a_tile(value):
        raise MisreadError("{value} is not a tile; a tile is written like 6-4.", value=shown(value))
    return read_tile(value)


def said_yes(value: object, what: str) -> bool:
    """True, the only value that `what` has."""
    if value is not True:
        raise MisreadError("{what} is either true or left out.", what=what)
    return True
