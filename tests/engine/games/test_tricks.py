"""What holds in every hand of a trick game: played by chance with real hands, the referee must agree with them."""

import contextlib
import json
import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.answers import answer_json, result_json
from referee.engine.log import open_log
from referee.engine.rules.order import entries
from referee.engine.rules.trump import DOUBLES, NO_TRUMP, Suits
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.engine.sheets import VARIANTS
from referee.engine.tiles import read_tile, tile, tile_set
from tests.trick_players import (
    NAMES,
    Foursome,
    halves,
    in_suit,
    order_of_suit,
    seat_four,
    suit_of_lead,
    taker,
)

KEYS = sorted(key for key, variant in VARIANTS.items() if variant.machine == "tricks")
POINTS = {(5, 5): 10, (6, 4): 10, (5, 0): 5, (4, 1): 5, (3, 2): 5}
SIDES = ("Ana & Cal", "Ben & Dan")
TRUMPS = [*range(7), DOUBLES, NO_TRUMP]


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_tile_follows_as_the_written_out_order_of_each_suit_says(trump: Any) -> None:
    suits = Suits(trump)
    for led in tile_set(6).tiles:
        asked = suit_of_lead(halves(led), trump)
        for each in tile_set(6).tiles:
            assert suits.follows(each, suits.led_by(led)) == in_suit(halves(each), asked, trump)


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_suit_ranks_as_it_is_written_out(trump: Any) -> None:
    suits = Suits(trump)
    for led in tile_set(6).tiles:
        suit = suits.led_by(led)
        best = order_of_suit(suit_of_lead(halves(led), trump), trump)
        ranked = [tile(*each) for each in best]
        assert sorted(ranked, key=lambda each: suits.strength(each, suit), reverse=True) == ranked


@settings(max_examples=60, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6))
def test_an_honest_hand_takes_every_point_and_gives_no_flag(key: str, seed: int) -> None:
    people = seat_four(key, random.Random(seed))
    last = answer_json(people.play_hand())
    answers = [answer_json(each) for each in people.answers]
    tricks = [each["trick"] for each in answers if "trick" in each]
    taken = dict.fromkeys(SIDES, 0)
    assert len(tricks) == 7
    for trick, laid in zip(tricks, people.tricks, strict=True):
        seat = laid[taker([each for _, each in laid], people.trump)][0]
        points = 1 + sum(POINTS.get(each, 0) for _, each in laid)
        taken[SIDES[seat % 2]] += points
        assert trick == {"winner": NAMES[seat], "points": points, "taken": taken}
    assert sum(taken.values()) == 42
    assert result_json(people.log.state)["result"]["flags"] == []
    assert last["status"] in ("round-over", "match-over")
    assert {side: points for side, points in last["scores"].items() if points} == last["settled"]["points"]


@settings(max_examples=30, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6))
def test_an_honest_hand_may_be_laid_open_at_any_time(key: str, seed: int) -> None:
    people = seat_four(key, random.Random(seed), openness=0.3)
    people.play_hand()
    assert result_json(people.log.state)["result"]["flags"] == []
    assert sum(people.log.state.taken()) == 42


@settings(max_examples=20, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6))
def test_renaming_the_players_renames_the_answers(key: str, seed: int) -> None:
    people = seat_four(key, random.Random(seed), cheats=(1, 2), openness=0.02)
    people.chance.random()
    with contextlib.suppress(AssertionError):  # a cheat with an open hand is refused
        people.play_hand()
    others = ("Eva", "Flo", "Gus", "Hal")
    setup = people.log.start.setup
    log = open_log(read_setup({**setup.header, "players": list(others)}))
    for event, answer in zip(people.said, people.answers, strict=True):
        again, log = log.say(json.loads(renamed(event, others)))
        assert json.loads(renamed(answer_json(answer), others)) == answer_json(again)


def renamed(value: object, names: tuple[str, ...]) -> str:
    """The value as JSON with other names."""
    text = json.dumps(value)
    for old, new in zip(NAMES, names, strict=True):
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("header", "wrong"),
    [
        ({"players": ["Ana", "Ben", "Cal"]}, "players"),
        ({"players": ["Ana", "Ben", "Cal", "Dan", "Eva"]}, "players"),
        ({"teams": [["Ana", "Ben"], ["Cal", "Dan"]]}, "teams"),
        ({"teams": [["Ana", "Cal"]]}, "teams"),
        ({"tiles": 7}, "tiles"),
        ({"options": {"claims": "auto"}}, "claims"),
        ({"options": {"auction": "blind"}}, "auction"),
        ({"options": {"open_84": 1}}, "open_84"),
        ({"options": {"target": 0}}, "target"),
        ({"options": {"renege": "strike"}}, "renege"),
    ],
)
def test_a_header_that_cannot_be_played_names_what_is_wrong(
    key: str, header: dict[str, Any], wrong: str
) -> None:
    with pytest.raises(HeaderError) as caught:
        read_setup({"record": 1, "variant": key, "players": list(NAMES), **header})
    assert caught.value.key == wrong
    assert str(caught.value.message).endswith(".")


@pytest.mark.parametrize("name", ["nel_o", "sevens", "plunge", "splash", "no_trump_doubles", "count_by"])
def test_what_only_forty_two_asks_is_no_house_rule_of_the_sheet(name: str) -> None:
    with pytest.raises(HeaderError):
        read_setup({"record": 1, "variant": KEYS[0], "players": list(NAMES), "options": {name: True}})


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_a_sentence_with_a_source(key: str) -> None:
    game = VARIANTS[key]
    for rule in (game.rule(name) for part in game.parts() for name in part.switches()):
        assert str(rule.sentence)[0].isupper() or str(rule.sentence)[0].isdigit()
        assert str(rule.sentence).endswith(".")
        assert str(rule.source).startswith(game.sheet.title)


@settings(max_examples=60, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6), cheat=st.integers(0, 3))
def test_every_planted_renege_is_found_and_no_other(key: str, seed: int, cheat: int) -> None:
    people = seat_four(key, random.Random(seed), cheats=(cheat,))
    last = answer_json(people.play_hand())
    flags = result_json(people.log.state)["result"]["flags"]
    assert [(each["by"], each["event"]) for each in flags] == [
        (NAMES[seat], event) for seat, event, _ in people.planted
    ]
    for flag, (_, _, could) in zip(flags, people.planted, strict=True):
        assert any(f"{high}-{low}" in flag["because"] for high, low in could)
    if flags:
        bidder = people.log.state.current.bid.seat
        assert last["settled"]["how"] == ("set" if bidder % 2 == cheat % 2 else "made")
        assert last["settled"]["winner"] != SIDES[cheat % 2]


@settings(max_examples=40, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6))
def test_a_corrected_log_is_the_log_said_right_the_first_time(key: str, seed: int) -> None:
    people = seat_four(key, random.Random(seed), cheats=(0, 1, 2, 3))
    people.play_hand()
    plays = [each.number for each in people.answers if "trick" not in answer_json(each)]
    number = people.log.said
    _, log = people.log.say({"retract": number})
    _, log = log.say({"retract": number + 1})
    assert log.state == people.log.state
    assert len(plays) + 7 == number


EVENT = st.one_of(
    st.builds(
        lambda by, bid: {"by": by, "bid": bid}, st.sampled_from(NAMES), st.integers(28, 90) | st.just("pass")
    ),
    st.builds(
        lambda by, trump: {"by": by, "trump": trump},
        st.sampled_from(NAMES),
        st.sampled_from([*TRUMPS, 7, True]),
    ),
    st.builds(
        lambda by, each, stood: {"by": by, "play": str(each), **({"stood": True} if stood else {})},
        st.sampled_from(NAMES),
        st.sampled_from(tile_set(9).tiles),
        st.booleans(),
    ),
    st.builds(
        lambda by, hand: {"by": by, "hand": [str(each) for each in hand]},
        st.sampled_from(NAMES),
        st.lists(st.sampled_from(tile_set(6).tiles), max_size=7, unique=True),
    ),
    st.builds(lambda n: {"retract": n}, st.integers(1, 12)),
    st.builds(
        lambda n, by: {"amend": n, "with": {"by": by, "bid": "pass"}},
        st.integers(1, 12),
        st.sampled_from(NAMES),
    ),
    st.just({"void": True}),
    st.builds(lambda n: {"round": n}, st.integers(1, 3)),
    st.just({"adjust": {"Ana & Cal": 5}}),
    st.just({"by": "Ana", "draw": 1}),
    st.just({"deal": ["0-1"]}),
)


@settings(max_examples=150, deadline=None)
@given(key=st.sampled_from(KEYS), bids=st.booleans(), events=st.lists(EVENT, max_size=25))
def test_nothing_that_can_be_said_makes_the_judge_fall_over(
    key: str, bids: bool, events: list[dict[str, Any]]
) -> None:
    log = open_log(seat_four(key, random.Random(0)).log.start.setup)
    start: list[dict[str, Any]] = [{"round": 1}]
    if bids:
        start += [{"by": "Ana", "bid": 30}, *({"by": name, "bid": "pass"} for name in NAMES[1:])]
        start += [{"by": "Ana", "trump": 3}]
    for event in [*start, *events]:
        before = log.state
        answer, log = log.say(event)
        said = answer_json(answer)
        assert said["says"].endswith(".")
        if said["verdict"] == "refused":
            assert log.state == before
        assert all(0 <= held <= 7 for held in said["hands"].values())
        assert sum(said["points"].values()) == sum(log.state.scores) - sum(before.scores)


@settings(max_examples=25, deadline=None)
@given(key=st.sampled_from(KEYS), seed=st.integers(0, 10**6))
def test_a_match_ends_when_a_side_is_at_the_target_and_not_before(key: str, seed: int) -> None:
    target = {"hasbro2003.texas": 60, "traditional.forty-two": 3}[key]
    name = "target" if target == 60 else "marks_to_win"
    people = seat_four(key, random.Random(seed), options={name: target})
    while people.log.state.winner is None:
        assert max(people.log.state.scores) < target
        people.play_hand()
    scores = people.log.state.scores
    assert people.log.state.status == "match-over"
    assert scores[people.log.state.winner] >= target
    if min(scores) >= target:
        assert people.log.state.winner == people.log.state.current.bid.seat % 2


def certain_reneges(people: Foursome) -> set[tuple[str, int]]:
    """The tiles that surely did not follow: every hand that a player can have held has a certain tile of the suit.

    Worked out from the deal as the table sees it: tiles that a player laid later, and hands that can still be made
    of the tiles that nobody has seen.
    """
    state = people.log.state
    seen = [(NAMES.index(event["by"]), event["play"]) for event in people.said if "play" in event]
    unseen = sorted({str(each) for each in tile_set(6).tiles} - {each for _, each in seen})
    numbers = [each.number for each, said in zip(people.answers, people.said, strict=True) if "play" in said]
    found = set()
    for place, (seat, laid) in enumerate(seen):
        lead = halves(read_tile(seen[place - place % 4][1]))
        suit = suit_of_lead(lead, people.trump)
        if in_suit(halves(read_tile(laid)), suit, people.trump):
            continue
        later = {each for who, each in seen[place + 1 :] if who == seat}
        hands = [later | set(rest) for rest in combinations(unseen, state.hands_held[seat])]
        surely = set.intersection(*hands)
        if any(in_suit(halves(read_tile(each)), suit, people.trump) for each in surely) or (
            all(any(in_suit(halves(read_tile(each)), suit, people.trump) for each in hand) for hand in hands)
            and sum(in_suit(halves(read_tile(each)), suit, people.trump) for each in unseen) == 1
        ):
            found.add((NAMES[seat], numbers[place]))
    return found


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(8))
def test_a_renege_is_flagged_as_soon_as_it_is_certain(key: str, seed: int) -> None:
    people = seat_four(key, random.Random(f"soon {seed}"), cheats=(seed % 4, (seed + 1) % 4))
    people.start_hand()
    for count in range(28):
        people.lay_next()
        flags = {
            (each["by"], each["event"]): each["because"]
            for each in result_json(people.log.state)["result"]["flags"]
        }
        if count > 11:  # before that there are too many hands to try
            assert set(flags) == certain_reneges(people)
        for flag in people.log.state.flags:
            assert flag.tile is not None
            assert str(flag.tile) in str(flag.because)


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_taker_of_every_trick_of_many_deals_is_found_in_two_independent_ways(trump: Any) -> None:
    chance = random.Random(f"42 {trump}")
    suits = Suits(trump)
    for _ in range(400):
        deal = list(tile_set(6).tiles)
        chance.shuffle(deal)
        for first in range(0, 28, 4):
            laid = deal[first : first + 4]
            assert suits.winner(laid) == taker([halves(each) for each in laid], trump)


def test_the_rulebook_tells_of_marks_or_of_points_but_not_of_both() -> None:
    printed = VARIANTS["traditional.forty-two"]
    in_marks = entries(printed)
    in_points = entries(printed.with_options({"count_by": "points"}, 4))
    paid = {"pays_made", "pays_set", "pays_limit", "limit_set", "target"}
    assert paid.isdisjoint(in_marks)
    assert {"mark_worth", "marks_to_win"} <= set(in_marks)
    assert paid <= set(in_points)
    assert {"mark_worth", "marks_to_win"}.isdisjoint(in_points)
    assert paid <= set(entries(VARIANTS["hasbro2003.texas"]))


def test_a_call_is_refused_as_not_played_here_or_as_too_low() -> None:
    header = {
        "record": 1,
        "variant": "traditional.forty-two",
        "players": list(NAMES),
        "options": {"splash": True},
    }
    log = open_log(read_setup(header))
    for event in ({"round": 1}, {"by": NAMES[0], "bid": 84}, {"by": NAMES[1], "bid": 126}):
        _, log = log.say(event)
    told = [log.say({"by": NAMES[2], "bid": call})[0].ruling.says for call in ("plunge", "splash")]
    assert told == ["Plunge is not played at this table.", "Splash cannot be bid now."]


def test_a_bid_that_cannot_be_made_is_told_every_call_that_can() -> None:
    people = seat_four("traditional.forty-two", random.Random(1), options={"plunge": True, "splash": True})
    people.say(round=1)
    for bid, names in ((30, ["plunge", "splash"]), (84, ["plunge", "splash"]), (126, ["plunge"])):
        people.say(by=NAMES[people.log.state.to_act], bid=bid)
        by = NAMES[people.log.state.to_act]
        refused = people.log.say({"by": by, "bid": 29})[0].ruling
        calls = {call: people.log.say({"by": by, "bid": call})[0].ruling for call in ("plunge", "splash")}
        assert [call for call, ruling in calls.items() if ruling.verdict == "stands"] == names
        assert refused.says.endswith(f"{', '.join(names)} and a pass.")


def test_a_bid_that_cannot_be_made_offers_no_pass_to_the_dealer_who_has_to_bid() -> None:
    people = seat_four("hasbro2003.texas", random.Random(1), options={"all_pass": "dealer_30"})
    people.say(round=1)
    for _ in range(3):
        people.say(by=NAMES[people.log.state.to_act], bid="pass")
    by = NAMES[people.log.state.to_act]
    refused = people.log.say({"by": by, "bid": 29})[0].ruling
    assert refused.says == "29 cannot be bid now; possible bids are 30 to 42."
    assert people.log.say({"by": by, "bid": "pass"})[0].ruling.code == "bad-bid"
