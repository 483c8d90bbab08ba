"""Two tiles that were entered the one for the other are exchanged by tapping one of them and then the other."""

import pytest
from playwright.sync_api import expect

from tests.engine.explain.test_exchanging import ROUND
from tests.web.history.test_correcting_by_thumb import SIZES
from tests.web.history.test_correcting_trains_and_tricks import BID, begin
from tests.web.looking import faults, resized
from tests.web.reading import Reader
from tests.web.sitting import prepare

THREE = ("Ana", "Ben", "Cal")


def begin_in_line(hand, said=ROUND, **switches):
    """Opens a table of three at All Fives at which this was entered."""
    return prepare(hand, "fundex2004.all-fives", THREE, said, **switches)


@pytest.mark.parametrize(("number", "other"), [(3, "6-2"), (4, "6-3")])
def test_a_tap_on_another_tile_that_lies_previews_the_exchange_and_undo_takes_it_back_whole(
    client, number, other
):
    reader = Reader(client)
    table = begin_in_line(reader, claims="auto")
    reader.open(f"{table}/log/{number}")
    reader.follow("Wrong tile")
    assert "Tap a pale tile to exchange the two." in reader.text
    reader.follow(f"{other}, laid already")
    assert "exchanged 3 Ben lays 6-2 Ben loses 15 points 15 0 4 Cal lays 6-3 Why" in reader.text
    assert "Ben 3 0 100 to go" in reader.text
    assert reader.page.html.count('class="tile tinted"') == 2
    assert "Ben 3 15 85 to go" in reader.open(table).text

    reader.open(f"{table}/log/{number}?step=tile")
    reader.follow(f"{other}, laid already")
    reader.press("Change it 2 tiles, 15 points", why="mixed up")
    assert "Ben 3 0 100 to go" in reader.text
    assert "Corrected Ben lays 6-2 on 6-6. Cal lays 6-3 on 6-6" in reader.text
    log = reader.open(f"{table}/log").text
    assert "first entered as Ben's 6-3" in log
    assert "first entered as Cal's 6-2" in log
    reader.open(table)
    reader.press("Undo")
    assert "Ben 3 15 85 to go" in reader.text
    assert "The correction: Ben's 6-3 and Cal's 6-2" in reader.text
    reader.press("Redo")
    assert "Ben 3 0 100 to go" in reader.text
    assert "Corrected Ben lays 6-2 on 6-6. Cal lays 6-3 on 6-6" in reader.text


def test_a_tile_that_cannot_have_been_laid_then_is_refused_with_the_reason(client):
    reader = Reader(client)
    table = begin_in_line(reader, claims="auto")
    reader.open(f"{table}/log/3?step=tile")
    reader.follow("3-1, laid already")
    why = "Then entry 3 could not stand: 3-1 fits none of the open ends: 6."
    assert f"6-3 and 3-1 exchanged {why}" in reader.text
    assert reader.buttons() == []


def test_where_two_ends_take_one_of_the_two_the_page_asks_which(client):
    """4-1 lay on 5-4, which was not there yet when Ben laid a tile."""
    reader = Reader(client)
    tiles = (("Ben", "6-4"), ("Cal", "6-1"), ("Ana", "6-5"), ("Ben", "4-2"), ("Cal", "5-4"), ("Ana", "4-1"))
    said = [{"by": by, "play": tile} for by, tile in tiles]
    said[4]["at"], said[5]["at"] = "6-5", "5-4"
    table = prepare(reader, "traditional.all-fives", THREE, [*ROUND[:2], *said], claims="auto")
    reader.open(f"{table}/log/8?step=tile")
    reader.follow("4-2, laid already")
    assert "6 Where does it go? Ben lays 4-1" in reader.text
    reader.follow("on 6-1")
    reader.press("Change it")
    assert "Ben on 6-1" in reader.open(f"{table}/log").text


def test_while_a_claim_is_open_nothing_tells_whether_one_of_the_two_scores(client):
    reader = Reader(client)
    table = begin_in_line(reader, ROUND[:4])
    reader.open(f"{table}/log/3?step=tile")
    reader.follow("6-2, laid already")
    assert "3 Ben lays 6-2 4 Cal lays 6-3 Scores follow when the claim is settled." in reader.text
    assert "point" not in reader.text


@pytest.mark.parametrize("tile", ["6-3", "6-2"])
def test_while_a_claim_is_open_a_tile_that_was_entered_with_its_claim_stays_and_its_drawing_too(client, tile):
    """6-3 makes the 15 that Ben claims, 6-2 does not; neither page shows the two exchanged."""
    reader = Reader(client)
    claimed = {"by": "Ben", "play": "6-3", "claim": 15}
    table = begin_in_line(reader, [*ROUND[:2], claimed, {"by": "Cal", "play": "6-2"}])
    reader.open(f"{table}/log/{3 if tile == '6-3' else 4}?step=tile")
    reader.follow("6-2, laid already" if tile == "6-3" else "6-3, laid already")
    assert "exchanged Shown when claims are closed." in reader.text
    assert "As it would lie: 6-6, 6-3 and 6-2." in reader.page.html
    assert "tinted" not in reader.page.html
    assert reader.buttons() == []


def test_in_trains_each_goes_where_the_other_was_entered(client):
    reader, table = begin(client)
    reader.open(f"{table}/log/4?step=tile")
    assert "Tap a pale tile" not in reader.text
    reader.follow("9, ")
    assert "Tap a pale tile" in reader.text
    reader.follow("9-3, laid already")
    assert "9-2 and 9-3 exchanged 4 Ben lays 9-3 5 Cal lays 9-2" in reader.text
    assert reader.page.html.count('class="tile tinted"') == 2
    reader.press("Change it 2 tiles")
    log = reader.open(f"{table}/log").text
    assert "first entered as Ben's 9-2" in log
    assert log.count("Ben on own train first") == log.count("Cal on own train first") == 1


def test_in_a_trick_the_other_player_takes_it(client):
    reader = Reader(client)
    tiles = [("Ana", "5-5"), ("Ben", "5-2"), ("Cal", "5-4"), ("Dan", "6-1")]
    said = [*BID, *({"by": by, "play": tile} for by, tile in tiles)]
    table = prepare(reader, "traditional.forty-two", ("Ana", "Ben", "Cal", "Dan"), said)
    reader.open(f"{table}/log/9?step=tile")
    reader.follow("6-1, laid already")
    assert "Round 1, Cal to play" in reader.text
    assert reader.page.html.count('class="tile tinted"') == 2
    reader.press("Change it")
    assert "Cal to lead" in reader.open(table).text


def test_the_pages_fit_every_phone(thumb):
    table = begin_in_line(thumb, claims="auto")
    thumb.open(f"{table}/log/4?step=tile")
    assert [faults(thumb.phone) for _ in resized(thumb.phone, SIZES)] == [[]] * len(SIZES)
    thumb.follow("6-3, laid already")
    assert [faults(thumb.phone) for _ in resized(thumb.phone, SIZES)] == [[]] * len(SIZES)
    expect(thumb.phone.locator(".layout .tinted")).to_have_count(2)
    thumb.press("Change it")
    assert "Cal to play" in thumb.text
