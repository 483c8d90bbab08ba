"""Tiles and sets."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from referee.engine.messages import Listed, Message, marked, msg

HIGHEST = 15
SET_NAMES = {
    6: marked("double-six"),
    9: marked("double-nine"),
    12: marked("double-twelve"),
    15: marked("double-fifteen"),
}


def set_word(highest: int) -> Message:
    """A set by its highest double, as a word within a sentence: "double-six"."""
    return msg(SET_NAMES[highest])


class Tile:
    """One domino tile. There is one object for each tile, so tiles compare by identity.

    `high` and `low` are its halves in pips, `bit` its bit in a mask of tiles.
    """

    __slots__ = ("bit", "halves", "high", "is_double", "low", "name", "number", "pips")

    high: int
    low: int

    def __init__(self, high: int, low: int) -> None:
        self.high = high
        self.low = low
        self.number = high * (high + 1) // 2 + low
        self.bit = 1 << self.number
        self.pips = high + low
        self.is_double = high == low
        self.halves = (high,) if high == low else (high, low)
        self.name = f"{high}-{low}"

    def other(self, half: int) -> int:
        """The half opposite `half`, in pips; `half` must be one of the tile's own."""
        return self.pips - half

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Tile({self.name})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return tile, (self.high, self.low)


_BY_NUMBER = tuple(Tile(high, low) for high in range(HIGHEST + 1) for low in range(high + 1))


def tile(a: int, b: int) -> Tile:
    """The tile with halves `a` and `b`, 0 to 15, in either order."""
    high, low = (a, b) if a >= b else (b, a)
    return _BY_NUMBER[high * (high + 1) // 2 + low]


_BY_NAME = {f"{a}-{b}": tile(a, b) for a in range(HIGHEST + 1) for b in range(HIGHEST + 1)}


# The tile that a text names ("6-4" or "4-6"); None if it names no tile.
read_tile: Callable[[str], Tile | None] = _BY_NAME.get


class Face(NamedTuple):
    """A tile as it lies: its left and right half in a row, its upper and lower one in a column."""

    first: int
    second: int

    @property
    def tile(self) -> Tile:
        """Which tile it is."""
        return tile(self.first, self.second)

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


def read_face(text: str) -> Face | None:
    """The tile that `text` names, as it lies ("1-4" is not "4-1"); None if it names no tile."""
    if read_tile(text) is None:
        return None
    first, _, second = text.partition("-")
    return Face(int(first), int(second))


def mask_of(tiles: Iterable[Tile]) -> int:
    """The tiles as one integer, a bit for each."""
    mask = 0
    for each in tiles:
        mask |= each.bit
    return mask


def tiles_in(mask: int) -> Iterator[Tile]:
    """The tiles of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield _BY_NUMBER[lowest.bit_length() - 1]
        mask ^= lowest


class TileSet:
    """A set in use, named by its highest double: 6, 9, 12 or 15; `having[half]` is the mask of tiles with that half."""

    __slots__ = ("having", "high", "mask", "tiles")

    def __init__(self, high: int) -> None:
        self.high = high
        self.tiles = _BY_NUMBER[: (high + 1) * (high + 2) // 2]
        self.mask = (1 << len(self.tiles)) - 1
        self.having = tuple(
            mask_of(each for each in self.tiles if half in each.halves) for half in range(high + 1)
        )

    @property
    def word(self) -> Message:
        """Its name within a sentence."""
        return set_word(self.high)

    def __len__(self) -> int:
        return len(self.tiles)

    def __contains__(self, each: Tile) -> bool:
        return each.high <= self.high


@cache
def tile_set(high: int) -> TileSet:
    """The set whose highest double is `high`."""
    return TileSet(high)


def heaviest(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles sorted as people read them out, heaviest first."""
    return tuple(sorted(tiles, key=lambda each: (-each.pips, -each.high)))


def tile_list(tiles: Iterable[Tile]) -> Listed:
    """A list of tiles in words, heaviest first."""
    return Listed(heaviest(tiles))
