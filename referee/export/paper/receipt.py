"""A round on the narrow paper of a receipt printer, as long as it takes."""

from __future__ import annotations

from referee.engine.games.phrases import listed
from referee.engine.messages import _
from referee.export.about import About
from referee.export.lying import lying_of
from referee.export.paper.blocks import draw_hands, draw_steps, draw_tricks
from referee.export.paper.canvas import PaperSheet
from referee.export.paper.move_columns import Style, draw_columns, rows_of
from referee.export.paper.round_sheet import texts_of
from referee.reports.rounds import RoundSummary

WIDTH = 80.0
_BORDER = 4.0
_STYLE = Style(1, 8.0, 4.6)


def receipt_pdf(summary: RoundSummary, about: About) -> bytes:
    """A round on paper 80 mm wide, on one page that is as long as it has to be."""
    sheet = PaperSheet(
        (WIDTH, WIDTH),
        texts_of(summary, about),
        _("{game}, round {number}", game=summary.game, number=summary.number),
    )
    with sheet.measuring():
        height = _draw(sheet, summary, about)
    sheet.add_page(format=(WIDTH, max(height, WIDTH) + _BORDER))
    _draw(sheet, summary, about)
    return sheet.finish()


def _draw(sheet: PaperSheet, summary: RoundSummary, about: About) -> float:
    width = WIDTH - 2 * _BORDER
    y = sheet.paragraph(_BORDER, _BORDER, width, summary.game, 15, bold=True)
    sheet.write_at(_BORDER, y, width, _("Round {number}", number=summary.number), 10, bold=True)
    y += 4.6
    for text in (summary.facts, about.day, about.place, str(listed(summary.players))):
        y = sheet.paragraph(_BORDER, y, width, text, 8)
    sheet.rule(_BORDER, y + 1, width, 0.35)
    y += 4
    layout = lying_of(summary)
    if layout is not None:
        y += sheet.fitted(_BORDER, y, width, 300.0, layout, 5.0) + 3
    if summary.tricks:
        y = draw_tricks(sheet, _BORDER, y, width, summary.players, summary.tricks) + 3
    y = draw_hands(sheet, _BORDER, y, width, summary.hands)
    y = draw_steps(sheet, _BORDER, y, width, summary) + 1
    y = _draw_scores(sheet, y, width, summary)
    rows = rows_of(sheet, summary.lines, width, _STYLE)
    y = draw_columns(sheet, _BORDER, y + 1, width, [rows], _STYLE, summary.lines)
    for name in summary.players:
        y += 12
        sheet.rule(_BORDER, y, width, 0.25)
        sheet.write_at(_BORDER, y + 0.6, width, name, 7.5, grey=True)
        y += 3
    return y + 3


def _draw_scores(sheet: PaperSheet, y: float, width: float, summary: RoundSummary) -> float:
    if summary.totals is None:
        return y
    sheet.rule(_BORDER, y, width, 0.35)
    y += 1.5
    for name, score in summary.scores:
        sheet.write_at(_BORDER, y + 0.4, width - 18, name, 10, bold=True)
        sheet.write_at(_BORDER + width - 18, y, 18, str(score), 12, bold=True, align="R")
        y += 6
    sheet.rule(_BORDER, y, width, 0.35)
    return y + 1
