"""Rows of tiles for paper and picture files: one column, or two if there are many short rows."""

from referee.drawing.shapes import Letter, lanes_drawing
from referee.engine.tiles import Face


def rows(number: int) -> list[tuple[str, tuple[Face, ...], int | None]]:
    """So many rows of two tiles."""
    return [(f"9-{each}", (Face(9, 5), Face(5, 3)), 3) for each in range(number)]


def columns(number: int) -> list[int]:
    """How many names stand in each column of the drawing of so many rows."""
    names = [each.x for each in lanes_drawing(rows(number)).shapes if isinstance(each, Letter)]
    return [names.count(x) for x in sorted(set(names))]


def test_few_rows_stand_in_one_column():
    assert columns(5) == [5]


def test_many_short_rows_stand_in_two_columns():
    assert columns(17) == [9, 8]
    drawing = lanes_drawing(rows(17))
    assert drawing.box.height < drawing.box.width
