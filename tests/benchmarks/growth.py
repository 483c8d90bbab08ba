"""What each page of a table costs as the table grows: `python3 -m tests.benchmarks.growth [FAMILY ...]`.

Every page and every file of a table is opened at 600, 2,400 and 10,000 events, of every family of games. Told are
milliseconds of processor time, the best of three, and how many times as much the next size takes: four times the
events may take five times as long. What takes less than TOO_SHORT is not compared.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise

from flask.testing import FlaskClient

from referee.server.serving import _collect_seldom
from referee.web import create_app
from tests.benchmarks.long_tables import PAGES, TABLES, keep, opened

SIZES = (600, 2_400, 10_000)
MOST = 5.0  # times as long for four times the events
TOO_SHORT = 4.0  # ms


def cost(client: FlaskClient, address: str) -> float | None:
    """Milliseconds of processor time that it takes to open the page; None if there is no such page."""
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


def times_as_long(small: float, large: float, events: float) -> float:
    """How many times as long four times the events take, from the costs of two tables of which one has `events` times
    as many; 0 if both are too short to be compared."""
    return 0.0 if large < TOO_SHORT else large / max(small, 1.0) * 4.0 / events


def measure(family: str, sizes: Sequence[int]) -> int:
    """Print a table for one family; how many pages grow faster than they may."""
    too_much = 0
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(folder, {"PACED": False, "TESTING": True})
        client, store = app.test_client(), app.extensions["referee"]
        addresses = [keep(store, TABLES[family](size)) for size in sizes]
        for each in addresses:
            client.get(each["table"])
        print(f"\n{family:18}" + "".join(f"{size:>9,}" for size in sizes) + "   times as long")
        for page in PAGES:
            costs = [cost(client, each[page]) for each in addresses]
            took = [each for each in costs if each is not None]
            if len(took) < len(costs):
                continue
            grows = [
                times_as_long(small, large, most / least)
                for (small, large), (least, most) in zip(pairwise(took), pairwise(sizes), strict=True)
            ]
            wrong = any(each > MOST for each in grows)
            too_much += wrong
            told = "".join(f"{each:7.1f}" if each else "      -" for each in grows)
            print(
                f"{page:18}"
                + "".join(f"{each:9.1f}" for each in took)
                + told
                + ("  TOO MUCH" if wrong else "")
            )
        store.close()
    return too_much


def main(arguments: Sequence[str]) -> int:
    """0 if no page of these families grows faster than it may."""
    _collect_seldom()  # as the server does
    sizes = tuple(int(each) for each in arguments if each.isdigit()) or SIZES
    families = [each for each in arguments if each in TABLES] or list(TABLES)
    return int(sum(measure(each, sizes) for each in families) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
