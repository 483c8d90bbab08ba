"""Places that things may take: the quick answer is that of trying every order."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.matching import each_place_is_taken

PLACES = 4
STRETCHES = st.lists(st.tuples(st.integers(0, PLACES), st.integers(0, PLACES)), max_size=6)


@given(STRETCHES)
@settings(max_examples=400, deadline=None)
def test_places_can_be_taken_just_when_some_order_of_the_things_takes_them(stretches):
    found = any(
        all(first <= place < end for place, (first, end) in enumerate(order))
        for order in permutations(stretches, PLACES)
    )

    assert each_place_is_taken(stretches, PLACES) == found


def test_a_thing_that_can_wait_leaves_the_place_to_one_that_cannot():
    assert each_place_is_taken([(0, 2), (0, 1)], 2)
    assert not each_place_is_taken([(0, 1), (0, 1)], 2)
    assert not each_place_is_taken([(1, 2)], 2)
    assert each_place_is_taken([], 0)
