"""What every answer has in common, whatever page it is."""

import stat
from io import BytesIO

import pytest
from flask import Flask, abort, url_for

from referee.storage.rows import StoreError
from referee.storage.store import Store
from referee.web import create_app
from referee.web.infra import security
from referee.web.infra.errors import FOREIGN_NAME, MISHAPS, OLD_PAGE

HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize("status", sorted(MISHAPS))
def test_every_mishap_is_told_on_a_page_and_in_part_to_htmx(app, status):
    app.add_url_rule("/broken", view_func=lambda: abort(status))
    client = app.test_client()

    page, part = client.get("/broken"), client.get("/broken", headers=HTMX)

    assert page.status_code == part.status_code == status
    for words in MISHAPS[status]:
        assert words in page.text.replace("&#39;", "'")
        assert words in part.text.replace("&#39;", "'")
    assert page.text.startswith("<!doctype html>")
    assert "<html" not in part.text


def test_a_fault_of_the_program_is_told_without_its_trace(app):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/broken", view_func=lambda: {}["the programmer was here"])

    answer = app.test_client().get("/broken")

    assert answer.status_code == 500
    assert MISHAPS[500].title in answer.text
    assert "programmer" not in answer.text


def test_a_mishap_is_told_even_where_its_page_cannot_be_drawn(app):
    @app.context_processor
    def fail():
        raise KeyError("broken page")

    answer = app.test_client().get("/nowhere")

    assert answer.status_code == 404
    assert answer.mimetype == "text/plain"
    assert MISHAPS[404].title in answer.text


def test_a_store_that_fails_is_told_as_such(app):
    def fail():
        raise StoreError("/home/ana/instance/referee.db cannot be written: the disk is full.")

    app.add_url_rule("/full", view_func=fail)

    answer = app.test_client().get("/full")

    assert answer.status_code == 503
    assert MISHAPS[503].title in answer.text
    assert "/home/ana" not in answer.text


def test_a_form_without_its_token_is_an_old_page(app):
    app.add_url_rule("/form", view_func=lambda: "", methods=["POST"])

    answer = app.test_client().post("/form")

    assert answer.status_code == 400
    assert OLD_PAGE.title in answer.text


def test_a_form_is_welcome_after_the_browser_was_closed(app):
    cookie = app.test_client().get("/phone").headers["Set-Cookie"]

    assert "Expires=" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize("form", [{"note": "x" * 70_000}, {"note": (BytesIO(b"x" * 70_000), "note.txt")}])
def test_a_form_that_is_too_long_is_refused_by_a_page(app, form):
    app.add_url_rule("/form", view_func=lambda: "", methods=["POST"])
    answer = app.test_client().post("/form", data=form)

    assert answer.status_code == 413
    assert answer.mimetype == "text/html"
    assert "That is too long" in answer.text


def test_a_wrong_method_names_the_right_one(client):
    answer = client.post("/static/vendor/htmx.min.js")

    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_pages_are_never_kept_and_differ_for_htmx(client):
    headers = client.get("/nowhere").headers

    assert headers["Cache-Control"] == "no-store"
    assert "HX-Request" in headers["Vary"]
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("file", "is_document"), [("js/app.js", False), ("css/base.css", False), ("icon.svg", True)]
)
def test_only_what_may_be_opened_by_itself_carries_the_policy_of_a_page(client, file, is_document):
    with client.get(f"/static/{file}") as answer:
        assert ("Content-Security-Policy" in answer.headers) is is_document
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_static_file_is_kept_for_as_long_as_it_is_the_same(app):
    with app.test_request_context():
        address = url_for("static", filename="vendor/htmx.min.js")
    client = app.test_client()

    with client.get(address) as named, client.get("/static/vendor/htmx.min.js?v=older") as other:
        assert "immutable" in named.headers["Cache-Control"]
        assert other.headers["Cache-Control"] == "no-cache"
        assert "Set-Cookie" not in named.headers


@pytest.mark.parametrize(
    "host",
    [
        "localhost:5000",
        "192.0.2.7:5000",
        "[fe80::1]:5000",
        "kitchen",
        "kitchen.local:80",
        "Kitchen.LAN",
        "10.0.0.2",
    ],
)
def test_names_of_the_home_network_are_answered(host):
    assert security.is_trusted(host)


@pytest.mark.parametrize(
    "host", ["example.org", "10.0.0.2.example.org", "local.example.org", "", ":5000", "[bad"]
)
def test_names_that_somebody_can_own_are_not(host):
    assert not security.is_trusted(host)


def test_a_foreign_name_is_told_where_to_go(client):
    answer = client.get("/nowhere", headers={"Host": "rebind.example.org"})

    assert answer.status_code == 400
    assert FOREIGN_NAME.title in answer.text


def test_a_name_that_was_allowed_is_answered(tmp_path):
    app = create_app(tmp_path, {"TRUSTED_NAMES": ("dominoes.example.org",)})

    answer = app.test_client().get("/nowhere", headers={"Host": "dominoes.example.org"})

    assert answer.status_code == 404
    app.extensions["referee"].close()


def secret_of(app: Flask) -> bytes:
    app.extensions["referee"].close()
    return app.config["SECRET_KEY"]


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path):
    first, second = secret_of(create_app(tmp_path)), secret_of(create_app(tmp_path))

    assert first == second
    assert len(first) >= 32
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_a_secret_key_of_any_bytes_signs_the_cookies(tmp_path):
    (tmp_path / "secret-key").write_bytes(b"\xff\x00\xfe" * 12)
    app = create_app(tmp_path)

    assert app.test_client().get("/import").headers["Set-Cookie"].startswith("referee=")
    assert secret_of(app) == b"\xff\x00\xfe" * 12


def test_an_empty_secret_key_is_not_used(tmp_path):
    (tmp_path / "secret-key").touch()

    with pytest.raises(StoreError, match="is empty"):
        create_app(tmp_path)


def test_the_store_is_the_one_of_the_folder(app, tmp_path):
    assert isinstance(app.extensions["referee"], Store)
    assert (tmp_path / "data" / "referee.db").exists()
