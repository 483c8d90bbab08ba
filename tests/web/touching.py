"""A thumb on a phone: the same as a reader of pages, in Chromium."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Locator, Page, Route
from playwright.sync_api import TimeoutError as TookTooLong

from tests.web.beforehand import SamePhone
from tests.web.reading import Reader

# The page that a tap led to, once it waits only for news.
ANSWERED = (
    "html:not(:has(#outbox.htmx-request, #table .htmx-request:not(.live))):has(main:not([data-before]))"
)
# A tap right after a change was aimed at what was there before: the page says so, and accepts the next one.
JUST_CHANGED, GUARDED = "#moved:not([hidden])", 1500  # ms: it is said for longer
# Where to tap a button or link: the one with that name, or else the first whose name begins so. Nothing if there is none
# yet, or something lies over it: then Playwright looks for it and waits, which takes it twice as long. What is marked is
# the page that the tap is to replace.
FIND = """([what, label]) => {
  const words = each => (each.ariaLabel ?? each.innerText ?? each.textContent).replace(/\\s+/g, " ").trim();
  const isThere = each => each.checkVisibility({ visibilityProperty: true }) && !each.disabled;
  const all = [...document.querySelectorAll(what)].filter(isThere);
  const found = all.find(each => words(each) === label) ?? all.find(each => words(each).startsWith(label));
  if (!found || document.readyState !== "complete") return null;
  found.scrollIntoView({ block: "nearest" });
  const box = found.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (!found.contains(document.elementFromPoint(x, y))) return null;
  document.querySelector("main").setAttribute("data-before", "");
  return [x, y];
}"""
NAMED = {"button": "button", "link": "a[href]"}


class Thumb:
    """Presses buttons by their names and waits until the page has changed."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone

    @property
    def address(self) -> str:
        """The address of the page, without the server and without the step that is asked."""
        return urlsplit(self.phone.url).path

    @property
    def text(self) -> str:
        """What stands on the page, for the eye and for a screen reader."""
        return " ".join((self.phone.locator("main").text_content() or "").split())

    @property
    def beforehand(self) -> Reader:
        """Enters on this phone, without its screen, what a test is not about. Open the page afterwards."""
        return Reader(SamePhone(self.phone), htmx=True)  # type: ignore[arg-type]

    def open(self, address: str) -> None:
        """Open a page and wait until its scripts are there."""
        self.phone.goto(address, wait_until="load")

    def press(self, label: str, **filled: str) -> None:
        """Press the button with that name (or else the first that begins with it), having filled in fields."""
        for name, value in filled.items():
            self._fill(name, value)
        self._tap_named("button", label)

    def follow(self, label: str) -> None:
        """Follow the link that begins with these words."""
        self._tap_named("link", label)

    def choose(self, name: str, value: str) -> None:
        """Press the button that sends exactly this."""
        self._tap(self.phone.locator(f'button[name="{name}"][value="{value}"]'))

    def pick(self, name: str, value: str) -> None:
        """Choose one of the values that a form offers."""
        one = self.phone.locator(f'input[name="{name}"][value="{value}"]')
        one.evaluate("each => each.scrollIntoView({block: 'center'})")  # not under the bar at the foot
        one.check(force=True)

    def has_link(self, label: str) -> bool:
        """Whether the page has a link that begins with these words."""
        return self.phone.get_by_role("link", name=re.compile(f"^{re.escape(label)}")).count() > 0

    def buttons(self, part: str = "") -> list[str]:
        """The words of the buttons whose class has this part."""
        found = self.phone.locator(f"button.{part}" if part else "button").all_text_contents()
        return [" ".join(each.split()) for each in found]

    def wait_for(self, words: str) -> None:
        """Wait until these words stand on the page."""
        self.phone.locator("main").get_by_text(words).first.wait_for()

    def _fill(self, name: str, value: str) -> None:
        field = self.phone.locator(f'[name="{name}"]').first
        if not field.is_visible():
            self.phone.locator("details:not([open])", has=field).locator("summary").first.click()
        if field.get_attribute("type") == "radio":
            self.phone.locator(f'[name="{name}"][value="{value}"]').check(force=True)
        else:
            field.fill(value)

    def _named(self, role: str, label: str) -> Locator:
        exact = self.phone.get_by_role(role, name=label, exact=True)  # type: ignore[arg-type]
        if exact.count():
            return exact.first
        return self.phone.get_by_role(role, name=re.compile(f"^{re.escape(label)}")).first  # type: ignore[arg-type]

    def _tap_named(self, role: str, label: str) -> None:
        if place := self._place_of(role, label):
            self.phone.mouse.click(*place)
            self._wait_for_answer(lambda: self.phone.mouse.click(*place))
        else:
            self._tap(self._named(role, label))

    def _place_of(self, role: str, label: str) -> Any:
        """Where to tap it; None if it has to be found in another way."""
        return self._asked_of_the_page(FIND, [NAMED[role], label])

    def _asked_of_the_page(self, script: str, *told: Any) -> Any:
        """What a script says; None if three pages came one after the other, each before it had spoken."""
        for _ in range(3):
            self.phone.wait_for_load_state()  # what was tapped before may still lead to another page
            try:
                return self.phone.evaluate(script, *told)
            except Error as error:
                if "Execution context" not in error.message:
                    raise
        return None

    def _tap(self, what: Locator) -> None:
        """Tap, and wait until the part of the page that was there has been replaced."""
        self._asked_of_the_page("document.querySelector('main').setAttribute('data-before', '')")
        what.click()
        self._wait_for_answer(what.click)

    def _wait_for_answer(self, tap: Callable[[], None]) -> None:
        """Wait for what the tap leads to; `tap` once more if the page says that it had only just changed."""
        answer = self.phone.locator(ANSWERED)  # news may have come before the answer
        try:
            answer.wait_for(state="attached", timeout=GUARDED)
        except TookTooLong:
            if self.phone.locator(JUST_CHANGED).count():
                tap()
            answer.wait_for(state="attached")


def until(phone, what):
    """Wait until that is true on the page; asked from outside, because the page itself may evaluate nothing."""
    for _ in range(200):
        if phone.evaluate(f"!!({what})"):
            return
        phone.wait_for_timeout(100)
    raise AssertionError(f"not so: {what}")


def answer_late(phone: Page, seconds: float) -> None:
    """Whatever this phone asks of its table from now on is answered so much later."""
    if seconds:
        phone.route("**/t/*", lambda route: time.sleep(seconds) or route.fallback())


def rest_a_finger(phone: Page) -> None:
    """Nothing changes on the page by itself from now on, for ten seconds: a finger lies on it."""
    phone.evaluate("window.dispatchEvent(new Event('pointerdown'))")


def without_news(phone: Page) -> None:
    """No news reaches this phone from now on, nor does it by a question that waits for it."""
    phone.route("**/live*", lambda route: route.abort())
    phone.evaluate("window.htmx.trigger(document.querySelector('#table .live'), 'htmx:abort')")


def hold_posts(phone: Page) -> list[Route]:
    """Hold back what this phone enters from now on; the list grows by each, to be let through or dropped."""
    held: list[Route] = []
    phone.route(
        "**/t/*", lambda route: held.append(route) if route.request.method == "POST" else route.fallback()
    )
    return held
