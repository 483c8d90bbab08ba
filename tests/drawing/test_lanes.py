"""Rows of tiles for paper and picture files: one column, or two if there are many short rows."""

from referee.drawing.shapes import Body, Letter, Row, lanes_drawing
from referee.engine.games.trains.state import Laid
from referee.engine.tiles import tile


def rows(number: int) -> list[Row]:
    """So many rows of two tiles."""
    tiles = Laid(tile(9, 5), 0, 0, 5), Laid(tile(5, 3), 1, 0, 3)
    return [(f"9-{each}", tiles, 3) for each in range(number)]


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


def test_a_tile_that_broke_a_rule_and_stood_has_a_dashed_line_inside_its_edge():
    stood = [("Ana", (Laid(tile(9, 5), 0, 0, 5), Laid(tile(6, 3), 0, 0, 3, stood=True)), None)]
    dashed = [each for each in lanes_drawing(stood).shapes if isinstance(each, Body) and each.dashed]
    assert len(dashed) == 1
