"""Tiles as pairs of numbers."""

from collections.abc import Sequence

# A tile is its halves, the high one first.
Tile = tuple[int, int]


def all_tiles(high: int) -> list[Tile]:
    """Every tile of a set."""
    return [(one, other) for one in range(high + 1) for other in range(one + 1)]


def word(tile: Sequence[int]) -> str:
    """The tile as records write it."""
    return f"{tile[0]}-{tile[1]}"


def words(tiles: Sequence[Sequence[int]]) -> list[str]:
    """These tiles as records write them."""
    return [word(each) for each in tiles]


def is_double(tile: Tile) -> bool:
    """Whether both halves are the same."""
    return tile[0] == tile[1]


def pips(hand: Sequence[Tile]) -> int:
    """The pips of these tiles."""
    return sum(map(sum, hand))
