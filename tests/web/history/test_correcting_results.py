"""The result of an earlier round is corrected with the form it was entered with, after a preview of what would change."""

import pytest
from playwright.sync_api import expect

from tests.web.looking import faults
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare

BLOCK, TEXAS = "edge.block", "hasbro2003.texas"
THREE, FOUR = ("Ana", "Ben", "Cal"), ("Ana", "Ben", "Cal", "Dan")
TWO_ROUNDS = [
    {"round": 1},
    {"result": {"out": "Ana", "left": {"Ben": 13, "Cal": 33}}},
    {"round": 2},
    {"result": {"out": "Ben", "left": {"Ana": 5, "Cal": 6}}},
]


def test_pips_typed_wrong_in_an_earlier_round_are_corrected_by_thumb(thumb):
    address = prepare(thumb, BLOCK, THREE, TWO_ROUNDS)
    thumb.open(f"{address}/log/2")
    thumb.follow("Correct the result")
    expect(thumb.phone.locator("input[name=how]:checked")).to_have_value("0")
    expect(thumb.phone.locator("#left-1")).to_have_value("13")
    assert faults(thumb.phone) == []
    thumb.phone.locator("#left-2").fill("23")
    expect(thumb.phone.locator("#told .steps .sum")).to_contain_text("36")
    thumb.press("What would change?")
    assert faults(thumb.phone) == []
    expect(thumb.phone.locator("main li")).to_have_text(["Ana: 46 becomes 36"])
    thumb.press("Change it")
    assert "corrects entry 2, which read: Ana out, Ben 13, Cal 33" in thumb.text
    thumb.open(address)
    expect(thumb.phone.locator("td.total")).to_have_text(["36", "11", "0"])


@pytest.mark.parametrize(
    ("variant", "players", "result", "tiles"),
    [
        (BLOCK, THREE, {"blocked": True, "left": {"Ana": ["6-6"], "Ben": ["1-0", "2-0"], "Cal": 33}}, ""),
        ("fundex2004.all-fives", THREE, {"out": "Ben", "left": {"Ana": 5, "Cal": 6}, "points": {"Cal": 10}}, ""),
        ("hasbro2003.bergen", THREE, {"blocked": True, "left": {"Ana": ["6-5"], "Ben": ["2-0"], "Cal": ["9-0"]}}, "9"),
        ("traditional.chickenfoot", THREE, {"out": "Ana", "left": {"Ben": 3, "Cal": 8}, "points": {"Cal": 50}}, "9"),
        (TEXAS, FOUR, {"bidders": "Ana & Cal", "bid": 32, "taken": 34}, ""),
        ("traditional.forty-two", FOUR, {"bidders": "Ben & Dan", "bid": 30, "made": False}, ""),
    ],
)  # fmt: skip
def test_the_form_is_filled_in_as_the_result_was_entered(client, variant, players, result, tiles):
    reader = Reader(client)
    address = prepare(reader, variant, players, [{"round": 1}, {"result": result}], tiles=tiles)
    was = reader.text
    reader.open(f"{address}/log/2")
    reader.follow("Correct the result")
    assert 'role="alert"' not in reader.page.html
    reader.press("What would change?")
    assert "It was entered wrong" in reader.text, "nothing was changed, so it leads back to the entry"
    reader.open(address)
    assert reader.text == was


def test_a_hand_of_texas_that_was_set_is_corrected_without_scripts(client):
    reader = Reader(client)
    result = {"bidders": "Ana & Cal", "bid": 32, "taken": 34}
    address = prepare(reader, TEXAS, FOUR, [{"round": 1}, {"result": result}])
    reader.open(f"{address}/log/2")
    reader.follow("Correct the result")
    reader.press("What would change?", taken="24")
    reader.follow("Back")
    assert 'value="24"' in reader.page.html, "what was typed is kept"
    reader.press("What would change?")
    reader.press("Change it")
    reader.open(address)
    assert "Ana & Cal are set" in reader.text


def test_what_cannot_be_is_told_on_the_form_and_in_the_preview(client):
    reader = Reader(client)
    address = prepare(reader, BLOCK, THREE, TWO_ROUNDS)
    reader.open(f"{address}/log/2")
    reader.follow("Correct the result")
    reader.press("What would change?", **{"left-1": "99"})
    assert "Ben cannot have 99 pips left." in reader.text
    assert "Change it" not in reader.buttons()
    reader.follow("Back")
    assert "Ben cannot have 99 pips left." in reader.text
    assert 'value="99"' in reader.page.html


def test_only_who_may_correct_is_shown_the_form_and_only_for_a_result(client, app):
    reader = Reader(client)
    address = prepare(reader, BLOCK, THREE, TWO_ROUNDS)
    watching = links_of(reader, address)["watch"]
    for page in (f"{address}/without-tiles?instead=1", f"{address}/without-tiles?instead=99"):
        assert client.get(page).status_code == 404
    assert app.test_client().get(f"{watching}/without-tiles?instead=2").status_code == 404
