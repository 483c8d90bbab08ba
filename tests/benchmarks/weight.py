"""Bytes on the wire, compressed and including headers."""

import re
import tempfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.benchmarks.calling import Caller, Reply, read, request
from tests.benchmarks.engine import long_game
from tests.benchmarks.figures import Figure, Target
from tests.benchmarks.posted import Phone
from tests.benchmarks.served import serve_referee

_KB = 1000.0
_TABLE, _ALL = 12.0, 60.0
ROUND = 28  # events: more than any round of the game has


def measure(*, quick: bool) -> Iterator[Figure]:
    """Measure the table partial at every event of a round, a poll, the page, and everything in a first load."""
    with tempfile.TemporaryDirectory() as folder:
        game = long_game(ROUND)
        with Store(Path(folder, "referee.db")) as store:
            link = store.import_table(game.header, [NewEvent(game.said[0])]).links["owner"]
        with serve_referee(Path(folder)) as server, Caller(server.port) as line:
            yield from _round(line, link, game.said[: 6 if quick else ROUND])
            yield from _first_load(line, link)


def _round(line: Caller, link: str, said: list[dict[str, object]]) -> Iterator[Figure]:
    phone = Phone(line, link)
    parts = [read(line.call(phone.move(seq, each))) for seq, each in enumerate(said) if seq]
    nothing = read(line.call(phone.part(phone.live_of(parts[-1]))))
    largest = max(each.size for each in parts)
    unpacked = max(len(each.body) for each in parts)
    yield _bytes(
        "bytes.table", "the table's part of the page, the largest of a round", largest, unpacked, _TABLE
    )
    yield _bytes("bytes.poll", "a poll with nothing new", nothing.size)


def _bytes(name: str, title: str, size: int, unpacked: int = 0, bound: float = 0) -> Figure:
    return Figure(
        name=name,
        title=title,
        value=size / _KB,
        unit="kB",
        floor=unpacked / _KB if unpacked else None,
        floor_is="the same not packed" if unpacked else "",
        ratio=size / unpacked if unpacked else None,
        target=Target(of="value", bound=bound) if bound else None,
    )


def _first_load(line: Caller, link: str) -> Iterator[Figure]:
    """The page and everything that it links to: style sheets, scripts and icons."""
    page = read(line.call(request("GET", f"/t/{link}")))
    yield _bytes("bytes.page", "the table's page", page.size, len(page.body))
    sizes = {"": page.size}
    unpacked = len(page.body)
    for path in _named(page):
        came = read(line.call(request("GET", path)))
        if came.status != 200:
            raise RuntimeError(f"{path} was answered with {came.status}.")
        sizes[path], unpacked = came.size, unpacked + len(came.body)
    yield _bytes(
        "bytes.first",
        f"first load with everything: {len(sizes)} answers",
        sum(sizes.values()),
        unpacked,
        _ALL,
    )


def _named(page: Reply) -> list[str]:
    found = re.findall(r'<(?:link|script)[^>]* (?:href|src)="([^"]+)"', page.text)
    return [unescape(each) for each in dict.fromkeys(found)]
