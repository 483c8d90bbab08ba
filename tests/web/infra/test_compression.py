"""Answers come packed to a browser that can unpack them, and plain to one that cannot."""

import gzip
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from referee import paths
from referee.web.infra.responses import minified
from tests.conftest import OpenPhone

# The rules of a style sheet as the browser has understood them. It keeps the room within a property of ours.
RULES = """
(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((each) => each.cssText.replace(/\\s+/g, " ").replaceAll(", ", ","));
}
"""
SHEET = "/static/vendor/htmx.min.js"


def test_a_browser_that_can_unpack_gets_less_to_carry(client: FlaskClient) -> None:
    plain = Path(paths.STATIC / "vendor" / "htmx.min.js").read_bytes()
    with client.get(SHEET, headers={"Accept-Encoding": "gzip, br"}) as packed:
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert gzip.decompress(packed.data) == plain
        assert len(packed.data) < len(plain) / 2
        assert int(packed.headers["Content-Length"]) == len(packed.data)


def test_a_browser_that_cannot_gets_the_file_as_it_is(client: FlaskClient) -> None:
    with client.get(SHEET) as plain:
        assert "Content-Encoding" not in plain.headers
        assert plain.data == Path(paths.STATIC / "vendor" / "htmx.min.js").read_bytes()


def test_what_is_short_is_not_packed(app: Flask) -> None:
    app.add_url_rule("/short", "short", lambda: "short")
    answer = app.test_client().get("/short", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers


def test_a_style_sheet_travels_without_its_remarks_and_says_the_same() -> None:
    sheet = """/* The page */
:root { --sans: "Segoe UI", serif; }

.a > .b:hover,
.a :focus { /* while held */
  content: "/* ; { } */  ,"; margin: 0
    auto; font: 400 16px/22px var(--sans);
}
"""
    assert minified("app.css", sheet.encode()).decode() == (
        ':root{--sans:"Segoe UI",serif}.a>.b:hover,.a :focus{content:"/* ; { } */  ,";margin:0 auto;'
        "font:400 16px/22px var(--sans)}"
    )


def test_a_script_travels_without_its_remarks_and_indents() -> None:
    script = 'a();\n\n  // Why.\n  if (b) {\n    c("// no remark"); // goes\n  }\n'
    assert minified("app.js", script.encode()) == b'a();if(b){c("// no remark");}'
    assert minified("htmx.min.js", script.encode()) == script.encode()
    assert minified("app.js", b"t = `\n  // not a remark\n`;\n") == b"t=`\n  // not a remark\n`;"


def test_the_style_sheet_that_a_phone_gets_has_the_rules_of_the_one_that_is_written(
    client: FlaskClient, open_phone: OpenPhone
) -> None:
    with client.get("/static/css/table.css", headers={"Accept-Encoding": "gzip"}) as packed:
        sent = gzip.decompress(packed.data).decode()
    written = (paths.STATIC / "css" / "table.css").read_text("utf-8")
    assert len(sent) < len(written) * 0.9
    phone = open_phone()
    rules, wanted = (phone.evaluate(RULES, each) for each in (sent, written))
    assert len(wanted) > 80
    assert rules == wanted
