"""Answers come packed to a browser that can unpack them, and plain to one that cannot."""

from __future__ import annotations

import gzip
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from referee import places

SHEET = "/static/vendor/htmx.min.js"


def test_a_browser_that_can_unpack_gets_less_to_carry(client: FlaskClient) -> None:
    plain = Path(places.STATIC / "vendor" / "htmx.min.js").read_bytes()
    with client.get(SHEET, headers={"Accept-Encoding": "gzip, br"}) as packed:
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert gzip.decompress(packed.data) == plain
        assert len(packed.data) < len(plain) / 2
        assert int(packed.headers["Content-Length"]) == len(packed.data)


def test_a_browser_that_cannot_gets_the_file_as_it_is(client: FlaskClient) -> None:
    with client.get(SHEET) as plain:
        assert "Content-Encoding" not in plain.headers
        assert plain.data == Path(places.STATIC / "vendor" / "htmx.min.js").read_bytes()


def test_what_is_short_is_not_packed(app: Flask) -> None:
    app.add_url_rule("/short", "short", lambda: "short")
    answer = app.test_client().get("/short", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
