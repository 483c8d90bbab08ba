"""The server's name in the house: it is found, two servers get two names, and a stopped one gives its name back."""

import socket
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from zeroconf import Zeroconf

from referee.server import announce, serving
from referee.server.announce import SERVICE

HERE = "127.0.0.1"


@pytest.fixture(autouse=True)
def names_of_this_test_alone(monkeypatch, tmp_path):
    """Another run of the tests on this computer must not take the names."""
    name = f"referee-test-{tmp_path.parent.name}-{tmp_path.name}".replace("_", "-")[-50:].lower()
    monkeypatch.setattr(announce, "NAMES", (name, f"{name}-2"))
    monkeypatch.setattr(announce, "ASKING", 100)  # nobody else has such a name, so nobody is waited for
    return name


@contextmanager
def announced(port=5000):
    """A server's name; None is yielded if it got none."""
    told, known = [], threading.Event()

    def tell(name):
        told.append(name)
        known.set()

    announcement = announce.Announcement(port, [HERE], tell)
    announcement.start()
    known.wait(20)
    try:
        yield told[0] if told else None
    finally:
        announcement.stop()


def address_of(name, patience=6000):
    """What another computer of the house gets if it asks for the name, for so many milliseconds."""

    def ask():
        asker = Zeroconf(interfaces=[HERE])
        try:
            return asker.get_service_info(SERVICE, name.replace("local", SERVICE), patience)
        finally:
            asker.close()

    with ThreadPoolExecutor(1) as other:  # this thread may have the event loop of a browser test
        found = other.submit(ask).result()
    return found.parsed_addresses() if found and found.server == f"{name}." else []


def test_two_servers_in_one_house_have_two_names_until_they_stop(names_of_this_test_alone, monkeypatch):
    name = f"{names_of_this_test_alone}.local"
    with announced() as one:
        monkeypatch.setattr(announce, "ASKING", 3000)  # the machine may do much else at the same time
        with announced(5001) as other:
            assert (one, other) == (name, name.replace(".local", "-2.local"))
            assert address_of(one) == address_of(other) == [HERE]
    assert address_of(one, 1500) == []


def test_a_network_without_such_names_does_not_stop_the_server(monkeypatch):
    def refuse(**_):
        raise OSError("no multicast here")

    monkeypatch.setattr(announce, "Zeroconf", refuse)
    told = []
    announcement = announce.Announcement(5000, [HERE], told.append)
    announcement.start()
    announcement.stop()
    assert told == []


@pytest.fixture
def served(app, monkeypatch):
    """Serve `app` as if other phones reached it at this computer's own address, with these options."""
    monkeypatch.setattr(serving, "_addresses", lambda _host: [HERE])
    started = []

    def serve(**options):
        listening = socket.create_server((HERE, 0))
        stopping = threading.Event()
        arguments = (app, listening, serving.Options(**options), stopping)
        thread = threading.Thread(target=serving.run, args=arguments)
        thread.start()
        started.append((thread, stopping, listening))
        return listening.getsockname()[1]

    yield serve
    for thread, stopping, listening in started:
        stopping.set()
        thread.join(15)
        listening.close()


def test_the_name_stands_in_the_terminal_and_beside_the_code(app, served, capsys, names_of_this_test_alone):
    port = served()
    until = time.monotonic() + 20
    while not app.config["NAME_IN_HOUSE"] and time.monotonic() < until:
        time.sleep(0.05)

    assert app.config["NAME_IN_HOUSE"] == f"{names_of_this_test_alone}.local"
    assert f"http://{names_of_this_test_alone}.local:{port}" in capsys.readouterr().out


@pytest.mark.parametrize("options", [{"announce": False}, {"behind_proxy": True}])
def test_no_name_is_taken_where_none_is_wanted(app, served, monkeypatch, options):
    asked = []
    monkeypatch.setattr(serving, "Announcement", lambda *given: asked.append(given))
    port = served(**options)
    with urllib.request.urlopen(f"http://{HERE}:{port}/healthz", timeout=10):
        assert asked == []
