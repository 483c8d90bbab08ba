"""What the table has decided about a proved breach during its round: the settlement leaves it at that."""

from typing import Any

import pytest

from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup

DREW_HOLDING = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "draw": 1},
    {"by": "Ben", "draw": 1},
    {"by": "Ben", "play": "6-5"},
    {"by": "Ana", "play": "5-1"},
    {"by": "Ben", "play": "6-4", "at": "6-6"},
    {"by": "Ana", "play": "4-3"},
    {"by": "Ben", "play": "6-3", "at": "4-3"},
)
ANA_OUT = ({"by": "Ana", "play": "1-0"}, {"by": "Ben", "hand": ["5-5", "4-4", "2-1"]})
WON = 21  # Ana's: the pips that Ben is left with


def log_of(variant: str, players: list[str], said: list[dict[str, Any]], options: dict[str, Any]) -> Log:
    log = open_log(read_setup({"record": 1, "variant": variant, "players": players, "options": options}))
    for each in said:
        answer, log = log.say(each)
        assert answer.ruling.verdict != "refused", answer.ruling.says
    return log


def scores(false_pass: Any, *decided: dict[str, Any]) -> tuple[int, ...]:
    options = {"hand_size": 4, "false_pass": false_pass}
    said = [*DREW_HOLDING, *decided, *ANA_OUT]
    return log_of("fundex2004.block-draw", ["Ana", "Ben"], said, options=options).state.scores


def test_a_false_draw_that_the_table_forgives_costs_nothing_when_the_round_is_settled():
    assert scores(10) == (WON, -10)
    assert scores(10, {"adjust": {"Ben": 0}, "why": "forgiven", "about": 3}) == (WON, 0)


def test_the_points_that_the_table_takes_stand_in_place_of_those_of_the_house():
    assert scores(10, {"adjust": {"Ben": -5}, "why": "half", "about": 3}) == (WON, -5)
    assert scores(10, {"adjust": {"Ana": 7}, "why": "hers", "about": 3}) == (WON + 7, 0)


def test_a_decision_about_any_draw_of_the_turn_is_one_about_them_all():
    assert scores(10, {"adjust": {"Ben": 0}, "why": "forgiven", "about": 4}) == (WON, 0)


def test_points_agreed_on_for_something_else_forgive_nothing():
    assert scores(10, {"adjust": {"Ben": 1}, "why": "a bet"}) == (WON, -9)
    assert scores(10, {"adjust": {"Ben": 1}, "why": "a bet", "about": 5}) == (WON, -9)


def test_a_round_that_a_forgiven_false_draw_would_void_counts():
    assert scores("void_round") == (0, 0)
    assert scores("void_round", {"adjust": {"Ben": 0}, "why": "forgiven", "about": 3}) == (WON, 0)


def test_a_decision_that_is_taken_back_forgives_nothing():
    forgiven = {"adjust": {"Ben": 0}, "why": "forgiven", "about": 3}
    assert scores(10, forgiven, {"retract": len(DREW_HOLDING) + 1}) == (WON, -10)


def test_of_two_breaches_by_one_entry_the_table_forgives_the_one_whose_side_it_names():
    header = {"hand_size": 2, "multi_play": "must", "false_pass": 10}
    names = ["Ana", "Ben", "Cal", "Dan"]
    said = [
        {"round": 1, "opener": "Dan"},
        {"by": "Dan", "play": "6-6"}, {"by": "Ana", "draw": 1},  # this says that Dan stopped, too
        {"by": "Ana", "play": "6-3"}, {"by": "Ana", "play": "6-1"}, {"by": "Ben", "play": "3-2"},
        {"by": "Ben", "play": "5-2"},
    ]  # fmt: skip
    hands = [
        {"by": "Dan", "hand": ["6-4"]}, {"by": "Ana", "hand": ["2-0"]}, {"by": "Cal", "hand": ["4-0", "3-0"]},
    ]  # fmt: skip

    def lost(*decided: dict[str, Any]) -> set[str]:
        log = log_of("fundex2004.fours", names, [*said, *decided, *hands], options=header)
        told = " ".join(log.entries[-1].ruling.says.split())
        return {name for name in names if f"{name} loses 10 points" in told}

    assert lost() == {"Ana", "Dan"}
    assert lost({"adjust": {"Ana": 0}, "why": "forgiven", "about": 3}) == {"Dan"}


@pytest.mark.parametrize("forgives", [False, True])
def test_a_renege_that_the_table_forgives_loses_no_hand(forgives: bool):
    names = ["Ana", "Ben", "Cal", "Dan"]
    said = [{"round": 1, "opener": "Ana"}, {"by": "Ana", "bid": 30}]
    said += [*({"by": name, "bid": "pass"} for name in names[1:]), {"by": "Ana", "trump": 6}]
    tiles = zip([*names, "Ana", "Ben"], ["6-6", "5-4", "6-2", "4-4", "6-3", "6-4"], strict=True)
    said += [{"by": name, "play": tile} for name, tile in tiles]
    decided = [{"adjust": {"Ben & Dan": 0}, "why": "forgiven", "about": 8}] if forgives else []
    log = log_of(
        "hasbro2003.texas", names, [*said, *decided, {"by": "Ben", "concede": True}],
        options={"renege": "lose_hand"},
    )  # fmt: skip

    (settled,) = log.state.rounds
    assert settled.by == (() if forgives else ("renege",))
