"""Whole matches by the buttons of the page: what the page says is what the referee ruled."""

import random
import re
from html import unescape

import pytest

from referee.engine.games.match import Status
from referee.engine.sheets import LINE_GAMES
from tests.simulating import NAMES, seat_people
from tests.web.reading import Reader
from tests.web.sitting import say, set_up, write

LONGEST = 60  # rounds; every match of these seeds is over long before
PLAIN = ("fundex2004.all-fives", "fundex2004.blind", "fundex2004.matador", "hasbro2003.draw", "edge.block")
SHORT = 20  # the target: a few rounds of most games
SHORTER = 10  # the same where a round is worth a point or two
# The chance by which a match of several rounds has the fewest events.
SHORTEST = {
    "classic.draw": 29,
    "edge.muggins": 8,
    "fundex2004.bergen": 37,
    "fundex2004.five-up": 4,
    "fundex2008.draw": 29,
    "hasbro2003.bergen": 2,
    "traditional.fives-and-threes": 36,
    "traditional.partners": 13,
    "traditional.partners-cuban-east": 25,
}
FEW_POINTS = ("fundex2004.bergen", "hasbro2003.bergen", "traditional.partners-cuban-east")


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_a_match_of_each_game_is_played_to_its_end_by_the_buttons_of_the_page(client, key):
    players = seats(key, 3)
    rules = house_rules(key, SHORTER if key in FEW_POINTS else SHORT)
    people = seat_people(
        key, players, random.Random(SHORTEST.get(key, key)), tiles=LINE_GAMES[key].tiles, options=rules
    )
    while people.log.state.status is not Status.MATCH_OVER:
        people.play_round()
        assert len(people.log.state.rounds) < LONGEST
    reader = Reader(client, htmx=True)

    address = set_up(reader, key, NAMES[:players], **{name: str(value) for name, value in rules.items()})
    begins = [number for number, event in enumerate(people.said) if "round" in event]
    # The first two rounds and the last are played; what lies between them is written down.
    late = slice(begins[2], begins[-1]) if len(begins) > 3 else slice(0)
    for number, event in enumerate(people.said):
        if number == late.start:
            write(reader, address, people.said[late])
            reader.open(address)
        if number not in range(len(people.said))[late]:
            say(reader, event, LINE_GAMES[key].tiles)

    state = people.log.state
    winner = "Nobody" if state.winner is None else state.setup.sides[state.winner]
    assert f"{winner} {'win' if ' & ' in winner else 'wins'}" in reader.page.text
    assert "The match is over" in reader.page.text
    shown = scores_on(reader)
    assert shown == kept(key, state.setup.sides, state.scores)
    if shown and state.winner is not None:
        assert next(iter(shown)) == winner
        assert list(shown.values())[1:] == sorted(list(shown.values())[1:], reverse=True)


@pytest.mark.parametrize("key", PLAIN)
def test_a_round_is_played_without_any_script(client, key):
    players = seats(key, 2)
    rules = house_rules(key, 1000)
    people = seat_people(key, players, random.Random(key), tiles=LINE_GAMES[key].tiles, options=rules)
    people.play_round()
    reader = Reader(client)

    set_up(reader, key, NAMES[:players], **{name: str(value) for name, value in rules.items()})
    for event in people.said:
        say(reader, event, LINE_GAMES[key].tiles)

    assert "settled" in reader.page.text or LINE_GAMES[key].target.mode == "single"
    state = people.log.state
    assert scores_on(reader) == kept(key, state.setup.sides, state.scores)


def house_rules(key: str, target: int) -> dict[str, str | int]:
    """A match to that target, in which the referee counts and every round is opened alike."""
    rounds = LINE_GAMES[key].target.mode == "rounds"
    rules: dict[str, str | int] = {"target": target, "next_opener": "as_first"} if rounds else {}
    if LINE_GAMES[key].counting.score != "none":
        rules["claims"] = "auto"
    return rules


def kept(key: str, sides: tuple[str, ...], scores: tuple[int, ...]) -> dict[str, int]:
    """The scores that are shown: none if one round is played for no points."""
    return {} if LINE_GAMES[key].target.mode == "single" else dict(zip(sides, scores, strict=True))


def seats(key: str, wanted: int) -> int:
    """As many players as wanted, or as the game has room for."""
    least, most = LINE_GAMES[key].player_range(LINE_GAMES[key].tiles)
    return min(max(wanted, least), most)


def scores_on(reader: Reader) -> dict[str, int]:
    """The totals in the table under a settlement, by side, in the order of the page."""
    rows = re.findall(
        r'<tr><th scope="row">([^<]+)</th>(?:(?!</tr>).)*<td class="total[^"]*">(-?[0-9]+)</td>',
        reader.page.html.replace("\N{MINUS SIGN}", "-"),
    )
    return {unescape(side): int(total) for side, total in rows}
