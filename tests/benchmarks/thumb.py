"""The time from a tap until the tile is on the screen: `python3 -m tests.benchmarks.thumb [--tiles N] [--also FOLDER]`.

Chromium, 390 by 844, with its processor slowed six times, plays a round of Block and Draw and one of Muggins by tapping,
with network latencies of 0, 100 and 400 ms. Each touch lasts 60 ms. The time runs from its end (the timestamp of
`touchend`; before it there is no tap) to the frame that shows one more tile on the layout: a `MutationObserver` sees the
tile, the next `requestAnimationFrame` posts a task, and that task runs when the frame is on its way to the screen. If
the player has to choose an end, the time runs from the tap that chooses it.

Also measured: how many tiles were shown before the response, how many responses moved anything on the page
(`layout-shift` entries, and the positions of head, scores, ground, tray, calls, tiles and buttons before and after), and
the processor time of the page's thread, as slowed: until the tile is shown, and for each tap with its response. With
`--slowed 1` it shows the cost of a change even on a busy machine.

Then a first visit on a slow network (400 ms, 400 kbit/s each way) with an empty cache: until the tray is painted, until
the page's scripts are ready, and until a tile that is tapped at that moment is on the layout.

`--also` plays the same alternately on another checkout of this program, for comparison; `--tiles` ends rounds early.
"""

import argparse
import math
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.benchmarks.playing import Game
from tests.benchmarks.served import serve_referee
from tests.chromium import NO_CHROMIUM, find_chromium

HERE = Path(__file__).parent
SLOWED = 6
HELD = 0.06  # seconds that a touch lasts
DELAYS = (0, 100, 400)  # ms
SLOW = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}  # ms, bytes per second
ROUNDS = {
    "Block and Draw": ("fundex2004.block-draw", 3, {}),
    "Muggins": ("hasbro2003.muggins", 1, {"tiles": 6}),
}
AIM, AIM_FIRST = 100, 3_000  # ms
COSTS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
VISIT, LAID = "a first visit", 4  # events at the table that is visited
BUSY = 0.5  # load per core before the start; above it, wall-clock times are unreliable


@dataclass
class Played:
    """The measurements of one round: one entry per tile in each list, in ms; `moved` lists what a response moved.

    `until` is the processor time of the page's thread from the end of the touch to the frame.
    """

    took: list[float] = field(default_factory=list)
    ahead: int = 0
    moved: list[str] = field(default_factory=list)
    costs: list[dict[str, float]] = field(default_factory=list)
    until: list[float] = field(default_factory=list)

    def row(self) -> list[str]:
        """The cells of the table."""
        costs = [statistics.fmean(each[name] for each in self.costs) for name in COSTS]
        return [
            str(len(self.took)),
            f"{statistics.median(self.took):.0f} ms",
            f"{high(self.took):.0f} ms",
            str(self.ahead),
            str(len(self.moved)),
            f"{statistics.median(self.until or [math.nan]):.0f}",
            *(f"{each:.0f}" for each in costs),
        ]


def high(took: Sequence[float]) -> float:
    """The 95th percentile."""
    return sorted(took)[max(0, -(-len(took) * 95 // 100) - 1)]


class Thumb:
    """One phone at one table, and the measurements of its taps."""

    def __init__(self, page: Page, line: CDPSession) -> None:
        self.page, self.line, self.found = page, line, Played()
        self.line.send("Performance.enable", {"timeDomain": "threadTicks"})

    def say(self, said: dict[str, Any]) -> None:
        """Enter this event by tapping."""
        if "play" in said:
            self._lay(said)
        elif "draw" in said:
            left = int(said["draw"])
            while left > 0:
                button = self.page.locator("#table button[name=draw]").first
                left -= int(button.get_attribute("value") or 1)
                self.tap("#table button[name=draw]")
        elif "pass" in said:
            self.tap("#table button[name=knock]")

    def _lay(self, said: dict[str, Any]) -> None:
        began = self._used()
        told = self.tap(f'#table .picker button[name=play][value="{said["play"]}"]')
        while told["isAsked"]:
            one = next(each for each in ("by", "at", "out") if self._asks(each))
            told = self.tap(f'#table .choices button[name={one}][value="{said[one]}"]')
        used = self._used()
        self.found.took.append(told["laid"] - told["lifted"])
        self.found.ahead += told["ahead"]
        self.found.costs.append({name: 1000 * (used[name] - began[name]) for name in COSTS})
        moved = told["shifts"] or _moved(told["before"], told["after"])
        if moved:
            self.found.moved.append(f"{said['play']}: {moved}")

    def _asks(self, name: str) -> bool:
        return self.page.locator(f"#table .choices button[name={name}]").count() > 0

    def tap(self, what: str) -> dict[str, Any]:
        """Tap there; returns what happened, once the response has arrived."""
        x, y = self.page.evaluate("what => window.thumb.aim(what)", what)
        self.touch(x, y)
        told: dict[str, Any] = self.page.evaluate("() => window.thumb.over()")
        return told

    def touch(self, x: float, y: float) -> None:
        """Touch that point for HELD seconds."""
        send = self.line.send
        send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        time.sleep(HELD)
        send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _used(self) -> dict[str, float]:
        metrics = self.line.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in metrics}


def _moved(before: dict[str, list[float]] | None, after: dict[str, list[float]]) -> list[str]:
    """The names of what changed position or size with the response; one pixel is rounding."""
    return [
        name
        for name in (before or {}).keys() & after.keys()
        if any(abs(one - other) > 1 for one, other in zip((before or {})[name], after[name], strict=True))
    ]


class Tables:
    """Tables for one checkout of the program, with its own server."""

    def __init__(self, checkout: Path, rounds: int, visits: int) -> None:
        self._folder = tempfile.TemporaryDirectory()
        with Store(Path(self._folder.name, "referee.db")) as store:
            self.links = {
                game: [_table(store, record, 1) for _ in range(rounds)] for game, record in records().items()
            }
            first = next(iter(records().values()))
            self.links[VISIT] = [_table(store, first, LAID) for _ in range(visits)]
        self._server = serve_referee(Path(self._folder.name), checkout=checkout)

    def next(self, what: str) -> str:
        """The address of an unopened table, for that game or for a first visit."""
        return f"http://127.0.0.1:{self._server.port}/t/{self.links[what].pop()}"

    def close(self) -> None:
        """End the server."""
        self._server.__exit__()
        self._folder.cleanup()


def _table(store: Store, record: Game, events: int) -> str:
    return store.import_table(record.header, [NewEvent(each) for each in record.said[:events]]).links["owner"]


def records() -> dict[str, Game]:
    """The rounds to play, the same ones each time."""
    return {
        game: Game(variant, seed, players=2, **header).play(rounds=1)
        for game, (variant, seed, header) in ROUNDS.items()
    }


@contextmanager
def phone(browser: Browser, slowed: int, **network: float) -> Iterator[Thumb]:
    """A phone with an empty cache on such a network."""
    context = browser.new_context(**PHONE)
    context.add_init_script(path=HERE / "thumb.js")
    page = context.new_page()
    line = context.new_cdp_session(page)
    conditions = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1, **network}
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", conditions)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    yield Thumb(page, line)
    context.close()


def play(
    browser: Browser, address: str, said: Sequence[dict[str, Any]], delay: int, tiles: int, slowed: int
) -> Played:
    """Play a round, or its first `tiles` tiles, at the table with this address, with a latency of `delay` ms."""
    with phone(browser, slowed, latency=delay) as thumb, marks(browser) as found:
        thumb.page.goto(address)
        for each in said[1:]:
            if len(thumb.found.took) < tiles:
                thumb.say(each)
        thumb.line.send("Emulation.setCPUThrottlingRate", {"rate": 1})  # or its marks arrive too late
    for lifted, laid in pairwise(sorted(found, key=lambda each: each["ts"])):
        if (lifted["name"], laid["name"]) == ("lifted", "laid"):
            thumb.found.until.append((laid["tts"] - lifted["tts"]) / 1000)
    return thumb.found


@contextmanager
def marks(browser: Browser) -> Iterator[list[dict[str, Any]]]:
    """The marks that a page sets within the block, with the thread's processor time; filled when the block ends."""
    line = browser.new_browser_cdp_session()
    found: list[dict[str, Any]] = []
    over: list[object] = []
    line.on("Tracing.dataCollected", lambda told: found.extend(told["value"]))
    line.on("Tracing.tracingComplete", lambda told: over.extend([told]))
    config = {"includedCategories": ["blink.user_timing"], "excludedCategories": ["*"]}
    line.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield found
    line.send("Tracing.end")
    while not over:
        line.send("Browser.getVersion")  # any call delivers pending events
    line.detach()


def first_visit(browser: Browser, address: str, slowed: int) -> tuple[float, float, float]:
    """Milliseconds from the request until the tray is painted, the scripts are ready, and the tapped tile is laid."""
    tile = next(iter(records().values())).said[LAID]["play"]
    with phone(browser, slowed, **SLOW) as thumb:
        thumb.page.goto(address, wait_until="commit")
        ready = thumb.page.evaluate("() => window.thumb.ready")
        told = thumb.tap(f'#table .picker button[name=play][value="{tile}"]')
        shown = thumb.page.evaluate(
            "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
        )
        return shown, ready, told["laid"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print tables in Markdown."""
    parser = argparse.ArgumentParser(prog="thumb")
    parser.add_argument("--tiles", type=int, default=100, help="of each round at most")
    parser.add_argument("--delays", type=int, nargs="+", default=DELAYS, help="of the answers, in ms")
    parser.add_argument("--slowed", type=int, default=SLOWED, help="how many times the processor is")
    parser.add_argument("--visits", type=int, default=5, help="of the first load")
    parser.add_argument("--also", type=Path, help="another checkout, to compare with")
    given = parser.parse_args(arguments)
    executable = find_chromium()
    if executable is None:
        raise SystemExit(NO_CHROMIUM)
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        stack.callback(browser.close)
        tables = {}
        for build, checkout in {"": Path.cwd(), **({", before": given.also} if given.also else {})}.items():
            tables[build] = stack.enter_context(closing(Tables(checkout, len(given.delays), given.visits)))
        _taps(browser, tables, given)
        _visits(browser, tables, given)
    _tell_load(load)


def _taps(browser: Browser, tables: dict[str, Tables], given: argparse.Namespace) -> None:
    print(
        "|round|answers late by|tiles|median|95 %|laid ahead|moved by the answer|until it lies|all|scripts|style|layout|"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    moved = []
    for delay in given.delays:
        for game, record in records().items():
            for build, each in tables.items():
                found = play(browser, each.next(game), record.said, delay, given.tiles, given.slowed)
                print("|".join(["", game + build, f"{delay} ms", *found.row(), ""]), flush=True)
                moved += [f"{game}{build}, {delay} ms: {each}" for each in found.moved]
    print("\nProcessor time of the page's thread: ms a tile with its answer, as slowed.")
    print("\n".join(["", *moved]) if moved else "No answer moved anything.")


def _visits(browser: Browser, tables: dict[str, Tables], given: argparse.Namespace) -> None:
    print("\n|first load, slow network|the tray is painted|scripts are ready|a tile tapped then lies|")
    print("|---|---|---|---|")
    found: dict[str, list[tuple[float, ...]]] = {build: [] for build in tables}
    for _ in range(given.visits):
        for build, each in tables.items():
            found[build].append(first_visit(browser, each.next(VISIT), given.slowed))
    for build, times in found.items():
        cells = [f"{statistics.median(each):,.0f} ms" for each in zip(*times, strict=True)]
        print("|".join(["", f"the median of {given.visits}{build}", *cells, ""]))


def _tell_load(load: float) -> None:
    cores = os.cpu_count() or 1
    print(f"\nThe machine's load when it began was {load:.1f} on {cores} cores.")
    if load > BUSY * cores:
        print(
            "It was too busy: wall clocks tell how busy it was. Believe the processor times, and only beside each other."
        )


if __name__ == "__main__":
    main()
