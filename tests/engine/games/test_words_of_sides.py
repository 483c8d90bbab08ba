"""One player wins, and partners win."""

from __future__ import annotations

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


def test_points_agreed_for_partners_name_them_in_the_reader_s_language() -> None:
    log = table("fundex2004.all-fives", players=FOUR, teams=PAIRS)
    answer, _ = log.say({"adjust": {"Ana & Cal": -5}})
    assert answer.ruling.says == "The table agrees: Ana & Cal -5 points."
    with in_locale(translator_of("es")):
        assert answer.ruling.says == "La mesa acuerda: Ana y Cal -5 puntos."
