"""What is remembered between requests comes out as if it had been worked out anew, and connections are kept."""

from __future__ import annotations

import pytest
from flask import Flask, session, url_for

from referee.bench.calling import Caller, read, request
from referee.bench.posted import Phone
from referee.bench.served import serve_referee
from referee.store import Store
from referee.web.forms import _FIELDS, entry_form

HEADER = {"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben"]}


def test_a_phone_that_is_told_that_there_is_nothing_new_keeps_its_connection(tmp_path):
    with Store(tmp_path / "referee.db") as store:
        link = store.create_table(HEADER).links["owner"]
    with serve_referee(tmp_path) as server:
        with Caller(server.port) as line:
            phone = Phone(line, link)
            told = [read(line.call(phone.part(phone.live))) for _ in range(3)]
        with Caller(server.port) as line:
            last = read(line.call(request("GET", phone.live, Connection="close")))
            with pytest.raises(ConnectionError):
                line.call(phone.part(phone.live))

    assert [each.status for each in told] == [204] * 3
    assert not any("connection" in each.head.lower() for each in told)
    assert last.status == 204
    assert "Connection: close" in last.head


@pytest.mark.parametrize("root", ["", "/dominoes"])
def test_an_address_is_the_one_that_flask_builds(app, root):
    asked = [
        ("rounds.show", {"link": "a"}),
        ("rounds.show", {"link": "b"}),
        ("rounds.show", {"link": "a", "_anchor": "decide"}),
        ("rounds.log", {"link": "a", "decide": 1}),
        ("rounds.log", {"link": "a", "decide": True}),
        ("rounds.log", {"link": "a", "decide": "1"}),
        ("rounds.log", {"link": "a", "notice": None}),
        ("rounds.log", {"link": "a", "notice": ["one", "two"]}),
        ("rounds.show", {"link": "a", "_external": True}),
        ("static", {"filename": "app.css"}),
    ]
    with app.test_request_context("/", base_url=f"http://localhost{root}/"):
        plain = [Flask.url_for(app, endpoint, **values) for endpoint, values in asked]
        for _ in range(2):
            assert [url_for(endpoint, **values) for endpoint, values in asked] == plain
    assert plain[0] == f"{root}/t/a"


def test_a_cookie_is_looked_at_again_when_anything_of_it_differs(app):
    @app.get("/put")
    def put():
        session["links"] = ["first"]
        return ""

    @app.get("/add")
    def add():
        session.setdefault("links", []).append("second")
        return " ".join(session["links"])

    phone = app.test_client()
    cookie = phone.get("/put").headers["Set-Cookie"].partition(";")[0]
    told = [app.test_client(use_cookies=False).get("/add", headers={"Cookie": cookie}).text for _ in range(3)]
    middle = len(cookie) // 2
    forged = cookie[:middle] + ("A" if cookie[middle] != "A" else "B") + cookie[middle + 1 :]
    refused = app.test_client(use_cookies=False).get("/add", headers={"Cookie": forged})

    assert told == ["first second"] * 3
    assert refused.text == "second"


def test_a_form_says_what_was_sent_and_nothing_else(app):
    sent = {"seq": "3", "key": "12345678", "play": "6-4", "nonsense": "x"}
    with app.test_request_context("/", method="POST", data=sent):
        form = entry_form()
        assert form.validate()
        said = {name: getattr(form, name).data for name in _FIELDS}
    assert {name: value for name, value in said.items() if value is not None} == {
        "seq": 3,
        "key": "12345678",
        "play": "6-4",
    }


def test_what_is_filled_in_later_is_filled_into_one_form_only(app):
    sent = {"seq": "3", "key": "12345678", "play": "6-4"}
    for name in ("Ana", "Ben"):
        with app.test_request_context("/", method="POST", data=sent):
            form = entry_form()
            assert not form.by.data
            form.by.data = name
            with pytest.raises(AttributeError):
                form.claim.data = 5


@pytest.mark.parametrize("wrong", [{"seq": "x"}, {"key": "short"}, {"claim": "many"}, {"say": "{"}])
def test_what_was_sent_is_looked_at_as_ever(app, wrong):
    sent = {"seq": "3", "key": "12345678", **wrong}
    with app.test_request_context("/", method="POST", data=sent):
        assert not entry_form().validate()


def test_a_form_needs_its_number_and_its_key(app):
    with app.test_request_context("/", method="POST", data={"play": "6-4"}):
        assert not entry_form().validate()
