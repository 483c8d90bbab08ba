"""The score book itself: locked by another program, damaged, served twice."""

import sqlite3
import threading
import time
from collections import Counter

import pytest

from referee.cli.backup import backup, restore
from referee.server import serving
from referee.storage import database
from referee.storage.rows import NewEvent, StoreError, Trouble
from referee.storage.store import Store
from tests.faults.phone import HEADER, Phone, opened_table, reasons
from tests.running import RunningServer
from tests.storage.conftest import PLAY


def held(path) -> sqlite3.Connection:
    """Another program in the middle of writing to the file."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_book_that_another_program_holds_is_told_and_the_table_can_still_be_read(
    app, serve, tmp_path, caplog
):
    """Guards: `Trouble.BUSY`, and that a waiting writer does not hold up readers."""
    path = tmp_path / "data" / "referee.db"
    number, address = opened_table(path)
    phone = Phone(serve(app), address)
    phone.say("before")
    other = held(path)
    waiting = [Phone(phone.port, phone.address) for _ in range(7)]
    for each in waiting:
        each.look()
    answers: list[int] = []
    threads = [
        threading.Thread(
            target=lambda who=each, n=n: answers.append(who.send(who.form(f"waiting {n}")).status)
        )
        for n, each in enumerate(waiting)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    began = time.monotonic()
    assert phone.look().status == 200  # while seven wait
    looked = time.monotonic() - began
    refused = phone.say("typed with care")
    for thread in threads:
        thread.join(30)
    waited = time.monotonic() - began
    other.rollback()
    other.close()

    assert looked < database.PATIENCE - 1
    assert refused.status == 503
    assert answers == [503] * 7
    assert waited < 6 * database.PATIENCE  # and not each after the other
    assert "The score book is in use" in refused.words
    assert 'value="typed with care"' in refused.text
    assert "is in use by another program" in caplog.text
    assert phone.send(phone.form("typed with care"), "typed with care").status == 303
    assert reasons(path, number) == phone.answered == ["before", "typed with care"]


def test_a_writer_that_comes_while_the_book_is_known_to_be_held_does_not_wait_as_long(tmp_path, monkeypatch):
    """Guards: `HASTE`; one writer has waited, and the next are told at once."""
    monkeypatch.setattr(database, "PATIENCE", 3.0)
    with Store(tmp_path / "referee.db") as store:
        row = store.create_table(HEADER)
        other = held(tmp_path / "referee.db")
        took = []
        for _ in range(3):
            began = time.monotonic()
            with pytest.raises(StoreError) as refused:
                store.append(row.id, 0, "a-form-of", [PLAY])
            took.append(time.monotonic() - began)
            assert refused.value.trouble is Trouble.BUSY
        other.rollback()
        other.close()

        assert took[0] > 2.9
        assert max(took[1:]) < 2.5
        assert store.append(row.id, 0, "a-form-of", [PLAY]).last_seq == 1


def test_a_writer_that_hangs_does_not_hang_all_others(tmp_path, monkeypatch):
    """Guards: a writer waits in the queue for so long and no longer."""
    monkeypatch.setattr(database, "PATIENCE", 0.5)
    with Store(tmp_path / "referee.db") as store:
        row = store.create_table(HEADER)
        go_on = threading.Event()
        late = threading.Timer(20, go_on.set)
        late.start()
        refused: list[StoreError] = []

        def try_to_write() -> None:
            try:
                store.append(row.id, 0, "a-form-of", [PLAY])
            except StoreError as error:
                refused.append(error)
            go_on.set()

        with store._file.writing():
            other = threading.Thread(target=try_to_write)
            other.start()
            go_on.wait()
        late.cancel()
        other.join(10)

        # One that waits for as long as it takes writes in the end.
        assert [each.trouble for each in refused] == [Trouble.BUSY]
        assert store.append(row.id, 0, "a-form-of", [PLAY]).last_seq == 1


# Damaged


def damaged(path) -> None:
    """The page of the file where the events begin is something else, as after a fault of the disk."""
    with Store(path) as store:
        row = store.create_table(HEADER)
        for seq in range(40):
            store.append(row.id, seq, f"form-{seq:04}", [NewEvent({"why": "x" * 400})])
        ((page,),) = store._file.rows("SELECT rootpage FROM sqlite_master WHERE name = 'event'")
    with path.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(b"\xa5" * 4096)


def test_a_damaged_book_is_told_at_the_start_with_the_way_to_the_last_backup(tmp_path, capsys, monkeypatch):
    """Guards: the whole file is looked at before anybody is served from it."""
    monkeypatch.setattr(serving, "run", lambda *_: pytest.fail("a damaged book is served"))
    path = tmp_path / "data" / "referee.db"
    number, _ = opened_table(path)
    assert backup(path, str(tmp_path / "kept.db")) == 0
    damaged(path)

    assert serving.serve(serving.Options("127.0.0.1", 0, str(path.parent))) == 1

    told = capsys.readouterr()
    assert f"{path} is damaged." in told.err
    assert "referee restore" in told.err
    assert "ready" not in told.out
    assert restore(path, str(tmp_path / "kept.db")) == 0  # the way that was told leads there
    with Store(path) as store:
        store.check_whole()
        assert store.head(number) == 1


def test_a_book_that_breaks_while_it_is_served_is_told_to_the_player(app, tmp_path, caplog):
    """Guards: `Trouble.DAMAGED`, also where the pages are whole and what is written on them is not."""
    store = app.extensions["referee"]
    row = store.create_table(HEADER)
    other = sqlite3.connect(tmp_path / "data" / "referee.db")
    other.execute("PRAGMA ignore_check_constraints = ON")
    other.execute("INSERT INTO event VALUES (?, 1, '{\"round\": 1', NULL, 'then', 0)", (row.id,))
    other.commit()
    other.close()
    app.config["PROPAGATE_EXCEPTIONS"] = False

    answer = app.test_client().get(f"/t/{row.links['owner']}")

    assert answer.status_code == 503
    assert "The score book is damaged" in answer.text
    assert "keep score on paper" in answer.text
    assert "referee restore" in caplog.text
    with pytest.raises(StoreError, match="damaged"):
        store.check_whole()


def test_pages_of_the_file_that_break_while_it_is_served_are_told_too(tmp_path):
    """Guards: every way of reading goes through `_told`."""
    path = tmp_path / "referee.db"
    damaged(path)

    with Store(path) as store, pytest.raises(StoreError) as told:
        store.events(1)
    assert told.value.trouble is Trouble.DAMAGED


# Served twice


def test_two_servers_on_one_book_lose_nothing_and_know_of_each_others_phones(table):
    """Guards: what the other server wrote is read before anything is judged; a key counts once in the file."""
    server, phone, number = table
    second = RunningServer(server.data_dir)
    second.start()
    phones = [Phone(each.port, phone.address) for each in (server, second) for _ in range(2)]
    try:
        threads = [threading.Thread(target=talk, args=(each, f"phone {n}")) for n, each in enumerate(phones)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        seen = [each.look().text.count("data-said") for each in phones]
        here = [each.look().text for each in phones]
        same = phones[0].form("the same form", key="the-same-key")
        twice = [phones[0].send(same).status, phones[3].ask("GET", phone.address).status]
    finally:
        second.stop()

    written = Counter(reasons(server.database, number))
    answered = [why for each in phones for why in each.answered]
    assert seen == [1] * 4
    assert twice == [303, 200]
    assert set(written.values()) == {1}
    assert Counter(answered) <= written
    assert all(each.answered for each in phones)
    assert all("4 phones here" in each for each in here)
    assert "Traceback" not in "".join(server.said + second.said)


def talk(phone: Phone, name: str) -> None:
    """Says six things, each again with the same key until it is taken; what was late is looked at anew."""
    for n in range(6):
        for _ in range(30):
            if phone.say(f"{name} {n}").status in (200, 303):
                break
