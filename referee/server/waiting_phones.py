"""Long polling: while nothing is new at a table, the response is held back until something is entered there.

A phone that asks for it (`Prefer: wait=2`, RFC 7240) shows at once what another phone entered, and polls less often.
It holds its connection meanwhile, but no thread. The book itself is polled, so entries written by another process that
serves the same book are found too.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from referee.storage.rows import StoreError
from referee.web.infra.giving_way import started_pool

EVERY = 0.05  # seconds between two reads of the book while phones wait
LONGEST = 5.0  # seconds that a phone may wait
_WAIT = re.compile(r"\bwait=(\d{1,3})\b")


class _Waiting(NamedTuple):
    """A phone that waits for an event after `head` at a table; the result of `is_news` is whether one came."""

    table_id: int
    head: int
    phone: str
    is_news: asyncio.Future[bool]


def seconds_to_wait(headers: Mapping[str, str]) -> float:
    """How long a phone is willing to wait for its answer, at most LONGEST; 0 if it does not say."""
    found = _WAIT.search(headers.get("prefer", ""))
    return min(float(found[1]), LONGEST) if found else 0.0


class WaitingPhones:
    """The phones that wait, at most `most` at a time; any others are answered at once. Use it in one event loop only.

    `heads` returns the number of the last event of each given table (`Store.heads`).
    """

    def __init__(self, heads: Callable[[Iterable[int]], dict[int, int]], most: int) -> None:
        self._heads = heads
        self._most = most
        self._waiting: set[_Waiting] = set()
        self._looking: asyncio.Task[None] | None = None
        self._reader = started_pool(1, "news")

    async def is_news(
        self, table_id: int, head: int, phone: str, seconds: float, receive: Callable[[], Awaitable[Any]]
    ) -> bool:
        """Wait for an event after `head`; False if none came in time or the phone stopped waiting."""
        if len(self._waiting) >= self._most:
            return False
        loop = asyncio.get_running_loop()
        this = _Waiting(table_id, head, phone, loop.create_future())
        gone = loop.create_task(_hung_up(receive))
        self._waiting.add(this)
        if self._looking is None or self._looking.done():
            self._looking = loop.create_task(self._look())
        try:
            await asyncio.wait((this.is_news, gone), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            return this.is_news.done() and this.is_news.result() and not gone.done()
        finally:
            self._waiting.discard(this)
            gone.cancel()

    def let_go(self, phone: str) -> None:
        """Stop this phone's wait: it is entering something, so its page is about to change."""
        for each in self._waiting:
            if each.phone == phone:
                _tell(each, is_news=False)

    def end(self) -> None:
        """Answer all waiting phones now, and later ones without waiting."""
        self._most = 0
        for each in self._waiting:
            _tell(each, is_news=False)

    def close(self) -> None:
        """Stop reading the book."""
        self._reader.shutdown(wait=True, cancel_futures=True)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            await asyncio.sleep(EVERY)
            tables = {each.table_id for each in self._waiting}
            with suppress(StoreError):  # the next request reports it
                heads = await loop.run_in_executor(self._reader, self._heads, tables)
                for each in self._waiting:
                    if heads.get(each.table_id, 0) > each.head:  # a phone may have come after this read
                        _tell(each, is_news=True)


async def _hung_up(receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _tell(phone: _Waiting, *, is_news: bool) -> None:
    if not phone.is_news.done():
        phone.is_news.set_result(is_news)
