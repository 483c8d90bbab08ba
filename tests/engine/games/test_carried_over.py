"""A match that goes on from the points of another: `start` in the header of its record."""

import json

import pytest

from referee.engine.answers import replay_text
from referee.engine.games.match import Status
from referee.engine.log import Log, open_log
from referee.engine.record.reading import RecordError
from referee.engine.renaming import rename
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup, with_rules

BLOCK = {"variant": "edge.block", "players": ["Ana", "Ben"], "options": {"hand_size": 1, "target": 50}}
FOUR = ["Ana", "Ben", "Cal", "Dan"]
# Ana goes out; Ben holds nine pips, which are Ana's.
NINE = ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]})


def played(header, *events) -> Log:
    log = open_log(read_setup({"record": 1, **header}))
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return log


def wrong(header) -> HeaderError:
    with pytest.raises(HeaderError) as refused:
        read_setup({"record": 1, **header})
    assert refused.value.key == "start"
    return refused.value


def test_the_scores_begin_with_the_points_that_are_carried_over():
    log = played({**BLOCK, "start": {"Ana": 35, "Ben": 20}})
    assert log.state.scores == (35, 20)

    log = played({**BLOCK, "start": {"Ana": 35, "Ben": 20}}, *NINE)
    assert log.state.scores == (44, 20)
    assert log.state.status is Status.ROUND_OVER


def test_a_side_that_is_left_out_begins_with_nothing():
    assert played({**BLOCK, "start": {"Ben": 20}}).state.scores == (0, 20)
    assert played({**BLOCK, "start": None}).state.scores == (0, 0)


def test_the_target_can_be_reached_in_the_first_round():
    state = played({**BLOCK, "start": {"Ana": 41, "Ben": 49}}, *NINE).state

    assert state.scores == (50, 49)
    assert (state.status, state.winner) == (Status.MATCH_OVER, 0)


def test_an_exact_target_is_met_from_the_points_that_are_carried_over():
    exact = {**BLOCK, "options": {"hand_size": 1, "target": 50, "exact": True}}

    met = played({**exact, "start": {"Ana": 41}}, *NINE).state
    passed = played({**exact, "start": {"Ana": 42}}, *NINE).state

    assert (met.scores, met.winner) == ((50, 0), 0)
    assert (passed.scores, passed.winner) == ((42, 0), None)


def test_a_round_that_does_not_count_leaves_the_points_that_are_carried_over():
    fives = {"variant": "fundex2004.all-fives", "players": ["Ana", "Ben"], "options": {"claims": "auto"}}
    log = played({**fives, "start": {"Ana": 35, "Ben": 20}}, {"round": 1}, {"by": "Ana", "play": "5-5"})
    assert log.state.scores == (45, 20)

    _, log = log.say({"void": True})
    assert log.state.scores == (35, 20)


def test_muggins_and_agreed_points_are_added_to_those_that_are_carried_over():
    fives = {"variant": "fundex2004.all-fives", "players": ["Ana", "Ben"], "start": {"Ana": 35, "Ben": 20}}
    log = played(
        fives,
        {"round": 1},
        {"by": "Ana", "play": "5-5"},
        {"by": "Ben", "play": "5-1"},
        {"by": "Ben", "muggins": 10},
        {"adjust": {"Ana": -40}},
    )
    assert log.state.scores == (-5, 30)


def test_undo_of_everything_leaves_the_points_that_are_carried_over():
    log = played({**BLOCK, "start": {"Ana": 35}}, *NINE)
    for number in (3, 2, 1):
        _, log = log.say({"retract": number})
    assert log.state.scores == (35, 0)


def test_partners_carry_their_points_over_together():
    pairs = {"variant": "edge.block", "players": FOUR, "teams": [["Ana", "Cal"], ["Ben", "Dan"]]}

    assert played({**pairs, "start": {"Ben & Dan": 20}}).state.scores == (0, 20)
    assert "There is no side Ben at this table" in str(wrong({**pairs, "start": {"Ben": 20}}).message)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"Eva": 20}, "There is no side Eva at this table, only Ana and Ben."),
        ({"Ana": 50}, "Ana would begin with 50, but the match is to 50."),
        ({"Ben": 51}, "Ben would begin with 51, but the match is to 50."),
        ({"Ana": "20"}, "whole number for each side"),
        ({"Ana": True}, "whole number for each side"),
        ({"Ana": 1.5}, "whole number for each side"),
        ({"Ana": 10**9}, "whole number for each side"),
        ([35, 20], "whole number for each side"),
        (35, "whole number for each side"),
    ],
)
def test_points_that_cannot_be_carried_over_are_refused(start, words):
    assert words in str(wrong({**BLOCK, "start": start}).message)


@pytest.mark.parametrize(
    ("variant", "players"),
    [("fundex2004.elimination", 1), ("fundex2004.knock-out", 1), ("fundex2004.blind", 2)],
)
def test_a_game_without_a_running_score_carries_nothing_over(variant, players):
    refused = wrong({"variant": variant, "players": FOUR[:players], "start": {"Ana": 5}})
    assert "has no points to carry over" in str(refused.message)


def test_poker_goes_on_with_the_chips_that_everybody_has():
    poker = {"variant": "hasbro2003.poker", "players": FOUR, "options": {"stakes": True, "buy_in": 50}}

    assert played({**poker, "start": {"Ana": 30, "Ben": -50}}).state.amounts == (80, 0, 50, 50)
    assert "chips" in str(wrong({**poker, "start": {"Ana": -51}}).message)
    assert "chips" in str(wrong({**poker, "start": {"Ana": -50, "Ben": -50, "Cal": -50}}).message)


def test_a_lower_target_agreed_on_later_does_not_make_the_record_unreadable():
    setup = read_setup({"record": 1, **BLOCK, "start": {"Ana": 35}})
    assert with_rules(setup, {"target": 30}).carried == (35, 0)


TRAINS = {"variant": "traditional.mexican-train", "players": ["Ana", "Ben"], "tiles": 6}


def test_a_match_with_a_set_number_of_rounds_goes_on_with_the_next_double():
    log = played({**TRAINS, "start": {"Ana": 40, "Ben": 12}, "rounds_before": 5}, {"round": 1})
    assert log.state.round.double == 1

    log = played(
        {**TRAINS, "start": {"Ana": 40, "Ben": 12}, "rounds_before": 5},
        {"round": 1},
        {"result": {"out": "Ana", "left": {"Ben": 3}}},
        {"round": 2},
    )
    assert (log.state.round.double, log.state.status) == (0, Status.PLAYING)

    _, log = log.say({"result": {"out": "Ana", "left": {"Ben": 3}}})
    assert (log.state.status, log.state.winner) == (Status.MATCH_OVER, 1)


# Ana goes out; 20 pips are left.
TWENTY = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Dan", "play": "6-3"},
    {"by": "Cal", "pass": True},
    {"by": "Ben", "pass": True},
    {"by": "Ana", "play": "6-1", "at": "6-6"},
    *({"by": name, "hand": tiles} for name, tiles in (("Ben", ["4-4", "2-2"]), ("Cal", ["1-1", "0-0"]))),
    {"by": "Dan", "hand": ["4-2"]},
)


@pytest.mark.parametrize(("before", "points"), [(0, 120), (1, 95), (3, 45), (4, 20)])
def test_the_prizes_for_the_first_rounds_of_a_match_go_on_where_the_rounds_before_ended(before, points):
    pairs = {"variant": "traditional.partners-puerto-rico-500", "players": FOUR, "options": {"hand_size": 2}}
    start = {"start": {"Ben & Dan": 30}, "rounds_before": before} if before else {}

    assert played({**pairs, **start}, *TWENTY).state.scores == (points, 30 if before else 0)


@pytest.mark.parametrize(("before", "points"), [(0, 2), (1, 0)])
def test_the_first_pass_of_a_match_is_paid_once_also_if_others_go_on_with_it(before, points):
    pairs = {"variant": "traditional.partners-cuban-east", "players": FOUR, "options": {"hand_size": 2}}
    start = {"start": {"Ben & Dan": 6}, "rounds_before": before} if before else {}

    assert played({**pairs, **start}, *TWENTY[:4]).state.scores == (0, points + 6 * before)


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        (7, "7 rounds were played before, but the match has only 7."),
        (-1, "whole number"),
        (True, "whole number"),
        ("5", "whole number"),
    ],
)
def test_rounds_that_cannot_have_been_played_before_are_refused(rounds, words):
    with pytest.raises(HeaderError) as refused:
        read_setup({"record": 1, **TRAINS, "rounds_before": rounds})
    assert refused.value.key == "rounds_before"
    assert words in str(refused.value.message)


def test_a_player_who_is_renamed_keeps_the_points_that_are_carried_over():
    named = rename({"record": 1, **BLOCK, "start": {"Ana": 35, "Ben": 20}}, [], "Ana", "Eva")
    assert named.header["start"] == {"Eva": 35, "Ben": 20}


def record(start) -> str:
    return "\n".join(map(json.dumps, ({"record": 1, **BLOCK, "start": start}, *NINE)))


def test_a_replay_first_tells_the_points_that_are_carried_over():
    first, *answers, last = replay_text(record({"Ana": 35}))

    assert first == {"start": {"Ana": 35, "Ben": 0}}
    assert [each["event"] for each in answers] == [1, 2, 3]
    assert last["result"]["scores"] == {"Ana": 44, "Ben": 0}


def test_a_replay_refuses_an_unknown_name_with_its_place_in_the_record():
    with pytest.raises(RecordError) as refused:
        replay_text(record({"Eva": 35}))

    assert (refused.value.line, refused.value.column) == (1, record({}).index('"start"') + 1)
