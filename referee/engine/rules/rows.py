"""Whether tiles are held or lie face down in rows, to be turned up one after another."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rules.part import Part, choice, fixed


@dataclass(frozen=True, kw_only=True)
class Rows(Part):
    """Blind games: rows that nobody looks at (BL1, BL2, BL4)."""

    rows: str = fixed(
        "A tile that does not go", "A tile that does not go is put face down at the bottom of its row."
    )
    starter_continues: bool = choice(
        "After the first tile",
        {
            False: "After the first tile the next player goes on.",
            True: "The player who turns up the first tile goes on turning.",
        },
        False,
    )
    leftover_opens: bool = choice(
        "Tiles left over by the deal",
        {
            False: "Tiles that cannot be shared out evenly are set aside.",
            True: "A tile left over by the deal is laid as the first.",
        },
        False,
    )
