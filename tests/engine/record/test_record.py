"""What a record must be to be read at all, and which events of one that is read are refused as unreadable."""

import json
from typing import Any

import pytest

HEADER: dict[str, Any] = {
    "record": 1,
    "variant": "fundex2004.all-fives",
    "tiles": 6,
    "players": ["Ana", "Ben"],
    "teams": None,
    "options": {"claims": "auto"},
    "date": "2026-11-21",
}
FOUR = ["Ana", "Ben", "Cal", "Dan"]
ROUND, LEAD = {"round": 1}, {"by": "Ana", "play": "5-5"}


def record(*events: object, **header: object) -> str:
    """A record under the usual header, changed where `header` says so; what is None there is left out."""
    kept = {name: value for name, value in (HEADER | header).items() if value is not None}
    changed = {"teams": None} | kept
    return "".join(json.dumps(each) + "\n" for each in [changed, *events])


def answers(text: str) -> list[dict[str, Any]]:
    """The referee's answers to a record."""
    from referee.engine.answers import replay_text

    said: list[dict[str, Any]] = replay_text(text)
    return said


def refusal(text: str) -> Any:
    """The error with which a record that cannot be read is refused."""
    from referee.engine.record.reading import RecordError

    with pytest.raises(RecordError) as caught:
        answers(text)
    assert isinstance(caught.value.line, int)
    assert isinstance(caught.value.column, int)
    assert caught.value.column >= 1
    assert str(caught.value.message)
    return caught.value


@pytest.mark.parametrize(
    "header",
    [
        {"record": None},
        {"record": 2},
        {"record": "1"},
        {"record": True},
        {"variant": None},
        {"variant": "fundex2004.all-sixes"},
        {"variant": "all-fives"},
        {"variant": 2},
        {"players": None},
        {"players": []},
        {"players": ["Ana"]},
        {"players": ["Ana", "Ben", "Cal", "Dan", "Eva"]},
        {"players": ["Ana", "Ana"]},
        {"players": ["Ana", 2]},
        {"players": "Ana"},
        {"players": {"Ana": 1, "Ben": 2}},
        {"tiles": 7},
        {"tiles": 0},
        {"tiles": "6"},
        {"tiles": True},
        {"options": []},
        {"options": "auto"},
        {"options": {"colour": "red"}},
        {"options": {"claims": "never"}},
        {"options": {"claims": True}},
        {"options": {"claims": 1}},
        {"options": {"target": "100"}},
        {"options": {"target": True}},
        {"options": {"reserve": True}},
        {"options": {"hand_size": 0}},
        {"options": {"hand_size": "7"}},
        {"options": {"hand_size": 15}},
        {"options": {"exact": "true"}},
        {"options": {"exact": 1}},
        {"options": {"draw": "two"}},
        {"options": {"target_sum": 11}},
        {"options": {"cross_first": True}},
        {"teams": [["Ana", "Ben"]]},
        {"teams": "Ana & Ben"},
        {"players": FOUR, "teams": [["Ana", "Cal"], ["Ben", "Eva"]]},
        {"players": FOUR, "teams": [["Ana", "Cal"], ["Ana", "Ben"]]},
        {"players": FOUR, "teams": [["Ana", "Cal"]]},
        {"players": FOUR, "teams": [["Ana", "Cal"], ["Ben"], ["Dan"]]},
        {"players": FOUR, "teams": [["Ana", "Cal", "Ben"], ["Dan"]]},
        {"players": FOUR, "teams": [["Ana", "Cal"], ["Ben", 4]]},
        {"players": FOUR[:3], "teams": [["Ana", "Cal"], ["Ben"]]},
        {"players": ["A & B", "A", "C", "B & C"], "teams": [["A & B", "C"], ["A", "B & C"]]},
        {"referee": "Eve"},
    ],
    ids=json.dumps,
)
def test_a_header_that_is_wrong_stops_the_reading_at_its_line(header: dict[str, Any]) -> None:
    assert refusal(record(ROUND, LEAD, **header)).line == refusal("{\n").line


@pytest.mark.parametrize(
    "text", ["", "\n\n", "not a record\n", "[1]\n", '"record"\n', "1\n", "null\n", '{"record": 1\n', "{}\n"]
)
def test_a_text_without_a_header_cannot_be_read(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize(
    "broken", ["{", '{"by": "Ana",}', "[]", "5", "null", '"pass"', "{'by': 'Ana'}", "Ana 5-5"]
)
def test_a_line_that_is_no_object_stops_the_reading_there(broken: str) -> None:
    good = record(ROUND)
    assert refusal(good + broken + "\n").line == refusal(broken + "\n").line + 2
    assert refusal(good + "\n\n" + broken + "\n").line == refusal(broken + "\n").line + 4


def test_the_column_is_where_the_line_stops_to_be_json() -> None:
    assert refusal(record(ROUND) + '{"by": "Ana", "play" "5-5"}\n').column == 22
    assert refusal(record(ROUND) + '{"by": "Ana", "play": }\n').column == 23


def test_a_record_of_a_header_alone_has_only_a_result() -> None:
    said = answers(record())
    assert len(said) == 1
    assert said[0]["result"]["scores"] == {"Ana": 0, "Ben": 0}
    assert said[0]["result"]["winner"] is None
    assert said[0]["result"]["rounds"] == []
    assert said[0]["result"]["flags"] == []


@pytest.mark.parametrize(
    "text",
    [
        record(ROUND, LEAD).rstrip("\n"),
        record(ROUND, LEAD).replace("\n", "\r\n"),
        "\ufeff" + record(ROUND, LEAD),
        "\ufeff" + record(ROUND, LEAD).replace("\n", "\r\n").rstrip(),
        "\n\n" + record(ROUND, LEAD),
        record(ROUND, LEAD).replace("\n", "\n\n"),
        record(ROUND, LEAD) + "\n  \n",
    ],
    ids=[
        "no last newline",
        "CRLF",
        "BOM",
        "BOM and CRLF",
        "empty lines first",
        "empty lines between",
        "blanks last",
    ],
)
def test_line_ends_and_empty_lines_change_nothing(text: str) -> None:
    assert answers(text) == answers(record(ROUND, LEAD))


def test_what_is_free_in_the_header_changes_nothing() -> None:
    plain = answers(record(ROUND, LEAD, date=None))
    assert answers(record(ROUND, LEAD, date="2026-11-21", place="at Ben's", note="rain")) == plain


def test_teams_and_options_may_be_left_out() -> None:
    header = {"record": 1, "variant": "fundex2004.all-fives", "tiles": 6, "players": ["Ana", "Ben"]}
    *_, result = answers(json.dumps(header) + "\n")
    assert result["result"]["scores"] == {"Ana": 0, "Ben": 0}


@pytest.mark.parametrize(("variant", "boneyard"), [("hasbro2003.draw", 41), ("edge.block", 14)])
def test_the_set_is_the_variants_own_where_none_is_named(variant: str, boneyard: int) -> None:
    first, _ = answers(record(ROUND, variant=variant, tiles=None, options={}))
    assert first["boneyard"] == boneyard


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"by": "Ana"},
        {"play": "5-5"},
        {"by": "Ana", "fly": "5-5"},
        {"by": "Ana", "play": "5-5", "fly": True},
        {"by": "Ana", "play": "5-5", "pass": True},
        {"by": "Ana", "draw": 1, "pass": True},
        {"by": "Ana", "play": "5-5", "draw": 1},
        {"by": "Ana", "claim": 5, "muggins": 5},
        {"by": "Eve", "play": "5-5"},
        {"by": "", "play": "5-5"},
        {"by": None, "play": "5-5"},
        {"by": 1, "play": "5-5"},
        {"by": ["Ana"], "play": "5-5"},
        {"by": True, "play": "5-5"},
        {"by": "Ana", "play": 55},
        {"by": "Ana", "play": None},
        {"by": "Ana", "play": True},
        {"by": "Ana", "play": ["5-5"]},
        {"by": "Ana", "play": ""},
        {"by": "Ana", "play": "5"},
        {"by": "Ana", "play": "5-"},
        {"by": "Ana", "play": "5:5"},
        {"by": "Ana", "play": "five-five"},
        {"by": "Ana", "play": "5-5-5"},
        {"by": "Ana", "play": "-5-5"},
        {"by": "Ana", "play": "5-5", "at": 5},
        {"by": "Ana", "play": "5-5", "at": "here"},
        {"by": "Ana", "play": "5-5", "out": "5"},
        {"by": "Ana", "play": "5-5", "out": True},
        {"by": "Ana", "play": "5-5", "claim": "10"},
        {"by": "Ana", "play": "5-5", "claim": True},
        {"by": "Ana", "play": "5-5", "stood": "yes"},
        {"by": "Ana", "play": "5-5", "stood": 1},
        {"by": "Ana", "draw": "1"},
        {"by": "Ana", "draw": True},
        {"by": "Ana", "draw": None},
        {"by": "Ana", "draw": 1.5},
        {"by": "Ana", "pass": "yes"},
        {"by": "Ana", "pass": 1},
        {"by": "Ana", "claim": "10"},
        {"by": "Ana", "claim": True},
        {"by": "Ana", "muggins": None},
        {"by": "Ana", "muggins": False},
        {"by": "Ana", "hand": "5-5"},
        {"by": "Ana", "hand": [5]},
        {"by": "Ana", "hand": ["5"]},
        {"by": "Ana", "pips": "7"},
        {"by": "Ana", "pips": True},
        {"round": "1"},
        {"round": True},
        {"round": 2, "opener": "Eve"},
        {"round": 2, "opener": 1},
        {"void": "yes"},
        {"void": 1},
        {"void": True, "why": 5},
        {"void": True, "about": "2"},
        {"adjust": {"Ana": 5}, "about": 0},
        {"adjust": {"Ana": 5}, "about": True},
        {"adjust": 5},
        {"adjust": {"Eve": 5}},
        {"adjust": {"Ana": "5"}},
        {"adjust": {"Ana": True}},
        {"adjust": ["Ana", 5]},
        {"retract": "1"},
        {"retract": True},
        {"amend": 1},
        {"amend": True, "with": {"round": 1}},
        {"amend": 1, "with": "round"},
        {"with": {"round": 1}},
    ],
    ids=json.dumps,
)
def test_an_event_that_says_no_one_thing_is_refused_and_the_rest_is_judged(event: dict[str, Any]) -> None:
    first, refused, then, result = answers(record(ROUND, event, LEAD))
    assert first["verdict"] == "stands"
    assert (refused["event"], refused["verdict"], refused["code"]) == (2, "refused", "unreadable")
    assert (then["event"], then["verdict"], then["scores"]) == (3, "stands", {"Ana": 10, "Ben": 0})
    assert result["result"]["scores"] == {"Ana": 10, "Ben": 0}


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ({"by": "Ana", "draw": "1"}, '"1" is not a number of tiles.'),
        ({"round": "1"}, '"1" is not the number of a round.'),
        ({"by": "Ana", "bid": "30"}, '"30" is not a bid: it is a whole number, or pass.'),
        ({"by": "Ana", "trump": "5"}, '"5" is not a trump: it is a number, doubles or none.'),
        ({"by": "Ana", "ante": "3"}, '"3" is not a number of chips.'),
        ({"by": "Ana", "play": "6-4", "at": "6-6/"}, '"" is not a half of a tile.'),
        ({"by": "Ana", "play": "6-4", "train": ""}, '"" is not the name of a train.'),
        ({"by": "Ana", "draw": 1.5}, "1.5 is not a number of tiles."),
    ],
)
def test_a_text_that_stands_for_a_number_is_quoted_when_it_is_refused(
    event: dict[str, Any], says: str
) -> None:
    answer = answers(record(event))[0]
    assert (answer["code"], answer["says"]) == ("unreadable", says)


def test_a_tile_may_be_written_with_either_half_first() -> None:
    replies = [{"by": "Ben", "play": "0-5"}, {"by": "Ana", "play": "0-2", "at": "0-5"}]
    said = answers(record(ROUND, LEAD, *replies))
    assert [each["verdict"] for each in said[:-1]] == ["stands"] * 4


def test_events_are_numbered_from_one_and_refused_ones_too() -> None:
    said = answers(record(ROUND, {"by": "Ben"}, LEAD, {"by": "Ben", "play": "6-4"}))
    assert [each["event"] for each in said[:-1]] == [1, 2, 3, 4]
    assert [each["verdict"] for each in said[:-1]] == ["stands", "refused", "stands", "refused"]


def test_a_side_is_named_by_its_players_in_seating_order() -> None:
    teams = [["Dan", "Ben"], ["Cal", "Ana"]]
    first, lead, result = answers(record(ROUND, LEAD, players=FOUR, teams=teams))
    assert first["scores"] == {"Ana & Cal": 0, "Ben & Dan": 0}
    assert first["hands"] == {"Ana": 5, "Ben": 5, "Cal": 5, "Dan": 5}
    assert {side: points for side, points in lead["points"].items() if points} == {"Ana & Cal": 10}
    assert lead["next"] == "Ben"
    assert result["result"]["scores"] == {"Ana & Cal": 10, "Ben & Dan": 0}


def test_every_answer_tells_the_same_things() -> None:
    *said, result = answers(record(ROUND, LEAD, {"by": "Ben", "play": "6-4"}))
    wanted = {"event", "verdict", "code", "says", "points", "count", "next", "hands", "boneyard"}
    wanted |= {"scores", "status"}
    for each in said:
        assert wanted <= set(each)
        assert each["says"].endswith(".")
    assert {"scores", "winner", "rounds", "flags"} <= set(result["result"])
    assert json.loads(json.dumps(said)) == said
