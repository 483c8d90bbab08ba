"""Tables taken along and read in, with pages that need no script."""

import io
import random
import re
import zipfile

import pytest

from referee.export.table_files import record_text
from referee.importing import LARGEST
from referee.storage.rows import NewEvent
from referee.web.infra.security import LONGER
from tests.export.test_importing import EVENTS, HEADER, record
from tests.simulating import seat_people
from tests.web.transfer.waiting import wait_for


@pytest.fixture
def table(app):
    """A table of two rounds, by its links."""
    people = seat_people("fundex2004.all-fives", 3, random.Random(4), options={"claims": "auto"})
    for _ in range(2):
        people.play_round()
    store = app.extensions["referee"]
    row = store.create_table(people.log.start.setup.header)
    store.append(row.id, 0, "all", [NewEvent(each) for each in people.said])
    return row


def send(client, data: bytes, **fields: str):
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/import").text)[1]
    form = {"csrf_token": token, "record": (io.BytesIO(data), "table.jsonl"), **fields}
    return client.post("/import", data=form, content_type="multipart/form-data")


@pytest.fixture
def small_limit(monkeypatch) -> int:
    """A limit that a test passes with little."""
    limit = 100_000
    for module in ("referee.importing", "referee.web.transfer.routes"):
        monkeypatch.setattr(f"{module}.LARGEST", limit)
    monkeypatch.setitem(LONGER, "downloads.read_in", limit + 64 * 1024)
    return limit


def tables_in(app) -> int:
    ((number,),) = app.extensions["referee"]._file.rows("SELECT count(*) FROM game_table")
    return number


KINDS = {
    "record": "application/jsonl",
    "csv": "text/csv",
    "scores": "text/csv",
    "text": "text/plain",
    "match.pdf": "application/pdf",
    "zip": "application/zip",
    "round/2.pdf": "application/pdf",
    "round/2.pdf?paper=receipt": "application/pdf",
    "round/2.svg": "image/svg+xml",
    "round/2.png": "image/png",
    "round/2.txt": "text/plain",
}


@pytest.mark.parametrize("what", KINDS)
@pytest.mark.parametrize("role", ["keep", "watch"])
def test_every_form_is_a_file_with_its_type_and_a_name_that_nobody_keeps_for_later(client, table, what, role):
    answer = client.get(f"/t/{table.links[role]}/export/{what}")

    assert answer.status_code == 200
    assert answer.content_type.startswith(KINDS[what])
    assert re.search(r'filename="fundex2004-all-fives-[\w.-]+"', answer.headers["Content-Disposition"])
    assert answer.headers["Cache-Control"] == "no-store"
    assert len(answer.data) > 100


def test_only_what_a_phone_can_show_is_opened_and_the_rest_is_kept_as_a_file(client, table):
    link = table.links["watch"]
    how = {
        what: client.get(f"/t/{link}/export/{what}").headers["Content-Disposition"].split(";")[0]
        for what in KINDS
    }

    shown = {what for what, each in how.items() if each == "inline"}
    assert shown == {"match.pdf", "round/2.pdf", "round/2.pdf?paper=receipt", "round/2.png"}


@pytest.mark.parametrize("what", ["nothing", "round/3.pdf", "round/0.svg", "round/2.exe", "record.exe"])
def test_what_is_not_there_is_told(client, table, what):
    assert client.get(f"/t/{table.links['keep']}/export/{what}").status_code == 404
    assert client.get("/t/no-such-link-at-all/export/record").status_code == 404


def test_everything_on_the_page_can_be_had_and_the_log_leads_to_it(client, table):
    link = table.links["watch"]
    assert f'href="/t/{link}/exports"' in client.get(f"/t/{link}/log").text

    found = re.findall(r'href="(/t/[^"]+/export/[^"]+)"', client.get(f"/t/{link}/exports").text)

    assert len(found) == 6 + 2 * 5
    assert all(
        client.get(each).status_code == 200 for each in found if not each.endswith(("pdf", "receipt", "zip"))
    )


def test_a_record_becomes_a_table_that_this_phone_knows(client, app, table):
    first = client.get(f"/t/{table.links['keep']}/export/record").data

    answer = send(client, first)

    assert answer.status_code == 303
    assert client.get(answer.location).status_code == 200
    assert client.get(f"{answer.location}/export/record").data == first
    assert answer.location in client.get("/").text


def test_a_record_of_a_game_of_tricks_leads_to_its_table(client):
    header = {"record": 1, "variant": "hasbro2003.texas", "players": ["Ana", "Ben", "Cal", "Dan"]}

    answer = send(client, record({"round": 1}, header=header))

    assert "/exports" not in answer.location
    assert "Texas" in client.get(answer.location).text


def test_what_does_not_stand_is_reported_and_nothing_is_kept(client, app):
    answer = send(client, record(*EVENTS))

    assert answer.status_code == 422
    assert "One entry does not stand, so nothing was kept." in answer.text
    assert "Line 4, entry 3" in answer.text
    assert tables_in(app) == 0
    assert send(client, record(*EVENTS), skip="1").status_code == 303
    assert tables_in(app) == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "Line 1, column 1: The record is empty"),
        (record() + b'{"round": 1', "Line 2, column 12: This line is not an entry of a record"),
        (b"\x89PNG\r\n", "This is not a text file in UTF-8."),
        (b"SQLite format 3\0\x10", "python3 -m referee restore puts it back"),
        (b"%PDF-1.7\n", "its name ends in .jsonl"),
        (b'{"record": 1, "variant": "<script>"}', "names no variant"),
    ],
)
def test_a_file_that_is_no_record_is_told_with_line_and_column(client, app, data, words):
    answer = send(client, data)

    assert answer.status_code == 422
    assert words in answer.text
    assert tables_in(app) == 0


def zipped(**files: bytes) -> bytes:
    """A ZIP file with these files, whose names end in .jsonl."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in files.items():
            pack.writestr(f"a table/{name}.jsonl", data)
    return packed.getvalue()


def test_everything_in_one_file_is_read_in_as_it_was_sent(client, app, table):
    everything = client.get(f"/t/{table.links['owner']}/export/zip").data

    answer = send(client, everything)

    store = app.extensions["referee"]
    assert answer.status_code == 303
    assert tables_in(app) == 2
    assert [each.body for each in store.events(2)] == [each.body for each in store.events(table.id)]


@pytest.mark.parametrize("what", ["csv", "zip", "match.pdf"])
def test_a_file_that_takes_a_slow_computer_too_long_for_a_page_is_made_in_the_background(
    client, app, table, what
):
    address = f"/t/{table.links['keep']}/export/{what}"
    at_once = client.get(address).data
    app.config["PAGE_SECONDS"] = 0.0
    answer = client.get(address)

    assert answer.status_code == 303
    file = wait_for(app, answer.location).file
    assert len(file.data) == pytest.approx(len(at_once), rel=0.1)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (zipped(), "There is no record in this ZIP file."),
        (
            zipped(one=record(), two=record()),
            "There are 2 records in this ZIP file. Unpack it and choose one.",
        ),
        (zipped(one=record())[:60], "This ZIP file is damaged."),
        (zipped(one=b" " * 3_000_000), "The file is larger than 2048 kilobytes"),
    ],
    ids=["no record", "two records", "cut off", "a long record"],  # the bytes hold the time
)
def test_a_zip_file_without_one_record_says_what_to_do(client, app, data, words):
    answer = send(client, data)

    assert answer.status_code == 422
    assert words in answer.text
    assert tables_in(app) == 0


def test_what_a_name_holds_is_never_markup_in_a_report(client):
    answer = send(client, record({"by": "<b>Ana</b>", "pass": True}))

    assert "&lt;b&gt;Ana" in answer.text
    assert "<b>Ana" not in answer.text


def test_a_form_without_a_file_or_without_its_secret_is_refused(client):
    assert send(client, b"").status_code == 422
    assert client.post("/import", data={"record": (io.BytesIO(record()), "a.jsonl")}).status_code == 400
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/import").text)[1]
    assert "Choose a record first" in client.post("/import", data={"csrf_token": token}).text


def test_a_file_that_is_too_long_is_refused_before_it_is_judged(client, table, small_limit):
    assert "larger than 97 kilobytes" in send(client, b" " * (small_limit + 1)).text
    assert send(client, b" " * (small_limit + 100_000)).status_code == 413
    long_form = {"why": "x" * 100_000}
    assert client.post(f"/t/{table.links['keep']}", data=long_form).status_code == 413


def padded(size: int, events: int) -> bytes:
    """A record that stands, of that many bytes and events."""
    raw = record({"round": 1}, *[{"adjust": {"Ana": 1}, "why": ""}] * (events - 1))
    each, rest = divmod(size - len(raw), events - 1)
    lines = [{"adjust": {"Ana": 1}, "why": "w" * (each + (number < rest))} for number in range(events - 1)]
    return record({"round": 1}, *lines)


def post_long(client, name: str, data: bytes, **fields: str):
    """The form as a browser sends it; the test client would leave a file of so much open."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/import").text)[1]
    parts = [(f'name="{each}"', value.encode()) for each, value in {"csrf_token": token, **fields}.items()]
    body = b"".join(
        f"--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + value + b"\r\n"
        for head, value in [*parts, (name, data)]
    )
    return client.post(
        "/import", data=body + b"--edge--\r\n", content_type="multipart/form-data; boundary=edge"
    )


def send_long(client, data: bytes):
    return post_long(client, 'name="record"; filename="long.jsonl"', data)


def paste(client, data: bytes, **fields: str):
    return post_long(client, 'name="pasted"', data.replace(b"\n", b"\r\n"), **fields)


def test_a_zip_file_that_is_too_large_says_so_instead_of_seeming_damaged(client, app):
    answer = send_long(client, zipped(one=random.Random(3).randbytes(LARGEST)))

    assert answer.status_code == 422
    assert "The file is larger than 2048 kilobytes" in answer.text
    assert tables_in(app) == 0


@pytest.mark.parametrize("size", [70_000, 200_000, LARGEST])
def test_a_record_of_up_to_two_megabytes_is_read_in_as_a_file_and_as_text(client, app, size):
    """Guards: both limits on what is sent are raised for a record, and by enough."""
    data = padded(size, min(size // 200, 10_000))
    assert len(data) == size

    for answer in (send_long(client, data), paste(client, data)):
        assert answer.status_code == 303
        if "/errand/" in answer.location:
            work = wait_for(app, answer.location)
            assert work.link, work.report
    assert tables_in(app) == 2


def test_a_record_of_more_than_two_megabytes_is_refused_in_a_sentence(client, app):
    data = padded(LARGEST, 10_000) + b"\n"

    answers = [send_long(client, data), paste(client, data)]

    for answer in answers:
        work = wait_for(app, answer.location)
        assert "larger than 2048 kilobytes" in str(work.report.sentence)
    assert tables_in(app) == 0
    assert send_long(client, b" " * (LARGEST + 200_000)).status_code == 413
    assert paste(client, b" " * (LARGEST + 200_000)).status_code == 413


def test_every_other_form_stays_small(client, table):
    """Guards: what is sent to other pages is limited as before."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/import").text)[1]
    for address in (f"/t/{table.links['keep']}", "/new", "/join", "/phone"):
        for kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
            form = {"csrf_token": token, "why": "x" * 70_000}
            assert client.post(address, data=form, content_type=kind).status_code == 413


def test_pasted_text_that_does_not_stand_is_still_there_to_be_mended(client, app):
    text = record(*EVENTS)

    answer = paste(client, text)

    assert answer.status_code == 422
    assert "Line 4, entry 3" in answer.text
    assert "&#34;5-1&#34;" in re.search(r"(?s)<textarea[^>]*>(.*?)</textarea>", answer.text)[1]
    assert paste(client, text, skip="1").status_code == 303
    assert tables_in(app) == 1


def test_claims_that_are_open_are_not_betrayed_by_anything_that_is_taken_along(client, app):
    store = app.extensions["referee"]
    row = store.create_table({**HEADER, "options": {}})
    store.append(row.id, 0, "all", [NewEvent(each) for each in EVENTS[:2]])
    link = row.links["watch"]

    assert client.get(f"/t/{link}/export/csv").text.splitlines()[2] == "2,1,Ana,play,5-5,,,,,,0,0"
    assert client.get(f"/t/{link}/export/record").text == record_text({**HEADER, "options": {}}, EVENTS[:2])
    for what in ("text", "scores"):
        assert "10" not in client.get(f"/t/{link}/export/{what}").text.replace("to 100", "")
