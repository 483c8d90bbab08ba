"""Phones in Chromium that are cleared and reused, because opening a new one takes longer than most tests."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Error, Locator, Page
from playwright.sync_api._generated import Clock

from tests.web.beforehand import servers

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
    "reduced_motion": "reduce",  # a fade-in is painted twelve times
}
# ms to wait for a page: generous, so that no test fails on a busy machine.
PATIENCE = 20_000
# Options that can be changed on an open phone: one that differs only in these can be reused.
CHANGED = ("viewport", "color_scheme", "reduced_motion", "forced_colors")
# As many as most tests need; each takes memory.
MOST_IDLE = 3
# Clears the session storage, in which a page remembers that answers were late.
FORGET = "() => { try { sessionStorage.clear(); } catch { /* a page without an address */ } }"
# Calls with permanent effects on a phone: such a phone is closed after its test.
LASTING: tuple[tuple[type, tuple[str, ...]], ...] = (
    (
        Page,
        (
            "add_init_script", "add_locator_handler", "expose_binding", "expose_function", "on", "once",
            "route_web_socket", "set_default_timeout", "set_extra_http_headers",
        ),
    ),
    (
        BrowserContext,
        (
            "add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "new_page",
            "on", "once", "route", "route_web_socket", "set_default_timeout", "set_extra_http_headers",
            "set_geolocation",
        ),
    ),
    (Clock, ("fast_forward", "install", "pause_at", "resume", "run_for", "set_fixed_time", "set_system_time")),
)  # fmt: skip

# Runs a script on a part of the page if that is still there.
THERE = "async (part, told) => part.isConnected ? [await (SCRIPT)(part, told)] : null"

_lines: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


def line_to(page: Page) -> CDPSession:
    """The CDP session of a phone's page, which transfers a long script in two thirds of the time."""
    return _lines[page]


@contextmanager
def asking_what_is_there() -> Iterator[None]:
    """Within the block, a script runs on the part of the page that is there now.

    Playwright finds a part and runs the script in two calls; an answer may replace that part between them.
    """
    ask = Locator.evaluate

    def asked(where: Locator, script: str, told: Any = None, **named: Any) -> Any:
        until = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < until:
            found = ask(where, THERE.replace("SCRIPT", script), told, **named)
            if found is not None:
                return found[0]
        raise AssertionError(f"the page does not stand still: {where}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Locator, "evaluate", asked)
        yield


class Phones:
    """The phones of a browser: `open` lends one, `put_away` takes all of them back."""

    def __init__(self, browser: Browser) -> None:
        self.complaints: list[str] = []
        self._browser = browser
        self._idle: list[tuple[str, Page]] = []
        self._used: list[tuple[str, Page]] = []
        self._marked: WeakSet[BrowserContext] = WeakSet()

    def open(self, server: str, options: dict[str, Any]) -> Page:
        """A phone that has never seen a page of this server, with these options of Playwright's contexts."""
        made = {**PHONE, "base_url": server, **options}
        kind = json.dumps({name: each for name, each in made.items() if name not in CHANGED}, sort_keys=True)
        found = next((each for each in self._idle if each[0] == kind), None)
        if found:
            self._idle.remove(found)
            self._change(found[1], made)
        else:
            found = (kind, self._new(made))
        self._used.append(found)
        return found[1]

    def put_away(self, *addresses: str) -> None:
        """Clear the phones that can be reused for the server with these addresses, and close all others."""
        while self._used:
            kind, page = self._used.pop()
            made = json.loads(kind)
            try:
                is_plain = made["base_url"] in addresses and "storage_state" not in made
                if is_plain and page.context not in self._marked and page.context.pages == [page]:
                    self._empty(page, made)
                    self._idle.append((kind, page))
                    continue
            except Error:
                pass  # it hangs, or its page has crashed
            self._close(page)
        while len(self._idle) > MOST_IDLE:
            self._close(self._idle.pop(0)[1])

    def _new(self, made: dict[str, Any]) -> Page:
        context = self._browser.new_context(**made)
        servers[context] = made["base_url"]
        context.on("console", self._note)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        _lines[page] = context.new_cdp_session(page)
        self._marked.discard(context)
        return page

    def _empty(self, page: Page, made: dict[str, Any]) -> None:
        page.evaluate(FORGET)
        page.goto("about:blank")
        page.unroute_all(behavior="ignoreErrors")
        page.context.set_offline(False)
        line = _lines[page]
        line.send("Storage.clearDataForOrigin", {"origin": made["base_url"], "storageTypes": "all"})
        line.send("Page.resetNavigationHistory")
        page.context.clear_cookies()
        page.mouse.up()
        page.mouse.move(0, 0)

    def _change(self, page: Page, made: dict[str, Any]) -> None:
        page.set_viewport_size(made["viewport"])
        page.emulate_media(
            media="null",
            color_scheme=made.get("color_scheme", "light"),
            reduced_motion=made["reduced_motion"],
            forced_colors=made.get("forced_colors", "none"),
        )

    def _close(self, page: Page) -> None:
        page.context.close()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            self.complaints.append(message.text)

    @contextmanager
    def marking(self) -> Iterator[None]:
        """Within the block, note which phones must not be reused."""

        def marked(does: Callable[..., Any]) -> Callable[..., Any]:
            def do(what: Any, *given: Any, **named: Any) -> Any:
                contexts = (
                    self._browser.contexts if isinstance(what, Clock) else [getattr(what, "context", what)]
                )
                self._marked.update(contexts)
                return does(what, *given, **named)

            return do

        with pytest.MonkeyPatch.context() as patch:
            for kind, names in LASTING:
                for name in names:
                    patch.setattr(kind, name, marked(getattr(kind, name)))
            yield
