"""A correction of a tile on which others lie: they are laid again where they still fit, or taken back.

The worked examples are rounds of All Fives with three players, a move a line. Ana opened with 6-6; entry 6 is Ben's
tile, and it was entered wrong.

    2 Ana 6-6    3 Ben 6-4    4 Cal 4-2    5 Ana 2-1    6 Ben 6-3    7 Cal 5-3    8 Ana 1-0    9 Ben 0-0

    5 | 5-3  3-6 | 6-6 | 6-4  4-2  2-1  1-0 | 0-0 |      the ends are 5 and 0: entries 8 and 9 score 5 each
"""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from referee.engine import open_table
from referee.engine.answers import replay_text
from referee.engine.explain.later_moves import Fate, mended, taken_back_from
from referee.engine.log import Log, read_log
from referee.engine.record.events import Play
from referee.engine.rulings import Verdict
from tests.benchmarks.playing import Game

HEADER = {
    "record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben", "Cal"],
    "options": {"claims": "auto"},
}  # fmt: skip
ROUND = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-4"},
    {"by": "Cal", "play": "4-2"},
    {"by": "Ana", "play": "2-1"},
    {"by": "Ben", "play": "6-3"},
    {"by": "Cal", "play": "5-3", "at": "6-3"},
    {"by": "Ana", "play": "1-0"},
    {"by": "Ben", "play": "0-0"},
)


def played(events: Sequence[dict[str, Any]], header: dict[str, Any] = HEADER) -> Log:
    """The log of a table at which these events were said, all of which stand."""
    log = open_table(header)
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict is not Verdict.REFUSED, answer.ruling.says
    return log


def fates(found) -> dict[int, str]:
    """What becomes of each later move that does not stay."""
    return {each.was.number: each.fate.name for each in found.later if each.fate is not Fate.STAYS}


def carried_out(log: Log, raws: Sequence[dict[str, Any]]) -> Log:
    """The log after these corrections, which must stand."""
    answers, after = log.say_together(raws)
    assert all(each.ruling.verdict is Verdict.STANDS for each in answers), answers[0].ruling.says
    assert len(answers) == len(raws)
    return after


def lying(log: Log) -> list[str]:
    """Each tile that lies, with the place that it lies on."""
    return [
        f"{each.tile} on {each.on.tile}/{each.on.half}" if each.on else str(each.tile)
        for each in log.state.round.layout.laid
    ]


# The examples


def test_a_later_tile_turns_round_where_its_other_half_touches_now():
    log = played(ROUND)
    assert log.state.scores == (5, 5, 0)

    found = mended(log, 6, {"by": "Ben", "play": "6-5"})

    assert fates(found) == {7: "TURNS"}
    assert found.raws == (
        {"amend": 6, "with": {"by": "Ben", "play": "6-5"}, "with_next": 1},
        {"amend": 7, "with": {"by": "Cal", "play": "5-3", "at": "6-5/5"}},
    )
    after = carried_out(log, found.raws)
    assert lying(after)[4:6] == ["6-5 on 6-6/6", "5-3 on 6-5/5"]
    assert after.state.scores == found.state.scores == (0, 0, 0)


def test_where_a_later_tile_fits_nowhere_it_is_taken_back_with_what_followed_and_the_correction_stays():
    log = played(ROUND)

    found = mended(log, 6, {"by": "Ben", "play": "6-2"})

    assert fates(found) == {7: "CANNOT", 8: "FOLLOWS", 9: "FOLLOWS"}
    assert [each.half for each in found.stops_at.places] == [1, 2]
    after = carried_out(log, found.raws)
    assert lying(after) == ["6-6", "6-4 on 6-6/6", "4-2 on 6-4/4", "2-1 on 4-2/2", "6-2 on 6-6/6"]
    assert after.state.scores == found.state.scores == (0, 0, 0)
    assert after.state.to_act == 2


def test_a_later_tile_moves_to_the_one_other_end_that_takes_it():
    log = played(
        (
            *ROUND[:2],
            {"by": "Ben", "play": "6-3"},
            {"by": "Cal", "play": "6-1"},
            {"by": "Ana", "play": "3-1", "at": "6-3"},
        )
    )

    found = mended(log, 3, {"by": "Ben", "play": "6-5"})

    assert fates(found) == {5: "MOVES"}
    assert lying(carried_out(log, found.raws)) == ["6-6", "6-5 on 6-6/6", "6-1 on 6-6/6", "3-1 on 6-1/1"]


# 6-6 opens four ways. Ben's 5-1 was entered wrong; Cal's 2-1 lay on it, and would fit on 6-1 and on 6-2 as well.
FOUR_WAYS = {**HEADER, "variant": "traditional.all-fives"}
FOUR_ARMS = (
    *ROUND[:2],
    {"by": "Ben", "play": "6-1"},
    {"by": "Cal", "play": "6-2"},
    {"by": "Ana", "play": "6-5"},
    {"by": "Ben", "play": "5-1", "at": "6-5"},
    {"by": "Cal", "play": "2-1", "at": "5-1"},
)


def test_where_two_other_ends_take_a_later_tile_the_table_says_which():
    log = played(FOUR_ARMS, FOUR_WAYS)

    asked = mended(log, 6, {"by": "Ben", "play": "5-5"})

    assert fates(asked) == {7: "ASKS"}
    assert asked.raws == ()
    assert [f"{each.tile}/{each.half}" for each in asked.asks.places] == ["6-1/1", "6-2/2"]
    found = mended(log, 6, {"by": "Ben", "play": "5-5"}, {7: "6-2/2"})
    assert fates(found) == {7: "MOVES"}
    assert lying(carried_out(log, found.raws))[-1] == "2-1 on 6-2/2"


FOOT = (
    ROUND[1], {"by": "Ben", "play": "6-0"}, {"by": "Cal", "play": "6-2"}, {"by": "Ana", "play": "6-4"},
    {"by": "Ben", "play": "6-5"}, {"by": "Cal", "play": "2-1"},
)  # fmt: skip


def test_around_a_foot_a_later_tile_stays_on_its_tile_though_it_fits_at_two_ends_now():
    header = {**HEADER, "variant": "traditional.chickenfoot", "tiles": 6, "options": {}}
    log = played((ROUND[0], *FOOT), header)

    found = mended(log, 6, {"by": "Ben", "play": "6-1"})

    assert fates(found) == {}
    assert found.raws[1] == {"amend": 7, "with": {"by": "Cal", "play": "2-1", "at": "6-2/2"}}
    assert str(carried_out(log, found.raws).entry_of(7).ruling.at) == "6-2"


def test_a_tile_entered_for_the_wrong_player_cannot_have_others_play_out_of_turn():
    found = mended(played(ROUND), 6, {"by": "Cal", "play": "6-3"})

    assert found.raws == ()
    assert found.refused.code == "not-your-turn"


def test_a_tile_laid_out_of_turn_stands_if_the_table_says_so_and_the_rest_follows_from_it():
    found = mended(played(ROUND), 6, {"by": "Cal", "play": "6-3", "stood": True})

    assert found.refused is None
    assert fates(found)[7] == "CANNOT"  # after Cal it is Ana's turn
    assert found.state.to_act == 0


def test_a_call_that_has_nothing_to_call_any_more_is_taken_back_by_itself():
    log = played((*ROUND[:8], {"by": "Ana", "claim": 5}, ROUND[8]), {**HEADER, "options": {}})
    assert log.state.scores == (5, 0, 0)

    found = mended(log, 6, {"by": "Ben", "play": "6-5"})

    assert fates(found) == {7: "TURNS", 9: "FALLS"}
    assert {"retract": 9} in found.raws
    assert carried_out(log, found.raws).state.scores == (0, 0, 0)


# What is written down


@pytest.mark.parametrize(
    "variant",
    [
        "fundex2004.all-fives",
        "traditional.all-fives",
        "hasbro2003.matador",
        "hasbro2003.muggins",
        "fundex2004.cross",
    ],
)
def test_whatever_tile_was_meant_the_corrections_stand_and_the_table_is_as_it_was_foreseen(variant):
    game = Game(variant, 3).play(rounds=2)
    chance, tried, together = random.Random(variant), 0, 0
    for entry in chance.sample([each for each in game.log.entries if isinstance(each.event, Play)], 12):
        by = game.log.start.setup.players[entry.event.by]
        for tile in chance.sample(game.mixed(), 9):
            found = mended(game.log, entry.number, {"by": by, "play": str(tile)})
            if found.refused is not None or found.asks is not None:
                assert not found.raws
                continue
            after = carried_out(game.log, found.raws)
            assert after.state == found.state
            said = [*game.said, *found.raws]
            assert read_log(game.log.start.setup, said).state == after.state
            tried, together = tried + 1, together + (len(found.raws) > 1)
    assert tried > 10
    assert together > 5


def test_corrections_that_need_each_other_stand_together_and_none_of_them_alone():
    log = played(ROUND)
    found = mended(log, 6, {"by": "Ben", "play": "6-5"})

    answer, _ = log.say(found.raws[0])
    assert answer.ruling.code == "breaks-later"
    answers, after = log.say_together([*found.raws, {"amend": 8, "with": {"by": "Ana", "play": "5-4"}}])
    assert len(answers) == 1
    assert answers[0].ruling.verdict is Verdict.REFUSED
    assert after.state is log.state


@pytest.mark.parametrize("tile", ["6-5", "6-2"])
def test_a_record_with_such_corrections_reads_the_same_every_time(tile):
    log = played(ROUND)
    raws = mended(log, 6, {"by": "Ben", "play": tile}).raws
    after = carried_out(log, raws)
    said = [*ROUND, *raws]

    assert read_log(log.start.setup, said).state == after.state
    answers = replay_text("\n".join(json.dumps(each) for each in (HEADER, *said)))
    assert [each["verdict"] for each in answers[:-1]] == ["stands"] * len(said)
    assert answers[-2]["scores"] == dict(zip(HEADER["players"], after.state.scores, strict=True))
    one_more, longer = after.say(
        {"by": "Cal", "play": "3-0" if tile == "6-5" else "2-0", "at": "5-3" if tile == "6-5" else "6-2"}
    )
    assert one_more.ruling.verdict is Verdict.STANDS
    assert longer.state.hands_held[2] == after.state.hands_held[2] - 1


def test_corrections_in_a_record_are_judged_together_only_if_the_first_says_so():
    raws = mended(played(ROUND), 6, {"by": "Ben", "play": "6-5"}).raws
    assert raws[0]["with_next"] == len(raws) - 1
    alone = [{name: each for name, each in raws[0].items() if name != "with_next"}, *raws[1:]]

    answers = replay_text("\n".join(json.dumps(each) for each in (HEADER, *ROUND, *alone)))
    assert answers[len(ROUND)]["verdict"] == "refused"
    assert answers[len(ROUND)]["code"] == "breaks-later"


@pytest.mark.parametrize("more", [0, -1, 1001, "2", 1.5, True, None])
def test_how_many_corrections_are_judged_together_is_a_whole_number(more):
    said = [*ROUND, {"retract": len(ROUND), "with_next": more}]

    answers = replay_text("\n".join(json.dumps(each) for each in (HEADER, *said)))
    assert answers[-2]["code"] == "unreadable"


def test_a_run_of_corrections_that_is_cut_off_is_judged_one_at_a_time():
    said = [*ROUND, {"retract": len(ROUND), "with_next": 5}]

    answers = replay_text("\n".join(json.dumps(each) for each in (HEADER, *said)))
    assert answers[-2]["verdict"] == "stands"


def test_taking_back_to_an_entry_takes_back_the_last_first():
    log = played(ROUND)
    raws = taken_back_from(log, 7).raws

    assert raws == ({"retract": 9}, {"retract": 8}, {"retract": 7})
    after = carried_out(log, raws)
    assert [each.number for each in after.entries] == [1, 2, 3, 4, 5, 6]
    assert after.state == taken_back_from(log, 7).state == played(ROUND[:6]).state
