"""The file on the disk: after a power cut, damaged, of another program, not to be written."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from referee.storage import schema
from referee.storage.rows import StoreError
from referee.storage.store import Store
from tests.storage.conftest import HEADER, PLAY

WRITER = """
import sys
from referee.storage.rows import NewEvent
from referee.storage.store import Store
store = Store(sys.argv[1])
table = store.create_table({"record": 1}).id
for seq in range(1_000_000):
    wrote = store.append(table, seq, f"form {seq}", [NewEvent({"n": seq, "pad": "x" * 200})])
    print(table, wrote.last_seq, flush=True)
"""


def test_nothing_that_was_answered_is_lost_when_the_power_goes(path):
    chance = random.Random(28)
    for _ in range(5):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        answered = [writer.stdout.readline()]
        time.sleep(chance.uniform(0.02, 0.15))
        os.kill(writer.pid, signal.SIGKILL)
        answered += writer.stdout.readlines()
        writer.stdout.close()
        writer.wait()

        table, last = map(int, [line for line in answered if line.endswith("\n")][-1].split())
        with Store(path) as store:
            rows = store.events(table)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert len(rows) in (last, last + 1)
            assert store.append(table, last - 1, f"form {last - 1}", [PLAY]).repeated
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_file_that_is_no_database_is_named_in_a_sentence(path):
    path.parent.mkdir()
    path.write_bytes(b"These are my notes about dominoes.\n" * 100)

    with pytest.raises(StoreError, match=r"referee\.db is not a database\. Move it away"):
        Store(path)


def test_a_damaged_file_is_named_in_a_sentence(path):
    with Store(path) as store:
        store.create_table(HEADER)
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * (path.stat().st_size - 100))

    with pytest.raises(StoreError, match="is damaged"):
        Store(path)


def test_another_programs_database_is_left_as_it_was(path):
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.commit()
    connection.close()
    before = path.read_bytes()

    with pytest.raises(StoreError, match="belongs to another program"):
        Store(path)

    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("version", "why"),
    [(schema.VERSION + 1, "newer referee"), (schema.FIRST_VERSION - 1, "older than referee 0.1.0")],
)
def test_a_database_of_a_newer_referee_or_of_before_the_first_release_is_left_alone(path, version, why):
    with Store(path):
        pass
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()

    with pytest.raises(StoreError, match=why):
        Store(path)


def test_a_folder_that_cannot_be_made_is_named_in_a_sentence(tmp_path):
    (tmp_path / "instance").write_text("a file is in the way")

    with pytest.raises(StoreError, match="cannot be made"):
        Store(tmp_path / "instance" / "deeper" / "referee.db")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named_in_a_sentence(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="cannot be opened"):
            Store(tmp_path / "referee.db")
    finally:
        tmp_path.chmod(0o700)


def test_a_file_that_became_read_only_is_named_in_a_sentence(store, table):
    store._file._database().execute("PRAGMA query_only = ON")

    with pytest.raises(StoreError, match="cannot be written"):
        store.append(table, 0, "a", [PLAY])

    store._file._database().execute("PRAGMA query_only = OFF")
    assert store.append(table, 0, "a", [PLAY]).last_seq == 1


def test_a_damaged_file_of_the_moment_is_made_anew(store, path):
    """Otherwise no limit would hold any more, and nobody would be shown as being here."""
    moment, note = store.moment, "INSERT INTO changed VALUES (1, 1) RETURNING times"
    moment.rows(note)
    moment.close()
    path.with_name("referee.db-now").write_bytes(b"\xff" * 20_000)

    assert moment.rows(note) == []
    assert moment.rows(note) == [(1,)]
