"""One key, one content: what a form is answered is about what that form said, and about nothing else."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.storage.rows import Different, NewEvent, NoSuchTable
from referee.storage.store import Store
from tests.storage.conftest import PLAY

OTHER = NewEvent({"by": "Ana", "play": "6-3"})


def test_the_same_content_under_the_same_key_is_answered_as_before(store, table):
    first = store.append(table, 0, "a", [PLAY], content="6-4")

    assert store.append(table, 0, "a", [PLAY], content="6-4") == first._replace(repeated=True, rows=())
    assert store.answered(table, "a").is_about("6-4")
    assert store.head(table) == 1


def test_another_content_under_the_same_key_is_not_written_and_not_taken_for_it(store, table):
    first = store.append(table, 0, "a", [PLAY], content="6-4")

    with pytest.raises(Different) as other:
        store.append(table, 1, "a", [OTHER], content="6-3")

    assert other.value.before == first._replace(repeated=True, rows=())
    assert not store.answered(table, "a").is_about("6-3")
    assert [row.body for row in store.events(table)] == [PLAY.body]


def test_what_is_taken_back_before_it_comes_is_never_written(store, table):
    closed = store.take_back(table, "a")

    with pytest.raises(Different) as other:
        store.append(table, 0, "a", [PLAY], content="6-4")

    assert closed.is_taken_back
    assert other.value.before.is_taken_back
    assert store.take_back(table, "a").is_taken_back
    assert store.head(table) == 0
    assert store.append(table, 0, "b", [PLAY], content="6-4").last_seq == 1


def test_what_is_written_stays_though_it_is_taken_back_afterwards(store, table):
    wrote = store.append(table, 0, "a", [PLAY], content="6-4")

    assert store.take_back(table, "a") == wrote._replace(repeated=True, rows=())
    assert store.append(table, 0, "a", [PLAY], content="6-4").repeated
    assert store.head(table) == 1


def test_writing_and_taking_back_at_once_agree_which_was_first(store, table):
    def write(key):
        try:
            return store.append(table, store.head(table), key, [], {"why": "none"}, content="x").is_taken_back
        except Different as other:
            return other.before.is_taken_back

    keys = [f"key-{number}" for number in range(100)]
    with ThreadPoolExecutor(4) as pool:
        written = pool.map(write, keys)
        taken = pool.map(lambda key: store.take_back(table, key).is_taken_back, keys)

        assert list(written) == list(taken)


def test_there_is_nothing_to_take_back_at_a_table_that_does_not_exist(store):
    with pytest.raises(NoSuchTable):
        store.take_back(7, "a")


def test_a_file_from_before_contents_were_kept_answers_its_keys_as_before(path):
    with Store(path) as store:
        table = store.create_table({"record": 1}).id
        store.append(table, 0, "old", [PLAY], content="6-4")
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE request DROP COLUMN content")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'what_each_key_was_answered_for'")
        db.execute("PRAGMA user_version = 5")
    db.close()

    with Store(path) as store:
        assert store.append(table, 0, "old", [PLAY], content="6-4").repeated
        assert store.take_back(table, "old").last_seq == 1
        store.append(table, 1, "new", [OTHER], content="6-3")
        with pytest.raises(Different):
            store.append(table, 2, "new", [PLAY], content="6-4")
