"""Proofs and corrections on three phones, in Chromium, with and without scripts."""

import random

from playwright.sync_api import expect

from tests.engine.explain.test_later_moves import HEADER, ROUND
from tests.simulating import NAMES, seat_people
from tests.web.disputes.test_disputes import FOUR_AT_BLOCK_DRAW, STACKED
from tests.web.looking import SMALL, faults, resized
from tests.web.sitting import prepare
from tests.web.touching import Thumb, box_of

SIZES = [(390, 844), (390, 664), (360, 640)]
LOWEST = "[...document.querySelectorAll('.tray .button')].map(each => each.getBoundingClientRect().bottom)"

# Whether a line runs through these words: its own, or that of what they stand in.
STRUCK = """each => {
  for (let at = each; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.textDecorationLine.includes("line-through")) return true;
    if (style.display.startsWith("inline-")) return false;
  }
  return false;
}"""


def _wrong_on_every_phone(thumb: Thumb) -> list[object]:
    """The faults of the page, and where not every button of the tray is on the screen without scrolling."""
    found: list[object] = []
    for size in resized(thumb.phone, SIZES):
        found += faults(thumb.phone)
        if not thumb.phone.evaluate(f"Math.max(...{LOWEST}) <= window.innerHeight + 0.5"):
            found.append(size)
    return found


def test_a_tile_is_corrected_where_it_lies_on_every_phone(thumb):
    prepare(thumb, HEADER["variant"], HEADER["players"], ROUND, claims="auto")
    thumb.phone.locator('.layout a[href="?entry=6"] .tile').tap()
    thumb.phone.wait_for_url("**/log/6")
    assert _wrong_on_every_phone(thumb) == []
    thumb.follow("Wrong tile")
    thumb.follow("6-5")
    assert _wrong_on_every_phone(thumb) == []
    expect(thumb.phone.locator(".layout .tinted")).to_have_count(2)
    thumb.press("Change it")
    assert "Cal to play" in thumb.text


def test_a_hand_and_a_stake_are_corrected_by_taps_on_every_phone(thumb):
    shown = {"by": "Ana", "hand": ["6-6", "5-5", "4-3", "2-1", "3-1"]}
    stakes = [{"round": 1}, *({"by": name, "ante": 100} for name in NAMES[:4]), {"by": NAMES[0], "bet": 75}]
    table = prepare(thumb, "hasbro2003.poker", NAMES[:4], stakes, stakes="true")
    thumb.open(f"{table}/log/6")
    assert [faults(thumb.phone) for _ in resized(thumb.phone, SIZES)] == [[]] * len(SIZES)
    thumb.follow("Bet 70")
    assert _wrong_on_every_phone(thumb) == []
    table = prepare(thumb, "hasbro2003.poker", NAMES[:4], [{"round": 1}, shown])
    thumb.open(f"{table}/log/2")
    thumb.follow("4-3, not in the hand")
    assert [faults(thumb.phone) for _ in resized(thumb.phone, SIZES)] == [[]] * len(SIZES)
    thumb.follow("4-4")
    assert _wrong_on_every_phone(thumb) == []
    thumb.press("Change it")
    expect(thumb.phone.locator("main")).to_contain_text("Ana")


def test_the_chip_of_proofs_moves_nothing_and_its_sheet_can_be_used_on_every_phone(thumb):
    prepare(thumb, FOUR_AT_BLOCK_DRAW["variant"], FOUR_AT_BLOCK_DRAW["players"], STACKED)
    expect(thumb.phone.locator(".proved-chip")).to_have_count(1)
    for _ in resized(thumb.phone, SIZES):
        box = box_of(thumb.phone.locator("header.top"))
        assert box is not None
        assert box["height"] < 80
    thumb.follow("Proved · 2")
    assert [faults(thumb.phone) for _ in resized(thumb.phone, SIZES)] == [[]] * len(SIZES)
    thumb.press("Forgive")
    expect(thumb.phone.locator(".case.pale")).to_have_count(1)


def test_a_tile_is_corrected_and_a_case_forgiven_without_scripts(open_phone):
    thumb = Thumb(open_phone())
    address = prepare(thumb, HEADER["variant"], HEADER["players"], ROUND, claims="auto")
    other = prepare(thumb, FOUR_AT_BLOCK_DRAW["variant"], FOUR_AT_BLOCK_DRAW["players"], STACKED)
    phone = open_phone(java_script_enabled=False)
    base = thumb.phone.url.split("/t/")[0]
    phone.goto(f"{base}{address}")
    phone.get_by_role("link", name="Correct 6-3").click()
    phone.get_by_role("link", name="Wrong tile").click()
    phone.get_by_role("link", name="6-2", exact=True).click()
    phone.get_by_role("button", name="Take back to here").click()
    expect(phone.locator("main")).to_contain_text("Cal to play")
    phone.goto(f"{base}{other}")
    phone.get_by_role("link", name="Proved · 2").click()
    phone.get_by_role("button", name="Forgive").first.click()
    expect(phone.locator(".case.pale")).to_have_count(1)


def test_what_was_taken_back_is_struck_out_but_not_the_note_that_says_so(thumb):
    prepare(thumb, HEADER["variant"], HEADER["players"], ROUND[:3], claims="auto")
    thumb.press("Undo")
    thumb.follow("All entries")
    line = thumb.phone.locator(".struck").first
    note = line.get_by_text("taken back at")
    assert line.locator(".tile-and-place, .what").first.evaluate(STRUCK)
    assert not note.evaluate(STRUCK)


def test_the_note_at_an_opening_that_was_taken_back_stays_inside_its_line(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(
        thumb,
        "fundex2004.bergen",
        ("Grandma Rosa", "Ben"),
        [{"round": 1}, {"by": "Grandma Rosa", "play": "2-2"}],
    )
    thumb.press("Undo")
    thumb.follow("All entries")
    line = thumb.phone.locator(".struck").first
    right = "each => each.getBoundingClientRect().right"
    assert line.get_by_text("taken back at").evaluate(right) <= line.evaluate(right)


def test_a_move_without_points_is_told_over_the_whole_width_of_the_list(thumb):
    prepare(thumb, FOUR_AT_BLOCK_DRAW["variant"], FOUR_AT_BLOCK_DRAW["players"], STACKED[:5])
    thumb.follow("All entries")
    left = "all => all.map(each => each.parentElement.getBoundingClientRect().right - each.getBoundingClientRect().right)"
    room = thumb.phone.eval_on_selector_all(".event .what", left)
    assert len(room) > 3
    assert max(room) < 1


def test_a_note_on_a_move_has_a_line_of_its_own_under_a_long_name(thumb):
    names = ("Maximilian", "Wilhelmina")
    stood = {"by": "Wilhelmina", "play": "6-4", "at": "5-5", "out": 4, "stood": True}
    ana = {"by": "Maximilian", "play": "5-5"}
    prepare(thumb, "traditional.all-fives", names, [{"round": 1, "opener": "Maximilian"}, ana, stood])
    thumb.follow("All entries")
    row = thumb.phone.locator("#entry-3")
    name, note = box_of(row.locator("b").first), box_of(row.get_by_text("the table let it stand"))
    assert note["x"] <= name["x"]
    assert note["x"] + note["width"] >= box_of(row)["x"] + box_of(row)["width"] - 1


def test_the_ways_to_correct_a_tile_are_as_tall_as_the_one_beside_them(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 360, "height": 640}))
    address = prepare(thumb, HEADER["variant"], HEADER["players"], ROUND, claims="auto")
    thumb.open(f"{address}/log/6")
    boxes = [box_of(each) for each in thumb.phone.locator(".buttons .button").all()]
    heights = [round(box["height"]) for box in boxes if box is not None]
    assert heights[0] == heights[1]
    assert heights[2] == heights[3]


def test_a_correction_in_an_earlier_round_that_is_refused_fills_the_screen(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 360, "height": 640}))
    said = [
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "pass": True},
        {"by": "Ana", "pass": True},
    ]
    shown = [{"by": "Ana", "hand": ["2-1"]}, {"by": "Ben", "hand": ["5-4", "3-1"]}]
    said += [*shown, {"round": 2}, {"by": "Ana", "play": "6-6"}]
    address = prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), said, hand_size="2", draw="none")
    thumb.open(f"{address}/log/5?by=Ana&hand=6-6&correct=1")
    expect(thumb.phone.get_by_role("alert")).to_contain_text("it lies on the table")
    assert thumb.phone.evaluate("document.querySelector('.tray').getBoundingClientRect().bottom") == 640


def test_points_agreed_on_are_in_sight_once_they_are_added(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    people = seat_people("fundex2004.cross", 4, random.Random(11))
    people.play_round()
    address = prepare(thumb, "fundex2004.cross", NAMES[:4], people.said)
    thumb.open(f"{address}/log")
    for points in ("-5", "-6"):
        thumb.phone.get_by_text("Change something").tap()
        thumb.phone.locator("[name=adjust-0]").fill(points)
        thumb.press("Add")
        added = thumb.phone.locator(".event", has_text=f"Ana \N{MINUS SIGN}{points[1:]}")
        expect(added).to_be_in_viewport(ratio=1)
