"""The browsers of the other phones at the table: WebKit and Firefox play a whole round and correct it."""

import random
from collections.abc import Iterator

import pytest

from tests.simulating import NAMES, seat_people
from tests.web.other_browsers.driven import DrivenPhone
from tests.web.other_browsers.firefox import Firefox
from tests.web.other_browsers.programs import NO_FIREFOX, NO_WEBKIT, find_firefox, find_webkit
from tests.web.other_browsers.webkit import WebKit
from tests.web.sitting import prepare, say, set_up_by_steps

SEED = 6  # of a short round with draws


@pytest.fixture(scope="module")
def browsers() -> Iterator[dict[str, DrivenPhone]]:
    """The browsers that were opened so far, each once for all tests."""
    opened: dict[str, DrivenPhone] = {}
    yield opened
    for phone in opened.values():
        phone.close()


@pytest.fixture
def firefox(browsers, server) -> DrivenPhone:
    program = find_firefox()
    if program is None:
        pytest.skip(NO_FIREFOX)
    if "Firefox" not in browsers:
        browsers["Firefox"] = Firefox(program, server.local_url)
    return browsers["Firefox"]


@pytest.fixture
def webkit(browsers, server) -> DrivenPhone:
    programs = find_webkit()
    if programs is None:
        pytest.skip(NO_WEBKIT)
    if "WebKit" not in browsers:
        browsers["WebKit"] = WebKit(programs, server.local_url)
    return browsers["WebKit"]


@pytest.fixture(params=["firefox", "webkit"])
def driven(request) -> DrivenPhone:
    phone: DrivenPhone = request.getfixturevalue(request.param)
    return phone


def test_a_whole_round_is_played_from_the_deal_to_the_settlement(driven):
    people = seat_people("edge.draw", 2, random.Random(SEED))
    people.play_round()
    set_up_by_steps(driven, "edge.draw", NAMES[:2])
    for event in people.said:
        say(driven, event)

    winner = people.log.state.rounds[-1].winner
    driven.wait_for("Round 1 · settled")
    driven.wait_for(f"{NAMES[winner]} takes {people.log.state.scores[winner]}")


def test_a_tile_tapped_by_mistake_is_corrected_in_the_list(driven):
    said = (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-3"},
        {"by": "Ana", "play": "6-1", "at": "6-6/6"},
    )
    address = prepare(driven, "fundex2004.all-fives", ("Ana", "Ben"), said, claims="auto")
    driven.open(f"{address}/log")
    driven.follow("Entry 3")
    driven.follow("Wrong tile")
    driven.follow("6-2")
    driven.wait_for("Ben lays 6-2")
    driven.press("Change it")
    driven.open(f"{address}/log")
    driven.wait_for("first entered as Ben's 6-3")


def test_the_last_tile_is_undone_and_redone(driven):
    prepare(driven, "edge.block", ("Ana", "Ben"), ({"round": 1}, {"by": "Ana", "play": "6-6"}))
    say(driven, {"by": "Ben", "play": "6-3"})
    driven.wait_for("Ana to play")
    driven.press("Undo")
    driven.wait_for("Ben to play")
    driven.press("Redo")
    driven.wait_for("Ana to play")
