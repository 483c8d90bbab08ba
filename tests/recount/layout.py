"""What lies in a line game: which ends are open, what may go there, and what the ends count."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.recount.tiles import Tile, is_double


@dataclass(eq=False)
class Laid:
    """A tile on the table: `links` tiles touch it, `free` are the halves of a single that nothing touches."""

    tile: Tile
    spinner: bool
    opening: bool
    links: int = 0
    free: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.is_double = is_double(self.tile)


# A matador may lie across the line: then both its halves are open.
ACROSS = -1


class Way(NamedTuple):
    """How a tile may be laid: on which tile, against which of its halves, and with which half outward."""

    on: Laid
    half: int
    out: int


class Layout:
    """The tiles laid in one round, by these rules."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.rules = rules
        self.laid: list[Laid] = []
        self.places: list[tuple[Laid, int]] = []  # where a tile may be set now, with the half there

    @property
    def cross(self) -> Laid | None:
        """The spinner whose four places have to be taken first (part 1, games 6 and 21; C2)."""
        first = next((each for each in self.laid if each.is_double), None)
        if not self.rules["cross_first"] or first is None or not first.spinner or first.links >= 4:
            return None
        return first

    def ports(self, *, cross: bool) -> list[tuple[Laid, int]]:
        """Every open place, with the half there; `cross`: only those of the cross while it is unfinished."""
        found = []
        for each in self.laid:
            if self.rules["arms"] == 1 and each.opening and each.links:
                continue  # game 9: one place of the opening tile, ever
            if each.is_double:
                found += [(each, each.tile[0])] * (self._room(each) - each.links)
            else:
                found += [(each, half) for half in each.free]
        only = self.cross if cross else None
        return [port for port in found if only is None or port[0] is only]

    def _room(self, double: Laid) -> int:
        """How many tiles may touch a double by now: two, or four once a spinner is open (S10)."""
        opens = {
            "at_once": 0,
            "after_one_tile": 1 if double.opening else 2,
            "both_sides": 2,
        }[self.rules["spinner_opens"]]
        return 4 if double.spinner and double.links >= opens else 2

    def ways(self, tile: Tile, *, cross: bool = True) -> list[Way]:
        """The different ways to lay this tile; without `cross` also those that an unfinished cross forbids."""
        places = self.places if cross else self.ports(cross=False)
        found = [
            Way(on, half, tile[1 - turned])
            for on, half in places
            for turned in ((0,) if is_double(tile) else (0, 1))
            if self.touches(tile, tile[turned], half)
        ]
        if self.rules["matador_crosswise"] and self.is_matador(tile) and not is_double(tile):  # M3
            found += [Way(on, half, ACROSS) for on, half in places]
        return list(dict.fromkeys(found))

    def touches(self, tile: Tile, inward: int, half: int) -> bool:
        """Whether this tile may touch an open `half` with its half `inward`."""
        if self.rules["joins"] == "sum":
            if self.is_matador(tile):
                return True  # M3: anywhere, either half outward
            return half != 0 and inward + half == self.rules["target_sum"]  # only matadors on a blank
        blank = {  # G16
            "match_only": False,
            "wild_when_played": inward == 0,
            "double_blank_only": tile == (0, 0),
            "wild_both_ways": inward == 0 or half == 0,
        }[self.rules["blanks"]]
        return inward == half or blank

    def is_matador(self, tile: Tile) -> bool:
        """0-0, and the tiles whose halves make the sum, without a blank (M1, M10)."""
        if self.rules["joins"] != "sum":
            return False
        return tile == (0, 0) or (sum(tile) == self.rules["target_sum"] and min(tile) > 0)

    def lay(self, tile: Tile, way: Way | None = None) -> Laid:
        """Put the tile there; without a way it is the first."""
        spinner = (
            is_double(tile)
            and {
                "none": False,
                "all": True,
                "opening_double": not self.laid,
                "first_double": not any(each.is_double for each in self.laid),
            }[self.rules["spinner"]]
        )
        put = Laid(tile, spinner, opening=not self.laid, free=[] if is_double(tile) else list(tile))
        if way is not None:
            put.links = 1
            put.free = put.free if way.out == ACROSS else put.free and [way.out]
            way.on.links += 1
            if way.half in way.on.free:
                way.on.free.remove(way.half)
        self.laid.append(put)
        self.places = self.ports(cross=True)
        return put

    def ends(self) -> list[int]:
        """The numbers that are counted (part 0, COUNT): a double twice while few enough tiles touch it (S1-S4)."""
        found = []
        for each in self.laid:
            until = self.rules["spinner_counts_until"] if each.spinner else 2
            if each.is_double:
                found += [each.tile[0]] * 2 if each.links < until else []
            else:
                found += each.free
        return sorted(found)

    def worth(self, put: Laid) -> int:
        """What the tile just laid scores."""
        score, count = self.rules["score"], sum(self.ends())
        if score == "bergen":
            return self._bergen(put)
        if score == "fives_and_threes":  # part 4, V1
            return sum(count // base for base in (3, 5) if count % base == 0)
        base = {"none": 0, "fives": 5, "threes": 3}[score]
        if not base or count % base:
            return 0
        return count // base if self.rules["score_unit"] == "per_five" else count

    def _bergen(self, put: Laid) -> int:
        """2 or 3 points if all ends of the line show the same (B1); the opening double is worth 2 (B2)."""
        if len(self.laid) == 1:
            return 2 if put.is_double else 0
        ports = self.ports(cross=False)
        if len({half for _, half in ports}) != 1:
            return 0
        if self.rules["bergen_triple"] == "placed_double":
            return 3 if put.is_double else 2
        return 3 if any(on.is_double for on, _ in ports) else 2
