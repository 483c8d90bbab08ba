"""Which halves may touch, which ports of doubles are open, and how many arms a layout has."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from referee.engine.layout import Shape, Spinner, SpinnerOpens
from referee.engine.rules.part import Part, choice, fixed, unless, where
from referee.engine.tiles import Tile, tile_set


@dataclass(frozen=True, kw_only=True)
class Joins(Part):
    """Equal halves or halves that make a sum, and what blanks may do (G16, M1-M10)."""

    joins: str = choice(
        "Which halves touch",
        {
            "equal": "A tile is laid with a half against an open half of the same number.",
            "sum": "A tile is laid so that the two touching halves make the sum; matadors go anywhere, "
            "and on a blank only they go.",
        },
    )
    target_sum: int = choice(
        "The sum that touching halves make",
        {
            each: f"Touching halves make {each}; a matador is a tile of {each} pips, or 0-0."
            for each in (7, 10, 13, 16)
        },
    )
    blanks: str = choice(
        "Blanks",
        {
            "match_only": "A blank goes only on a blank.",
            "wild_when_played": "A blank half may be laid against any number; an open blank still takes only blanks.",
            "double_blank_only": "The double blank may be laid against any number; other blanks go on blanks.",
            "wild_both_ways": "A blank half may be laid against any number, and any number against an open blank.",
        },
    )
    matador_crosswise: bool = choice(
        "How a matador lies",
        {
            False: "A matador is laid in line.",
            True: "A matador may be laid across the line; then both its halves are open.",
        },
        reasons={False: "Only a few books let a matador lie across; no sheet shows it."},
    )

    makes_sums = where("joins", "sum")

    @cached_property
    def has_wild_blanks(self) -> bool:
        """Whether a blank may touch another number."""
        return not self.makes_sums and self.blanks != "match_only"

    @property
    def reading(self) -> "JoinReading":
        """The values that decide whether halves may touch."""
        return JoinReading(self.joins, self.target_sum, self.blanks)

    def is_matador(self, each: Tile) -> bool:
        """Whether the tile goes on any end (only where halves make a sum)."""
        return self.reading.is_matador(each)


class JoinReading(NamedTuple):
    """How a table joins tiles: `joins`, `target_sum` and `blanks` as in the switches."""

    joins: str
    target_sum: int
    blanks: str

    def is_matador(self, each: Tile) -> bool:
        """Whether the tile goes on any end (only where halves make a sum)."""
        if self.joins != "sum":
            return False
        return each.pips == 0 or (each.pips == self.target_sum and each.low > 0)

    def touching(self, open_half: int, each: Tile) -> tuple[int, ...]:
        """The halves of the tile that may be set against an open half, in pips; () if none may."""
        if self.joins == "sum":
            return self._summing(open_half, each)
        return tuple(half for half in each.halves if self._equal(open_half, half, each))

    def _summing(self, open_half: int, each: Tile) -> tuple[int, ...]:
        if self.is_matador(each):
            return each.halves
        if open_half == 0:
            return ()
        return tuple(half for half in each.halves if half + open_half == self.target_sum)

    def _equal(self, open_half: int, half: int, each: Tile) -> bool:
        if half == open_half:
            return True
        if half == 0:
            return self.blanks in ("wild_when_played", "wild_both_ways") or (
                self.blanks == "double_blank_only" and each.pips == 0
            )
        return open_half == 0 and self.blanks == "wild_both_ways"


@cache
def touch_table(reading: JoinReading, highest: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each open half and tile number of a set, the halves of the tile that may touch there."""
    tiles = tile_set(highest).tiles
    return tuple(tuple(reading.touching(half, each) for each in tiles) for half in range(highest + 1))


@cache
def fit_masks(reading: JoinReading, highest: int) -> tuple[int, ...]:
    """For each open half of a set, the mask of tiles that may be set against it."""
    return tuple(
        sum(1 << number for number, halves in enumerate(row) if halves)
        for row in touch_table(reading, highest)
    )


@dataclass(frozen=True, kw_only=True)
class Doubles(Part):
    """How doubles lie and which of them open four ways (S4, S6, S9, S10, C1-C4, T1).

    `in_line` is how the sheet lays them, end to end like other tiles; a spinner still lies across.
    """

    in_line: bool = False

    cross_draw: str = fixed(
        "Drawing for the cross",
        "Until the cross is complete, a player who cannot go draws one tile, lays it if it fits, "
        "and passes if it does not.",
    )
    spinner: str = choice(
        "Spinners",
        {
            "none": "No double opens a third way.",
            "first_double": "The first double is open on both sides and both ends.",
            "opening_double": "The double that opens the round is open on both sides and both ends.",
            "all": "Every double is open on both sides and both ends.",
        },
        reasons={
            "none": "Nothing in this game's own text opens a third way, so the tiles lie in one line.",
            "all": "The sheet opens every double four ways in general, and this game's own text says nothing else.",
        },
    )
    spinner_opens: str = choice(
        "When a spinner's crosswise ends open",
        {
            "at_once": "A spinner is open on all four sides as soon as it lies.",
            "after_one_tile": "A double's crosswise ends open once a further tile lies on it.",
            "both_sides": "A double's crosswise ends open once both its sides are covered.",
        },
    )
    spinner_counts_until: int = choice(
        "How long a spinner counts",
        {
            2: "A double counts both halves until two tiles touch it.",
            3: "A spinner counts both halves until three tiles touch it.",
            4: "A spinner counts both halves until four tiles touch it.",
        },
        reasons={2: "Most books count this way; a double with both sides covered is part of the line."},
    )
    cross_first: bool = choice(
        "The cross",
        {
            False: "No cross has to be completed.",
            True: "The first double must carry four tiles before any tile goes elsewhere.",
        },
        reasons={False: "A cross is owed only in games whose own text asks for one."},
    )
    arms: int = choice(
        "Arms",
        {
            0: "The first tile may be continued on all its open sides.",
            1: "Only one side of the first tile is ever used, so there is one open end.",
        },
        reasons={0: "A line grows at both its ends; only One-Arm Joe is printed otherwise."},
    )

    has_spinners = unless("spinner", "none")  # some double opens a third way
    all_are_spinners = where("spinner", "all")

    def shape(self) -> Shape:
        """The rules as parameters of a layout."""
        return Shape(
            Spinner(self.spinner),
            SpinnerOpens(self.spinner_opens),
            self.spinner_counts_until,
            self.cross_first,
            self.arms,
            self.in_line and not self.has_spinners,
        )
