"""A bad connection loses nothing: what was tapped waits on the phone, is sent in order, and counts once."""

import re

import pytest
from playwright.sync_api import expect

from tests.trick_players import NAMES
from tests.web.beforehand import tables_of
from tests.web.reading import HTMX, Reader
from tests.web.sitting import links_of, prepare, say, set_up
from tests.web.table.test_tricks_page import FORTY_TWO, SIXES
from tests.web.touching import Thumb, box_of

BLOCK = "fundex2004.block-draw"


def sit(client, *tiles, game=BLOCK):
    reader = Reader(client, htmx=True)
    address = set_up(reader, game, ("Ana", "Ben"))
    say(reader, {"round": 1})
    for by, tile in tiles:
        say(reader, {"by": by, "play": tile})
    return reader, address


def tapped(reader, key, /, *, after="", **said):
    """The form of the page as a phone sends it that has something tapped, perhaps `after` a form that waits."""
    fields = dict(reader.page.forms[0].fields.items())
    fields |= {"key": key, **{name: str(value) for name, value in said.items()}}
    if after:
        fields["after"] = after
        fields.pop("by", None)
    return fields


def log_of(client, address):
    return Reader(client).open(f"{address}/log").text


# What the server makes of a form that follows another one


def test_a_tap_that_follows_one_on_its_way_is_judged_at_the_table_after_it(client):
    reader, address = sit(client, ("Ana", "6-6"))
    first = tapped(reader, "first-key", play="6-4")
    second = tapped(reader, "second-key", play="4-3", after="first-key")

    answers = [client.post(address, data=each, headers=HTMX) for each in (first, second)]

    assert [each.headers["Referee-Entry"] for each in answers] == ["written", "written"]
    assert "Ana lays 4-3 on 6-4" in answers[1].text


def test_what_follows_is_said_by_the_player_then_to_act(client):
    reader, address = sit(client, ("Ana", "6-6"))

    client.post(address, data=tapped(reader, "first-key", draw=1), headers=HTMX)
    client.post(address, data=tapped(reader, "second-key", after="first-key", play="6-4"), headers=HTMX)

    assert "Ben draws 1" in log_of(client, address)
    assert "Ben on 6-6" in log_of(client, address)


def test_what_follows_something_that_was_not_written_down_is_not_either(client):
    reader, address = sit(client, ("Ana", "6-6"))
    first = client.post(address, data=tapped(reader, "first-key", play="5-4"), headers=HTMX)
    assert first.headers["Referee-Entry"] == "asked"

    second = client.post(
        address, data=tapped(reader, "second-key", after="first-key", play="6-4"), headers=HTMX
    )

    assert second.status_code == 409
    assert second.headers["Referee-Entry"] == "late"
    assert "What you tapped before was not saved, so this was not either." in second.text
    assert "6-4" not in log_of(client, address)


def test_what_follows_is_late_where_somebody_else_came_between(client, app):
    reader, address = sit(client, ("Ana", "6-6"))
    waiting = tapped(reader, "second-key", after="first-key", play="5-4")
    client.post(address, data=tapped(reader, "first-key", play="6-4"), headers=HTMX)
    other = Reader(app.test_client(), htmx=True)
    other.open(address)
    say(other, {"by": "Ana", "draw": 1})

    answer = client.post(address, data=waiting, headers=HTMX)

    assert answer.status_code == 409
    assert "Meanwhile: Ana draws" in answer.text
    assert "lays 6-4" not in answer.text[answer.text.index("Meanwhile") :].split("</p>")[0]


def claimed_late(client, app, said, **call):
    """A call on Ben's 5-0 that was made before another phone said something, and sent after it; its answer, and again."""
    reader, address = sit(client, ("Ana", "5-5"), ("Ben", "5-0"), game="fundex2004.all-fives")
    waiting = tapped(reader, "call-key", **call)
    other = Reader(app.test_client(), htmx=True)
    other.open(address)
    for event in said:
        say(other, event)
    answers = [client.post(address, data=waiting, headers=HTMX) for _ in range(2)]
    assert answers[0].headers["Referee-Entry"] == answers[1].headers["Referee-Entry"]
    return answers[0], log_of(client, address)


def test_a_claim_counts_although_others_drew_before_it_was_sent(client, app):
    answer, log = claimed_late(client, app, [{"by": "Ana", "draw": 1}] * 2, by="Ben", claim=10)

    assert answer.headers["Referee-Entry"] == "written"
    assert log.count("claims 10") == 1


@pytest.mark.parametrize("points", [10, 5], ids=["right", "wrong"])
def test_a_claim_is_too_late_if_the_next_tile_was_laid_before_it_was_sent(client, app, points):
    answer, log = claimed_late(client, app, [{"by": "Ana", "play": "5-4"}], by="Ben", claim=points)

    assert answer.headers["Referee-Entry"] == "late"
    told = re.search(r'class="told">(.*?)</span>', answer.text)[1]
    assert told == "Meanwhile: Ana lays 5-4 on 5-5. It is too late to claim."
    assert "claims" not in log


def test_muggins_that_two_phones_call_counts_once(client, app):
    called = {"by": "Ben", "muggins": 5}
    answer, log = claimed_late(client, app, [called], **called)

    assert answer.headers["Referee-Entry"] == "late"
    assert log.count("Ben calls") + log.count("Muggins!") <= 1


def test_a_chain_sent_again_from_its_beginning_counts_once(client):
    reader, address = sit(client, ("Ana", "6-6"))
    chain = [
        tapped(reader, "first-key", draw=1),
        tapped(reader, "second-key", after="first-key", draw=1),
        tapped(reader, "third-key", after="second-key", play="6-4"),
    ]

    answers = [client.post(address, data=each, headers=HTMX) for each in (*chain, *chain)]

    assert {each.headers["Referee-Entry"] for each in answers} == {"written"}
    assert "draws 2, 16 left" in log_of(client, address)
    assert log_of(client, address).count("on 6-6") == 1


def test_a_key_of_another_table_is_nothing_to_follow(client, app):
    reader, address = sit(client, ("Ana", "6-6"))
    client.post(address, data=tapped(reader, "first-key", play="6-4"), headers=HTMX)
    other, there = sit(app.test_client(), ("Ana", "6-6"))

    answer = other.client.post(
        there, data=tapped(other, "second-key", after="first-key", play="6-4"), headers=HTMX
    )

    assert answer.status_code == 409


# The phone


def begin(thumb, *tiles):
    plays = ({"by": by, "play": tile} for by, tile in tiles)
    return prepare(thumb, BLOCK, ("Ana", "Ben"), [{"round": 1}, *plays])


def tap(phone, name):
    """Tap a button whose answer may not come."""
    phone.get_by_role("button", name=name).first.click()


def waits(phone, words):
    return phone.locator("#outbox li").filter(has_text=words)


def ruling(phone):
    """What the referee has ruled last; what lies there ahead of the answer is none."""
    return phone.locator(".words:not(.waits) .head")


def take_back(phone, tile):
    """Take back one of what waits; where it lies on the layout, the line that says how much waits opens the list."""
    row = waits(phone, f"Not sent yet: {tile}.")
    expect(row).to_be_attached()
    if not row.is_visible():
        phone.locator("#offline").click()
    row.get_by_role("button", name="Take it back").click()


def offline(phone, off=True):
    phone.context.set_offline(off)


def test_a_tile_laid_offline_survives_a_sleeping_phone_and_counts_once(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"))
    offline(phone)
    tap(phone, "6-4")
    expect(waits(phone, "Not sent yet: 6-4.")).to_contain_text("Trying again.")
    expect(phone.get_by_text("No connection")).to_be_visible()

    phone.close()  # the browser ends its pages when a phone sleeps for long
    page = phone.context.new_page()
    offline(phone, off=False)
    page.goto(address)

    expect(ruling(page)).to_have_text("Ben lays 6-4")
    expect(page.locator("#outbox")).to_be_hidden()
    page.goto(f"{address}/log")
    expect(page.locator("li.event", has_text="on 6-6")).to_have_count(1)


def test_two_tiles_laid_offline_go_in_order(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"))
    offline(phone)
    tap(phone, "6-4")
    expect(waits(phone, "Not sent yet: 6-4.")).to_be_attached()
    tap(phone, re.compile("^4-3"))
    expect(waits(phone, "Not sent yet: 4-3.")).to_contain_text("It goes after the one above.")

    offline(phone, off=False)

    expect(ruling(phone)).to_have_text("Ana lays 4-3")
    expect(phone.locator("#outbox")).to_be_hidden()
    phone.goto(f"{address}/log")
    expect(phone.locator("li.event", has_text="on 6-")).to_have_count(2)


def test_what_waits_can_be_taken_back(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    begin(thumb, ("Ana", "6-6"))
    offline(phone)
    tap(phone, "6-4")
    expect(waits(phone, "6-4")).to_be_attached()
    take_back(phone, "6-4")
    expect(waits(phone, "Taking back: 6-4.")).to_contain_text("The referee is asked first.")
    tap(phone, "6-5")

    offline(phone, off=False)

    expect(ruling(phone)).to_have_text("Ben lays 6-5")
    expect(phone.locator("#outbox")).to_be_hidden()


def test_a_tile_that_is_tapped_again_while_the_answer_takes_long_counts_once(open_phone):
    phone = open_phone()
    address = begin(Thumb(phone), ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "6-4"))
    held = []
    phone.route(f"**{address}", lambda route: route.continue_() if held else held.append(route))
    key = phone.locator('.picker button[value="5-4"]')
    key.click()
    expect(waits(phone, "5-4")).to_be_visible()  # a second later
    key.click()
    held[0].continue_()

    expect(phone.get_by_text("on which tile?")).to_be_visible()
    expect(phone.locator("#outbox")).to_be_hidden()


def test_an_entry_that_comes_too_late_is_told_what_happened(open_phone):
    phone, other = open_phone(), open_phone()
    address = begin(Thumb(phone), ("Ana", "6-6"))
    other.goto(address)
    offline(phone)
    tap(phone, "6-4")
    expect(waits(phone, "6-4")).to_be_attached()
    say(Thumb(other), {"by": "Ben", "play": "6-5"})

    offline(phone, off=False)

    fate = waits(phone, "“6-4” was not saved.")
    expect(fate).to_contain_text("Meanwhile: Ben lays 6-5 on 6-6.")
    expect(phone.get_by_role("heading", name="Ana to play")).to_be_visible()
    phone.reload()
    *choices, words = (
        box_of(each)
        for each in (
            *fate.get_by_role("button", name=re.compile("Enter it now|Leave it out")).all(),
            fate.locator("> span"),
        )
    )
    assert [each["y"] > words["y"] + words["height"] for each in choices] == [True, True]
    assert choices[0]["y"] == choices[1]["y"]
    assert choices[1]["x"] + choices[1]["width"] <= phone.viewport_size["width"]
    fate.get_by_role("button", name="Leave it out").click()
    expect(phone.locator("#outbox")).to_be_hidden()


def test_next_round_that_another_phone_tapped_first_is_dealt_and_nothing_is_told(open_phone):
    phone, other = open_phone(), open_phone()
    address = prepare(Thumb(phone), BLOCK, ("Ana", "Ben"))
    other.goto(address)
    offline(phone)
    tap(phone, "The tiles are dealt")
    expect(waits(phone, "The tiles are dealt")).to_be_attached()
    Thumb(other).press("The tiles are dealt")

    offline(phone, off=False)

    expect(phone.get_by_role("heading", name="Whose double is highest?")).to_be_visible()
    expect(phone.locator("#outbox")).to_be_hidden()
    assert not waits(phone, "not saved").count()


def test_a_hand_is_shown_tile_by_tile_without_a_connection(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    events = [{"by": "Ana", "play": "6-6"}, {"by": "Ben", "pass": True}, {"by": "Ana", "play": "6-5"}]
    prepare(thumb, "edge.block", ("Ana", "Ben"), [{"round": 1}, *events], hand_size="2")
    offline(phone)
    tap(phone, "3-3")
    expect(waits(phone, "3-3")).to_be_attached()
    tap(phone, "2-1")
    expect(waits(phone, "3-3, 2-1")).to_be_visible()

    offline(phone, off=False)

    expect(phone.get_by_role("heading", name="Ana takes 9")).to_be_visible()


def test_a_tap_that_is_refused_by_a_busy_server_is_sent_again(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    begin(thumb, ("Ana", "6-6"))
    failing = {"left": 2}

    def answer(route):
        if route.request.method != "POST" or not failing["left"]:
            route.fallback()
            return
        failing["left"] -= 1
        told = '<div role="alert"><h1 class="verdict">The disk is full</h1></div>' if failing["left"] else ""
        route.fulfill(status=(429, 503)[failing["left"]], body=told, headers={"Retry-After": "1"})

    phone.route("**/t/*", answer)
    tap(phone, "6-4")

    expect(waits(phone, "6-4")).to_contain_text("The referee cannot take it just now. The disk is full.")
    expect(ruling(phone)).to_have_text("Ben lays 6-4")
    assert failing["left"] == 0


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@pytest.mark.parametrize("names", [("Ana", "Ben"), ("Ana", "Ben", "Cal", "Dan", "Eve")])
def test_a_tile_that_a_busy_server_refused_covers_no_scores_and_a_tap_tells_why(open_phone, size, names):
    phone = open_phone(viewport=dict(zip(("width", "height"), size, strict=True)))
    prepare(Thumb(phone), "hasbro2003.draw", names, ({"round": 1}, {"by": "Ana", "play": "6-6"}))
    full = '<div role="alert"><h1 class="verdict">The disk is full</h1></div>'
    refusal = {"status": 503, "body": full, "headers": {"Retry-After": "1"}}
    phone.route(
        "**/t/*",
        lambda route: route.fulfill(**refusal) if route.request.method == "POST" else route.fallback(),
    )
    tap(phone, "6-5")

    why = waits(phone, "The referee cannot take it just now. The disk is full.")
    line = phone.locator("#offline")
    expect(line).to_have_text("1 move waits not taken yet")
    expect(why).to_be_hidden()
    over = box_of(line)
    for each in (*phone.locator(".party").all(), phone.locator(".area"), phone.locator(".top-links")):
        box = box_of(each)
        assert box["y"] >= over["y"] + over["height"] or box["x"] >= over["x"] + over["width"]
    line.click()
    expect(why).to_be_visible()


def test_what_waits_for_a_link_that_was_withdrawn_covers_no_scores_of_the_next_table_and_can_be_put_away(
    phone,
):
    thumb = Thumb(phone)
    link = links_of(thumb.beforehand, begin(thumb, ("Ana", "6-6")))["keep"]
    thumb.open(link)
    offline(phone)
    tap(phone, "6-4")
    expect(waits(phone, "Not sent yet: 6-4.")).to_be_attached()
    with tables_of(thumb) as store:
        store.links.revoke(store.open(link.removeprefix("/t/")).table.id, "keep")
    offline(phone, off=False)
    begin(thumb, ("Ana", "6-6"))

    line, waiting = phone.locator("#offline"), waits(phone, "The link does not open the table now.")
    expect(line).to_have_text("1 move waits not taken yet")
    expect(waiting).to_be_hidden()
    line.click()
    waiting.get_by_role("button", name="Take it back").click()
    phone.get_by_role("button", name="All right").click()
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(line).to_be_hidden()


def test_an_answer_that_was_lost_on_the_way_does_no_harm(open_phone, server):
    phone = open_phone(base_url=server.local_url, service_workers="block")
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"))
    lost = []

    def answer(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.fallback()

    phone.route("**/t/*", answer)
    tap(phone, re.compile("^Draw"))

    expect(ruling(phone)).to_have_text("Ben draws 1 tile")
    expect(phone.locator("#outbox")).to_be_hidden()
    phone.goto(f"{address}/log")
    expect(phone.get_by_text("draws 1, 17 left")).to_be_visible()


def test_a_double_tap_is_one_tap(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"))
    draw = phone.get_by_role("button", name=re.compile("^Draw"))
    draw.evaluate("button => { button.click(); button.click(); }")

    expect(ruling(phone)).to_have_text("Ben draws 1 tile")
    phone.goto(f"{address}/log")
    expect(phone.get_by_text("draws 1, 17 left")).to_be_visible()


def test_a_form_that_outlived_its_cookie_is_delivered(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    begin(thumb, ("Ana", "6-6"))
    offline(phone)
    tap(phone, "6-4")
    expect(waits(phone, "6-4")).to_be_attached()
    phone.context.clear_cookies()

    offline(phone, off=False)

    expect(ruling(phone)).to_have_text("Ben lays 6-4")


def test_an_answer_of_two_lines_waits_under_its_first(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    prepare(thumb, FORTY_TWO, NAMES, SIXES)
    thumb.follow("End the round")
    thumb.follow("Concede")
    offline(phone)
    tap(phone, "Ben & Dan concede")
    expect(waits(phone, "Not sent yet: Ben & Dan concede.")).to_be_attached()
    expect(phone.locator(".words.waits .head")).to_have_text("Ben & Dan concede")


def test_a_correction_in_the_list_waits_too(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"), ("Ben", "6-4"))
    phone.goto(f"{address}/log/3")
    phone.get_by_role("link", name="Take back to here").click()
    expect(phone.get_by_role("button", name="Take back to here")).to_be_visible()
    offline(phone)
    tap(phone, "Take back to here")
    expect(waits(phone, "Not sent yet: Take back to here.")).to_be_visible()

    offline(phone, off=False)

    expect(phone).to_have_url(re.compile(f"{address}$"))
    phone.goto(f"{address}/log")
    expect(phone.get_by_text("taken back")).to_be_visible()
