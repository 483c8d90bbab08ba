"""The pages of two pairs: turns to the right in a ring, premios as they are earned, a capicúa and a blocked round."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.folders import PLAYTHROUGHS
from tests.web.looking import SMALL, faults
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare, say, set_up
from tests.web.touching import Thumb, box_of

NAMES = ("Ana", "Ben", "Cal", "Dan")
CUBAN, DOMINICAN = "traditional.partners-cuban", "traditional.partners-dominican"
CORRIDO = 18  # entries, the last of which is the third pass after Dan's 4-0
UNMARKED = "[...document.querySelectorAll('.seat-ring .now')].map(each => each.dataset.name)"


def placed(event: dict[str, Any]) -> dict[str, Any]:
    """The event as the page asks for it: with the half that the tile touches."""
    if "at" not in event:
        return event
    (half,) = set(event["at"].split("-")) & set(event["play"].split("-"))
    return {**event, "at": f"{event['at']}/{half}"}


def record(name: str) -> list[dict[str, Any]]:
    """The round of a playthrough."""
    _header, *lines = (PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [placed(json.loads(line)) for line in lines]


def test_the_page_before_the_deal_says_which_double_opens(phone):
    set_up(Thumb(phone), DOMINICAN, NAMES)
    expect(phone.get_by_text("The player with the opening double opens the round.").first).to_be_visible()
    expect(phone.get_by_text("The opening double is 6-6.").first).to_be_visible()


def test_a_hand_of_dominican_dominoes_with_three_passes_and_a_capicua_is_played_by_thumb(phone):
    thumb, said = Thumb(phone), record(DOMINICAN)
    prepare(thumb, DOMINICAN, NAMES, said[: CORRIDO - 1])
    expect(phone.locator(".earned")).to_have_count(0)
    expect(phone.get_by_role("img", name="Counter-clockwise: Ana, Dan, Cal, Ben")).to_be_visible()
    assert phone.evaluate(UNMARKED) == ["Ana"]
    scores = box_of(phone.locator(".scores"))

    thumb.press("Pass")
    assert box_of(phone.locator(".scores")) == scores  # the layout lies where it lay
    assert "Three passes: 25 points For Ben & Dan: nobody could answer 4-0" in thumb.text
    assert "Dan goes again" in thumb.text
    expect(phone.locator(".earned b")).to_have_text(["three passes +25"])
    assert phone.evaluate(UNMARKED) == ["Dan"]
    assert not faults(phone)

    reader = thumb.beforehand
    reader.open(phone.url)
    for event in said[CORRIDO:-1]:
        say(reader, event)
    thumb.open(phone.url)
    say(thumb, said[-1])
    expect(phone.get_by_role("heading", name="Ana & Cal take 41")).to_be_visible()
    assert "Ana goes out with 2-0: capicúa" in thumb.text
    assert phone.locator(".both-ends").inner_text().split() == ["0", "0"]
    assert phone.locator(".steps").inner_text().split("\n") == [
        "Pips left in all hands", "16", "Capicúa: 2-0 fits both ends", "25", "For Ana & Cal", "41",
    ]  # fmt: skip
    assert phone.locator(".totals").inner_text().split() == [
        "Side", "Tiles", "Bonus", "Total", "Ana", "&", "Cal", "16", "25", "41", "Ben", "&", "Dan", "25", "25",
    ]  # fmt: skip
    assert not faults(phone)
    thumb.press("Next round")
    assert "Ana opens" in thumb.text


@pytest.mark.parametrize("size", [(360, 640), (360, 780), (320, 640), (195, 422)])
def test_a_premio_beside_the_edge_of_a_narrow_phone_is_whole(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]}, locale="es-ES")
    thumb = Thumb(phone)
    thumb.open("/phone")
    thumb.pick("large", "1")
    thumb.press("Recordar")
    prepare(thumb, DOMINICAN, NAMES, record(DOMINICAN)[:CORRIDO])

    pill = box_of(phone.locator(".earned .pill"))
    assert pill["x"] + pill["width"] <= size[0]


def test_a_blocked_hand_shows_who_blocked_it_and_which_hands_were_compared(open_phone):
    phone = open_phone(locale="es-DO")
    thumb, said = Thumb(phone), record("traditional.partners")
    last = next(number for number, event in enumerate(said) if "hand" in event)
    prepare(thumb, DOMINICAN, NAMES, said[: last - 1])
    thumb.press("4-3")
    thumb.press("en 3-2")
    assert "trancada" in thumb.text
    reader = thumb.beforehand
    reader.open(phone.url)
    for event in said[last:]:
        say(reader, event)
    thumb.open(phone.url)
    assert "52 para Ana y Cal" in thumb.text
    assert "Ana trancó con el 4-3" in thumb.text
    assert "Se comparan: Ana 9 y Dan 20" in thumb.text
    assert "sale Ana" in thumb.text
    assert "&" not in thumb.text
    assert not faults(phone)
    phone.set_viewport_size(SMALL)
    assert not faults(phone)


def test_the_hand_of_the_partner_of_who_went_out_is_not_asked_for_and_may_be_shown_later(client):
    reader = Reader(client)
    passes = [{"by": by, "pass": True} for by in ("Dan", "Cal", "Ben")]
    said = [
        {"round": 1, "opener": "Ana"},
        {"by": "Ana", "play": "6-6"},
        *passes,
        {"by": "Ana", "play": "6-1"},
    ]
    table = prepare(reader, CUBAN, NAMES, said, hand_size="2")
    assert re.findall(r'class="hand-name"><(?:a [^>]*|b)>(\w+)<', reader.page.html) == ["Ben", "Dan"]
    for by, *tiles in (("Ben", "5-4", "0-0"), ("Dan", "5-3", "1-0")):
        say(reader, {"by": by, "hand": tiles}, 9)
    assert "Ana & Cal take 18" in reader.open(table).text
    reader.follow("Show a hand that nobody has seen")
    assert "Cal holds 2 tiles" in reader.text


@pytest.mark.parametrize("opener", ["Ben", "Dan"])
def test_either_of_the_pair_that_won_opens_the_next_round_with_any_tile(reader, opener):
    _header, *lines = (PLAYTHROUGHS / f"{CUBAN}.jsonl").read_text(encoding="utf-8").splitlines()
    prepare(reader, CUBAN, NAMES, [*map(json.loads, lines), {"round": 2}])
    assert "Ben or Dan opens" in reader.text

    reader.follow("5")
    reader.press("5-4")
    assert "5-4 opens Who laid it?" in reader.text
    reader.press(opener)
    assert f"{opener} opens with 5-4" in reader.text


def test_where_only_one_tile_may_open_the_page_asks_at_once_who_holds_it(client):
    reader = Reader(client, htmx=True)
    address = set_up(reader, DOMINICAN, NAMES)
    say(reader, {"round": 1})
    assert "6-6 opens Who laid it?" in reader.text
    assert "Undo" in reader.buttons()

    reader.press("Cal")
    assert "Ben to play" in reader.text

    reader.press("Undo")
    reader.follow("Another tile")
    assert "Who holds 6-6?" in reader.text
    reader.press("5-5")
    assert "Let it stand" in reader.buttons()
    reader.follow("Take it back")
    assert "6-6 opens Who laid it?" in reader.text
    reader.follow("Another tile")
    reader.press("6-6")
    reader.follow("Another tile")
    assert "Who holds 6-6?" in reader.text

    seat = reader.open(links_of(reader, address)["seat-2"])
    assert [each.label for form in seat.forms for each in form.buttons if each.name == "by"] == ["Cal"]
    reader.press("Cal")
    assert "You are next" not in reader.text
    assert "Ben to play" in reader.text


@pytest.fixture
def reader(client) -> Reader:
    reader = Reader(client, htmx=True)
    set_up(reader, DOMINICAN, NAMES)
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Dan", "pass": True}):
        say(reader, event)
    return reader


def test_a_pass_on_the_lead_is_paid_when_the_partner_goes_and_is_gone_when_that_is_taken_back(reader):
    assert "Pass on the lead" not in reader.text
    say(reader, {"by": "Cal", "play": "6-5"})
    assert "Pass on the lead: 25 points For Ana & Cal: Dan passed, and Cal did not" in reader.text
    assert "If the next player passes on a double that opens" in reader.text
    assert "pass on the lead +25" in reader.text
    reader.press("Undo")
    assert "pass on the lead +25" not in reader.text


def test_the_paper_of_a_game_that_goes_to_the_right_does_not_say_clockwise(client):
    reader = Reader(client)
    address = prepare(reader, DOMINICAN, NAMES, record(DOMINICAN))

    assert "Ana, Dan, Cal and Ben, counter-clockwise" in reader.open(f"{address}/round/1").text


def test_the_ring_of_a_seat_has_that_player_nearest(reader, app):
    assert "Counter-clockwise: Ana, Dan, Cal, Ben" in reader.open(reader.address).html
    seat = Reader(app.test_client())
    seat.open(links_of(reader, reader.address)["seat-1"])
    assert "Counter-clockwise: Ben, Ana, Dan, Cal" in seat.open(seat.address).html


def test_players_who_sit_alone_have_no_ring(client):
    reader = Reader(client, htmx=True)
    set_up(reader, "hasbro2003.block", NAMES)
    say(reader, {"round": 1})
    assert "seat-ring" not in reader.open(reader.address).html


def test_only_a_line_with_a_figure_is_set_as_the_sum_of_a_settlement(client):
    reader = Reader(client)
    passes = [{"by": by, "pass": True} for by in ("Dan", "Cal", "Ben")]
    hands = (("Ben", "5-5", "4-4"), ("Cal", "3-3", "2-2"), ("Dan", "6-5", "0-0"))
    shown = [{"by": by, "hand": tiles} for by, *tiles in hands]
    said = [{"round": 1}, {"by": "Ana", "play": "6-6"}, *passes, {"by": "Ana", "play": "6-1"}, *shown]
    prepare(reader, "traditional.partners", NAMES, said, false_pass="80", hand_size="2")
    lines = re.findall(r"<div( class=\"sum\")?><dt>(.*?)</dt>", reader.page.html)
    assert [(bool(is_sum), label.split()[0]) for is_sum, label in lines[-2:]] == [
        (True, "Pips"),
        (False, "Ben"),
    ]
