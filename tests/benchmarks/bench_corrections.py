"""Corrections, and what others feel of long judging: `python3 -m pytest tests/benchmarks/bench_corrections.py -s`."""

from __future__ import annotations

import gc
import json
import statistics
import threading
import time

import pytest

from referee.engine.log import read_log
from referee.engine.setup import read_setup
from referee.importing import MOST_EVENTS
from referee.storage.store import NewEvent, Store
from tests.benchmarks.engine import long_game
from tests.engine.test_corrections import CHAINS, HEADER, _adjusts, _log_of
from tests.faults.phone import Phone, opened_table
from tests.faults.test_memory import read_in
from tests.running import RunningServer

FEW, MANY = 600, 2_400
AT_MOST = 5  # times the processor time, for four times the corrections
WAIT = 0.1  # seconds that a move may take beyond its normal
OPENERS = 8


def _processor_time(task) -> float:
    times = []
    gc.disable()  # which looks through everything that pytest holds; the server looks seldom
    try:
        for _ in range(5):
            began = time.process_time()
            task()
            times.append(time.process_time() - began)
    finally:
        gc.enable()
    return min(times)


def _compare(name: str, few, many) -> None:
    short, long = _processor_time(few), _processor_time(many)
    print(f"\n{name}: {short * 1000:.0f} ms, {long * 1000:.0f} ms, {long / short:.1f} times")
    assert long <= AT_MOST * short


@pytest.mark.parametrize("chain", CHAINS, ids=lambda each: each.__name__.strip("_"))
def test_four_times_the_corrections(chain):
    few, many = chain(FEW // 2), chain(MANY // 2)
    _compare(chain.__name__, lambda: _log_of(few), lambda: _log_of(many))


def test_a_table_corrected_at_its_beginning_is_read_again():
    def corrected(number):
        amends = ({"amend": 2, "with": {"adjust": {"Ana": each}}} for each in range(1, number))
        return [*_adjusts(number), *amends]

    few, many, setup = corrected(FEW // 2), corrected(MANY // 2), read_setup(HEADER)
    _compare("read again", lambda: read_log(setup, few), lambda: read_log(setup, many))


@pytest.fixture
def server(tmp_path):
    running = RunningServer(tmp_path / "data")
    running.start()
    yield running
    running.stop()


def _moves(phone: Phone, until: threading.Event, least: int, name: str) -> list[float]:
    """How long each of at least so many moves took, in seconds, one after the other."""
    took: list[float] = []
    while len(took) < least or not until.is_set():
        phone.look()
        form = phone.form(f"{name} {len(took)}")
        began = time.perf_counter()
        assert phone.send(form).status in (200, 303)
        took.append(time.perf_counter() - began)
    return took


def test_a_move_while_others_have_long_tables_judged(server):
    """An import of 10,000 events, a player renamed at a table as long, and eight who open another one."""
    game = long_game(MOST_EVENTS)
    said = game.said[:MOST_EVENTS]
    record = "\n".join(json.dumps(each) for each in (game.header, *said)).encode()
    _, address = opened_table(server.database)
    with Store(server.database) as store:
        rows = [store.import_table(game.header, [NewEvent(each) for each in said]) for _ in range(2)]
    opened, renamed = (f"/t/{row.links['owner']}" for row in rows)
    phone = Phone(server.port, address, timeout=60)
    nothing_else = threading.Event()
    nothing_else.set()
    normal = _moves(phone, nothing_else, 30, "quiet")
    owner = Phone(server.port, timeout=120)
    while owner.ask("GET", renamed).status == 503:
        time.sleep(1)
    page = owner.ask("GET", f"/players/{game.header['players'][0]}").text
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    form = f"csrf_token={token}&do=rename&new=Zoe"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    work = [
        lambda: owner.ask("POST", f"/players/{game.header['players'][0]}", form, **kind),
        lambda: read_in(Phone(server.port, timeout=120), record),
        *[lambda: Phone(server.port, timeout=120).ask("GET", opened)] * OPENERS,
    ]
    answers: list[int] = []
    threads = [threading.Thread(target=lambda task=task: answers.append(task().status)) for task in work]
    over = threading.Event()
    for each in threads:
        each.start()
        time.sleep(0.02)  # the new name finds a place before those who open tables take all

    def wait() -> None:
        for each in threads:
            each.join()
        over.set()

    threading.Thread(target=wait).start()
    busy = _moves(phone, over, 30, "busy")
    print(
        f"\nanswers {sorted(answers)}; a move, quiet: median {statistics.median(normal) * 1000:.0f} ms, ",
        end="",
    )
    print(f"longest {max(normal) * 1000:.0f} ms; meanwhile ({len(busy)} of them): ", end="")
    print(f"median {statistics.median(busy) * 1000:.0f} ms, longest {max(busy) * 1000:.0f} ms")
    assert max(busy) <= max(normal) + WAIT
