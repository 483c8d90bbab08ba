"""One round on a sheet of paper, with lines to sign, or on the narrow paper of a receipt printer."""

from typing import NamedTuple

from referee.engine.messages import capital
from referee.export.about import About, lying_of
from referee.export.paper.blocks import (
    MARGIN,
    draw_auction,
    draw_hands,
    draw_head,
    draw_signatures,
    draw_steps,
    draw_totals,
    draw_tricks,
    signatures_height,
)
from referee.export.paper.canvas import PaperSheet
from referee.export.paper.move_columns import (
    STYLES,
    Row,
    Style,
    column_width,
    columns_of,
    draw_columns,
    rows_of,
)
from referee.export.paper.sheet import unit_of
from referee.export.paper.sizes import PAPERS, SHEETS
from referee.reports.rounds import RoundSummary

GAP = 9.0
_LARGEST = 6.5  # half of a tile
_SMALLEST = 2.6  # on a single page


def round_pdf(summary: RoundSummary, about: About, paper: str = "a4") -> bytes:
    """A round on paper of SHEETS: one page if it fits, two for the longest."""
    sheet = PaperSheet(SHEETS[paper].size, summary.heading)
    page = _Page(sheet, summary, about)
    page.draw(page.choose())
    return sheet.finish()


class _Plan(NamedTuple):
    """How the moves are set, how high the layout may be, and whether the totals stand in the right half, below what
    was left in hand."""

    style: Style
    tall: float
    is_right: bool = False


class _Page:
    """The plan of one round: what is drawn where, and how many pages that takes."""

    def __init__(self, sheet: PaperSheet, summary: RoundSummary, about: About) -> None:
        self.sheet = sheet
        self.summary = summary
        self.about = about
        self.layout = lying_of(summary)
        self.width = sheet.w - 2 * MARGIN
        self.left = self.width * 0.56  # how wide the left half of the upper part is
        self.bottom = sheet.h - MARGIN

    def choose(self) -> _Plan:
        """The most generous plan that needs one page, else two."""
        for tall, is_right in ((88.0, False), (70.0, False), (88.0, True)):
            for plan in (_Plan(style, tall, is_right) for style in STYLES[:-3]):
                if self._is_readable(tall) and len(self._pages(plan)) == 1:
                    return plan
        long = (_Plan(style, tall) for style in STYLES for tall in (190.0, 150.0, 110.0))
        return next((plan for plan in long if len(self._pages(plan)) <= 2), _Plan(STYLES[-1], 120.0))

    def _is_readable(self, tall: float) -> bool:
        return self.layout is None or unit_of(self.left - 2, tall, self.layout, _LARGEST) >= _SMALLEST

    def _pages(self, plan: _Plan) -> list[list[list[Row]]]:
        """For each page its columns of moves; below those of the last there is room to sign."""
        style = plan.style
        left = rows_of(self.sheet, self.summary.lines, column_width(self.width, style), style)
        signed = signatures_height(self.summary.players)
        room = self.bottom - self._upper(plan)
        pages: list[list[list[Row]]] = []
        while True:
            columns, rest = columns_of(left, room - signed, style.columns)
            if not rest:
                return [*pages, columns]
            columns, left = columns_of(left, room, style.columns)
            pages.append(columns)
            room = self.bottom - MARGIN

    def draw(self, plan: _Plan) -> None:
        """Draw it all."""
        top = 0.0
        for columns in self._pages(plan):
            self.sheet.add_page()
            top = MARGIN if top else self._upper(plan)
            draw_columns(self.sheet, MARGIN, top, self.width, columns, plan.style, self.summary.lines)
        signed = signatures_height(self.summary.players)
        draw_signatures(self.sheet, self.bottom - signed, self.width, self.summary.players)

    def _upper(self, plan: _Plan) -> float:
        """Everything above the moves; returns where these begin."""
        sheet, summary = self.sheet, self.summary
        when = self.about.line(summary.seated)
        top = draw_head(sheet, self.width, summary.game, summary.facts, capital(summary.name), when)
        left, y = self.left, top
        if self.layout is not None:
            y += sheet.fitted(MARGIN, y, left - 2, plan.tall, self.layout, _LARGEST) + 5
        y = draw_auction(sheet, MARGIN, y, left, summary.auction)
        y = draw_tricks(sheet, MARGIN, y, left, summary.players, summary.tricks)
        x, width = MARGIN + left + GAP, self.width - left - GAP
        totals = summary.totals
        if totals is not None and summary.charges_hands:
            right, totals = draw_totals(sheet, x, top, width, totals, summary.hands) + 4, None
        else:
            right = draw_hands(sheet, x, top, width, summary.hands)
        right = draw_steps(sheet, x, right, width, summary)
        if totals is not None and plan.is_right:
            right = draw_totals(sheet, x, right + 2, width, totals)
        elif totals is not None:
            y = draw_totals(sheet, MARGIN, y, left, totals) + 2
        y = max(y, right) + 3
        sheet.rule(MARGIN, y, self.width, 0.35)
        return y + 1.5


WIDTH = PAPERS["receipt"].size[0]
_BORDER = 4.0
_STYLE = Style(1, 8.0, 4.6)


def receipt_pdf(summary: RoundSummary, about: About) -> bytes:
    """A round on the paper of a receipt, on one page that is as long as it has to be."""
    sheet = PaperSheet((WIDTH, WIDTH), summary.heading)
    height = _draw(sheet, summary, about)
    sheet.add_page(format=(WIDTH, max(height, WIDTH) + _BORDER))
    _draw(sheet, summary, about)
    return sheet.finish()


def _draw(sheet: PaperSheet, summary: RoundSummary, about: About) -> float:
    width = WIDTH - 2 * _BORDER
    y = sheet.paragraph(_BORDER, _BORDER, width, summary.game, 15, bold=True)
    sheet.write_at(_BORDER, y, width, capital(summary.name), 10, bold=True)
    y += 4.6
    for text in (summary.facts, about.day, about.place, summary.seated):
        y = sheet.paragraph(_BORDER, y, width, text, 8)
    sheet.rule(_BORDER, y + 1, width, 0.35)
    y += 4
    layout = lying_of(summary)
    if layout is not None:
        y += sheet.fitted(_BORDER, y, width, 300.0, layout, 5.0) + 3
    y = draw_auction(sheet, _BORDER, y, width, summary.auction)
    y = draw_tricks(sheet, _BORDER, y, width, summary.players, summary.tricks)
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
