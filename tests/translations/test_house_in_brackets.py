"""What the pages around a table say in the middle of something, and when they refuse it, can be translated too."""

import io
import json

import pytest

from referee.engine.messages import in_locale
from referee.importing import import_record
from referee.web.infra.errors import FOREIGN_NAME, MISHAPS, OLD_PAGE, tell
from referee.web.transfer import routes
from referee.web.transfer.work import works_of
from tests.translations import test_nothing_in_english as finder
from tests.translations.test_nothing_in_english import Brackets, left_over, names_of
from tests.web.transfer.waiting import wait_for

bracketed = finder.bracketed
PLAYERS = ("Ana", "Ben", "Cal")
HEADER = {
    "record": 1,
    "variant": "fundex2004.all-fives",
    "players": ["Ana", "Ben"],
    "options": {"target": 61},
}
SAID = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-3"},
    {"retract": 3},
    {"by": "Ben", "play": "6-4"},
    {"amend": 5, "with": {"by": "Ben", "play": "6-3"}},
    {"adjust": {"Ana": 5}, "why": "x"},
)
OTHER = {**HEADER, "players": ["Ana", "Cal"], "options": {}}
STEP = "/new?variant=fundex2004.all-fives&n=2&player=Ana&player=Ben"


def record_of(*lines: object) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in lines).encode()


@pytest.fixture
def table(bracketed, app):
    """A table that this phone is in charge of, and another one that somebody else sits at."""
    app.config["WTF_CSRF_ENABLED"] = False
    store = app.extensions["referee"]
    other, _judged = import_record(store, record_of(OTHER, {"round": 1}))
    row, _judged = import_record(store, record_of(HEADER, *SAID))
    for link in (other.links["keep"], row.links["owner"]):
        bracketed.get(f"/t/{link}")
    bracketed.post(
        "/new", data={"variant": "edge.muggins", "player": ["Ana", "Ben"], "target": "99", "save_as": "x"}
    )
    return row


def pages(row, code: str) -> list[str]:
    owner = f"/t/{row.links['owner']}"
    return [
        "/", "/tables", "/tables?q=zz", "/players", "/players?q=zz", "/players/Ana", "/house-rules", "/phone?saved=1",
        "/join?code=zz", f"/join?code={code}", "/new?step=2", "/new?n=1", "/new?n=6&by=sheet",
        "/new?variant=fundex2004.all-fives&n=4&step=1", f"{STEP}&step=2", f"{STEP}&step=2&sit=Ana", f"{STEP}&step=3",
        f"{STEP}&step=3&target=77", f"{STEP}&step=4&open=end&spinner=all",
        "/new?variant=fundex2004.all-fives&player=Ana&player=Ben&player=Cal&player=D&step=2",
        "/rules?by=sheet", "/rules?v=edge.muggins", "/rules/compare?v=edge.muggins&v=hasbro2003.muggins",
        "/rules/compare?v=edge.muggins&v=hasbro2003.texas", "/rules/classic.tiddle-a-wink",
        f"{owner}/share", f"/t/{row.links['keep']}/share", f"/t/{row.links['watch']}/share",
        f"{owner}/log", f"{owner}/log/2", f"{owner}/log/5?correct=1&by=Ana&kind=play&play=6-2",
        f"{owner}/log/5?correct=1&by=Ben&kind=draw&draw=2", f"{owner}/match", f"{owner}/exports", f"{owner}/rules",
        f"{owner}/live?since=1", f"{owner}/live?since=1&half=3",
    ]  # fmt: skip


def sent(row, code: str) -> list[tuple[str, dict[str, object]]]:
    owner = f"/t/{row.links['owner']}"
    known = {"seq": "7", "key": "abcdefgh"}
    bad = (io.BytesIO(b"nothing\n"), "bad.jsonl")
    refused = (
        io.BytesIO(record_of(HEADER, {"round": 1}, {"retract": 9}, {"by": "Ana", "play": "9-9"})),
        "a.jsonl",
    )
    return [
        ("/new", {}),
        ("/new", {"variant": "fundex2004.all-fives", "player": ["Ana"]}),
        ("/new", {"variant": "fundex2004.all-fives", "player": ["Ana", "Ben"], "target": "zz"}),
        ("/join", {"code": "zz"}),
        ("/join", {"code": code}),
        ("/house-rules", {"number": "1", "name": ""}),
        ("/players/Ana", {"do": "rename", "new": ""}),
        ("/players/Ana", {"do": "rename", "new": "x" * 60}),
        ("/players/Ana", {"do": "rename", "new": "Cal"}),
        ("/players/Ben", {"do": "rename", "new": "Cal"}),
        ("/players/Ana", {"do": "forget"}),
        ("/players/Ana", {"do": "nothing"}),
        ("/import", {}),
        ("/import", {"record": bad}),
        ("/import", {"record": refused}),
        ("/phone", {"name": "x" * 60}),
        (owner, {}),
        (owner, {**known, "seq": "1", "play": "6-1", "by": "Ana"}),
        (owner, {**known, "undo": "1"}),
        (f"/t/{row.links['watch']}", known),
        (f"{owner}/share", {"do": "end-code"}),
        (f"{owner}/share", {"do": "revoke", "which": "watch"}),
        (f"{owner}/share", {"do": "lock"}),
        ("/join", {"code": code, "seat": "0"}),
        (f"/t/{row.links['keep']}", {**known, "seq": "8", "undo": "1"}),
        (f"{owner}/share", {"do": "lock"}),
    ]


def test_no_page_around_a_table_has_words_that_nobody_can_translate(bracketed, app, table):
    code = app.extensions["referee"].links.new_code(table.id).text
    names = {*names_of(app), *PLAYERS}
    found = {}
    for address in pages(table, code):
        if texts := left_over(bracketed.get(address, follow_redirects=True).text, names):
            found[address] = texts
    assert found == {}


def test_no_answer_to_a_form_has_words_that_nobody_can_translate(bracketed, app, table):
    code = app.extensions["referee"].links.new_code(table.id).text
    names = {*names_of(app), *PLAYERS}
    found = {}
    for number, (address, fields) in enumerate(sent(table, code)):
        answer = bracketed.post(address, data=fields, follow_redirects=True)
        if texts := left_over(answer.text, names):
            found[number, address, answer.status_code] = texts
    assert found == {}


def test_no_mishap_has_words_that_nobody_can_translate(app):
    with app.test_request_context(), in_locale(Brackets()):
        for mishap in (*MISHAPS.values(), OLD_PAGE, FOREIGN_NAME):
            assert left_over(tell(mishap, 400)[0], set()) == []


def test_long_work_tells_how_far_it_is_in_words_that_can_be_translated(bracketed, app, table, monkeypatch):
    monkeypatch.setattr(routes, "LONG", 0)
    begun = bracketed.get(f"/t/{table.links['owner']}/export/zip")
    bare = [left_over(bracketed.get(begun.location).text, set())]
    works_of(app).get(begun.location.rsplit("/", 1)[1]).is_stopping = True
    wait_for(app, begun.location)
    assert [*bare, left_over(bracketed.get(begun.location).text, set())] == [[], []]
