"""What each side of a trick game still needs, and when a hand is certain."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.answers import answer_json
from referee.engine.games.tricks.settlement import Need, needs_of
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.engine.sheets import VARIANTS
from tests.trick_players import NAMES, seat_four

KEYS = sorted(key for key, variant in VARIANTS.items() if variant.machine == "tricks")
# What TX1 counts in the tricks of the mock: 6-6 6-4 6-2 5-4 is 11, 6-3 6-1 6-5 1-1 is 1.
FIRST = ("6-6", "6-4", "6-2", "5-4")
SECOND = ("6-3", "6-1", "6-5", "1-1")


def table(*events: dict[str, Any], variant: str = KEYS[0], **options: Any) -> Log:
    """A table at which these events stood."""
    header = {"record": 1, "variant": variant, "players": list(NAMES), "options": options}
    log = open_log(read_setup(header))
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return log


def auction(bid: int, trump: int | str) -> list[dict[str, Any]]:
    """Ana has the auction."""
    passes = [{"by": name, "bid": "pass"} for name in NAMES[1:]]
    return [{"round": 1}, {"by": "Ana", "bid": bid}, *passes, {"by": "Ana", "trump": trump}]


def trick(*tiles: str, first: int = 0) -> list[dict[str, Any]]:
    """One tile from each, clockwise."""
    return [{"by": NAMES[(first + place) % 4], "play": each} for place, each in enumerate(tiles)]


def test_before_a_trump_is_named_nobody_needs_anything() -> None:
    assert needs_of(table().state) is None
    assert needs_of(table({"round": 1}).state) is None
    assert needs_of(table(*auction(35, 6)[:-1]).state) is None


def test_the_bidders_need_their_bid_and_the_others_one_point_more_than_it_leaves() -> None:
    needs = needs_of(table(*auction(35, 6), *trick(*FIRST), *trick(*SECOND)).state)
    assert needs is not None
    assert needs.sides == (Need(12, 35, 23), Need(0, 8, 8))
    assert (needs.bidders, needs.made, needs.guilty) == (0, None, None)


def test_a_bid_is_made_with_the_point_that_reaches_it() -> None:
    events = [*auction(30, 6), *trick(*FIRST), *trick(*SECOND), *trick("5-5", "5-3", "5-0", "5-1", first=2)]
    needs = needs_of(table(*events).state)
    assert needs is not None
    assert needs.sides[0] == Need(28, 30, 2)
    assert needs.made is None
    needs = needs_of(table(*events, *trick("2-2", "2-1", "5-2", "3-2", first=2)).state)
    assert needs is not None
    assert needs.sides[0] == Need(34, 30, 0)
    assert needs.made is True


def test_a_limit_bid_is_set_with_the_first_trick_of_the_others() -> None:
    needs = needs_of(table(*auction(42, 6), *trick("5-4", "5-3", "5-2", "6-1")).state)
    assert needs is not None
    assert needs.sides == (Need(0, 42, 42), Need(1, 1, 0))
    assert needs.made is False


def test_a_bid_of_84_needs_the_42_points_that_there_are() -> None:
    log = table(*auction(84, 6), variant=KEYS[1])
    needs = needs_of(log.state)
    assert needs is not None
    assert needs.sides == (Need(0, 42, 42), Need(0, 1, 1))


@pytest.mark.parametrize(("renege", "sure"), [("lose_hand", True), ("flag", None)])
def test_a_proved_renege_decides_where_the_house_lets_it(renege: str, sure: bool) -> None:
    events = [*auction(30, 6), *trick("6-6", "5-4", "6-2", "4-4"), *trick("6-3", "6-4", "6-5", "1-1")]
    needs = needs_of(table(*events, renege=renege).state)
    assert needs is not None
    assert needs.made is sure
    assert needs.guilty == (1 if renege == "lose_hand" else None)


def test_nel_o_is_lost_with_the_first_trick_and_made_only_at_the_end() -> None:
    start = auction(42, "nel-o")
    log = table(*start, variant=KEYS[1], nel_o=True)
    needs = needs_of(log.state)
    assert needs is not None
    assert needs.sides == (Need(0, 0, 0), Need(0, 0, 0))
    assert needs.made is None
    lost = [{"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-1"}, {"by": "Dan", "play": "6-2"}]
    needs = needs_of(table(*start, *lost, variant=KEYS[1], nel_o=True).state)
    assert needs is not None
    assert needs.made is False


@settings(max_examples=60, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6), cheats=st.sampled_from([(), (1,), (2,)]))
def test_what_was_certain_is_what_the_hand_comes_to(key: str, seed: int, cheats: tuple[int, ...]) -> None:
    people = seat_four(key, random.Random(seed), cheats=cheats)
    last = answer_json(people.play_hand())
    told = [needs_of(entry.state) for entry in people.log.entries]
    final = told[-1]
    assert final is not None
    assert final.made is (last["settled"]["how"] == "made")
    side = next((each.guilty for each in told if each is not None and each.guilty is not None), None)
    for each in told:
        if each is None:
            continue
        assert sum(need.taken for need in each.sides) <= 42
        assert all(need.missing == max(0, need.aim - need.taken) for need in each.sides)
        # Points are certain unless a renege turns the hand round; a renege by one side alone stays.
        if each.made is not None and (side is None or each.guilty is not None):
            assert each.made == final.made
