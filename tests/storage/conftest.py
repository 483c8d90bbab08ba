"""A store of its own for each test, with one table in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.storage.rows import NewEvent
from referee.storage.store import Store

HEADER = {"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Žofie"]}
PLAY = NewEvent({"by": "Ana", "play": "6-4"})


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "instance" / "referee.db"


@pytest.fixture
def store(path) -> Iterator[Store]:
    with Store(path) as store:
        yield store


@pytest.fixture
def table(store) -> int:
    return store.create_table(HEADER).id
