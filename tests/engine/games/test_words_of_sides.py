"""One player wins, and partners win."""

from __future__ import annotations

import pytest

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
