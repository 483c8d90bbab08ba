"""Many tables of four phones on one server: how soon a tile laid on one phone is on the others.

`python3 -m tests.benchmarks.phones [TABLES [SECONDS]]`, 100 tables and 30 seconds unless told otherwise. Each table
lays a tile every five seconds; each phone asks for news as often as its page does. Server and phones share this machine.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path
from typing import NamedTuple

from tests.running import RunningServer
from tests.simulating import seat_people

PHONES = 4  # at each table
ASKS = 0.8  # seconds between two questions of one phone
LAYS = 5.0  # seconds between two tiles of one table
COMING = 10.0  # seconds in which the phones come, which are not counted
VARIANT = "edge.block"


class Answer(NamedTuple):
    """What the server said."""

    status: int
    headers: dict[str, str]
    text: str


class Line:
    """One phone's connection: HTTP/1.1, kept open, with its cookie."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port, self.cookie = host, port, ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> Answer:
        body = urllib.parse.urlencode(form or {}).encode()
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            "HX-Request: true",
            "Accept-Encoding: gzip",
        ]
        head += [f"Cookie: {self.cookie}"] if self.cookie else []
        if method == "POST":
            head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        for attempt in (0, 1):
            if self._writer is None:
                self._reader, self._writer = await asyncio.open_connection(self.host, self.port)
            try:
                self._writer.write("\r\n".join([*head, "", ""]).encode() + body)
                return await self._answer()
            except (ConnectionError, asyncio.IncompleteReadError):
                self._writer.close()
                self._writer = None
                if attempt:
                    raise
        raise AssertionError

    async def _answer(self) -> Answer:
        assert self._reader is not None
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in head[1:]:
            name, found, value = line.partition(": ")
            if found:
                if name.lower() == "set-cookie":
                    self.cookie = value.partition(";")[0]
                headers[name.lower()] = value
        size = int(headers.get("content-length", "0"))
        body = await self._reader.readexactly(size) if size else b""
        if headers.get("content-encoding") == "gzip":
            import gzip

            body = gzip.decompress(body)
        return Answer(int(head[0].split()[1]), headers, body.decode("utf-8", "replace"))


class Table:
    """One table: what its people say, and when each phone knew of it."""

    def __init__(self, number: int) -> None:
        people = seat_people(VARIANT, PHONES, random.Random(number))
        people.play_round()
        self.header = {"record": 1, "variant": VARIANT, "players": list(people.log.start.setup.players)}
        self.events = [each for each in people.said if "hand" not in each and "pips" not in each]
        self.said: dict[int, float] = {}
        self.answered: list[float] = []
        self.late: list[float] = []
        self.link = ""
        self.asked = 0
        self.news = 0


async def keeper(table: Table, host: str, port: int, until: float) -> None:
    """The phone that keeps score."""
    line = Line(host, port)
    page = (await line.ask("GET", f"/t/{table.link}")).text
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    await asyncio.sleep(COMING + random.random() * LAYS)
    for seq, event in enumerate(table.events):
        if time.monotonic() > until:
            return
        started = time.monotonic()
        table.said[seq + 1] = started
        form = {
            "csrf_token": token,
            "seq": str(seq),
            "key": f"key-{seq:04}-{random.random()}"[:40].replace(".", "_"),
        }
        answer = await line.ask("POST", f"/t/{table.link}", {**form, "say": json.dumps(event)})
        if answer.status != 200:
            raise RuntimeError(f"{answer.status}: {answer.text[:300]}")
        table.answered.append(time.monotonic() - started)
        await asyncio.sleep(max(0.0, LAYS - (time.monotonic() - started)))


async def watcher(table: Table, host: str, port: int, until: float) -> None:
    """Another phone at the table, which asks for news."""
    line = Line(host, port)
    seen, here, me = 0, "", f"{random.random():.9f}"[2:]
    await asyncio.sleep(random.random() * COMING * 0.8)
    while time.monotonic() < until:
        asked = time.monotonic()
        table.asked += 1
        answer = await line.ask("GET", f"/t/{table.link}/live?since={seen}&here={here}&me={me}")
        if answer.status == 200:
            table.news += 1
            found = re.search(r'data-seq="(\d+)"', answer.text)
            stamp = re.search(r"here=([\w-]+)", answer.text)
            here = stamp[1] if stamp else here
            if found and int(found[1]) > seen:
                now = time.monotonic()
                table.late += [now - at for seq, at in table.said.items() if seen < seq <= int(found[1])]
                seen = int(found[1])
        await asyncio.sleep(max(0.0, ASKS - (time.monotonic() - asked)))


async def measure(tables: list[Table], host: str, port: int, seconds: float) -> None:
    until = time.monotonic() + COMING + seconds
    people = [keeper(table, host, port, until) for table in tables]
    people += [watcher(table, host, port, until) for table in tables for _ in range(PHONES - 1)]
    await asyncio.gather(*people)


def share(values: list[float], part: float) -> float:
    """The value below which so great a part of all lies, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main(arguments: list[str]) -> None:
    number = int(arguments[0]) if arguments else 100
    seconds = float(arguments[1]) if len(arguments) > 1 else 30.0
    from referee.store import Store

    with tempfile.TemporaryDirectory() as folder:
        tables = [Table(each) for each in range(number)]
        with Store(Path(folder) / "referee.db") as store:
            for table in tables:
                table.link = store.create_table(table.header).links["owner"]
        server = RunningServer(Path(folder))
        server.start()
        address = urllib.parse.urlsplit(server.url)
        try:
            asyncio.run(measure(tables, "127.0.0.1", address.port or 80, seconds))
        finally:
            server.stop()
    late = [each for table in tables for each in table.late]
    answered = [each for table in tables for each in table.answered]
    asked, news = sum(table.asked for table in tables), sum(table.news for table in tables)
    within = sum(each <= 1.0 for each in late) / len(late)
    print(f"{number} tables, {number * PHONES} phones, {len(answered)} tiles in {seconds:.0f} s")
    print(f"{asked} questions, {news} with news")
    half, most = share(late, 0.5), share(late, 0.95)
    print(f"a tile on another phone: {100 * within:.1f} % within 1 s; half {half:.0f} ms, 95 % {most:.0f} ms")
    print(f"its own answer: half {share(answered, 0.5):.0f} ms, 95 % {share(answered, 0.95):.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
