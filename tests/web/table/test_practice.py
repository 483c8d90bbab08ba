"""Somebody without tiles practises: an imagined round, played to its end by doing what the page says."""

import re
from html import unescape

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from referee.engine.games.trains.places import place_said, ways_to_lay
from referee.engine.log import open_log
from referee.engine.practice_deal import Imagined, deal_out, next_step, now
from referee.engine.setup import read_setup
from referee.engine.tiles import read_tile
from referee.web.table.line import LINE
from referee.web.table.practice import PLAYERS, dealt
from referee.web.table.trains import TRAINS
from tests.web.reading import Reader
from tests.web.touching import Thumb

PAIRS = "traditional.partners-dominican"


def tiles(text: str):
    return tuple(read_tile(each) for each in text.split())


def log_of(*events):
    log = open_log(
        read_setup(
            {
                "record": 1,
                "variant": "fundex2004.all-fives",
                "players": ["Ana", "Ben"],
                "options": {"claims": "auto"},
            }
        )
    )
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict.value == "stands", answer.ruling.says
    return log


DEAL = Imagined((tiles("5-5 4-1"), tiles("5-0 6-6")), tiles("5-2 3-3"))


def test_the_tiles_are_dealt_in_the_order_in_which_they_were_mixed():
    assert deal_out(tiles("6-6 6-5 6-4 6-3 6-2"), 2, 2) == Imagined(
        (tiles("6-6 6-5"), tiles("6-4 6-3")), tiles("6-2")
    )


def test_the_highest_double_opens_the_imagined_round():
    log = log_of({"round": 1})
    step = next_step(log.state, now(DEAL, log.entries))
    assert (step.what, step.seat, step.tiles) == ("open", 1, tiles("6-6"))


def test_a_player_who_holds_nothing_that_fits_draws_what_sleeps_next():
    log = log_of({"round": 1}, {"by": "Ben", "play": "6-6"})
    assert next_step(log.state, now(DEAL, log.entries)).what == "draw"
    log = log_of({"round": 1}, {"by": "Ben", "play": "6-6"}, {"by": "Ana", "draw": 1})
    assert now(DEAL, log.entries).hands[0] == tiles("5-5 4-1 5-2")


def test_a_tile_that_lies_elsewhere_is_noticed():
    log = log_of({"round": 1}, {"by": "Ben", "play": "6-6"}, {"by": "Ana", "play": "6-2"})
    assert next_step(log.state, now(DEAL, log.entries)).what == "stray"


def test_what_makes_most_is_laid_first():
    dealt = Imagined((tiles("5-5 4-1"), tiles("5-0 5-1")), ())
    log = log_of({"round": 1}, {"by": "Ana", "play": "5-5"})
    step = next_step(log.state, now(dealt, log.entries))
    assert (step.what, step.tiles[0]) == ("play", tiles("5-0")[0])  # 10 + 0, where 5-1 makes 11


def test_a_practice_table_is_in_no_list_and_the_next_one_takes_its_place(client, app):
    reader = Reader(client)
    reader.open("/")
    reader.press("Practice")
    first = reader.address
    assert "Imagine the tiles on a table" in reader.text
    assert "Resume" not in reader.open("/").text
    assert "Ana" not in reader.open("/players").text
    reader.open("/")
    reader.press("Practice")
    assert reader.address != first
    assert client.get(first).status_code == 404
    assert len(app.extensions["referee"].events(2)) == 0


def test_a_table_of_real_tiles_is_never_replaced_by_practice(app):
    store = app.extensions["referee"]
    row = store.create_table({"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]})
    store.create_table({"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]}, "seed", row.id)
    assert store.table(row.id).header["players"] == ["Ana", "Ben"]


@pytest.mark.parametrize("game", [*TRAINS.practised, PAIRS])
def test_the_coach_never_asks_for_what_the_rules_forbid(game):
    about = {**TRAINS.practised, **LINE.practised}[game]
    for seed in range(4):
        log = open_log(read_setup({"record": 1, "variant": game, "players": list(PLAYERS), **about}))
        asked = []
        while (step := next_step(log.state, now(dealt(str(seed), 1, log.state), log.entries))).what != "over":
            answer, log = log.say(obeying(step, log.state))
            assert answer.ruling.verdict.value == "stands", (step, answer.ruling.says)
            asked.append(step.what)
        assert log.state.rounds[-1].how in ("out", "blocked")
        assert {"deal", "play", "pass" if game == PAIRS else "draw"} <= set(asked)
        assert len(asked) < 150


def obeying(step, match):
    """What the coach asks for, as an event of a record."""
    by = {"by": match.setup.players[step.seat or 0]}
    if step.what in ("open", "lead", "play") and match.setup.variant.machine != "trains":
        return {**by, "play": str(step.tiles[0]), **({"at": str(step.on)} if step.on else {})}
    if step.what in ("open", "play"):
        place = {}
        if step.what == "play":
            _tile, at = ways_to_lay(match, match.current, step.seat, step.tiles[:1])[0]
            place = place_said(match, match.current, at)
        return {**by, "play": str(step.tiles[0]), **place}
    return {
        "deal": {"round": 1},
        "draw": {**by, "draw": 1},
        "pass": {**by, "pass": True},
        "show": {**by, "hand": [str(each) for each in step.tiles]},
    }[step.what]


def test_only_games_that_are_practised_can_be(client):
    reader = Reader(client)
    reader.open("/rules/edge.block")
    assert "Practice" not in reader.text
    reader.open("/rules/traditional.private-trains")
    reader.press("Practice")
    assert "6-6 in the middle" in reader.text
    reader.press("Ben")
    assert "Ben holds" in reader.text
    token = reader.page.forms[0].fields["csrf_token"]
    assert client.post("/practice", data={"csrf_token": token, "variant": "edge.block"}).status_code == 404


@pytest.mark.parametrize("begins", ["/", "/rules/traditional.mexican-train", f"/rules/{PAIRS}"])
def test_a_newcomer_who_does_what_the_page_says_comes_to_the_end_of_a_round(phone, begins):
    thumb = Thumb(phone)
    hand = thumb if begins == "/" else thumb.beforehand  # by thumb the first game that is offered
    hand.open(begins)
    hand.press("Practice")
    for _ in range(100):
        page = page_of(hand)
        words = re.search(r'<section class="notice coach".*?<p>(.*?)</p>', page, re.DOTALL)[1]
        if "That was a round" in words:
            break
        follow(hand, words, re.findall(r'class="coach-tile *([a-z]*) *">[^>]*aria-label="([^"]*)"', page))
        assert seq_of(page_of(hand)) != seq_of(page), words
    phone.goto(hand.address)
    expect(phone.locator(".coach")).to_contain_text("That was a round")
    expect(phone.get_by_role("link", name="New table")).to_be_visible()
    assert Axe().run(phone).response["violations"] == []


def page_of(hand) -> str:
    """The page as it is now."""
    return unescape(hand.phone.content() if isinstance(hand, Thumb) else hand.page.html)


def seq_of(page: str) -> str:
    return re.search(r'data-seq="(\d+)"', page)[1]


def follow(hand, words: str, held: list[tuple[str, str]]) -> None:
    """Do what the coach says."""
    if "Imagine" in words:
        hand.press("The tiles are dealt")
    elif "tap Pass" in words or "Tap Draw" in words:
        hand.press("Pass" if "tap Pass" in words else "Draw")
    elif "tap each" in words:
        for _, tile in held:
            lay(hand, tile)
    elif "in the middle" in words:
        hand.press(words.split(maxsplit=1)[0])
    elif named := re.search(r"Tap (\w+) below\.", words):
        hand.press(named[1])
    elif "holds the highest double" in words:
        lay(hand, re.search(r"(\d-\d)", words)[1])
        hand.press(words.split(maxsplit=1)[0])
    elif tapped := re.search(r"(\d-\d)", words):
        lay(hand, tapped[1], (re.search(r"on (\d-\d|[^.]* train)\.", words) or [None, ""])[1])
    else:
        lay(hand, next(tile for state, tile in held if state != "cannot"))


def lay(hand, tile: str, on: str = "") -> None:
    hand.press(tile)
    places = re.findall(r'name="at" value="([^"]*)"', page_of(hand))
    if places and "train" in on:
        hand.press(next(each for each in hand.buttons() if on.removeprefix("the ") in each))
    elif places:
        hand.choose("at", next(each for each in places if each.startswith(on)))
