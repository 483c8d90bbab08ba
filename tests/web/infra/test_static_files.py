"""Files that go together are sent together."""

import pytest
from flask import url_for

from referee import paths

TWO = "js/app+live.js"


def test_two_scripts_are_one_answer_which_a_phone_may_keep(app, client):
    with app.test_request_context():
        address = url_for("static", filename=TWO)
    answer = client.get(address)

    parts = [(paths.STATIC / "js" / f"{name}.js").read_bytes() for name in ("app", "live")]
    assert answer.data == b"".join(parts)
    assert answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get(f"/static/{TWO}").headers["Cache-Control"] == "no-cache"
    assert client.get("/static/css/base+tiles.css").mimetype == "text/css"


@pytest.mark.parametrize(
    "name",
    ["app+nothing", "app+app", "app+..", "../../js/app+live", "app+../sw", "+", "app+", "a" * 5000, "%00"],
)
def test_what_is_not_there_or_stands_there_twice_is_not_found(client, name):
    assert client.get(f"/static/js/{name}.js").status_code == 404


def test_a_page_asks_for_few_files(client):
    page = client.get("/").text

    assert page.count('<link rel="stylesheet"') == 1
    assert "app+live+" in page
