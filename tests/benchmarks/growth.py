"""The cost of a page as a table grows, and as a phone knows more tables: `python3 -m tests.benchmarks.growth [WHAT ...]`.

WHAT is "tables", a family of games (`long_tables.TABLES`) or a number; the default is everything at 100, 1,000 and
10,000. It prints milliseconds of processor time, the best of three visits, and how much faster the cost grows than the
content of the page: 1.0 is proportional. Costs below TOO_SHORT are not compared.
"""

import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from referee.importing import import_record
from referee.server.serving import collected_seldom
from referee.web import create_app
from tests.benchmarks.figures import Figure, Target, number
from tests.benchmarks.long_tables import PAGES, TABLES, keep, opened
from tests.benchmarks.playing import Game

SIZES = (100, 1_000, 10_000)
MOST = 1.25  # times as fast as the content of the page
TOO_SHORT = 4.0  # ms
SHOWN = (
    "table",
    "live",
    "log",
    "entry",
    "round",
    "match",
    "exports",
    "record",
    "scores",
)  # the pages in the table of figures
LISTS = ("/", "/new", "/tables", "/players", "/players/Ana")  # the pages of a phone that knows many tables
OWNER = "the secret of this phone"
VARIANTS = ("fundex2004.block-draw", "traditional.all-fives")
DEALS = 20
Costs = dict[str, list[float]]  # by page, one for each size


@contextmanager
def _application() -> Iterator[Flask]:
    """An application with an empty book in memory, so that only computing time is measured."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        app = create_app(folder, {"PACED": False, "TESTING": True})
        app.test_client().get("/rules")  # warm up
        yield app
        app.extensions["referee"].close()


def _cost(client: FlaskClient, address: str) -> float | None:
    """Milliseconds of processor time to open the page; None if there is no such page."""
    took = []
    for _ in range(3):
        began = time.process_time()
        reply = opened(client, address)
        took.append(time.process_time() - began)
        if reply.status_code not in (200, 204):
            return None
        if took[-1] > 2.0:
            break
    return 1000 * min(took)


def by_events(family: str, sizes: Sequence[int], pages: Sequence[str] = tuple(PAGES)) -> Costs:
    """The costs of the pages and files of a table with these numbers of events."""
    found: dict[str, list[float | None]] = {page: [] for page in pages}
    with _application() as app:
        client = app.test_client()
        for size in sizes:
            addresses = keep(app.extensions["referee"], TABLES[family](size))
            client.get(addresses["table"])
            for page in pages:
                found[page].append(_cost(client, addresses[page]))
    told = {page: [each for each in costs if each is not None] for page, costs in found.items()}
    return {page: costs for page, costs in told.items() if len(costs) == len(sizes)}


def by_tables(sizes: Sequence[int]) -> Costs:
    """The costs of the pages of a phone that knows these numbers of tables, with two players each."""
    games = [Game(VARIANTS[deal % 2], deal, players=2).play(rounds=1) for deal in range(DEALS)]
    records = ["\n".join(map(json.dumps, (each.header, *each.said))).encode() for each in games]
    found: Costs = {page: [] for page in LISTS}
    with _application() as app:
        store, client, links = app.extensions["referee"], app.test_client(), list[str]()
        with client.session_transaction() as session:
            session["owner"] = OWNER
        for size in sizes:
            new = [import_record(store, records[each % DEALS])[0] for each in range(len(links), size)]
            links += [each.links["owner"] for each in new]
            store.phones.remember(OWNER, links[-len(new) :])
            for page in LISTS:
                client.get(page)  # the first visit fills the caches
                found[page].append(_cost(client, page) or 0.0)
    return found


def faster(small: float, large: float, times: float) -> float:
    """How much faster the cost grows than the content, which grows `times` times; 0 if too short to compare."""
    return 0.0 if large < TOO_SHORT else large / max(small, 1.0) / times


def measure(*, quick: bool) -> Iterator[Figure]:
    """Compare each size with the previous one; garbage collection is set as in the server."""
    sizes = (60, 90) if quick else SIZES
    with collected_seldom():
        tables, events = by_tables(sizes), by_events("line", sizes, SHOWN)
    for what, costs in (("tables that a phone knows", tables), ("events of a table", events)):
        for page, took in costs.items():
            for (less, before), (more, cost) in pairwise(zip(sizes, took, strict=True)):
                is_told = cost >= TOO_SHORT
                yield Figure(
                    name=f"growth.{what.split()[0]}.{page}.{more}",
                    title=f"{page} with {number(more)} {what}",
                    value=cost,
                    unit="ms",
                    floor=before,
                    floor_is=f"the same with {number(less)}",
                    ratio=cost / max(before, 1.0),
                    target=Target(of="ratio", bound=MOST * more / less) if is_told else None,
                )


def tell(what: str, costs: Costs, sizes: Sequence[int]) -> int:
    """Print a table; returns how many pages grow too fast."""
    too_much = 0
    print(f"\n{what:18}" + "".join(f"{size:>9,}" for size in sizes) + "   how much faster")
    for page, took in costs.items():
        grows = [
            faster(small, large, most / least)
            for (small, large), (least, most) in zip(pairwise(took), pairwise(sizes), strict=True)
        ]
        wrong = any(each > MOST for each in grows)
        too_much += wrong
        told = "".join(f"{each:7.2f}" if each else "      -" for each in grows)
        print(
            f"{page:18}" + "".join(f"{each:9.1f}" for each in took) + told + ("  TOO MUCH" if wrong else "")
        )
    return too_much


def main(arguments: Sequence[str]) -> int:
    """Measure and print; returns 0 if none of these pages grows too fast, otherwise 1."""
    sizes = tuple(int(each) for each in arguments if each.isdigit()) or SIZES
    named = [each for each in arguments if each in ("tables", *TABLES)] or ["tables", *TABLES]
    with collected_seldom():
        costs = {each: by_tables(sizes) if each == "tables" else by_events(each, sizes) for each in named}
    return int(sum(tell(each, costs[each], sizes) for each in named) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
