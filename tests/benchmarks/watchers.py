"""A move while others read a long match: `python3 -m tests.benchmarks.watchers [EVENTS [SECONDS]]`, 2,400 and 10.

Eight phones open the list of moves, all of its pieces, and have the spreadsheet made, again and again. Meanwhile
somebody plays at another table. Told is how long a move and a look at /healthz take, beside the same with nobody
reading. Server and phones share this machine.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from referee.storage.store import NewEvent, Store
from tests.benchmarks.calling import HOST
from tests.benchmarks.engine import long_game
from tests.benchmarks.long_tables import TABLES
from tests.benchmarks.served import serve_referee

READERS = 8
MOVES = 60  # at most, in each half


class Phone:
    """One phone with its connection and its cookie."""

    def __init__(self, port: int) -> None:
        self._line = HTTPConnection(HOST, port, timeout=60)
        self._cookie = ""

    def ask(self, address: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """The status, where the answer leads, and its text."""
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


def read_on(port: int, link: str, until: threading.Event, read: list[int]) -> None:
    """Open every piece of the list and the spreadsheet, until told to stop; `read` counts the pages."""
    phone = Phone(port)
    while not until.is_set():
        address = f"/t/{link}/log"
        while address and not until.is_set():
            text = phone.ask(address)[2]
            read.append(1)
            earlier = re.search(r'href="([^"]+before=\d+)"', text)
            address = earlier[1] if earlier else ""
        _, errand, _ = phone.ask(f"/t/{link}/export/csv")
        while errand and not until.is_set() and "/file" not in phone.ask(errand)[2]:
            time.sleep(0.7)
        read.append(1)


def play(
    phone: Phone, link: str, said: list[dict[str, object]], seq: int, seconds: float
) -> tuple[list[float], list[float]]:
    """Moves and looks at /healthz for so many seconds: how long each took."""
    token = re.findall(r'name="csrf_token" value="([^"]+)"', phone.ask(f"/t/{link}")[2])[0]
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


def half_and_most(took: list[float]) -> tuple[float, float]:
    """The middle and the longest of these, in milliseconds."""
    return 1000 * sorted(took)[len(took) // 2], 1000 * max(took)


def main(arguments: list[str]) -> None:
    events = int(arguments[0]) if arguments else 2_400
    seconds = float(arguments[1]) if len(arguments) > 1 else 10.0
    read, other = TABLES["line"](events), long_game(2 * MOVES + 10)
    with tempfile.TemporaryDirectory() as folder:
        with Store(Path(folder) / "referee.db") as store:
            long = store.import_table(read.header, [NewEvent(each) for each in read.said]).links["watch"]
            played = store.create_table(other.header).links["owner"]
        with serve_referee(Path(folder)) as server:
            phone, until = Phone(server.port), threading.Event()
            phone.ask(f"/t/{long}/log")  # judged once; that is measured elsewhere
            alone = play(phone, played, other.said, 0, seconds)
            pages: list[int] = []
            given = (server.port, long, until, pages)
            readers = [threading.Thread(target=read_on, args=given) for _ in range(READERS)]
            for each in readers:
                each.start()
            time.sleep(0.5)
            beside = play(phone, played, other.said, len(alone[0]), seconds)
            until.set()
            for each in readers:
                each.join()
    print(
        f"{READERS} readers of {events:,} events, {len(pages)} pages; {len(beside[0])} moves at another table"
    )
    for what, before, now in zip(("a move", "/healthz"), alone, beside, strict=True):
        (half, most), (half_now, most_now) = half_and_most(before), half_and_most(now)
        print(f"{what:9} half {half:.0f} ms, longest {most:.0f} ms", end="; ")
        print(f"beside readers {half_now:.0f} and {most_now:.0f} ms", end=": ")
        print(f"{half_now / half:.1f} and {most_now / most:.1f} times")


if __name__ == "__main__":
    main(sys.argv[1:])
