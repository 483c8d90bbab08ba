"""The score book on the server: copied while it is written, put back, tables removed."""

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.storage.database import keep_private
from referee.storage.rows import StoreError
from referee.storage.store import Store
from tests.storage.conftest import HEADER, PLAY
from tests.storage.test_file import WRITER

WITH = {**HEADER, "date": "2026-11-21"}


@pytest.fixture
def book(path) -> str:
    """A closed book with two tables."""
    with Store(path) as store:
        first, second = store.create_table(WITH), store.create_table({**HEADER, "players": ["Cal", "Dan"]})
        store.append(first.id, 0, "a", [PLAY, PLAY], link=store.links.of(first.id)[1])
        store.append(second.id, 0, "a", [PLAY])
    return str(path)


def told(capsys) -> tuple[str, str]:
    both = capsys.readouterr()
    assert "Traceback" not in both.err
    return both.out, both.err


def test_a_backup_is_one_whole_file_for_its_owner_only(book, tmp_path, capsys):
    copy = tmp_path / "copy.db"

    assert main(["backup", str(copy), "--database", book]) == 0

    assert told(capsys)[0] == f"{copy}: 2 tables, 3 events.\n"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["copy.db"]
    with Store(copy) as store:
        assert store.head(1) == 2


def test_a_backup_made_while_tables_are_written_misses_nothing_that_was_answered(path, tmp_path):
    with Store(path) as store:
        table = store.create_table(HEADER).id
        answered = threading.Event()
        done = threading.Event()

        def write() -> None:
            seq = 0
            while not done.is_set():
                seq = store.append(table, seq, f"form {seq}", [PLAY]).last_seq
                if seq >= 20:
                    answered.set()

        writer = threading.Thread(target=write)
        writer.start()
        answered.wait(20)
        before = store.head(table)
        for number in range(5):
            assert main(["backup", str(tmp_path / f"{number}.db"), "--database", str(path)]) == 0
        done.set()
        writer.join()

    for number in range(5):
        with Store(tmp_path / f"{number}.db") as copy:
            assert copy.head(table) >= before
            assert [row.seq for row in copy.events(table)] == list(range(1, copy.head(table) + 1))


def test_a_backup_writes_over_nothing_unless_it_is_told_to(book, tmp_path, capsys):
    there = tmp_path / "photo.jpg"
    there.write_text("a photo")

    assert main(["backup", str(there), "--database", book]) == 1
    assert "already exists" in told(capsys)[1]
    assert there.read_text() == "a photo"
    assert main(["backup", str(there), "--database", book, "--force"]) == 0
    assert there.read_bytes().startswith(b"SQLite format 3")


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(book, tmp_path, capsys):
    assert main(["backup", str(tmp_path / "nowhere" / "copy.db"), "--database", book]) == 1
    assert main(["backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "none.db")]) == 1

    assert "There is no file" in told(capsys)[1]
    assert [each for each in tmp_path.iterdir() if each.is_file()] == []


def test_a_restored_book_is_as_it_was_and_the_one_before_is_kept(book, path, tmp_path, capsys):
    copy = str(tmp_path / "copy.db")
    main(["backup", copy, "--database", book])
    with Store(path) as store:
        links = store.table(1).links
        store.append(1, 2, "later", [PLAY])

    assert main(["restore", copy, "--database", book]) == 0

    (kept,) = path.parent.glob("referee.db.before-*")
    assert str(kept) in told(capsys)[0]
    with Store(path) as store, Store(kept) as before:
        assert store.head(1) == 2
        assert store.table(1).links == links
        assert store.append(1, 0, "a", [PLAY]).repeated
        assert before.head(1) == 3


def test_a_restoring_that_is_stopped_in_the_middle_leaves_the_book_where_it_was(
    book, path, tmp_path, monkeypatch
):
    copy = str(tmp_path / "copy.db")
    main(["backup", copy, "--database", book])
    with Store(path) as store:
        store.append(1, 2, "later", [PLAY])

    def stopped(_unfinished, _target):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stopped)
    assert main(["restore", copy, "--database", book]) == 130

    with Store(path) as store:
        assert store.head(1) == 3


def test_on_a_disk_without_second_names_the_one_before_is_kept_too(book, path, tmp_path, monkeypatch):
    copy = str(tmp_path / "copy.db")
    main(["backup", copy, "--database", book])

    def cannot(_kept, _book):
        raise PermissionError

    monkeypatch.setattr(Path, "hardlink_to", cannot)
    assert main(["restore", copy, "--database", book]) == 0

    (kept,) = path.parent.glob("referee.db.before-*")
    with Store(kept) as before:
        assert before.head(1) == 2


def test_a_book_is_restored_where_there_was_none(book, tmp_path):
    new = tmp_path / "new" / "referee.db"

    assert main(["restore", book, "--data", str(new.parent)]) == 0

    with Store(new) as store:
        assert store.head(1) == 2


def test_a_damaged_book_gives_way_to_its_backup(book, path, tmp_path):
    copy = str(tmp_path / "copy.db")
    main(["backup", copy, "--database", book])
    path.write_bytes(b"\xff" * 9000)

    assert main(["restore", copy, "--database", book]) == 0

    (kept,) = path.parent.glob("referee.db.before-*")
    assert kept.read_bytes() == b"\xff" * 9000
    with Store(path) as store:
        assert store.head(1) == 2


def test_a_log_that_was_left_when_the_book_was_moved_away_changes_nothing_in_the_backup(book, path, tmp_path):
    copy = str(tmp_path / "copy.db")
    main(["backup", copy, "--database", book])
    writer = subprocess.Popen([sys.executable, "-c", WRITER, book], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    writer.stdout.readline()
    writer.kill()
    writer.wait()
    writer.stdout.close()
    log = path.with_name("referee.db-wal")
    left = log.read_bytes()
    path.rename(tmp_path / "moved.db")

    assert main(["restore", copy, "--database", book]) == 0

    with Store(path) as store:
        assert [each.events for each in store.tables()] == [1, 2]
    (kept,) = path.parent.glob("referee.db.before-*-wal")
    assert kept.read_bytes() == left


def test_a_symbolic_link_to_a_book_is_that_book_with_its_log(book, path, tmp_path, capsys):
    link, copy, saved = tmp_path / "link.db", str(tmp_path / "copy.db"), tmp_path / "saved.db"
    link.symlink_to(path)
    with Store(link) as store:
        store.append(1, 2, "later", [PLAY])  # is in the log until the store is closed
        for command in (
            ["check", str(link)],
            ["salvage", str(link), "--into", str(saved)],
            ["backup", copy, "--database", str(link)],
        ):
            main(command)
            assert told(capsys)[0].startswith((f"{path}: 2 tables, 4 events.", f"{saved}: ", f"{copy}: "))
        with Store(saved) as found:
            assert found.head(1) == 3
        path.rename(tmp_path / "moved.db")
        with pytest.raises(StoreError):
            store.append(1, 3, "into nowhere", [PLAY])
    (tmp_path / "moved.db").rename(path)

    assert main(["restore", copy, "--database", str(link)]) == 0
    assert link.is_symlink()
    with Store(path) as store:
        assert store.head(1) == 3


def test_no_backup_takes_the_place_of_a_book_that_is_open(book, path, tmp_path, capsys):
    with Store(path) as store:
        store.append(1, 2, "c", [PLAY])

        assert main(["backup", book, "--force", "--database", book]) == 1
        assert told(capsys)[1] == f"{path}-wal: File exists.\n"
        store.append(1, 3, "d", [PLAY])


@pytest.mark.parametrize("file", ["", ".", "/", "no such folder/copy.db"])
def test_a_file_that_cannot_be_is_named_as_it_was_typed(book, file, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for command in (
        ["backup", file, "--force", "--database", book],
        ["salvage", book, "--into", file],
    ):
        assert main(command) in (1, 2)
        assert told(capsys)[1].startswith(str(Path(file)))
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == []


def test_nothing_is_restored_while_a_server_holds_the_book(book, path, tmp_path, capsys):
    copy = str(tmp_path / "copy.db")
    main(["backup", copy, "--database", book])
    writer = subprocess.Popen([sys.executable, "-c", WRITER, book], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    writer.stdout.readline()
    os.kill(writer.pid, signal.SIGSTOP)  # it holds the book and writes nothing
    try:
        assert main(["restore", copy, "--database", book]) == 1
        assert "the referee is running" in told(capsys)[1]
        assert list(path.parent.glob("*before*")) == []
    finally:
        os.kill(writer.pid, signal.SIGKILL)
        writer.stdout.close()
        writer.wait()

    assert main(["restore", copy, "--database", book]) == 0, "a server that was killed holds nothing"


def test_an_open_store_that_rests_holds_the_book_too(book, path, tmp_path, capsys):
    copy = str(tmp_path / "copy.db")
    main(["backup", copy, "--database", book])
    command = [sys.executable, "-m", "referee", "restore", copy, "--database", book]

    with Store(path) as store:
        refused = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (refused.returncode, "the referee is running" in refused.stderr) == (1, True)
        assert store.head(1) == 2
        store.append(1, 2, "b", [PLAY])


@pytest.mark.parametrize("what", ["notes", "another program", "newer", "damaged", "missing"])
def test_what_is_no_backup_of_ours_is_refused_and_nothing_changes(book, path, tmp_path, capsys, what):
    file = tmp_path / "file.db"
    if what == "notes":
        file.write_text("my notes " * 1000)
    elif what != "missing":
        main(["backup", str(file), "--database", book])
        with sqlite3.connect(file) as connection:
            if what == "another program":
                connection.execute("PRAGMA application_id = 7")
            elif what == "newer":
                connection.execute("PRAGMA user_version = 99")
        connection.close()
        if what == "damaged":
            content = bytearray(file.read_bytes())
            content[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3
            file.write_bytes(content)
    before = path.read_bytes()

    assert main(["restore", str(file), "--database", book]) == 1

    assert told(capsys)[1].strip().endswith(".")
    assert path.read_bytes() == before
    assert list(path.parent.glob("*before*")) == []


@pytest.mark.parametrize("changed", [b'"plax"', b'"pla\xff"'], ids=["letter", "no letter"])
def test_a_changed_letter_gets_into_no_backup_and_from_none_into_the_book(
    book, path, tmp_path, capsys, changed
):
    good, bad = tmp_path / "good.db", tmp_path / "bad.db"
    main(["backup", str(good), "--database", book])
    bad.write_bytes(good.read_bytes().replace(b'"play"', changed, 1))
    before, whole = path.read_bytes(), good.read_bytes()

    assert main(["restore", str(bad), "--database", book]) == 1
    assert told(capsys)[1] == f"{bad} is damaged. What is damaged: referee check {bad}\n"
    assert path.read_bytes() == before
    assert list(path.parent.glob("*before*")) == []

    assert main(["backup", str(good), "--force", "--database", str(bad)]) == 1
    assert f"{bad} is damaged." in told(capsys)[1]
    assert good.read_bytes() == whole


def test_the_book_is_not_restored_from_itself(book, capsys):
    assert main(["restore", book, "--database", book]) == 1
    assert "itself" in told(capsys)[1]


def test_tables_are_listed_for_people_and_for_programs(book, capsys):
    assert main(["tables", "--database", book]) == 0
    lines = told(capsys)[0].splitlines()
    assert lines[1] == "    1  2026-11-21  fundex2004.all-fives  Ana, Žofie  (2 events)"
    assert lines[0].endswith("fundex2004.all-fives  Cal, Dan  (1 event)")

    assert main(["tables", "--json", "--database", book]) == 0
    rows = [json.loads(line) for line in told(capsys)[0].splitlines()]
    assert [row["id"] for row in rows] == [2, 1]
    assert rows[1] == {
        "id": 1,
        "date": "2026-11-21",
        "variant": "fundex2004.all-fives",
        "players": ["Ana", "Žofie"],
        "events": 2,
    }


def test_a_book_without_tables_says_so(path, capsys):
    with Store(path):
        pass
    assert main(["tables", "--data", str(path.parent)]) == 0
    assert told(capsys)[0] == "There are no tables yet.\n"


def test_a_table_is_removed_with_everything_about_it_and_the_others_stay(book, path, capsys):
    assert main(["tables", "delete", "1", "--yes", "--database", book]) == 0

    assert "Removed." in told(capsys)[0]
    connection = sqlite3.connect(path)
    for part in ("event", "request", "code", "link"):
        found = connection.execute(f"SELECT DISTINCT table_id FROM {part}").fetchall()
        assert found == [(2,)], part
    assert connection.execute("SELECT id FROM game_table").fetchall() == [(2,)]
    with pytest.raises(sqlite3.IntegrityError, match="never removed"):
        connection.execute("DELETE FROM event")
    connection.close()
    assert "Žofie".encode() not in path.read_bytes()


def test_several_are_removed_together_or_none(book, path, capsys):
    assert main(["tables", "delete", "1", "9", "--yes", "--database", book]) == 1
    assert told(capsys)[1] == "There is no table 9. Nothing was removed.\n"
    with Store(path) as store:
        assert store.head(1) == 2

    assert main(["tables", "delete", "1", "2", "--yes", "--database", book]) == 0
    with Store(path) as store:
        assert list(store.recent([])) == []
        assert store.create_table(HEADER).id == 3, "a number is never given twice"


def test_nothing_is_removed_without_confirmation(book, path, capsys, monkeypatch):
    assert main(["tables", "delete", "1", "--database", book]) == 1
    assert "--yes" in told(capsys)[1]

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "n")
    assert main(["tables", "delete", "1", "--database", book]) == 1
    monkeypatch.setattr("builtins.input", lambda _: "y")
    assert main(["tables", "delete", "1", "--database", book]) == 0


def test_a_table_is_removed_while_the_referee_runs(book, path):
    with Store(path) as store:
        link = store.table(1).links["keep"]
        assert main(["tables", "delete", "1", "--yes", "--database", book]) == 0

        assert store.open(link) is None
        assert store.head(2) == 1


@pytest.mark.parametrize("tail", ["", "-wal", "-shm", "-journal"])
def test_each_file_of_the_book_that_others_could_read_is_closed_to_them(tmp_path, tail):
    """Guards: the rights of what stands beside the file; a log that was left behind holds links too."""
    path = tmp_path / "referee.db"
    open_to_all = path.with_name(path.name + tail)
    open_to_all.write_bytes(b"")
    open_to_all.chmod(0o644)

    assert keep_private(path) == [open_to_all]
    assert open_to_all.stat().st_mode & 0o777 == 0o600
