"""A solitaire as one sheet prints it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.engine.rules.game import Game
from referee.engine.rules.part import Value
from referee.engine.rules.solitaires import Columns, CountingRow, DrawFive, Knocking
from referee.engine.tiles import SET_NAMES


@dataclass(frozen=True, kw_only=True)
class Patience(Game):
    """The rules of a solitaire: one part, which says what kind of solitaire it is."""

    SLOTS = ("counting_row", "knock_out", "columns", "draw_five")
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
        return next(slot for slot in self.SLOTS if getattr(self, slot) is not None)

    @property
    def highest(self) -> int:
        """The highest double of the tiles that it is played with; 0 if any set will do."""
        part: CountingRow | Knocking | Columns | DrawFive = getattr(self, self.solitaire)
        return part.highest

    def sets_for(self, options: Mapping[str, Value]) -> tuple[int, ...]:
        """The sets that have the tiles it is played with; what is higher is put aside."""
        highest = self.with_options(options, 1).highest
        return tuple(each for each in SET_NAMES if each >= highest) if highest else ()
