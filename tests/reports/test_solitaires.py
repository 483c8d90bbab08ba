"""What the reports tell about the games of a solitaire."""

import json

import pytest

from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.export.about import About
from referee.export.texts import match_text
from referee.reports.matches import match_summary
from referee.reports.rounds import round_summary
from tests.folders import PLAYTHROUGHS


def played(name: str) -> Log:
    """The log of a playthrough."""
    header, *said = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    log = open_log(read_setup(header))
    for each in said:
        _, log = log.say(each)
    return log


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("fundex2004.elimination", ["Lost: 13 left", "The row is cleared"]),
        ("fundex2004.knock-out", ["20 left", "18 left", "Nothing is left"]),
        ("fundex2008.solitaire", ["Won", "Lost: 13 left"]),
    ],
)
def test_each_game_is_told_by_what_was_left_and_not_by_points(name, titles):
    assert [row.ended for row in match_summary(played(name)).rounds] == titles


@pytest.mark.parametrize("name", ["fundex2004.knock-out", "fundex2008.solitaire"])
def test_the_result_of_all_games_is_how_many_were_played(name):
    log = played(name)
    number = len(log.state.rounds)

    assert match_summary(log).result == f"{number} games played"
    assert f"\n\n{number} games played.\n" in match_text(match_summary(log), About())


def test_a_game_given_up_has_no_points_to_take_back():
    _, log = played("fundex2008.solitaire").say({"round": 3})
    _, log = log.say({"deal": ["1-0", "2-1", "3-2", "4-3", "5-4"]})
    _, log = log.say({"void": True})

    summary = round_summary(log, 3)

    assert summary is not None
    assert (summary.title, summary.how) == ("Given up", "")


def test_columns_saved_after_the_win_are_counted_by_the_sheet_of_the_game():
    _, log = played("fundex2004.solitaire").say({"move": "2-4", "onto": "3-2"})

    summary = round_summary(log, 2)

    assert summary is not None
    assert summary.how == "Every tile lies face up, in 6 columns"
    assert summary.steps == (("Best of 2 games here: 0", ""),)
