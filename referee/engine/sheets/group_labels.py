"""The groups in which variants are listed when a table chooses its game."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.messages import _, marked
from referee.engine.rules.game import Game

COUNT_THE_ENDS = marked("Count the ends")
LAY_AND_DRAW = marked("Lay and draw")
BLOCK = marked("Block")
SUMS = marked("Make a sum")
EQUAL_ENDS = marked("Equal ends")
BLIND = marked("Blind")
PAIRS = marked("Two pairs")
TRAINS = marked("Trains")
TRICKS = marked("Tricks")
ALONE = marked("For one player")
SHOWDOWN = marked("Best hand")

# As they are listed.
ORDER = (COUNT_THE_ENDS, LAY_AND_DRAW, BLOCK, SUMS, EQUAL_ENDS, BLIND, PAIRS, TRAINS, TRICKS, SHOWDOWN, ALONE)


def grouped(variants: Iterable[Game], *, by_sheet: bool) -> list[tuple[str, list[Game]]]:
    """Variants under their sheets, or under their families with namesakes together."""
    found: dict[str, list[Game]] = {}
    for variant in variants:
        found.setdefault(_(variant.sheet.title) if by_sheet else variant.family, []).append(variant)
    if by_sheet:
        return list(found.items())
    ordered = sorted(found.items(), key=lambda each: ORDER.index(each[0]))
    return [(_(title), sorted(group, key=lambda each: str(each.title))) for title, group in ordered]
