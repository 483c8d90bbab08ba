"""Values that are cached between requests are the same as if they were computed again."""

import pytest
from flask import request as asking
from flask import session
from flask_wtf.csrf import generate_csrf

from referee.engine.log import open_log
from referee.engine.setup import read_setup
from referee.reports.sections import said_first
from referee.storage.store import Store
from referee.translations.catalogues import offered
from referee.web.app import create_app
from referee.web.infra.visitors import language_of_browser
from referee.web.parts.pending_entry import _FIELDS, entry_form
from tests.benchmarks.calling import Caller, read, request
from tests.benchmarks.posted import Phone
from tests.benchmarks.served import serve_referee

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


def test_a_token_that_was_good_is_good_for_that_phone_and_no_other(app):
    @app.get("/token")
    def token():
        return generate_csrf()

    @app.post("/told")
    def told():
        return asking.form["words"]

    mine, theirs = app.test_client(), app.test_client()
    good, other = mine.get("/token").text, theirs.get("/token").text
    middle = good.rindex(".") + 1  # not the last character of the signature, some of whose bits are unused
    forged = good[:middle] + ("A" if good[middle] != "A" else "B") + good[middle + 1 :]

    def status(phone, sent):
        data = {"words": "x", **({"csrf_token": sent} if sent else {})}
        return phone.post("/told", data=data).status_code

    assert [status(mine, good) for _ in range(3)] == [200] * 3
    assert status(theirs, other) == 200
    assert status(theirs, good) != 200
    assert status(mine, other) != 200
    assert status(mine, forged) != 200
    assert status(mine, "") != 200
    assert status(app.test_client(), good) != 200
    mine.delete_cookie("referee")
    assert status(mine, good) != 200


def test_a_good_token_of_another_key_is_not_good_here(tmp_path):
    apps = [create_app(tmp_path / each, {"TESTING": True}) for each in ("one", "two")]
    for each in apps:
        each.add_url_rule("/token", "token", generate_csrf)
        each.add_url_rule("/told", "told", lambda: "told", methods=["POST"])
    phone = apps[0].test_client()
    token = phone.get("/token").text
    cookie = phone.get_cookie("referee")
    assert phone.post("/told", data={"csrf_token": token}).status_code == 200
    stranger = apps[1].test_client()
    stranger.set_cookie("referee", cookie.value)
    assert stranger.post("/told", data={"csrf_token": token}).status_code != 200


@pytest.mark.parametrize("accept", ["es-MX, en;q=0.5", "en-GB", "xx", ""])
def test_the_language_of_a_browser_is_the_one_that_its_header_ranks_first(app, accept):
    with app.test_request_context("/", headers={"Accept-Language": accept}):
        best = asking.accept_languages.best_match(offered(), default="en")
        assert [language_of_browser() for _ in range(2)] == [best] * 2


def test_what_was_said_first_is_found_after_corrections_too():
    log = open_log(read_setup({**HEADER, "variant": "fundex2004.block-draw"}))
    for said in (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-5", "at": "6-6/6"},
        {"amend": 3, "with": {"by": "Ben", "play": "6-4", "at": "6-6/6"}},
        {"by": "Ana", "play": "4-3", "at": "6-4/4"},
        {"retract": 5},
        {"by": "Ana", "play": "4-1", "at": "6-4/4"},
        {"by": "Ben", "play": "9-9"},
    ):
        _, log = log.say(said)
        plain = dict(log.plain)
        assert [said_first(log, each) for each in range(10)] == [plain.get(each) for each in range(10)]
    assert len(plain) > 4
