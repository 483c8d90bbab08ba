"""Games of two pairs: what is paid by tens."""

from __future__ import annotations

import pytest

from referee.engine.sheets import LINE_GAMES


@pytest.mark.parametrize(
    ("pips", "points"), [(3, 2), (20, 2), (21, 3), (30, 3), (31, 4), (40, 4), (41, 5)], ids=str
)
def test_in_eastern_cuba_tiles_are_paid_by_tens_and_at_least_two_points(
    pips: int, points: int
) -> None:  # Y63
    partnership = LINE_GAMES["traditional.partners-cuban-east"].partnership
    assert partnership is not None
    assert partnership.worth(pips) == points
