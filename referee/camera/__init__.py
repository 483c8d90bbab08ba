"""Reads domino tiles from a photograph. Needs numpy, the extra `camera`; the program runs without it."""

from collections.abc import Collection
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from referee.engine.tiles import Tile

DOUBT = 0.9  # a reading less sure than this is for a person to look at
MOST_BYTES = 6_000_000
MOST_PIXELS = 20_000_000
# A WebP takes 16 bytes a pixel to decode, and cannot be decoded smaller than it is.
MOST_WEBP_PIXELS = 10_000_000
WEIGHTS = Path(__file__).with_name("weights.npz")


class Guess(NamedTuple):
    """A tile that it could also be, and how sure that is, 0 to 1."""

    tile: Tile
    sure: float


class FoundTile(NamedTuple):
    """One tile in a picture: the likeliest of the possible tiles, and how sure that is, 0 to 1.

    `corners` are four, in turn round the tile, in pixels of the upright picture (x to the right, y down); the higher
    half lies between the last and the first; `others` are the next likeliest possible tiles, likeliest first, up to five.
    """

    tile: Tile
    sure: float
    corners: tuple[tuple[float, float], ...]
    others: tuple[Guess, ...]


class Seen(NamedTuple):
    """What a picture shows: its tiles, top to bottom and left to right; its width and height in pixels, upright."""

    found: tuple[FoundTile, ...]
    size: tuple[int, int]


class CannotLook(Exception):
    """Why a picture was not read: "too-large", "not-a-picture", "busy" or "took-too-long"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def is_available() -> bool:
    """Whether this machine can read pictures: numpy and Pillow are installed, and the weights are there."""
    return find_spec("numpy") is not None and find_spec("PIL") is not None and WEIGHTS.is_file()


def look(
    picture: bytes, *, highest: int = 12, possible: Collection[Tile] | None = None, count: int | None = None
) -> Seen:
    """The tiles of a picture, read in this process.

    `highest` is the set's highest double, `possible` the tiles that can be there (None: all of the set),
    `count` how many tiles the picture shows (None: unknown). No tile is found twice. Raises CannotLook.
    """
    from referee.camera.picture import read

    return read(picture, highest=highest, possible=possible, count=count)


def look_aside(
    picture: bytes, *, highest: int = 12, possible: Collection[Tile] | None = None, count: int | None = None
) -> Seen:
    """The same, read in a process of its own whose memory and time are bounded; one at a time. Raises CannotLook."""
    from referee.camera.aside import read_aside

    return read_aside(picture, highest=highest, possible=possible, count=count)
