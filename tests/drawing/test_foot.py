"""A chickenfoot as it lies: where tiles find room."""

from itertools import chain

from referee.drawing.foot import _box, _square, placed
from referee.engine.games.trains.state import Laid
from referee.engine.tiles import read_tile

# Each tile, the number of the one that it touches, and its half that points away: six toes, a double on one of them,
# then 8-7.
ROUND = (
    ("9-9", None, 9), ("9-4", 0, 4), ("9-7", 0, 7), ("9-5", 0, 5), ("9-3", 0, 3), ("9-0", 0, 0), ("9-8", 0, 8),
    ("3-3", 4, 3), ("7-3", 7, 7), ("5-3", 7, 5), ("4-3", 7, 4), ("5-0", 3, 0), ("7-5", 2, 5), ("4-0", 1, 0),
    ("8-7", 6, 7),
)  # fmt: skip


def test_a_tile_does_not_cover_an_open_end_where_a_turn_and_a_larger_view_spare_it():
    laid = []
    for name, on, out in ROUND:
        tile = read_tile(name)
        assert tile is not None
        laid.append(Laid(tile, 0, on, out))
        foot = placed(tuple(laid), 6, 3)
    last = _box(foot.lying[-1])
    assert not any(last.meets(_square(spot)) for spot in chain(*foot.spots[:-1]))
