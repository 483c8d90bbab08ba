"""Simulated phones: at a table of four, one keeps score and the others poll for news as often as their page does."""

import asyncio
import itertools
import json
import math
import random
import re
import time

from tests.benchmarks.calling import HOST, Reply, cookies_of, read, request, sent
from tests.simulating import People

PHONES = 4  # at each table
ASKS = 0.8  # the least seconds between the starts of two polls by one phone
LOOKS = 0.2  # seconds between two checks of whether it is time to poll
SIZE = re.compile(rb"\r\nContent-Length: (\d+)\r", re.IGNORECASE)


class Line(asyncio.Protocol):
    """One phone's persistent connection, with its own IP address on this machine.

    It does as little as possible, because it shares the machine with the server.
    """

    _numbers = itertools.count()

    def __init__(self, port: int) -> None:
        number = next(self._numbers)
        self.port, self.cookies = port, dict[str, str]()
        self.address = f"127.0.{number // 200 % 200 + 1}.{number % 200 + 1}"
        self._transport: asyncio.Transport | None = None
        self._came = b""
        self._whole: asyncio.Future[bytes] | None = None

    async def call(self, asked: bytes) -> bytes:
        """Send a request and return the raw response; retries once if the server had closed the connection."""
        loop = asyncio.get_running_loop()
        for again in (True, False):
            if self._transport is None or self._transport.is_closing():
                made, _ = await loop.create_connection(
                    lambda: self, HOST, self.port, local_addr=(self.address, 0)
                )
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
        """Send a request and return the parsed response."""
        reply = read(await self.call(self.asked(method, path, form)))
        self.cookies |= cookies_of(reply)
        return reply

    def asked(self, method: str, path: str, form: dict[str, str] | None = None) -> bytes:
        """The bytes of a request, with this phone's headers."""
        cookie = {"Cookie": sent(self.cookies)} if self.cookies else {}
        return request(method, path, form, HX_Request="true", Prefer="wait=2", **cookie)

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.abort()

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
    """One table: its events, and when each phone learned of them."""

    def __init__(self, people: People, link: str) -> None:
        self.link = link
        self.events = [each for each in people.said if "hand" not in each and "pips" not in each]
        self.said: dict[int, float] = {}
        self.answered: list[float] = []
        self.late: list[float] = []
        self.asked = 0
        self.news = 0


class Keeper:
    """The phone that keeps score."""

    def __init__(self, table: Table, port: int) -> None:
        self._table = table
        self._line = Line(port)
        self._token = ""

    async def come(self) -> None:
        """Open the table's page."""
        page = (await self._line.ask("GET", f"/t/{self._table.link}")).text
        self._token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]

    async def play(self, until: float, every: float) -> None:
        """Lay a tile every `every` seconds (0: as soon as the last response is there), at least one."""
        await asyncio.sleep(random.random() * every)
        while len(self._table.said) < len(self._table.events):
            started = time.monotonic()
            await self._lay(started)
            await asyncio.sleep(max(0.0, every - (time.monotonic() - started)))
            if time.monotonic() > until:
                break
        self._line.close()

    async def _lay(self, started: float) -> None:
        table, seq = self._table, len(self._table.said)
        table.said[seq + 1] = started
        key = f"key-{seq:04}-{random.random()}"[:40].replace(".", "_")
        form = {"csrf_token": self._token, "seq": str(seq), "key": key, "say": json.dumps(table.events[seq])}
        answer = await self._line.ask("POST", f"/t/{table.link}", form)
        if answer.status != 200:
            raise RuntimeError(f"{answer.status}: {answer.text[:300]}")
        table.answered.append(time.monotonic() - started)


async def watch(table: Table, port: int, coming: float, until: float) -> None:
    """Another phone at the table, which arrives within the first `coming` seconds and then polls for news."""
    line = Line(port)
    seen, me = 0, f"{random.random():.9f}"[2:]
    await asyncio.sleep(random.random() * coming * 0.8)
    page = await line.ask("GET", f"/t/{table.link}")
    here = re.findall(r"here=([\w-]+)", page.text)[0]
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
        await asyncio.sleep(max(random.random() * LOOKS, ASKS - (time.monotonic() - asked)))
    line.close()


def share(values: list[float], part: float) -> float:
    """The quantile of the values at `part`, in milliseconds; nan if there are none."""
    return math.nan if not values else 1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))]
