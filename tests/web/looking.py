"""What stands in somebody's way on a page in Chromium: a screen reader's, an eye's by day or by night, a thumb's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from axe_playwright_python.sync_playwright import Axe, AxeResults
from playwright.sync_api import Page

SMALL = {"width": 360, "height": 640}
# Light and dark differ in their colours only; the rest of the page is the same and was looked at by day.
BY_NIGHT = """axe.run({ runOnly: ["color-contrast"], resultTypes: ["violations"] })"""
# The names of what is tapped and smaller than a thumb's tip. A tile that lies on the layout has a second way that is
# large enough: its empty place among the tiles, or its row in the list.
TOO_SMALL = """
what => [...document.querySelectorAll(what)].filter(each => {
  if (each.closest("svg.layout")) return false;
  const box = each.getBoundingClientRect();
  return each.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 0
    && (box.height < 43.5 || box.width < 43.5);
}).map(each => each.ariaLabel || each.textContent.trim() || each.className)
"""
TAPPED = "main button, main a, main summary"


def faults(phone: Page, tapped: str = TAPPED) -> list[Any]:
    """Everything that is wrong with the page as it stands: by day, by night, in width, and in what is tapped."""
    found: list[Any] = []
    by_day = Axe().run(phone)
    if by_day.violations_count:
        found.append(by_day.generate_report())
    phone.emulate_media(color_scheme="dark")
    by_night = AxeResults(phone.evaluate(BY_NIGHT))
    if by_night.violations_count:
        found.append(f"by night: {by_night.generate_report()}")
    phone.emulate_media(color_scheme="light")
    if phone.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        found.append("wider than the screen")
    found += [f"too small: {each}" for each in phone.evaluate(TOO_SMALL, tapped)]
    return found


def faults_of(phone: Page, addresses: Iterable[str], tapped: str = TAPPED) -> dict[str, list[Any]]:
    """The same for each of these pages; those without a fault are left out."""
    found = {}
    for address in addresses:
        phone.goto(address, wait_until="load")
        if wrong := faults(phone, tapped):
            found[address] = wrong
    return found
