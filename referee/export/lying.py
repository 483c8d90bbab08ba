"""What lay at the end of a round, as a drawing for paper and pictures."""

from __future__ import annotations

from referee.drawing.lanes import lanes_drawing
from referee.drawing.shapes import Drawing, layout_drawing
from referee.reports.rounds import RoundSummary


def lying_of(summary: RoundSummary, *, last: bool = False) -> Drawing | None:
    """The layout with the numbers of its ends, or rows of tiles; None if nothing lies. With `last` the tile that was
    laid last in a layout is marked."""
    if summary.lanes:
        return lanes_drawing(summary.lanes)
    if summary.layout is None or not summary.layout.laid:
        return None
    return layout_drawing(summary.layout, ends=summary.tells_ends, last=last)
