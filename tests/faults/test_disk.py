"""The disk is full, fails, or may not be written: nothing that was answered is lost, and everybody is told."""

import subprocess
from contextlib import suppress

import pytest

from referee.server import serving
from referee.storage.rows import NewEvent, StoreError
from referee.storage.store import Store
from referee.web import create_app
from tests.faults import disks
from tests.faults.phone import HEADER, Phone, opened_table, reasons


@pytest.fixture
def disk(tmp_path):
    """A small disk of our own."""
    with disks.small_disk(tmp_path / "disk") as place:
        yield place


def started_in_vain(data, capsys) -> str:
    """What a server says that cannot start there, and so stops."""
    assert serving.serve(serving.Options("127.0.0.1", 0, str(data))) == 1
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


@pytest.fixture
def served(serve):
    """The application with its data on such a disk: `served(place)` gives a phone, and the number of its table."""
    apps = []

    def start(place) -> tuple[Phone, int]:
        number, address = opened_table(place / "data" / "referee.db")
        apps.append(create_app(place / "data"))
        return Phone(serve(apps[-1]), address), number

    yield start
    for app in apps:
        app.extensions["referee"].close()


def test_a_full_disk_is_told_and_what_was_typed_is_taken_when_there_is_room_again(disk, served, caplog):
    """Guards: the commit is answered after it is on the disk, `Trouble.FULL`, and the form given back."""
    phone, number = served(disk)
    assert phone.say("there is room").status == 303
    disks.fill(disk)
    refused = phone.say("typed with care")
    again = phone.say("typed again")
    looked = [phone.look().status, phone.ask("GET", "/healthz").status, phone.ask("GET", "/").status]
    (disk / disks.BALLAST).unlink()
    taken = phone.send(phone.form("typed with care"), "typed with care")

    assert (refused.status, again.status, taken.status) == (503, 503, 303)
    assert looked == [200, 200, 200]
    assert "The disk is full" in refused.words
    assert "Nothing entered at the table is lost." in refused.words
    assert "Send it again" in refused.words
    assert 'value="typed with care"' in refused.text
    assert int(refused.headers["Retry-After"]) > 0
    assert (
        caplog.text.count("referee.db cannot be written: the disk is full.") == 1
    )  # not for each that asks again
    assert "Traceback" not in caplog.text
    assert (
        reasons(disk / "data" / "referee.db", number)
        == phone.answered
        == ["there is room", "typed with care"]
    )


def test_a_server_that_finds_the_disk_full_says_so_and_starts_when_there_is_room(disk, capsys):
    """Guards: `_is_disk_full` where SQLite speaks of an error, and a secret key that is whole or not there."""
    number, _ = opened_table(disk / "data" / "referee.db")
    disks.fill(disk)

    for data in (disk / "data", disk / "new"):
        assert "referee.db cannot be written: the disk is full." in started_in_vain(data, capsys)

    (disk / disks.BALLAST).unlink()
    for data in (disk / "data", disk / "new"):
        create_app(data).extensions["referee"].close()
    assert reasons(disk / "data" / "referee.db", number) == []


def test_a_secret_key_that_found_no_room_is_made_when_there_is(disk):
    """Guards: the key gets its name when all of it is written."""
    with Store(disk / "referee.db"):
        disks.fill(disk)
        with pytest.raises(StoreError, match="No space left"):
            create_app(disk)
    (disk / disks.BALLAST).unlink()

    create_app(disk).extensions["referee"].close()
    assert len((disk / "secret-key").read_text("ascii")) >= 40


@pytest.fixture
def failing(tmp_path):
    """A disk that can fail."""
    with disks.failing_disk(tmp_path / "disk") as place:
        yield place


def test_a_disk_that_fails_in_the_middle_keeps_the_tables_readable(failing, served, caplog):
    """Guards: `Trouble.READ_ONLY`; pages write nothing that they could not do without."""
    phone, number = served(failing)
    assert phone.say("before").status == 303
    disks.fail(failing)
    refused = phone.say("typed with care")

    assert refused.status == 503
    assert "The score book is read-only" in refused.words
    assert 'value="typed with care"' in refused.text
    assert phone.look().status == 200
    assert Phone(phone.port).ask("GET", phone.address).status == 200  # a phone that was never here
    assert "read-only" in caplog.text
    assert "Traceback" not in caplog.text
    assert reasons(failing / "data" / "referee.db", number) == phone.answered == ["before"]


def test_a_folder_on_a_disk_that_takes_nothing_is_told_and_the_server_stops(disk, capsys):
    mount = ["mount", "-o", "remount,ro", str(disk)]
    opened_table(disk / "data" / "referee.db")
    subprocess.run(mount, check=True)

    for data, sentence in (
        (disk / "data", "referee.db"),
        (disk / "new", "cannot be made: Read-only file system"),
    ):
        said = started_in_vain(data, capsys)
        assert sentence in said
        assert len(said.strip().split("\n")) == 1


def test_a_disk_that_fills_up_bit_by_bit_loses_nothing_that_was_answered(disk):
    """Guards: an event and the request that brought it are one commit."""
    with Store(disk / "referee.db") as store:
        row = store.create_table(HEADER)
        answered = []
        with suppress(StoreError):
            for seq in range(5000):
                store.append(row.id, seq, f"form-{seq:05}", [NewEvent({"pad": "x" * 900, "n": seq})])
                answered.append(seq)
        with pytest.raises(StoreError, match="the disk is full"):
            store.append(row.id, len(answered), "one-more", [NewEvent({"n": "y" * 5000})])

    with Store(disk / "referee.db") as store:
        assert [each.body["n"] for each in store.events(row.id)] == answered
        assert len(answered) > 20
