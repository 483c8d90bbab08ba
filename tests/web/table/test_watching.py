"""A phone that only watches says so, in every game, and offers nothing that it may not do."""

import json
import re

import pytest

from referee.engine.sheets import VARIANTS
from referee.storage.rows import NewEvent
from tests.folders import PLAYTHROUGHS
from tests.web.reading import Reader
from tests.web.sitting import links_of, say, set_up, write

# A game of each family: what their pages lead to is the same within it.
ONE_OF_EACH = {game.machine: name for name, game in VARIANTS.items()}.values()
PLAYERS = ("Ana", "Ben", "Cal")


@pytest.fixture
def owner(app) -> Reader:
    reader = Reader(app.test_client(), htmx=True)
    reader.table = set_up(reader, "fundex2004.all-fives", PLAYERS)
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-4"}):
        say(reader, event)
    return reader


def code_of(owner) -> str:
    page = owner.open(f"{owner.table}/share")
    return re.search(r'class="short-code">([^<]*)<', page.html)[1].replace(" ", "")


def joined(app, owner, name="I only watch") -> Reader:
    guest = Reader(app.test_client())
    guest.open(f"/join?code={code_of(owner)}")
    guest.press(name)
    return guest


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_in_every_game_a_watcher_is_told_so_and_finds_nothing_dead(app, name):
    header, *events = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text("utf-8").splitlines())
    store, watcher, led = app.extensions["referee"], Reader(app.test_client()), set()
    for number in sorted({1, len(events) // 2, len(events)}):
        row = store.import_table(header, [NewEvent(each) for each in events[:number]])
        address = f"/t/{row.links['watch']}"
        watcher.open(address)
        assert watcher.status == 200
        assert "You are watching" in watcher.text
        assert watcher.buttons("main") == []
        main = watcher.page.html.partition("<main")[2]
        assert "<button" not in main
        assert "<input" not in re.sub(r'<input type="hidden"[^>]*>', "", main)
        assert f'href="{address}?' not in main  # a step on the way to an entry
        led |= set(watcher.page.links.values())
    if name in ONE_OF_EACH:
        for address in sorted(led):
            assert watcher.client.get(address).status_code == 200, address


def test_the_moves_before_the_last_are_listed_and_an_open_claim_tells_no_sum(app, owner):
    say(owner, {"by": "Cal", "play": "4-0"})
    watcher = Reader(app.test_client())
    watcher.open(links_of(owner, owner.table)["watch"])
    moves = re.search(r'<ol class="log moves".*?</ol>', watcher.page.html, re.DOTALL)[0]

    assert re.findall(r"<b>(\w+)</b>", moves) == ["Ben", "Ana"]
    assert "6-4" in watcher.text
    assert '6 + 6 <span class="unbroken">= 12</span>' in moves
    assert "Cal may claim" in watcher.text
    assert "Claim" not in watcher.page.links


def test_after_a_correction_a_watcher_sees_the_last_moves_and_none_that_was_taken_back(app):
    keeper, watcher = Reader(app.test_client(), htmx=True), Reader(app.test_client())
    table = set_up(keeper, "fundex2004.all-fives", PLAYERS, claims="auto")
    tiles = zip(PLAYERS, ("6-6", "6-4", "6-3"), strict=True)
    for event in ({"round": 1}, *({"by": name, "play": tile} for name, tile in tiles)):
        say(keeper, event)
    link = links_of(keeper, table)["watch"]

    def moves() -> list[str]:
        watcher.open(link)
        listed = re.search(r'<ol class="log moves".*?</ol>', watcher.page.html, re.DOTALL)[0]
        return re.findall(r"<b>(\w+)</b>", listed)

    write(keeper, table, [{"amend": 3, "with": {"by": "Ben", "play": "6-5"}}])
    assert moves() == ["Cal", "Ben", "Ana"]

    for number in (4, 3):
        write(keeper, table, [{"retract": number}])
    assert moves() == ["Ana"]


def test_a_seat_is_offered_to_a_watcher_who_came_by_the_code_as_long_as_one_is_free(app, owner):
    by_link = Reader(app.test_client())
    by_link.open(links_of(owner, owner.table)["watch"])
    by_code = joined(app, owner)
    address = by_code.address

    assert "Take a seat" not in by_link.page.links
    assert by_code.page.links["Take a seat"] == f"/join?code={code_of(owner)}"
    by_code.follow("Take a seat")
    assert "Ben" in by_code.buttons()
    for name in PLAYERS:
        joined(app, owner, name)
    assert "Take a seat" not in by_code.open(address).links


def test_a_seat_that_waits_is_not_told_that_it_watches(app, owner):
    guest = joined(app, owner, "Ana")

    assert "You are Ana" in guest.text
    assert "You are watching" not in guest.text
