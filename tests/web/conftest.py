"""Who looks at the pages: with a screen, or without one."""

from __future__ import annotations

import pytest

from tests.web.reading import Reader
from tests.web.touching import Thumb


@pytest.fixture
def reader(client) -> Reader:
    """A reader of pages without a screen, whose posts are answered by the part of the page that changes."""
    return Reader(client, htmx=True)


@pytest.fixture
def thumb(phone) -> Thumb:
    """A thumb on a phone, 390 by 844."""
    return Thumb(phone)
