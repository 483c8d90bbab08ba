"""A draw or a pass that nobody entered is put in where it belongs, and what was entered after it is entered again."""

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.engine import open_table
from referee.engine.explain.put_in import put_in
from referee.engine.log import Log, open_log, read_log
from referee.engine.rulings import Verdict
from referee.engine.sheets import LINE_GAMES
from tests.simulating import seat_people

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
HEADER = {"record": 1, "variant": "fundex2008.draw", "players": ["Ana", "Ben"], "options": {"hand_size": 3}}
# Ben drew a tile before he laid 6-1, and nobody entered it.
EVENTS: tuple[dict[str, Any], ...] = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-1"},
    {"by": "Ana", "draw": 1},
    {"by": "Ana", "play": "6-2", "at": "6-6"},
    {"by": "Ben", "play": "2-1", "at": "6-1"},
)
DRAW = {"by": "Ben", "draw": 1}


def said(*events: Mapping[str, Any], header: Mapping[str, Any] = HEADER) -> tuple[Log, list[dict[str, Any]]]:
    """The log of these events, all of which stand, and the events."""
    log = open_table(header)
    for each in events:
        answer, log = log.say(each)
        assert answer.ruling.verdict is Verdict.STANDS, answer.ruling.says
    return log, [dict(each) for each in events]


def bodies(events: list[dict[str, Any]]) -> Callable[[int], Mapping[str, Any]]:
    return lambda number: events[number - 1]


def test_a_draw_is_put_in_and_everything_after_it_is_entered_again() -> None:
    log, events = said(*EVENTS)
    found = put_in(log, 3, [DRAW], bodies(events))
    assert found.refused is None
    assert [raw for raw, _ in found.said] == [
        {"retract": 6, "with_next": 8},
        *({"retract": number} for number in (5, 4, 3)),
        DRAW,
        *EVENTS[2:],
    ]
    assert log.state.hands_held == (2, 1)
    assert found.log.state.hands_held == (2, 2)
    assert (found.log.state.scores, found.log.state.to_act) == (log.state.scores, log.state.to_act)


def test_what_is_put_in_is_read_from_the_record_like_anything_else() -> None:
    log, events = said(*EVENTS)
    found = put_in(log, 3, [DRAW], bodies(events))
    again = read_log(log.start.setup, [*events, *(raw for raw, _ in found.said)])
    assert again.state == found.log.state
    assert [each.event for each in again.entries] == [each.event for each in found.log.entries]


def test_a_draw_that_the_rules_refuse_is_not_put_in() -> None:
    log, events = said(*EVENTS)
    found = put_in(log, 3, [{"by": "Ben", "draw": 30}], bodies(events))
    assert (found.said, found.log) == ((), log)
    assert str(found.refused).startswith("The boneyard has 22 tiles")


def test_a_draw_out_of_turn_is_not_put_in() -> None:
    log, events = said(*EVENTS)
    found = put_in(log, 3, [{"by": "Ana", "draw": 1}], bodies(events))
    assert (found.said, found.log) == ((), log)
    assert str(found.refused) == "It is Ben's turn, not Ana's."


@pytest.mark.parametrize("number", [0, 7, 99])
def test_nothing_is_put_in_before_an_entry_that_is_not_in_force(number: int) -> None:
    log, events = said(*EVENTS)
    found = put_in(log, number, [DRAW], bodies(events))
    assert (found.said, found.log) == ((), log)
    assert str(found.refused) == f"Entry {number} is not in the log."


def test_if_a_later_entry_could_not_stand_nothing_is_put_in_and_it_says_which() -> None:
    """Once the boneyard is empty, the draw that was entered later finds no tile."""
    log, events = said(*EVENTS)
    found = put_in(log, 3, [{"by": "Ben", "draw": 22}], bodies(events))
    assert (found.said, found.log) == ((), log)
    assert str(found.refused).startswith("Then entry 4 could not stand: ")


@pytest.mark.parametrize("verb", ["adjust", "void"])
def test_what_the_table_decided_about_an_entry_is_still_about_it(verb: str) -> None:
    decided = {"adjust": {"Ben": -5}} if verb == "adjust" else {"void": True}
    log, events = said(*EVENTS, {**decided, "why": "wrong colour", "about": 6})
    found = put_in(log, 3, [DRAW], bodies(events))
    last = len(events) + len(found.said)
    assert found.said[-1][0] == {**decided, "why": "wrong colour", "about": last - 1}
    assert found.log.entry_of(last - 1).event == log.entry_of(6).event


def test_a_decision_about_an_entry_before_the_draw_keeps_its_number() -> None:
    log, events = said(*EVENTS, {"adjust": {"Ana": 5}, "why": "kindness", "about": 2})
    found = put_in(log, 3, [DRAW], bodies(events))
    assert found.said[-1][0]["about"] == 2


def test_a_false_claim_stays_false_and_in_the_log() -> None:
    events: list[dict[str, Any]] = [
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-1"},
        {"by": "Ben", "claim": 5},
        {"by": "Ana", "muggins": 5},
        {"by": "Ana", "play": "6-3"},
    ]
    log = open_table(
        {**HEADER, "variant": "fundex2004.all-fives", "options": {"false_claim": "opponent_gets"}}
    )
    for each in events:
        _, log = log.say(each)
    found = put_in(log, 3, [DRAW], bodies(events))
    assert found.refused is None
    claim = next(answer for raw, answer in found.said if raw == events[3])
    assert claim.ruling.verdict is Verdict.REFUSED
    assert found.log.state.scores == log.state.scores == (5, 0)


# Ben passed after 6-6, and nobody entered it: from then on each tile was entered as the player's before. Cal laid 6-1,
# Ana 1-1, Ben 6-4 and Cal 4-4.
THREE = {
    "record": 1,
    "variant": "fundex2004.all-fives",
    "players": ["Ana", "Ben", "Cal"],
    "options": {"draw": "none"},
}
SHIFTED: tuple[dict[str, Any], ...] = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-1"},
    {"by": "Cal", "play": "1-1", "at": "6-1"},
    {"by": "Ana", "play": "6-4", "at": "6-6"},
    {"by": "Ben", "play": "4-4", "at": "6-4"},
    {"by": "Ben", "claim": 10},
)
PASS = {"by": "Ben", "pass": True}


def test_after_a_pass_that_is_put_in_each_move_is_the_next_player_s() -> None:
    log, events = said(*SHIFTED, header=THREE)
    found = put_in(log, 3, [PASS], bodies(events))
    assert found.refused is None
    again = [(raw["by"], raw.get("play", raw.get("claim"))) for raw, _ in found.said[6:]]
    assert again == [("Cal", "6-1"), ("Ana", "1-1"), ("Ben", "6-4"), ("Cal", "4-4"), ("Cal", 10)]
    assert (log.state.scores, found.log.state.scores) == ((0, 10, 0), (0, 0, 10))
    assert found.log.state.to_act == 0
    read = read_log(log.start.setup, [*events, *(raw for raw, _ in found.said)])
    assert read.state == found.log.state


def test_a_tile_that_was_laid_out_of_turn_stays_its_player_s() -> None:
    log = open_table(THREE)
    events = [*SHIFTED[:4], {"by": "Cal", "play": "6-4", "at": "6-6", "stood": True}]
    for each in events:
        _, log = log.say(each)
    found = put_in(log, 3, [PASS], bodies(events))
    assert [raw["by"] for raw, _ in found.said[4:]] == ["Cal", "Ana", "Cal"]


def test_the_players_of_the_next_round_stay_the_same() -> None:
    log, events = said(*SHIFTED, {"void": True, "why": "it got late"}, {"round": 2}, header=THREE)
    log, events = said(*events, {"by": "Ben", "play": "5-5"}, header=THREE)
    found = put_in(log, 3, [PASS], bodies(events))
    assert found.said[-1][0] == {"by": "Ben", "play": "5-5"}


def test_the_last_tile_is_the_next_player_s_too_and_so_is_its_claim() -> None:
    tiles = ({"by": "Ana", "play": "5-5"}, {"by": "Ben", "play": "5-0"}, {"by": "Cal", "play": "0-0"})
    header = {**THREE, "options": {"draw": "none", "hand_size": 2}}
    log, events = said({"round": 1}, *tiles, {"by": "Cal", "claim": 10}, header=header)
    found = put_in(log, 3, [PASS], bodies(events))
    assert [raw["by"] for raw, _ in found.said[-3:]] == ["Cal", "Ana", "Ana"]
    assert found.log.state.scores == (10, 0, 0)


def test_a_move_that_never_was_is_left_out_and_each_move_since_goes_to_the_player_before() -> None:
    """Ben's pass was tapped by mistake: it was Ben who laid 6-1, and Cal who laid 6-3."""
    events = [*SHIFTED[:2], PASS, {"by": "Cal", "play": "6-1"}, {"by": "Ana", "play": "6-3", "at": "6-6"}]
    log, events = said(*events, header=THREE)
    found = put_in(log, 3, (), bodies(events))
    assert found.refused is None
    assert [raw for raw, _ in found.said] == [
        {"retract": 5, "with_next": 4},
        {"retract": 4},
        {"retract": 3},
        {"by": "Ben", "play": "6-1"},
        {"by": "Cal", "play": "6-3", "at": "6-6"},
    ]
    assert found.log.state.to_act == 0


def slipped(log: Log, events: list[dict[str, Any]]) -> tuple[Log, list[dict[str, Any]]]:
    """The log after these moves, each entered for the player whose turn it seems to be, and the moves; up to the first
    that the referee refuses or that ends the turns."""
    names, entered = log.start.setup.players, []
    for each in events:
        to_act = log.state.to_act
        if to_act is None or not {"play", "draw", "pass"} & set(each):
            break
        raw = {**each, "by": names[to_act]}
        answer, after = log.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED:
            break
        log, entered = after, [*entered, raw]
    return log, entered


def put_in_and_left_out(log: Log, said: list[dict[str, Any]]) -> int:
    """Miss one of these moves, all of which stand, with all later ones entered for the wrong player; put it in and leave
    it out again, each in turn. A pass is missed together with a draw before it, too. How often that could be tried."""
    logs = [log]
    for each in said:
        logs.append(logs[-1].say(each)[1])
    tried = 0
    for place, missed in enumerate(said[2:], 2):
        was, wrong = slipped(logs[place], said[place + 1 :])
        if not wrong or not {"play", "pass"} & set(missed):
            continue
        entered = [*said[:place], *wrong]
        found = put_in(was, place + 1, [missed], bodies(entered))
        assert found.refused is None, (place, str(found.refused))
        assert _stands(found.log) == _stands(logs[place + 1 + len(wrong)]), place
        if "pass" in missed and "draw" in said[place - 1]:
            earlier, wrong_then = slipped(logs[place - 1], said[place + 1 :])
            turn = said[place - 1 : place + 1]
            both = put_in(earlier, place, turn, bodies([*said[: place - 1], *wrong_then]))
            assert not wrong_then or _stands(both.log) == _stands(logs[place + 1 + len(wrong_then)]), place

        everything = [*entered, *(raw for raw, _ in found.said)]
        out = put_in(found.log, len(everything) - len(wrong), (), bodies(everything))
        assert _stands(out.log) == _stands(was), place
        tried += 1
    return tried


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_of_an_honest_round_any_move_that_was_missed_is_put_in_and_left_out_again(key: str) -> None:
    people = seat_people(key, LINE_GAMES[key].players[0], random.Random(1))
    people.play_round()
    tried = put_in_and_left_out(open_log(people.log.start.setup), people.said)
    assert tried or people.rows  # a row that lies face down is turned up in its order


@pytest.mark.parametrize("name", ["mexican-train", "private-trains", "chickenfoot", "forty-two"])
def test_so_it_is_with_trains_and_tricks(name: str) -> None:
    header, *said = PLAYTHROUGHS.joinpath(f"traditional.{name}.jsonl").read_text("utf-8").splitlines()
    log, moves = open_table(json.loads(header)), []
    for each in map(json.loads, said):
        answer, log = log.say(each)
        if answer.ruling.verdict is not Verdict.STANDS or {"retract", "amend"} & set(each):
            break
        moves.append(each)
    assert put_in_and_left_out(open_table(json.loads(header)), moves)


def _stands(log: Log) -> tuple[object, ...]:
    return log.state.scores, log.state.hands_held, log.state.to_act
