"""Fixtures for reading pages with a browser and without one."""

import pytest

from tests.web.reading import Reader
from tests.web.touching import Thumb


@pytest.fixture
def reader(client) -> Reader:
    """A reader without a browser, whose posts are answered with only the part of the page that changes (htmx)."""
    return Reader(client, htmx=True)


@pytest.fixture
def thumb(phone) -> Thumb:
    """A thumb on a phone, 390 by 844."""
    return Thumb(phone)
