"""What `referee check` and `referee salvage` say of a damaged book, and what becomes of its tables."""

import json
import random
import re
import shutil
import sqlite3
from contextlib import closing

import pytest
from sqlite_utils.db import Database

from referee.cli.backup import backup
from referee.cli.main import main
from referee.storage import raw_rows, schema
from referee.storage.gathering import gather
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.faults.books import PAGE, book, forged_log
from tests.faults.phone import HEADER

WITH = {**HEADER, "date": "2026-11-21"}


@pytest.fixture
def old(tmp_path):
    return tmp_path / "old.db"


@pytest.fixture
def new(tmp_path):
    return tmp_path / "new.db"


def words(seq: int) -> str:
    return f"<word {seq:04}>"


def table_of(path, events: int) -> int:
    """A closed book with a table of so many events."""
    with Store(path) as store:
        row = store.create_table(WITH)
        entries = [NewEvent({"round": 1})]
        entries += [NewEvent({"adjust": {"Ana": 1}, "why": words(seq) * 20}) for seq in range(2, events + 1)]
        store.append(row.id, 0, "a-form-of", entries[: events // 2])
        store.append(row.id, events // 2, "another-f", entries[events // 2 :])
    return row.id


def page_of(path, text: str) -> int:
    """The page on which that stands."""
    return path.read_bytes().index(text.encode()) // PAGE + 1


def overwrite(path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xa5" * PAGE)


def salvage(old, new, capsys) -> tuple[int, str]:
    status = main(["salvage", str(old), "--into", str(new)])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_a_gap_in_a_table_is_told_and_what_comes_after_it_becomes_a_table_again(old, new, tmp_path, capsys):
    """Guards: the table goes on before the gap, and nothing that can be read is thrown away."""
    number = table_of(old, 120)
    overwrite(old, page_of(old, words(45)))

    status, told = salvage(old, new, capsys)

    found = re.search(r"events (\d+) to (\d+) of 120 cannot be read", told)
    assert status == 1
    assert found is not None, told
    first, last = map(int, found.groups())
    assert first <= 45 <= last
    assert f"Table {number} (2026-11-21, fundex2004.block-draw, Ana, Ben)" in told
    assert f"The table goes on from event {first - 1}." in told
    with Store(new) as store:
        assert store.head(number) == first - 1
        store.append(number, first - 1, "go-on-now", [NewEvent({"adjust": {"Ana": 1}, "why": "on"})])
    record = tmp_path / f"new.db.table-{number}.jsonl"
    assert f"referee import --skip-refused {record}" in told

    status = main(["import", "--skip-refused", str(record), "--data", str(tmp_path / "again")])

    assert status in (0, 1), capsys.readouterr()
    with Store(tmp_path / "again" / "referee.db") as store:
        bodies = [each.body["why"] for each in store.events(1)[1:]]
    expected = [words(seq) * 20 for seq in range(2, 121) if not first <= seq <= last]
    assert bodies == expected


def test_a_form_whose_event_is_lost_is_taken_when_a_phone_sends_it_again(old, new, capsys):
    """Guards: the answer to a form is not kept without what it wrote down."""
    number = table_of(old, 120)
    overwrite(old, page_of(old, words(45)))

    salvage(old, new, capsys)

    with Store(new) as store:
        assert store.answered(number, "another-f") is None
        assert "another-f" in (new.parent / "new.db.left-over.jsonl").read_text()


def test_what_is_left_of_a_torn_page_is_saved(old, new, capsys):
    """Guards: `carve`; rows that their page does not name any more are known by their checksums."""
    table_of(old, 120)
    page = page_of(old, words(45))
    with old.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(bytes(512))

    status, told = salvage(old, new, capsys)

    found = re.search(r"events? ([\d, to]+) of 120 cannot be read", told)
    assert (status, found is not None) == (1, True), told
    with closing(sqlite3.connect(new)) as db:
        kept = "".join(body for (body,) in db.execute("SELECT body FROM event"))
    kept += "".join(each.read_text() for each in new.parent.glob("*.jsonl"))
    assert sum(words(seq) not in kept for seq in range(2, 121)) <= 3


def test_events_lost_at_the_end_are_known_by_the_answers_to_their_forms(old, new, capsys):
    """Guards: the highest number that was answered, in `check` and `salvage`."""
    table_of(old, 30)
    with closing(sqlite3.connect(old)) as db:
        db.execute("DROP TRIGGER event_never_goes")
        db.execute("DELETE FROM event WHERE seq > 28")
        db.commit()

    assert main(["check", str(old)]) == 1
    assert "events 29 to 30 are missing at its end" in capsys.readouterr().out
    status, told = salvage(old, new, capsys)
    assert (status, "events 29 to 30 of 30 cannot be read" in told) == (1, True)


def test_events_without_what_was_agreed_are_kept_until_somebody_knows_it(old, new, tmp_path, capsys):
    """Guards: no event is thrown away because its table is lost."""
    with Store(old) as store:
        for number in range(40):
            row = store.create_table({**WITH, "note": f"{number} " * 40})
            store.append(row.id, 0, "a-form-of", [NewEvent({"by": "Ana", "play": "6-4"})])
    overwrite(old, page_of(old, "39 39 39"))

    status, told = salvage(old, new, capsys)

    assert (status, "Table 40: " in told or "Table 40." in told) == (1, True)
    assert "write the game and the players into the first line" in told
    header, event = (tmp_path / "new.db.table-40.jsonl").read_text().splitlines()
    assert json.loads(header) == {"record": 1, "variant": "?", "players": ["Ana"]}
    assert json.loads(event) == {"by": "Ana", "play": "6-4"}


def test_links_whose_page_is_lost_come_back_from_their_indexes_and_withdrawn_ones_do_not(old, new, capsys):
    """Guards: `_rebuild_links`."""
    with Store(old) as store:
        row = store.create_table(WITH)
        store.links.revoke(row.id, "watch")
    with closing(sqlite3.connect(old)) as db:
        ((page,),) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'link'")
    overwrite(old, page)

    salvage(old, new, capsys)

    with Store(new) as store:
        assert store.open(row.links["owner"]) is not None
        assert store.open(row.links["keep"]) is not None
        assert store.open(row.links["watch"]) is None
        assert [each.seat for each in store.links.of(row.id) if each.role == "seat"] == [0, 1]


def test_a_table_whose_links_are_all_lost_gets_a_new_one_for_its_owner(old, new, capsys):
    """Guards: no table is saved that nobody can open."""
    with Store(old) as store:
        row = store.create_table(WITH)
    with closing(sqlite3.connect(old)) as db:
        found = db.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'link'").fetchall()
    for (page,) in found:
        overwrite(old, page)

    _, told = salvage(old, new, capsys)

    link = re.search(r"A new one is /t/(\S+)", told)
    assert link is not None
    with Store(new) as store:
        opened = store.open(link[1])
        assert opened is not None
        assert (opened[0].id, opened[1].role) == (row.id, "owner")


def test_a_table_that_has_lost_only_its_owner_s_link_gets_a_new_one(old, new, capsys):
    """Guards: every saved table has somebody who may lock it and withdraw its links."""
    with Store(old) as store:
        row = store.create_table(WITH)
    with closing(sqlite3.connect(old)) as db:
        db.execute("DELETE FROM link WHERE role = 'owner'")
        db.commit()

    _, told = salvage(old, new, capsys)

    link = re.search(r"A new one is /t/(\S+)", told)
    assert link is not None
    with Store(new) as store:
        assert store.open(link[1])[1].role == "owner"
        assert store.open(row.links["keep"])[1].role == "keep"


# The log beside the file: what was written last


@pytest.fixture
def killed(old, tmp_path):
    """A book and its log as a power cut leaves them, with a table of twenty events of which the log alone knows."""
    with Store(tmp_path / "alive.db") as store:
        number = store.create_table(WITH).id
        store._file.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        for seq in range(20):
            store.append(
                number, seq, f"form-{seq:05}", [NewEvent({"adjust": {"Ana": 1}, "why": words(seq + 1)})]
            )
        for tail in ("", "-wal"):
            shutil.copy(tmp_path / f"alive.db{tail}", f"{old}{tail}")
    return number


def test_what_was_written_last_is_read_from_the_log(old, new, capsys, killed):
    """Guards: `_read_log`."""
    status, told = salvage(old, new, capsys)

    assert (status, told) == (0, f"{new}: 1 table, 20 events.\n")


def test_a_log_that_is_damaged_in_its_middle_gives_what_comes_after(old, new, capsys, killed):
    """Guards: one damaged page of the log does not end it, and it is told."""
    log = old.with_name("old.db-wal")
    content = bytearray(log.read_bytes())
    place = 32 + 5 * (24 + PAGE) + 24
    content[place : place + PAGE] = b"\xa5" * PAGE
    log.write_bytes(content)

    status, told = salvage(old, new, capsys)

    assert status == 1
    assert "1 of the pages written last cannot be read" in told
    assert told.endswith("1 table, 20 events.\n")


def test_a_log_that_is_gone_or_no_log_takes_nothing_else_with_it(old, new, capsys, killed):
    """Guards: whatever stands in the log, the file itself is read."""
    log = old.with_name("old.db-wal")
    chance = random.Random(3)
    for number, content in enumerate((None, b"", b"notes", chance.randbytes(40_000), bytes(10_000))):
        log.unlink(missing_ok=True)
        if content is not None:
            log.write_bytes(content)
        status, told = salvage(old, new.with_name(f"{number}.db"), capsys)
        assert status in (0, 1)
        assert told.endswith("1 table, 0 events.\n")


# Single bytes


def test_a_changed_byte_anywhere_is_survived_and_never_believed(old, tmp_path, capsys):
    """Guards: every number that is read may be any number; an event that was changed is not kept as an event."""
    said = {each.words for each in book(old, 3)}
    content = old.read_bytes()
    with Store(old) as store:
        bodies = {json.dumps(each.body) for number in (2, 3, 4) for each in store.events(number)}
    chance = random.Random(7)
    for number in range(60):
        bad, new = tmp_path / "bad.db", tmp_path / f"{number}" / "new.db"
        new.parent.mkdir()
        changed = bytearray(content)
        for _ in range(40):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        bad.write_bytes(changed)

        status, told = salvage(bad, new, capsys)

        assert status in (0, 1), told
        with Store(new) as store:
            for (table,) in store._file.rows("SELECT id FROM game_table"):
                assert {json.dumps(each.body) for each in store.events(table)} <= bodies
        beside = "".join(each.read_text() for each in new.parent.glob("*.jsonl"))
        with closing(sqlite3.connect(new)) as db:
            kept = beside + "".join(row for (row,) in db.execute("SELECT body FROM event"))
        assert sum(each not in kept for each in said) <= 14
        assert main(["check", str(bad)]) in (0, 1, 2)
        capsys.readouterr()


# What else the commands say


def test_a_book_of_the_first_release_which_has_no_checksums_is_saved_too(old, new, capsys):
    """Guards: the form of a row is that of the version that wrote it."""
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        schema.migrations.apply(Database(db), stop_before="checksums")
        header = '{"record":1,"players":["Ana","Ben"]}'
        db.execute("INSERT INTO game_table VALUES (1, ?, 'then', 0, '')", (header,))
        for role in ("owner", "keep"):
            token = f"the old {role} link ..."
            db.execute("INSERT INTO link VALUES (NULL, ?, 1, ?, NULL, 0, NULL)", (token, role))
        db.execute("INSERT INTO event VALUES (1, 1, '{}', NULL, 'then')")

    status, told = salvage(old, new, capsys)

    assert (status, told) == (0, f"{new}: 1 table, 1 event.\n")
    with Store(new) as store:
        assert all(store.open(f"the old {role} link ...") is not None for role in ("owner", "keep"))
        assert store.events(1)[0].body == {}


def test_a_book_of_a_newer_referee_is_saved_as_far_as_it_is_known_and_salvage_says_so(old, new, capsys):
    table_of(old, 4)
    with closing(sqlite3.connect(old)) as db:
        db.execute("CREATE TABLE of_a_later_version (words TEXT)")
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")

    status, told = salvage(old, new, capsys)

    assert status == 1
    assert (
        f"{old} was written by a newer referee. Install that one. What only that one knows is not saved."
        in told
    )
    assert f"{new}: 1 table, 4 events." in told


def test_check_reads_a_running_book_and_its_backup_and_leaves_both_as_they_are(old, tmp_path, capsys):
    """Guards: `mode=ro`, and a backup that needs no log beside it."""
    number = table_of(old, 12)
    with Store(old) as store:
        store.append(number, 12, "while-open", [NewEvent({"adjust": {"Ana": 1}, "why": "y"})])
        assert main(["check", "--database", str(old)]) == 0
        assert "1 table, 13 events" in capsys.readouterr().out
        store.append(number, 13, "after-that", [NewEvent({"adjust": {"Ana": 1}, "why": "x"})])
    assert backup(old, str(tmp_path / "copy.db")) == 0
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert main(["check", str(tmp_path / "copy.db")]) == main(["check", str(old)]) == 0
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_check_cannot_tell_a_file_of_another_kind_from_a_book_whose_first_pages_are_lost(tmp_path, capsys):
    notes = tmp_path / "notes.db"
    notes.write_text("notes" * 1000)
    assert main(["check", str(notes)]) == 1
    assert f"{notes} is damaged, or no score book of the referee:" in capsys.readouterr().out


def test_check_names_the_event_that_was_changed(old, capsys):
    """Guards: checksums in `check`; SQLite finds nothing here."""
    number = table_of(old, 12)
    content = old.read_bytes()
    old.write_bytes(content.replace(words(7).encode(), b"<w0rd 0007>", 1))

    assert main(["check", str(old)]) == 1
    told = capsys.readouterr().out
    assert f"Table {number}: event 7 is not what was written." in told
    assert "referee restore BACKUP" in told
    assert f"referee salvage {old} --into NEW" in told


@pytest.mark.parametrize("command", ["check", "salvage"])
@pytest.mark.parametrize("what", ["nothing", "notes", "an empty file", "another program's", "a folder"])
def test_what_is_no_score_book_is_named_in_a_sentence(old, new, capsys, command, what):
    """Guards: exit status 2, and that no new book is made of nothing."""
    if what == "notes":
        old.write_text("my notes " * 3000)
    elif what == "an empty file":
        old.write_bytes(b"")
    elif what == "a folder":
        old.mkdir()
    elif what == "another program's":
        with closing(sqlite3.connect(old)) as db:
            db.execute("CREATE TABLE recipe (name TEXT)")
    arguments = ["check", str(old)] if command == "check" else ["salvage", str(old), "--into", str(new)]

    status = main(arguments)

    said = capsys.readouterr()
    assert status == (1 if (command, what) == ("check", "notes") else 2), said
    assert len((said.out + said.err).strip()) > 10
    assert "Traceback" not in said.err
    assert not new.exists()


def test_nothing_that_is_there_is_written_over(old, new, capsys):
    table_of(old, 3)
    new.write_text("a photo")

    status, told = salvage(old, new, capsys)

    assert (status, "already exists" in told) == (2, True)
    assert new.read_text() == "a photo"


def test_a_damaged_page_without_rows_is_not_read_from_each_of_its_bytes(tmp_path, monkeypatch):
    """Guards: the pattern that `carve` looks for; a log of pages of 64 kB took a second for each 40 kB."""
    tried = []
    take = raw_rows._take
    monkeypatch.setattr(raw_rows, "_take", lambda *given: [tried.append(1), take(*given)][1])
    pages = [(number, bytes([7]) * 65536) for number in range(1, 4)]
    (tmp_path / "bad.db").write_bytes(b"")
    (tmp_path / "bad.db-wal").write_bytes(forged_log(65536, pages))

    assert gather(tmp_path / "bad.db").pages == [1, 2, 3]
    assert len(tried) < 100
