"""The scores of a match as they ran, in black: the winner's line is thick, the others have different dashes."""

from __future__ import annotations

from referee.drawing.score_lines import Frame, Scores, score_plot
from referee.export.paper.sheet import POINT, Sheet

_LETTER = 8.0  # points


def names_width(sheet: Sheet, match: Scores, size: float) -> float:
    """How much room the names at the ends of the lines need."""
    ends = zip(match.sides, match.rounds[-1], strict=True)
    return max(sheet.width_of(f"{side[:14]} {score}", size, bold=True) for side, score in ends) + 1.0


def draw_plot(
    sheet: Sheet, x: float, y: float, width: float, height: float, match: Scores, size: float = _LETTER
) -> float:
    """The plot in a box of that size, with letters of `size` points. Returns its lower edge."""
    letter = size * POINT
    plot = score_plot(match, Frame(width, height, letter, min(names_width(sheet, match, size), width * 0.4)))
    for guide in plot.guides:
        dash = (letter * 0.55, letter * 0.3) if guide.is_target else ()
        ends = ((x + plot.left, y + guide.y), (x + plot.right, y + guide.y))
        sheet.line_through(ends, letter * (0.1 if guide.is_target else 0.05), dash, grey=not guide.is_target)
        if guide.is_told:
            at = y + guide.y - letter * 0.6
            sheet.write_at(x, at, plot.left - letter * 0.4, str(guide.score), size, grey=True, align="R")
    for tick in plot.ticks:
        left = x + tick.x - letter
        sheet.write_at(
            left, y + height - letter * 1.2, 2 * letter, str(tick.number), size, grey=True, align="C"
        )
    for run in plot.runs:
        points = tuple((x + across, y + down) for across, down in run.points)
        sheet.line_through(points, run.thick, run.dash, won=run.won)
        for across, down in points[1:]:
            sheet.dot_at(across, down, plot.dot * (1.3 if run.won else 1), won=run.won)
    for name in plot.names:
        room = width - name.x
        sheet.write_at(
            x + name.x, y + name.y - letter * 0.6, room, name.text, size, bold=name.won, won=name.won
        )
    return y + height + 1
