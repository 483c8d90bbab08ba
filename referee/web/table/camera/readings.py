"""What was read in a picture, as the pages carry it from step to step: the picture itself is not kept."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple, Self

from referee.camera import DOUBT, Seen
from referee.engine.tiles import Tile, read_tile

MOST = 100  # tiles in one picture
CERTAIN = 100  # percent: a person has said so
Corners = tuple[tuple[int, int], ...]
_TILE = r"\d\d?-\d\d?"
_READING = re.compile(rf"({_TILE}),(\d{{1,3}})((?:,\d{{1,5}}){{8}})((?:,{_TILE}){{0,5}})", re.ASCII)


class Reading(NamedTuple):
    """One tile of a picture: how sure it is in percent, its four corners in pixels, and what else it could be."""

    tile: Tile
    sure: int
    corners: Corners
    others: tuple[Tile, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether a person has to look at it."""
        return self.sure < DOUBT * 100

    def __str__(self) -> str:
        numbers = ",".join(f"{x},{y}" for x, y in self.corners)
        return ",".join((f"{self.tile},{self.sure},{numbers}", *map(str, self.others)))


class Readings(NamedTuple):
    """All tiles of a picture, and its width and height in pixels."""

    size: tuple[int, int]
    tiles: tuple[Reading, ...] = ()

    def __str__(self) -> str:
        return " ".join((f"{self.size[0]}x{self.size[1]}", *map(str, self.tiles)))

    def among(self, possible: Collection[Tile]) -> Self:
        """Those that can still be there, and of what else they could be the same."""
        kept = (each for each in self.tiles if each.tile in possible)
        return self._replace(
            tiles=tuple(
                each._replace(others=tuple(other for other in each.others if other in possible))
                for each in kept
            )
        )

    def corrected(self, number: int, tile: Tile) -> Self:
        """A person says which tile that is. If another reading had that tile, the two change places."""
        found, was = list(self.tiles), self.tiles[number]
        for place, each in enumerate(found):
            if place != number and each.tile is tile:
                found[place] = each._replace(tile=was.tile, sure=0)
        others = tuple(dict.fromkeys(each for each in (was.tile, *was.others) if each is not tile))[:5]
        found[number] = was._replace(tile=tile, sure=CERTAIN, others=others)
        return self._replace(tiles=tuple(found))

    def without(self, number: int) -> Self:
        """A person says that there is no tile there."""
        return self._replace(tiles=self.tiles[:number] + self.tiles[number + 1 :])


def readings_of(seen: Seen) -> Readings:
    """What the camera has seen, in whole pixels inside the picture."""
    width, height = seen.size
    return Readings(
        seen.size,
        tuple(
            Reading(
                each.tile,
                min(99, int(each.sure * 100)),
                tuple((_within(x, width), _within(y, height)) for x, y in each.corners),
                tuple(other.tile for other in each.others),
            )
            for each in seen.found[:MOST]
        ),
    )


def _within(number: float, most: int) -> int:
    return int(min(max(number, 0), most))


def read_readings(text: str) -> Readings | None:
    """The readings that a page carried; None if it cannot be one of ours."""
    first, *words = text.split()[: MOST + 1] or [""]
    size = re.fullmatch(r"([1-9]\d{0,4})x([1-9]\d{0,4})", first, re.ASCII)
    found = [_read(word) for word in words]
    tiles = [each for each in found if each is not None]
    if size is None or len(tiles) < len(words) or len({each.tile for each in tiles}) < len(tiles):
        return None
    return Readings((int(size[1]), int(size[2])), tuple(tiles))


def _read(word: str) -> Reading | None:
    read = _READING.fullmatch(word)
    tile = read_tile(read[1]) if read is not None else None
    if read is None or tile is None:
        return None
    numbers = [int(each) for each in read[3].split(",")[1:]]
    others = (read_tile(each) for each in read[4].split(",")[1:])
    return Reading(
        tile,
        min(CERTAIN, int(read[2])),
        tuple(zip(numbers[::2], numbers[1::2], strict=True)),
        tuple(each for each in others if each is not None),
    )
