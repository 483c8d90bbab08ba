"""`python3 -m tests.pictures [FOLDER]`: takes the README's pictures of the running program, in Chromium (`.pictures/`).

It starts a real server with its own data folder; a phone 390 pixels wide plays a round there in light mode.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.chromium import NO_CHROMIUM, find_chromium
from tests.folders import ROOT
from tests.running import NAME, RunningServer
from tests.web.beforehand import servers
from tests.web.sitting import say, set_up_by_steps
from tests.web.touching import Thumb

FOLDER = ROOT / ".pictures"
WIDE, HIGH = 390, 844
COLOURS = 64  # a screen of ours has few, so a picture stays small

# rules/README.md, X182: a round of Five Up for three, with a spinner in the middle.
GAME, PLAYERS = "fundex2004.five-up", ("Ana", "Ben", "Cal")
TO_FIFTEEN = (
    "5-1", "4-1", "5-5 5-1/5", "5-2 5-5", "4-3 4-1/4", "2-2 5-2/2", "3-2 2-2/2", "6-2 2-2/2", "6-3 3-2/3",
)  # fmt: skip
TO_THE_END = ("6-0 6-3/6", "3-3 4-3/3", "5-0 6-0/0", "6-6 6-2/6")
LEFT = (("Ben", ["4-4"]), ("Cal", ["2-1"]))


def main(into: Path) -> None:
    """Play the round and take each picture."""
    into.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, phone_at(server) as phone:
        thumb = Thumb(phone)
        hand = thumb.beforehand
        address = set_up_by_steps(hand, GAME, PLAYERS)
        say(hand, {"round": 1, "opener": "Ana"})
        for number, laid in enumerate(TO_FIFTEEN):
            say(hand, event_of(number, laid))
        thumb.open(address)
        take(phone, into / "round.png")
        thumb.press("4-4")
        take(phone, into / "refused.png")
        for number, laid in enumerate(TO_THE_END, len(TO_FIFTEEN)):
            say(hand, event_of(number, laid))
        for name, tiles in LEFT:
            say(hand, {"by": name, "hand": tiles})
        thumb.open(address)
        take(phone, into / "settled.png")


def event_of(number: int, laid: str) -> dict[str, Any]:
    """The event for a tile in TO_FIFTEEN or TO_THE_END, with the place where it is laid, if given."""
    tile, _, at = laid.partition(" ")
    return {"by": PLAYERS[number % 3], "play": tile, **({"at": at} if at else {})}


@contextmanager
def running(folder: Path) -> Iterator[RunningServer]:
    """A server that keeps its tables in a folder."""
    server = RunningServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def phone_at(server: RunningServer) -> Iterator[Page]:
    """A phone in light mode. Raises SystemExit with a sentence if there is no Chromium."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit(NO_CHROMIUM)
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        context = browser.new_context(
            base_url=server.url,
            viewport={"width": WIDE, "height": HIGH},
            reduced_motion="reduce",
            has_touch=True,
            is_mobile=True,
            locale="en-GB",
            color_scheme="light",
        )
        servers[context] = server.url
        try:
            yield context.new_page()
        finally:
            browser.close()


def take(phone: Page, file: Path) -> None:
    """Save what the phone shows now as a small PNG."""
    phone.wait_for_timeout(500)  # until a new tile has faded in
    seen = Image.open(io.BytesIO(phone.screenshot())).convert("RGB")
    seen.quantize(COLOURS).save(file, optimize=True)
    print(f"{file}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
