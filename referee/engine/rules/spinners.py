"""Which ports of doubles are open, and how many arms a layout has."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.layout import Shape, Spinner, SpinnerOpens
from referee.engine.rules.part import Part, choice, fixed, unless, where


@dataclass(frozen=True, kw_only=True)
class Doubles(Part):
    """How doubles lie and which of them open four ways (S4, S6, S9, S10, C1-C4, T1).

    `in_line` is how the sheet lays them, end to end like other tiles; a spinner lies across all the same.
    """

    in_line: bool = False

    cross_draw: str = fixed(
        "Drawing for the cross",
        "Until the cross is complete, who cannot go draws one tile, lays it if it fits, and passes if it does not.",
    )
    spinner: str = choice(
        "Spinners",
        {
            "none": "No double opens a third way.",
            "first_double": "The first double is open on both sides and both ends.",
            "opening_double": "The double that opens the round is open on both sides and both ends.",
            "all": "Every double is open on both sides and both ends.",
        },
        "none",
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
        "at_once",
    )
    spinner_counts_until: int = choice(
        "How long a spinner counts",
        {
            2: "A double counts both halves until two tiles touch it.",
            3: "A spinner counts both halves until three tiles touch it.",
            4: "A spinner counts both halves until four tiles touch it.",
        },
        2,
        reasons={2: "So most books count; a double with both sides covered is part of the line."},
    )
    cross_first: bool = choice(
        "The cross",
        {
            False: "No cross has to be completed.",
            True: "The first double must carry four tiles before any tile goes elsewhere.",
        },
        False,
        reasons={False: "A cross is owed only in games whose own text asks for one."},
    )
    arms: int = choice(
        "Arms",
        {
            0: "The first tile may be continued on all its open sides.",
            1: "Only one side of the first tile is ever used, so there is one open end.",
        },
        0,
        reasons={0: "A line grows at both its ends; only One-Arm Joe is printed otherwise."},
    )

    has_spinners = unless("spinner", "none")  # some double opens a third way
    all_are_spinners = where("spinner", "all")

    def shape(self) -> Shape:
        """The same as parameters of a layout."""
        return Shape(
            Spinner(self.spinner),
            SpinnerOpens(self.spinner_opens),
            self.spinner_counts_until,
            self.cross_first,
            self.arms,
            self.in_line and not self.has_spinners,
        )
