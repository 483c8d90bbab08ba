"""A move that nobody entered is put in, or one that never was left out, after the next round was dealt, too.

The worked example is a blocked round of All Fives of which only the totals were shown. Ben passed after 5-5, and nobody
tapped it: 5-0 was Cal's, and so are its ten points.
"""

import pytest

from tests.web.history.test_correcting_by_thumb import SIZES
from tests.web.looking import faults, resized
from tests.web.reading import Reader
from tests.web.sitting import prepare

THREE = ("Ana", "Ben", "Cal")
SAID = [
    {"round": 1},
    {"by": "Ana", "play": "5-5"},
    {"by": "Ben", "play": "5-0"},
    {"by": "Cal", "pass": True},
    {"by": "Ana", "pass": True},
    {"by": "Ben", "pass": True},
    {"by": "Ana", "pips": 9},
    {"by": "Ben", "pips": 14},
    {"by": "Cal", "pips": 5},
    {"round": 2},
    {"by": "Cal", "play": "6-6"},
    {"by": "Ana", "play": "6-4"},
]


def two_rounds(hand, said=SAID):
    """Opens the table of the example, or one at which this was entered."""
    switches = {"claims": "auto", "draw": "none", "hand_size": "3"}
    return prepare(hand, "fundex2004.all-fives", THREE, said, **switches)


def test_a_pass_is_put_in_and_the_next_round_stays_as_it_is(client):
    reader = Reader(client)
    table = two_rounds(reader)
    assert "Ben 3 10 90 to go" in reader.open(table).text
    reader.open(f"{table}/log/3")
    reader.follow("Wrong player")
    reader.follow("Cal, after Ben passed")
    assert "Before move 3 Ben passes 3 Cal's 5-0 4 Ana's pass 5 Ben's pass 6 Cal's pass" in reader.text
    assert "Ben: 10 becomes 0" in reader.text
    assert "Cal: 20 becomes 30" in reader.text
    assert "As it would lie: 5-5 and 5-0." in reader.page.html
    reader.press("Enter it Ben passes")
    assert "Ben 3 0 100 to go Cal 2 30 70 to go" in reader.open(table).text
    reader.press("Undo")
    assert "Ben 3 10 90 to go" in reader.text
    reader.press("Redo")
    assert "Ben 3 0 100 to go" in reader.text


def test_a_pass_that_never_was_is_left_out_of_an_earlier_round(client):
    reader = Reader(client)
    passed = {"by": "Ben", "pass": True}
    turned = [{**each, "by": {"Ana": "Ben", "Ben": "Cal", "Cal": "Ana"}[each["by"]]} for each in SAID[2:6]]
    table = two_rounds(reader, [*SAID[:2], passed, *turned, *SAID[6:]])
    reader.open(f"{table}/log/3")
    assert "Each move since then goes to the player whose turn it was." in reader.text
    assert "Cal: 30 becomes 20" in reader.text
    reader.press("Take it back")
    assert "Ben 3 10 90 to go Cal 2 20 80 to go" in reader.open(table).text


def test_a_move_that_the_hands_shown_exclude_is_refused_and_it_says_which(client):
    reader = Reader(client)
    hands = [{"by": "Ana", "hand": ["2-1", "3-1"]}, {"by": "Ben", "hand": ["4-1", "4-3"]}]
    hands.append({"by": "Cal", "hand": ["1-1", "1-0", "2-0"]})
    table = two_rounds(reader, [*SAID[:6], *hands, *SAID[9:10]])
    reader.open(f"{table}/log/3?step=player")
    reader.follow("Cal, after Ben passed")
    assert "Then entry 8 could not stand: Ben holds 3 tiles, and 2 are shown." in reader.text
    assert "As it would lie: 5-5 and 5-0." in reader.page.html
    assert reader.buttons() == []


@pytest.mark.parametrize("drew", [1, 7])
def test_a_draw_is_put_in_if_so_many_were_left_in_that_round(client, drew):
    reader = Reader(client)
    tiles = [("Ana", "6-6"), ("Ben", "6-1")]
    said = [{"round": 1}, *({"by": by, "play": tile} for by, tile in tiles), {"void": True, "why": "late"}]
    table = prepare(reader, "fundex2008.draw", ("Ana", "Ben"), [*said, {"round": 2}])
    reader.open(f"{table}/log/3")
    reader.follow("Something else")
    reader.follow(str(drew))
    reader.press(f"Enter it Ben drew {drew} tile")
    assert f"Ben draws {drew}" in reader.open(f"{table}/log").text


def test_the_preview_fits_every_phone(thumb):
    table = two_rounds(thumb)
    thumb.open(f"{table}/log/3?step=missed&kind=pass")
    assert [faults(thumb.phone) for _ in resized(thumb.phone, SIZES)] == [[]] * len(SIZES)
    thumb.press("Enter it Ben passes")
    assert "Ben passes" in thumb.text
