"""A chickenfoot as it lies: where tiles find room."""

from itertools import chain

from referee.drawing.foot import FootTile, _box, _square, placed
from referee.engine.tiles import read_tile

# Each tile, and the number of the one that it touches: six toes, a double on one of them, then 8-7.
ROUND = (
    ("9-9", None), ("9-4", 0), ("9-7", 0), ("9-5", 0), ("9-3", 0), ("9-0", 0), ("9-8", 0), ("3-3", 4), ("7-3", 7),
    ("5-3", 7), ("4-3", 7), ("5-0", 3), ("7-5", 2), ("4-0", 1), ("8-7", 6),
)  # fmt: skip


def test_a_tile_does_not_cover_an_open_end_where_a_turn_and_a_larger_view_spare_it():
    laid = []
    for name, on in ROUND:
        tile = read_tile(name)
        assert tile is not None
        laid.append(FootTile(tile, on))
        foot = placed(tuple(laid), 6, 3)
    last = _box(foot.lying[-1])
    assert not any(last.meets(_square(spot)) for spot in chain(*foot.spots[:-1]))
