"""The list of what was said opens in pieces: the last moves first, what was said earlier as it is asked for."""

import re
import time

import pytest
from playwright.sync_api import expect

from referee.storage.rows import NewEvent
from referee.storage.store import Store
from referee.web.parts.logbook import PIECE
from tests.benchmarks.long_tables import TABLES


def kept(store, family: str, events: int):
    game = TABLES[family](events)
    return game, store.import_table(game.header, [NewEvent(each) for each in game.said]).links["owner"]


def opened(client, address: str) -> str:
    """The page, once the table has been read; on a busy computer that takes longer than a page may wait."""
    until = time.monotonic() + 20
    while (answer := client.get(address)).status_code == 503 and time.monotonic() < until:
        time.sleep(0.05)
    return answer.text


def numbers_on(page: str) -> list[int]:
    return [int(each) for each in re.findall(r'<li id="entry-\d+" class="event[^"]*" value="(\d+)"', page)]


@pytest.mark.parametrize("family", ["line", "tricks", "poker", "solitaire", "corrected", "one round"])
def test_all_pieces_together_tell_every_entry_once_and_none_is_longer_than_a_page(app, client, family):
    game, link = kept(app.extensions["referee"], family, 500)
    address, told, pieces = f"/t/{link}/log", [], 0
    while address:
        page = opened(client, address)
        found = numbers_on(page)
        assert 0 < len(found) <= 2 * PIECE
        assert not told or max(found) < min(told)
        told += found
        pieces += 1
        earlier = re.search(r'href="([^"]+before=\d+)" hx-get', page)
        address = earlier[1].replace("&amp;", "&") if earlier else ""
    assert pieces > 2
    retracts = {number for number, said in enumerate(game.said, 1) if "retract" in said}
    # Draws of one player that follow each other are told in one line.
    drawn = {number for number, said in enumerate(game.said, 1) if "draw" in said}
    assert sorted(set(range(1, len(game.said) + 1)) - retracts - set(told) - drawn) == []
    assert len(told) == len(set(told))


def test_a_piece_ends_where_a_round_begins_if_that_is_near(app, client):
    game, link = kept(app.extensions["referee"], "line", 500)
    first = min(numbers_on(opened(client, f"/t/{link}/log")))
    assert "round" in game.said[first - 1]


def test_an_entry_leads_back_to_the_piece_in_which_it_stands(app, client):
    _, link = kept(app.extensions["referee"], "line", 500)
    back = re.search(r'href="([^"]*/log[^"]*)"', opened(client, f"/t/{link}/log/20"))[1]
    assert 20 in numbers_on(client.get(back).text)


def test_a_tile_and_where_it_lies_stay_on_one_line(app, client):
    _, link = kept(app.extensions["referee"], "line", 60)
    laid = re.findall(r'<span class="([^"]+)"><span class="small-tile">', opened(client, f"/t/{link}/log"))
    assert laid
    assert set(laid) == {"tile-and-place unbroken"}


@pytest.mark.parametrize("before", ["-3", "0", "1", "x", "99999999999999999999", "2"])
def test_a_piece_that_is_asked_for_by_any_number_is_a_page(app, client, before):
    _, link = kept(app.extensions["referee"], "line", 60)
    assert client.get(f"/t/{link}/log?before={before}").status_code == 200


def test_earlier_moves_are_put_below_by_one_tap(server, phone):
    with Store(server.database) as store:
        _, link = kept(store, "line", 500)
    phone.goto(f"/t/{link}/log")
    before = phone.locator("li.event").count()
    phone.get_by_text("Earlier moves").click()
    expect(phone.locator("li.event")).not_to_have_count(before)
    assert phone.url.endswith("/log")
    told = phone.eval_on_selector_all("li.event", "all => all.map(each => each.value)")
    assert len(told) == len(set(told))
    expect(phone.locator("#moves")).to_have_count(1)
