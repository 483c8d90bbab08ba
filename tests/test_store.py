"""What was said at a table is kept: once, in order, for ever."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from referee import schema
from referee.store import Conflict, Entry, NoSuchTable, Store, StoreError

HEADER = {"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Žofie"]}
PLAY = Entry({"by": "Ana", "play": "6-4"})


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


def test_a_table_is_found_by_each_of_its_links(store):
    made = store.create_table(HEADER)

    assert store.by_link(made.links["keep"]) == (made, "keep")
    assert store.by_link(made.links["watch"]) == (made, "watch")
    assert made.header == HEADER
    assert made.created_at.endswith("Z")


def test_a_link_that_nobody_gave_out_opens_nothing(store, table):
    assert store.by_link("keep") is None
    assert store.by_link("") is None


def test_links_cannot_be_guessed(store):
    tokens = [token for _ in range(20) for token in store.create_table(HEADER).links.values()]

    assert len(set(tokens)) == 40
    assert all(len(token) == 16 for token in tokens)


def test_a_revoked_link_opens_nothing(store, path):
    made = store.create_table(HEADER)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE link SET revoked = 1 WHERE token = ?", (made.links["watch"],))
    connection.close()

    assert store.by_link(made.links["watch"]) is None
    assert store.table(made.id).links == {"keep": made.links["keep"]}
    assert store.recent(made.links.values())[0].role == "keep"


def test_events_come_back_as_they_were_said(store, table):
    settled = {"how": "out", "winner": "Žofie", "points": {"Žofie": 15}}

    wrote = store.append(table, 0, "a", [PLAY, Entry({"by": "Žofie", "pass": True}, settled)], {"says": "ok"})

    assert wrote == (1, 2, {"says": "ok"}, False)
    assert store.head(table) == 2
    assert [(row.seq, row.body, row.settled) for row in store.events(table)] == [
        (1, {"by": "Ana", "play": "6-4"}, None),
        (2, {"by": "Žofie", "pass": True}, settled),
    ]
    assert [row.seq for row in store.events(table, after=1)] == [2]


def test_tables_do_not_see_each_other(store):
    first, second = store.create_table(HEADER).id, store.create_table(HEADER).id
    store.append(first, 0, "same key", [PLAY])
    store.append(second, 0, "same key", [PLAY, PLAY])

    assert (store.head(first), store.head(second)) == (1, 2)


def test_a_form_sent_twice_is_written_once_and_answered_alike(store, table):
    first = store.append(table, 0, "a", [PLAY], {"says": "6-4 lies."})
    store.append(table, 1, "b", [PLAY])

    again = store.append(table, 0, "a", [PLAY, PLAY], {"says": "something else"})

    assert again == first._replace(repeated=True)
    assert store.answered(table, "a") == again
    assert store.head(table) == 2


def test_a_refusal_writes_no_event_and_is_remembered(store, table):
    refused = store.append(table, 0, "a", [], {"says": "It is Ana's turn."})

    assert (refused.first_seq, refused.last_seq) == (1, 0)
    assert store.append(table, 0, "a", [PLAY]).reply == {"says": "It is Ana's turn."}
    assert store.events(table) == []


def test_whoever_did_not_see_the_last_event_is_told(store, table):
    store.append(table, 0, "a", [PLAY])

    with pytest.raises(Conflict) as clash:
        store.append(table, 0, "b", [PLAY])

    assert clash.value.head == 1
    assert store.answered(table, "b") is None
    assert store.head(table) == 1


def test_there_is_nothing_to_say_at_a_table_that_does_not_exist(store):
    with pytest.raises(NoSuchTable):
        store.append(7, 0, "a", [PLAY])
    with pytest.raises(NoSuchTable):
        store.table(7)


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_a_request_needs_a_key_of_some_size(store, table, key):
    with pytest.raises(ValueError, match="1 to 64"):
        store.append(table, 0, key, [PLAY])


def test_nothing_of_a_request_is_written_when_a_part_of_it_fails(store, table):
    with pytest.raises(TypeError):
        store.append(table, 0, "a", [PLAY, Entry({"by": object()})])
    with pytest.raises(ValueError, match="JSON"):
        store.append(table, 0, "a", [PLAY, Entry({"bid": float("nan")})])

    assert store.head(table) == 0
    assert store.answered(table, "a") is None


def test_recent_tables_are_those_of_my_links_the_latest_first(store):
    old, new, foreign = (store.create_table({**HEADER, "note": note}) for note in ("old", "new", "foreign"))
    store.append(new.id, 0, "a", [PLAY])
    time.sleep(0.005)
    store.append(old.id, 0, "a", [PLAY, PLAY])

    rows = store.recent(
        [new.links["watch"], old.links["keep"], "nonsense", *[f"more {n}" for n in range(2000)]]
    )

    assert [(row.table.header["note"], row.role, row.head) for row in rows] == [
        ("old", "keep", 2),
        ("new", "watch", 1),
    ]
    assert rows[0].last_at > rows[1].last_at
    assert foreign.links["keep"] not in {row.token for row in rows}
    assert store.recent([]) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}'",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event VALUES (1, 1, '{}', NULL, 'now')",
        "INSERT INTO event VALUES (1, 3, '{}', NULL, 'now')",
        "UPDATE event SET seq = 9",
    ],
)
def test_no_program_can_change_remove_or_skip_an_event(store, table, path, statement):
    store.append(table, 0, "a", [PLAY])
    connection = sqlite3.connect(path)

    with pytest.raises(sqlite3.IntegrityError, match="an event"):
        connection.execute(statement)

    connection.close()
    assert [row.body for row in store.events(table)] == [PLAY.body]


def test_everything_is_there_when_the_file_is_opened_again(path):
    with Store(path) as store:
        made = store.create_table(HEADER)
        store.append(made.id, 0, "a", [PLAY])
        before = store.events(made.id)

    for _ in range(2):
        with Store(path) as store:
            assert store.by_link(made.links["keep"]) == (made, "keep")
            assert store.events(made.id) == before
            assert store.append(made.id, 0, "a", [PLAY]).repeated


def test_two_programs_may_open_a_new_file_at_the_same_time(path):
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(lambda _: Store(path), range(8)))

    made = stores[0].create_table(HEADER)
    assert all(store.table(made.id) == made for store in stores)
    for store in stores:
        store.close()


def test_eight_phones_that_write_at_once_leave_no_gap_and_lose_nothing(store, table):
    def phone(name: int) -> None:
        for number in range(25):
            key = f"{name}:{number}"
            while store.answered(table, key) is None:
                with suppress(Conflict):
                    store.append(table, store.head(table), key, [Entry({"by": name, "n": number})])

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(phone, range(8)))

    rows = store.events(table)
    assert [row.seq for row in rows] == list(range(1, 201))
    for name in range(8):
        assert [row.body["n"] for row in rows if row.body["by"] == name] == list(range(25))


def test_the_same_form_sent_from_two_threads_at_once_is_written_once(store, table):
    for number in range(20):
        start = threading.Barrier(4)

        def send(_: int, number: int = number, start: threading.Barrier = start) -> bool:
            start.wait()
            return store.append(table, number, f"form {number}", [PLAY]).repeated

        with ThreadPoolExecutor(4) as threads:
            assert sorted(threads.map(send, range(4))) == [False, True, True, True]

    assert store.head(table) == 20


def test_connections_of_threads_that_ended_are_closed(store, table):
    for _ in range(20):
        thread = threading.Thread(target=store.head, args=(table,))
        thread.start()
        thread.join()

    assert len(store._file._open) <= 2


WRITER = """
import sys
from referee.store import Entry, Store
store = Store(sys.argv[1])
table = store.create_table({"record": 1}).id
for seq in range(1_000_000):
    wrote = store.append(table, seq, f"form {seq}", [Entry({"n": seq, "pad": "x" * 200})])
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

    with pytest.raises(StoreError, match=r"referee\.db is no database\. Move it away"):
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


def test_a_database_of_a_newer_referee_is_left_alone(path):
    with Store(path):
        pass
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()

    with pytest.raises(StoreError, match="newer referee"):
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


class ATableOverTime(RuleBasedStateMachine):
    """Phones that write, send twice, look at an old page; and a server that starts again."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name, "referee.db"))
        self.table = self.store.create_table(HEADER)
        self.said: list[dict] = []
        self.answers: dict[str, tuple] = {}

    @rule(count=st.integers(0, 3))
    def write(self, count: int) -> None:
        key = f"form {len(self.answers)}"
        events = [Entry({"n": len(self.said) + number}) for number in range(count)]
        wrote = self.store.append(self.table.id, len(self.said), key, events, {"key": key})
        self.said += [entry.body for entry in events]
        self.answers[key] = wrote._replace(repeated=True)
        assert not wrote.repeated

    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        if self.answers:
            key = data.draw(st.sampled_from(sorted(self.answers)))
            seen = data.draw(st.integers(0, len(self.said) + 2))
            assert self.store.append(self.table.id, seen, key, [PLAY]) == self.answers[key]

    @rule(behind=st.integers(-2, 5).filter(bool))
    def write_from_an_old_page(self, behind: int) -> None:
        with pytest.raises(Conflict):
            self.store.append(self.table.id, len(self.said) - behind, "never", [PLAY])

    @rule()
    def start_again(self) -> None:
        self.store.close()
        self.store = Store(Path(self.folder.name, "referee.db"))

    @invariant()
    def nothing_is_lost_or_moved(self) -> None:
        if hasattr(self, "store"):
            rows = self.store.events(self.table.id)
            assert [row.body for row in rows] == self.said
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert self.store.head(self.table.id) == len(rows)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


TestATableOverTime = ATableOverTime.TestCase
TestATableOverTime.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
