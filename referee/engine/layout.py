"""The layout: which tile lies on which, where a tile may still go, and what the ends count.

Which port of a double a tile uses changes nothing in any rule, so a double only counts its links; the
drawing decides where they lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from referee.engine.tiles import Tile


class Spinner(StrEnum):
    """Which doubles are open on both sides and both ends."""

    NONE = "none"
    FIRST_DOUBLE = "first_double"
    OPENING_DOUBLE = "opening_double"
    ALL = "all"


class SpinnerOpens(StrEnum):
    """When the crosswise ends of a spinner open."""

    AT_ONCE = "at_once"
    AFTER_ONE_TILE = "after_one_tile"
    BOTH_SIDES = "both_sides"


class Shape(NamedTuple):
    """How a layout may grow: the parameters of rules/README.md part 5, number 5; `in_line` is how doubles lie."""

    spinner: Spinner = Spinner.NONE
    opens: SpinnerOpens = SpinnerOpens.AT_ONCE
    counts_until: int = 2
    cross_first: bool = False
    arms: int = 0
    in_line: bool = False

    def lies_across(self, laid: "Laid") -> bool:
        """Whether the tile lies across the line that it is laid on: a double, unless these go in line."""
        return laid.across or (laid.tile.is_double and not self.in_line)


class Place(NamedTuple):
    """Where a tile may be attached: a tile on the table and its half that is open."""

    tile: Tile
    half: int

    @property
    def written(self) -> str:
        """As a record names it: "6-5/5"."""
        return f"{self.tile}/{self.half}"


# Used for every tile; an attribute lookup on the enum is far slower.
_NONE, _ALL, _OPENING = Spinner.NONE, Spinner.ALL, Spinner.OPENING_DOUBLE

# There are few distinct places, and the same ones come up again and again.
_place = cache(Place)


class Laid(NamedTuple):
    """One tile on the table.

    `on` is the place it was set against (None: the first tile), `touching` its half that touches there, `out` its
    half that points away, `stood` whether it broke a rule and the table let it stand, `across` whether a single lies
    across the line, so that both its halves are open.
    """

    tile: Tile
    on: Place | None
    touching: int
    out: int
    stood: bool
    across: bool = False


class Open(NamedTuple):
    """A tile that is open or still counts: an unlinked half of a single, or a double with its links."""

    tile: Tile
    half: int
    links: int


_open = cache(Open)


@dataclass(slots=True)
class Layout:
    """What lies on the table. A layout is never changed: laying a tile returns a new one."""

    shape: Shape
    laid: tuple[Laid, ...] = ()
    frontier: tuple[Open, ...] = ()
    first_double: Tile | None = None
    _places: tuple[Place, ...] | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.shape, self.laid))

    def spins(self, double: Tile) -> bool:
        """Whether the double opens four ways, now or later."""
        spinner = self.shape.spinner
        if spinner is _NONE:
            return False
        if spinner is _ALL:
            return True
        if spinner is _OPENING:
            return double is self.laid[0].tile
        return double is self.first_double

    def capacity(self, double: Tile, links: int) -> int:
        """How many links the double may have at this point, given that it has `links`."""
        is_root = double is self.laid[0].tile
        if is_root and self.shape.arms == 1:
            return 1
        if not self.spins(double):
            return 2
        opens = self.shape.opens
        if opens is SpinnerOpens.AT_ONCE or (self.shape.cross_first and double is self.first_double):
            return 4
        needed = 1 if opens is SpinnerOpens.AFTER_ONE_TILE and is_root else 2
        return 4 if links >= needed else 2

    def cross(self) -> Open | None:
        """The double whose cross must be completed first, or None if there is none."""
        if not self.shape.cross_first or self.first_double is None or not self.spins(self.first_double):
            return None
        for each in self.frontier:
            if each.tile is self.first_double:
                return each if each.links < 4 else None
        return None

    def places(self) -> tuple[Place, ...]:
        """All open places, in the order in which the tiles were laid; ignores an unfinished cross."""
        found = self._places
        if found is None:
            found = self._places = tuple(self._open_of(self.frontier))
        return found

    def places_on(self, tile: Tile | None, half: int | None) -> Sequence[Place]:
        """The open places on one tile, or only on one half of it if that is given; ignores an unfinished cross."""
        return self._open_of(
            [each for each in self.frontier if each.tile is tile and half in (None, each.half)]
        )

    def _open_of(self, ends: Sequence[Open]) -> list[Place]:
        one_arm = self.shape.arms == 1
        least = 1 if one_arm else 2  # links that every double may have
        more = one_arm or self.shape.spinner is not _NONE  # whether some double may have more than that
        return [
            _place(tile, half)
            for tile, half, links in ends
            if not tile.is_double or links < least or (more and links < self.capacity(tile, links))
        ]

    def places_now(self) -> tuple[Place, ...]:
        """The places where the next tile may go; only the double of an unfinished cross if there is one."""
        cross = self.cross() if self.shape.cross_first else None
        return self.places() if cross is None else (_place(cross.tile, cross.half),)

    def going(self, fits: Sequence[int]) -> int:
        """The mask of tiles that go somewhere now; `fits[half]` is the mask of tiles that go against that half."""
        mask = 0
        for place in self.places_now():
            mask |= fits[place.half]
        return mask

    def counted(self, each: Open) -> bool:
        """Whether this end of the layout counts in the sum of the ends."""
        if not each.tile.is_double:
            return True
        if each.tile is self.laid[0].tile and self.shape.arms == 1 and each.links:
            return False
        until = self.shape.counts_until if self.spins(each.tile) else 2
        return each.links < until

    def ends(self) -> list[int]:
        """The halves that count, in pips; a double adds both of its halves (rules/README.md part 0, COUNT)."""
        found: list[int] = []
        for each in self.frontier:
            tile, half, _ = each
            if not tile.is_double:
                found.append(half)
            elif self.counted(each):
                found += (half, half)
        return found

    def lead(self, first: Tile, *, stood: bool = False) -> "Layout":
        """The layout with its first tile."""
        frontier = tuple(_open(first, half, 0) for half in first.halves)
        laid = (Laid(first, None, first.high, first.low, stood),)
        return Layout(self.shape, laid, frontier, first if first.is_double else None)

    def add(
        self, new: Tile, on: Place | None, touching: int, *, stood: bool = False, across: bool = False
    ) -> "Layout":
        """The layout with the half `touching` of `new` set against `on` (None: it is the first tile), legal or not.

        A single laid `across` has both its halves open.
        """
        if on is None:
            return self.lead(new, stood=stood)
        kept: list[Open] = []
        touched, its_half = on
        is_root = touched is self.laid[0].tile
        for each in self.frontier:
            open_tile, half, links = each
            if open_tile is not touched:
                kept.append(each)
                continue
            if touched.is_double:
                if links < 3:
                    kept.append(_open(touched, half, links + 1))
            elif half != its_half and not (is_root and self.shape.arms == 1):
                kept.append(each)
        out = new.pips - touching
        kept.append(_open(new, out, 1))
        if across:
            kept.append(_open(new, touching, 1))
        laid = (*self.laid, Laid(new, on, touching, out, stood, across))
        first_double = self.first_double or (new if new.is_double else None)
        return Layout(self.shape, laid, tuple(kept), first_double)

    def under(self, shape: Shape) -> "Layout":
        """The same tiles in the same places under another shape, whether or not each may lie there."""
        layout = Layout(shape)
        for each in self.laid:
            layout = layout.add(each.tile, each.on, each.touching, stood=each.stood, across=each.across)
        return layout
