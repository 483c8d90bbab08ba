"""A long table that many open at once is judged once, and others find somebody to answer them meanwhile."""

import threading
import time
import weakref

import pytest

from referee.server import serving
from referee.storage.rows import NewEvent
from referee.web import create_app
from referee.web.infra.giving_way import OUT_OF_MEMORY, PLACES, WorkPlaces, started_pool
from referee.web.parts import open_tables
from tests.benchmarks.engine import long_game

TOGETHER = 8
LONG_ENOUGH = 60  # seconds: for what waits on the slowest machine


@pytest.fixture
def app(tmp_path):
    made = create_app(tmp_path / "data", {"PACED": False, "PAGE_SECONDS": LONG_ENOUGH})
    yield made
    made.extensions["referee"].close()


@pytest.fixture
def long_table(app):
    game = long_game(open_tables.LONG + 100)
    row = app.extensions["referee"].import_table(game.header, [NewEvent(each) for each in game.said])
    return f"/t/{row.links['owner']}"


class Judging:
    """Counts how often a log is read, and holds the first reader up until it is let go."""

    def __init__(self, monkeypatch) -> None:
        self.times, self.began, self.go_on = 0, threading.Event(), threading.Event()
        read_log = open_tables.read_log

        def slowly(*args):
            self.times += 1
            self.began.set()
            assert self.go_on.wait(LONG_ENOUGH)
            return read_log(*args)

        monkeypatch.setattr(open_tables, "read_log", slowly)


def opened_by(app, address, number) -> tuple[list[threading.Thread], list]:
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(app.test_client().get(address))) for _ in range(number)
    ]
    for each in threads:
        each.start()
    return threads, answers


def test_a_long_table_that_many_open_at_once_is_judged_once(app, long_table, monkeypatch):
    judging = Judging(monkeypatch)
    threads, answers = opened_by(app, long_table, PLACES)
    assert judging.began.wait(LONG_ENOUGH)
    judging.go_on.set()
    for each in threads:
        each.join(LONG_ENOUGH)

    assert [each.status_code for each in answers] == [200] * PLACES
    assert judging.times == 1


def test_a_short_table_that_many_open_at_once_is_judged_once(app, monkeypatch):
    """Guards: the turn at each table; what is short needs no place among the long ones."""
    game = long_game(40)
    row = app.extensions["referee"].import_table(game.header, [NewEvent(each) for each in game.said[:40]])
    judging = Judging(monkeypatch)
    threads, answers = opened_by(app, f"/t/{row.links['owner']}", TOGETHER)
    assert judging.began.wait(LONG_ENOUGH)
    for each in threads:
        each.join(0.3)  # all of them have come as far as they can
    judging.go_on.set()
    for each in threads:
        each.join(LONG_ENOUGH)

    assert [each.status_code for each in answers] == [200] * TOGETHER
    assert judging.times == 1


def test_of_two_long_tables_one_is_judged_after_the_other(app, long_table, monkeypatch):
    """Guards: one long judging at a time; the processors are for the tables in play."""
    game = long_game(open_tables.LONG + 100)
    row = app.extensions["referee"].import_table(game.header, [NewEvent(each) for each in game.said])
    judging = Judging(monkeypatch)
    threads, answers = opened_by(app, long_table, 1)
    assert judging.began.wait(LONG_ENOUGH)
    more, others = opened_by(app, f"/t/{row.links['owner']}", 1)
    more[0].join(0.5)
    assert judging.times == 1
    judging.go_on.set()
    for each in (*threads, *more):
        each.join(LONG_ENOUGH)

    assert [each.status_code for each in (*answers, *others)] == [200, 200]
    assert judging.times == 2


def test_a_table_that_takes_longer_to_read_than_a_page_may_is_open_the_next_time(
    app, long_table, monkeypatch
):
    app.extensions["referee-turns"] = WorkPlaces(0.2)
    judging = Judging(monkeypatch)
    threads, answers = opened_by(app, long_table, 1)
    threads[0].join(LONG_ENOUGH)

    assert [each.status_code for each in answers] == [503]
    assert answers[0].headers["Refresh"] == "1"
    assert "loading a long game" in answers[0].text

    judging.go_on.set()
    until = time.monotonic() + LONG_ENOUGH
    while (again := app.test_client().get(long_table)).status_code == 503 and time.monotonic() < until:
        time.sleep(0.05)
    assert again.status_code == 200
    assert judging.times == 1


def test_more_than_may_wait_are_told_and_come_again_and_another_table_is_open_meanwhile(
    app, long_table, monkeypatch
):
    judging = Judging(monkeypatch)
    store = app.extensions["referee"]
    other = store.create_table({"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]})
    threads, answers = opened_by(app, long_table, TOGETHER)
    until = time.monotonic() + LONG_ENOUGH
    while len(answers) < TOGETHER - PLACES and time.monotonic() < until:
        time.sleep(0.01)

    assert [each.status_code for each in answers] == [503] * (TOGETHER - PLACES)
    assert {each.headers["Refresh"] for each in answers} == {"1"}
    assert "loading a long game" in answers[0].text
    assert app.test_client().get(f"/t/{other.links['owner']}").status_code == 200

    judging.go_on.set()
    for each in threads:
        each.join(LONG_ENOUGH)
    assert sorted(each.status_code for each in answers) == [200] * PLACES + [503] * (TOGETHER - PLACES)
    assert app.test_client().get(long_table).status_code == 200


def test_what_the_book_keeps_is_bounded_by_events(app, monkeypatch):
    monkeypatch.setattr(open_tables, "MOST", 250)
    store, game = app.extensions["referee"], long_game(100)
    rows = [store.import_table(game.header, [NewEvent(each) for each in game.said[:100]]) for _ in range(4)]
    kept = open_tables.Book()
    with app.test_request_context():
        for row in rows:
            assert len(kept.judged(store, row, 100).rows) == 100

    assert list(kept._kept) == [rows[2].id, rows[3].id]
    assert kept._events == 200


def test_a_server_reads_long_tables_even_if_the_system_can_start_no_more_threads(tmp_path, monkeypatch):
    read = []

    def no_more(_thread):
        raise RuntimeError("can't start new thread")

    def run(app, *_):
        with monkeypatch.context() as patched:
            patched.setattr(threading.Thread, "start", no_more)
            read.append(app.extensions["referee-turns"].read("a table", lambda: "its log"))

    monkeypatch.setattr(serving, "run", run)

    assert serving.serve(serving.Options("127.0.0.1", 0, str(tmp_path))) == 0
    assert read == ["its log"]


def test_a_pool_has_all_its_threads_from_the_start():
    pool = started_pool(9, "together")
    names = [each.name for each in threading.enumerate() if each.name.startswith("together")]
    pool.shutdown()

    assert len(names) == 9


@pytest.mark.parametrize("lacking", OUT_OF_MEMORY)
def test_what_a_job_without_memory_had_read_is_dropped_before_anybody_is_told(lacking):
    class Read:
        """What takes the memory."""

    held = []

    def work():
        read = Read()
        held.append(weakref.ref(read))
        raise lacking

    with pytest.raises(MemoryError):
        WorkPlaces(LONG_ENOUGH).read("a table", work)

    assert held[0]() is None


@pytest.mark.parametrize("lacking", OUT_OF_MEMORY)
def test_a_page_for_which_there_is_no_memory_is_answered_so(app, long_table, lacking, monkeypatch):
    def no_memory(*_given):
        raise lacking

    monkeypatch.setattr(open_tables, "read_log", no_memory)
    answer = app.test_client().get(long_table)

    assert answer.status_code == 503
    assert "no memory left" in answer.text
