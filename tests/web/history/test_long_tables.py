"""A long table keeps nobody waiting: files are made beside the pages, and a page has a budget."""

import re
import threading

import pytest

from referee.storage.rows import NewEvent
from referee.web.transfer import routes
from referee.web.transfer.work import Work
from tests.benchmarks.long_tables import TABLES, opened


@pytest.fixture
def link(app) -> str:
    """A table of more events than a file is made of while somebody waits."""
    game = TABLES["line"](routes.LONG + 1)
    said = [NewEvent(each) for each in game.said]
    return app.extensions["referee"].import_table(game.header, said).links["watch"]


@pytest.fixture
def held(monkeypatch):
    """Work beside the pages does not get on until it is let go."""
    go_on, begun, tick = threading.Event(), threading.Event(), Work.tick

    def slowly(self, done, total):
        begun.set()
        go_on.wait(30)
        tick(self, done, total)

    monkeypatch.setattr(Work, "tick", slowly)
    yield begun
    go_on.set()


def test_eight_who_want_the_spreadsheet_share_one_and_nobody_waits_for_it(app, client, link, held):
    answers = [app.test_client().get(f"/t/{link}/export/csv") for _ in range(8)]
    assert {each.status_code for each in answers} == {303}
    assert len({each.location for each in answers}) == 1
    assert held.wait(10)
    # It is under way, and every page is answered.
    for page in (
        "/healthz",
        "/",
        f"/t/{link}",
        f"/t/{link}/log",
        f"/t/{link}/export/record",
        f"/t/{link}/export/text",
    ):
        assert client.get(page).status_code == 200, page
    other = app.extensions["referee"].create_table(
        {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]}
    )
    address = f"/t/{other.links['owner']}"
    token = re.findall(r'name="csrf_token" value="([^"]+)"', client.get(address).text)[0]
    form = {"csrf_token": token, "seq": "0", "key": "k" * 16, "say": '{"round": 1}'}
    assert (
        client.post(address, data=form, headers={"HX-Request": "true"}).headers["Referee-Entry"] == "written"
    )


def test_the_spreadsheet_of_a_long_table_is_the_same_file(client, link):
    reply = opened(client, f"/t/{link}/export/csv")
    assert reply.content_type.startswith("text/csv")
    assert reply.text.count("\r\n") > routes.LONG


def test_a_new_file_is_made_when_more_was_said(app, client, link):
    first = client.get(f"/t/{link}/export/csv").location
    store = app.extensions["referee"]
    row = store.open(link)[0]
    head = store.head(row.id)
    store.append(row.id, head, "one more", [NewEvent({"round": 99})])
    assert client.get(f"/t/{link}/export/csv").location != first


@pytest.mark.parametrize("page", ["match", "exports", "export/text", "export/scores"])
def test_a_page_that_has_used_its_time_says_so_and_what_to_do(app, client, link, page):
    client.get(f"/t/{link}")
    app.config["PAGE_SECONDS"] = 0.0
    reply = client.get(f"/t/{link}/{page}")
    assert reply.status_code == 503
    assert "This match is too long for that page" in reply.text
    assert "take the whole game as one file instead" in reply.text
    assert client.get(f"/t/{link}/log").status_code == 200
    assert client.get(f"/t/{link}/export/zip").status_code == 303


def test_the_rounds_to_take_along_come_twenty_at_a_time(app, client):
    game = TABLES["caught"](150)
    store = app.extensions["referee"]
    link = store.import_table(game.header, [NewEvent(each) for each in game.said]).links["owner"]
    address, rounds = f"/t/{link}/exports", []
    while address:
        page = client.get(address).text
        found = [int(each) for each in re.findall(r">Round (\d+)</h2>", page)]
        assert 0 < len(found) <= routes.ROUNDS
        rounds += found
        earlier = re.search(r'href="([^"]+before=\d+)"', page)
        address = earlier[1] if earlier else ""
    assert rounds == list(range(len(game.log.state.rounds), 0, -1))
