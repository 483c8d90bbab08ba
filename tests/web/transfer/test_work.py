"""Long work: a page tells how far it is, and stops it."""

import io
import json
import random
import re
import threading
from html import unescape

import pytest

from referee.web.transfer import routes
from referee.web.transfer import work as pages_of_work
from referee.web.transfer.work import Stopped, Work, works_of
from tests.simulating import seat_people
from tests.web.reading import Reader
from tests.web.transfer.waiting import wait_for


@pytest.fixture
def long_record() -> bytes:
    """A match of many rounds: more events than are read in while somebody waits."""
    people = seat_people("edge.block", 4, random.Random(4), options={"target": 900})
    while len(people.said) <= routes.LONG:
        people.play_round()
        people.show_everything()
    header = {"record": 1, "variant": "edge.block", "players": list(people.log.start.setup.players)}
    lines = [{**header, "options": {"target": 900}}, *people.said]
    return "".join(json.dumps(each) + "\n" for each in lines).encode()


def read_in(reader: Reader, client, data: bytes):
    page = reader.open("/import")
    form = {"csrf_token": page.forms[-1].fields["csrf_token"], "record": (io.BytesIO(data), "match.jsonl")}
    return client.post("/import", data=form, content_type="multipart/form-data")


def tables_in(app) -> int:
    return len(app.extensions["referee"]._file.rows("SELECT id FROM game_table"))


def test_a_long_record_is_read_in_beside_the_pages_and_leads_to_its_table(app, client, long_record):
    reader = Reader(client)
    answer = read_in(reader, client, long_record)
    assert answer.status_code == 303
    assert "/errand/" in answer.location

    work = wait_for(app, answer.location)
    assert work.done == work.total > routes.LONG
    reader.open(answer.location)
    assert reader.address.startswith("/t/")
    assert tables_in(app) == 1


def test_a_long_record_that_does_not_stand_is_reported_and_nothing_is_kept(app, client, long_record):
    reader = Reader(client)
    answer = read_in(reader, client, long_record + b'{"by": "Ana", "play": "9-9"}\n')

    wait_for(app, answer.location)
    assert "One entry does not stand, so nothing was kept." in reader.open(answer.location).text
    assert tables_in(app) == 0


def test_a_long_pasted_record_that_does_not_stand_is_still_there_to_be_mended(app, client, long_record):
    reader = Reader(client)
    form = next(each for each in reader.open("/import").forms if each.action == "/import")
    pasted = (long_record + b'{"by": "Ana", "play": "9-9"}\n').decode()
    answer = client.post("/import", data={**form.fields.to_dict(), "pasted": pasted})

    wait_for(app, answer.location)
    shown = re.search(r"(?s)<textarea[^>]*>(.*?)</textarea>", reader.open(answer.location).html)[1]
    assert unescape(shown).splitlines() == pasted.splitlines()


def test_work_that_is_stopped_keeps_nothing(app, client, long_record, monkeypatch):
    may_go_on = threading.Event()
    ticked = threading.Event()
    tick = Work.tick

    def slowly(self, done, total):
        ticked.set()
        may_go_on.wait(10)
        tick(self, done, total)

    monkeypatch.setattr(Work, "tick", slowly)
    reader = Reader(client)
    answer = read_in(reader, client, long_record)
    assert ticked.wait(10)
    reader.open(answer.location)
    assert "done" in reader.text
    reader.press("Stop it")
    may_go_on.set()

    wait_for(app, answer.location)
    assert "It was stopped, and nothing was kept." in reader.open(answer.location).text
    assert tables_in(app) == 0


def test_a_long_match_is_packed_beside_the_pages(app, client, long_record):
    reader = Reader(client)
    wait_for(app, read_in(reader, client, long_record).location)
    link = app.extensions["referee"].table(1).links["owner"]

    answer = client.get(f"/t/{link}/export/zip")
    assert answer.status_code == 303
    work = wait_for(app, answer.location)
    assert work.wrong == ""
    reader.open(answer.location)
    assert "It is ready." in reader.text
    assert client.get(f"{answer.location}/file").data.startswith(b"PK")


def test_all_who_want_the_same_file_wait_for_one_piece_of_work(app, client, long_record):
    """Guards: `same`; ten phones that ask for the spreadsheet have it made once."""
    reader = Reader(client)
    wait_for(app, read_in(reader, client, long_record).location)
    links = app.extensions["referee"].table(1).links

    one, other = (client.get(f"/t/{links['owner']}/export/csv").location for _ in range(2))
    wait_for(app, one)
    later = client.get(f"/t/{links['owner']}/export/csv").location
    by_another_link = client.get(f"/t/{links['watch']}/export/csv").location
    wait_for(app, by_another_link)

    assert one == other == later
    assert by_another_link != one


def test_no_more_than_two_are_under_way_and_none_can_be_guessed(app, client):
    go_on = threading.Event()

    def wait(work):
        go_on.wait(10)
        raise Stopped

    works = works_of(app)
    for _ in range(2):
        works.start(Work(title="One", back="/"), wait)
    with pytest.raises(Exception, match="429"):
        works.start(Work(title="Three", back="/"), wait)
    go_on.set()
    assert client.get("/errand/nothing-of-that-name").status_code == 404


def test_a_record_that_is_read_in_while_its_page_is_made_is_not_offered_as_a_file(app, client, monkeypatch):
    go_on = threading.Event()
    running = works_of(app).start(Work(title="Import", back="/"), lambda _: go_on.wait(10))
    made = pages_of_work.render_template

    def ends_meanwhile(name, **more):
        running.link, running.is_over = "any", True
        return made(name, **more)

    monkeypatch.setattr(pages_of_work, "render_template", ends_meanwhile)
    reader = Reader(client)
    reader.open(f"/errand/{running.name}")
    go_on.set()
    assert reader.buttons() == ["Stop it"]
    assert "Download it" not in reader.text
