"""A player is renamed in texts, too, where the old name is sure to be a name."""

import pytest

from referee.engine.renaming import rename, rename_in


@pytest.mark.parametrize(
    ("old", "said", "after"),
    [
        ("Al", "Al is right, Alan is not", "Bea is right, Alan is not"),
        ("A", "A tile fell down", "A tile fell down"),
        ("61", "to 61, as agreed", "to 61, as agreed"),
    ],
)
def test_a_name_is_changed_in_a_text_as_a_whole_word_but_no_single_letter_and_no_number(
    old, said, after
) -> None:
    assert rename_in({"why": [said, 61]}, old, "Bea") == {"why": [after, 61]}


def test_a_player_called_by_a_single_letter_is_renamed_where_only_a_name_can_stand() -> None:
    header = {"record": 1, "variant": "edge.block", "players": ["A", "Ben"]}
    events = [
        ({"round": 1}, None),
        ({"by": "A", "play": "5-5"}, None),
        ({"void": True, "why": "A tile fell"}, None),
    ]

    named = rename(header, events, "A", "Ana")

    assert named.header["players"] == ["Ana", "Ben"]
    assert [body.get("by") for body, _settled in named.events] == [None, "Ana", None]
    assert named.events[-1][0]["why"] == "A tile fell"


PAIRS = {"record": 1, "variant": "traditional.partners", "players": ["Ana", "Ana & Cal", "Cal", "Dan"]}


@pytest.mark.parametrize(
    ("old", "sides"),
    [("Ana", ["Zoe & Cal", "Ana & Cal & Dan"]), ("Ana & Cal", ["Ana & Cal", "Zoe & Dan"])],
)
@pytest.mark.parametrize("teams", [None, [["Ana", "Cal"], ["Ana & Cal", "Dan"]]])
def test_a_player_with_the_name_of_the_other_pair_is_not_taken_for_it(old, sides, teams) -> None:
    header = {**PAIRS, "teams": teams, "start": {"Ana & Cal": 10, "Ana & Cal & Dan": 5}}
    events = [
        ({"round": 1, "opener": old}, None),
        ({"adjust": {"Ana & Cal": 1, "Ana & Cal & Dan": 2}}, None),
    ]

    named = rename(header, events, old, "Zoe")

    assert named.header["start"] == dict(zip(sides, (10, 5), strict=True))
    assert [body for body, _settled in named.events] == [
        {"round": 1, "opener": "Zoe"},
        {"adjust": dict(zip(sides, (1, 2), strict=True))},
    ]
    assert rename(named.header, named.events, "Zoe", old) == (header, tuple(events))


def test_the_names_in_a_settlement_that_is_kept_as_recorded_are_changed_in_every_part() -> None:
    """An older version recorded points that today's rules do not give: they are kept, with the new name."""
    header = {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]}
    bonus = {"kind": "capicua", "by": "Ana", "points": 100}
    kept = {
        "how": "out",
        "winner": "Ana",
        "points": {"Ana": 130},
        "bonus": [bonus],
        "steps": ["Ana is paid 130."],
    }

    settled = rename(header, [({"round": 1}, kept)], "Ana", "Bea").events[0][1]

    assert "Ana" not in str(settled)
    assert settled["bonus"] == [bonus | {"by": "Bea"}]
