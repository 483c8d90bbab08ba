"""How the server is run: it finishes what it is asked before it stops, tells its health, and stands behind a proxy."""

import http.client
import socket
import subprocess
import sys
import threading
import time
import urllib.request

import pytest
from flask import request

from referee.server import serving
from referee.storage.rows import StoreError
from referee.web import create_app

FORWARDED = {
    "X-Forwarded-For": "203.0.113.5",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "dominoes.example.org",
}


@pytest.fixture
def running(app):
    """The application served in a thread: `running(**options)` gives its port and what stops it."""
    started = []

    def start(**options):
        listening = socket.create_server(("127.0.0.1", 0))
        stopping = threading.Event()
        thread = threading.Thread(
            target=serving.run, args=(app, listening, serving.Options(**options), stopping)
        )
        thread.start()
        started.append((thread, stopping, listening))
        return listening.getsockname()[1], stopping, thread

    yield start
    for thread, stopping, listening in started:
        stopping.set()
        thread.join(15)
        listening.close()


def test_a_request_under_way_is_answered_to_its_last_byte_before_the_server_stops(app, running):
    asked, stopping_now = threading.Event(), threading.Event()
    long = "a whole answer " * 50_000

    @app.get("/slow")
    def slow():
        asked.set()
        assert stopping_now.wait(20)
        time.sleep(0.3)  # by then the server knows that it has to stop
        return long

    port, stopping, thread = running()
    answers = []

    def ask():
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/slow", timeout=20) as answer:
            answers.append(answer.read().decode())

    phone = threading.Thread(target=ask)
    phone.start()
    assert asked.wait(20)
    stopping.set()
    stopping_now.set()
    phone.join(20)
    thread.join(20)

    assert answers == [long]
    assert not thread.is_alive()


def test_a_phone_that_keeps_its_line_open_does_not_hold_the_server_up(running):
    port, stopping, thread = running()
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    phone.request("GET", "/healthz")
    phone.getresponse().read()

    stopping.set()
    thread.join(5)

    assert not thread.is_alive()
    phone.close()


def test_its_health_is_told_in_a_word_and_without_a_cookie(client):
    answer = client.get("/healthz")

    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "Set-Cookie" not in answer.headers


def test_a_score_book_that_cannot_be_read_is_no_good_health(app, monkeypatch):
    def fail(*_):
        raise StoreError("/home/ana/referee.db cannot be read.")

    monkeypatch.setattr(app.extensions["referee"]._file, "rows", fail)

    answer = app.test_client().get("/healthz")

    assert answer.status_code == 503
    assert "/home/ana" not in answer.text


def seen_by(app, **settings):
    """What the application takes a forwarded request for."""

    @app.get("/seen")
    def seen():
        return {"from": request.remote_addr, "secure": request.is_secure, "host": request.host}

    return seen


@pytest.mark.parametrize("behind", [True, False])
def test_forwarded_headers_are_believed_behind_a_proxy_only(tmp_path, behind):
    names = {"TRUSTED_NAMES": ("dominoes.example.org",), "BEHIND_PROXY": behind}
    app = create_app(tmp_path, names)
    seen_by(app)

    answer = app.test_client().get("/seen", headers=FORWARDED)

    there = {"from": "203.0.113.5", "secure": True, "host": "dominoes.example.org"}
    here = {"from": "127.0.0.1", "secure": False, "host": "localhost"}
    assert answer.json == (there if behind else here)
    app.extensions["referee"].close()


@pytest.mark.parametrize("behind", [True, False])
def test_the_server_hands_forwarded_headers_on_behind_a_proxy_only(app, running, behind):
    seen: list[str | None] = []

    @app.get("/header")
    def header():
        seen.append(request.headers.get("X-Forwarded-Proto"))
        return ""

    port, _, _ = running(behind_proxy=behind)
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/header", headers=FORWARDED)
    with urllib.request.urlopen(asked, timeout=5):
        pass

    assert seen == ["https" if behind else None]


def test_behind_a_proxy_only_this_computer_is_listened_to(monkeypatch, tmp_path):
    asked: list[tuple[str, int]] = []

    def note(address, **_):
        asked.append(address)
        raise OSError(13, "no")

    monkeypatch.setattr(serving.socket, "create_server", note)
    serving.serve(serving.Options(data=str(tmp_path), behind_proxy=True))
    serving.serve(serving.Options(data=str(tmp_path)))
    serving.serve(serving.Options(data=str(tmp_path), behind_proxy=True, host="192.0.2.7"))

    assert [host for host, _ in asked] == ["127.0.0.1", "0.0.0.0", "192.0.2.7"]


def test_another_database_file_is_served_and_its_secret_lies_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "run", lambda *_: None)

    assert (
        serving.serve(serving.Options("127.0.0.1", 0, database=str(tmp_path / "books" / "dominoes.db"))) == 0
    )

    assert {each.name for each in (tmp_path / "books").iterdir()} == {"dominoes.db", "secret-key"}


def test_nothing_is_restored_under_a_running_server(own_server, tmp_path):
    copy = tmp_path / "copy.db"
    command = [sys.executable, "-m", "referee"]
    data = ["--data", str(own_server.data_dir)]
    subprocess.run([*command, "backup", str(copy), *data], check=True, capture_output=True)

    refused = subprocess.run(
        [*command, "restore", str(copy), *data], capture_output=True, text=True, check=False
    )
    own_server.stop()
    done = subprocess.run(
        [*command, "restore", str(copy), *data], capture_output=True, text=True, check=False
    )

    assert (refused.returncode, "the referee is running" in refused.stderr) == (1, True)
    assert done.returncode == 0, done.stderr


def test_pages_that_take_long_hold_no_thread_that_the_tables_need(app, running):
    """Guards: the two kinds of threads in `Gateway`."""
    go_on, waiting = threading.Event(), threading.Semaphore(0)

    @app.get("/slow")
    def slow():
        waiting.release()
        assert go_on.wait(20)
        return ""

    port, _, _ = running(threads=4)
    phones = [
        threading.Thread(target=lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/slow").close())
        for _ in range(6)
    ]
    for each in phones:
        each.start()
    assert waiting.acquire(timeout=20)
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    asked.request("POST", "/t/any", body=b"say=nothing")

    assert asked.getresponse().status == 400  # the form has no token; that is an answer
    asked.close()
    go_on.set()
    for each in phones:
        each.join(20)


def test_what_is_in_use_is_looked_through_for_garbage_once():
    """Guards: the freezing after each look; with it a long table in memory keeps nobody waiting."""
    code = """
import gc
from referee.server import serving
usual = gc.get_threshold()
with serving.collected_seldom():
    before = gc.get_freeze_count()
    kept = [[number] for number in range(50_000)]
    assert gc.get_freeze_count() > before + 40_000
    assert sum(map(len, (gc.get_objects(1), gc.get_objects(2)))) < 1_000
assert gc.get_freeze_count() == 0
assert (gc.get_threshold(), gc.callbacks) == (usual, [])
gc.freeze()
before = gc.get_freeze_count()
with serving.collected_seldom():
    pass
assert gc.get_freeze_count() >= before  # who serves in a thread keeps what it had frozen
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
