"""Trains and chickenfoot, where the rules are easy to misread (rules/README.md 1.I)."""

from typing import Any

import pytest

from referee.engine import open_table
from referee.engine.answers import answer_json
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.engine.sheets import VARIANTS


def said(
    players: str, options: dict[str, Any], *moves: str, key: str = "mexican-train"
) -> list[dict[str, Any]]:
    """The answers to moves such as `Ana 6-1 Ben`, `Ana draws`, `Ana passes`, `Ana shows 6-5 4-4`, in a double-six set."""
    header = {"record": 1, "variant": f"traditional.{key}", "tiles": 6, "options": options}
    log = open_log(read_setup({**header, "players": players.split()}))
    _, log = log.say({"round": 1})
    answers = []
    for move in moves:
        by, verb, *words = move.split()
        event: dict[str, Any] = {"by": by}
        if verb == "draws":
            event["draw"] = 1
        elif verb == "passes":
            event["pass"] = True
        elif verb == "shows":
            event["hand"] = words
        else:
            event |= {
                "play": verb,
                **({"at" if key == "chickenfoot" else "train": words[0]} if words else {}),
            }
        answer, log = log.say(event)
        answers.append(answer_json(answer))
    return answers


SEVERAL = {"opening": "starter", "opening_double": 0, "double_rule": "several"}
ALL_ONES_BUT_ONE = (
    "Ana 2-0 Ana", "Ben 4-0 Ben", "Cal 1-0 Cal", "Ana 2-1 Ana", "Ben 4-1 Ben", "Cal 6-0 mexican",
    "Ana 3-1 Ana", "Ben 5-1 Ben", "Cal 6-1 mexican",
)  # fmt: skip


def test_a_double_that_lapses_does_not_free_its_player_of_the_one_laid_before_it() -> None:
    *_, first, second, third = said(
        "Ana Ben Cal", SEVERAL, *ALL_ONES_BUT_ONE, "Ana 3-3 Ana", "Ana 1-1 mexican", "Ana 4-3 Ana"
    )
    assert first["doubles"] == second["doubles"] == [{"train": "Ana", "tile": "3-3"}]
    assert (first["next"], second["next"], third["next"]) == ("Ana", "Ana", "Ben")
    assert "1-1 need not be covered" in second["says"]
    assert third["doubles"] == []


def test_one_more_tile_is_due_after_a_double_that_nobody_could_cover() -> None:
    options = {**SEVERAL, "double_rule": "extra_tile"}
    *_, double, further = said("Ana Ben Cal", options, *ALL_ONES_BUT_ONE, "Ana 1-1 mexican", "Ana 4-3 Ana")
    assert (double["next"], further["next"]) == ("Ana", "Ben")


def test_who_went_out_in_a_lap_of_whole_trains_has_won_though_nobody_else_could_go_on() -> None:
    options = {"first_turn": "whole_train", "draw": "none", "hand_size": 2}
    *_, out, over = said("Ana Ben", options, "Ana 6-6", "Ana 6-1", "Ben passes")
    assert "Ana has no tiles left" in out["says"]
    assert (out["status"], out["next"]) == ("playing", "Ben")
    assert over["status"] == "reveal"
    *_, settled = said("Ana Ben", options, "Ana 6-6", "Ana 6-1", "Ben passes", "Ben shows 5-4 3-3")
    assert settled["settled"]["winner"] == "Ana"
    assert settled["points"] == {"Ben": 15}


def test_several_doubles_of_a_lap_of_whole_trains_wait_in_the_order_that_the_table_chose() -> None:
    moves = ("Ana 6-6", "Ana 6-1", "Ana 1-1", "Ana passes", "Ben 6-2", "Ben 2-2", "Ben passes")
    for order, trains in (("first_laid", ["Ana", "Ben"]), ("last_laid", ["Ben", "Ana"])):
        *_, last = said("Ana Ben", {"first_turn": "whole_train", "double_order": order}, *moves)
        assert [each["train"] for each in last["doubles"]] == trains
    game = VARIANTS["traditional.mexican-train"].with_options({"first_turn": "whole_train"}, 2)
    assert game.matters("double_order", partners=False)


def test_the_double_is_searched_for_also_where_nobody_draws_later() -> None:
    *_, drawn, found, passed = said("Ana Ben", {"draw": "none"}, "Ana draws", "Ana 6-6", "Ana passes")
    assert (drawn["boneyard"], found["next"], passed["next"]) == (9, "Ana", "Ben")


@pytest.mark.parametrize(
    ("key", "move", "code"),
    [
        ("mexican-train", "Ana 6-6 Ana", "no-such-end"),
        ("chickenfoot", "Ana 6-6 6-6", "no-such-end"),
        ("mexican-train", "Ana 5-5 Ana", "wrong-opening"),
    ],
)
def test_the_double_in_the_middle_goes_on_no_train_and_touches_nothing(
    key: str, move: str, code: str
) -> None:
    assert said("Ana Ben", {}, move, key=key)[-1]["code"] == code


def test_what_no_play_here_can_say_is_unreadable_even_if_it_is_not_the_player_s_turn() -> None:
    log = open_log(
        read_setup({"record": 1, "variant": "traditional.mexican-train", "players": ["Ana", "Ben"]})
    )
    codes = []
    for event in (
        {"by": "Ana", "play": "12-12", "out": 1},
        {"round": 1},
        {"by": "Ana", "play": "12-12", "claim": 5},
        {"by": "Ana", "play": "12-12"},
        {"by": "Ben", "play": "12-1", "at": "12-12"},
    ):
        answer, log = log.say(event)
        codes.append(answer.ruling.code)
    assert codes == ["unreadable", None, "unreadable", None, "unreadable"]


def test_the_half_left_outward_in_chickenfoot_says_where_a_tile_lies_or_refuses_it() -> None:
    header = {"record": 1, "variant": "traditional.chickenfoot", "tiles": 6, "players": ["Ana", "Ben"]}
    log = open_log(read_setup({**header, "options": {"lead_toes": 2}}))
    told = []
    for event in (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-2", "at": "6-6", "out": 6},
        {"by": "Ben", "play": "6-2", "out": 6},
        {"by": "Ben", "play": "6-2", "out": 2},
        {"by": "Ana", "play": "6-1", "at": "6-6", "out": 1},
        {"by": "Ben", "play": "2-1"},
        {"by": "Ben", "play": "2-1", "out": 2},
        {"by": "Ana", "play": "3-2", "at": "2-1"},
    ):
        answer, log = log.say(event)
        told.append((answer.ruling.code, answer.ruling.says))
    assert [code for code, _ in told] == [
        None, None, "does-not-match", "does-not-match", None, None, "choose-end", None, None,
    ]  # fmt: skip
    assert told[2][1] == told[3][1] == "6-2 cannot lie with its 6 outward there."


@pytest.mark.parametrize(("double", "asked"), [(8, "an 8"), (9, "a 9")])
def test_a_number_that_begins_with_a_vowel_has_its_own_article(double: int, asked: str) -> None:
    options = {"opening_double": double}
    header = {"record": 1, "variant": "traditional.chickenfoot", "tiles": 9, "players": ["Ana", "Ben"]}
    log = open_log(read_setup({**header, "options": options}))
    for event in ({"round": 1}, {"by": "Ana", "play": f"{double}-{double}"}):
        _, log = log.say(event)
    answer, _ = log.say({"by": "Ben", "play": "2-1"})
    assert answer.ruling.says.startswith(f"Ben has to play {asked}: ")


def test_a_foot_that_lapsed_takes_no_further_toe() -> None:
    options = {"dead_double": "lapses", "lead_toes": 2}
    moves = (
        "Ana 6-6",
        "Ben 6-1 6-6",
        "Ana 6-2 6-6",
        "Ben 1-1 6-1",
        "Ana 5-1 1-1",
        "Ben 4-1 1-1",
        "Ana 3-1 1-1",
    )
    *_, last, refused = said("Ana Ben", options, *moves, "Ben 2-1 1-1", key="chickenfoot")
    assert last["doubles"] == []
    assert refused["code"] == "no-such-end"


# Ana's marker and Ben's are up.
MARKED = (
    "Ana 6-6", "Ana draws", "Ana passes", "Ben 6-1 Ben", "Ana 6-2 mexican", "Ben draws", "Ben passes"
)  # fmt: skip


def test_players_owe_the_marker_that_is_up_also_if_they_went_out() -> None:
    options = {"open_marker": 5, "hand_size": 2}
    *_, settled = said("Ana Ben", options, *MARKED, "Ana 2-0 mexican", "Ben shows 5-5 4-4")
    assert settled["settled"]["winner"] == "Ana"
    assert settled["points"] == {"Ana": 5, "Ben": 23}


def test_what_a_player_is_charged_besides_the_pips_is_said_with_its_arithmetic() -> None:
    options = {"open_marker": 5, "double_blank": 50, "hand_size": 3}
    moves = (*MARKED, "Ana 2-0 mexican", "Ben draws", "Ben passes")
    *_, settled = said("Ana Ben", options, *moves, "Ana 6-0 Ana", "Ben shows 5-5 4-4 0-0 1-1")
    assert settled["settled"]["steps"] == [
        "20 + 50 for the double blank + 5 for a marker that is up: 75 points for Ben."
    ]
    *_, settled = said("Ana Ben", options, *moves, "Ana 6-0 Ana", "Ben shows 5-5 4-4 2-1 1-1")
    assert settled["settled"]["steps"] == ["23 + 5 for a marker that is up: 28 points for Ben."]
    *_, settled = said("Ana Ben", {"hand_size": 3}, *moves, "Ana 6-0 Ana", "Ben shows 5-5 4-4 2-1 1-1")
    assert settled["settled"]["steps"] == ["23 points for Ben."]


def test_a_double_that_need_not_be_covered_quotes_the_rule_that_frees_it() -> None:
    others = [
        "Ana 6-5 Ana",
        "Ben 6-4 mexican",
        "Ana 5-1 Ana",
        "Ben 5-4 mexican",
        "Ana 1-0 Ana",
        "Ben 6-3 Ben",
    ]
    others += [
        "Ana 5-0 Ana",
        "Ben 3-1 Ben",
        "Ana 5-2 Ana",
        "Ben 4-1 Ben",
        "Ana 3-2 Ana",
        "Ben 4-2 Ben",
        "Ana 5-3 Ana",
    ]
    *_, freed = said("Ana Ben", {"hand_size": 10}, "Ana 6-6", *others, "Ben 2-0 Ben", "Ana 5-5 Ana")
    assert (
        freed["says"]
        == "Ana lays 5-5 on Ana's train. 5-5 need not be covered: every other 5 is on the table."
    )
    assert freed["rule"].startswith(
        "A double need not be covered any more once every other tile of its number lies"
    )


# A round told by its end


def result_told(left: dict[str, Any], **points: int) -> dict[str, Any]:
    """The answer to a round of chickenfoot that ended with `left` in the hands."""
    log = open_log(
        read_setup({"record": 1, "variant": "traditional.chickenfoot", "players": ["Ana", "Ben", "Cal"]})
    )
    _, log = log.say({"round": 1})
    return answer_json(log.say({"result": {"out": "Ana", "left": left, "points": points}})[0])


@pytest.mark.parametrize("points", [{}, {"Ben": 0}, {"Ben": 50}])
def test_a_hand_without_pips_can_only_be_the_double_blank(points: dict[str, int]) -> None:
    assert result_told({"Ben": 0, "Cal": 7}, **points)["points"] == {"Ben": 50, "Cal": 7}


def test_a_player_without_tiles_does_not_hold_the_double_blank() -> None:
    assert result_told({"Ana": 0, "Ben": 12, "Cal": 7})["points"] == {"Ben": 12, "Cal": 7}


@pytest.mark.parametrize(
    ("left", "points"),
    [
        ({"Ben": 12, "Cal": 7}, {"Ben": 50, "Cal": 50}),
        ({"Ben": 0, "Cal": 7}, {"Cal": 50}),
        ({"Ben": ["0-0"], "Cal": 7}, {"Cal": 50}),
    ],
)
def test_who_has_the_double_blank_already_is_named(left: dict[str, Any], points: dict[str, int]) -> None:
    answer = result_told(left, **points)

    assert answer["code"] == "impossible-points"
    assert answer["says"] == "Cal cannot hold 0-0: Ben has it."


@pytest.mark.parametrize("none", [[], {"pips": 0, "tiles": 0}, 0])
def test_a_second_player_who_went_out_in_the_lap_of_whole_trains_has_nothing_left(none: object) -> None:
    options = {"first_turn": "whole_train", "double_blank": 50}
    players = ["Ana", "Ben", "Cal"]
    log = open_table({"variant": "traditional.mexican-train", "players": players, "options": options})
    _, log = log.say({"round": 1})
    result = {"out": "Ana", "left": {"Ben": none, "Cal": ["2-1", "0-0"]}}

    assert answer_json(log.say({"result": result})[0])["points"] == {"Cal": 53}


def test_who_draws_or_passes_out_of_turn_and_is_let_denies_nothing() -> None:
    options = {"opening": "starter", "opening_double": 6, "hand_size": 3}
    log = open_table({"variant": "traditional.mexican-train", "players": ["Ana", "Ben"], "options": options})
    _, log = log.say({"round": 1, "opener": "Ana"})
    draws, passes = ({"by": "Ben", **each, "stood": True} for each in ({"draw": 1}, {"pass": True}))

    assert [log.say(each)[0].ruling.code for each in (draws, passes)] == ["not-your-turn", "not-your-turn"]

    for raw in (
        draws,
        {"by": "Ben", "play": "6-5", "train": "Ben"},
        {"by": "Ana", "play": "6-1", "train": "Ana"},
        {"by": "Ben", "play": "6-4", "train": "mexican"},
    ):
        answer, log = log.say(raw)
        assert answer.ruling.verdict != "refused"
    assert log.state.flags == ()


def begun(variant: str, *said: dict[str, Any], **options: Any) -> Log:
    """A table of two with double-six after these events, Ana beginning."""
    options = {"opening": "starter", "opening_double": 6, **options}
    header = {"variant": variant, "players": ["Ana", "Ben"], "tiles": 6, "options": options}
    log = open_table(header)
    for raw in ({"round": 1, "opener": "Ana"}, *said):
        answer, log = log.say(raw)
        assert answer.ruling.verdict in ("stands", "stood"), answer.ruling.says
    return log


def test_a_tile_on_the_wrong_number_may_stand_and_the_train_goes_on_from_the_half_left_outward() -> None:
    log = begun(
        "traditional.mexican-train",
        {"by": "Ana", "play": "6-5", "train": "Ana"},
        {"by": "Ben", "play": "6-1", "train": "Ben"},
    )
    wrong = {"by": "Ana", "play": "4-2", "train": "Ana"}
    refused, same = log.say(wrong)
    assert (refused.ruling.code, refused.ruling.may_stand) == ("does-not-match", True)
    assert same.state is log.state
    asked = log.say({**wrong, "stood": True})[0].ruling
    assert (asked.code, asked.says) == (
        "choose-out",
        "4-2 may lie either way round on 6-5. Say which half stays open: 4 or 2.",
    )

    answer, log = log.say({**wrong, "stood": True, "out": 2})

    assert (answer.ruling.verdict, answer.ruling.code) == ("stood", "does-not-match")
    trains = {each["train"]: each["end"] for each in log.state.facts()["trains"]}
    assert trains == {"Ana": 2, "Ben": 1, "mexican": 6}
    _, log = log.say({"by": "Ben", "play": "5-1", "train": "Ben"})
    assert log.say({"by": "Ana", "play": "5-3", "train": "Ana"})[0].ruling.code == "does-not-match"
    assert log.say({"by": "Ana", "play": "3-2", "train": "Ana"})[0].ruling.verdict == "stands"


def test_a_double_on_the_wrong_number_may_stand_and_has_to_be_covered_with_its_own_number() -> None:
    log = begun("traditional.mexican-train", {"by": "Ana", "play": "6-5", "train": "Ana"})

    answer, log = log.say({"by": "Ben", "play": "3-3", "train": "mexican", "stood": True})

    assert answer.ruling.verdict == "stood"
    assert log.state.facts()["doubles"] == [{"train": "mexican", "tile": "3-3"}]
    assert log.say({"by": "Ben", "play": "6-1", "train": "mexican"})[0].ruling.code == "does-not-match"
    assert log.say({"by": "Ben", "play": "3-1", "train": "mexican"})[0].ruling.verdict == "stands"


def test_a_tile_that_lies_the_wrong_way_round_may_stand() -> None:
    log = begun("traditional.mexican-train")
    turned = {"by": "Ana", "play": "6-5", "train": "Ana", "out": 6}
    assert log.say(turned)[0].ruling.code == "unreadable"  # by the rules only one half can point outward

    answer, log = log.say({**turned, "stood": True})

    assert answer.ruling.verdict == "stood"
    assert "6-5 cannot lie with its 6 outward there." in answer.ruling.says
    assert log.state.facts()["trains"][0] == {"train": "Ana", "end": 6, "tiles": 1, "open": False}


def test_a_tile_that_may_stand_on_several_trains_has_to_be_told_its_train() -> None:
    log = begun("traditional.mexican-train", {"by": "Ana", "play": "6-5", "train": "Ana"})

    ruling = log.say({"by": "Ben", "play": "4-2", "stood": True})[0].ruling

    assert (ruling.code, ruling.says) == (
        "choose-end",
        "There is more than one place for 4-2. Say where it goes.",
    )


def test_in_chickenfoot_a_toe_with_another_number_may_stand_and_counts() -> None:
    log = begun("traditional.chickenfoot", lead_toes=3)

    for by, tile in (("Ana", "6-5"), ("Ben", "4-2"), ("Ana", "6-3")):
        event = {"by": by, "play": tile, "at": "6-6"}
        _, log = log.say({**event, "stood": True, "out": 4} if tile == "4-2" else event)

    assert log.state.facts()["doubles"] == []
    assert log.say({"by": "Ben", "play": "2-1"})[0].ruling.code == "does-not-match"
    assert log.say({"by": "Ben", "play": "4-1", "at": "4-2"})[0].ruling.verdict == "stands"


def test_a_wrong_double_in_the_middle_may_stand_and_every_train_starts_from_it() -> None:
    log = open_table({"variant": "traditional.mexican-train", "players": ["Ana", "Ben"], "tiles": 6})
    _, log = log.say({"round": 1})
    for wrong, may_stand in (("6-5", False), ("5-5", True)):
        ruling = log.say({"by": "Ana", "play": wrong})[0].ruling
        assert (ruling.code, ruling.may_stand) == ("wrong-opening", may_stand)

    answer, log = log.say({"by": "Ana", "play": "5-5", "stood": True})

    assert (answer.ruling.verdict, answer.ruling.code) == ("stood", "wrong-opening")
    assert {each["end"] for each in log.state.facts()["trains"]} == {5}
    for by, tile in (("Ana", "6-5"), ("Ben", "5-1"), ("Ana", "6-6")):
        answer, log = log.say({"by": by, "play": tile, "train": by})
        assert answer.ruling.verdict == "stands", answer.ruling.says
    assert log.state.flags == ()  # the table forgave that Ana did not begin with her 6-6


def test_who_draws_too_often_in_search_of_the_double_keeps_the_tiles_if_the_table_lets_it_stand() -> None:
    log = open_table({"variant": "traditional.mexican-train", "players": ["Ana", "Ben"], "tiles": 6})
    _, log = log.say({"round": 1})
    _, log = log.say({"by": "Ana", "draw": 1})
    assert log.say({"by": "Ana", "draw": 99, "stood": True})[0].ruling.verdict == "refused"

    answer, log = log.say({"by": "Ana", "draw": 1, "stood": True})

    assert (answer.ruling.verdict, answer.ruling.code) == ("stood", "may-not-draw")
    held = answer_json(answer)["hands"]
    assert held["Ana"] == held["Ben"] + 2
    assert log.say({"by": "Ana", "draw": 1})[0].ruling.code == "may-not-draw"
