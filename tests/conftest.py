"""The shared fixtures: the application, the running server, and phones."""

import gc
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2 import StrictUndefined
from playwright.sync_api import Browser, Page, expect, sync_playwright

from referee import camera
from referee.server import serving
from referee.web import create_app
from tests.camera.eyes import Eyes
from tests.chromium import NO_CHROMIUM, find_chromium
from tests.compiling import compiled_once
from tests.phones import PATIENCE, Phones, asking_what_is_there
from tests.running import NAME, RunningServer

OpenPhone = Callable[..., Page]

# A template that asks for what its page does not have is an error here. Players get the page without it.
Flask.jinja_options = {"undefined": StrictUndefined}

# Long tests of what a shorter test also covers: another game, a whole match by tapping. Together they take longer
# than everything else, so they run only if REFEREE_LONG is 1.
LONG = (
    "test_browser.py::test_a_match_of_five_up_ends_on_exactly_61",
    "test_browser.py::test_a_round_of_the_other_line_games_is_played_by_thumb[hasbro2003.tiddle-a-wink]",
    "test_browser.py::test_a_round_of_the_other_line_games_is_played_by_thumb[hasbro2003.bergen]",
    "test_browser.py::test_a_round_of_the_other_line_games_is_played_by_thumb[fundex2004.matador]",
    "test_large_letters.py::test_nothing_is_cut_and_nothing_overlaps_if_letters_are_twice_as_large[English]",
    "test_tricks_page.py::test_a_hand_of_forty_two_pays_a_mark",
)

expect.set_options(timeout=PATIENCE)

# The time for one example depends on what else the machine is doing, so there is no deadline.
# If REFEREE_SEEDED is 1, the examples are the same each time, so that only a code change can make a test fail.
settings.register_profile("referee", deadline=None, derandomize=os.environ.get("REFEREE_SEEDED") == "1")
settings.load_profile("referee")


# Each entry is written to the disk before the phone gets its answer. If there is room, the tests keep their books in
# memory, so that no test waits for the disk.
MEMORY, ROOM = Path("/dev/shm"), 4 * 2**30
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(scope="session", autouse=True)
def applications_made_quickly() -> Iterator[None]:
    """All applications of this process share compiled templates and URL rules."""
    with compiled_once():
        yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the long tests unless REFEREE_LONG=1 is set or a test is named."""
    if os.environ.get("REFEREE_LONG") == "1" or any("::" in each for each in config.args):
        return
    late = [item for item in items if any(name in item.nodeid for name in LONG)]
    if late:
        config.hook.pytest_deselected(items=late)
        items[:] = [item for item in items if item not in late]


def pytest_collection_finish() -> None:
    """Freeze the collected tests, so that garbage collection does not scan them again."""
    gc.freeze()


@pytest.fixture(scope="session")
def empty_book(tmp_path_factory) -> Path:
    """The data folder of an application without any tables."""
    folder: Path = tmp_path_factory.mktemp("empty")
    create_app(folder).extensions["referee"].close()
    return folder


@pytest.fixture
def app(tmp_path, empty_book) -> Iterator[Flask]:
    """An application with its own tables, without a server. Its book is a copy, which is faster than creating one."""
    shutil.copytree(empty_book, tmp_path / "data")
    # On a busy machine a page may take much longer than anybody waits for it.
    app = create_app(tmp_path / "data", {"TESTING": True, "PACED": False, "PAGE_SECONDS": 60.0})
    yield app
    app.extensions["referee"].close()


@pytest.fixture
def client(app) -> FlaskClient:
    """A test client for `app`."""
    return app.test_client()


@pytest.fixture
def eyes(monkeypatch) -> Eyes:
    """A fake camera that sees the tiles that the test puts in `eyes.sees`."""
    found = Eyes()
    monkeypatch.setattr(camera, "is_available", lambda: True)
    monkeypatch.setattr(camera, "look_aside", found.look)
    return found


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[RunningServer]:
    """One running server for all tests; each test makes its own tables. `server.url` is its address."""
    running = RunningServer(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path) -> Iterator[RunningServer]:
    """A running server for a single test, which may kill and restart it."""
    running = RunningServer(tmp_path / "data", is_loaded=True)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def serve() -> Iterator[Callable[[Flask], int]]:
    """A function that serves an application in a thread: `serve(app)` returns the port."""
    started = []

    def start(app) -> int:
        listening, stopping = socket.create_server(("127.0.0.1", 0)), threading.Event()
        thread = threading.Thread(target=serving.run, args=(app, listening, serving.Options(), stopping))
        thread.start()
        started.append((thread, stopping, listening))
        return int(listening.getsockname()[1])

    yield start
    for thread, stopping, listening in started:
        stopping.set()
        thread.join(15)
        listening.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium. If it is missing, the test is skipped, or fails if REFEREE_REQUIRE_BROWSER is 1."""
    executable = find_chromium()
    if executable is None:
        if os.environ.get("REFEREE_REQUIRE_BROWSER") == "1":
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def phones(browser) -> Iterator[Phones]:
    """The phones that tests open, one test after another."""
    found = Phones(browser)
    with found.marking(), asking_what_is_there():
        yield found


@pytest.fixture
def open_phone(phones, server) -> Iterator[OpenPhone]:
    """Opens another phone at the server: `open_phone(java_script_enabled=False, color_scheme="dark", ...)`.

    The options are those of Playwright's contexts; `base_url=own_server.url` opens a phone at another server. At
    the end of the test no page may have violated the content security policy or thrown an error.
    """
    phones.complaints.clear()
    yield lambda **options: phones.open(server.url, options)
    complaints = [*phones.complaints]
    phones.put_away(server.url, server.local_url)
    assert complaints == []


@pytest.fixture
def phone(open_phone) -> Page:
    """A phone, 390 by 844, at the server."""
    return open_phone()
