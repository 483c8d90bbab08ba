"""A real picture on a phone: the eyes read a generated scene, the phone shows it under what they read."""

import re

import pytest
from playwright.sync_api import Page, expect

from referee import camera
from tests.camera.laid import as_jpeg, picture_of
from tests.web.looking import SMALL, faults
from tests.web.table.test_camera import at_the_end
from tests.web.touching import Thumb, box_of, until

pytestmark = pytest.mark.skipif(not camera.is_available(), reason="numpy is not here")
SPOTS = (
    (-2, -2, -14),
    (0.8, -2.9, 9),
    (2.4, -0.8, 72),
    (-1.2, 0.6, 25),
    (1.3, 1.7, -33),
    (-2.3, 3.2, 5),
    (2.2, 3.6, 60),
)


def taken(phone: Page, tmp_path) -> tuple[dict[str, object], Page]:
    """A hand that lies on a table, and the phone after its picture."""
    thumb = Thumb(phone)
    address, (hand, _) = at_the_end(thumb.beforehand)
    lying = [(*spot, name) for spot, name in zip(SPOTS, sorted(hand["hand"]), strict=False)]
    (tmp_path / "hand.jpg").write_bytes(as_jpeg(picture_of(lying, seed=6, long=150)))
    thumb.open(f"{address}?hand={hand['by']}")
    phone.locator('input[type="file"]').set_input_files(tmp_path / "hand.jpg")
    return hand, phone


def test_the_page_that_takes_pictures_opens_without_a_connection_and_no_script_fails(open_phone, server):
    phone = open_phone(base_url=server.local_url)
    thumb = Thumb(phone)
    address, (hand, _) = at_the_end(thumb.beforehand)
    thumb.open(address)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    thumb.open(f"{address}?hand={hand['by']}")
    until(phone, "navigator.serviceWorker.controller !== null")
    phone.locator(".picker button").first.click()
    expect(phone.get_by_role("heading", name="1 shown")).to_be_visible()
    expect(phone.locator('script.more[src*="camera"]')).to_be_attached()
    phone.wait_for_timeout(800)  # the page is kept
    phone.context.set_offline(True)
    failed: list[str] = []
    phone.on("pageerror", lambda error: failed.append(str(error)))

    phone.reload()

    expect(phone.locator('script.more[src*="camera"]')).to_be_attached()
    assert failed == []


def test_a_hand_is_read_from_a_picture_looked_at_and_counted_on_a_phone(phone, tmp_path):
    hand, _ = taken(phone, tmp_path)
    number = len(hand["hand"])
    expect(phone.locator(".photo image")).to_have_attribute(
        "href", re.compile("^data:image/jpeg"), timeout=30_000
    )
    expect(phone.locator(".photo foreignObject")).to_have_count(number)
    assert faults(phone) == []
    first = phone.locator(".photo button").first
    was = first.inner_text().removesuffix("?")
    first.click()
    expect(phone.get_by_role("heading", name="Which tile is this?")).to_be_visible()
    expect(phone.locator(".photo image")).to_have_attribute("href", re.compile("^data:"))  # it is still there
    phone.locator(".picker button").last.click()
    expect(first).not_to_have_text(was)
    first.click()
    phone.locator(f'.picker button[value="{was}"]').click()
    expect(first).to_have_text(was)
    first.click()
    expect(phone.get_by_role("heading", name="Which tile is this?")).to_be_visible()
    phone.set_viewport_size(SMALL)
    assert faults(phone) == []
    for each in phone.locator(".photo foreignObject").all():
        assert box_of(each)["y"] < box_of(phone.locator(".checking .tray"))["y"]
    shown = set(phone.locator(".read-row button").evaluate_all("all => all.map(each => each.ariaLabel)"))
    assert shown == {"-".join(sorted(name.split("-"), reverse=True)) for name in hand["hand"]}
    phone.get_by_role("button", name=re.compile("^Count")).click()
    expect(phone.locator(".hand-row", has_text=hand["by"]).locator(".held-tile")).to_have_count(number)
    assert phone.evaluate("document.querySelector('.photo') === null")


def test_without_scripts_the_form_posts_the_file_and_the_drawing_stands_alone(open_phone, tmp_path):
    phone = open_phone(java_script_enabled=False)
    hand, _ = taken(phone, tmp_path)
    phone.locator("noscript button").click()
    expect(phone.locator(".photo polygon.halo")).to_have_count(len(hand["hand"]), timeout=30_000)
    expect(phone.locator(".photo image")).not_to_have_attribute("href", re.compile("."))
    phone.locator(".checking .main").click()
    expect(phone.locator(".hand-row", has_text=str(hand["by"])).locator(".held-tile")).to_have_count(
        len(hand["hand"])
    )
