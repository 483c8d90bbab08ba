"""A thumb in any browser that can open a page, run a script in it, and tap a point of it."""

import time
from abc import ABC, abstractmethod
from typing import Any
from urllib.parse import urljoin, urlsplit

from tests.web.touching import ANSWERED

WIDTH, HEIGHT = 390, 664
SECONDS = 20  # that a page is waited for

FIND = """
const nameOf = each => {
  const by = (each.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean);
  const named = by.map(id => document.getElementById(id)?.textContent || "").join(" ");
  return (each.getAttribute("aria-label") || named || each.textContent).replace(/\\s+/g, " ").trim();
};
const seen = each => each.checkVisibility() && each.getBoundingClientRect().width > 8;
const all = selector => [...document.querySelectorAll(selector)].filter(seen);
const named = (selector, label) => {
  const found = all(selector);
  return found.find(each => nameOf(each) === label) || found.find(each => nameOf(each).startsWith(label));
};
const middle = each => {
  if (!each) return null;
  each.scrollIntoView({block: "center", behavior: "instant"});
  const box = each.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
"""
BUTTONS = "button, summary, [role=button]"


class DrivenPhone(ABC):
    """Presses buttons by their names and waits until the page has changed, like `tests.web.touching.Thumb`."""

    def __init__(self, server: str) -> None:
        self.server = server

    @abstractmethod
    def go(self, url: str) -> None:
        """Open a page and wait until its scripts have run."""

    @abstractmethod
    def run(self, body: str, *given: Any) -> Any:
        """Run the body of a function on the page; `given` are its arguments, its result is plain data."""

    @abstractmethod
    def tap_at(self, x: float, y: float) -> None:
        """Touch a point of the screen, in CSS pixels."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    @property
    def address(self) -> str:
        """The address of the page, without the server and without the step that is asked."""
        return urlsplit(str(self.run("return location.href"))).path

    @property
    def text(self) -> str:
        """What stands on the page, for the eye and for a screen reader."""
        return " ".join(str(self.run("return document.querySelector('main').textContent")).split())

    def open(self, address: str) -> None:
        """Open a page of the server."""
        self.go(urljoin(self.server, address))

    def press(self, label: str, **filled: str) -> None:
        """Press the button with that name (or else the first that begins with it), having filled in fields."""
        for name, value in filled.items():
            self._fill(name, value)
        self._tap("return middle(named(arguments[0], arguments[1]))", BUTTONS, label)

    def follow(self, label: str) -> None:
        """Follow the link that begins with these words."""
        self._tap("return middle(named(arguments[0], arguments[1]))", "a[href]", label)

    def choose(self, name: str, value: str) -> None:
        """Press the button that sends exactly this."""
        self._tap("return middle(all(arguments[0])[0])", f'button[name="{name}"][value="{value}"]')

    def pick(self, name: str, value: str) -> None:
        """Choose one of the values that a form offers."""
        self.run("document.querySelector(arguments[0]).click()", f'input[name="{name}"][value="{value}"]')

    def has_link(self, label: str) -> bool:
        """Whether the page has a link that begins with these words."""
        return self.run(FIND + "return !!named('a[href]', arguments[0])", label) is True

    def buttons(self, part: str = "") -> list[str]:
        """The words of the buttons whose class has this part."""
        script = "return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)"
        return [" ".join(each.split()) for each in self.run(script, f"button.{part}" if part else "button")]

    def wait_for(self, words: str) -> None:
        """Wait until these words stand on the page."""
        self._until(lambda: words in self.text, f"“{words}” on the page:\n{self.text}")

    def _fill(self, name: str, value: str) -> None:
        self.run(
            """const fields = [...document.querySelectorAll(`[name="${arguments[0]}"]`)];
            const one = fields.find(each => each.type !== "radio" || each.value === arguments[1]);
            const fold = one.closest("details");
            if (fold) fold.open = true;
            if (one.type === "radio") one.click();
            else {
              one.focus();
              one.value = arguments[1];
              one.dispatchEvent(new Event("input", {bubbles: true}));
              one.dispatchEvent(new Event("change", {bubbles: true}));
            }""",
            name,
            value,
        )
        busy = "return !!document.querySelector('.htmx-request:not(.live), .htmx-swapping, .htmx-settling, .htmx-added')"
        self._until(lambda: not self.run(busy), f"the part of the page that comes anew with {name}")

    def _tap(self, find: str, *given: str) -> None:
        """Tap what `find` finds, and wait until the part of the page that was there has been replaced.

        News may replace it just before the tap, so nothing that was tapped may wait for its answer either.
        """
        found = self.run(FIND + find, *given)
        assert found, f"{given} is not on the page: {self.text}"
        self.run("document.querySelector('main').setAttribute('data-before', '')")
        self.tap_at(*found)
        answered = """const { outbox } = window.referee ?? {};
            return document.readyState === "complete" && !!document.querySelector(arguments[0])
              && !(outbox && outbox.waitingHere().length);"""
        self._until(lambda: self.run(answered, ANSWERED), f"a page that changes when {given} is pressed")

    def _until(self, is_so: Any, what: str) -> None:
        end = time.monotonic() + SECONDS
        while not is_so():
            assert time.monotonic() < end, f"not seen: {what}"
            time.sleep(0.03)
