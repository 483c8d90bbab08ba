"""While a player gets another name, everybody else goes on writing."""

import threading

import pytest

from referee.storage import player_names
from referee.storage.rows import NewEvent, StoreError
from referee.storage.store import Store
from tests.storage.conftest import HEADER


@pytest.fixture
def book(tmp_path):
    with Store(tmp_path / "referee.db") as store:
        yield store


class Judging:
    """Holds up the judging of a table that is renamed until it may go on; `times` counts how often it began."""

    def __init__(self, monkeypatch, meanwhile) -> None:
        self.times = 0
        rename = player_names.rename

        def slowly(*args):
            self.times += 1
            other = threading.Thread(target=meanwhile, args=(self.times,))
            other.start()
            other.join(10)
            assert not other.is_alive()
            return rename(*args)

        monkeypatch.setattr(player_names, "rename", slowly)


def said(number: int) -> list[NewEvent]:
    return [NewEvent({"adjust": {"Ana": number}, "why": "Ana asked"})]


def test_another_table_is_written_while_the_renamed_one_is_judged(book, monkeypatch):
    row, other = book.create_table(HEADER), book.create_table(HEADER)
    judging = Judging(monkeypatch, lambda _: book.append(other.id, 0, "another-table", said(1)))

    book.names.rename([row.links["owner"]], "Ana", "Zoe")

    assert book.head(other.id) == 1
    assert judging.times == 1
    assert "Zoe" in book.table(row.id).header["players"]


def test_what_is_said_at_the_table_meanwhile_goes_by_the_new_name_too(book, monkeypatch):
    row = book.create_table(HEADER)
    book.append(row.id, 0, "the-deal", [NewEvent({"round": 1})])

    def once(times: int) -> None:
        if times == 1:
            book.append(row.id, 1, "meanwhile", said(5))

    judging = Judging(monkeypatch, once)
    book.names.rename([row.links["owner"]], "Ana", "Zoe")

    assert judging.times == 2
    assert book.events(row.id)[1].body == {"adjust": {"Zoe": 5}, "why": "Zoe asked"}


def test_a_table_at_which_something_is_said_all_the_time_keeps_its_names(book, monkeypatch):
    row = book.create_table(HEADER)
    Judging(monkeypatch, lambda times: book.append(row.id, times - 1, f"move-{times}", said(times)))

    with pytest.raises(StoreError, match="Try again"):
        book.names.rename([row.links["owner"]], "Ana", "Zoe")
    assert "Ana" in book.table(row.id).header["players"]
    assert all("Ana" in each.body["adjust"] for each in book.events(row.id))
