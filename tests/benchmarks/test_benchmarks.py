"""`referee bench` measures everything that it promises; how fast anything is, no test asks."""

from __future__ import annotations

import json
import math

import pytest

from referee.cli.main import main
from referee.engine.log import open_log
from referee.web import create_app
from tests.benchmarks.engine import FAMILIES
from tests.benchmarks.figures import Figure, Target, in_turn, number, ratio, table
from tests.benchmarks.playing import Game
from tests.benchmarks.tap import taps

EVERY = [
    "rulings.two-end", "rulings.spinners", "rulings.tricks", "rulings.poker", "rulings.solitaire",
    "replay.round", "replay.match", "move.10", "move.100", "audit",
    "drawing.move", "drawing.28", "drawing.55", "drawing.136",
    "http.post", "http.post.cpu", "http.poll", "http.poll.cpu", "http.news", "http.news.cpu",
    "http.page", "http.page.cpu", "http.first", "http.first.cpu",
    "tap.stands.files", "tap.stands.functions", "tap.stands.judged",
    "tap.refused.files", "tap.refused.functions", "tap.refused.judged",
    "bytes.table", "bytes.poll", "bytes.page", "bytes.first",
    "start", "memory.start", "memory.20",
]  # fmt: skip


def test_every_figure_is_measured_printed_and_written_down(tmp_path, capsys):
    assert main(["bench", "--quick", "--json", str(tmp_path / "figures.json")]) == 0

    printed = capsys.readouterr().out
    written = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    figures = {each["name"]: each for each in written["figures"]}
    assert list(figures) == EVERY
    for each in figures.values():
        assert each["title"] in printed
        assert each["value"] is None or each["value"] > 0
    assert all(figures[name]["ratio"] > 0 for name in ("rulings.two-end", "http.post", "http.poll", "start"))
    assert figures["http.post.cpu"]["target"] == "\N{LESS-THAN OR EQUAL TO} 3 x"
    assert written["quick"] is True
    assert written["measured_on"]["cores"]


def test_a_part_may_be_measured_by_itself_and_a_file_that_cannot_be_written_is_told(tmp_path, capsys):
    nowhere = str(tmp_path / "no" / "figures.json")

    assert main(["bench", "--quick", "--only", "drawings", "--json", nowhere]) == 1

    told = capsys.readouterr()
    assert "drawing of 28 tiles" in told.out
    assert "posted" not in told.out
    assert "cannot be written" in told.err


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_games_that_are_measured_are_played_by_the_rules_and_always_the_same(family):
    game, again = (Game(family.variant, 4, **family.header).play(rounds=2) for _ in range(2))

    log = open_log(game.log.start.setup)
    for said in game.said:
        answer, log = log.say(said)
        assert answer.ruling.verdict == "stands"
    assert len(log.state.rounds) >= 2
    assert game.said == again.said


def test_a_target_may_be_on_the_value_or_on_the_ratio():
    fast = Target(of="value", bound=100, least=True)
    close = Target(of="ratio", bound=2)

    def figure(target, value=1.0, ratio=None):
        return Figure(name="a", title="A thing", value=value, unit="/s", ratio=ratio, target=target)

    assert [figure(fast, value).met for value in (99, 100)] == [False, True]
    assert [figure(close, 1, each).met for each in (2.0, 2.1, math.nan, None)] == [True, False, False, False]
    assert figure(None).met is None
    assert "MISSED" in table([figure(close, 1, 2.1)])
    assert "MISSED" not in table([figure(close, 1, 2.0)])
    assert figure(None, math.nan).as_json()["value"] is None


def test_what_is_done_in_turn_is_compared_by_its_fastest_turns():
    done = []
    took = in_turn({"one": lambda: done.append(1), "other": lambda: done.append(2)}, 3)

    assert done == [1, 2] * 3
    assert {name: len(each) for name, each in took.items()} == {"one": 3, "other": 3}
    assert ratio([2, 30, 4], [1, 10, 2]) == 2
    assert ratio([30, 2, 90, 90, 4, 90, 90, 90], [9, 9, 9, 1, 9, 9, 9, 1]) == 3


def test_numbers_are_told_with_three_figures():
    assert [number(each) for each in (70_000, 1234.5, 0.01234, 2.0, math.nan)] == [
        "70,000",
        "1,234",
        "0.0123",
        "2",
        "?",
    ]


def test_a_tap_is_judged_once(tmp_path):
    app = create_app(tmp_path / "data", {"PACED": False})
    stands, refused = taps(app.test_client())
    app.extensions["referee"].close()

    assert (stands.became, stands.judged) == ("written", 1)
    assert (refused.became, refused.judged) == ("asked", 1)
