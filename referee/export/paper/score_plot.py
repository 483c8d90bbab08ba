"""The scores of a match as they ran: a stepped line for each side, black and told apart by their dashes."""

from __future__ import annotations

from itertools import pairwise

from referee.drawing.shapes import Box
from referee.export.paper.canvas import PaperSheet
from referee.reports import MatchSummary

_DASHES = ((0.0, 0.0), (2.4, 1.0), (0.7, 0.8), (4.5, 1.2), (1.4, 0.5), (3.0, 2.4), (0.3, 1.4), (6.0, 0.8))


def draw_plot(
    sheet: PaperSheet, x: float, y: float, width: float, height: float, match: MatchSummary
) -> float:
    """The plot in a box of that size; each line ends at its side's name. Returns its lower edge."""
    low = min(0, *(min(each.scores) for each in match.running))
    high = max(1, match.target, *(max(each.scores) for each in match.running))
    last = max(1, match.events)
    names = min(
        34.0,
        max(
            sheet.width_of(f"{side} {score}", 8)
            for side, score in zip(match.sides, match.scores, strict=True)
        )
        + 2,
    )
    left, right = x + 9, x + width - names

    def across(number: int) -> float:
        return left + (right - left) * number / last

    def down(score: int) -> float:
        return y + height - height * (score - low) / (high - low)

    for score in sorted({low, 0, high, *((match.target,) if match.target else ())}):
        sheet.rule(left, down(score), right - left, 0.1, grey=True)
        sheet.write_at(x, down(score) - 1.6, 7.6, str(score), 7.5, grey=True, align="R")
    for number, start in enumerate(match.starts, 1):
        sheet.set_draw_color(170)
        sheet.set_line_width(0.1)
        sheet.line(across(start), y, across(start), y + height)
        if len(match.starts) <= 30 or number % 5 == 0:
            sheet.write_at(across(start) + 0.6, y + height + 0.5, 8, str(number), 6.5, grey=True)
    for side in range(len(match.sides)):
        _draw_line(
            sheet, [(across(each.number), down(each.scores[side])) for each in match.running], right, side
        )
    _draw_names(
        sheet, Box(right + 1.5, y, names - 1.5, height), [down(score) for score in match.scores], match
    )
    return y + height + 4


def _draw_line(sheet: PaperSheet, points: list[tuple[float, float]], right: float, side: int) -> None:
    sheet.set_draw_color(0)
    sheet.set_line_width(0.5)
    dash, gap = _DASHES[side % len(_DASHES)]
    sheet.set_dash_pattern(dash=dash, gap=gap) if dash else sheet.set_dash_pattern()
    steps = [points[0]]
    for before, after in pairwise(points):
        steps += [(after[0], before[1]), after]
    sheet.polyline([*steps, (right, points[-1][1])])
    sheet.set_dash_pattern()


def _draw_names(sheet: PaperSheet, box: Box, ends: list[float], match: MatchSummary) -> None:
    """Names beside the ends of the lines, moved apart where they would cover each other."""
    order = sorted(range(len(ends)), key=lambda each: ends[each])
    apart = min(3.5, box.height / len(ends))
    places, lowest = [], box.y - apart
    for side in order:
        lowest = max(ends[side], lowest + apart)
        places.append(lowest)
    highest = box.y + box.height + apart
    for place, side in reversed(list(zip(places, order, strict=True))):
        highest = min(place, highest - apart)
        text = f"{match.sides[side]} {match.scores[side]}"
        sheet.write_at(box.x, highest - 1.7, box.width, text, 8, bold=match.winner == side)
