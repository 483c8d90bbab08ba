"""Firefox, driven by WebDriver BiDi: it speaks that itself, and needs no driver beside it."""

import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from selenium.webdriver.common.bidi.common import command_builder
from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from tests.web.other_browsers.driven import HEIGHT, SECONDS, WIDTH, DrivenPhone

STARTS = 60  # seconds that it may take on a busy machine


class Firefox(DrivenPhone):
    """One page of a Firefox without a window and with a profile of its own."""

    def __init__(self, program: str, server: str) -> None:
        super().__init__(server)
        self._profile = Path(tempfile.mkdtemp(prefix="firefox-"))
        self._process = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-remote",
                "--profile",
                str(self._profile),
                "--remote-debugging-port",
                "0",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._connection = WebSocketConnection(f"{self._listening()}/session", SECONDS, 0.02)
            self._ask("session.new", capabilities={})
            self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
            self._ask(
                "browsingContext.setViewport", context=self._page, viewport={"width": WIDTH, "height": HEIGHT}
            )
        except BaseException:
            self.close()
            raise

    def go(self, url: str) -> None:
        """Open a page and wait until its scripts have run."""
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def run(self, body: str, *given: Any) -> Any:
        """Run the body of a function on the page."""
        inner = f"function () {{ {body} }}"
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=f"function () {{ return JSON.stringify(({inner}).apply(null, arguments) ?? null) }}",
            awaitPromise=False,
            arguments=[{"type": "string", "value": each} for each in given],
            target={"context": self._page},
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def tap_at(self, x: float, y: float) -> None:
        """Touch a point of the screen."""
        touch = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": "touch"},
            "actions": touch,
        }
        self._ask("input.performActions", context=self._page, actions=[finger])

    def close(self) -> None:
        """End the browser."""
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()
        self._process.terminate()
        self._process.wait(SECONDS)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _ask(self, method: str, **given: Any) -> Any:
        return self._connection.execute(command_builder(method, given))

    def _listening(self) -> str:
        """The address at which it listens; Firefox writes it into its profile."""
        told = self._profile / "WebDriverBiDiServer.json"
        end = time.monotonic() + STARTS
        while not (told.exists() and told.read_text().endswith("}")):
            assert self._process.poll() is None, "Firefox has ended before it listened."
            assert time.monotonic() < end, "Firefox has not started."
            time.sleep(0.05)
        where = json.loads(told.read_text())
        return f"ws://{where['ws_host']}:{where['ws_port']}"
