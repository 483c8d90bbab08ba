"""A whole match on paper: who won by what rule, the scores as they ran, all rounds, the best plays."""

from collections.abc import Sequence

from referee.engine.messages import Listed, _
from referee.export.about import About
from referee.export.paper.blocks import (
    MARGIN,
    draw_head,
    draw_names,
    draw_plot,
    draw_rules,
    draw_signatures,
    signatures_height,
)
from referee.export.paper.canvas import PaperSheet
from referee.export.paper.sizes import SHEETS
from referee.export.texts import played_text
from referee.reports.matches import MatchSummary

_ROW = 6.0


def match_pdf(match: MatchSummary, about: About, paper: str = "a4") -> bytes:
    """A match on paper of SHEETS; as many pages as its rounds take."""
    sheet = PaperSheet(SHEETS[paper].size, _("{game}, the match", game=match.game))
    width, bottom = sheet.w - 2 * MARGIN, sheet.h - MARGIN
    sheet.add_page()
    when = about.line(str(Listed(match.players)))
    y = draw_head(sheet, width, match.game, match.facts, _("Match"), when)
    y = _draw_result(sheet, y, width, match, about)
    if match.has_plot:
        y = draw_plot(sheet, MARGIN, y, width, 58.0, match) + 5
    y = _draw_rounds(sheet, y, width, bottom, match)
    if match.going_on:
        going_on = _("{round} is being played.", round=match.going_on)
        y = sheet.paragraph(MARGIN, y, width, going_on, 9) + 3
    y = _draw_rest(sheet, y, width, bottom, match)
    signed = signatures_height(match.players)
    if y > bottom - signed:
        sheet.add_page()
    draw_signatures(sheet, bottom - signed, width, match.players)
    return sheet.finish()


def _draw_result(sheet: PaperSheet, y: float, width: float, match: MatchSummary, about: About) -> float:
    y = sheet.paragraph(MARGIN, y, width, match.result, 14, bold=True) + 0.8
    if match.rule is not None:
        y = draw_rules(sheet, MARGIN, y, width, (match.rule,))
    y = sheet.paragraph(MARGIN, y, width, played_text(match, about), 9)
    for sentence in match.house_rules:
        y = sheet.paragraph(MARGIN, y, width, _("House rule: {rule}", rule=sentence), 8.5)
    return y + 4


def _draw_rounds(sheet: PaperSheet, y: float, width: float, bottom: float, match: MatchSummary) -> float:
    """A row for each round: how it ended, and for each side what it made and its score after it."""
    sides = match.sides if match.keeps_score else ()
    number, ended = 12.0, max(36.0, width * 0.34 - 4 * max(0, len(sides) - 4))
    figure = (width - number - ended) / max(1, len(sides))
    y = _draw_heads(sheet, y, number + ended, figure, match.one, sides, width)
    for row in match.rows:
        lines = sheet.wrapped(row.words, ended - 2, 8)
        high = max(_ROW, len(lines) * 3.6 + 1.6)
        if y + high > bottom:
            sheet.add_page()
            y = _draw_heads(sheet, MARGIN, number + ended, figure, match.one, sides, width)
        sheet.write_at(MARGIN, y + 1.2, number - 2, str(row.number or ""), 9, bold=True)
        for place in range(len(sides)):
            left, is_wide = MARGIN + number + ended + place * figure, figure >= 16
            made = f"{row.made[place]:+d}" if row.made[place] and is_wide else ""
            sheet.write_at(left, y + 1.4, figure * 0.7, made, 8, align="R", grey=True)
            aside, score = 0.7 if is_wide else 0.1, str(row.scores[place])
            room = figure * (0.3 if is_wide else 0.9)
            sheet.write_at(left + figure * aside, y + 1.1, room, score, 9.5, align="R")
        y = max(y + _ROW, _draw_words(sheet, MARGIN + number, y + 1.3, ended - 2, bottom, lines) + 0.3)
        sheet.rule(MARGIN, y, width, 0.1, grey=True)
    return _draw_sums(sheet, y, width, number + ended, figure, match) if sides else y + 3


def _draw_words(
    sheet: PaperSheet, x: float, y: float, width: float, bottom: float, lines: Sequence[str]
) -> float:
    """The lines that tell how a round ended, on as many pages as they take; returns the lower edge of the last."""
    for line in lines:
        if y + 3.6 > bottom:
            sheet.add_page()
            y = MARGIN
        sheet.write_at(x, y, width, line, 8)
        y += 3.6
    return y


def _draw_heads(
    sheet: PaperSheet, y: float, indent: float, figure: float, one: str, sides: Sequence[str], width: float
) -> float:
    last = draw_names(sheet, MARGIN + indent + 1, y, figure, figure - 1, sides, "R")
    sheet.write_at(MARGIN, last, indent, one, 8, grey=True)
    sheet.rule(MARGIN, last + 4.4, width, 0.2)
    return last + 4.4


def _draw_sums(
    sheet: PaperSheet, y: float, width: float, indent: float, figure: float, match: MatchSummary
) -> float:
    sheet.rule(MARGIN, y, width, 0.35)
    sheet.write_at(MARGIN, y + 1.4, indent, _("Total") if match.is_over else _("Total so far"), 10, bold=True)
    for place, score in enumerate(match.scores):
        left = MARGIN + indent + place * figure
        sheet.write_at(left, y + 1.0, figure, str(score), 12, bold=True, align="R")
        if match.winner == place:
            sheet.rule(left + figure * 0.55, y + 7.2, figure * 0.45, 0.6)
    return y + 11


def _draw_rest(sheet: PaperSheet, y: float, width: float, bottom: float, match: MatchSummary) -> float:
    """The best plays, and what was proved."""
    blocks = []
    if match.best:
        blocks.append((_("Best plays"), [each.words for each in match.best]))
    if match.flags:
        blocks.append((_("Proved by the hands shown"), list(match.flags)))
    for title, lines in blocks:
        if y + 8 + 4 * len(lines) > bottom:
            sheet.add_page()
            y = MARGIN
        sheet.write_at(MARGIN, y, width, title, 11, bold=True)
        y += 6
        for line in lines:
            y = sheet.paragraph(MARGIN, y, width, line, 9)
        y += 4
    return y
