"""Servers as somebody starts them: how they begin and end is looked at here."""

import pytest

from tests.running import RunningServer


@pytest.fixture
def own_server(tmp_path):
    """A server started from nothing, by the command."""
    running = RunningServer(tmp_path / "data")
    running.start()
    yield running
    running.stop()
