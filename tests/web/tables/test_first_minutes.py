"""The first five minutes: a newcomer opens a table and lays a tile, without reading or typing."""

import pytest
from playwright.sync_api import expect

from tests.web.looking import SMALL, faults_of
from tests.web.reading import Reader
from tests.web.sitting import set_up, start

MOST_TAPS = 6
# The words that lead from an empty home page to the first tile: a game, how many, the rules, the deal, the opener.
WAYS = {
    "en-GB": (
        "Block and Draw", "2 players", "Play as printed", "The tiles are dealt", "Player 2", "Player 2 opens with 6-6",
    ),
    "es-ES": (
        "Dominó con pozo", "2 jugadores", "Jugar según el reglamento", "Ya se repartió",
        "Jugador 2", "Jugador 2 sale con 6-6",
    ),
}  # fmt: skip


@pytest.mark.parametrize("locale", WAYS)
def test_the_first_tile_lies_after_six_taps_on_an_empty_home_page(open_phone, locale):
    phone = open_phone(locale=locale, viewport=SMALL)
    game, *buttons, opener, ruled = WAYS[locale]
    taps = 0
    phone.goto("/")
    phone.get_by_role("link", name=game).tap()
    taps += 1
    for words in buttons:
        phone.get_by_role("button", name=words).tap()
        taps += 1
    phone.get_by_role("button", name="6-6", exact=True).tap()
    phone.get_by_role("button", name=opener).tap()
    taps += 2

    expect(phone.locator(".head")).to_have_text(ruled)
    assert taps <= MOST_TAPS


@pytest.mark.parametrize("locale", WAYS)
def test_nothing_stands_in_the_way_on_an_empty_home_page(open_phone, locale):
    assert faults_of(open_phone(locale=locale, viewport=SMALL), ["/"]) == {}


def test_a_table_of_any_game_is_opened_without_names(client):
    reader = Reader(client)
    reader.open("/new?n=3&variant=fundex2004.five-up&step=2")
    reader.press("3 players")
    start(reader)

    sheet = client.get(f"{reader.address}/match").text
    assert "Five Up" in sheet
    assert all(f"Player {number}" in sheet for number in (1, 2, 3))
    assert "Player 4" not in sheet


def test_who_played_without_a_name_is_not_offered_as_a_player_met_before(client):
    reader = Reader(client)
    set_up(reader, "fundex2004.five-up", ["Player 1", "Ben", "Player 3"])
    reader.open("/new?n=3&variant=fundex2004.five-up&step=2")

    assert "Ben" in reader.buttons()
    assert not {"Player 1", "Player 3"} & set(reader.buttons())


@pytest.mark.parametrize("number", ["1", "9", "many", "-3"])
def test_nobody_sits_down_without_a_name_where_the_game_has_no_room(client, number):
    reader = Reader(client)
    reader.open(f"/new?variant=fundex2004.block-draw&step=3&unnamed={number}")

    assert len([name for name in reader.page.forms[0].fields.getlist("player") if name]) in (0, 2, 4)
