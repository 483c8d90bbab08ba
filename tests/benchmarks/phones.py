"""Many tables of four phones on one server: how soon a tile laid on one phone is on the others.

`python3 -m tests.benchmarks.phones [TABLES [SECONDS]]`, 100 tables and 30 seconds unless told otherwise. Each table
lays a tile every five seconds; each phone asks for news as often as its page does. Server and phones share this machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from referee.storage.store import Store
from tests.benchmarks.calling import HOST, Reply, cookie_of, read, request
from tests.benchmarks.served import Served, serve_referee
from tests.simulating import seat_people

PHONES = 4  # at each table
ASKS = 0.8  # seconds between two questions of one phone
LAYS = 5.0  # seconds between two tiles of one table
COMING = 10.0  # seconds in which the phones come, which are not counted
VARIANT = "edge.block"
SIZE = re.compile(rb"\r\nContent-Length: (\d+)\r", re.IGNORECASE)


class Line(asyncio.Protocol):
    """One phone's connection, kept open. It does as little as it can, for it runs on the server's own machine."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""
        self._transport: asyncio.Transport | None = None
        self._came = b""
        self._whole: asyncio.Future[bytes] | None = None

    async def call(self, asked: bytes) -> bytes:
        """The whole answer as it came; asked once more if the server had closed the connection meanwhile."""
        loop = asyncio.get_running_loop()
        for again in (True, False):
            if self._transport is None or self._transport.is_closing():
                made, _ = await loop.create_connection(lambda: self, HOST, self.port)
                self._transport = made
            self._came, self._whole = b"", loop.create_future()
            self._transport.write(asked)
            try:
                return await self._whole
            except ConnectionError:
                if not again:
                    raise
        raise AssertionError

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> Reply:
        """The answer taken apart."""
        reply = read(await self.call(self.asked(method, path, form)))
        self.cookie = cookie_of(reply) or self.cookie
        return reply

    def asked(self, method: str, path: str, form: dict[str, str] | None = None) -> bytes:
        """The request, as this phone makes it."""
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        return request(method, path, form, HX_Request="true", **cookie)

    def data_received(self, data: bytes) -> None:
        self._came += data
        end = self._came.find(b"\r\n\r\n")
        if end < 0 or self._whole is None or self._whole.done():
            return
        found = SIZE.search(self._came, 0, end + 2)
        if len(self._came) >= end + 4 + (int(found[1]) if found else 0):
            self._whole.set_result(self._came)

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        if self._whole is not None and not self._whole.done():
            self._whole.set_exception(ConnectionError("The server closed the connection."))


class Table:
    """One table: what its people say, and when each phone knew of it."""

    def __init__(self, number: int, seconds: float) -> None:
        self.seconds = seconds
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


async def keeper(table: Table, port: int, until: float) -> None:
    """The phone that keeps score."""
    line = Line(port)
    await asyncio.sleep(random.random() * COMING * 0.8)
    page = (await line.ask("GET", f"/t/{table.link}")).text
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    await asyncio.sleep(until - table.seconds - time.monotonic() + random.random() * LAYS)
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


async def watcher(table: Table, port: int, until: float) -> None:
    """Another phone at the table, which asks for news."""
    line = Line(port)
    seen, here, me = 0, "", f"{random.random():.9f}"[2:]
    await asyncio.sleep(random.random() * COMING * 0.8)
    asks = b""
    while (asked := time.monotonic()) < until:
        asks = asks or line.asked("GET", f"/t/{table.link}/live?since={seen}&here={here}&me={me}&lang=en")
        table.asked += 1
        came = await line.call(asks)
        if came.startswith(b"HTTP/1.1 200"):
            table.news += 1
            text, asks = read(came).text, b""
            found = re.search(r'data-seq="(\d+)"', text)
            stamp = re.search(r"here=([\w-]+)", text)
            here = stamp[1] if stamp else here
            if found and int(found[1]) > seen:
                now = time.monotonic()
                table.late += [now - at for seq, at in table.said.items() if seen < seq <= int(found[1])]
                seen = int(found[1])
        await asyncio.sleep(max(0.0, ASKS - (time.monotonic() - asked)))


async def measure(tables: list[Table], server: Served, seconds: float) -> tuple[float, float]:
    """Let everybody come, then play; the processor time of the server and of the phones while they play."""
    until = time.monotonic() + COMING + seconds
    people = [keeper(table, server.port, until) for table in tables]
    people += [watcher(table, server.port, until) for table in tables for _ in range(PHONES - 1)]
    playing = asyncio.gather(*people)
    await asyncio.sleep(COMING)
    for table in tables:
        table.asked = table.news = 0
    began = server.cpu(), time.process_time()
    await playing
    return server.cpu() - began[0], time.process_time() - began[1]


def share(values: list[float], part: float) -> float:
    """The value below which so great a part of all lies, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main(arguments: list[str]) -> None:
    number = int(arguments[0]) if arguments else 100
    seconds = float(arguments[1]) if len(arguments) > 1 else 30.0
    with tempfile.TemporaryDirectory() as folder:
        tables = [Table(each, seconds) for each in range(number)]
        with Store(Path(folder) / "referee.db") as store:
            for table in tables:
                table.link = store.create_table(table.header).links["owner"]
        with serve_referee(Path(folder)) as server:
            used, own = asyncio.run(measure(tables, server, seconds))
    late = [each for table in tables for each in table.late]
    answered = [each for table in tables for each in table.answered]
    asked, news = sum(table.asked for table in tables), sum(table.news for table in tables)
    within = sum(each <= 1.0 for each in late) / len(late)
    print(f"{number} tables, {number * PHONES} phones, {len(answered)} tiles in {seconds:.0f} s")
    print(f"{asked} questions, {news} with news")
    half, most = share(late, 0.5), share(late, 0.95)
    print(f"a tile on another phone: {100 * within:.1f} % within 1 s; half {half:.0f} ms, 95 % {most:.0f} ms")
    print(f"its own answer: half {share(answered, 0.5):.0f} ms, 95 % {share(answered, 0.95):.0f} ms")
    cores = f"the server took {used / seconds:.2f} cores, the phones {own / seconds:.2f}"
    print(f"{cores}; the machine's load is {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main(sys.argv[1:])
