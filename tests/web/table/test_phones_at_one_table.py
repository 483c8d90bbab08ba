"""Several phones at one table, in Chromium: they join by the code, see who is here, and lose a link at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.looking import SMALL, faults
from tests.web.sitting import prepare, set_up
from tests.web.touching import Thumb


@pytest.fixture
def owner(phone) -> Thumb:
    thumb = Thumb(phone)
    thumb.table = set_up(thumb.beforehand, "fundex2004.all-fives", ("Ana", "Ben", "Cal"))
    return thumb


def code_of(owner) -> str:
    owner.open(f"{owner.table}/share")
    return owner.phone.locator("p.short-code").inner_text()


def test_the_pages_of_joining_fit_a_small_phone_and_are_named_for_a_screen_reader(owner, open_phone):
    code = code_of(owner)
    guest = open_phone(viewport=SMALL)
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
        if wrong := faults(guest, "button, main a, summary"):
            seen[address] = wrong

    assert seen == {}


ONE_LINE = """() => [...document.querySelectorAll(".party .name")].map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return [each.textContent, range.getClientRects().length];
})"""


def test_four_long_names_stand_on_one_line_each_on_a_small_phone(open_phone):
    names = ("Maximiliana", "Bartolomeo", "Concepción", "Guadalupe")
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(thumb, "fundex2004.block-draw", names, [{"round": 1}])

    assert thumb.phone.evaluate(ONE_LINE) == [[each, 1] for each in names]


# The names that are broken or cut off.
BROKEN = """what => [...document.querySelectorAll(what)].filter((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return range.getClientRects().length > 1 || each.scrollWidth > each.clientWidth;
}).map((each) => each.textContent)"""


@pytest.mark.parametrize(
    ("variant", "opened"),
    [
        ("traditional.forty-two", {"round": 1, "opener": "Alejandra"}),
        ("traditional.mexican-train", {"round": 1}),
        ("traditional.chickenfoot", {"round": 1}),
    ],
)
def test_no_name_of_nine_letters_is_broken_or_cut_off_on_a_small_phone(open_phone, variant, opened):
    names = ("Alejandra", "Bernardo", "Cristóbal", "Ramiro")
    phone = open_phone(viewport=SMALL)
    prepare(Thumb(phone), variant, names, [opened])
    own = ".lane:has(.score) .name, .who-lays .main, .who-sits"
    assert phone.evaluate(BROKEN, own) == []
    phone.goto("/")
    if variant != "traditional.forty-two":
        assert phone.evaluate(BROKEN, ".party .name") == []


def test_a_phone_that_joins_shows_on_the_others_and_disturbs_no_half_made_entry(owner, open_phone):
    code = code_of(owner)
    owner.open(owner.table)
    owner.press("The tiles are dealt")
    owner.press("6-6")
    guest = Thumb(open_phone())
    guest.open("/join")
    guest.press("Next", code=code)
    guest.press("Cal")

    expect(owner.phone.get_by_label("2 phones here: Cal and 1 keeps score")).to_be_visible()
    expect(owner.phone.get_by_text("Who laid it?")).to_be_visible()


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
    guest.goto(re.sub(r"^http://[^/]*", "", watch.locator(".url a").first.get_attribute("href")))

    watch.get_by_role("button", name="Withdraw it").click()

    expect(guest.get_by_role("heading", name="There is no such page")).to_be_visible()
