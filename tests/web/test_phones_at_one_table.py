"""Several phones at one table, in Chromium: they join by the code, see who is here, and lose a link at once."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.sitting import set_up
from tests.web.touching import Thumb

SMALL = {"width": 360, "height": 640}


@pytest.fixture
def owner(phone) -> Thumb:
    thumb = Thumb(phone)
    thumb.table = set_up(thumb, "fundex2004.all-fives", ("Ana", "Ben", "Cal"))
    return thumb


def code_of(owner) -> str:
    owner.open(f"{owner.table}/share")
    return owner.phone.locator("p.short-code").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_joining_fit_a_small_phone_and_are_named_for_a_screen_reader(owner, open_phone, scheme):
    code = code_of(owner)
    guest = open_phone(viewport=SMALL, color_scheme=scheme)
    guest.context.add_cookies(owner.phone.context.cookies())
    seen = {}
    for address in (
        "/join",
        "/join?code=QQQQQQ",
        f"/join?code={code.replace(' ', '')}",
        f"{owner.table}/share",
    ):
        guest.goto(address)
        for fold in guest.locator("details.fold summary").all():
            fold.click()
        wide = guest.evaluate("document.documentElement.scrollWidth > innerWidth")
        low = guest.locator("button:visible, main a:visible, summary:visible").evaluate_all(
            "found => found.filter(each => each.getBoundingClientRect().height < 44).map(each => each.outerHTML)"
        )
        problems = [each["id"] for each in Axe().run(guest).response["violations"]]
        seen[address] = (wide, low, problems)

    assert seen == dict.fromkeys(seen, (False, [], []))


def test_a_phone_that_joins_shows_on_the_others_and_disturbs_no_half_made_entry(owner, open_phone):
    code = code_of(owner)
    owner.open(owner.table)
    owner.press("The tiles are dealt")
    owner.pick("by", "Ben")
    guest = Thumb(open_phone())
    guest.open("/join")
    guest.press("Next", code=code)
    guest.press("Cal")

    expect(owner.phone.get_by_label("2 phones here: Cal and 1 keeps score")).to_be_visible()
    expect(owner.phone.locator('input[name="by"][value="Ben"]')).to_be_checked()


def test_a_seat_lays_its_tile_and_the_other_phones_see_it(owner, open_phone):
    code = code_of(owner)
    owner.open(owner.table)
    guest = Thumb(open_phone())
    guest.open("/join")
    guest.press("Next", code=code)
    guest.press("Ben")
    guest.press("The tiles are dealt")
    guest.press("6-6")

    owner.wait_for("Cal to play")
    assert guest.buttons("key") == []


def test_a_phone_whose_link_was_withdrawn_is_told_so_without_being_touched(owner, open_phone):
    owner.open(f"{owner.table}/share")
    watch = owner.phone.locator("#link-watch")
    watch.locator("summary").click()
    guest = open_phone()
    guest.goto(re.sub(r"^http://[^/]*", "", watch.locator(".url a").get_attribute("href")))

    watch.get_by_role("button", name="Withdraw it").click()

    expect(guest.get_by_role("heading", name="There is no such page")).to_be_visible()
