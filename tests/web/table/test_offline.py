"""Without a connection a plain game goes on: tiles lie provisionally, the turn follows, all is judged in order later."""

import os
import re

import pytest
from playwright.sync_api import expect

from tests.web.looking import SMALL
from tests.web.sitting import links_of, prepare
from tests.web.table.test_outbox import take_back
from tests.web.table.test_outbox_orders import book_of
from tests.web.touching import Held, Thumb, answer_late, box_of, rest_a_finger, until

BLOCK, FIVES = "fundex2004.block-draw", "traditional.all-fives"
BOX = """each => {
    const box = each.getBoundingClientRect();
    return [box.left, box.top, box.width, box.height].map(Math.round);
}"""
# What is put on the page takes the phone long.
SLOW_AT_DRAWING = """() => document.addEventListener("htmx:afterSwap", () => {
    for (const until = performance.now() + 150; performance.now() < until;);
})"""
# Whether a text is not cut off, and nothing lies over its end.
IN_FULL = """each => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const { right, top, height } = words.getBoundingClientRect();
    const isOnTop = each.parentElement.contains(document.elementFromPoint(right - 1, top + height / 2));
    return each.scrollWidth <= each.clientWidth && isOnTop;
}"""
# Whether the end of a text can be seen: the text may reach over what is hidden beside it.
END_IS_SEEN = """each => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const { right, top, height } = words.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    return right < clientWidth && each.contains(document.elementFromPoint(right - 1, top + height / 2));
}"""
# Finds and clicks in one call: news may come between, and reject a tap that comes too soon after them.
BOTTOM = "each => each.getBoundingClientRect().bottom"
CLICK = """what => document.querySelector("#table " + what).click()"""
PAINTED = "() => new Promise((told) => requestAnimationFrame(() => setTimeout(told, 50)))"
# The phone takes it to be so much later than the last tap, and looks again at what waits.
HALF_A_SECOND_LATER = """() => {
    const kept = Object.keys(localStorage).filter((each) => each.startsWith("referee:out:"));
    const at = Math.max(...kept.map((each) => JSON.parse(localStorage[each]).at));
    Date.now = () => at + 500;
    document.dispatchEvent(new CustomEvent("referee:waiting"));
}"""
SIX = ("6-4", "6-3", "4-4", "4-2", "3-3", "3-1")


def begin(phone, *tiles, game=BLOCK, opener="", names=("Ana", "Ben"), **switches):
    plays = ({"by": by, "play": tile} for by, tile in tiles)
    deal = {"round": 1, **({"opener": opener} if opener else {})}
    return prepare(Thumb(phone), game, names, [deal, *plays], **switches)


def tap(phone, tile):
    phone.locator(f'.picker button[value="{tile}"]').click()


def offline(phone, off=True):
    phone.context.set_offline(off)


def turn(phone):
    return phone.locator(".turn h2")


def lit(phone):
    return phone.locator(".picker .key.go").evaluate_all("keys => keys.map((key) => key.value).sort()")


def provisional(phone):
    return phone.locator(".layout .tile.waits")


def held(phone):
    return phone.locator(".scores .held").all_text_contents()


def told(phone):
    """What waits last, where the ruling else is."""
    return phone.locator(".words.waits .head")


def row(phone, words):
    return phone.locator("#outbox li").filter(has_text=words)


def laid_at(server, address):
    """The tiles in the book, in order."""
    return [body["play"] for body in book_of(server, address).values() if "play" in body]


def test_players_with_hebrew_names_lay_tiles_offline_too(open_phone):
    phone = open_phone()
    begin(phone, ("דנה", "6-6"), names=("דנה", "Ben"))
    left = [str(int(each) - 1) for each in held(phone)]
    offline(phone)
    for number, tile in enumerate(SIX[:2], 1):
        tap(phone, tile)
        expect(provisional(phone)).to_have_count(number)

    expect(phone.locator(".scores .held")).to_have_text(left)


def test_six_tiles_go_on_offline_and_are_written_in_order(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "6-6"))
    offline(phone)
    for number, tile in enumerate(SIX, 1):
        tap(phone, tile)
        expect(provisional(phone)).to_have_count(number)
        expect(turn(phone)).to_have_text(("Ana to play", "Ben to play")[(number + 1) % 2])

    expect(phone.locator("#offline")).to_have_text(re.compile("6 moves wait"))
    expect(phone.locator(".words")).to_contain_text("not sent yet")
    assert held(phone) == ["1", "2"]
    told = phone.locator(".scores .held").evaluate_all("each => each.map((one) => one.ariaLabel)")
    assert told == ["1 tile", "2 tiles"]
    assert "6-4" not in lit(phone)
    look(phone, "six")

    offline(phone, off=False)
    phone.evaluate("window.dispatchEvent(new Event('online'))")

    expect(provisional(phone)).to_have_count(0)
    sent(phone)
    expect(turn(phone)).to_have_text("Ben to play")
    assert laid_at(server, address) == ["6-6", *SIX]


def sent(phone):
    """Wait until nothing waits any more."""
    until(phone, "!Object.keys(localStorage).some((name) => name.startsWith('referee:out:'))")
    expect(phone.locator("#offline")).to_be_hidden()


def online(phone):
    offline(phone, off=False)
    phone.evaluate("window.dispatchEvent(new Event('online'))")


BOXES = """uses => uses.map((use) => {
    const box = use.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom].map(Math.round);
})"""


def meet(one, other):
    """Whether two boxes overlap by more than their edges."""
    return all(one[side] + 3 < other[side + 2] and other[side] + 3 < one[side + 2] for side in (0, 1))


def test_what_waits_survives_a_reload_and_the_end_of_its_page(open_phone, server):
    phone = open_phone(base_url=server.local_url)
    address = begin(phone, ("Ana", "6-6"))
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.goto(address)
    offline(phone)
    for tile in SIX[:3]:
        tap(phone, tile)
    expect(provisional(phone)).to_have_count(3)

    phone.reload()
    expect(provisional(phone)).to_have_count(3)
    expect(turn(phone)).to_have_text("Ana to play")
    tap(phone, SIX[3])
    expect(provisional(phone)).to_have_count(4)
    phone.close()

    page = phone.context.new_page()
    offline(page, off=False)
    page.goto(address)
    sent(page)
    expect(provisional(page)).to_have_count(0)
    expect(turn(page)).to_have_text("Ben to play")
    assert laid_at(server, address) == ["6-6", *SIX[:4]]


def test_draws_and_passes_go_on_too_and_the_last_that_waits_is_undone(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"))
    offline(phone)
    phone.locator('button[name="draw"]').click()
    expect(phone.locator('button[name="draw"] small')).to_have_text("17 in the boneyard")
    expect(turn(phone)).to_have_text("Ben to play")
    tap(phone, "6-5")
    expect(turn(phone)).to_have_text("Ana to play")
    assert held(phone) == ["4", "5"]

    phone.get_by_role("button", name="Undo").click()

    expect(provisional(phone)).to_have_count(0)
    expect(turn(phone)).to_have_text("Ben to play")
    assert held(phone) == ["4", "6"]
    assert "6-5" in lit(phone)
    online(phone)
    expect(phone.locator(".words:not(.waits) .head")).to_have_text("Ben draws 1 tile")
    expect(phone.locator("#offline")).to_be_hidden()


def test_a_tile_that_fits_two_ends_is_asked_for_its_end_without_a_connection(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "6-6"), ("Ben", "6-4"))
    offline(phone)
    tap(phone, "6-3")
    expect(turn(phone)).to_have_text("Ben to play")
    tap(phone, "4-3")
    expect(turn(phone)).to_have_text("4-3: where?")
    look(phone, "where")
    phone.get_by_role("button", name="On 6-4").click()
    expect(turn(phone)).to_have_text("Ana to play")
    phone.locator("#end-3").click()
    assert lit(phone) == ["3-0", "3-1", "3-2", "3-3", "5-3"]
    tap(phone, "3-1")
    expect(turn(phone)).to_have_text("3-1: where?")
    phone.locator('.layout [data-place="6-3/3"]').click()
    expect(provisional(phone)).to_have_count(3)

    online(phone)

    sent(phone)
    places = [body.get("at") for body in book_of(server, address).values() if "play" in body]
    assert places[-2:] == ["6-4/4", "6-3/3"]


def test_the_places_to_choose_from_without_a_connection_do_not_lie_over_undo(open_phone):
    phone = open_phone(viewport=SMALL)
    begin(phone, ("Ana", "6-6"), ("Ben", "6-4"))
    offline(phone)
    tap(phone, "6-3")
    tap(phone, "4-3")
    expect(turn(phone)).to_have_text("4-3: where?")

    last = box_of(phone.get_by_role("button", name="Another tile"))
    undo = box_of(phone.get_by_role("button", name="Undo"))
    assert last["y"] + last["height"] <= undo["y"]


def test_where_a_tile_goes_is_answered_although_the_connection_is_back(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "6-6"), ("Ben", "6-4"), ("Ana", "6-3"))
    offline(phone)
    tap(phone, "4-3")
    online(phone)
    phone.get_by_role("button", name="On 6-4").click()
    expect(turn(phone)).to_have_text("Ana to play")
    sent(phone)
    assert laid_at(server, address)[-1] == "4-3"


def test_a_tile_tapped_by_mistake_without_a_connection_can_be_another(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"), ("Ben", "6-4"), ("Ana", "6-3"))
    offline(phone)
    tap(phone, "4-3")
    phone.get_by_role("button", name="Another tile").click()
    expect(turn(phone)).to_have_text("Ben to play")
    tap(phone, "4-3")
    phone.locator("#end-3").click()
    expect(turn(phone)).to_have_text("Ben to play")
    assert lit(phone) == ["3-0", "3-1", "3-2", "3-3", "4-3", "5-3"]
    tap(phone, "5-3")
    expect(turn(phone)).to_have_text("Ana to play")


def test_in_a_large_set_a_number_is_opened_without_a_connection_and_its_tile_is_laid(open_phone, server):
    phone = open_phone(viewport=SMALL)
    address = begin(phone, ("Ana", "9-9"), ("Ben", "9-4"), tiles="9")
    bar = phone.locator(".actions").evaluate(BOX)
    offline(phone)
    phone.locator("#k-9").click()
    expect(phone.locator(".picker .key.go")).to_have_count(8)
    assert phone.locator(".actions").evaluate(BOX) == bar
    phone.get_by_role("button", name="Another number").click()
    phone.get_by_role("link", name="4, 9 left").click()
    assert lit(phone) == ["4-0", "4-1", "4-2", "4-3", "4-4", "5-4", "6-4", "7-4", "8-4"]
    tap(phone, "6-4")
    expect(turn(phone)).to_have_text("Ben to play")
    expect(phone.locator(".pad .key.go")).to_have_count(2)
    phone.get_by_role("link", name="6, 9 left").click()
    tap(phone, "6-5")
    expect(turn(phone)).to_have_text("Ana to play")
    expect(provisional(phone)).to_have_count(2)
    offline(phone, False)
    expect(provisional(phone)).to_have_count(0)
    assert laid_at(server, address) == ["9-9", "9-4", "6-4", "6-5"]


def test_in_a_large_set_too_a_tile_that_fits_two_ends_lies_at_the_one_said_offline(open_phone, server):
    phone = open_phone(viewport=SMALL)
    address = begin(phone, ("Ana", "9-9"), ("Ben", "9-4"), ("Ana", "6-4"), tiles="9")
    offline(phone)
    phone.get_by_role("link", name="9, 8 left").click()
    tap(phone, "9-6")
    expect(turn(phone)).to_have_text("9-6: where?")
    phone.get_by_role("button", name="On 6-4").click()
    expect(turn(phone)).to_have_text("Ana to play")
    expect(provisional(phone)).to_have_count(1)

    online(phone)

    sent(phone)
    places = [body.get("at") for body in book_of(server, address).values() if "play" in body]
    assert places[-1] == "6-4/6"


def test_after_the_only_number_of_a_large_set_a_tile_of_the_new_end_is_tapped_offline(open_phone, server):
    phone = open_phone(viewport=SMALL)
    address = begin(phone, ("Ana", "9-9"), tiles="9")
    another = phone.locator(".turn").get_by_label("Another number")
    expect(another).to_be_visible()
    offline(phone)
    another.click()
    expect(phone.locator(".pad .key")).to_have_count(10)
    expect(another).to_have_count(0)
    expect(phone.locator(".turn .begun")).to_have_count(0)
    phone.get_by_role("link", name="9, 9 left").click()
    expect(phone.locator(".turn .begun")).to_be_visible()
    tap(phone, "9-4")
    expect(turn(phone)).to_have_text("Ana to play")
    expect(phone.locator(".pad .key.go")).to_have_count(2)
    phone.get_by_role("link", name="4, 9 left").click()
    tap(phone, "6-4")
    expect(turn(phone)).to_have_text("Ben to play")
    expect(provisional(phone)).to_have_count(2)
    offline(phone, False)
    expect(provisional(phone)).to_have_count(0)
    assert laid_at(server, address) == ["9-9", "9-4", "6-4"]


TRAIN = "traditional.mexican-train"
FOUR_TRAINS = [
    {"round": 1},
    {"by": "Ana", "play": "12-12"},
    {"by": "Ana", "play": "12-7", "train": "Ana"},
    {"by": "Ben", "play": "12-5", "train": "Ben"},
    {"by": "Cal", "play": "12-3", "train": "mexican"},
    {"by": "Dan", "play": "12-9", "train": "Dan"},
]


def at_trains(phone, said=FOUR_TRAINS):
    return prepare(Thumb(phone), TRAIN, ("Ana", "Ben", "Cal", "Dan"), said, tiles="12")


def boxes(phone):
    """Where the lanes and the foot of the tray stand."""
    return [each.evaluate(BOX) for each in phone.locator(".lane, .turn, .actions").all()]


def test_at_trains_a_number_is_opened_without_a_connection_and_its_tiles_are_written_later(
    open_phone, server
):
    phone = open_phone(viewport=SMALL)
    address = at_trains(phone)
    standing = boxes(phone)
    offline(phone)
    phone.get_by_role("link", name="7, 12 left").click()
    assert lit(phone) == sorted(f"{max(7, n)}-{min(7, n)}" for n in range(12))
    assert boxes(phone) == standing
    phone.get_by_role("button", name="Another number").click()
    phone.get_by_role("link", name="9, 12 left").click()
    assert lit(phone) == ["9-3", "9-7"]
    tap(phone, "9-7")
    expect(told(phone)).to_have_text("9-7")
    expect(phone.locator(".words.waits .sub")).to_have_text("not sent yet")
    expect(phone.locator("#offline")).to_contain_text("1 move waits")
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(turn(phone)).to_have_text("Next tile")

    phone.locator("#k-5").click()
    assert "7-5" in lit(phone)
    tap(phone, "5-4")
    expect(told(phone)).to_have_text("5-4")
    phone.locator("#k-9").click()
    assert "9-5" in lit(phone)
    expect(phone.locator('.picker [value="9-7"]')).to_have_count(0)
    assert boxes(phone) == standing
    online(phone)

    sent(phone)
    assert laid_at(server, address)[-2:] == ["9-7", "5-4"]
    expect(turn(phone)).to_have_text("Cal to play")


def test_at_trains_a_tile_goes_on_the_train_that_was_tapped_without_a_connection(open_phone, server):
    phone = open_phone(viewport=SMALL)
    same = {"by": "Ana", "play": "7-3", "train": "Ana"}
    address = at_trains(phone, [*FOUR_TRAINS, same])
    phone.locator(".lane-end").nth(4).click()
    expect(phone.locator(".turn").get_by_label("Another number")).to_be_visible()
    offline(phone)
    phone.locator(".turn").get_by_label("Another number").click()
    for train in (0, 4):
        phone.locator(".lane-end").nth(train).click()
        expect(phone.locator(".lane-end > .chosen")).to_have_count(1)
        expect(phone.locator(".lane-end").nth(train).locator(".chosen")).to_have_text("3")
        assert len(lit(phone)) == 11
    tap(phone, "9-3")
    expect(told(phone)).to_have_text("9-3")
    online(phone)

    sent(phone)
    assert laid_at(server, address)[-1] == "9-3"
    expect(phone.locator(".words .sub")).to_have_text("on the Mexican train")


def lane(phone, place):
    """What a lane shows: how many tiles are left out, those that wait, and its open end."""
    found = phone.locator(".lane").nth(place)
    return (
        found.locator(".rail").inner_text().strip(),
        found.locator(".tile.waits").count(),
        found.locator(".lane-end").inner_text(),
    )


def test_a_tile_that_waits_lies_on_its_train_until_it_is_taken_back(open_phone, server):
    """3-0 fits only on Ana's train, and the next two go where the player taps. A lane shows its last three tiles."""
    phone = open_phone(viewport=SMALL)
    longer = (("Ana", "7-0", "Ana"), ("Ben", "5-1", "Ben"), ("Cal", "3-2", "mexican"), ("Dan", "9-6", "Dan"))
    said = [{"by": by, "play": tile, "train": train} for by, tile, train in longer]
    address = at_trains(phone, [*FOUR_TRAINS, *said])
    standing = boxes(phone)
    offline(phone)
    phone.locator("#k-0").click()
    tap(phone, "3-0")
    expect(phone.locator(".lane .tile.waits")).to_have_count(1)
    assert lane(phone, 0) == ("", 1, "3")

    for tile, end in (("2-2", "2"), ("5-2", "5")):
        phone.locator(".lane-end").nth(4).click()
        tap(phone, tile)
        expect(told(phone)).to_have_text(tile)
        expect(phone.locator(".lane-end").nth(4)).to_have_text(end)
    assert lane(phone, 4) == ("+1", 2, "5")
    expect(phone.locator(".lane-end").nth(4)).to_have_attribute(
        "aria-label", "Mexican train: 12-3 and 3-2; 5 is wanted"
    )
    assert boxes(phone) == standing

    take_back(phone, "5-2")
    expect(phone.locator(".lane .tile.waits")).to_have_count(2)
    assert lane(phone, 4) == ("", 1, "2")
    online(phone)
    sent(phone)
    assert laid_at(server, address)[-2:] == ["3-0", "2-2"]


def test_a_tile_that_waits_lies_on_no_train_while_it_may_go_on_two(open_phone):
    phone = open_phone(viewport=SMALL)
    at_trains(phone, [*FOUR_TRAINS, {"by": "Ana", "play": "7-3", "train": "Ana"}])
    offline(phone)
    phone.locator("#k-5").click()
    tap(phone, "5-3")
    expect(told(phone)).to_have_text("5-3")
    expect(phone.locator(".lane .tile.waits")).to_have_count(0)


def test_in_a_set_without_a_pad_the_end_of_a_train_is_tapped_without_a_connection(open_phone, server):
    phone = open_phone(viewport=SMALL)
    said = [
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ana", "play": "6-1", "train": "Ana"},
        {"by": "Ben", "play": "6-2", "train": "Ben"},
    ]
    address = prepare(Thumb(phone), TRAIN, ("Ana", "Ben"), said, tiles="6")
    standing = boxes(phone)
    ends = phone.locator(".lane-end")
    offline(phone)
    before = lit(phone)
    for _ in range(2):
        ends.nth(0).click()
        expect(ends.nth(0).locator(".chosen")).to_have_text("1")
        assert lit(phone) == ["1-0", "1-1", "2-1", "3-1", "4-1", "5-1"]
        ends.nth(0).click()
        expect(ends.locator(".chosen")).to_have_count(0)
        assert lit(phone) == before
    ends.nth(0).click()
    assert boxes(phone) == standing
    tap(phone, "4-1")
    expect(told(phone)).to_have_text("4-1")
    expect(ends.locator(".chosen")).to_have_count(0)
    online(phone)

    sent(phone)
    assert laid_at(server, address)[-1] == "4-1"
    expect(phone.locator(".words .sub")).to_have_text("on Ana's train")


def test_a_number_tapped_while_the_connection_is_lost_is_opened_without_it(open_phone):
    phone = open_phone(viewport=SMALL)
    at_trains(phone)
    asked = []
    phone.route("**/t/**half=7*", lambda route: asked.insert(0, route))
    with phone.expect_request("**/t/**half=7*"):
        phone.locator("#k-7").click()
    offline(phone)
    expect(phone.get_by_role("button", name="Another number")).to_have_count(0)
    asked[0].abort()

    expect(phone.get_by_role("button", name="Another number")).to_be_visible()
    assert lit(phone) == sorted(f"{max(7, n)}-{min(7, n)}" for n in range(12))


def test_at_a_seat_of_a_train_game_no_number_is_offered_after_the_own_tile_and_undo_brings_them_back(
    open_phone,
):
    owner = Thumb(open_phone())
    address = at_trains(owner.phone)
    ana = open_phone()
    ana.goto(links_of(owner.beforehand, address)["seat-0"])
    offline(ana)
    ana.locator("#k-7").click()
    tap(ana, "7-4")
    expect(told(ana)).to_have_text("7-4")
    expect(turn(ana)).to_have_text("Waiting for the referee")
    expect(ana.locator("#k-7")).to_be_hidden()

    ana.evaluate(CLICK, "[name=undo]")

    expect(turn(ana)).to_contain_text("Your turn")
    ana.locator("#k-7").click()
    assert "7-4" in lit(ana)


def test_no_tile_is_broken_in_the_list_of_what_waits(open_phone):
    phone = open_phone(viewport=SMALL)
    begin(phone, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "6-4"))
    offline(phone)
    tap(phone, "5-1")
    phone.locator("#offline:enabled").click()
    waits = row(phone, "Not sent yet: 5-1")
    expect(waits).to_be_visible()
    lines = """row => {
        const text = document.createTreeWalker(row, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
        while (text.nextNode()) {
            for (const { 0: tile, index } of text.currentNode.data.matchAll(/\\d-\\d/g)) {
                range.setStart(text.currentNode, index);
                range.setEnd(text.currentNode, index + tile.length);
                found.push(range.getClientRects().length);
            }
        }
        return found;
    }"""

    for width in range(240, 360, 5):
        phone.set_viewport_size({"width": width, "height": 640})
        assert set(waits.evaluate(lines)) == {1}, width


def test_the_only_number_of_a_large_set_stays_open_after_a_draw_offline(open_phone):
    phone = open_phone(viewport=SMALL)
    begin(phone, ("Ana", "9-9"), tiles="9")
    keys, begun = phone.locator(".picker .key.go"), phone.locator(".turn .begun")
    places, number = keys.evaluate_all(f"keys => keys.map({BOX})"), begun.evaluate(BOX)
    offline(phone)
    phone.get_by_role("button", name="Draw").click()
    expect(phone.locator(".words.waits .head")).to_have_text("Ben draws a tile")
    assert keys.evaluate_all(f"keys => keys.map({BOX})") == places
    assert begun.evaluate(BOX) == number


def test_at_a_seat_the_number_of_one_s_own_tiles_goes_with_the_turn(open_phone):
    owner = Thumb(open_phone())
    events = [{"round": 1}, {"by": "Ana", "play": "9-9"}]
    address = prepare(owner, BLOCK, ("Ana", "Ben"), events, tiles="9")
    ben = open_phone(viewport=SMALL)
    ben.goto(links_of(owner.beforehand, address)["seat-1"])
    expect(ben.locator(".turn .begun")).to_be_visible()
    offline(ben)
    tap(ben, "9-4")
    expect(turn(ben)).to_have_text("Ana to play")
    expect(ben.locator(".turn .begun")).to_have_count(0)
    expect(ben.get_by_label("Another number")).to_have_count(0)


@pytest.mark.parametrize("laid", ["6-4", "draw"])
def test_a_seat_takes_back_its_own_entry_that_waits_with_undo_where_it_stands_after_the_answer(
    open_phone, laid
):
    owner = Thumb(open_phone())
    address = begin(owner.phone, ("Ana", "6-6"))
    ben = open_phone(viewport=SMALL)
    ben.goto(links_of(owner.beforehand, address)["seat-1"])
    undo, button = ben.get_by_role("button", name="Undo"), ben.locator(f'button[name="{laid}"]')
    key = button if laid == "draw" else ben.locator(f'.picker button[value="{laid}"]')
    expect(ben.locator(".turn.mine")).to_be_visible()
    expect(undo).to_have_count(0)
    offline(ben)
    key.click()
    expect(ben.locator(".words.waits .sub")).to_have_text("not sent yet")
    undo.click()
    expect(ben.locator(".words.waits")).to_have_count(0)
    expect(turn(ben)).to_have_text("Your turn, Ben")
    expect(undo).to_have_count(0)
    key.click()
    expect(ben.locator(".words.waits .sub")).to_have_text("not sent yet")
    stood = undo.evaluate(BOX)

    online(ben)

    expect(ben.locator(".words:not(.waits) .head")).to_contain_text(
        "Ben lays" if laid == "6-4" else "Ben draws"
    )
    assert undo.evaluate(BOX) == stood


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_at_a_seat_no_connection_is_told_in_full_on_small_phones(open_phone, locale):
    owner = Thumb(open_phone())
    address = prepare(owner, BLOCK, ("Ana", "Ben"), [{"round": 1}, {"by": "Ana", "play": "6-6"}])
    ben = open_phone(locale=locale, viewport=SMALL)
    ben.goto(links_of(owner.beforehand, address)["seat-1"])
    offline(ben)
    expect(ben.locator("#offline")).to_be_visible()
    for words in ben.locator("#offline > *").all():
        assert words.evaluate(IN_FULL), words.inner_text()


def test_a_tile_that_another_phone_entered_is_told_and_what_followed_waits_for_an_answer(open_phone, server):
    phone, other = open_phone(), open_phone()
    address = begin(phone, ("Ana", "6-6"))
    other.goto(address)
    offline(phone)
    for tile in SIX[:3]:
        tap(phone, tile)
    expect(provisional(phone)).to_have_count(3)
    tap(other, "6-4")
    expect(turn(other)).to_have_text("Ana to play")

    online(phone)

    fate = row(phone, "“6-4” was not saved.")
    expect(fate).to_contain_text("Ben's 6-4 was entered on another phone.")
    expect(fate.get_by_role("button", name="Enter it now")).to_have_count(0)
    expect(row(phone, "Not sent yet: 6-3.")).to_be_attached()
    expect(turn(phone)).to_have_text("“6-4” was not saved.")
    look(phone, "other")
    fate.get_by_role("button", name="Leave it out").click()
    sent(phone)
    expect(turn(phone)).to_have_text("Ana to play")
    assert "6-5" in live(phone)
    expect(phone.locator("#outbox")).to_be_hidden()
    assert laid_at(server, address) == ["6-6", *SIX[:3]]


def clash(phone, other, tiles):
    """Lay these tiles without a connection, while another phone enters 6-5 in the first one's place; then connect."""
    offline(phone)
    for number, tile in enumerate(tiles, 1):
        tap(phone, tile)
        expect(provisional(phone)).to_have_count(number)
    tap(other, "6-5")
    expect(turn(other)).to_have_text("Ana to play")

    online(phone)


def test_after_a_clash_the_tiles_that_wait_are_told_in_full_on_a_small_phone(open_phone):
    phone, other = open_phone(viewport=SMALL), open_phone()
    other.goto(begin(phone, ("Ana", "6-6"), names=("Ana", "Benjamin")))
    clash(phone, other, ("6-4", "6-3"))

    expect(turn(phone)).to_have_text("“6-4” was not saved.")
    expect(row(phone, "Not sent yet: 6-3.")).to_be_visible()
    assert phone.locator("#outbox").evaluate("each => each.scrollHeight <= each.clientHeight")
    assert phone.locator("#outbox").evaluate(BOTTOM) <= box_of(phone.locator(".tray"))["y"]


def test_nothing_more_is_tapped_before_it_is_said_what_becomes_of_a_tile_with_others_after_it(open_phone):
    phone, other = open_phone(), open_phone()
    other.goto(begin(phone, ("Ana", "6-6")))
    clash(phone, other, SIX[:3])

    expect(turn(phone)).to_have_text("“6-4” was not saved.")
    assert live(phone) == []
    look(phone, "first")
    phone.evaluate(CLICK, "[name=undo]")
    expect(row(phone, "Not sent yet: 4-4.")).to_have_count(0)
    expect(turn(phone)).to_have_text("“6-4” was not saved.")
    row(phone, "Not sent yet: 6-3.").get_by_role("button", name="Take it back").click()

    expect(turn(phone)).to_have_text("Ana to play")
    phone.evaluate(CLICK, "[value='6-3']")
    expect(phone.locator(".words:not(.waits) .head")).to_have_text("Ana lays 6-3")
    row(phone, "“6-4” was not saved.").get_by_role("button", name="Leave it out").click()
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(turn(phone)).to_have_text("Ben to play")


def test_a_tile_that_came_too_late_may_be_kept(open_phone, server):
    phone, other = open_phone(), open_phone()
    address = begin(phone, ("Ana", "6-6"))
    other.goto(address)
    offline(phone)
    tap(phone, "6-4")
    tap(phone, "6-3")
    expect(provisional(phone)).to_have_count(2)
    other.locator('button[name="draw"]').click()
    expect(other.locator(".words .head")).to_have_text("Ben draws 1 tile")

    online(phone)

    fate = row(phone, "“6-4” was not saved.")
    expect(fate).to_contain_text("Meanwhile: Ben draws 1 tile")
    expect(turn(phone)).to_have_text("“6-4” was not saved.")
    look(phone, "late")
    fate.get_by_role("button", name="Enter it now").click()

    sent(phone)
    expect(turn(phone)).to_have_text("Ben to play")
    assert laid_at(server, address) == ["6-6", "6-4", "6-3"]


def test_a_round_that_is_over_is_left_to_the_referee(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"), hand_size="2")
    offline(phone)
    tap(phone, "6-5")
    expect(turn(phone)).to_have_text("Ana to play")
    tap(phone, "6-4")

    expect(turn(phone)).to_have_text("Waiting for the referee")
    expect(phone.locator(".picker")).to_be_hidden()
    look(phone, "over")
    online(phone)
    expect(phone.get_by_role("heading", name="Ben holds")).to_be_visible()


FORTY_TWO, POKER = "traditional.forty-two", "hasbro2003.poker"
FOUR = ("Ana", "Ben", "Cal", "Dan")
BID = (
    {"by": "Ana", "bid": 30},
    *({"by": name, "bid": "pass"} for name in FOUR[1:]),
    {"by": "Ana", "trump": 6},
)
KEYS = "#table form button:not([name=undo], [name=redo])"


def live(phone):
    """The buttons that can be tapped, without Undo."""
    return phone.locator(KEYS).evaluate_all(
        "keys => keys.filter((key) => !key.disabled).map((key) => key.value)"
    )


def bets(phone):
    deal = [{"round": 1, "opener": "Ana"}, *({"by": name, "ante": 5} for name in FOUR)]
    prepare(Thumb(phone), POKER, FOUR, deal, stakes="true")
    return "Check"


def bids(phone):
    prepare(Thumb(phone), FORTY_TWO, FOUR, [{"round": 1, "opener": "Ana"}])
    return "Pass"


@pytest.mark.parametrize("at", [bids, bets])
def test_what_the_next_player_says_waits_for_the_answer(open_phone, at):
    phone = open_phone()
    says = at(phone)
    asked, keys, lies = turn(phone).inner_text(), live(phone), box_of(phone.locator(".top"))
    offline(phone)
    phone.get_by_role("button", name=says, exact=True).click()
    expect(turn(phone)).to_have_text("Waiting for the referee")
    assert box_of(phone.locator(".top")) == lies
    assert keys
    assert live(phone) == []
    look(phone, f"waiting-{says}")

    if not row(phone, "Not sent yet").is_visible():
        phone.locator("#offline").click()
    phone.get_by_role("button", name="Take it back").click()

    expect(turn(phone)).to_have_text(asked)
    assert live(phone) == keys
    phone.get_by_role("button", name=says, exact=True).click()
    expect(turn(phone)).to_have_text("Waiting for the referee")
    online(phone)
    expect(turn(phone)).to_have_text(asked.replace("Ana", "Ben"))
    assert live(phone)


def test_what_is_tapped_for_a_player_before_the_answer_is_not_kept_for_later(open_phone):
    phone = open_phone()
    bids(phone)
    held_back = Held(phone)
    phone.get_by_role("button", name="Pass", exact=True).click()
    phone.get_by_role("button", name="30", exact=True).click()
    expect(turn(phone)).to_have_text("Waiting for the referee")
    expect(row(phone, "30")).to_have_count(0)

    held_back.next().continue_()

    expect(turn(phone)).to_contain_text("Ben")
    expect(phone.locator("#outbox")).to_be_hidden()


def test_tiles_to_a_trick_go_on_until_the_connection_is_back(open_phone, server):
    phone = open_phone()
    address = prepare(Thumb(phone), FORTY_TWO, FOUR, [{"round": 1, "opener": "Ana"}, *BID])
    offline(phone)
    for tile in ("6-6", "6-5"):
        tap(phone, tile)
        expect(told(phone)).to_have_text(tile)
        expect(turn(phone)).to_have_text("Next tile")
        expect(phone.locator(f'.picker [value="{tile}"]')).to_have_count(0)
    assert len(lit(phone)) == 26

    online(phone)

    sent(phone)
    assert laid_at(server, address) == ["6-6", "6-5"]
    expect(turn(phone)).to_contain_text("Cal")


def test_a_trick_goes_on_as_it_is_once_nothing_waits_behind_a_tile_that_was_not_saved(open_phone):
    phone, other = open_phone(), open_phone()
    other.goto(prepare(Thumb(phone), FORTY_TWO, FOUR, [{"round": 1, "opener": "Ana"}, *BID]))
    offline(phone)
    for tile in ("6-6", "6-5"):
        tap(phone, tile)
        expect(told(phone)).to_have_text(tile)
    tap(other, "6-1")
    expect(turn(other)).to_contain_text("Ben")
    online(phone)
    expect(turn(phone)).to_have_text("“6-6” was not saved.")
    assert "6-4" not in live(phone)

    phone.evaluate(CLICK, "[name=undo]")

    expect(turn(phone)).to_contain_text("Ben")
    assert "6-4" in live(phone)
    assert phone.locator(".news").count() == 0  # the list says it


def test_what_waits_behind_a_tile_about_which_the_referee_asks_goes_after_the_answer(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "12-12"), game="traditional.mexican-train")
    offline(phone)
    tap(phone, "12-11")
    expect(told(phone)).to_have_text("12-11")
    phone.locator("#k-12").click()
    tap(phone, "12-10")
    expect(told(phone)).to_have_text("12-10")
    online(phone)
    expect(row(phone, "“12-11” was not saved.")).to_be_visible()
    expect(phone.get_by_text("on which train?")).to_be_visible()

    phone.evaluate(CLICK, ".choices button")

    expect(phone.locator(".words")).to_contain_text("Ben lays 12-10")
    expect(phone.get_by_text("on which train?")).to_be_visible()
    sent(phone)
    expect(phone.locator("#outbox")).to_be_hidden()
    assert laid_at(server, address) == ["12-12", "12-11"]


def test_what_waits_behind_a_refused_tile_goes_after_it_if_the_table_lets_it_stand(open_phone, server):
    phone = open_phone()
    laid = ("Ana", "6-6"), ("Ben", "5-5")
    address = begin(phone, *laid, game="hasbro2003.matador", names=("Ana", "Ben", "Cal"), tiles="6")
    offline(phone)
    for tile in ("6-3", "5-3"):
        tap(phone, tile)
        expect(told(phone)).to_have_text(tile)
    online(phone)
    expect(row(phone, "“6-3” was not saved.")).to_contain_text("6-3 makes 10 with none of the open ends")
    expect(phone.get_by_role("button", name="Let it stand")).to_be_enabled()
    expect(phone.get_by_role("button", name="Draw")).to_be_disabled()

    phone.evaluate(CLICK, "[name=stand]")
    expect(phone.get_by_text("on which tile?")).to_be_visible()
    expect(row(phone, "“6-3” was not saved.")).to_be_visible()
    phone.evaluate(CLICK, ".choices button")
    expect(phone.get_by_text("which half points out?")).to_be_visible()
    phone.evaluate(CLICK, ".choices button")

    sent(phone)
    expect(phone.locator("#outbox")).to_be_hidden()
    assert laid_at(server, address) == ["6-6", "5-5", "6-3", "5-3"]


def test_a_seat_waits_for_the_answer_to_its_own_tile(open_phone):
    owner = Thumb(open_phone())
    address = prepare(owner, FORTY_TWO, FOUR, [{"round": 1, "opener": "Ana"}, *BID])
    ana = open_phone(viewport=SMALL)
    ana.goto(links_of(owner.beforehand, address)["seat-0"])
    offline(ana)
    tap(ana, "6-6")

    expect(turn(ana)).to_have_text("Waiting for the referee")
    assert turn(ana).evaluate(END_IS_SEEN)
    assert live(ana) == []


def test_the_band_of_a_seat_s_own_turn_stays_after_a_draw_and_goes_with_the_turn(open_phone):
    owner = Thumb(open_phone())
    address = begin(owner.phone, ("Ana", "6-6"))
    ben = open_phone()
    ben.goto(links_of(owner.beforehand, address)["seat-1"])
    band = ben.locator(".turn.mine")
    offline(ben)
    ben.locator('button[name="draw"]').click()
    expect(ben.locator(".words.waits")).to_contain_text("Ben draws")
    expect(band).to_contain_text("Your turn")

    tap(ben, "6-4")
    expect(turn(ben)).to_contain_text("Ana")
    expect(band).to_have_count(0)


def test_nothing_follows_a_tile_about_which_the_referee_will_ask(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "6-4"))
    held_back = Held(phone)
    tap(phone, "5-4")
    tap(phone, "5-1")
    expect(turn(phone)).to_have_text("Waiting for the referee")
    assert live(phone) == ["5-4"]
    expect(row(phone, "5-1")).to_have_count(0)

    held_back.next().continue_()

    expect(phone.get_by_text("on which tile?")).to_be_visible()
    expect(phone.locator("#outbox")).to_be_hidden()


def test_a_slow_answer_is_not_waited_for_and_moves_nothing_when_it_comes(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"))
    held_back = Held(phone)
    tap(phone, "6-4")
    expect(provisional(phone)).to_have_count(1)
    expect(phone.locator("#offline")).to_be_hidden()
    before = provisional(phone).locator("use").first.evaluate(BOX)
    until(phone, "document.querySelector('form.tray[data-ahead]')")
    rest = {
        name: box_of(phone.locator(name)) for name in (".tray", ".turn", ".picker", ".actions", ".scores")
    }
    tiles = lit(phone)

    held_back.next().continue_()

    expect(phone.locator(".layout .last use").first).to_be_visible()
    rest_a_finger(phone)
    assert phone.locator(".layout .last use").first.evaluate(BOX) == before
    assert {name: box_of(phone.locator(name)) for name in rest} == rest
    assert lit(phone) == tiles


@pytest.mark.parametrize("slow", ["network", "phone"])
def test_after_one_late_answer_each_tile_lies_at_once(open_phone, slow):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"))
    if slow == "network":
        answer_late(phone, 0.2)
    else:
        phone.evaluate(SLOW_AT_DRAWING)
    tap(phone, "6-4")

    phone.locator("""#table[data-seq="3"][data-ahead*='"places":true']""").wait_for(state="attached")
    phone.unroute_all()
    Held(phone)
    tap(phone, "6-3")
    expect(provisional(phone)).to_have_count(1)


def test_undo_behind_a_tile_that_is_on_its_way_moves_nothing_either(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"))
    held_back = Held(phone)
    tap(phone, "6-4")
    until(phone, "document.querySelector('form.tray[data-ahead]')")
    tray = box_of(phone.locator(".tray"))
    phone.get_by_role("button", name="Undo").click()
    phone.evaluate(HALF_A_SECOND_LATER)

    assert not phone.locator("#outbox").is_visible()
    assert box_of(phone.locator(".tray")) == tray

    held_back.next().continue_()
    held_back.next().continue_()
    expect(phone.locator(".words")).to_contain_text("Ben's 6-4")


def test_to_hear_who_else_is_here_is_no_late_answer(open_phone):
    phone, other = open_phone(), open_phone()
    other.goto(begin(phone, ("Ana", "6-6")))
    expect(phone.locator("#live summary")).to_be_visible()
    phone.evaluate(PAINTED)
    assert phone.evaluate("sessionStorage.getItem('referee:slow')") is None


def test_a_tile_lies_as_soon_as_the_end_is_said_for_which_the_referee_asked(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-4"))
    area = box_of(phone.locator(".area"))
    tap(phone, "6-4")
    end = phone.locator(".choices button[name=at]").first
    expect(end).to_be_visible()
    assert box_of(phone.locator(".area")) == area
    held_back = Held(phone)
    end.click()
    expect(provisional(phone)).to_have_count(1)
    before = provisional(phone).locator("use").first.evaluate(BOX)
    expect(end).not_to_be_visible()
    expect(phone.locator(".area .tile.cand")).to_have_count(0)

    held_back.next().continue_()

    expect(phone.locator(".layout .last use").first).to_be_visible()
    rest_a_finger(phone)
    assert phone.locator(".layout .last use").first.evaluate(BOX) == before
    assert box_of(phone.locator(".area")) == area


def test_a_spinner_laid_without_a_connection_opens_four_ways(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-4"), game=FIVES, opener="Ana")
    offline(phone)
    ends = [["4", "6"], ["3", "4", "6", "6"], ["1", "3", "4", "6"], ["0", "1", "3", "4"]]
    for number, tile in enumerate(("6-6", "6-3", "6-1", "6-0"), 1):
        tap(phone, tile)
        expect(provisional(phone)).to_have_count(number)
        assert sorted(phone.locator(".layout .place text").all_text_contents()) == ends[number - 1]
    expect(phone.locator(".end-button")).to_have_text(["4", "3", "1", "0"])
    boxes = phone.locator(".layout .tile use[href='#flat'], .layout .tile use[href='#tall']").evaluate_all(
        BOXES
    )
    assert not any(meet(one, other) for one in boxes for other in boxes if one != other)
    look(phone, "spinner")


def test_where_tiles_are_claimed_nothing_is_counted_on_the_phone(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "5-5"), game=FIVES, opener="Ana", claims="fundex")
    offline(phone)
    tap(phone, "5-0")
    expect(provisional(phone)).to_have_count(1)
    expect(phone.locator(".words .sub")).to_have_text("not sent yet")
    assert phone.locator(".layout .place text").count() == 0
    assert phone.locator(".layout .place.counts").count() == 0


def test_after_a_tile_that_waits_there_is_nothing_to_redo(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "6-6"), ("Ben", "6-3"))
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("button", name="Redo")).to_be_visible()
    offline(phone)
    tap(phone, "6-2")
    expect(provisional(phone)).to_have_count(1)
    expect(phone.get_by_role("button", name="Redo")).to_have_count(0)
    expect(phone.get_by_role("button", name="Undo")).to_be_visible()


def look(phone, name):
    """Keep a picture if one is asked for: REFEREE_LOOK=folder."""
    if folder := os.environ.get("REFEREE_LOOK"):
        phone.screenshot(path=f"{folder}/{name}.png")
