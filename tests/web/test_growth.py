"""The cost of a page, export or list grows only with what it shows, however long the match is.

The tests count work, not time: executed lines, and events read from the log. So the same tables give the same figures
on any machine. `python3 -m tests.benchmarks.growth` measures the time.
"""

import sys
import threading
from types import FrameType
from typing import Any, Self

import pytest

from referee.engine.persistent_list import PersistentList
from referee.importing import import_record
from referee.web.infra import giving_way, visitors
from tests.benchmarks.long_tables import TABLES, keep, opened
from tests.folders import PLAYTHROUGHS

FEW, MANY = 200, 800  # events
MOST = 5.0  # times the work allowed for four times the events
RECORD = (PLAYTHROUGHS / "edge.block.jsonl").read_bytes()
ONE_PAGE = 500  # events: more than any page shows at once
STILL = 1.3
# Pages with the length of a round, or of a piece of the list, however long the match is.
BOUNDED = ("table", "live", "log", "log, earlier", "round", "ask", "round.txt", "exports")
GROWING = ("entry", "match", "record", "csv", "scores", "text")
ELSEWHERE = ("log", "log, earlier", "match", "csv")  # the pages counted in the other families


class Steps:
    """Counts trace events within the block, including those of threads started there."""

    def __init__(self) -> None:
        self.number = 0

    def __enter__(self) -> Self:
        self.number = 0
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]

    def _trace(self, _frame: FrameType, _what: str, _about: Any) -> Any:
        self.number += 1
        return self._trace


@pytest.fixture
def count(client, monkeypatch):
    """Counts the steps of a page; iterating over a log or copying it counts one step for each event."""
    steps, walk = Steps(), PersistentList.__iter__

    def walked(row):
        steps.number += len(row)
        return walk(row)

    monkeypatch.setattr(PersistentList, "__iter__", walked)
    monkeypatch.setattr(giving_way, "TURN", 3600.0)  # no pauses, which would make the counts random

    def counted(address: str) -> int:
        opened(client, address)
        with steps:
            reply = opened(client, address)
        assert reply.status_code in (200, 204), address
        return steps.number

    return counted


@pytest.fixture
def tables(app):
    """The addresses of the pages of a short and a long table of a family."""
    return lambda family, sizes=(FEW, MANY): [
        keep(app.extensions["referee"], TABLES[family](size)) for size in sizes
    ]


def grown(count, tables, page: str) -> float:
    """The ratio of the steps for the page of the long table to those for the short one."""
    short, long = (count(each[page]) for each in tables)
    return long / short


@pytest.mark.parametrize("family", TABLES)
def test_four_times_the_events_take_at_most_five_times_the_work(family, count, tables):
    kept = tables(family)
    pages = GROWING if family in ("line", "corrected") else ELSEWHERE
    grew = {page: round(grown(count, kept, page), 1) for page in pages}
    assert max(grew.values()) <= MOST, grew


@pytest.mark.parametrize(
    ("page", "most"), [("/", STILL), ("/new", STILL), ("/players", MOST), ("/tables", MOST)]
)
def test_a_phone_that_knows_four_times_the_tables_waits_no_longer_than_its_page_is_long(
    page, most, app, count, client, monkeypatch
):
    """The home page and the first step read only the latest tables, the lists read each table once; none judges any."""
    monkeypatch.setattr(visitors, "LATELY", 10)
    store, owner = app.extensions["referee"], "the secret of this phone"
    with client.session_transaction() as session:
        session["owner"] = owner

    def steps(tables: int) -> int:
        made = [import_record(store, RECORD)[0].links["keep"] for _ in range(tables)]
        store.phones.remember(owner, made)
        return count(page)

    few = steps(15)
    assert steps(45) <= most * few


def test_a_page_of_one_round_or_of_one_piece_takes_no_longer_in_a_longer_match(count, tables):
    kept = tables("line", (ONE_PAGE, 4 * ONE_PAGE))
    grew = {page: round(grown(count, kept, page), 2) for page in BOUNDED}
    assert max(grew.values()) <= STILL, grew
