"""The longer Spanish words on the smallest phone: buttons are wide, the main one widest, and the pot stays in sight."""

import json

import pytest
from playwright.sync_api import expect

from referee.web.tables.switches import written
from tests.folders import PLAYTHROUGHS
from tests.web.looking import SMALL
from tests.web.sitting import links_of, prepare
from tests.web.touching import Thumb, box_of

WIDTHS = """() => {
    const all = [...document.querySelectorAll(".actions > .button")].filter((each) => each.offsetWidth);
    return {
        main: all.find((each) => each.matches(".main")).offsetWidth,
        others: all.filter((each) => !each.matches(".main, .wide")).map((each) => each.offsetWidth),
        ends: Math.max(...all.map((each) => each.getBoundingClientRect().right)),
    };
}"""
# How far from the end of its line each arrow stands.
ARROWS = """() => [...document.querySelectorAll(".line > .icon:last-child, .fold > summary > .icon")]
    .filter((each) => each.checkVisibility())
    .map((each) => each.parentElement.getBoundingClientRect().right - each.getBoundingClientRect().right)"""


# Whether the words of a ruling, its tile and the button for its reason lie side by side.
BESIDE_WHY = """() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(".words .said"));
    const why = document.querySelector(".why summary").getBoundingClientRect();
    const boxes = [...words.getClientRects(), document.querySelector(".words-tile svg").getBoundingClientRect()];
    return boxes.every((each) => each.right <= why.left || each.left >= why.right);
}"""


@pytest.fixture
def thumb(open_phone) -> Thumb:
    return Thumb(open_phone(locale="es-ES", viewport=SMALL))


def sit(thumb: Thumb, name: str, entries: int | None) -> None:
    """At the table of a playthrough after so many entries, or all."""
    header, *said = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    options = {key: written(value) for key, value in header.get("options", {}).items()}
    prepare(thumb, header["variant"], header["players"], said[:entries], **options)


@pytest.mark.parametrize(
    ("name", "entries"),
    [
        ("classic.draw", None),
        ("classic.matador", None),
        ("fundex2004.elimination", 15),
        ("hasbro2003.bingo", 15),
    ],
)
def test_the_main_button_is_the_widest(thumb, name, entries):
    sit(thumb, name, entries)
    found = thumb.phone.evaluate(WIDTHS)

    assert found["main"] > max(found["others"])
    assert found["ends"] <= SMALL["width"]


def test_four_buttons_after_a_round_stand_in_two_rows(thumb):
    sit(thumb, "hasbro2003.muggins", None)
    thumb.press("Siguiente ronda")
    thumb.press("Deshacer")
    expect(thumb.phone.locator(".actions > .button")).to_have_count(4)
    found = thumb.phone.evaluate(WIDTHS)

    assert min(found["main"], *found["others"]) > SMALL["width"] / 5
    assert found["ends"] <= SMALL["width"]


def test_the_pot_of_poker_is_whole_while_a_larger_stake_is_put_together(thumb):
    sit(thumb, "hasbro2003.poker", 5)
    thumb.follow("Más")
    pot, tray = (box_of(thumb.phone.locator(each)) for each in (".pot", ".tray"))

    assert pot["y"] + pot["height"] <= tray["y"]


def test_the_pot_of_poker_is_whole_on_the_smallest_phone(open_phone):
    thumb = Thumb(open_phone(locale="es-ES", viewport={"width": 320, "height": 568}))
    sit(thumb, "hasbro2003.poker", 5)
    pot, tray = (box_of(thumb.phone.locator(each)) for each in (".pot", ".tray"))

    assert pot["y"] + pot["height"] <= tray["y"]


def test_the_arrow_of_a_line_stands_at_its_end(thumb):
    sit(thumb, "traditional.partners-puerto-rico-500", None)
    settled = thumb.phone.evaluate(ARROWS)
    prepare(thumb, "fundex2004.all-fives", ["Ana", "Beto"])
    before = thumb.phone.evaluate(ARROWS)

    assert len(settled) > 4
    assert len(before) > 1
    assert max([*settled, *before]) < 24


@pytest.mark.parametrize("chosen", [[], ["left"], ["large"], ["left", "large"]], ids=" ".join)
def test_the_reason_of_a_ruling_does_not_cover_its_words(thumb, chosen):
    thumb.open("/phone")
    for each in chosen:
        thumb.pick(each, "1")
    thumb.press("Recordar")
    sit(thumb, "fundex2008.all-fives", 7)

    assert thumb.phone.evaluate(BESIDE_WHY)


def test_the_first_bid_moves_no_key_below_long_names(thumb):
    names = ("Maximiliano", "Bernardita", "Constantina", "Doroteo")
    prepare(thumb, "hasbro2003.texas", names, [{"round": 1, "opener": names[0]}])
    keys = thumb.phone.locator(".tray button[name=say]")
    stood = {each.inner_text(): box_of(each) for each in keys.all()}
    thumb.press("30")
    thumb.wait_for("Maximiliano puja 30")
    assert {each.inner_text(): box_of(each) for each in keys.all()} == stood


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_the_tiles_for_which_muggins_may_be_called_are_all_named_on_its_button(open_phone, locale):
    thumb = Thumb(open_phone(locale=locale, viewport=SMALL))
    laid = ("6-6", "6-3", "3-2")
    said = [{"by": who, "play": tile} for who, tile in zip(("Ana", "Ben", "Ana"), laid, strict=True)]
    switches = {"hand_size": "2", "must_play": "false", "optional_draw": "any"}
    prepare(thumb, "fundex2004.all-fives", ("Ana", "Ben"), [{"round": 1}, *said], tiles="6", **switches)

    words = thumb.phone.get_by_text("3-2 ").and_(thumb.phone.locator(".button small"))

    assert words.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_whose_turn_it_is_takes_two_lines_at_most_at_the_seat_of_the_next_player(thumb):
    said = [{"round": 1}, {"by": "Wilfrido", "play": "6-6"}]
    address = prepare(
        thumb, "traditional.partners-dominican", ("Ramón", "Altagracia", "Yokasta", "Wilfrido"), said
    )
    thumb.open(links_of(thumb.beforehand, address)["seat-1"])
    turn = thumb.phone.locator(".turn h2")

    expect(turn).to_have_text("Le toca a Yokasta")
    expect(thumb.phone.get_by_text("Después vas tú, Altagracia")).to_be_visible()
    assert turn.evaluate("each => each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight)") < 2.5


def test_the_players_of_a_finished_match_have_the_line_of_a_list_to_themselves(thumb):
    sit(thumb, "fundex2004.blind", None)
    thumb.open("/tables")
    line = thumb.phone.locator(".two-on-a-line > .line").first
    players, state = (box_of(line.locator(each)) for each in ("small", ".fact"))

    assert state["y"] >= players["y"] + players["height"]
    assert players["width"] > SMALL["width"] / 2
