"""What was said at a table is kept: once, in order, for ever."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from referee.storage.rows import Conflict, NewEvent, NoSuchTable
from referee.storage.store import Store
from tests.storage.conftest import HEADER, PLAY


def test_a_table_is_found_by_each_of_its_links(store):
    made = store.create_table(HEADER)

    for role in ("owner", "keep", "watch"):
        row, link, _ = store.open(made.links[role])
        assert (row, link.role) == (made, role)
    assert made.header == HEADER
    assert made.created_at.endswith("Z")


def test_a_link_that_nobody_gave_out_opens_nothing(store, table):
    assert store.open("keep") is None
    assert store.open("") is None


def test_links_cannot_be_guessed(store):
    tokens = [token for _ in range(20) for token in store.create_table(HEADER).links.values()]

    assert len(set(tokens)) == 60
    assert all(len(token) == 16 for token in tokens)


def test_a_revoked_link_opens_nothing(store, path):
    made = store.create_table(HEADER)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE link SET revoked = 1 WHERE token = ?", (made.links["watch"],))
    connection.close()

    assert store.open(made.links["watch"]) is None
    assert store.table(made.id).links == {role: made.links[role] for role in ("owner", "keep")}
    assert {row.role for row in store.recent(made.links.values())} == {"owner", "keep"}


def test_events_come_back_as_they_were_said(store, table):
    settled = {"how": "out", "winner": "Žofie", "points": {"Žofie": 15}}

    wrote = store.append(
        table, 0, "a", [PLAY, NewEvent({"by": "Žofie", "pass": True}, settled)], {"says": "ok"}
    )

    assert wrote[:4] == (1, 2, None, False)
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


def test_many_first_starts_of_one_set_up_at_once_make_one_table(store, path):
    def start(_number):
        return store.start_table(b"one set-up", HEADER, instead_of="")

    with ThreadPoolExecutor(8) as pool:
        made = [row for row in pool.map(start, range(40)) if row is not None]

    (table,) = made
    assert store.started(b"one set-up") == table.links["owner"]
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM game_table").fetchall() == [(1,)]
    connection.close()


def test_a_set_up_starts_another_table_in_place_of_the_one_that_was_seen(store):
    first = store.start_table(b"a", HEADER, instead_of="")
    second = store.start_table(b"a", HEADER, instead_of=first.links["owner"])

    assert store.started(b"a") == second.links["owner"] != first.links["owner"]
    assert store.start_table(b"a", HEADER, instead_of=first.links["owner"]) is None
    assert store.started(b"b") == ""


def test_a_set_up_forgets_a_table_that_was_removed(store):
    table = store.start_table(b"a", HEADER, instead_of="")
    store.remove_tables([table.id])

    assert store.started(b"a") == ""


def test_a_form_sent_twice_is_written_once_and_answered_alike(store, table):
    first = store.append(table, 0, "a", [PLAY], {"says": "6-4 lies."})
    store.append(table, 1, "b", [PLAY])

    again = store.append(table, 0, "a", [PLAY, PLAY], {"says": "something else"})

    assert again == first._replace(repeated=True, rows=())
    assert store.answered(table, "a") == again
    assert store.head(table) == 2


def test_a_refusal_writes_no_event_and_is_remembered(store, table):
    refused = store.append(table, 0, "a", [], {"says": "It is Ana's turn."})

    assert (refused.first_seq, refused.last_seq) == (1, 0)
    assert store.append(table, 0, "a", [PLAY]) == refused._replace(repeated=True)
    assert store.events(table) == []


def test_an_entry_that_missed_the_last_event_is_a_conflict(store, table):
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
        store.append(table, 0, "a", [PLAY, NewEvent({"by": object()})])
    with pytest.raises(ValueError, match="JSON"):
        store.append(table, 0, "a", [PLAY, NewEvent({"bid": float("nan")})])

    assert store.head(table) == 0
    assert store.answered(table, "a") is None


def test_recent_tables_are_those_of_my_links_the_latest_first(store):
    old, new, foreign = (store.create_table({**HEADER, "note": note}) for note in ("old", "new", "foreign"))
    store.append(new.id, 0, "a", [PLAY])
    time.sleep(0.005)
    store.append(old.id, 0, "a", [PLAY, PLAY])

    asked = [new.links["watch"], old.links["keep"], "nonsense", *[f"more {n}" for n in range(2000)]]
    rows = list(store.recent(asked))

    assert [(row.table.header["note"], row.role, row.head) for row in rows] == [
        ("old", "keep", 2),
        ("new", "watch", 1),
    ]
    assert foreign.links["keep"] not in {row.token for row in rows}
    assert list(store.recent([])) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}'",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event VALUES (1, 1, '{}', NULL, 'now', 0)",
        "INSERT INTO event VALUES (1, 3, '{}', NULL, 'now', 0)",
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
            assert store.open(made.links["keep"])[0] == made
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
                    store.append(table, store.head(table), key, [NewEvent({"by": name, "n": number})])

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
