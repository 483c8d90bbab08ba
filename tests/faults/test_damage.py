"""Damage that SQLite itself does not see: it is noticed when it is read, and from then on nothing is written."""

import sqlite3
import time
from contextlib import closing

import pytest
from sqlite_utils.db import Database

from referee.cli.main import main
from referee.storage import schema
from referee.storage.rows import NewEvent, StoreError, Trouble
from referee.storage.store import Store
from referee.web import create_app
from tests.faults.phone import HEADER, Phone, opened_table, reasons
from tests.running import RunningServer
from tests.storage.conftest import PLAY


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "referee.db"


def changed_on_disk(path, old: bytes, new: bytes) -> None:
    """Some bytes of the file are others, as after a fault of the disk."""
    content = path.read_bytes()
    assert content.count(old) == 1
    with path.open("r+b") as file:
        file.seek(content.index(old))
        file.write(new)


def two_tables(path) -> tuple[int, int]:
    """Two tables, closed, with an event that names the tile 6-4 at the first."""
    with Store(path) as store:
        first, second = store.create_table(HEADER).id, store.create_table(HEADER).id
        store.append(first, 0, "a", [PLAY, NewEvent({"why": "a second word"})])
        store.append(second, 0, "a", [NewEvent({"why": "untouched"})])
    return first, second


def test_one_letter_that_is_another_is_noticed_and_nothing_is_written_from_then_on(path):
    """Guards: the checksum of an event, and `check_fit` before anything is written."""
    first, second = two_tables(path)
    changed_on_disk(path, b'"6-4"', b'"6-5"')

    with Store(path) as store:
        assert store._file.rows("PRAGMA integrity_check") == [("ok",)]
        store.append(second, 1, "before", [PLAY])
        with pytest.raises(StoreError) as told:
            store.events(first)
        assert told.value.trouble is Trouble.DAMAGED
        for write in (
            lambda: store.append(second, 2, "after", [PLAY]),
            lambda: store.create_table(HEADER),
            lambda: store.links.lock(second, locked=True),
        ):
            with pytest.raises(StoreError, match="Nothing more is written"):
                write()
        assert [each.body for each in store.events(second)] == [{"why": "untouched"}, PLAY.body]
        with pytest.raises(StoreError):
            store.check()


def test_a_name_that_is_another_in_what_was_agreed_is_noticed(path):
    """Guards: the checksum of a table."""
    first, _ = two_tables(path)
    with Store(path) as store:
        link = store.table(first).links["keep"]
        store.create_table({**HEADER, "players": ["Cal", "Dan"]})
    changed_on_disk(path, b'["Cal","Dan"]', b'["Cal","Den"]')

    with Store(path) as store:
        cal = store.links.of(3)[0].token
        assert store.open(link) is not None
        with pytest.raises(StoreError, match="damaged"):
            list(store.recent([cal]))
    with Store(path) as store, pytest.raises(StoreError, match="damaged"):
        store.table(3)


@pytest.mark.parametrize("gone", [1, 2])
def test_an_event_that_is_missing_is_noticed(path, gone):
    """Guards: events are counted as they are read."""
    first, _ = two_tables(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TRIGGER event_never_goes")
        other.execute("DELETE FROM event WHERE table_id = ? AND seq = ?", (first, gone))
        other.commit()

    with Store(path) as store:
        if gone == 2:  # the last one: its loss shows only to a reader who knows that there was one
            assert len(store.events(first)) == 1
        else:
            with pytest.raises(StoreError, match="damaged"):
                store.events(first)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (
            "UPDATE game_table SET header = '[1' WHERE id = 1",
            "Table 1: what was agreed there cannot be read.",
        ),
        ("UPDATE event SET body = '{' WHERE table_id = 1 AND seq = 2", "Table 1: event 2 cannot be read."),
        ("UPDATE event SET body = '7' WHERE table_id = 1 AND seq = 2", "Table 1: event 2 cannot be read."),
    ],
)
def test_what_damage_has_made_unreadable_is_told_in_plain_words(path, capsys, damage, told):
    """Guards: `check` reads each row before the rules judge it."""
    two_tables(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TRIGGER event_never_changes")
        other.execute("PRAGMA ignore_check_constraints = ON")
        other.execute(damage)
        other.commit()

    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert told in out
    assert "Error" not in out


def test_events_written_before_there_were_checksums_get_theirs(path):
    """Guards: the migration, and that the events are guarded again after it."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        schema.migrations.apply(Database(other), stop_before="checksums")
        other.execute(
            "INSERT INTO game_table (id, header, created_at) VALUES (1, '{\"players\":[\"Žofie\"]}', 'then')"
        )
        other.execute("INSERT INTO event VALUES (1, 1, '{\"play\":\"6-4\"}', NULL, 'then')")
        other.execute("INSERT INTO event VALUES (1, 2, '{}', '{\"points\":{}}', 'then')")

    with Store(path) as store:
        assert [each.body for each in store.events(1)] == [{"play": "6-4"}, {}]
        assert store.table(1).header == {"players": ["Žofie"]}
    with (
        closing(sqlite3.connect(path)) as other,
        pytest.raises(sqlite3.IntegrityError, match="never changed"),
    ):
        other.execute("UPDATE event SET checksum = 0")
    changed_on_disk(path, b'"6-4"', b'"6-5"')
    with Store(path) as store, pytest.raises(StoreError, match="damaged"):
        store.events(1)


def test_a_damaged_event_is_not_made_whole_by_a_new_name(path):
    """Guards: what is written anew is checked first, else damage would get a checksum of its own."""
    first, _ = two_tables(path)
    with Store(path) as store:
        links = list(store.table(first).links.values())
    changed_on_disk(path, b'"6-4"', b'"6-5"')

    with Store(path) as store, pytest.raises(StoreError, match="damaged"):
        store.names.rename(links, "Ben", "Bea")
    with Store(path) as store, pytest.raises(StoreError, match="damaged"):
        store.events(first)


def test_a_damaged_header_is_not_made_whole_by_a_new_name(path):
    """Guards: the header that is written anew is checked first too."""
    first, _ = two_tables(path)
    with Store(path) as store:
        links = list(store.table(first).links.values())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE game_table SET header = replace(header, 'Ana', 'Ena') WHERE id = ?", (first,))

    with Store(path) as store, pytest.raises(StoreError, match="damaged"):
        store.names.rename(links, "Ben", "Bea")
    with Store(path) as store, pytest.raises(StoreError, match="damaged"):
        store.table(first)


@pytest.mark.parametrize("what", ["moved", "removed", "replaced", "its log removed"])
def test_nothing_is_written_to_a_file_that_has_no_name_any_more(path, what, tmp_path):
    """Guards: `_look_for_files`; what went there would be gone when the program ends."""
    first, _ = two_tables(path)
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    with Store(path) as store:
        store.append(first, 2, "before", [PLAY])
        if what == "moved":
            path.rename(tmp_path / "elsewhere.db")
        elif what == "removed":
            path.unlink()
        elif what == "replaced":
            copy.replace(path)
        else:
            path.with_name("referee.db-wal").unlink()

        with pytest.raises(StoreError, match="moved, removed or replaced") as told:
            store.append(first, 3, "after", [PLAY])
        assert told.value.trouble is Trouble.GONE


def test_a_server_whose_book_breaks_says_so_to_the_player_and_at_the_terminal_and_writes_no_more(
    path, serve, caplog
):
    """Guards: the damage is known to every thread before anything else is answered."""
    number, address = opened_table(path)
    broken, other = opened_table(path)
    with Store(path) as store:
        store.append(broken, 1, "b", [NewEvent({"adjust": {"Ana": 1}, "why": "a word that will break"})])
    changed_on_disk(path, b"a word that will break", b"a word that has broken")
    app = create_app(path.parent)
    phone = Phone(serve(app), address)
    assert phone.say("before").status == 303

    met = phone.ask("GET", other)
    refused = phone.say("typed with care")

    assert met.status == refused.status == 503
    assert "The score book is damaged" in met.words
    assert "The score book is damaged" in refused.words
    assert "keep score on paper" in refused.words
    assert 'value="typed with care"' in refused.text
    assert phone.look().status == 200
    assert phone.ask("GET", "/healthz").status == 503
    in_spanish = phone.ask("GET", other, **{"Accept-Language": "es"}).words
    assert "The score book" not in in_spanish
    for command in ("referee check", "referee restore", "referee salvage"):
        assert command in caplog.text
    assert "Traceback" not in caplog.text
    app.extensions["referee"].close()
    assert reasons(path, number) == phone.answered == ["before"]


def test_a_running_server_whose_file_is_damaged_loses_nothing_that_it_answered(tmp_path, capsys):
    """Guards: pages overwritten under a real server; it is told, nothing more is written, and salvage gives it all."""
    server = RunningServer(tmp_path / "data")
    number, address = opened_table(server.database)
    broken, other = opened_table(server.database)
    with Store(server.database) as store:
        store.append(
            broken, 1, "b", [NewEvent({"adjust": {"Ana": 1}, "why": f"{n} " * 400}) for n in range(60)]
        )
    server.start()
    try:
        phone = Phone(server.port, address)
        for n in range(5):
            assert phone.say(f"before {n}").status == 303
        content = server.database.read_bytes()
        page = content.index(b"30 30 30 30") // 4096
        with server.database.open("r+b") as file:
            file.seek(page * 4096)
            file.write(b"\xa5" * 4096)

        met = phone.ask("GET", other)
        refused = phone.say("typed with care")
    finally:
        server.kill()

    assert (met.status, refused.status) == (503, 503)
    assert "keep score on paper" in refused.words
    assert server.tells("referee salvage")
    assert "Traceback" not in "".join(server.said)
    assert main(["check", "--data", str(tmp_path / "data")]) == 1
    assert main(["salvage", str(server.database), "--into", str(tmp_path / "new.db")]) == 1
    assert f"Table {broken} " in capsys.readouterr().out
    assert reasons(tmp_path / "new.db", number) == phone.answered == [f"before {n}" for n in range(5)]


def test_a_server_finds_damage_by_itself_soon_after_it_has_started(tmp_path):
    """Guards: the whole book is read while it is served, not only what somebody opens."""
    server = RunningServer(tmp_path / "data")
    two_tables(server.database)
    changed_on_disk(server.database, b'"6-4"', b'"6-5"')
    server.start()
    try:
        until = time.monotonic() + 30
        while Phone(server.port).ask("GET", "/healthz").status == 200 and time.monotonic() < until:
            time.sleep(0.1)
        assert Phone(server.port).ask("GET", "/healthz").status == 503
    finally:
        server.stop()
    assert server.tells("is damaged. Nothing more is written to it.")
