"""The routes of the second book: what a phone that keeps score is told, shows, and gives back."""

import json
import re
from contextlib import closing

import pytest

from referee.storage.rows import NewEvent
from referee.web import create_app
from referee.web.infra import security
from tests.lost_moves import HEADER, MOVES, lost_after, record, said
from tests.web.reading import Reader
from tests.web.transfer.waiting import wait_for


@pytest.fixture
def table(app):
    """A table with all its moves, in the application's book."""
    return lost_after(app.extensions["referee"], 15)


def asked(client, link, **args):
    return client.get(f"/t/{link}/second-book", query_string=args)


def test_a_phone_asks_for_what_was_said_after_the_last_that_it_holds(client, table):
    answer = asked(client, table.links["keep"], **{"from": 13}).json

    assert answer.keys() == {"header", "head", "events"}
    assert json.loads(answer["header"]) == HEADER
    assert answer["head"] == 15
    assert [(seq, json.loads(line)) for seq, _at, line in answer["events"]] == [
        (13, MOVES[12]),
        (14, MOVES[13]),
        (15, MOVES[14]),
    ]


def test_the_lines_are_those_of_the_record(client, table):
    answer = asked(client, table.links["keep"]).json

    lines = [answer["header"], *(line for _seq, _at, line in answer["events"]), ""]
    assert "\n".join(lines) == client.get(f"/t/{table.links['keep']}/export/record").text


def test_a_phone_that_knows_more_is_told_so_in_its_language(client, table):
    words = asked(client, table.links["keep"], **{"from": 27}).json["words"]
    spanish = client.get(
        f"/t/{table.links['keep']}/second-book?from=16", headers={"Accept-Language": "es"}
    ).json["words"]

    assert words["ahead"] == "This phone has 12 more moves."
    assert spanish["ahead"] == "Este teléfono tiene 1 jugada más."


def test_one_answer_is_bounded(app, client):
    store = app.extensions["referee"]
    many = store.import_table(HEADER, [NewEvent({"n": n}) for n in range(450)])
    long = store.import_table(HEADER, [NewEvent({"why": "x" * 50_000}) for _ in range(9)])

    seqs = [each[0] for each in asked(client, many.links["keep"], **{"from": 100}).json["events"]]
    answer = asked(client, long.links["keep"])

    assert seqs == list(range(100, 300))
    assert len(answer.json["events"]) == 2
    assert len(answer.data) < 150_000


@pytest.mark.parametrize("role", ["watch", "seat"])
def test_links_that_do_not_keep_score_are_told_to_hold_nothing(app, client, table, role):
    store = app.extensions["referee"]
    link = next(each.token for each in store.links.of(table.id) if each.role == role)

    answer = asked(client, link)

    assert (answer.status_code, answer.json) == (403, {"forget": True})
    assert "second_book" not in client.get(f"/t/{link}").text
    assert "second_book" in client.get(f"/t/{table.links['keep']}").text


def test_withdrawn_removed_and_unknown_links_are_told_apart(app, client, table):
    store = app.extensions["referee"]
    store.links.revoke(table.id, "keep")

    withdrawn, unknown = asked(client, table.links["keep"]), asked(client, "x" * 16, **{"from": 15})

    assert (withdrawn.status_code, withdrawn.json) == (410, {"forget": True})
    assert unknown.status_code == 404
    assert unknown.json["words"]["lost"] == (
        "The referee does not know the table of {what}. This phone holds its record: 15 entries."
    )


def test_a_practice_table_is_held_by_no_phone(client):
    reader = Reader(client)
    reader.open("/")
    reader.press("Practice")
    address = re.match(r"/t/[^/?]+", reader.address)[0]

    assert client.get(f"{address}/second-book").status_code == 403
    assert "second_book" not in client.get(address).text


def posted(client, link, text, do="give"):
    return client.post(f"/t/{link}/second-book", data={"do": do, "record": text, **token_of(client)})


def token_of(client):
    return {"csrf_token": re.search(r'name="csrf_token" value="([^"]*)"', client.get("/").text)[1]}


def test_what_would_be_given_back_is_shown_and_nothing_is_written(app, client):
    store = app.extensions["referee"]
    row = lost_after(store, 3)

    answer = posted(client, row.links["keep"], record(*MOVES), "show")

    assert answer.status_code == 200
    for words in (
        "This phone has 12 more moves.",
        "Ana lays 6-4 on 6-6",
        "Ben draws 1 tile",
        "taken back: ",
    ):
        assert words in answer.text
    assert "Give them back" in answer.text
    assert said(store, row) == MOVES[:3]


def test_what_is_shown_and_then_given_back_is_marked_in_the_list(app, client):
    store = app.extensions["referee"]
    row = lost_after(store, 3)
    reader = Reader(client)
    reader.page = type(reader.page)(posted(client, row.links["keep"], record(*MOVES), "show").text)

    reader.press("Give them back")

    assert said(store, row) == MOVES
    assert reader.address == f"/t/{row.links['keep']}"
    log = client.get(f"{reader.address}/log").text
    assert (
        log.count("given back by a phone") == 11
    )  # the tile that was taken back and put elsewhere too, no correction


def test_an_open_claim_stays_open_on_the_page_that_shows_the_moves(app, client):
    """Guards: the page tells what was said, and nothing of what nobody has called yet."""
    row = lost_after(app.extensions["referee"], 2)

    text = posted(client, row.links["keep"], record(*MOVES[:3]), "show").text

    assert "Ben lays 6-3" in text
    assert "15" not in re.sub(r'(?:value|src|href|action|data-link)="[^"]*"|<svg.*?</svg>', "", text)


@pytest.mark.parametrize("do", ["show", "give"])
@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("", 422, "The record is empty"),
        ("hello", 422, "This line is not an entry of a record"),
        (record({"round": 1}, header={"record": 2}), 422, "This record was written by a newer referee."),
        (record(*MOVES[:3], {"by": "Ana", "play": "5-5"}), 422, "Entry 4 does not stand: "),
        (record({"round": 1}, {"by": "Ben", "play": "5-5"}), 409, "entry 2 is not the same"),
        (record(*MOVES, header={**HEADER, "variant": "edge.block"}), 409, "set up differently"),
    ],
)
def test_what_cannot_be_given_back_is_told_in_a_sentence(app, client, do, text, status, words):
    store = app.extensions["referee"]
    row = lost_after(store, 3)

    answer = posted(client, row.links["keep"], text, do)

    assert answer.status_code == status
    assert words in answer.text
    assert "Nothing was given back" in answer.text
    assert "Give them back" not in answer.text
    assert said(store, row) == MOVES[:3]


def test_a_locked_table_and_links_that_may_not_are_refused(app, client):
    store = app.extensions["referee"]
    row = lost_after(store, 3)
    seat = next(each.token for each in store.links.of(row.id) if each.seat == 0)
    store.links.lock(row.id, locked=True)
    locked = [posted(client, row.links["keep"], record(*MOVES), do) for do in ("show", "give")]
    store.links.revoke(row.id, "keep")

    assert [each.status_code for each in locked] == [409, 409]
    assert all("The table is locked" in each.text for each in locked)
    withdrawn = posted(client, row.links["keep"], record(*MOVES))
    assert (withdrawn.status_code, "This link was withdrawn" in withdrawn.text) == (410, True)
    assert posted(client, row.links["watch"], record(*MOVES)).status_code == 403
    assert posted(client, seat, record(*MOVES)).status_code == 403
    assert posted(client, "x" * 16, record(*MOVES)).status_code == 404
    assert said(store, row) == MOVES[:3]


def test_a_form_without_its_token_gives_nothing_back(app, client):
    row = lost_after(app.extensions["referee"], 3)

    answer = client.post(f"/t/{row.links['keep']}/second-book", data={"do": "give", "record": record(*MOVES)})

    assert answer.status_code == 400
    assert said(app.extensions["referee"], row) == MOVES[:3]


def test_a_long_record_is_welcome_and_a_longer_one_than_any_is_not(app, client):
    store = app.extensions["referee"]
    row = lost_after(store, 3)
    filled = record(*MOVES[:3], *({"adjust": {"Ana": 1}, "why": "x" * 480} for _ in range(300)))

    assert posted(client, row.links["keep"], filled).status_code == 303
    assert store.head(row.id) == 303
    assert posted(client, row.links["keep"], "x" * 2_200_000).status_code == 413


def test_very_many_moves_are_judged_beside_the_pages(app, client):
    store = app.extensions["referee"]
    row = lost_after(store, 3)
    filled = record(*MOVES[:3], *({"adjust": {"Ana": 1}} for _ in range(500)))

    page = posted(client, row.links["keep"], filled, "show").text
    answer = posted(client, row.links["keep"], filled)

    assert "and 300 more" in page
    wait_for(app, answer.location)
    assert client.get(answer.location).location == f"/t/{row.links['keep']}"
    assert store.head(row.id) == 503


def test_how_often_a_phone_gives_back_is_limited(tmp_path, monkeypatch):
    monkeypatch.setattr(security, "now", lambda: 4e9)  # on a busy machine some of it would be free again
    app = create_app(tmp_path / "paced", {"TESTING": True})
    with closing(app.extensions["referee"]) as store:
        row = lost_after(store, 3)
        client = app.test_client()
        answers = [posted(client, row.links["keep"], "x", "compare").status_code for _ in range(21)]

    assert answers == [*[200] * 20, 429]
