"""The engine's parts, timed one by one: `python3 -m pytest tests/benchmarks/bench_*.py`."""

from __future__ import annotations

import json

import pytest

from referee.drawing import arrange, layout_svg
from referee.engine.answers import replay_text
from referee.engine.judge import open_state, rule_on
from referee.engine.log import open_log
from referee.engine.record.reading import read_event
from tests.benchmarks.drawings import whole_layout
from tests.benchmarks.engine import FAMILIES, long_game
from tests.benchmarks.playing import Game


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_rulings_on_three_rounds(benchmark, family):
    game = Game(family.variant, 1, **family.header).play(rounds=3)
    setup = game.log.start.setup
    events = [read_event(each, setup.players) for each in game.said]

    def judge():
        state = open_state(setup)
        for number, event in enumerate(events, 1):
            _, state = rule_on(state, event, number)
        return state

    assert benchmark(judge).scores == game.log.state.scores


@pytest.mark.parametrize("rounds", [1, 20])
def test_a_cold_replay(benchmark, rounds):
    game = Game("traditional.all-fives", 3, options={"target": 10**7}).play(rounds=rounds)
    text = "\n".join(json.dumps(each) for each in (game.header, *game.said))

    assert len(benchmark(replay_text, text)) == len(game.said) + 1


@pytest.mark.parametrize("place", [10, 1_000])
def test_a_move_late_in_a_match(benchmark, place):
    game = long_game(place + 1)
    log = open_log(game.log.start.setup)
    for said in game.said[:place]:
        _, log = log.say(said)

    _, after = benchmark(log.say, game.said[place])

    assert after.said == place + 1


@pytest.mark.parametrize("high", [6, 9])
def test_a_whole_set_drawn(benchmark, high):
    layout = whole_layout(high)

    assert benchmark(lambda: layout_svg(arrange(layout), layout)).startswith("<svg")
