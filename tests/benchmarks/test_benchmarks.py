"""`python3 -m tests.benchmarks` measures everything that it promises. No test depends on how fast anything is."""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from referee.engine.log import open_log
from referee.web import create_app
from tests.benchmarks import machine, thumb
from tests.benchmarks.command import BUSY, main
from tests.benchmarks.engine import FAMILIES
from tests.benchmarks.figures import (
    Figure,
    Target,
    beside,
    in_turn,
    measured_in,
    number,
    ratios_of,
    releases,
    table,
    then,
)
from tests.benchmarks.playing import Game
from tests.benchmarks.tap import taps

EVERY = {
    "rulings.two-end", "rulings.spinners", "rulings.tricks", "rulings.poker", "rulings.solitaire",
    "replay.round", "replay.match", "move.100", "proofs.6", "proofs.12",
    "drawing.move", "drawing.28", "drawing.55", "drawing.136",
    "http.post", "http.post.cpu", "http.poll", "http.poll.cpu", "http.news", "http.news.cpu",
    "http.page", "http.page.cpu", "http.first", "http.first.cpu",
    "tap.stands.files", "tap.stands.functions", "tap.stands.judged",
    "tap.refused.files", "tap.refused.functions", "tap.refused.judged",
    "bytes.table", "bytes.poll", "bytes.page", "bytes.first",
    "start", "memory.start", "memory.20",
    "growth.tables./.90", "growth.tables./players.90", "growth.events.table.90", "growth.events.record.90",
    "evening.1.laid", "evening.1.answer.95", "evening.1.late.95", "evening.1.memory", "evening.1.disk",
    "evening.1.copy", "evening.1.fast",
}  # fmt: skip


@pytest.fixture
def quiet(monkeypatch):
    """An idle machine."""
    monkeypatch.setattr(machine.os, "getloadavg", lambda: (0.1, 0.1, 0.1))
    monkeypatch.setattr(machine, "fixed_computation", lambda: (12.0, 0.01, 1.0))


def test_every_figure_is_measured_printed_and_written_down(tmp_path, capsys, quiet):
    asked = ["--quick", "--write", str(tmp_path / "figures.json")]
    with ThreadPoolExecutor() as thread:  # this thread may have the event loop of an earlier test's browser
        assert thread.submit(main, asked).result() == 0

    printed = capsys.readouterr().out
    written = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    found = {each["name"]: each for each in written["figures"]}
    assert set(found) >= EVERY
    for each in found.values():
        assert each["title"] in printed
        assert each["value"] is None or each["value"] > 0
    assert all(found[name]["ratio"] > 0 for name in ("rulings.two-end", "http.post", "http.poll", "start"))
    assert found["http.post.cpu"]["target"] == "\N{LESS-THAN OR EQUAL TO} 3 x"
    assert found["http.post.cpu"]["spread"] > 0
    assert written["quick"] is True
    assert written["measured_on"]["cores"]
    assert written["measured_on"]["busy"] == ""


def test_a_part_may_be_measured_by_itself_and_a_file_that_cannot_be_written_is_told(tmp_path, capsys, quiet):
    nowhere = str(tmp_path / "no" / "figures.json")

    assert main(["--quick", "--only", "bytes", "--write", nowhere]) == 1

    told = capsys.readouterr()
    assert "first load with everything" in told.out
    assert "posted" not in told.out
    assert "cannot be written" in told.err


@pytest.mark.parametrize(
    ("load", "spread", "share", "why"),
    [
        (3.0, 0.01, 1.0, "its load was 3.0"),
        (0.1, 0.4, 1.0, "spread by 40%"),
        (0.1, 0.01, 0.5, "a processor for 50%"),
    ],
    ids=["load", "spread", "share"],
)
def test_a_busy_machine_is_told_and_nothing_is_judged_by_its_figures(
    tmp_path, capsys, monkeypatch, quiet, load, spread, share, why
):
    monkeypatch.setattr(machine.os, "getloadavg", lambda: (load, load, load))
    monkeypatch.setattr(machine.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(machine, "fixed_computation", lambda: (12.0, spread, share))

    assert main(["--quick", "--only", "tap", "--write", str(tmp_path / "figures.json")]) == BUSY

    told = capsys.readouterr().out
    assert "a tap that stands: times judged" in told
    assert "not to be believed" in told
    assert why in told
    assert "MISSED" not in told
    assert "Missed:" not in told
    assert why in json.loads((tmp_path / "figures.json").read_text("utf-8"))["measured_on"]["busy"]


def test_figures_stand_beside_those_of_the_last_release():
    released = measured_in("0.1.0")
    now = [
        Figure(name="http.post", title="a move posted", value=4.0, unit="ms", ratio=3.0),
        Figure(name="bytes.table", title="the part", value=3.0, unit="kB"),
        Figure(name="never before", title="new", value=1.0, unit="s"),
    ]

    assert [then(each, released) for each in now] == ["3.33 x", "0.275 x", ""]
    assert "0.1.0" in table(now, released).splitlines()[0]
    assert releases()[1] == "0.1.0"


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_games_that_are_measured_are_played_by_the_rules_and_always_the_same(family):
    game, again = (Game(family.variant, 4, **family.header).play(rounds=2) for _ in range(2))

    log = open_log(game.log.start.setup)
    for said in game.said:
        answer, log = log.say(said)
        assert answer.ruling.verdict == "stands"
    assert len(log.state.rounds) >= 2
    assert not log.state.flags
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


def test_what_is_done_in_turn_is_compared_by_its_means_run_by_run():
    done = []
    took = in_turn({"one": lambda: done.append(1), "other": lambda: done.append(2)}, 3)

    assert done == [1, 2] * 3
    assert {name: len(each) for name, each in took.items()} == {"one": 3, "other": 3}
    assert ratios_of([2, 4, 6, 8, 10, 2, 2, 2, 2, 2], [1] * 10) == [3, 7, 6, 2, 2]
    found = beside("a", "A thing", [0.002, 0.004], [0.001, 0.001], "less", things=2)
    assert (found.value, found.floor, found.ratio) == pytest.approx((1.5, 0.5, 3.0))
    assert found.spread == pytest.approx(2**0.5 / 3)
    assert beside("a", "A thing", [0.5], [0.25], "less", unit="/s", things=10).value == 20


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


def test_taps_and_a_first_visit_are_timed_in_a_browser(browser):
    """As in `python3 -m tests.benchmarks.thumb`, but without slowing the processor."""
    record = thumb.records()["Muggins"]
    with closing(thumb.Tables(Path.cwd(), 1, 1)) as tables:
        found = thumb.play(browser, tables.next("Muggins"), record.said, delay=400, tiles=3, slowed=1)
        shown, ready, laid = thumb.first_visit(browser, tables.next(thumb.VISIT), slowed=1)

    assert len(found.took) == len(found.costs) == 3
    assert min(found.took) > 0
    assert found.ahead == 2  # not the first tile: only the referee decides who opens
    assert 0 < shown < laid
    assert 0 < ready < laid
    assert thumb.high(range(1, 101)) == 95
