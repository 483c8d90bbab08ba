"""A phone that another one overtakes: it shows what was said and loses nothing of what was begun on it."""

import re

from playwright.sync_api import expect

from tests.web.looking import SMALL
from tests.web.reading import Reader
from tests.web.sitting import prepare, say, set_up, write
from tests.web.table.test_outbox_orders import book_of
from tests.web.touching import Thumb, box_of, until, without_news

BLOCK = "fundex2004.block-draw"
FIVES = "fundex2004.all-fives"


def sit(client, variant=BLOCK, players=("Ana", "Ben"), **switches):
    reader = Reader(client, htmx=True)
    return reader, set_up(reader, variant, players, **switches)


def begin(reader, *events):
    say(reader, {"round": 1})
    for by, tile, *at in events:
        say(reader, {"by": by, "play": tile, "at": at[0] if at else ""})


def other_phone(app, address):
    other = Reader(app.test_client(), htmx=True)
    other.open(address)
    return other


def look(reader):
    """The phone asks for news, as its page tells it to."""
    address = reader.page.live
    assert address
    return reader.open(address)


def test_a_phone_in_the_middle_of_nothing_is_told_nothing_but_the_table(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    other = other_phone(app, address)
    say(reader, {"by": "Ben", "play": "6-4"})

    look(other)

    assert "Ben lays 6-4 on 6-6" in other.text
    assert "Meanwhile" not in other.text


def test_a_number_chosen_on_the_pad_stays_chosen(app, client):
    reader, address = sit(client, tiles="9")
    say(reader, {"round": 1})
    say(reader, {"by": "Ana", "play": "9-9"}, 9)
    say(reader, {"by": "Ben", "play": "9-8"}, 9)
    other = other_phone(app, address)
    other.follow("9, ")
    assert "9-7" in other.buttons()
    say(reader, {"by": "Ana", "play": "8-5"}, 9)

    look(other)

    assert "Meanwhile: Ana lays 8-5 on 9-8." in other.text
    assert "9-7" in other.buttons()
    assert "Ben to play" in other.text


def test_a_step_to_all_numbers_is_still_good_after_news(app, client):
    reader, address = sit(client, tiles="9")
    say(reader, {"round": 1})
    say(reader, {"by": "Ana", "play": "9-9"}, 9)
    other = other_phone(app, address)
    other.follow("Another number")
    say(reader, {"by": "Ben", "play": "9-8"}, 9)

    look(other)

    assert "Meanwhile: Ben lays 9-8 on 9-9." in other.text
    assert "no longer fits" not in other.text


def test_a_step_to_another_lead_is_still_good_until_there_is_a_lead(app, client):
    reader, address = sit(client, "traditional.partners", ("Ana", "Ben", "Cal", "Dan"))
    other = other_phone(app, address)
    say(reader, {"round": 1})
    look(other)
    other.follow("Another tile")
    write(reader, address, [{"adjust": {"Ana": -5}, "why": "late"}])

    look(other)

    assert "6-5, cannot go" in other.buttons()
    assert "no longer fits" not in other.text
    write(reader, address, [{"by": "Ben", "play": "6-6"}])

    look(other)

    assert "Meanwhile: Ben opens with 6-6. The entry you had begun no longer fits." in other.text


def show_hands(client):
    """A round that Ana ended; Ben and Cal hold three tiles each."""
    reader, address = sit(client, "edge.block", ("Ana", "Ben", "Cal"), hand_size="3")
    begin(reader, ("Ana", "6-6"))
    for tile in ("6-5", "5-4"):
        say(reader, {"by": "Ben", "pass": True})
        say(reader, {"by": "Cal", "pass": True})
        say(reader, {"by": "Ana", "play": tile})
    assert "Ana went out." in reader.text
    return reader, address


def test_a_hand_that_is_being_shown_keeps_its_tiles_when_another_hand_comes_in(app, client):
    reader, address = show_hands(client)
    other = other_phone(app, address)
    other.follow("Cal")
    other.press("3-3")
    say(reader, {"by": "Ben", "hand": ["3-2", "2-2", "1-1"]})

    look(other)

    assert "Cal holds 3 tiles, 1 shown" in other.text
    assert "Meanwhile: Ben" in other.text
    assert "1-1" not in other.buttons()
    for tile in ("2-0", "1-0"):
        other.press(tile)
    assert "settled" in other.text


def test_a_hand_that_somebody_else_has_shown_is_not_shown_again(app, client):
    reader, address = show_hands(client)
    other = other_phone(app, address)
    other.press("3-3")
    assert "Ben holds 3 tiles, 1 shown" in other.text
    say(reader, {"by": "Ben", "hand": ["3-2", "2-2", "1-1"]})

    look(other)

    assert "Cal holds 3 tiles" in other.text
    assert "shown" not in other.text
    assert "The entry you had begun no longer fits." in other.text


def test_a_question_about_a_tile_goes_away_with_the_turn(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-5"), ("Ben", "6-1", "6-6/6"))
    other = other_phone(app, address)
    other.press("5-1")
    assert "on which tile?" in other.text
    say(reader, {"by": "Ana", "play": "5-4"})

    look(other)

    assert "on which tile?" not in other.text
    assert "Meanwhile: Ana lays 5-4 on 5-5. The entry you had begun no longer fits." in other.text
    assert "Ben to play" in other.text


def test_a_question_about_a_tile_stays_while_its_player_is_to_act(app, client):
    reader, address = sit(client, FIVES)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-3"), ("Ana", "3-3"), ("Ben", "6-4", "6-6/6"))
    other = other_phone(app, address)
    other.press("4-3")
    assert "on which tile?" in other.text
    say(reader, {"by": "Ben", "claim": 10})

    look(other)

    assert "Meanwhile: Ben claims 10 points" in other.text
    assert "Ana lays 4-3 on which tile?" in other.text


def test_a_claim_is_never_moved_to_another_tile(app, client):
    reader, address = sit(client, FIVES, ("Ana", "Ben", "Cal"))
    begin(reader, ("Ana", "6-6"), ("Ben", "6-3"))
    claiming, calling = other_phone(app, address), other_phone(app, address)
    claiming.follow("Claim")
    assert "Ben claims" in claiming.text
    calling.follow("Muggins")
    assert "Muggins on 6-6" in calling.text or "Muggins on 6-3" in calling.text
    say(reader, {"by": "Cal", "play": "6-1", "at": "6-6/6"})

    look(claiming)

    assert "Cal claims" not in claiming.text
    assert "The entry you had begun no longer fits." in claiming.text


def test_a_call_goes_on_while_its_tile_may_be_called_on(app, client):
    reader, address = sit(client, FIVES, ("Ana", "Ben", "Cal"))
    begin(reader, ("Ana", "6-6"), ("Ben", "6-3"))
    calling = other_phone(app, address)
    calling.follow("Muggins")
    on = calling.text
    say(reader, {"by": "Cal", "draw": 1})

    look(calling)

    assert calling.text[calling.text.index("Muggins on") :] == on[on.index("Muggins on") :]
    assert "Meanwhile: Cal draws" in calling.text


def test_a_place_that_is_covered_is_not_asked_for_any_more(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"))
    other, another = other_phone(app, address), other_phone(app, address)
    other.open(f"{address}?at=6-5/5")
    another.open(f"{address}?at=6-6/6")
    assert "Ana to play on 6-5" in other.text
    say(reader, {"by": "Ana", "play": "5-4"})

    look(other)
    look(another)

    assert "Ben to play on" not in other.text
    assert "Ben to play on 6-6" in another.text


def test_what_was_taken_back_is_told_and_a_question_does_not_outlive_it(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-5"), ("Ben", "6-1", "6-6/6"))
    other = other_phone(app, address)
    other.press("5-1")
    reader.press("Undo")

    look(other)

    assert "on which tile?" not in other.text
    assert "Meanwhile: taken back: Ben's 6-1" in other.text


def test_a_question_stays_when_a_slow_phone_asks_for_more_of_its_page(client):
    reader = Reader(client, htmx=True)
    prepare(
        reader, "traditional.mexican-train", ("Ana", "Ben"), [{"round": 1}, {"by": "Ana", "play": "12-12"}]
    )
    reader.press("12-11")
    asked = reader.text
    assert "on which train?" in asked

    reader.open(re.sub("here=[^&]*", "here=-lacks", reader.page.live))

    assert reader.text == asked


def test_a_phone_that_was_away_for_long_is_told_the_last_of_it(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    other = other_phone(app, address)
    for by, tile, *at in (("Ben", "6-5"), ("Ana", "5-5"), ("Ben", "6-1", "6-6/6"), ("Ana", "1-1")):
        say(reader, {"by": by, "play": tile, "at": at[0] if at else ""})

    other.press("6-4")

    assert other.status == 409
    assert "Meanwhile 4 entries, the latest: Ana lays 5-5 on 6-5. " in other.text
    assert "Ana lays 1-1 on 6-1. What you tapped was not saved." in other.text


# On real phones


SOON = 15_000  # ms: a second on a machine of one's own, with room for whatever else a test machine does


def two_phones(open_phone, variant=BLOCK, tiles=(), **switches):
    """A table on two phones."""
    thumb = Thumb(open_phone())
    plays = ({"by": by, "play": tile, **({"at": at[0]} if at else {})} for by, tile, *at in tiles)
    address = prepare(thumb, variant, ("Ana", "Ben"), [{"round": 1}, *plays], **switches)
    other = open_phone()
    other.goto(address)
    return thumb, other


def test_four_phones_see_each_tile_within_a_second_or_so(open_phone):
    thumb, *others = two_phones(open_phone)
    others += [open_phone(), open_phone()]
    for each in others[1:]:
        each.goto(thumb.address)
    for each in others:
        asks = re.search(r"every (\d+)ms", each.locator("#live").get_attribute("hx-trigger") or "")
        assert asks
        assert int(asks[1]) <= 1000
    for by, tile in (("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-4")):
        say(thumb, {"by": by, "play": tile})
        for each in others:
            expect(each.locator(f'.layout .last[data-tile="{tile}"], .words .head')).to_contain_text(
                tile, timeout=SOON
            )


def test_a_number_chosen_a_place_in_the_list_and_a_reason_unfolded_survive_the_news(open_phone):
    thumb, other = two_phones(open_phone, tiles=())
    say(thumb, {"by": "Ana", "play": "6-6"})
    expect(other.get_by_role("heading", name="Ben to play")).to_be_visible(timeout=SOON)
    other.locator(".why summary").click()
    other.locator("#k-5-4").focus() if other.locator("#k-5-4").count() else None
    focused = other.evaluate("document.activeElement.outerHTML.slice(0, 40)")
    say(thumb, {"by": "Ben", "draw": 1})
    expect(other.locator(".words .head")).to_have_text("Ben draws 1 tile", timeout=SOON)

    expect(other.locator(".why[open]")).to_have_count(1)
    assert other.evaluate("document.activeElement.outerHTML.slice(0, 40)") == focused


def test_pips_that_are_being_typed_are_not_lost(open_phone):
    thumb = Thumb(open_phone())
    address = prepare(
        thumb,
        "edge.block",
        ("Ana", "Ben", "Cal"),
        [{"round": 1}, {"by": "Ana", "play": "6-6"}],
        hand_size="1",
    )
    other = open_phone()
    other.goto(f"{address}?hand=Cal&pips=1")
    other.get_by_label("Pips in Cal's 1 tile").fill("9")
    say(thumb, {"by": "Ben", "hand": ["5-4"]})

    expect(other.get_by_text("Meanwhile: Ben")).to_be_visible(timeout=SOON)
    expect(other.locator("#pips")).to_have_value("9")
    expect(other.locator("#pips")).to_be_focused()


def test_who_was_chosen_stays_chosen(open_phone):
    thumb, other = two_phones(open_phone, FIVES, [("Ana", "6-6"), ("Ben", "6-3")])
    other.get_by_role("link", name="Muggins").click()
    expect(other.get_by_role("heading", name="Muggins on 6-6")).to_be_visible()
    other.locator('input[name="by"][type="radio"]').first.check(force=True)
    say(thumb, {"by": "Ana", "draw": 1})

    expect(other.get_by_text("Meanwhile: Ana draws")).to_be_visible(timeout=SOON)
    expect(other.locator('input[name="by"]').first).to_be_checked()
    expect(other.get_by_role("heading", name="Muggins on 6-6")).to_be_visible()


def test_nothing_moves_under_a_finger(open_phone):
    thumb, other = two_phones(open_phone, tiles=[("Ana", "6-6")])
    box = box_of(other.get_by_role("button", name="Pass"))
    other.mouse.move(box["x"] + 5, box["y"] + 5)
    other.mouse.down()
    say(thumb, {"by": "Ben", "play": "6-5"})
    other.wait_for_timeout(2_000)
    expect(other.locator(".turn")).to_contain_text("Ben to play")
    other.mouse.move(5, 200)
    other.mouse.up()

    expect(other.get_by_role("heading", name="Ana to play")).to_be_visible(timeout=SOON)


ANSWERS = """
document.addEventListener('htmx:beforeOnLoad', (event) => {
  if (event.target.id === 'outbox') window.answers = (window.answers || 0) + 1;
});
"""


def test_a_tap_is_taken_though_the_answer_to_the_one_before_comes_under_the_finger(open_phone, server):
    phone = open_phone(base_url=server.local_url, has_touch=False, is_mobile=False)
    phone.add_init_script(ANSWERS)
    address = prepare(Thumb(phone), BLOCK, ("Ana", "Ben"), [{"round": 1}, {"by": "Ana", "play": "6-6"}])
    held = []
    phone.route(f"**{address}", lambda route: route.continue_() if held else held.append(route))
    phone.locator('.picker button[value="6-4"]').click()
    expect(phone.locator(".layout .tile.waits")).to_have_count(1)
    phone.locator('.picker button[value="6-3"]').hover()
    phone.mouse.down()
    until(phone, "document.activeElement.value === '6-3'")

    held[0].continue_()
    until(phone, "window.answers > 0")
    phone.mouse.up()

    expect(phone.get_by_role("heading", name="Ben to play")).to_be_visible()
    expect(phone.locator(".layout .tile.waits")).to_have_count(0)
    assert [body.get("play") for body in book_of(server, address).values()][1:] == ["6-6", "6-4", "6-3"]


# When news comes, the clock of the page stands still a tenth of a second later, however long the test takes.
STAND_STILL = """
document.addEventListener('referee:news', () => {
  window.changedAt = performance.now();
  performance.now = () => window.changedAt + 100;
}, { once: true })
"""


def test_a_tap_aimed_at_what_stood_there_before_is_not_taken(open_phone):
    thumb, other = two_phones(open_phone, tiles=[("Ana", "6-6")])
    box = box_of(other.locator('.tray button[name="draw"]'))
    other.mouse.move(box["x"] + 20, box["y"] + 20)
    other.evaluate(STAND_STILL)
    say(thumb, {"by": "Ben", "play": "6-5"})
    until(other, "window.changedAt")
    other.mouse.down()
    other.mouse.up()

    expect(other.get_by_text("The table has just changed. Look, then tap again.")).to_be_visible()
    other.evaluate("delete performance.now")
    until(other, "performance.now() - window.changedAt > 400")
    other.locator('.tray button[name="draw"]').click()
    expect(other.locator(".words .head")).to_have_text("Ana draws 1 tile")
    other.goto(f"{thumb.address}/log")
    expect(other.get_by_text("draws 1, 17 left")).to_be_visible()


def test_news_move_nothing_and_go_with_a_tap(open_phone):
    plays = [("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-5"), ("Ben", "6-1", "6-6/6")]
    thumb, other = two_phones(open_phone, tiles=plays)
    other.locator('.picker button[value="5-1"]').click()
    expect(other.get_by_text("on which tile?")).to_be_visible()
    boxes = "[...document.querySelectorAll('.scores, .area, .tray')].map(each => each.getBoundingClientRect().toJSON())"
    before = other.evaluate(boxes)
    say(thumb, {"by": "Ana", "play": "5-4"})

    told = other.get_by_text("The entry you had begun no longer fits.")
    expect(told).to_be_visible(timeout=SOON)
    assert other.evaluate(boxes) == before
    told.click()
    expect(told).to_have_count(0)


def test_a_phone_that_slept_catches_up_when_it_wakes(open_phone):
    thumb, other = two_phones(open_phone, tiles=[("Ana", "6-6")])
    hide = "value => Object.defineProperty(document, 'hidden', { value, configurable: true })"
    other.evaluate(hide, True)
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    other.wait_for_timeout(1_000)
    asked = []
    other.on("request", lambda request: asked.append(request.url))
    say(thumb, {"by": "Ben", "play": "6-5"})
    other.wait_for_timeout(1_500)
    assert asked == []

    other.evaluate(hide, False)
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(other.get_by_role("heading", name="Ana to play")).to_be_visible(timeout=SOON)


def test_a_phone_that_gets_no_answer_says_since_when(open_phone):
    _, other = two_phones(open_phone, tiles=[("Ana", "6-6")])
    silent = []

    def hold(route):
        silent.append(route)

    other.route("**/live*", hold)

    expect(other.get_by_text("No news since")).to_be_visible(timeout=20_000)
    other.set_viewport_size(SMALL)
    assert other.locator("#offline b").evaluate("each => each.scrollWidth <= each.clientWidth")
    for route in silent:
        route.abort()
    other.unroute("**/live*")
    expect(other.locator("#offline")).to_be_hidden(timeout=20_000)


def test_two_call_muggins_at_once_and_one_gets_it(open_phone):
    thumb = Thumb(open_phone())
    plays = (
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-3"},
        {"by": "Cal", "play": "6-1", "at": "6-6/6"},
    )
    address = prepare(thumb, FIVES, ("Ana", "Ben", "Cal"), [{"round": 1}, *plays])
    callers = {"Ana": open_phone(), "Cal": open_phone()}
    for name, phone in callers.items():
        phone.goto(address)
        phone.get_by_role("link", name="Muggins").click()
        phone.locator(f'input[type="radio"][name="by"][value="{name}"]').check(force=True)
        without_news(phone)  # neither sees the other's call before its own
    tap = "document.querySelector('button[name=muggins][value=\"15\"]').click()"
    for phone in callers.values():
        phone.evaluate(f"window.setTimeout(() => {tap}, 100)")

    for phone in callers.values():
        expect(phone.locator("main")).to_contain_text(
            re.compile("Muggins! (Ana|Cal) takes the 15 Ben missed")
        )
    thumb.open(f"{address}/log")
    call = thumb.phone.locator("li.event", has_text="calls muggins")
    expect(call).to_have_count(1)
    first = call.locator("b").first.text_content()
    assert first in callers
    lost = f"“muggins 15” was not saved.Meanwhile: Muggins! {first} takes the 15 Ben missed."
    for name, phone in callers.items():
        told = [] if name == first else [f"{lost}All right"]
        expect(phone.locator("#outbox li")).to_have_text(told)
