"""Every page of a book is damaged, one at a time and in every way: what does not stand on that page is saved."""

import os
import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.storage.gathering import gather
from referee.storage.store import Store
from tests.faults.books import PAGE, Said, book, forged_log, harmed

LONG = bool(os.environ.get("REFEREE_LONG"))
TABLES = 14 if LONG else 7
WAYS = ("zeros", "noise", "pointers", *(("torn", "half", "first byte") if LONG else ()))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A book and what was said in it."""
    path = tmp_path_factory.mktemp("whole") / "referee.db"
    return path, book(path, TABLES)


def kept(new: Path) -> str:
    """All that was saved, in the new book and beside it, as text."""
    with closing(sqlite3.connect(new)) as db:
        rows = [row for (row,) in db.execute("SELECT body FROM event")]
    beside = [file.read_text("utf-8") for file in new.parent.glob(f"{new.name}.*.jsonl")]
    return "\n".join([*rows, *beside])


def saved(old: Path, new: Path, capsys) -> tuple[int, str]:
    """The exit status of `referee salvage` and what it said."""
    before = old.read_bytes()
    status = main(["salvage", str(old), "--into", str(new)])
    said = capsys.readouterr()
    assert old.read_bytes() == before
    assert "Traceback" not in said.err
    return status, said.out + said.err


def elsewhere(said: Iterable[Said], lost: bytes) -> list[Said]:
    """What has none of its words in those bytes of the file."""
    return [each for each in said if each.words.encode() not in lost]


def test_a_whole_book_is_saved_as_it_is(whole, tmp_path, capsys):
    """Guards: nothing is called damaged that is not, and what was removed does not come back."""
    old, said = whole
    new = tmp_path / "new.db"

    status, told = saved(old, new, capsys)

    assert (status, told) == (0, f"{new}: {TABLES + 1} tables, {len(said)} events.\n")
    assert [each.name for each in tmp_path.iterdir()] == ["new.db"]
    with closing(sqlite3.connect(old)) as one, closing(sqlite3.connect(new)) as other:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%migrations%'"
        for (name,) in one.execute(names):
            if name != "standing":
                every = f"SELECT * FROM {name}"
                kept_rows, rows = other.execute(every).fetchall(), one.execute(every).fetchall()
                assert sorted(kept_rows, key=repr) == sorted(rows, key=repr), name
    assert main(["check", str(new)]) == 0


@pytest.mark.parametrize("how", WAYS)
def test_whatever_page_is_damaged_all_that_is_not_on_it_is_saved_and_check_notices(
    whole, tmp_path, capsys, how
):
    """Guards: no page is needed to read another; `integrity_check`, checksums and first pages in `check`."""
    old, said = whole
    content = old.read_bytes()
    chance = random.Random(13)
    for number in range(1, len(content) // PAGE + 1, 1 if LONG or how == "zeros" else 3):
        place = slice((number - 1) * PAGE, number * PAGE)
        page = harmed(how, content[place], chance)
        if page == content[place]:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        bad, new = folder / "bad.db", folder / "new.db"
        bad.write_bytes(content[: place.start] + page + content[place.stop :])

        status, told = saved(bad, new, capsys)
        noticed = main(["check", str(bad)])
        capsys.readouterr()

        text = kept(new)
        missing = [each for each in elsewhere(said, content[place]) if each.words not in text]
        assert missing == [], (number, told)
        assert is_free(old, number) or noticed in (1, 2), number
        assert status in (0, 1), (number, told)
        assert status == 1 or not [each for each in said if each.words not in text], (number, told)
        assert_usable(new, capsys)


def assert_usable(new: Path, capsys) -> None:
    """The new book is whole, and each of its tables can be opened by somebody."""
    assert main(["check", str(new)]) == 0, capsys.readouterr().out
    capsys.readouterr()
    with Store(new) as store:
        for (number,) in store._file.rows("SELECT id FROM game_table"):
            assert {each.role for each in store.links.of(number)} & {"owner", "keep"}
            assert len(store.events(number)) == store.head(number)


def is_free(old: Path, number: int) -> bool:
    """Whether nothing stands on that page, as SQLite itself tells."""
    with closing(sqlite3.connect(old)) as db:
        try:
            used = db.execute("SELECT 1 FROM dbstat WHERE pageno = ? AND ncell > 0", (number,)).fetchall()
        except sqlite3.OperationalError:
            pytest.skip("this SQLite does not tell where things stand")
    return not used


@pytest.mark.parametrize("size", [0, 24, 520, 8192, 2**31, 2**32 - 1])
def test_a_log_whose_pages_are_of_another_size_is_not_believed(whole, tmp_path, size):
    """Guards: its sizes of pages; also if its checksums are right, it divides by no 0 and fills no memory."""
    old, said = whole
    path = tmp_path / "bad.db"
    path.write_bytes(old.read_bytes())
    path.with_name("bad.db-wal").write_bytes(forged_log(size, [(1, bytes(16))]))

    found = gather(path)

    assert len(found.rows["event"]) == len(said)


@pytest.mark.parametrize("number", [2**31, 2**32 - 1])
def test_a_page_of_the_log_with_any_number_is_one_page_more_and_not_millions(whole, tmp_path, number):
    """Guards: only pages that are there are read, not all up to the highest number."""
    old, said = whole
    path = tmp_path / "bad.db"
    path.write_bytes(old.read_bytes())
    path.with_name("bad.db-wal").write_bytes(forged_log(PAGE, [(number, bytes(PAGE))]))

    found = gather(path)

    assert len(found.rows["event"]) == len(said)
    assert found.size == old.stat().st_size // PAGE + 1


@pytest.mark.parametrize("size", [512, 1, 8192])
def test_a_first_page_in_the_log_that_names_another_size_is_told_and_not_believed(whole, tmp_path, size):
    """Guards: the sizes of both files agree."""
    old, said = whole
    content = old.read_bytes()
    path = tmp_path / "bad.db"
    path.write_bytes(content)
    first = content[:16] + size.to_bytes(2, "big") + content[18:PAGE]
    path.with_name("bad.db-wal").write_bytes(forged_log(PAGE, [(1, first)]))

    assert len(gather(path).rows["event"]) == len(said)


def test_a_file_that_ends_too_early_gives_all_that_is_in_it(whole, tmp_path, capsys):
    """Guards: the end of the file, also in the middle of a page."""
    old, said = whole
    content = old.read_bytes()
    for length in range(PAGE, len(content), PAGE if LONG else 5 * PAGE):
        for end in (length, length + 1500):
            folder = tmp_path / str(end)
            folder.mkdir()
            bad, new = folder / "bad.db", folder / "new.db"
            bad.write_bytes(content[:end])

            status, told = saved(bad, new, capsys)

            assert status == (1 if new.exists() else 2), told
            text = kept(new) if new.exists() else ""
            for each in elsewhere(said, content[length:]):
                assert each.words in text, (end, each, told)
            assert main(["check", str(bad)]) in (1, 2)
            if new.exists():
                assert_usable(new, capsys)
            capsys.readouterr()
