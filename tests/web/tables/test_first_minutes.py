"""The first five minutes: somebody who has never seen it opens a table and lays a tile, without reading or typing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.looking import SMALL, faults_of
from tests.web.reading import Reader

MOST_TAPS = 4
# The words of the buttons that lead from an empty home page to the first tile.
WAYS = {
    "en-GB": ("2 players", "The tiles are dealt", "Player 2", "Player 2 opens with 6-6"),
    "es-ES": ("2 jugadores", "Ya se repartió", "Jugador 2", "Jugador 2 sale con 6-6"),
}


@pytest.mark.parametrize("locale", WAYS)
def test_the_first_tile_lies_after_four_taps_on_an_empty_home_page(open_phone, locale):
    phone = open_phone(locale=locale, viewport=SMALL)
    players, dealt, opener, ruled = WAYS[locale]
    taps = 0
    phone.goto("/")
    for words in (players, dealt):
        phone.get_by_role("button", name=words).tap()
        taps += 1
    phone.get_by_role("radio", name=opener).tap()
    phone.get_by_role("button", name="6-6", exact=True).tap()
    taps += 2

    expect(phone.locator(".head")).to_have_text(ruled)
    assert taps <= MOST_TAPS


@pytest.mark.parametrize("locale", WAYS)
def test_nothing_stands_in_the_way_on_an_empty_home_page(open_phone, locale):
    assert faults_of(open_phone(locale=locale, viewport=SMALL), ["/"]) == {}


def test_who_has_tables_already_is_not_asked_to_begin_without_names(client):
    reader = Reader(client)
    assert "Begin at once" in reader.open("/").text
    reader.press("3 players")
    assert "Player 3" in client.get(f"{reader.address}/match").text

    assert "Begin at once" not in reader.open("/").text


def test_a_table_of_any_game_is_opened_without_names(client):
    reader = Reader(client)
    reader.open("/new?n=3&variant=fundex2004.five-up&step=2")
    reader.follow("Without names")
    reader.press("Open the table")

    sheet = client.get(f"{reader.address}/match").text
    assert "Five Up" in sheet
    assert all(f"Player {number}" in sheet for number in (1, 2, 3))
    assert "Player 4" not in sheet


@pytest.mark.parametrize("number", ["1", "9", "many", ""])
def test_a_number_of_players_that_is_not_offered_leads_to_the_steps(client, number):
    reader = Reader(client)
    reader.open("/")
    form = next(each for each in reader.page.forms if each.action == "/start")
    form.fields.setlist("n", [number])

    reader.send(form)

    assert reader.address == "/new"
