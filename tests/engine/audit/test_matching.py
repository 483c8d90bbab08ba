"""Things put into places: what is short is what trying every choice finds."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.audit.holdings import Places, Shortage, shortage

THINGS = 6
GROUPS = st.lists(st.builds(Places, st.integers(0, 2**THINGS - 1), st.integers(1, 3)), max_size=5)


def ways_to_fill(groups):
    """Every choice of things for all the places, one by one."""
    places = [group.allowed for group in groups for _ in range(group.number)]
    return any(
        len(set(choice)) == len(choice)
        for choice in product(*([n for n in range(THINGS) if allowed >> n & 1] for allowed in places))
    )


@given(GROUPS.filter(lambda groups: sum(each.number for each in groups) <= THINGS))
@settings(max_examples=400, deadline=None)
def test_something_is_short_just_when_no_choice_fills_every_place(groups):
    assert (shortage(groups) is None) == ways_to_fill(groups)


@given(GROUPS)
@settings(max_examples=400, deadline=None)
def test_what_is_short_are_groups_with_fewer_things_than_places(groups):
    short = shortage(groups)

    if short is not None:
        within = [each for each in groups if not each.allowed & ~short.things]
        assert sum(each.number for each in within) >= short.places > short.things.bit_count()


def test_a_group_gives_up_what_only_another_one_can_use():
    assert shortage([Places(0b0011, 1), Places(0b0001, 1)]) is None
    assert shortage([Places(0b0011, 1), Places(0b0110, 1), Places(0b0101, 1)]) is None
    assert shortage([Places(0b0011, 2), Places(0b0001, 1)]) == Shortage(3, 0b0011)
    assert shortage([]) is None
