"""Moves while others open long matches: `python3 -m tests.benchmarks.watchers [EVENTS [SECONDS]]`, 2,400 and 10.

One phone plays: first alone; then while eight phones repeatedly open all pieces of another table's list of moves and
export its spreadsheet; then while a record of 10,000 events is imported, a player is renamed at long tables, and eight
phones open long tables that are not cached. It prints how long a move and a request for /healthz take. The others are a
separate process, which shares this machine with the server and the player.
"""

import json
import multiprocessing
import os
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from referee.importing import MOST_EVENTS
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.benchmarks.calling import HOST
from tests.benchmarks.engine import long_game
from tests.benchmarks.long_tables import TABLES
from tests.benchmarks.phones import share
from tests.benchmarks.served import serve_referee

OTHERS = 8  # phones
MOVES = 60  # at most, in each part
BEHIND = 0.5  # seconds that the others get before the player continues
Said = Sequence[dict[str, Any]]


class Phone:
    """One phone with its connection and its cookie."""

    def __init__(self, port: int) -> None:
        self._line = HTTPConnection(HOST, port, timeout=60)
        self._cookie = ""

    def ask(self, address: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Send a request; returns the status, the Location header, and the text."""
        headers = {"Cookie": self._cookie, "HX-Request": "true"}
        body = None
        if form is not None:
            body = urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._line.request("GET" if form is None else "POST", address, body, headers)
        reply = self._line.getresponse()
        text = reply.read().decode()
        if cookie := reply.getheader("Set-Cookie"):
            self._cookie = cookie.partition(";")[0]
        return reply.status, reply.getheader("Location") or "", text

    def token_of(self, address: str) -> str:
        """The CSRF token of the forms on that page."""
        return str(re.findall(r'name="csrf_token" value="([^"]+)"', self.ask(address)[2])[0])


# The tasks of the others, each repeated until `until` is set; `done` counts the responses.


def read_on(port: int, links: Sequence[str], until: Event, done: Counter[str]) -> None:
    """Open every piece of the first table's list of moves, and export its spreadsheet."""
    phone = Phone(port)
    while not until.is_set():
        address = f"/t/{links[0]}/log"
        while address and not until.is_set():
            text = phone.ask(address)[2]
            done["pages read"] += 1
            earlier = re.search(r'href="([^"]+before=\d+)"', text)
            address = earlier[1] if earlier else ""
        _, errand, _ = phone.ask(f"/t/{links[0]}/export/csv")
        while errand and not until.is_set() and "/file" not in phone.ask(errand)[2]:
            time.sleep(0.7)


def open_cold(port: int, links: Sequence[str], until: Event, done: Counter[str]) -> None:
    """Open long tables in turn; there are more than the cache holds."""
    phone, number = Phone(port), threading.get_ident()
    while not until.is_set():
        number += 1
        status = phone.ask(f"/t/{links[number % len(links)]}")[0]
        done["tables opened" if status == 200 else f"opening, {status}"] += 1
        time.sleep(0.2 if status == 200 else 1.0)


def rename_on(port: int, links: Sequence[str], until: Event, done: Counter[str]) -> None:
    """Rename a player at the first two tables, back and forth."""
    phone, names = Phone(port), ["Ana", "Zoe"]
    for link in links[:2]:
        phone.ask(f"/t/{link}")
    while not until.is_set():
        old, new = names
        page = f"/players/{old}"
        form = {"csrf_token": phone.token_of("/import"), "do": "rename", "new": new}
        status = phone.ask(page, form)[0]
        done["names changed" if status == 303 else f"renaming, {status}"] += 1
        names = [new, old] if status == 303 else names


def read_in(port: int, record: str, until: Event, done: Counter[str]) -> None:
    """Import the record."""
    phone = Phone(port)
    while not until.is_set():
        _, errand, _ = phone.ask("/import", {"csrf_token": phone.token_of("/import"), "pasted": record})
        while errand and not until.is_set():
            status, errand_over, text = phone.ask(errand)
            if status != 200 or "/stop" not in text or errand_over:
                done["records read in"] += 1
                break
            time.sleep(0.7)


def be_others(port: int, links: Sequence[str], record: str, until: Event, told: Any) -> None:
    """Run the tasks, each in its own thread; with an empty record, only `read_on`."""
    done: Counter[str] = Counter()
    tasks: list[tuple[Callable[..., None], Any]] = [(open_cold if record else read_on, links)] * OTHERS
    if record:
        tasks += [(rename_on, links), (read_in, record)]
    threads = [threading.Thread(target=task, args=(port, given, until, done)) for task, given in tasks]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    told.put(dict(done))


@contextmanager
def others(port: int, links: Sequence[str], record: str) -> Iterator[None]:
    """Keep the other phones busy within the block; at the end, print how many responses they got."""
    context = multiprocessing.get_context("spawn")
    until, told = context.Event(), context.Queue()
    process = context.Process(target=be_others, args=(port, list(links), record, until, told))
    process.start()
    time.sleep(BEHIND + 1.0)
    try:
        yield
    finally:
        until.set()
        print(", ".join(f"{number} {what}" for what, number in sorted(told.get(timeout=120).items())))
        process.join()


def play(phone: Phone, link: str, said: Said, seq: int, seconds: float) -> tuple[list[float], list[float]]:
    """Make moves and request /healthz for that many seconds; returns how long each took."""
    token = phone.token_of(f"/t/{link}")
    moves, looks, until = [], [], time.monotonic() + seconds
    for place in range(seq, seq + MOVES):
        if time.monotonic() > until:
            break
        form = {
            "csrf_token": token,
            "seq": str(place),
            "key": f"key-{place:012}",
            "say": json.dumps(said[place]),
        }
        began = time.monotonic()
        status = phone.ask(f"/t/{link}", form)[0]
        moves.append(time.monotonic() - began)
        assert status == 200, status
        began = time.monotonic()
        phone.ask("/healthz")
        looks.append(time.monotonic() - began)
        time.sleep(max(0.0, seconds / MOVES - moves[-1] - looks[-1]))
    return moves, looks


def tell(when: str, found: tuple[list[float], list[float]], alone: tuple[list[float], list[float]]) -> None:
    """Print a line each for moves and /healthz: median, 95 %, maximum, and the ratio of the median to that alone."""
    for what, took, before in zip(("a move", "/healthz"), found, alone, strict=True):
        half, most, longest = (share(took, part) for part in (0.5, 0.95, 1.0))
        times = half / share(before, 0.5)
        print(
            f"{what:9} {when:16} {len(took):3} times: half {half:5.1f} ms ({times:.1f} x alone), "
            f"95 % {most:5.1f} ms, longest {longest:5.1f} ms"
        )


def main(arguments: list[str]) -> None:
    events = int(arguments[0]) if arguments else 2_400
    seconds = float(arguments[1]) if len(arguments) > 1 else 10.0
    read, other, largest = TABLES["line"](events), long_game(3 * MOVES + 10), long_game(MOST_EVENTS)
    record = "\n".join(json.dumps(each) for each in (largest.header, *largest.said[:MOST_EVENTS]))
    with tempfile.TemporaryDirectory() as folder:
        with Store(Path(folder) / "referee.db") as store:
            entries = [NewEvent(each) for each in read.said]
            links = [store.import_table(read.header, entries).links["owner"] for _ in range(OTHERS)]
            played = store.create_table(other.header).links["owner"]
        with serve_referee(Path(folder)) as server:
            phone = Phone(server.port)
            phone.ask(f"/t/{links[0]}/log")  # warm up: judging the table is measured elsewhere
            alone = play(phone, played, other.said, 0, seconds)
            tell("alone", alone, alone)
            done = len(alone[0])
            for when, given in (("beside readers", ""), ("beside judging", record)):
                with others(server.port, links, given):
                    beside = play(phone, played, other.said, done, seconds)
                    done += len(beside[0])
                tell(when, beside, alone)
    print(
        f"tables of {events:,} events; the machine's load is {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
