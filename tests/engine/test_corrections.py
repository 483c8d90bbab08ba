"""Corrections in every mix: judged as if the whole log were judged again each time, at a cost that does not grow so."""

import json
import random
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import importing
from referee.engine.answers import answer_json
from referee.engine.log import Log, open_log, read_log
from referee.engine.record.reading import RecordError
from referee.engine.rulings import Verdict
from referee.engine.setup import read_setup
from tests.benchmarks.playing import Game
from tests.short_logs import table
from tests.straightforward import SlowLog

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("edge.block", {}),
    ("fundex2004.all-fives", {"players": 2}),
    ("hasbro2003.muggins", {"options": {"false_claim": "opponent_gets"}}),
    ("fundex2008.all-fives", {"options": {"claims": "fundex", "false_claim": "opponent_gets"}}),
    ("traditional.forty-two", {}),
    ("hasbro2003.poker", {"options": {"stakes": True}}),
    ("fundex2004.elimination", {"players": 1}),
)
PLAYED = [Game(variant, 5, **header).play(rounds=2) for variant, header in GAMES]
HEADER = {"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben"]}


def _random_event(chance: random.Random, game: Game, log: Log) -> dict[str, Any]:
    """An event of any kind about this log, which need not stand."""
    players = list(game.header["players"])
    by, points = chance.choice(players), chance.choice((5, 10, 15))
    known = sorted((each.number for row in (log.entries, log.corrections) for each in row), reverse=True)
    number = chance.choice(known[:4] if chance.random() < 0.6 else [*known, 1, log.said + 1])
    kinds: list[dict[str, Any]] = [
        {"adjust": {chance.choice(game.log.start.setup.sides): points}},
        {"by": by, "claim": points},
        {"by": by, "muggins": points},
        {"void": True},
        chance.choice(game.said),
        {"by": by, "play": str(chance.choice(game.mixed()))},
    ]
    if chance.random() < 0.35:
        return chance.choice(kinds)
    if chance.random() < 0.6:
        return {"retract": number}
    return {"amend": number, "with": chance.choice(kinds)}


def _compare(log: Log, slow: SlowLog) -> None:
    assert log.state == slow.state
    assert tuple(log.entries) == tuple(slow.entries.values())
    assert dict(log.plain) == slow.plain
    assert {each.number: each.event for each in log.corrections} == slow.corrections
    assert log.gone == SlowLog.taken_back(slow.corrections)
    assert log.refused == slow.refused


@settings(max_examples=50, deadline=None)
@given(game=st.sampled_from(PLAYED), seed=st.integers(0, 10**6), often=st.sampled_from((0.1, 0.5, 0.9)))
def test_every_answer_is_that_of_a_log_judged_again_from_its_start(
    game: Game, seed: int, often: float
) -> None:
    chance, coming = random.Random(seed), list(game.said[:45])
    log, slow = open_log(game.log.start.setup), SlowLog(game.log.start.setup)
    written = []
    while coming and log.said < 90:
        meant = log.said > 3 and chance.random() < often
        raw = _random_event(chance, game, log) if meant else coming.pop(0)
        answer, after = log.say(raw)
        expected = slow.say(raw)
        assert answer_json(answer) == answer_json(expected), raw
        if answer.ruling.verdict is not Verdict.REFUSED or after.state is not log.state:
            written.append(raw)
        log = after
        _compare(log, slow)


@settings(max_examples=50, deadline=None)
@given(game=st.sampled_from(PLAYED), seed=st.integers(0, 10**6), often=st.sampled_from((0.1, 0.5, 0.9)))
def test_a_table_read_again_is_what_it_was_and_goes_on_as_it_would_have(
    game: Game, seed: int, often: float
) -> None:
    chance, coming = random.Random(seed), list(game.said[:45])
    log = open_log(game.log.start.setup)
    written: list[dict[str, Any]] = []
    while coming and log.said < 90:
        meant = log.said > 3 and chance.random() < often
        raw = _random_event(chance, game, log) if meant else coming.pop(0)
        answer, after = log.say(raw)
        if answer.ruling.verdict is not Verdict.REFUSED or after.state is not log.state:
            written.append(raw)
            log = after
    again = read_log(log.start.setup, written)

    assert again._replace(rulings=0) == log._replace(rulings=0, before=None)
    for _ in range(6):
        raw = _random_event(chance, game, log)
        assert answer_json(again.say(raw)[0]) == answer_json(log.say(raw)[0]), raw


# How much is judged


def _adjusts(number: int) -> list[dict[str, Any]]:
    return [{"round": 1}, *({"adjust": {"Ana": 5}} for _ in range(number))]


def _each_taken_back_at_once(number: int) -> list[dict[str, Any]]:
    pairs = (({"adjust": {"Ana": 5}}, {"retract": 2 * each}) for each in range(1, number + 1))
    return [{"round": 1}, *(each for pair in pairs for each in pair)]


def _from_the_last(number: int) -> list[dict[str, Any]]:
    return [*_adjusts(number), *({"retract": each} for each in range(number + 1, 1, -1))]


def _each_of_the_one_before(number: int) -> list[dict[str, Any]]:
    return [*_adjusts(number), *({"retract": number + 1 + each} for each in range(number))]


def _the_first_undone_and_redone(number: int) -> list[dict[str, Any]]:
    redone = ({"retract": number + 2 + each} for each in range(number - 1))
    return [*_adjusts(number), {"retract": 2}, *redone]


def _the_last_amended(number: int) -> list[dict[str, Any]]:
    correct = ({"adjust": {"Ana": each}} for each in range(1, number + 1))
    return [*_adjusts(number), *({"amend": number + 1, "with": each} for each in correct)]


def _rounds_that_do_not_count(number: int) -> list[dict[str, Any]]:
    pairs = (({"round": each}, {"void": True}) for each in range(1, number + 1))
    voided = [each for pair in pairs for each in pair]
    return [*voided, *({"retract": 2 * number + each} for each in range(number))]


CHAINS = (
    _each_taken_back_at_once,
    _from_the_last,
    _each_of_the_one_before,
    _the_first_undone_and_redone,
    _the_last_amended,
    _rounds_that_do_not_count,
)


def _log_of(events: list[dict[str, Any]]) -> Log:
    log = open_log(read_setup(HEADER))
    for raw in events:
        answer, log = log.say(raw)
        assert answer.ruling.verdict is Verdict.STANDS, (raw, answer.ruling.says)
    return log


@pytest.mark.parametrize("chain", CHAINS, ids=lambda each: each.__name__.strip("_"))
def test_a_chain_of_corrections_judges_no_more_than_twice_its_length(chain) -> None:
    events = chain(300)

    assert _log_of(events).rulings <= 2 * len(events)


def test_a_table_that_was_corrected_at_its_beginning_again_and_again_is_read_in_one_go() -> None:
    first_again = [{"amend": 2, "with": {"adjust": {"Ana": each}}} for each in range(1, 40)]
    events = [*_adjusts(200), *first_again]
    log = _log_of(events)

    again = read_log(read_setup(HEADER), events)

    assert (log.rulings, again.rulings) == (201 + 39 * 200, 201)
    assert again.state == log.state


def test_a_record_that_corrects_its_beginning_too_often_is_refused_in_a_sentence(monkeypatch) -> None:
    monkeypatch.setattr(importing, "MOST_AGAIN", 2_000)
    again = [{"amend": 2, "with": {"adjust": {"Ana": each}}} for each in range(1, 60)]
    few, many = [*_adjusts(100), *again[:10]], [*_adjusts(100), *again]

    assert not importing.judge_record(_record(few)).complaints
    with pytest.raises(RecordError) as refused:
        importing.judge_record(_record(many))
    assert "corrects its first entries too often" in str(refused.value.message)
    assert refused.value.line == 1 + 101 + 21  # each correction beyond one ruling: 99 more


def test_corrections_that_are_refused_count_as_well(monkeypatch) -> None:
    monkeypatch.setattr(importing, "MOST_AGAIN", 2_000)
    dealt = [
        {"round": 1},
        {"adjust": {"Ana": 5}},
        *({"adjust": {"Ana": 1}} for _ in range(100)),
        {"void": True},
    ]
    wrong = [{"amend": 2, "with": {"void": True}}] * 60  # after which the round would not be in play

    with pytest.raises(RecordError) as refused:
        importing.judge_record(_record([*dealt, {"round": 2}, *wrong]))
    assert "corrects its first entries too often" in str(refused.value.message)


def _record(events: list[dict[str, Any]]) -> bytes:
    return "\n".join(json.dumps(each) for each in (HEADER, *events)).encode()


def test_a_chain_of_corrections_each_of_the_one_before_costs_what_its_length_does():
    def calls(length: int) -> int:
        log = open_log(
            read_setup({"record": 1, "variant": "fundex2004.block-draw", "players": ["Ana", "Ben"]})
        )
        for event in ({"round": 1}, {"adjust": {"Ana": 1}, "why": "x"}):
            _, log = log.say(event)
        counted = 0

        def count(_frame: object, what: str, _about: object) -> None:
            nonlocal counted
            counted += what == "call"

        sys.setprofile(count)
        for number in range(2, length + 2):
            _, log = log.say({"retract": number})
        sys.setprofile(None)
        assert log.state.scores == (1 - length % 2, 0)
        return counted

    assert calls(400) < 2.5 * calls(200)


def test_a_call_corrected_to_one_that_takes_nothing_is_refused_with_the_reason():
    log = table("hasbro2003.muggins", "Ana 6-6", "adjust Ana 5")
    ruling = log.say({"amend": 3, "with": {"by": "Ben", "muggins": 10}})[0].ruling
    assert (ruling.code, ruling.says) == ("nothing-to-claim", "Ben calls 10 points. 6-6 does not score that.")
