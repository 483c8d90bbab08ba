"""A thumb on a phone in Chromium, with the interface of a `Reader`."""

import re
import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, FloatRect, Locator, Page, Route

from tests.web.beforehand import SamePhone
from tests.web.reading import Reader

# A tap right after a change was meant for what was there before: the page rejects it with a message, which goes after
# 2.5 s. MARK has the page note it, for a test that looks later because the computer is busy.
REJECTED = "#moved[data-told]"
# Matches the page after a tap, once no request is pending except the one for news.
ANSWERED = (
    f"html:not(:has(#outbox.htmx-request, #table .htmx-request:not(.live), {REJECTED}))"
    ":has(main:not([data-before]))"
)
# What a script meets while another page begins to load: no context to run in, or no <main> yet.
LEAVING = ("Execution context", "of null (reading 'setAttribute')")
# Marks the page that the next tap will replace, and removes what an earlier tap was told.
MARK = """
  document.querySelector("main").setAttribute("data-before", "");
  const moved = document.querySelector("#moved");
  if (moved) {
    moved.hidden = true;
    delete moved.dataset.told;
    moved.noted ??= new MutationObserver(() => { if (!moved.hidden) moved.dataset.told = ""; });
    moved.noted.takeRecords();
    moved.noted.observe(moved, { attributeFilter: ["hidden"] });
  }
"""
# Where to tap a button or link: the one with that name, or else the first whose name begins with it. null if there is
# none yet or something covers it: then Playwright finds it and waits, which takes twice as long. It also marks the page
# that the tap will replace.
FIND = """([what, label]) => {
  const words = each => (each.ariaLabel ?? each.innerText ?? each.textContent).replace(/\\s+/g, " ").trim();
  const isThere = each => each.checkVisibility({ visibilityProperty: true }) && !each.disabled;
  const all = [...document.querySelectorAll(what)].filter(isThere);
  const found = all.find(each => words(each) === label) ?? all.find(each => words(each).startsWith(label));
  if (!found || document.readyState !== "complete") return null;
  found.scrollIntoView({ block: "nearest" });
  const box = found.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (!found.contains(document.elementFromPoint(x, y))) return null;
  MARK
  return [x, y];
}""".replace("MARK", MARK)
NAMED = {"button": "button", "link": "a[href]"}


class Thumb:
    """Presses buttons by their names and waits until the page has changed."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone

    @property
    def address(self) -> str:
        """The path of the page, without the server and the query."""
        return urlsplit(self.phone.url).path

    @property
    def text(self) -> str:
        """The text of the page, both visible and for screen readers."""
        return " ".join((self.phone.locator("main").text_content() or "").split())

    @property
    def beforehand(self) -> Reader:
        """A reader for this phone, to enter what a test is not about. Open the page afterwards."""
        return Reader(SamePhone(self.phone), htmx=True)  # type: ignore[arg-type]

    def open(self, address: str) -> None:
        """Open a page and wait until its scripts are loaded."""
        self.phone.goto(address, wait_until="load")

    def press(self, label: str, **filled: str) -> None:
        """Fill in fields, then press the button with that name, or else the first whose name begins with it."""
        for name, value in filled.items():
            self._fill(name, value)
        self._tap_named("button", label)

    def follow(self, label: str) -> None:
        """Follow the link that begins with these words."""
        self._tap_named("link", label)

    def choose(self, name: str, value: str) -> None:
        """Press the button with this name and value."""
        self._tap(self.phone.locator(f'button[name="{name}"][value="{value}"]'))

    def pick(self, name: str, value: str) -> None:
        """Choose one of the values that a form offers."""
        one = self.phone.locator(f'input[name="{name}"][value="{value}"]')
        one.evaluate("each => each.scrollIntoView({block: 'center'})")  # not under the bottom bar
        one.check(force=True)

    def has_link(self, label: str) -> bool:
        """Whether the page has a link that begins with these words."""
        return self.phone.get_by_role("link", name=re.compile(f"^{re.escape(label)}")).count() > 0

    def buttons(self, part: str = "") -> list[str]:
        """The labels of the buttons that have the class `part`, or of all buttons."""
        found = self.phone.locator(f"button.{part}" if part else "button").all_text_contents()
        return [" ".join(each.split()) for each in found]

    def wait_for(self, words: str) -> None:
        """Wait until these words are on the page."""
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
            if self._is_rejected():
                self._tap_named(role, label)
        else:
            self._tap(self._named(role, label))

    def _place_of(self, role: str, label: str) -> Any:
        """Where to tap it; None if Playwright has to find it."""
        return self._asked_of_the_page(FIND, [NAMED[role], label])

    def _asked_of_the_page(self, script: str, *told: Any) -> Any:
        """The result of a script; None if three navigations in a row interrupted it."""
        for _ in range(3):
            self.phone.wait_for_load_state()  # the previous tap may still be loading another page
            try:
                return self.phone.evaluate(script, *told)
            except Error as error:
                if not any(words in error.message for words in LEAVING):
                    raise
        return None

    def _tap(self, what: Locator) -> None:
        """Tap, and wait until that part of the page has been replaced."""
        self._asked_of_the_page(MARK)
        what.click()
        if self._is_rejected():
            self._tap(what)

    def _is_rejected(self) -> bool:
        """Wait for the answer to a tap, with its style sheets if it opens another page; or for its rejection."""
        told = self.phone.locator(f"{ANSWERED}, {REJECTED}").first
        if told.get_attribute("id") == "moved":
            return True
        self.phone.wait_for_load_state()
        return False


def box_of(found: Locator) -> FloatRect:
    """Its place on the page. News may replace the element while it is asked, so it is asked until it answers."""
    while (box := found.bounding_box()) is None:
        found.wait_for()
    return box


def until(phone, what):
    """Wait until that is true on the page; polled from outside, because the page's policy forbids `eval`."""
    for _ in range(200):
        if phone.evaluate(f"!!({what})"):
            return
        phone.wait_for_timeout(100)
    raise AssertionError(f"not so: {what}")


def answer_late(phone: Page, seconds: float) -> None:
    """Delay every response that this phone gets for its table from now on."""
    if seconds:
        phone.route("**/t/*", lambda route: time.sleep(seconds) or route.fallback())


def rest_a_finger(phone: Page) -> None:
    """Keep the page from updating itself for ten seconds, as if a finger were on it."""
    phone.evaluate("window.dispatchEvent(new Event('pointerdown'))")


def without_news(phone: Page) -> None:
    """Block all news for this phone from now on, including a pending request for it."""
    phone.route("**/live*", lambda route: route.abort())
    phone.evaluate("window.htmx.trigger(document.querySelector('#table .live'), 'htmx:abort')")


class Held:
    """A phone's forms from now on, held on their way until a test lets them go; the phone does not give them up."""

    def __init__(self, phone: Page) -> None:
        self.routes: list[Route] = []
        self._phone = phone
        # On a busy computer a test may take longer than a phone waits.
        phone.evaluate("htmx.config.timeout = 0")
        phone.route(
            "**/t/*",
            lambda route: self.routes.append(route) if route.request.method == "POST" else route.fallback(),
        )

    def next(self) -> Route:
        """The next form that the phone sends, to be continued or dropped."""
        for _ in range(1000):
            if self.routes:
                return self.routes.pop(0)
            self._phone.wait_for_timeout(20)
        raise AssertionError("the phone sends nothing more")
