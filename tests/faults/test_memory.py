"""Little memory: whatever is asked, each gets an answer or is turned away in words, and the server goes on."""

import asyncio
import json
import re
import resource
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
from uvicorn.server import ServerState

from referee.importing import MOST_EVENTS
from referee.server.connections import Connection, OpenConnections
from referee.server.gateway import Gateway
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from referee.web.infra.giving_way import OUT_OF_MEMORY
from tests.benchmarks.engine import long_game
from tests.faults.phone import Answer, Phone, opened_table, reasons
from tests.running import RunningServer

MEGABYTE = 1024 * 1024
LIMIT = 256 * MEGABYTE
PHONES = 200
POLITE = {200, 204, 303, 409, 413, 422, 429, 503}
EDGE = "x---edge---x"

pytestmark = pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")


@pytest.fixture(scope="module")
def game():
    return long_game(MOST_EVENTS)


@pytest.fixture
def small_server(tmp_path):
    running = RunningServer(tmp_path / "data", memory=LIMIT)
    running.start()
    yield running
    running.stop()


def read_in(phone: Phone, data: bytes) -> Answer:
    """A record is sent to be read in."""
    token = re.findall(r'name="csrf_token" value="([^"]+)"', phone.ask("GET", "/import").text)[0]
    parts = (
        f'--{EDGE}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
        f'--{EDGE}\r\nContent-Disposition: form-data; name="record"; filename="r.jsonl"\r\n\r\n'
    )
    kind = {"Content-Type": f"multipart/form-data; boundary={EDGE}"}
    return phone.ask("POST", "/import", parts.encode() + data + f"\r\n--{EDGE}--\r\n".encode(), **kind)


def ended(phone: Phone, answer: Answer) -> Answer:
    """The answer when the work that it led to is over."""
    address = answer.headers.get("Location", "")
    until = time.monotonic() + 200
    while "/errand/" in address:
        assert time.monotonic() < until
        answer = phone.ask("GET", address)
        if answer.status == 303 or "/stop" not in answer.text:
            break
        time.sleep(0.3)
    return answer


def all_at_once(port: int, addresses: list[str]) -> Counter[object]:
    """What phones are answered that ask for these at the same moment."""
    answers: Counter[object] = Counter()

    def ask(address: str) -> None:
        answers[Phone(port, timeout=120).ask("GET", address).status] += 1

    threads = [threading.Thread(target=ask, args=(each,)) for each in addresses]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return answers


def test_the_largest_record_its_archive_and_two_hundred_phones(small_server, game):
    number, address = opened_table(small_server.database)
    record = "\n".join(json.dumps(each) for each in (game.header, *game.said[:MOST_EVENTS])).encode()
    phone = Phone(small_server.port, timeout=120)

    table = ended(phone, read_in(phone, record))

    assert table.status == 303, table.words
    large = table.headers["Location"]
    asked = [f"{large}/export/round/1.png", f"{large}/export/zip", f"{large}/export/match.pdf"]
    answers = all_at_once(small_server.port, [*asked, *([large] * PHONES)])
    assert set(answers) <= POLITE, (answers, "".join(small_server.said))
    assert small_server.is_running
    other = Phone(small_server.port, address, timeout=120)
    assert other.say("still written").status in (200, 303)
    assert reasons(small_server.database, number) == ["still written"]


def test_without_any_memory_left_each_is_told_and_what_was_said_stays(small_server, game):
    number, address = opened_table(small_server.database)
    with Store(small_server.database) as store:
        entries = [NewEvent(each) for each in game.said[:MOST_EVENTS]]
        large = f"/t/{store.import_table(game.header, entries).links['owner']}"
    phone = Phone(small_server.port, address, timeout=120)
    assert phone.say("before").status in (200, 303)
    _leave(small_server.pid, 6 * MEGABYTE)

    answers = all_at_once(small_server.port, [large] * 3)
    told = Phone(small_server.port, timeout=120).ask("GET", large)

    assert set(answers) <= POLITE, (answers, "".join(small_server.said))
    assert told.status == 503, (told.words, "".join(small_server.said))
    assert "no memory left" in told.words or "long game" in told.words, told.words
    assert small_server.is_running
    _leave(small_server.pid, 100 * MEGABYTE)
    assert phone.say("after").status in (200, 303)
    assert reasons(small_server.database, number) == ["before", "after"]


@pytest.mark.parametrize("lacking", OUT_OF_MEMORY)
def test_an_application_that_has_no_memory_even_to_say_so_is_answered_for(lacking):
    said = []

    def no_memory(*_given):
        raise lacking

    async def ask() -> None:
        scope = {"method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "http_version": "1.1"}
        scope |= {"headers": [], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2)}
        await Gateway(no_memory, OpenConnections(10), 2, is_behind_proxy=False)(scope, _nothing, send)

    async def send(message) -> None:
        said.append(message)

    in_a_loop(ask)

    start, body = said
    assert start["status"] == 503
    assert (b"retry-after", b"5") in start["headers"]
    assert b"try again" in body["body"]


def test_a_request_for_which_there_is_no_memory_even_to_be_read_is_answered_for():
    sent = []

    async def ask() -> None:
        room = OpenConnections(10)
        gateway = Gateway(_no_memory, room, 2, is_behind_proxy=False)
        connection = Connection(
            room, config=uvicorn.Config(gateway), server_state=ServerState(), app_state={}
        )
        connection._transport = SimpleNamespace(write=sent.append, close=lambda: sent.append("closed"))
        connection._http = SimpleNamespace(data_received=_no_memory)
        connection.buffer_updated(3)

    in_a_loop(ask)

    head, _, body = sent[0].partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 ")
    assert b"Content-Length: %d\r\n" % len(body) in head + b"\r\n"
    assert b"try again" in body
    assert sent[1:] == ["closed"]


def in_a_loop(ask):
    """Run it in a thread of its own: where this one is a browser's, it has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(ask())).result()


def _no_memory(*_given):
    raise MemoryError


async def _nothing():
    raise AssertionError("nothing more is read")


def _leave(pid: int, memory: int) -> None:
    """Let the process take no more than so many bytes above what it has."""
    status = Path(f"/proc/{pid}/status").read_text()
    has = int(re.findall(r"VmData:\s+(\d+)", status)[0]) * 1024
    resource.prlimit(pid, resource.RLIMIT_DATA, (min(has + memory, LIMIT), LIMIT))
