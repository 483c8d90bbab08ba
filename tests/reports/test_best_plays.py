"""The best plays of a match name the tile, whether its points were counted, claimed, or taken by muggins."""

from __future__ import annotations

from typing import Any

from referee.reports.matches import match_summary
from tests.reports.test_players import log_of


def best(said: list[dict[str, Any]], **options: str) -> list[tuple[int, str, str]]:
    log = log_of("fundex2004.all-fives", ["Ana", "Ben"], [{"round": 1}, *said], options=options)
    return [(each.points, each.by, each.text) for each in match_summary(log).best]


OPENED = {"by": "Ben", "play": "5-5"}  # two fives: ten


def test_a_claim_names_the_tile_that_was_claimed():
    assert best([OPENED, {"by": "Ben", "claim": 10}]) == [(10, "Ben", "5-5, claimed")]


def test_muggins_names_the_tile_whose_points_were_missed():
    said = [OPENED, {"by": "Ana", "play": "5-0"}, {"by": "Ana", "muggins": 10}]

    assert best(said) == [(10, "Ana", "5-5, muggins")]


def test_muggins_on_a_claim_for_too_much_names_its_tile():
    said = [OPENED, {"by": "Ben", "claim": 20}, {"by": "Ana", "muggins": 20}]

    assert (20, "Ana", "5-5, muggins") in best(said, false_claim="opponent_gets")
