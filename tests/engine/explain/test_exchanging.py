"""Two tiles that were entered the one for the other, and both lie: one correction exchanges them.

In the worked example, All Fives with three players, 6-3 was entered for Ben and 6-2 for Cal; it was Ben who laid 6-2.

    2 Ana 6-6    3 Ben 6-3    4 Cal 6-2    5 Ana 3-1    6 Ben 2-0

    1 | 1-3  3-6 | 6-6 | 6-2  2-0 | 0      entries 3 and 4 score 15 and 5
"""

import json
import random
from itertools import permutations

import pytest

from referee.engine import open_table
from referee.engine.explain.later_moves import Fate, mended
from referee.engine.log import read_log
from referee.engine.record.events import Play
from referee.engine.rulings import Verdict
from tests.benchmarks.playing import Game
from tests.engine.explain.test_later_moves import FOUR_WAYS, HEADER, carried_out, fates, lying, played
from tests.folders import PLAYTHROUGHS

BEGUN = ({"round": 1}, {"by": "Ana", "play": "6-6"})
ROUND = (
    *BEGUN,
    {"by": "Ben", "play": "6-3"},
    {"by": "Cal", "play": "6-2"},
    {"by": "Ana", "play": "3-1"},
    {"by": "Ben", "play": "2-0"},
)


@pytest.mark.parametrize(
    ("number", "body"), [(3, {"by": "Ben", "play": "6-2"}), (4, {"by": "Cal", "play": "6-3"})]
)
def test_either_of_two_tiles_is_exchanged_for_the_other_and_later_tiles_stay_on_theirs(number, body):
    log = played(ROUND)
    assert log.state.scores == (0, 15, 5)

    found = mended(log, number, body)

    assert fates(found) == {3: "OTHER", 4: "OTHER"}
    assert found.raws == (
        {"amend": 3, "with": {"by": "Ben", "play": "6-2"}, "with_next": 1},
        {"amend": 4, "with": {"by": "Cal", "play": "6-3"}},
    )
    after = carried_out(log, found.raws)
    assert lying(after) == ["6-6", "6-2 on 6-6/6", "6-3 on 6-6/6", "3-1 on 6-3/3", "2-0 on 6-2/2"]
    assert after.state == found.state
    assert read_log(log.start.setup, [*ROUND, *found.raws]).state == after.state
    assert after.steps.undo == (8, 7)


def test_a_tile_lies_where_it_lay_though_the_other_player_laid_it():
    """Of four ends that take a four, 4-1 lies on 6-4 and 4-2 on 5-4."""
    arms = (
        ("Ben", "6-4"),
        ("Cal", "6-5"),
        ("Ana", "5-4", "6-5"),
        ("Ben", "4-1", "6-4"),
        ("Cal", "4-2", "5-4"),
    )
    said = [{"by": by, "play": tile, **({"at": at[0]} if at else {})} for by, tile, *at in arms]
    log = played((*BEGUN, *said), FOUR_WAYS)

    after = carried_out(log, mended(log, 6, {"by": "Ben", "play": "4-2", "at": "6-4"}).raws)

    assert lying(after)[-2:] == ["4-2 on 5-4/4", "4-1 on 6-4/4"]


def test_the_first_tile_of_a_round_is_exchanged_too():
    log = played(ROUND[:3])
    after = carried_out(log, mended(log, 2, {"by": "Ana", "play": "6-3"}).raws)
    assert lying(after) == ["6-3", "6-6 on 6-3/6"]


def test_where_a_tile_between_them_needs_the_first_it_is_refused_and_says_which():
    said = [{"by": "Ben", "play": "6-3"}, {"by": "Cal", "play": "3-1"}, {"by": "Ana", "play": "6-2"}]
    log = played((*BEGUN, *said))
    found = mended(log, 3, {"by": "Ben", "play": "6-2"})
    assert found.raws == ()
    assert "Then entry 4 could not stand" in found.refused.says


def test_where_the_other_tile_cannot_have_lain_it_is_refused():
    log = played((*BEGUN, {"by": "Ben", "play": "6-3"}, {"by": "Cal", "play": "3-1"}))
    found = mended(log, 3, {"by": "Ben", "play": "3-1"})
    assert found.raws == ()
    assert found.refused.says == "Then entry 3 could not stand: 3-1 fits none of the open ends: 6."
    assert found.state is log.state


def test_where_two_ends_take_a_tile_that_cannot_lie_where_it_lay_the_table_says_which():
    """4-1 lay on 5-4, which was not there yet when Ben laid a tile."""
    arms = (
        ("Ben", "6-4"),
        ("Cal", "6-1"),
        ("Ana", "6-5"),
        ("Ben", "4-2"),
        ("Cal", "5-4"),
        ("Ana", "4-1", "5-4"),
    )
    said = [{"by": by, "play": tile, **({"at": at[0]} if at else {})} for by, tile, *at in arms]
    log = played((*BEGUN, *said), FOUR_WAYS)
    asked = mended(log, 8, {"by": "Ana", "play": "4-2"})
    assert asked.asks.was.number == 6
    assert [str(each.tile) for each in asked.asks.places] == ["6-4", "6-1"]
    after = carried_out(log, mended(log, 8, {"by": "Ana", "play": "4-2"}, {6: "6-1/1"}).raws)
    assert "4-1 on 6-1/1" in lying(after)


def test_of_tiles_that_lie_in_different_rounds_none_is_exchanged():
    shown = [{"by": name, "hand": tiles} for name, tiles in (("Ben", ["5-4"]), ("Cal", ["5-3"]))]
    said = [{"round": 1}, {"by": "Ana", "play": "6-6"}, *shown, {"round": 2}, {"by": "Ana", "play": "6-5"}]
    log = played(said, {**HEADER, "options": {"claims": "auto", "hand_size": 1}})
    assert mended(log, 2, {"by": "Ana", "play": "6-5"}).refused is None


# Trains, chickenfeet and tricks


def _game(variant, names, said, **more):
    return played(
        [{"round": 1, **more.pop("round", {})}, *said],
        {"record": 1, "variant": f"traditional.{variant}", "players": names.split(), **more},
    )


def test_in_trains_a_tile_goes_where_the_other_was_entered():
    said = [{"by": "Ana", "play": "9-9"}, {"by": "Ana", "play": "9-1", "train": "Ana"}]
    said += [{"by": "Ben", "play": "9-2", "train": "Ben"}, {"by": "Ana", "play": "1-0", "train": "Ana"}]
    log = _game("mexican-train", "Ana Ben", said, tiles=9)
    found = mended(log, 3, {"by": "Ana", "play": "9-2", "train": "Ana"})
    assert fates(found) == {3: "OTHER", 4: "OTHER", 5: "CANNOT"}  # 1-0 does not fit on 9-2
    log = _game("mexican-train", "Ana Ben", said[:3], tiles=9)
    found = mended(log, 3, {"by": "Ana", "play": "9-2", "train": "Ana"})
    assert [each["with"] for each in found.raws] == [
        {"by": "Ana", "play": "9-2", "train": "Ana"},
        {"by": "Ben", "play": "9-1", "train": "Ben"},
    ]
    assert carried_out(log, found.raws).state == found.state


def test_of_two_tiles_of_a_trick_the_other_takes_it():
    said = [{"by": "Ana", "bid": 35}, *({"by": each, "bid": "pass"} for each in ("Ben", "Cal", "Dan"))]
    said += [{"by": "Ana", "trump": 6}, {"by": "Ana", "play": "5-5"}, {"by": "Ben", "play": "5-2"}]
    said += [{"by": "Cal", "play": "5-4"}, {"by": "Dan", "play": "6-1"}]
    log = _game("forty-two", "Ana Ben Cal Dan", said, round={"opener": "Ana"})
    assert log.state.to_act == 3
    found = mended(log, 9, {"by": "Cal", "play": "6-1"})
    after = carried_out(log, found.raws)
    assert after.state.to_act == 2


def _round_of(key):
    """The log of a round of this game, or of a few, and its events."""
    if not key.startswith("traditional."):
        game = Game(key, 3).play(rounds=1)
        return game.log, game.said
    header, *said = PLAYTHROUGHS.joinpath(f"{key}.jsonl").read_text("utf-8").splitlines()
    events, log = [], open_table(json.loads(header))
    for each in map(json.loads, said):
        answer, after = log.say(each)
        if {"retract", "amend"} & set(each):
            break
        if answer.ruling.verdict is not Verdict.REFUSED:
            log, events = after, [*events, each]
    return log, events


@pytest.mark.parametrize(
    "key",
    [
        "fundex2004.all-fives",
        "hasbro2003.matador",
        "fundex2004.cross",
        "traditional.mexican-train",
        "traditional.chickenfoot",
        "traditional.forty-two",
    ],
)
def test_any_two_tiles_that_can_be_exchanged_stand_as_foreseen_and_can_be_exchanged_back(key):
    log, events = _round_of(key)
    names, last = log.start.setup.players, log.state.round_number
    laid = [each for each in log.entries if isinstance(each.event, Play) and each.state.round_number == last]
    pairs = list(permutations(laid, 2))
    done = back = 0
    for one, other in random.Random(key).sample(pairs, min(len(pairs), 200)):
        body = {"by": names[one.event.by], "play": str(other.event.tile)}
        found = mended(log, one.number, body)
        if not found.raws:
            assert found.refused is not None or found.asks is not None
            continue
        after = carried_out(log, found.raws)
        assert after.state == found.state
        assert read_log(log.start.setup, [*events, *found.raws]).state == after.state
        pair = {each.was.number for each in found.later if each.fate is Fate.OTHER}
        assert pair == {one.number, other.number}
        again = mended(after, one.number, {**body, "play": str(one.event.tile)})
        assert again.refused is None
        back += bool(again.raws) and carried_out(after, again.raws).state == log.state
        done += 1
    assert done >= 10
    assert back >= 5
