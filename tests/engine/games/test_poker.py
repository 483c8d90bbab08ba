"""Poker by the whole count: every hand there is, and rounds of bets by chance."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.games.match import Status
from referee.engine.games.poker.betting import pots_of
from referee.engine.games.poker.state import PokerMatch
from referee.engine.log import Log, open_log
from referee.engine.rules.poker import HAND, TILES, Rank, Ranks
from referee.engine.rulings import Source
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile

NAMES = ["Ana", "Ben", "Cal", "Dan"]
# rules/README.md, PK1: how many of the 15,504 hands have which rank, by reading.
COUNTS = {
    "sheet": {
        Rank.ROYAL: 1,
        Rank.SIX_STRAIGHT: 2,
        Rank.FOURS: 75,
        Rank.FIVE_STRAIGHT: 9,
        Rank.FULL: 600,
        Rank.FOUR_STRAIGHT: 44,
        Rank.THREES: 450,
        Rank.FLUSH: 18,
        Rank.PAIR: 4538,
        Rank.NONE: 9767,
    },
    "classic": {
        Rank.ROYAL: 1,
        Rank.SIX_STRAIGHT: 2,
        Rank.FOURS: 75,
        Rank.FIVE_STRAIGHT: 2,
        Rank.FULL: 600,
        Rank.FOUR_STRAIGHT: 2,
        Rank.THREES: 450,
        Rank.FLUSH: 25,
        Rank.PAIR: 4550,
        Rank.NONE: 9797,
    },
}


def ranks(**switches: Any) -> Ranks:
    """The part with some switches set."""
    return Ranks(source=Source("a sheet", "Poker"), **switches)


def deal(chance: random.Random) -> list[tuple[Tile, ...]]:
    """Four hands by chance."""
    tiles = chance.sample(TILES, len(TILES))
    return [tuple(tiles[HAND * seat : HAND * (seat + 1)]) for seat in range(4)]


@pytest.mark.parametrize("reading", ["sheet", "classic"])
def test_all_hands_rank_as_they_were_counted(reading: str) -> None:
    part = ranks(poker_straights=reading)
    found = Counter(part.strength(hand).rank for hand in combinations(TILES, HAND))
    assert dict(found) == COUNTS[reading]


@pytest.mark.parametrize("reading", ["sheet", "classic"])
@pytest.mark.parametrize("tie", ["suit_number", "highest_piece"])
def test_two_hands_of_one_deal_are_never_equal_and_a_hand_has_a_rank(reading: str, tie: str) -> None:
    """X179: with four players and all tiles dealt at least one hand has a pair."""
    part = ranks(poker_straights=reading, flush_tie=tie)
    chance = random.Random(4)
    for _ in range(1500):
        strengths = [part.strength(hand) for hand in deal(chance)]
        assert len({each[:2] for each in strengths}) == 4
        assert max(strengths).rank is not Rank.NONE


def test_the_tiles_that_make_a_rank_are_named() -> None:
    part = ranks()
    for hand in combinations(TILES, HAND):
        strength = part.strength(hand)
        assert set(strength.tiles) <= set(hand)
        whole = (Rank.FLUSH, Rank.FULL, Rank.FIVE_STRAIGHT, Rank.SIX_STRAIGHT, Rank.ROYAL)
        fewer = {Rank.NONE: 1, Rank.PAIR: 2, Rank.THREES: 3, Rank.FOURS: 4, Rank.FOUR_STRAIGHT: 4}
        assert len(strength.tiles) == (HAND if strength.rank in whole else fewer[strength.rank])


def _acts(state: Any, chance: random.Random) -> dict[str, Any]:
    betting = state.round.betting
    if not betting.has_antes:
        seat = chance.choice([seat for seat, paid in enumerate(betting.paid) if not paid])
        return {"by": NAMES[seat], "ante": 2}
    by = NAMES[betting.turn]
    said = chance.choice(["check", "bet", "fold"] if not betting.bet else ["call", "call", "raise", "fold"])
    return {"by": by, said: chance.randint(1, 9) if said in ("bet", "raise") else True}


def test_chips_never_appear_from_nowhere_and_the_best_hand_that_stayed_takes_them() -> None:
    chance = random.Random(9)
    seen: Counter[str] = Counter()
    for _ in range(150):
        log = open_log(
            read_setup(
                {"record": 1, "variant": "hasbro2003.poker", "players": NAMES, "options": {"stakes": True}}
            )
        )
        for number in (1, 2):
            hands = deal(chance)
            _, log = log.say({"round": number})
            while log.state.status is Status.PLAYING:
                answer, log = log.say(_acts(log.state, chance))
                assert answer.ruling.verdict == "stands", answer.ruling.says
            betting = log.state.round.betting
            assert not betting.staying or len({betting.paid[seat] for seat in betting.staying}) == 1
            for seat in chance.sample(betting.staying, len(betting.staying)):
                if log.state.status is Status.REVEAL:
                    answer, log = log.say({"by": NAMES[seat], "hand": [str(each) for each in hands[seat]]})
                    assert answer.ruling.verdict == "stands", answer.ruling.says
            settled = log.state.rounds[-1]
            seen[settled.how] += 1
            assert sum(points for _, points in settled.points) == 0
            assert sum(log.state.scores) == 0
            best = max(betting.staying, key=lambda seat: ranks().strength(hands[seat])[:2])
            assert settled.winner == best
    assert seen["showdown"] > 50
    assert seen["folded"] > 30


@st.composite
def chip_matches(draw: st.DrawFn) -> tuple[int, random.Random]:
    """What everybody starts with, and the chance by which a match goes."""
    return draw(st.integers(1, 30)), draw(st.randoms(use_true_random=False))


def chip_by_chip(paid: tuple[int, ...], order: list[int]) -> list[int]:
    """What each seat wins or loses, by taking a chip from everybody at a time: the best hand still in takes them."""
    change = [-each for each in paid]
    for chip in range(1, max(paid) + 1):
        best = next((seat for seat in order if paid[seat] >= chip), None)
        assert best is not None, "no player who stays paid as much as one who folded"
        change[best] += sum(each >= chip for each in paid)
    return change


def chip_act(state: Any, chance: random.Random) -> dict[str, Any]:
    """Something that may be said with the chips that are left."""
    betting = state.round.betting
    if not betting.has_antes:
        waiting = [seat for seat in betting.seated if not betting.paid[seat]]
        ante = betting.ante or chance.randint(1, max(betting.chips[seat] for seat in waiting))
        rich = [seat for seat in waiting if betting.ante or betting.chips[seat] >= ante]
        return {"by": NAMES[chance.choice(rich)], "ante": ante}
    seat = betting.turn
    more = betting.most(seat)
    acts = (["call"] if betting.bet else ["check"]) + ["fold"]
    acts += [("raise" if betting.bet else "bet")] * 2 if more else []
    act = chance.choice(acts)
    return {"by": NAMES[seat], act: chance.randint(1, more) if act in ("bet", "raise") else True}


@given(chip_matches())
def test_with_chips_that_end_every_pot_goes_to_the_best_hand_that_paid_into_it(
    match: tuple[int, random.Random],
) -> None:
    buy_in, chance = match
    options = {"stakes": True, "buy_in": buy_in}
    header = {"record": 1, "variant": "hasbro2003.poker", "players": NAMES, "options": options}
    log = open_log(read_setup(header))
    for number in range(1, 7):
        before = log.state.scores
        hands = deal(chance)
        answer, log = log.say({"round": number})
        assert answer.ruling.verdict == "stands", answer.ruling.says
        while log.state.status is Status.PLAYING:
            answer, log = log.say(chip_act(log.state, chance))
            assert answer.ruling.verdict == "stands", answer.ruling.says
            betting = log.state.round.betting
            assert all(paid <= has for paid, has in zip(betting.paid, betting.chips, strict=True))
        for seat in betting.staying:
            if log.state.status is Status.REVEAL:
                _, log = log.say({"by": NAMES[seat], "hand": [str(each) for each in hands[seat]]})
        order = sorted(betting.staying, key=lambda seat: ranks().strength(hands[seat])[:2], reverse=True)
        gained = [after - was for after, was in zip(log.state.scores, before, strict=True)]
        assert gained == chip_by_chip(betting.paid, order)
        assert sum(log.state.scores) == 0
        assert min(log.state.scores) >= -buy_in
        if log.state.status is Status.MATCH_OVER:
            assert max(log.state.scores) == 3 * buy_in
            return
        assert log.state.status is Status.ROUND_OVER


STRONG, WEAK = ["6-6", "5-5", "4-4", "3-3", "2-2"], ["2-1", "3-1", "4-1", "5-1", "3-2"]


def with_chips(buy_in: int, *events: dict[str, Any]) -> Log:
    """A match in which everybody bought that many chips, after these events, which all stand."""
    options = {"stakes": True, "buy_in": buy_in}
    log = open_log(
        read_setup({"record": 1, "variant": "hasbro2003.poker", "players": NAMES, "options": options})
    )
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return log


def antes(chips: int) -> list[dict[str, Any]]:
    """Everybody's ante."""
    return [{"by": name, "ante": chips} for name in NAMES]


def test_chips_of_players_who_folded_are_a_side_pot_and_not_taken_back() -> None:
    log = with_chips(
        60,
        {"round": 1, "opener": "Ana"},
        *antes(1),
        {"by": "Ana", "bet": 50},
        {"by": "Ben", "call": True},
        {"by": "Cal", "fold": True},
        {"by": "Dan", "fold": True},
        {"by": "Ana", "hand": WEAK},
        {"by": "Ben", "hand": STRONG},
        {"round": 2, "opener": "Ben"},
        *antes(1),
        {"by": "Ben", "bet": 10},
        {"by": "Cal", "raise": 20},
        {"by": "Dan", "raise": 10},
        {"by": "Ana", "call": True},
        {"by": "Ben", "fold": True},
        {"by": "Cal", "fold": True},
        {"by": "Ana", "hand": WEAK},
        {"by": "Dan", "hand": STRONG},
    )
    steps = [str(each) for each in log.state.rounds[-1].steps]
    assert steps[-2:] == ["Dan takes the side pot of 56.", "Dan takes the pot of 36."]


def test_while_the_betting_goes_on_a_side_pot_is_for_all_who_can_still_call() -> None:
    log = with_chips(
        20,
        {"round": 1, "opener": "Ana"},
        *antes(2),
        {"by": "Ana", "bet": 5},
        {"by": "Ben", "call": True},
        {"by": "Cal", "fold": True},
        {"by": "Dan", "fold": True},
        {"by": "Ana", "hand": WEAK},
        {"by": "Ben", "hand": STRONG},
        {"round": 2, "opener": "Ana"},
        *antes(2),
        {"by": "Ana", "bet": 10},
        {"by": "Ben", "call": True},
        {"by": "Cal", "raise": 1},
        {"by": "Dan", "raise": 1},
    )
    assert isinstance(log.state, PokerMatch)
    betting = log.state.current.betting
    assert betting is not None
    assert betting.paid == (12, 12, 13, 14)
    assert [(pot.chips, pot.seats) for pot in pots_of(betting)] == [(51, (0, 1, 2, 3))]
    _, log = log.say({"by": "Ana", "call": True})
    betting = log.state.current.betting
    assert betting.paid == (13, 12, 13, 14)  # Ana is all in
    assert [(pot.chips, pot.seats) for pot in pots_of(betting)] == [(51, (0, 1, 2, 3)), (1, (1, 2, 3))]


def test_a_player_whose_chips_end_below_a_side_pot_is_not_among_those_who_can_win_it() -> None:
    log = with_chips(
        10,
        {"round": 1, "opener": "Ana"},
        *antes(2),
        {"by": "Ana", "bet": 4},
        *({"by": name, "fold": True} for name in NAMES[1:]),
        {"round": 2, "opener": "Ana"},
        *antes(2),
        {"by": "Ana", "bet": 10},
        {"by": "Ben", "call": True},
    )
    assert isinstance(log.state, PokerMatch)
    betting = log.state.current.betting
    assert betting is not None
    assert betting.chips == (16, 8, 8, 8)
    assert [(pot.chips, pot.seats) for pot in pots_of(betting)] == [(20, (0, 1, 2, 3)), (4, (0,))]


def test_partners_take_the_pot() -> None:
    header = {
        "record": 1,
        "variant": "hasbro2003.poker",
        "players": NAMES,
        "teams": [["Ana", "Cal"], ["Ben", "Dan"]],
        "options": {"stakes": True},
    }
    log = open_log(read_setup(header))
    for event in (
        {"round": 1, "opener": "Ana"},
        *({"by": name, "ante": 1} for name in NAMES),
        {"by": "Ana", "bet": 2},
        *({"by": name, "fold": True} for name in ("Ben", "Cal", "Dan")),
    ):
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    assert "Ana & Cal take the pot of 6." in answer.ruling.says


def test_every_chip_that_is_refused_or_paid_cites_the_rule_that_decides() -> None:
    options = {"stakes": True, "buy_in": 5}
    header = {"record": 1, "variant": "hasbro2003.poker", "players": NAMES, "options": options}
    log = open_log(read_setup(header))
    told = []
    for event in (
        {"round": 1, "opener": "Ana"},
        {"by": "Ana", "ante": 6},
        {"by": "Ana", "ante": 1},
        {"by": "Ben", "ante": 1},
        {"by": "Cal", "ante": 1},
        {"by": "Dan", "ante": 1},
        {"by": "Ana", "bet": 5},
        {"by": "Ana", "bet": 4},
    ):
        answer, log = log.say(event)
        told.append((answer.ruling.says, answer.ruling.rule.name if answer.ruling.rule else ""))
    assert told[1][1] == "buy_in"
    assert told[1][0].startswith("Ana has 5 chips, less than 6.")
    assert told[2] == ("Ana antes 1.", "stakes")
    assert told[6] == ("Ana has 4 chips: that is the highest bet.", "buy_in")
    assert told[7] == ("Ana bets 4: all in.", "buy_in")


def test_a_stake_of_a_player_who_has_chips_left_cites_the_betting() -> None:
    options = {"stakes": True, "buy_in": 5}
    log = open_log(
        read_setup({"record": 1, "variant": "hasbro2003.poker", "players": NAMES, "options": options})
    )
    told = []
    for event in (
        {"round": 1, "opener": "Ana"},
        *({"by": name, "ante": 3} for name in NAMES),
        {"by": "Ana", "bet": 1},
        {"by": "Ben", "bet": 2},
        {"by": "Ben", "fold": True},
        {"by": "Ben", "raise": 2},
        {"by": "Cal", "raise": 1},
        {"by": "Dan", "call": True},
        {"by": "Ana", "fold": True},
        {"by": "Ana", "raise": 2},
    ):
        answer, log = log.say(event)
        told.append((answer.ruling.says, answer.ruling.rule.name if answer.ruling.rule else ""))
    assert told[4:] == [
        ("Dan antes 3. Everyone is in.", "stakes"),
        ("Ana bets 1.", "stakes"),
        ("There is a bet of 1: call it, raise it or fold.", "stakes"),
        ("Ben folds.", "stakes"),
        ("Ben has folded.", "stakes"),
        ("Cal raises by 1 and pays 2: all in.", "buy_in"),
        ("Dan calls and pays 2: all in.", "buy_in"),
        ("Ana folds. Now Cal and Dan show their hands.", "stakes"),
        ("Betting is over; show the hands now.", "stakes"),
    ]


def test_a_player_who_may_check_no_more_is_told_to_raise_only_if_that_is_possible() -> None:
    options = {"stakes": True, "buy_in": 5}
    log = open_log(
        read_setup({"record": 1, "variant": "hasbro2003.poker", "players": NAMES, "options": options})
    )
    antes = [{"by": name, "ante": 3} for name in NAMES]
    for event in ({"round": 1, "opener": "Ana"}, *antes, {"by": "Ana", "bet": 2}):
        _, log = log.say(event)
    ruling = log.say({"by": "Ben", "check": True})[0].ruling
    assert ruling.code == "bad-stake"
    assert (ruling.says, ruling.rule and ruling.rule.name) == (
        "There is a bet of 2: call it or fold.",
        "buy_in",
    )


def test_two_hands_without_a_rank_are_compared_by_their_tiles_also_below_a_pair() -> None:
    log = open_log(read_setup({"record": 1, "variant": "hasbro2003.poker", "players": NAMES}))
    for event in (
        {"round": 1},
        {"by": "Ana", "hand": ["5-5", "2-2", "3-2", "4-1", "6-5"]},
        {"by": "Ben", "hand": ["4-4", "6-3", "6-2", "5-1", "3-1"]},
        {"by": "Cal", "hand": ["6-6", "3-3", "2-1", "5-4", "6-1"]},
    ):
        answer, log = log.say(event)
    assert answer.ruling.settled is not None
    assert [str(each) for each in answer.ruling.settled.steps] == [
        "Cal: a pair, 6-6 and 3-3.",
        "Ana: a pair, 5-5 and 2-2.",
        "Ben: nothing, 4-4.",
        "Dan: nothing, 6-4.",
        "Cal beats Ana. A pair with the double six beats one with the double five.",
        "Ben beats Dan. 4-4 is a higher tile than 6-4.",
    ]


def test_partners_stake_without_a_limit() -> None:
    header = {
        "record": 1,
        "variant": "hasbro2003.poker",
        "players": NAMES,
        "teams": [["Ana", "Cal"], ["Ben", "Dan"]],
        "options": {"stakes": True, "buy_in": 5},
    }
    with pytest.raises(HeaderError) as wrong:
        read_setup(header)
    assert wrong.value.key == "buy_in"
