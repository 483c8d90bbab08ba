"""What the solitaires ask of their player: one part for each of the four kinds, and a game as one sheet prints it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.engine.rules.game import Game
from referee.engine.rules.part import Part, Value, choice, fixed, where
from referee.engine.tiles import SET_NAMES


@dataclass(frozen=True, kw_only=True)
class CountingRow(Part):
    """Elimination: counting along a row (EL1, EL2)."""

    count: str = fixed(
        "The count",
        "The numbers go along the row from the left, one a tile; a tile whose pips equal its number leaves.",
    )
    row_end: str = fixed(
        "The end of the row", "At the end of the row the gaps are closed, and the numbers run on from there."
    )
    lost: str = fixed(
        "When it is lost", "The game is lost as soon as no tile left can ever meet its number again."
    )

    @property
    def highest(self) -> int:
        """The highest double of the tiles that lie in the row."""
        return 6

    @property
    def last_number(self) -> int:
        """The number after which the count begins at zero again."""
        return 12


@dataclass(frozen=True, kw_only=True)
class Bingo(CountingRow):
    """Bingo: the same with a choice of tiles, because not all the tiles that the sheet prints could leave (EL3)."""

    bingo: str = choice(
        "The tiles and the count of Bingo",
        {
            "d6_0_12": "The 28 tiles up to 6-6 lie in the row, and the count goes from 0 to 12.",
            "d9_0_18": "All 55 tiles up to 9-9 lie in the row, and the count goes from 0 to 18.",
            "as_printed": "All 55 tiles up to 9-9 lie in the row, and the count goes from 0 to 12; "
            "twelve of them can never leave.",
        },
    )

    @property
    def highest(self) -> int:
        """The highest double of the tiles that lie in the row."""
        return 6 if self.bingo == "d6_0_12" else 9

    @property
    def last_number(self) -> int:
        """The number after which the count begins at zero again."""
        return 18 if self.bingo == "d9_0_18" else 12


@dataclass(frozen=True, kw_only=True)
class Knocking(Part):
    """Knock-out: what may leave the line, and what the rest counts (KO1)."""

    knock: str = choice(
        "What is knocked out",
        {
            "pair": "Two neighbours whose touching halves are equal leave together; the line closes up.",
            "run": "Two or more neighbours leave together if all their touching halves are equal; "
            "the line closes up.",
        },
    )
    rest: str = fixed(
        "What is left",
        {
            "scores": "Each tile left when nothing touches any more is a point; fewer is better.",
            "nothing": "Nothing is counted; the fewer tiles are left, the better.",
        },
    )

    takes_runs = where("knock", "run")
    counts_rest = where("rest", "scores")
    highest = 6  # the highest double of its tiles


@dataclass(frozen=True, kw_only=True)
class Columns(Part):
    """Domino solitaire: seven columns, of which the lowest tiles are seen (DS1-DS3)."""

    move_unit: str = choice(
        "What moves",
        {
            "tail": "A tile moves with all that hang below it, wherever in its run it lies.",
            "whole_run": "A run of tiles moves only as a whole.",
        },
    )
    match: str = fixed(
        "Where a tile may go",
        "A tile goes under a column whose lowest half equals its own upper half; no tile is ever turned round.",
    )
    new_column: str = fixed(
        "A new column", "While fewer than seven columns have tiles, any tile that may move may start another."
    )
    turning: str = fixed(
        "Turning up", "A tile that nothing covers any more may be turned up; it need not be at once."
    )
    won: str = fixed(
        "When it is won", "The game is won when no tile lies face down, and lost when nothing can be moved."
    )

    moves_part_of_run = where("move_unit", "tail")  # with all below it; else a run moves whole
    highest = 6  # the highest double of its tiles


@dataclass(frozen=True, kw_only=True)
class DrawFive(Part):
    """A hand of five and a line with two ends (SO1)."""

    line: str = fixed(
        "Where a tile goes",
        "Begin with any tile; then a tile goes with an equal half on either end of the line.",
    )
    drawing: str = fixed(
        "Drawing", "If nothing in the hand goes, a tile is drawn, then another, until one goes."
    )
    lost: str = fixed("When it is lost", "The game is lost when nothing goes and nothing is left to draw.")
    goal: str = choice(
        "When it is won",
        {
            "empty_hand": "The game is won as soon as the hand is empty.",
            "whole_set": "The game is won when every tile of the set is laid; from an empty hand a tile is drawn.",
        },
    )

    ends_with_empty_hand = where("goal", "empty_hand")  # else once the whole set is laid
    highest = 0  # any set will do


@dataclass(frozen=True, kw_only=True)
class Patience(Game):
    """The rules of a solitaire: one part, which says what kind of solitaire it is."""

    machine = "patience"

    players: tuple[int, int] = (1, 1)
    tiles: int = 6
    counting_row: CountingRow | None = None
    knock_out: Knocking | None = None
    columns: Columns | None = None
    draw_five: DrawFive | None = None

    @cached_property
    def solitaire(self) -> str:
        """Which of the solitaires it is: the name of its part."""
        return next(iter(self.kinds))

    @property
    def points_are_charges(self) -> bool:
        """Whether fewer points are better: they are the tiles left."""
        return self.knock_out is not None and self.knock_out.counts_rest

    @property
    def highest(self) -> int:
        """The highest double of the tiles that it is played with; 0 if any set will do."""
        part: CountingRow | Knocking | Columns | DrawFive = getattr(self, self.solitaire)
        return part.highest

    def sets_for(self, options: Mapping[str, Value]) -> tuple[int, ...]:
        """The sets that contain the tiles it is played with; higher tiles are put aside."""
        highest = self.with_options(options, 1).highest
        return tuple(each for each in SET_NAMES if each >= highest) if highest else ()
