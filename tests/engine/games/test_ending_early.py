"""Claims to the rest, and hands of tricks that are told by their end."""

import random
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.games.tricks.ending_early import judged
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.log import open_log
from referee.engine.rules.trump import Order
from referee.engine.rulings import Verdict
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile, mask_of, tiles_in
from tests.trick_players import NAMES, Foursome, seat_four

KEYS = ("hasbro2003.texas", "traditional.forty-two")


def _can_beat(order: Order, led: Sequence[Tile], held: tuple[Tile, ...]) -> bool:
    """Whether a player with these tiles can beat one of those led, one after the other, by some legal play."""
    if not led:
        return False
    for each in held:
        if order.due(each, led[0]) & mask_of(held):
            continue
        if order.winner((led[0], each)) or _can_beat(order, led[1:], tuple(t for t in held if t is not each)):
            return True
    return False


def _never_loses(match: TrickMatch, tiles: Sequence[Tile], pool: Sequence[Tile]) -> bool:
    """Whether some order of leads takes every trick against any hands: tried with every hand that there can be."""
    order = match.current.order
    hands = list(combinations(pool, len(tiles)))
    return any(not any(_can_beat(order, led, hand) for hand in hands) for led in permutations(tiles))


def _at_the_lead(people: Foursome, tricks: int) -> TrickMatch:
    people.start_hand()
    for _ in range(4 * tricks):
        people.lay_next()
    return TrickMatch.of(people.log.state)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_a_claim_stands_exactly_if_no_hand_that_there_can_be_beats_it(left: int) -> None:
    claims = {True: 0, False: 0}
    for seed in range(150):
        people = seat_four("hasbro2003.texas", random.Random(seed))
        match = _at_the_lead(people, 7 - left)
        seat = match.to_act
        assert seat is not None
        tiles = people.hands[seat]
        certain = all(each.beaten_by is None for each in judged(match, seat, tuple(tiles)))
        pool = tuple(tiles_in(match.current.unseen & ~mask_of(tiles)))
        assert certain == _never_loses(match, tiles, pool), (seed, tiles, pool, match.current.trump)
        claims[certain] += 1
    assert min(claims.values()) > 5


def test_a_claim_counts_that_one_tile_cannot_follow_two_leads() -> None:
    # 6-3 draws 6-2, so nobody has another two besides 4-2 to lay to 2-2: at 2-1 the 4-2 is gone.
    people = seat_four("hasbro2003.texas", random.Random(3322))
    match = _at_the_lead(people, 2)
    assert match.to_act is not None
    tiles = people.hands[match.to_act]
    assert [str(each) for each in tiles] == ["2-0", "2-2", "2-1", "6-0", "6-3"]
    claim = judged(match, match.to_act, tuple(tiles))
    assert [each.beaten_by for each in claim] == [None] * 5


@settings(max_examples=60, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6), tricks=st.integers(0, 6))
def test_a_claim_that_stands_pays_what_the_tricks_pay_when_they_are_played(
    key: str, seed: int, tricks: int
) -> None:
    people = seat_four(key, random.Random(seed))
    match = _at_the_lead(people, tricks)
    seat = match.to_act
    assert seat is not None
    answer, claimed = people.log.say({"by": NAMES[seat], "rest": [str(each) for each in people.hands[seat]]})
    assert answer.ruling.code in (None, "may-lose")
    if answer.ruling.verdict is Verdict.STANDS:
        for led in judged(match, seat, tuple(people.hands[seat])):
            people.hands[seat].remove(led.tile)
            people.tricks.append([(seat, (led.tile.high, led.tile.low))])
            people.say(by=NAMES[seat], play=str(led.tile))
            for _ in range(3):
                people.lay_next()
        assert people.log.state.scores == claimed.state.scores


@settings(max_examples=60, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6), data=st.data())
def test_a_hand_told_by_its_end_pays_what_it_pays_by_tiles(key: str, seed: int, data: Any) -> None:
    people = seat_four(key, random.Random(seed))
    people.play_hand()
    played, setup = TrickMatch.of(people.log.state), people.log.start.setup
    entered = data.draw(st.integers(1, len(people.said) - 1))
    told = open_log(setup)
    for event in people.said[:entered]:
        _, told = told.say(event)
    bid = played.current.bid
    assert bid is not None
    bidders = setup.side_of[bid.seat]
    result = {"bidders": setup.sides[bidders], "bid": bid.amount, "taken": played.taken()[bidders]}
    answer, told = told.say({"result": result})
    assert answer.ruling.verdict is Verdict.STANDS, answer.ruling.says
    assert (told.state.scores, told.state.status) == (played.scores, played.status)
    assert told.state.rounds[-1].without_tiles
    assert told.state.rounds[-1].points == played.rounds[-1].points


@pytest.mark.parametrize("taken", [None, 42])
def test_points_taken_are_told_only_if_they_were_said(taken: int | None) -> None:
    setup = read_setup({"record": 1, "variant": "traditional.forty-two", "players": list(NAMES)})
    result = {"bidders": "Ben & Dan", "bid": 84, "made": True, **({"taken": taken} if taken else {})}
    log = open_log(setup)
    _answer, log = log.say({"round": 1})
    answer, log = log.say({"result": result})

    assert answer.ruling.verdict is Verdict.STANDS
    assert log.state.rounds[-1].points == ((1, 2),)
    steps = " ".join(map(str, log.state.rounds[-1].steps))
    assert ("took" in steps) == bool(taken)
    assert "made: 2 marks for Ben & Dan" in steps


def test_a_hand_that_a_renege_ended_is_not_said_to_be_finished_without_tiles() -> None:
    log = open_log(read_setup({"record": 1, "variant": "traditional.forty-two", "players": list(NAMES)}))
    ana, ben, cal, dan = NAMES
    bids = ({"by": ana, "bid": 30}, *({"by": each, "bid": "pass"} for each in (ben, cal, dan)))
    laid = ((ana, "5-5"), (ben, "5-0"), (cal, "6-1"), (dan, "5-3"), (ana, "6-6"), (ben, "6-4"), (cal, "5-4"))
    for said in (
        {"round": 1, "opener": ana},
        *bids,
        {"by": ana, "trump": 5},
        *({"by": name, "play": tile} for name, tile in laid),
        {"result": {"made": True}},
    ):
        answer, log = log.say(said)
        assert answer.ruling.verdict is Verdict.STANDS

    assert answer.ruling.settled is not None
    steps = [str(each) for each in answer.ruling.settled.steps]
    assert "Not every tile was entered." in steps
    assert not any("trick 0" in each or "without tiles" in each for each in steps)


def test_a_renege_that_an_open_hand_proves_names_no_trick_that_was_not_led() -> None:
    log = open_log(read_setup({"record": 1, "variant": "traditional.forty-two", "players": list(NAMES)}))
    ana, ben, cal, dan = NAMES
    passes = ({"by": each, "bid": "pass"} for each in (ben, cal, dan))
    laid = ((ana, "5-5"), (ben, "3-1"), (cal, "6-1"), (dan, "5-3"))
    for said in (
        {"round": 1, "opener": ana},
        {"by": ana, "bid": 30},
        *passes,
        {"by": ana, "trump": 5},
        *({"by": name, "play": tile} for name, tile in laid),
        {"by": ben, "hand": ["5-0", "4-4", "4-1", "2-2", "2-1", "1-1"]},
    ):
        answer, log = log.say(said)
        assert answer.ruling.verdict is Verdict.STANDS

    words = "Ben laid 3-1 in trick 1 where trumps were led, and held 5-0: the tiles laid open show it."
    assert words in [str(each) for each in answer.ruling.said]
