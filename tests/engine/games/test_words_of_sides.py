"""One player wins, and partners win."""

import pytest

from referee.engine.messages import in_locale
from referee.translations.catalogues import translator_of
from tests.short_logs import TWO, table

PAIRS, FOUR = [["Ana", "Cal"], ["Ben", "Dan"]], ("Ana", "Ben", "Cal", "Dan")


@pytest.mark.parametrize(
    ("players", "teams", "says"),
    [
        (TWO, None, "Ana reaches 10 and wins the match."),
        (FOUR, PAIRS, "Ana & Cal reach 10 and win the match."),
    ],
)
def test_a_player_reaches_the_target_and_wins_and_partners_reach_it_and_win(players, teams, says) -> None:
    house = {"target": 10, "end_check": "immediate", "claims": "auto"}
    log = table("fundex2004.all-fives", players=players, teams=teams, **house)
    answer, _ = log.say({"by": "Ana", "play": "5-5"})
    assert answer.ruling.says.endswith(says)


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        ("fundex2004.bergen", "Every side has a double; the lowest one wins."),
        ("hasbro2003.bergen", "Every side has a double; only the other tiles are counted."),
    ],
)
def test_partners_whose_hands_count_together_are_not_told_that_every_hand_has_a_double(variant, says) -> None:
    house = {"draw": "none", "hand_size": 2, "tiles": 6}
    passes = [f"{name} passes" for name in ("Ben", "Cal", "Dan", "Ana")]
    hands = ["Ana shows 5-4", "Ben shows 2-2 3-2", "Cal shows 1-1 2-1"]
    log = table(variant, "Ana 0-0", *passes, *hands, players=FOUR, teams=PAIRS, **house)
    answer, _ = log.say({"by": "Dan", "hand": ["6-4", "6-5"]})

    assert answer.ruling.settled is not None
    assert says in map(str, answer.ruling.settled.steps)


def test_partners_hold_the_lightest_tile() -> None:
    passes = [f"{name} passes" for name in ("Dan", "Cal", "Ben", "Ana")]
    hands = ["Ana shows 5-0", "Dan shows 4-0 1-1", "Cal shows 2-1 1-0", "Ben shows 3-0 0-0"]
    house = {"hand_size": 2, "block_tie": "lightest_tile"}
    log = table("traditional.partners", "Ana 6-6", *passes, *hands, players=FOUR, teams=PAIRS, **house)

    settled = log.state.rounds[-1]
    assert (settled.winner, settled.points) == (1, ((1, 18),))
    assert "Ana & Cal and Ben & Dan are equal; Ben & Dan hold the lightest tile." in map(str, settled.steps)


def test_partners_were_first_at_a_target_that_nobody_may_pass() -> None:
    hands = ["Ben shows 6-1", "Cal shows 0-0"]
    house = {"hand_size": 1, "exact": True, "end_check": "round_end", "target": 8}
    log = table("edge.block", "adjust Ben & Dan 8", "Ana 5-5", *hands, players=FOUR, teams=PAIRS, **house)

    answer, log = log.say({"by": "Dan", "hand": ["1-0"]})

    assert log.state.scores == (8, 8)
    words = "Ana & Cal and Ben & Dan stand at 8, which nobody may pass; Ben & Dan were there first."
    assert words in answer.ruling.says


def test_points_agreed_for_partners_name_them_in_the_reader_s_language() -> None:
    log = table("fundex2004.all-fives", players=FOUR, teams=PAIRS)
    answer, _ = log.say({"adjust": {"Ana & Cal": -5}})
    assert answer.ruling.says == "The table agrees: Ana & Cal -5 points."
    with in_locale(translator_of("es")):
        assert answer.ruling.says == "La mesa acuerda: Ana y Cal -5 puntos."
