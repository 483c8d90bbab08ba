"""Whole matches by the buttons of the page: what the page says is what the referee ruled."""

from __future__ import annotations

import random
import re

import pytest

from referee.play.state import Status
from referee.sheets import VARIANTS
from tests.simulating import NAMES, seat_people
from tests.web.reading import Reader
from tests.web.sitting import say, set_up

LONGEST = 60  # rounds; every match of these seeds is over long before


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_match_of_each_game_is_played_to_its_end_by_the_buttons_of_the_page(client, key):
    variant = VARIANTS[key]
    players = seats(key, 3)
    people = seat_people(key, players, random.Random(key), tiles=variant.tiles, options={"claims": "auto"})
    while people.log.state.status is not Status.MATCH_OVER:
        people.play_round()
        assert len(people.log.state.rounds) < LONGEST
    reader = Reader(client, htmx=True)

    set_up(reader, key, NAMES[:players], **counted_by_the_referee(key))
    for event in people.said:
        say(reader, event, variant.tiles)

    state = people.log.state
    winner = "Nobody" if state.winner is None else state.setup.sides[state.winner]
    assert f"{winner} wins" in reader.page.text
    assert "The match is over" in reader.page.text
    assert scores_on(reader) == list(state.scores)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_round_of_each_game_is_played_without_any_script(client, key):
    variant = VARIANTS[key]
    players = seats(key, 2)
    people = seat_people(key, players, random.Random(key), tiles=variant.tiles, options={"claims": "auto"})
    people.play_round()
    reader = Reader(client)

    set_up(reader, key, NAMES[:players], **counted_by_the_referee(key))
    for event in people.said:
        say(reader, event, variant.tiles)

    assert "settled" in reader.page.text or "The match is over" in reader.page.text
    assert scores_on(reader) == list(people.log.state.scores)


def seats(key: str, wanted: int) -> int:
    """As many players as wanted, or as the game has room for."""
    least, most = VARIANTS[key].player_range(VARIANTS[key].tiles)
    return min(max(wanted, least), most)


def counted_by_the_referee(key: str) -> dict[str, str]:
    """The house rule that nobody has to claim, where the form asks for it."""
    return {} if VARIANTS[key].counting.score == "none" else {"claims": "auto"}


def scores_on(reader: Reader) -> list[int]:
    """The totals in the table under a settlement."""
    return [int(each) for each in re.findall(r'<td class="total[^"]*">(-?[0-9]+)</td>', reader.page.html)]
