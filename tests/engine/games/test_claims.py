"""What is said about claims and calls, which the example tables do not check."""

from tests.example_tables import read_move
from tests.short_logs import THREE, TWO, table

MUGGINS = "hasbro2003.muggins"


def test_who_calls_a_false_claim_is_told_if_its_points_would_pass_the_target() -> None:
    options = {"false_claim": "opponent_gets", "exact": True, "target": 61}
    log = table(MUGGINS, "adjust Ben 55", "Ana 5-5", "Ana claims 15", players=TWO, **options)
    answer, _ = log.say(read_move("Ben calls 15", 1))
    assert answer.ruling.says == (
        "Ben takes the 15 points that Ana claimed wrongly. 15 points would pass 61, so they do not count."
    )
    assert answer.ruling.rule is not None
    assert answer.ruling.rule.name == "exact"
    assert answer.state.scores == (0, 55)


def test_a_claim_of_too_much_that_would_pass_the_target_does_not_say_that_points_count() -> None:
    log = table("fundex2004.five-up", "adjust Ana 60", "Ana 5-5", players=TWO, claims="fundex")
    answer, _ = log.say(read_move("Ana claims 3", 1))

    assert answer.ruling.says == "Ana claims 3 points for 5-5. 2 points would pass 61, so they do not count."


def test_a_claim_of_too_much_is_answered_with_the_sum() -> None:
    log = table("fundex2004.five-up", "Ana 5-5", players=TWO, claims="fundex")
    answer, log = log.say(read_move("Ana claims 10", 1))

    assert answer.ruling.says == "Ana claims 10 points for 5-5. 5 + 5 = 10, two fives. 2 points count."


def test_nothing_is_claimed_where_no_tile_scores() -> None:
    log = table(MUGGINS, "Ana 5-5", players=TWO, score="none")

    assert not log.state.claims_are_open
    answer, _ = log.say(read_move("Ana claims 10", 1))
    assert answer.ruling.says == "Nobody claims here: no tile scores."
    assert answer.ruling.rule is not None
    assert answer.ruling.rule.name == "score"


def test_who_calls_more_than_a_call_before_left_is_told_what_was_left() -> None:
    for called, told in ((), "the tile gives 10."), (("Ben calls 5",), "5 were left."):
        log = table(MUGGINS, "Ana 5-5", *called, players=THREE)
        answer, _ = log.say(read_move("Cal calls 15", 1))
        assert answer.ruling.says.endswith(f" 15 were called; {told}"), answer.ruling.says


def test_one_point_that_was_left_is_told_in_the_singular() -> None:
    log = table("fundex2004.five-up", "Ana 5-5", "Ana claims 1", "Ben 5-0", players=TWO, claims="fundex")
    answer, _ = log.say(read_move("Ben calls 5", 1))
    assert answer.ruling.says.endswith(" 5 were called; 1 was left."), answer.ruling.says


def test_a_player_alone_who_calls_on_their_own_tile_is_told_of_opponents_not_of_a_side() -> None:
    log = table(MUGGINS, "Ana 5-5", players=THREE)
    answer, _ = log.say(read_move("Ana calls 10", 1))
    assert answer.ruling.says == "Muggins is for an opponent to call."


def test_a_double_that_lies_before_the_deal_is_no_players_to_claim_for() -> None:
    log = table(MUGGINS, players=TWO, opening="starter", opening_double=5)
    for name in TWO:
        answer, _ = log.say(read_move(f"{name} claims 10", 1))
        assert answer.ruling.says == "Nobody has laid a tile yet, so there is nothing to claim."
