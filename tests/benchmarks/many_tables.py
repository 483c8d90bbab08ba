"""What a page costs as a phone knows more tables: `python3 -m tests.benchmarks.many_tables [NUMBER ...]`.

100, 1,000 and 10,000 tables are read in, two players at each. Told are milliseconds of processor time, the first
visit and the best of three later ones, and how many times as much that is as with the fewest tables.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Sequence

from flask.testing import FlaskClient

from referee.importing import import_record
from referee.web import create_app
from tests.benchmarks.playing import Game

SIZES = (100, 1_000, 10_000)
PAGES = ("/", "/new", "/tables", "/players", "/players/Ana")
OWNER = "the secret of this phone"
VARIANTS = ("fundex2004.block-draw", "traditional.all-fives")
DEALS = 20


def main(sizes: Sequence[int]) -> None:
    """Print a row for each page."""
    records = [_record(Game(VARIANTS[deal % 2], deal, players=2).play(rounds=1)) for deal in range(DEALS)]
    costs = [_costs(records, size) for size in sizes]
    print(f"{'tables':14}" + "".join(f"{size:>30,}" for size in sizes))
    for page in PAGES:
        cells = [each[page] for each in costs]
        least = max(cells[0][1], 1.0)
        told = [f"{first:7.0f} ms {later:6.0f} ms {later / least:6.1f} x" for first, later in cells]
        print(f"{page:14}" + "".join(f"{each:>30}" for each in told))


def _record(game: Game) -> bytes:
    return "\n".join(map(json.dumps, (game.header, *game.said))).encode()


def _costs(records: Sequence[bytes], size: int) -> dict[str, tuple[float, float]]:
    """For each page the first visit and the best of three later ones."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(folder, {"PACED": False, "TESTING": True})
        store, client = app.extensions["referee"], app.test_client()
        links = [import_record(store, records[number % DEALS])[0].links["owner"] for number in range(size)]
        store.phones.remember(OWNER, links)
        with client.session_transaction() as session:
            session["owner"] = OWNER
        client.get("/rules")  # what is done once for every page is done
        found = {}
        for page in PAGES:
            first, *later = (_cost(client, page) for _ in range(4))
            found[page] = first, min(later)
        store.close()
        return found


def _cost(client: FlaskClient, page: str) -> float:
    began = time.process_time()
    reply = client.get(page)
    assert reply.status_code == 200, (page, reply.status_code)
    return 1000 * (time.process_time() - began)


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or SIZES)
