"""A round that does not count is dealt again, and led by the player who should have led it."""

from typing import Any

import pytest

from referee.engine.log import open_log
from referee.engine.setup import read_setup

VOID = {"void": True}
WON = [{"by": "Ana", "play": "5-5"}, {"by": "Ben", "hand": ["6-1"]}]  # each holds one tile


def dealt(variant: str, options: dict[str, Any], *said: dict[str, Any]) -> str:
    """What the last of these events is answered."""
    log = open_log(
        read_setup({"record": 1, "variant": variant, "players": ["Ana", "Ben"], "options": options})
    )
    for event in said:
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return answer.ruling.says


@pytest.mark.parametrize(
    ("next_opener", "first"),
    [("rotate_left", "Ben"), ("winner_free", "Ana"), ("winner_else_first", "Ana"), ("last_layer", "Ana")],
)
def test_the_lead_is_as_it_would_have_been(next_opener, first):
    options = {"opening": "agreed", "next_opener": next_opener, "hand_size": 1}
    begun = [{"round": 1, "opener": "Ana"}, *WON, {"round": 2}]

    assert f"{first} opens." in dealt("edge.block", options, *begun)
    assert f"{first} opens." in dealt("edge.block", options, *begun, VOID, {"round": 3})


def test_the_first_lead_stays_with_the_player_whom_the_table_named():
    options = {"opening": "agreed", "hand_size": 1}

    assert "Ana opens." in dealt("edge.block", options, {"round": 1, "opener": "Ana"}, VOID, {"round": 2})


@pytest.mark.parametrize("variant", ["traditional.mexican-train", "traditional.private-trains"])
def test_the_double_in_the_middle_is_begun_by_the_same_player(variant):
    options = {"opening": "starter"}

    assert "Ben begins." in dealt(variant, options, {"round": 1, "opener": "Ben"}, VOID, {"round": 2})
