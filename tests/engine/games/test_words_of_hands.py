"""Sentences about the hands at the end of a round: one pip is one, and what is less than nothing pays nothing."""

import pytest

from referee.engine.games.line.ending import must_show
from referee.engine.games.match import Status
from tests.example_tables import read_move
from tests.short_logs import TWO, match_of, more, table

BLOCK = "fundex2004.block-draw"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Ben has 1 pips", "Ben has 1 pip left."),
        ("Ben has 3 pips", "Ben has 3 pips left."),
        ("Ben shows 1-0", "Ben holds 2 tiles, and 1 is shown."),
        ("Ben shows 1-0 2-0 3-0", "Ben holds 2 tiles, and 3 are shown."),
        ("Ana has 1 pips", "Ana has no tiles left."),
    ],
)
def test_one_pip_and_one_tile_are_told_in_the_singular(said: str, words: str) -> None:
    log = table(BLOCK, "Ana 6-6", "Ben draws 1", "Ben 6-5", "Ana 6-4", players=TWO, hand_size=2)
    answer, _ = log.say(read_move(said, 1))
    assert answer.ruling.says.startswith(words)


PROOF = "Ben passed on move 3 holding 6-2: Ben showed 6-2 at the end and cannot have drawn it in between."


@pytest.mark.parametrize(
    ("false_pass", "settled"),
    [
        ("flag", f"{PROOF} Ben 17. 17 points for Ana."),
        (5, f"Ben 17. 17 points for Ana. Ben loses 5 points: {PROOF}"),
        ("void_round", f"{PROOF} The round does not count."),
    ],
)
def test_a_hand_that_proves_a_false_pass_says_so_once_with_whatever_it_costs(false_pass, settled) -> None:
    house = {"hand_size": 2, "false_pass": false_pass}
    log = table("edge.block", "Ana 6-6", "Ben passes", "Ana 6-1", players=TWO, **house)
    answer, _ = log.say(read_move("Ben shows 6-2 6-3", 1))
    assert answer.ruling.says == f"Ben shows 6-3 and 6-2: 17. {settled}"


@pytest.mark.parametrize("draws", [("Ben draws 3",), ("Ben draws 1", "Ben draws 1", "Ben draws 1")])
def test_a_turn_of_false_draws_costs_the_same_however_many_entries_it_was(draws) -> None:
    moves = ("Ana 5-5", *draws, "Ben 5-1", "Ana 2-1", "Ben 5-2 on 5-5", "Ana 6-2 on 5-2")
    log = table("edge.draw", *moves, players=TWO, hand_size=3, false_pass=50)
    log = more(log, "Ben shows 5-4 5-3 5-0 6-6")  # he held a five at each of the draws
    assert log.state.scores == (34, -50)


FOUR, SIDES = ("Ana", "Ben", "Cal", "Dan"), [["Ana", "Cal"], ["Ben", "Dan"]]
OUT = ("Ana 6-6", "Ben passes", "Cal passes", "Dan passes", "Ana 6-1")


@pytest.mark.parametrize(
    ("out_pay", "team_out", "seats"),
    [
        ("opponents", "going_out_side", [1, 3]),
        ("all", "going_out_side", [1, 2, 3]),
        ("opponents", "lowest_total", [1, 2, 3]),
    ],
)
def test_who_went_out_waits_only_for_the_hands_that_the_settlement_counts(out_pay, team_out, seats) -> None:
    house = {"hand_size": 2, "out_pay": out_pay, "team_out": team_out}
    log = table("edge.block", *OUT, players=FOUR, teams=SIDES, **house)
    assert must_show(match_of(log)) == seats
    log = more(log, *(f"{FOUR[seat]} has {seat + 3} pips" for seat in seats))
    assert log.state.rounds[-1].winner == 0
    log, told = table("edge.block", players=FOUR, teams=SIDES, **house), log
    left = {FOUR[seat]: {"pips": seat + 3, "tiles": 2} for seat in seats}
    answer, log = log.say({"result": {"out": "Ana", "left": left}})
    assert log.state.scores == told.state.scores, answer.ruling.says
    answer, _ = table("edge.block", players=FOUR, teams=SIDES, **house).say(
        {"result": {"out": "Ana", "left": {}}}
    )
    assert answer.ruling.says == "What Ben has left is missing."


def test_a_winner_with_more_pips_than_the_others_is_paid_nothing_and_nothing_is_rounded() -> None:
    hands = ("Ben passes", "Ana passes", "Ana has 9 pips", "Ben has 3 pips")
    house = {"hand_size": 3, "draw": "none", "block_winner": "fewest_tiles", "claims": "auto"}
    log = table("fundex2004.all-fives", "Ana 6-6", *hands, players=TWO, **house)
    assert [str(each) for each in log.state.rounds[-1].steps][1:] == [
        "Ben 3, less Ana's 9: -6.",
        "The sum is below zero, so nothing is paid.",
        "0 points for Ana.",
    ]


LEAGUE = "traditional.fives-and-threes"


def test_a_block_that_pays_nothing_is_settled_without_the_hands_and_hands_that_come_all_the_same_stand() -> (
    None
):
    log = table(LEAGUE, "Ana 6-4", "Ben passes", "Ana passes", players=TWO, hand_size=2)
    assert (log.state.status, log.state.rounds[-1].winner) == (Status.ROUND_OVER, None)
    after = more(log, "Ana has 3 pips", "Ben shows 3-2 3-0")
    assert after.state.scores == log.state.scores
    answer, told = table(LEAGUE, players=TWO, hand_size=2).say({"result": {"blocked": True, "left": {}}})
    assert told.state.rounds[-1].points == (), answer.ruling.says


def test_a_block_that_pays_nothing_waits_for_the_hands_if_they_decide_who_leads_the_next_round() -> None:
    house = {"hand_size": 2, "next_opener": "winner_free"}
    log = table(LEAGUE, "Ana 6-4", "Ben passes", "Ana passes", players=TWO, **house)
    assert must_show(match_of(log)) == [0, 1]
    log = more(log, "Ana has 9 pips", "Ben has 3 pips")
    assert log.state.rounds[-1].winner == 1


def test_of_two_totals_that_need_the_same_tile_the_second_is_refused() -> None:
    moves = ("Ana 6-6", "Ben 6-2", "Cal passes", "Ana passes", "Ben passes", "Ben has 1 pips")
    log = table("edge.block", *moves, hand_size=2)
    ruling = log.say({"by": "Ana", "pips": 1})[0].ruling
    assert (ruling.code, ruling.says) == (
        "impossible-hand",
        "Then Ben could not hold the 1 pip that was entered.",
    )
    assert log.say({"by": "Ana", "pips": 2})[0].ruling.verdict == "stands"
