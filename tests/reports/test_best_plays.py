"""The best plays of a match and the line of a call name the tile whose points were counted, claimed, or taken."""

from typing import Any

import pytest

from referee.reports.lines import told_of
from referee.reports.matches import match_summary
from referee.reports.sections import sections
from tests.reports.test_players import log_of


def best(said: list[dict[str, Any]], **options: str) -> list[tuple[int, str, str]]:
    log = log_of("fundex2004.all-fives", ["Ana", "Ben"], [{"round": 1}, *said], options=options)
    return [(each.points, each.by, each.text) for each in match_summary(log).best]


OPENED = {"by": "Ben", "play": "5-5"}  # two fives: ten


def test_a_claim_names_the_tile_that_was_claimed():
    assert best([OPENED, {"by": "Ben", "claim": 10}]) == [(10, "Ben", "5-5, claimed")]


def test_a_tile_that_makes_a_single_point_is_among_the_best_plays():
    said = [{"round": 1}, {"by": "Ana", "play": "1-1"}, {"by": "Ben", "play": "3-1"}]
    log = log_of("edge.muggins", ["Ana", "Ben"], said)

    assert [(each.points, each.by, each.text) for each in match_summary(log).best] == [
        (1, "Ben", "3-1, 1 + 1 + 3 = 5")
    ]


def test_muggins_names_the_tile_whose_points_were_missed():
    said = [OPENED, {"by": "Ana", "play": "5-0"}, {"by": "Ana", "muggins": 10}]

    assert best(said) == [(10, "Ana", "5-5, muggins")]


def test_muggins_on_a_claim_for_too_much_names_its_tile():
    said = [OPENED, {"by": "Ben", "claim": 20}, {"by": "Ana", "muggins": 20}]

    assert (20, "Ana", "5-5, muggins") in best(said, false_claim="opponent_gets")


@pytest.mark.parametrize(
    ("call", "words"),
    [(10, "calls muggins on 5-5"), (15, "calls muggins on 5-5"), (0, "")],
    ids=["right", "too much", "none"],
)
def test_the_line_of_a_muggins_call_names_the_tile_that_it_is_on(call: int, words: str):
    said: list[dict[str, Any]] = [{"round": 1}, OPENED, {"by": "Ana", "play": "5-0"}]
    said += [{"by": "Ana", "muggins": call}] if call else []
    log = log_of("fundex2004.all-fives", ["Ana", "Ben"], said)
    (section,) = sections(log)

    assert [each.text for each in told_of(log, section.judged) if "muggins" in each.text] == (
        [words] if words else []
    )


def test_the_line_of_a_call_on_a_tile_that_makes_nothing_names_the_tile_in_its_reason():
    said = [{"round": 1}, OPENED, {"by": "Ana", "play": "5-1"}, {"by": "Ben", "play": "1-2", "at": "5-1"}]
    log = log_of("fundex2004.all-fives", ["Ana", "Ben"], said)
    _answer, log = log.say({"by": "Ben", "muggins": 5})
    (section,) = sections(log)
    line = told_of(log, section.judged)[-1]

    assert line.text == "calls muggins"
    assert "5-1" in line.note


def test_a_tile_of_a_round_that_does_not_count_is_not_among_the_best_plays():
    assert best([OPENED, {"by": "Ben", "claim": 10}, {"void": True, "why": "a tile lay face up"}]) == []
