"""What waits on a phone is taken back, while its form is on the way or its answer is lost; and answers that are none."""

import pytest
from playwright.sync_api import expect

from tests.web.sitting import say
from tests.web.table.test_outbox import begin, offline, ruling, take_back, tap, waits
from tests.web.touching import Held, Thumb, without_news

# As another page of the same phone might.
CHANGE = """() => {
    const name = Object.keys(localStorage).find((each) => each.startsWith("referee:out:"));
    localStorage.setItem(name, localStorage.getItem(name).replaceAll("6-4", "6-3"));
}"""


@pytest.fixture
def table(phone):
    """A table at which Ben has to play on 6-6, open on the phone."""
    return begin(Thumb(phone), ("Ana", "6-6"))


def test_what_is_taken_back_on_its_way_and_then_written_is_told_to_be_in_the_game(phone, table):
    held = Held(phone)
    tap(phone, "6-4")
    form = held.next()
    take_back(phone, "6-4")
    expect(waits(phone, "Taking back: 6-4.")).to_contain_text("The referee is asked first.")

    form.continue_()

    told = waits(phone, "“6-4” is in the game already.")
    expect(told).to_contain_text("If it should not count, undo it at the table.")
    expect(ruling(phone)).to_have_text("Ben lays 6-4")
    assert held.routes == []
    told.get_by_role("button", name="All right").click()
    expect(phone.locator("#outbox")).to_be_hidden()


def test_what_is_taken_back_on_its_way_and_then_refused_is_gone(phone, table):
    held = Held(phone)
    tap(phone, "5-4")
    form = held.next()
    take_back(phone, "5-4")

    form.continue_()

    expect(phone.locator("#table .no")).to_be_visible()
    expect(phone.locator("#outbox")).to_be_hidden()
    assert held.routes == []


def test_a_form_that_was_taken_back_is_not_sent_but_asked_for(phone, table):
    held = Held(phone)
    tap(phone, "6-4")
    form = held.next()
    take_back(phone, "6-4")
    form.abort()

    asked = held.next()
    sent = asked.request.post_data
    asked.continue_()

    assert "back=1" in sent
    assert "6-4" not in sent
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(phone.get_by_role("heading", name="Ben to play")).to_be_visible()


def test_an_answer_about_another_content_is_none_for_what_the_phone_keeps(phone, table):
    held = Held(phone)
    tap(phone, "6-4")
    form = held.next()
    phone.evaluate(CHANGE)
    form.continue_()
    held.next().continue_()

    told = waits(phone, "“6-3” was not saved.")
    expect(told).to_contain_text("An earlier tap was written down instead: Ben's 6-4.")
    expect(phone.get_by_role("heading", name="Ana to play")).to_be_visible()


def test_what_follows_an_entry_whose_key_belongs_to_another_is_not_written_either(phone, table):
    """Guards: the entry takes a key of its own, so that nothing follows the one that was written."""
    held = Held(phone)
    tap(phone, "6-4")
    form = held.next()
    phone.evaluate(CHANGE)
    tap(phone, "6-5")
    form.continue_()  # 6-4 is written down
    held.next().continue_()  # 6-3 is not
    held.next().continue_()  # and 6-5 was to follow that

    expect(waits(phone, "“6-3” was not saved.")).to_be_visible()
    expect(waits(phone, "“6-5” was not saved.")).to_contain_text("What you tapped before")


def test_whether_it_arrived_is_said_to_be_unknown_if_the_link_no_longer_opens_the_table(phone, table):
    held = Held(phone)
    tap(phone, "6-4")
    form = held.next()
    take_back(phone, "6-4")
    form.abort()

    held.next().fulfill(status=404, body="")

    told = waits(phone, "“6-4” may be in the game.")
    expect(told).to_contain_text("The link does not open the table now.")
    told.get_by_role("button", name="All right").click()
    expect(phone.locator("#outbox")).to_be_hidden()


def test_an_answer_that_the_referee_did_not_give_takes_nothing_from_the_phone(phone, table):
    held = Held(phone)
    tap(phone, "6-4")

    held.next().fulfill(status=200, content_type="text/html", body="<h1>Welcome to the hotel's network</h1>")

    expect(waits(phone, "Not sent yet: 6-4.")).to_contain_text("The referee did not take it.")
    held.next().continue_()
    expect(ruling(phone)).to_have_text("Ben lays 6-4")
    expect(phone.locator("#outbox")).to_be_hidden()


def test_a_correction_that_is_refused_after_its_page_was_left_is_told(phone, table):
    thumb = Thumb(phone)
    say(thumb, {"by": "Ben", "play": "6-4"})
    phone.goto(f"{table}/log/3")
    phone.get_by_role("link", name="Take back to here").click()
    expect(phone.get_by_role("button", name="Take back to here")).to_be_visible()
    offline(phone)
    tap(phone, "Take back to here")
    expect(waits(phone, "Not sent yet: Take back to here.")).to_be_visible()
    reader = thumb.beforehand
    reader.open(table)
    say(reader, {"by": "Ana", "play": "4-3"})
    phone.route("**/t/*", lambda route: route.fallback())
    offline(phone, off=False)

    expect(waits(phone, "“Take back to here” was not saved.")).to_contain_text("Meanwhile: Ana lays 4-3")


def test_what_comes_too_late_by_a_moment_stays_on_the_phone_until_it_is_read(phone, table):
    without_news(phone)
    reader = Thumb(phone).beforehand
    reader.open(table)
    say(reader, {"by": "Ben", "play": "6-5"})
    tap(phone, "6-4")

    told = waits(phone, "“6-4” was not saved.")
    expect(told).to_contain_text("Meanwhile: Ben lays 6-5 on 6-6.")
    phone.reload()
    told.get_by_role("button", name="Leave it out").click()
    expect(phone.locator("#outbox")).to_be_hidden()
