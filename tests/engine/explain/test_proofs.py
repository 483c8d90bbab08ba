"""What is shown of a proof: told from the log, by example."""

import random
from typing import Any

import pytest

from referee.engine.explain.incidents import Incident, incidents_of
from referee.engine.log import Log
from referee.engine.record.events import Pass, Void
from referee.engine.tiles import read_tile
from tests.simulating import seat_people
from tests.trick_players import seat_four


def log_of(key: str, players: int, *events: dict[str, Any], **options: Any) -> Log:
    """A table at which these events stand, after a round is dealt."""
    people = seat_people(key, players, random.Random(0), options=options)
    for event in ({"round": 1}, *events):
        people.say(**event)
    return people.log


def only_case(log: Log) -> Incident:
    (case,) = incidents_of(log)
    return case


def test_a_pass_is_shown_with_the_ends_that_were_open() -> None:
    log = log_of(
        "edge.block",
        2,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "pass": True},
        {"by": "Ana", "play": "6-1"},
        {"by": "Ben", "play": "6-4", "at": "6-6"},
        hand_size=4,
    )
    case = only_case(log)
    assert case.flag.kind == "renege"
    assert case.did == Pass(1)
    assert str(case.told[0]).endswith("The open end was 6.")
    assert [each.tile for each in case.layout.laid] == [read_tile("6-6")]
    assert case.followed == (0, 0)


def test_a_round_that_is_voided_for_a_breach_is_the_decision_about_it() -> None:
    said = [{"by": "Ana", "play": "6-6"}, {"by": "Ben", "pass": True}, {"by": "Ana", "play": "6-1"}]
    said += [{"by": "Ben", "play": "6-4", "at": "6-6"}, {"void": True, "about": 3, "why": "as agreed"}]
    decision = only_case(log_of("edge.block", 2, *said, hand_size=4)).decision
    assert decision is not None
    assert decision.event == Void("as agreed", 3)


def test_who_stopped_with_a_tile_that_could_go_is_shown_with_the_ends_before_the_next_player_laid() -> None:
    log = log_of(
        "fundex2004.fours",
        4,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-3"},  # so Ana had nothing more that goes
        {"by": "Cal", "play": "3-1"},
        {"by": "Dan", "play": "1-1"},
        {"by": "Ana", "play": "6-5"},
        multi_play="must",
    )
    case = only_case(log)
    assert [each.tile for each in case.layout.laid] == [read_tile("6-6")]
    assert str(case.headline) == "Ana stopped holding 6-5"
    assert str(case.told[0]) == "Before move 3. The open end was 6."  # move 3 is Ben's
    assert str(case.told[1]) == "Ana laid 6-5 on move 6 and cannot have drawn it in between."


def test_the_points_that_followed_are_those_of_both_sides_after_the_breach() -> None:
    log = log_of(
        "fundex2004.all-fives",
        2,
        {"by": "Ana", "play": "5-5"},  # 10 before the breach
        {"by": "Ben", "draw": 1},
        {"by": "Ben", "play": "5-0"},  # 10
        {"by": "Ana", "play": "2-0"},
        {"by": "Ben", "play": "5-3", "at": "5-5"},  # 5 = 3 + 2
        claims="auto",
    )
    assert only_case(log).followed == (0, 15)
    assert log.state.scores == (10, 15)


def test_a_wrong_opening_is_shown_with_the_player_who_held_the_higher_double() -> None:
    log = log_of(
        "edge.block",
        2,
        {"by": "Ana", "play": "5-5"},
        {"by": "Ben", "play": "6-5"},
        {"by": "Ana", "pass": True},
        {"by": "Ben", "play": "6-6"},
        hand_size=4,
    )
    case = only_case(log)
    assert case.flag.kind == "wrong-opening"
    assert str(case.told[-1]) == "Ben laid 6-6 on move 5 and had it from the deal."


@pytest.mark.parametrize("key", ["hasbro2003.texas", "traditional.forty-two"])
def test_a_renege_at_tricks_is_shown_with_its_tile_and_when_it_was_laid(key: str) -> None:
    shown = 0
    for seed in range(12):
        people = seat_four(key, random.Random(seed), cheats=(1,))
        people.play_hand()
        for case in incidents_of(people.log):
            assert case.flag.seat == 1
            assert not 0 < case.flag.told_at <= case.flag.event
            assert case.did.by == 1
            assert case.layout is None
            shown += 1
    assert shown


def test_no_open_end_is_told_for_two_moves_that_had_different_ones() -> None:
    log = log_of(
        "traditional.private-trains",
        2,
        {"by": "Ana", "play": "12-0"},
        {"by": "Ben", "draw": 1},
        {"by": "Ben", "play": "12-6"},
        {"by": "Ana", "play": "1-0"},
        {"by": "Ben", "draw": 1},
        {"by": "Ben", "play": "6-2"},
        {"by": "Ana", "play": "8-1"},
        {"by": "Ben", "play": "3-2"},
        {"by": "Ana", "play": "8-4"},
        {"by": "Ben", "play": "12-3"},
    )
    (incident,) = incidents_of(log)
    assert [str(each) for each in incident.told] == [
        "Move 3 or 6.",
        "Ben laid or showed 12-6, 6-2 and 12-3 later, and only 2 of them can have been drawn.",
    ]


def test_of_a_pass_and_a_later_draw_one_was_false_if_one_tile_drawn_would_have_to_be_two() -> None:
    log = log_of(
        "edge.draw",
        3,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "draw": 1},
        {"by": "Ben", "pass": True},  # no six
        {"by": "Cal", "play": "6-5"},
        {"by": "Ana", "play": "6-4", "at": "6-6"},
        {"by": "Ben", "draw": 1},  # no five and no four
        {"by": "Ben", "play": "5-2"},
        {"by": "Cal", "play": "6-2"},
        {"by": "Ana", "play": "4-1"},
        {"by": "Ben", "play": "6-3"},
        draw="one",
    )
    (case,) = incidents_of(log)
    assert str(case.headline) == "Ben passed or drew holding 5-2 or 6-3"
    assert [str(each) for each in case.told] == [
        "Move 4 or 7.",
        "Ben laid or showed 5-2 and 6-3 later, and only one of them can have been drawn.",
    ]
