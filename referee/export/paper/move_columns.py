"""The moves of a round in columns: planned first, so that it is known how many pages they take."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.export.paper.canvas import PaperSheet
from referee.export.paper.sheet import POINT, Look
from referee.reports.lines import Line

GUTTER = 6.0
_REMARK = 0.86  # of the size of the words
_APART = 1.5  # a remark from the words before it


class Style(NamedTuple):
    """How moves are set: the number of columns, the size of the text in points, the height of a row."""

    columns: int
    size: float
    row: float


class Row(NamedTuple):
    """A move with its words and its remark broken into lines, and how high it is; a short remark stands `beside` the
    words."""

    line: Line
    words: tuple[str, ...]
    remark: tuple[str, ...]
    height: float
    beside: str = ""


# The generous ones first; the last three are too small for one page.
STYLES = (
    Style(2, 9.0, 6.2), Style(2, 8.5, 5.2), Style(2, 8.0, 4.5), Style(3, 7.5, 4.5), Style(3, 7.0, 3.9),
    Style(3, 7.0, 3.5), Style(3, 6.2, 3.3), Style(4, 5.6, 2.9), Style(5, 5.0, 2.5),
)  # fmt: skip


def rows_of(sheet: PaperSheet, lines: Sequence[Line], width: float, style: Style) -> list[Row]:
    """The rows for columns of that width."""
    found = []
    name = _name_width(sheet, lines, width, style)
    for line in lines:
        indent = _name_at(style) + name if line.by else _name_at(style)
        words: tuple[str, ...] = ()
        beside = ""
        if line.is_move:
            text, small = line.note, style.size * _REMARK
            room = _room(line, width - indent, style)
            words = tuple(sheet.wrapped(line.text, room, style.size))
            if text and not line.arithmetic and _beside(sheet, line, style) <= room:
                text, beside = "", text
        else:  # words of the referee or the table take the whole width, and more lines if needed
            text, small = line.sentence, style.size
        remark = tuple(sheet.wrapped(text, width - indent, small))
        lines_high = (len(remark) * small + max(0, len(words) - 1) * style.size) * POINT * 1.22
        height = style.row + lines_high if line.is_move else max(style.row, lines_high + style.row * 0.25)
        found.append(Row(line, words, remark, height, beside))
    return found


def _beside(sheet: PaperSheet, line: Line, style: Style) -> float:
    """How wide the words of a move are with its remark behind them."""
    return sheet.width_of(line.text, style.size) + _APART + sheet.width_of(line.note, style.size * _REMARK)


def _tile_height(style: Style) -> float:
    return min(style.row * 0.72, style.size * POINT * 1.15)


def _room(line: Line, width: float, style: Style) -> float:
    """How much of the width the words of a move have beside its tile and its points."""
    tile = 2 * _tile_height(style) + 1.0 if line.tile is not None else 0.0
    points = style.size * 0.95 if line.arithmetic or line.points else 0.0
    return max(1.0, width - tile - points)


def _name_at(style: Style) -> float:
    return style.size * 0.72


def _name_width(sheet: PaperSheet, lines: Sequence[Line], width: float, style: Style) -> float:
    """Room for the longest name, up to a third of the column."""
    names = {line.by for line in lines}
    longest = max((sheet.width_of(name, style.size, bold=True) for name in names), default=0.0)
    return min(longest + 2.0, width * 0.34)


def columns_of(rows: Sequence[Row], height: float, number: int) -> tuple[list[list[Row]], list[Row]]:
    """The rows in columns of that height, about equally long, and the rows that found no room."""
    total = sum(row.height for row in rows)
    tallest = max((row.height for row in rows), default=0.0)
    for goal in (total / number + tallest * step / 4 for step in range(12)):
        if goal > height:
            break
        columns, left = _filled(rows, goal, number)
        if not left:
            return columns, []
    return _filled(rows, height, number)


def _filled(rows: Sequence[Row], height: float, number: int) -> tuple[list[list[Row]], list[Row]]:
    columns: list[list[Row]] = [[]]
    room = height
    for place, row in enumerate(rows):
        if row.height > room:
            if len(columns) == number:
                return columns, list(rows[place:])
            columns.append([])
            room = height
        columns[-1].append(row)
        room -= row.height
    return columns, []


def draw_columns(
    sheet: PaperSheet,
    x: float,
    y: float,
    width: float,
    columns: Sequence[Sequence[Row]],
    style: Style,
    lines: Sequence[Line],
) -> float:
    """Draw columns side by side; returns their lower edge."""
    lowest = y
    column = column_width(width, style)
    name = _name_width(sheet, lines, column, style)
    for number, rows in enumerate(columns):
        left, top = x + number * (column + GUTTER), y
        for row in rows:
            _draw_row(sheet, left, top, column, name, row, style)
            top += row.height
        lowest = max(lowest, top)
    for number in range(1, len(columns)):
        middle = x + number * (column + GUTTER) - GUTTER / 2
        sheet.line_through(((middle, y), (middle, lowest)), 0.15, Look(grey=True))
    return lowest


def column_width(width: float, style: Style) -> float:
    """How wide each column is."""
    return (width - (style.columns - 1) * GUTTER) / style.columns


def _draw_row(
    sheet: PaperSheet, x: float, y: float, width: float, name: float, row: Row, style: Style
) -> None:
    line, size = row.line, style.size
    at = y + (style.row - size * POINT * 1.2) / 2
    left = x + _name_at(style)
    sheet.write_at(x, at, _name_at(style) - 0.6, str(line.number), size * 0.9, grey=True)
    if line.by:
        sheet.write_at(left, at, name - 1.0, line.by, size, bold=True)
        left += name
    small, top = size, y + style.row * 0.12
    if line.is_move:
        _draw_move(sheet, left, y, x + width - left, row, style)
        small, top = size * _REMARK, y + style.row * 0.9 + max(0, len(row.words) - 1) * size * POINT * 1.22
    for text in row.remark:
        sheet.write_at(left, top, x + width - left, text, small, grey=line.is_move)
        top += small * POINT * 1.22
    sheet.rule(x, y + row.height, width, 0.1, grey=True)


def _draw_move(sheet: PaperSheet, x: float, y: float, width: float, row: Row, style: Style) -> None:
    line, size = row.line, style.size
    at = y + (style.row - size * POINT * 1.2) / 2
    right = x + width
    if line.points:
        sheet.write_at(right - size * 0.9, at, size * 0.9, line.points, size, bold=True, align="R")
    left = x
    if line.tile is not None:
        high = _tile_height(style)
        left += sheet.tile(x, y + (style.row - high) / 2, high, line.tile) + 1.0
    room = _room(line, width, style)
    wide = [min(room, sheet.width_of(each, size)) for each in row.words]
    if line.arithmetic:
        _draw_sum(sheet, left + wide[0] + 1.0, at, room - wide[0] - 1.0, line.arithmetic, size)
    if row.beside:
        start = left + sum(wide) + _APART
        sheet.write_at(
            start, at + size * (1 - _REMARK) * POINT, right - start, row.beside, size * _REMARK, grey=True
        )
    for number, words in enumerate(row.words):
        down = number * size * POINT * 1.22
        sheet.write_at(left, at + down, room, words, size)
        if line.struck:
            start = left if number else x
            sheet.rule(start, y + style.row / 2 + down, left - start + wide[number], 0.25)


def _draw_sum(sheet: PaperSheet, x: float, y: float, width: float, text: str, size: float) -> None:
    """The arithmetic at the right; if it has no room, what it comes to."""
    if sheet.width_of(text, size * 0.8) > width:
        text = text.rpartition(" = ")[2]
    if width > 1.0:
        sheet.write_at(x, y, width, text, size, align="R")
