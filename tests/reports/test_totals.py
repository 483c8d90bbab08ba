"""The running totals: where each side's points came from."""

import random

import pytest

from referee.engine.log import open_log
from referee.engine.record.events import Play
from referee.engine.setup import read_setup
from referee.reports.rounds import round_summary
from referee.reports.tally import tally_of
from tests.simulating import seat_people


def _log(header, events):
    log = open_log(read_setup({"record": 1, **header}))
    for event in events:
        _, log = log.say(event)
    return log


def test_a_tile_that_scores_and_settles_at_once_is_counted_once():
    at_once = 0
    for seed in range(12):
        # No tile is left over, so the hand that is left is certain and the last tile settles the round.
        people = seat_people(
            "fundex2004.all-fives", 2, random.Random(seed), options={"claims": "auto", "hand_size": 14}
        )
        people.play_round()
        state = people.log.state
        totals = round_summary(people.log, 1).totals
        assert [row.total for row in totals.rows] == list(state.scores)
        for row in totals.rows:
            assert sum(row.figures) == row.total
        last = people.log.entries[-1]
        at_once += isinstance(last.event, Play) and bool(last.ruling.settled and last.ruling.settled.points)
    assert at_once


def test_the_columns_add_up_to_the_total_when_the_last_tile_settles():
    log = _log(
        {"variant": "edge.muggins", "players": ["Ana", "Ben"], "options": {"hand_size": 1, "reserve": 0}},
        [
            {"round": 1},
            {"by": "Ana", "play": "5-5"},
            {"by": "Ben", "hand": ["6-4"]},
        ],
    )
    totals = round_summary(log, 1).totals
    assert totals.columns == ("Laid", "Settled")
    assert [(row.figures, row.total) for row in totals.rows] == [((2, 2), 4), ((0, 0), 0)]


def test_points_made_in_play_and_for_going_out_are_told_apart_when_only_the_result_is_entered():
    result = {"out": "Ben", "left": {"Ana": 8, "Cal": 7}, "points": {"Ana": 59, "Ben": 58}}
    header = {"variant": "fundex2004.five-up", "players": ["Ana", "Ben", "Cal"]}
    log = _log(header, [{"round": 1}, {"result": result}])

    summary = round_summary(log, 1)
    assert summary.totals.columns == ("Laid", "Settled")
    assert [row.figures for row in summary.totals.rows] == [(59, 0), (58, 3), (0, 0)]
    assert summary.made == "61 in round 1: 58 laid, 3 for going out."
    assert [row.sum for row in tally_of(log, 1, by_rank=False).rows] == ["", "58 + 3", ""]


def test_points_that_a_false_pass_takes_back_with_the_round_are_told_like_those_of_any_void_round():
    header = {
        "variant": "edge.muggins",
        "players": ["Ana", "Ben"],
        "options": {"hand_size": 2, "draw": "none", "false_pass": "void_round"},
    }
    said = [
        {"round": 1},
        {"by": "Ana", "play": "5-5"},
        {"by": "Ben", "pass": True},
        {"by": "Ana", "play": "5-4"},
    ]
    for last in ({"by": "Ben", "hand": ["5-3", "2-0"]}, {"void": True}):
        totals = round_summary(_log(header, [*said, last]), 1).totals
        assert totals.columns == ("Laid", "Void")
        assert [row.figures for row in totals.rows] == [(2, -2), (0, 0)]


def test_points_taken_by_agreement_are_seen_in_the_sum_of_the_round_that_they_fell_in():
    header = {"variant": "fundex2004.block-draw", "players": ["Ana", "Ben"], "options": {"hand_size": 1}}
    said = [
        {"round": 1},
        {"adjust": {"Ana": -10}, "why": "looked at a tile"},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "hand": ["6-5"]},
    ]
    ana, ben = tally_of(_log(header, said), 1, by_rank=False).rows
    assert (ana.figures, ana.total, ana.sum) == ((1,), 1, "11 - 10")
    assert (ben.figures, ben.sum) == ((0,), "")


def test_the_points_before_the_second_round_are_those_of_round_1_and_before_the_third_those_of_both():
    header = {"variant": "edge.block", "players": ["Ana", "Ben"], "options": {"hand_size": 1}}
    log = _log(
        header,
        [
            {"round": 1},
            {"by": "Ana", "play": "6-6"},
            {"by": "Ben", "hand": ["5-1"]},
            {"round": 2},
            {"by": "Ben", "play": "5-5"},
            {"by": "Ana", "hand": ["4-3"]},
            {"round": 3},
            {"by": "Ana", "play": "4-4"},
            {"by": "Ben", "hand": ["1-0"]},
        ],
    )
    totals = [round_summary(log, number).totals for number in (1, 2, 3)]
    assert [each.columns for each in totals] == [("Settled",), ("Round 1", "Settled"), ("Before", "Settled")]
    assert [each.rows[0].figures for each in totals] == [(6,), (6, 0), (6, 1)]
    assert [each.rows[0].total for each in totals] == [6, 6, 7]


@pytest.mark.parametrize(
    ("rounds", "columns", "ana", "how"),
    [
        (3, ("1", "2", "3"), (1, 0, 6), "5 + 1"),
        (5, ("1", "2", "3", "4", "5"), (1, 0, 1, 0, 6), ""),
        (6, ("1", "2", "3", "4", "5", "6"), (1, 0, 1, 0, 1, 5), ""),
        (7, ("1-2", "3", "4", "5", "6", "7"), (1, 1, 0, 1, 0, 6), ""),
    ],
)
def test_the_tally_has_a_column_for_each_of_the_last_five_rounds_and_one_for_all_before(
    rounds, columns, ana, how
):
    """Who opens lays the only tile, and the other has one pip left; in the last round Ana is given five points."""
    said = []
    for number in range(1, rounds + 1):
        opener, other = ("Ana", "Ben") if number % 2 else ("Ben", "Ana")
        said += [{"round": number}]
        said += [{"adjust": {"Ana": 5}, "why": "agreed"}] if number == rounds else []
        said += [{"by": opener, "play": "6-6"}, {"by": other, "hand": ["1-0"]}]
    header = {"variant": "edge.block", "players": ["Ana", "Ben"], "options": {"hand_size": 1}}
    tally = tally_of(_log(header, said), rounds, by_rank=False)
    assert tally.columns == columns
    assert tally.rows[0].figures == ana
    assert tally.rows[0].sum == how  # there is room for it beside three columns
