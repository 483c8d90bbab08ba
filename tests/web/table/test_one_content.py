"""One key, one content: a form that comes again is the same one only if it says the same."""

import json

import pytest
from werkzeug.datastructures import MultiDict

from referee.web.parts.pending_entry import content_of
from tests.web.reading import HTMX, Reader
from tests.web.sitting import say
from tests.web.table.test_outbox import log_of, sit, tapped


def became(answer):
    return answer.headers["Referee-Entry"]


def test_what_only_brings_a_form_here_is_no_part_of_what_it_says():
    said = MultiDict(
        [("by", "Ana"), ("play", "6-4"), ("seq", "3"), ("key", "first-key"), ("csrf_token", "x")]
    )
    again = MultiDict([("play", "6-4"), ("after", "other-key"), ("by", "Ana"), ("seq", "9"), ("from", "log")])

    assert content_of(said) == content_of(again)
    assert len(content_of(said)) == 32


@pytest.mark.parametrize(
    "other",
    [
        {"by": "Ben", "play": "6-4"},
        {"by": "Ana", "play": "6-3"},
        {"by": "Ana", "flip": "6-4"},
        {"by": "Ana", "play": "6-4", "at": "6-6"},
        {"by": "Ana", "play": "6-4", "why": "agreed"},
        {"by": "Ana,play,6-4"},
        {},
    ],
)
def test_everything_that_is_said_is_a_part_of_it(other):
    assert content_of(MultiDict(other)) != content_of(MultiDict({"by": "Ana", "play": "6-4"}))


def test_another_tile_under_the_key_of_one_that_was_written_is_told_and_not_lost(client):
    reader, address = sit(client, ("Ana", "6-6"))
    client.post(address, data=tapped(reader, "first-key", play="6-3"), headers=HTMX)

    answer = client.post(address, data=tapped(reader, "first-key", play="6-4"), headers=HTMX)

    assert (answer.status_code, became(answer)) == (409, "different")
    assert "An earlier tap was written down instead: Ben&#39;s 6-3." in answer.text
    assert "What you tapped was not saved." in answer.text
    assert "Ana to play" in answer.text
    assert "6-4" not in log_of(client, address)


def test_the_same_tile_under_that_key_is_answered_as_before(client):
    reader, address = sit(client, ("Ana", "6-6"))
    answers = [client.post(address, data=tapped(reader, "first-key", play="6-3"), headers=HTMX) for _ in "ab"]

    assert [became(each) for each in answers] == ["written", "written"]
    assert log_of(client, address).count("on 6-6") == 1


def test_a_page_without_scripts_that_goes_back_and_taps_another_tile_is_told_too(client):
    reader, address = sit(client, ("Ana", "6-6"))
    client.post(address, data=tapped(reader, "first-key", play="6-3"))

    answer = client.post(address, data=tapped(reader, "first-key", play="6-4"))

    assert answer.status_code == 409
    assert "An earlier tap was written down instead" in answer.text
    assert "<!doctype html>" in answer.text


def test_what_was_taken_back_on_the_phone_is_not_written_when_it_comes_late(client):
    reader, address = sit(client, ("Ana", "6-6"))
    late = tapped(reader, "first-key", play="6-3")

    asked = client.post(address, data=tapped(reader, "first-key", back=1), headers=HTMX)
    answer = client.post(address, data=late, headers=HTMX)

    assert (asked.status_code, became(asked)) == (200, "back")
    assert (answer.status_code, became(answer)) == (409, "different")
    assert "You took it back before." in answer.text
    assert "6-3" not in log_of(client, address)


def test_what_follows_something_that_was_taken_back_is_not_written(client):
    reader, address = sit(client, ("Ana", "6-6"))
    client.post(address, data=tapped(reader, "first-key", back=1), headers=HTMX)

    answer = client.post(
        address, data=tapped(reader, "second-key", after="first-key", play="6-4"), headers=HTMX
    )

    assert became(answer) == "late"
    assert "6-4" not in log_of(client, address)


def test_taking_back_what_is_in_the_book_changes_nothing_and_says_so(client):
    reader, address = sit(client, ("Ana", "6-6"))
    client.post(address, data=tapped(reader, "first-key", play="6-3"), headers=HTMX)

    answer = client.post(address, data=tapped(reader, "first-key", back=1), headers=HTMX)

    assert became(answer) == "written"
    assert "Ana to play" in answer.text
    assert "Ben on 6-6" in log_of(client, address)


def test_taking_back_what_another_phone_has_undone_meanwhile_is_done_already(client, app):
    reader, address = sit(client, ("Ana", "6-6"))
    sent = tapped(reader, "first-key", play="6-3")
    client.post(address, data=sent, headers=HTMX)
    other = Reader(app.test_client(), htmx=True)
    other.open(address)
    other.press("Undo")

    answer = client.post(address, data=tapped(reader, "first-key", back=1), headers=HTMX)

    assert became(answer) == "back"


def test_a_watcher_closes_no_key(client, app):
    reader, address = sit(client, ("Ana", "6-6"))
    watch = Reader(client).open(f"{address}/share").html.split('id="link-watch"')[1]
    watch = "/t/" + watch.split("/t/")[1].split('"')[0]

    assert client.post(watch, data=tapped(reader, "first-key", back=1), headers=HTMX).status_code == 403
    assert (
        became(client.post(address, data=tapped(reader, "first-key", play="6-3"), headers=HTMX)) == "written"
    )


def test_a_correction_that_is_refused_tells_the_phone_so_instead_of_leading_it_on(client):
    reader, address = sit(client, ("Ana", "6-6"), ("Ben", "6-4"))
    say(reader, {"by": "Ana", "play": "4-3"})
    form = tapped(reader, "first-key", retract=3) | {"from": "log"}
    form.pop("by")

    answer = client.post(address, data=form, headers=HTMX)

    assert (answer.status_code, became(answer)) == (200, "asked")
    assert answer.headers["HX-Redirect"] == f"{address}/log"
    assert 'class="notice"' in answer.text
    assert client.post(address, data=form).status_code == 303


def test_a_correction_that_stands_tells_the_phone_so_too(client):
    reader, address = sit(client, ("Ana", "6-6"), ("Ben", "6-4"))
    form = tapped(reader, "first-key", say=json.dumps({"retract": 3})) | {"from": "log"}

    answer = client.post(address, data=form, headers=HTMX)

    assert became(answer) == "written"
    assert answer.headers["HX-Redirect"] == f"{address}/log"
