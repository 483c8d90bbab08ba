"""The tiles read from a picture: encoded in the query string, drawn over the picture, and split among the hands.

The picture itself stays on the phone, which shows it under the drawing; without scripts there is just the drawing.
"""

import math
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, Self

from referee.camera import DOUBT, Seen
from referee.engine.tiles import Face, Tile, read_tile

MOST = 100  # tiles in one picture
CERTAIN = 100  # percent: confirmed by a person
Corners = tuple[tuple[int, int], ...]
_TILE = r"\d\d?-\d\d?"
_READING = re.compile(rf"({_TILE}),(\d{{1,3}})((?:,\d{{1,5}}){{8}})((?:,{_TILE}){{0,5}})", re.ASCII)


class TileReading(NamedTuple):
    """One tile of a picture: its confidence in percent, its four corners in pixels, the first and the last
    at the end of the higher half, and what else it could be."""

    tile: Tile
    sure: int
    corners: Corners
    others: tuple[Tile, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether a person has to check it."""
        return self.sure < DOUBT * 100

    @property
    def face(self) -> Face:
        """The tile as it lies in the picture: its left half first, or its upper one if it stands."""
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = self.corners
        right, down = x2 + x3 - x1 - x4, y2 + y3 - y1 - y4  # from the higher half to the lower
        high, low = self.tile.high, self.tile.low
        return Face(low, high) if (right if abs(right) > abs(down) else down) < 0 else Face(high, low)

    def __str__(self) -> str:
        numbers = ",".join(f"{x},{y}" for x, y in self.corners)
        return ",".join((f"{self.tile},{self.sure},{numbers}", *map(str, self.others)))


class Readings(NamedTuple):
    """All tiles of a picture, and its width and height in pixels."""

    size: tuple[int, int]
    tiles: tuple[TileReading, ...]

    def __str__(self) -> str:
        return " ".join((f"{self.size[0]}x{self.size[1]}", *map(str, self.tiles)))

    def among(self, possible: Collection[Tile]) -> Self:
        """Only the tiles in `possible`, among the readings and their alternatives."""
        kept = (each for each in self.tiles if each.tile in possible)
        return self._replace(
            tiles=tuple(
                each._replace(others=tuple(other for other in each.others if other in possible))
                for each in kept
            )
        )

    def corrected(self, number: int, tile: Tile) -> Self:
        """With one reading corrected by a person. Another reading of that tile gets the old one and becomes doubtful."""
        found, was = list(self.tiles), self.tiles[number]
        for place, each in enumerate(found):
            if place != number and each.tile is tile:
                found[place] = each._replace(tile=was.tile, sure=0)
        others = tuple(dict.fromkeys(each for each in (was.tile, *was.others) if each is not tile))[:5]
        found[number] = was._replace(tile=tile, sure=CERTAIN, others=others)
        return self._replace(tiles=tuple(found))

    def without(self, number: int) -> Self:
        """With one reading removed: a person says that there is no tile there."""
        return self._replace(tiles=self.tiles[:number] + self.tiles[number + 1 :])


def readings_of(seen: Seen) -> Readings:
    """The camera's result, with coordinates rounded to pixels inside the picture."""
    width, height = seen.size
    return Readings(
        seen.size,
        tuple(
            TileReading(
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
    """Parse readings from a query string; None if the text is malformed or repeats a tile."""
    first, *words = text.split()[: MOST + 1] or [""]
    size = re.fullmatch(r"([1-9]\d{0,4})x([1-9]\d{0,4})", first, re.ASCII)
    found = [_read(word) for word in words]
    tiles = [each for each in found if each is not None]
    if size is None or len(tiles) < len(words) or len({each.tile for each in tiles}) < len(tiles):
        return None
    return Readings((int(size[1]), int(size[2])), tuple(tiles))


def _read(word: str) -> TileReading | None:
    read = _READING.fullmatch(word)
    tile = read_tile(read[1]) if read is not None else None
    if read is None or tile is None:
        return None
    numbers = [int(each) for each in read[3].split(",")[1:]]
    others = (read_tile(each) for each in read[4].split(",")[1:])
    return TileReading(
        tile,
        min(CERTAIN, int(read[2])),
        tuple(zip(numbers[::2], numbers[1::2], strict=True)),
        tuple(each for each in others if each is not None),
    )


Link = tuple[float, int, int]  # the distance between two tiles, and their indices


def split_by_size(tiles: Sequence[Corners], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Split the tiles into groups of neighbours of these sizes, as indices, in the order of `sizes`; () if that fails.

    Groups are cut apart at the widest gaps. Of two groups of equal size, the one with the lower indices comes first.
    """
    if sum(sizes) != len(tiles):
        return ()
    groups = sorted(_cut(frozenset(range(len(tiles))), _shortest_links(tiles), sorted(sizes)))
    found = []
    for size in sizes:
        group = next((each for each in groups if len(each) == size), None)
        if group is None:
            return ()
        groups.remove(group)
        found.append(tuple(group))
    return tuple(found)


def _cut(tiles: frozenset[int], links: list[Link], sizes: list[int]) -> list[list[int]]:
    """The groups, each connected by the links that are not cut; [] if there is no such split."""
    if len(sizes) == 1:
        return [sorted(tiles)] if len(tiles) == sizes[0] else []
    for cut in sorted(links, reverse=True):
        kept = [each for each in links if each is not cut]
        side = _reached(cut[1], kept)
        for group in (side, tiles - side):
            if len(group) not in sizes:
                continue
            rest = list(sizes)
            rest.remove(len(group))
            others = _cut(tiles - group, [each for each in kept if each[1] not in group], rest)
            if others:
                return [sorted(group), *others]
    return []


def _reached(start: int, links: Sequence[Link]) -> frozenset[int]:
    found, coming = {start}, [start]
    while coming:
        here = coming.pop()
        beside = {two if one == here else one for _, one, two in links if here in (one, two)} - found
        found |= beside
        coming += beside
    return frozenset(found)


def _shortest_links(tiles: Sequence[Corners]) -> list[Link]:
    """The minimum spanning tree of the tiles."""
    group = list(range(len(tiles)))
    found = []
    outlines = [tuple(_edge(each)) for each in tiles]
    pairs = combinations(range(len(tiles)), 2)
    for link in sorted((_gap(outlines[one], outlines[two]), one, two) for one, two in pairs):
        old, new = group[link[1]], group[link[2]]
        if old != new:
            found.append(link)
            group = [new if each == old else each for each in group]
    return found


def _edge(corners: Corners) -> Iterator[tuple[float, float]]:
    """The corners, and the midpoint of each side."""
    for (x, y), (right, down) in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield x, y
        yield (x + right) / 2, (y + down) / 2


def _gap(one: Sequence[tuple[float, float]], two: Sequence[tuple[float, float]]) -> float:
    return min(math.dist(here, there) for here in one for there in two)


WIDE = 390  # units across the drawing: pixels on most phones
AROUND = 0.6  # margin around the tiles, in tile lengths
HALO = 1.14  # scale of an outline relative to its tile
SMALLEST, LARGEST = 9, 17  # font size of a reading, in units
LETTERS, LINES = 3.6, 2.2  # width of its pill, and height of the pill plus the gap above it, in font sizes
Points = list[tuple[float, float]]


class Outline(NamedTuple):
    """One tile, in units of the drawing: its outline, and the tap area, which has the reading at its bottom.

    `state` is "sure" or "unsure", plus "this-one" if the page asks about it, or "other" for a tile of another hand.
    A tap submits `name` with `value`.
    """

    text: str
    state: str
    points: str
    area: tuple[int, int, int, int]
    letters: int
    name: str
    value: int


class ShownPart(NamedTuple):
    """The part of the picture that is shown, in units; `whole` is the box of the full picture: x, y, width, height."""

    width: int
    height: int
    whole: tuple[int, int, int, int]
    outlines: tuple[Outline, ...]


def drawing_of(readings: Readings, hand: Sequence[int], asked: int | None, number: int) -> ShownPart:
    """The drawing. `hand` are the indices of this hand's tiles, `number` its full size, `asked` the tile in question."""
    points = [point for each in readings.tiles for point in each.corners]
    around = AROUND * max(_long(each) for each in readings.tiles)
    width, height = readings.size
    left = max(0.0, min(x for x, _ in points) - around)
    top = max(0.0, min(y for _, y in points) - around)
    right = max(left + 1, min(float(width), max(x for x, _ in points) + around))
    bottom = max(top + 1, min(float(height), max(y for _, y in points) + around))
    unit = WIDE / (right - left)
    others = "mine" if len(readings.tiles) - len(hand) >= number else ""
    found = []
    for place, each in enumerate(readings.tiles):
        state = ("unsure" if each.is_doubtful else "sure") + (" this-one" if place == asked else "")
        state, name = (state, "at") if place in hand else (f"{state} other", others)
        corners = [((x - left) * unit, (y - top) * unit) for x, y in each.corners]
        found.append(_outline(each, place, state, name, corners))
    whole = (round(-left * unit), round(-top * unit), round(width * unit), round(height * unit))
    return ShownPart(WIDE, round((bottom - top) * unit), whole, tuple(found))


def _outline(reading: TileReading, place: int, state: str, name: str, corners: Points) -> Outline:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    letters = round(max(SMALLEST, min(LARGEST, min(max(xs) - min(xs), max(ys) - min(ys)) * 0.36)))
    width = max(LETTERS * letters, max(xs) - min(xs))
    left = min(max(0.0, (min(xs) + max(xs) - width) / 2), WIDE - width)
    area = (left, min(ys), width, max(ys) - min(ys) + LINES * letters)
    return Outline(
        text=f"{reading.tile}?" if reading.is_doubtful else reading.tile.name,
        state=state,
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in _wider(corners)),
        area=(round(area[0]), round(area[1]), round(area[2]), round(area[3])),
        letters=letters,
        name=name,
        value=place,
    )


def _wider(corners: Points) -> Points:
    x, y = (sum(each) / len(corners) for each in zip(*corners, strict=True))
    return [(x + (right - x) * HALO, y + (down - y) * HALO) for right, down in corners]


def _long(reading: TileReading) -> int:
    xs, ys = [x for x, _ in reading.corners], [y for _, y in reading.corners]
    return max(max(xs) - min(xs), max(ys) - min(ys))
