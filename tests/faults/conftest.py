"""Servers and phones for the faults: one server for a whole file, since each takes a second to start."""

import pytest

from tests.faults.phone import Phone, opened_table
from tests.running import RunningServer


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """A running server for all tests of a file."""
    running = RunningServer(tmp_path_factory.mktemp("shared") / "data")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def table(shared_server):
    """The running server, a phone at a table of its own there, and the number of the table."""
    number, address = opened_table(shared_server.database)
    return shared_server, Phone(shared_server.port, address), number
