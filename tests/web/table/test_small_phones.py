"""The table on the smallest phone: nothing covers anything else, and nothing is cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.looking import SMALL
from tests.web.sitting import prepare
from tests.web.touching import Thumb

FOUR = ("Ana", "Ben", "Cal", "Dan")
LAID = [{"round": 1}, {"by": "Ben", "play": "6-6"}, {"by": "Cal", "play": "6-5"}]


@pytest.fixture
def thumb(open_phone) -> Thumb:
    return Thumb(open_phone(viewport=SMALL))


def test_claims_do_not_cover_the_ring_of_seats(thumb):
    prepare(thumb, "fundex2004.all-fives", FOUR, LAID[:1], paired="yes")
    expect(thumb.phone.locator(".seat-ring")).to_be_visible()
    prepare(thumb, "fundex2004.all-fives", FOUR, LAID, paired="yes")

    expect(thumb.phone.locator(".calls .button")).to_have_count(2)
    expect(thumb.phone.locator(".seat-ring")).to_be_hidden()
