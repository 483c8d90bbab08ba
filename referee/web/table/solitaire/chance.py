"""Tiles by chance, for practice: what is turned up next is any tile not seen yet, as from a set that was shuffled."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from referee.engine.tiles import Face, Tile

_CHANCE = secrets.SystemRandom()


def any_faces(tiles: Iterable[Tile], number: int) -> list[Face]:
    """So many different ones of the tiles, each either way round."""
    return [any_way(each) for each in _CHANCE.sample(list(tiles), number)]


def any_way(tile: Tile) -> Face:
    """The tile, either way round."""
    first = _CHANCE.choice((tile.high, tile.low))
    return Face(first, tile.other(first))


def shuffled(tiles: Iterable[Tile]) -> list[Tile]:
    """The tiles in an order by chance."""
    found = list(tiles)
    _CHANCE.shuffle(found)
    return found
