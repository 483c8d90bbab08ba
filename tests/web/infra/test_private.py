"""What only its owner may read, what is never shown, and what is refused at the door."""

import json
import os
import re
import socket
import stat
import sys
from pathlib import Path

import pytest

from referee.cli import backup
from referee.engine.answers import replay_text
from referee.engine.record.reading import RecordError
from referee.engine.spelling import escaped, name_key
from referee.importing import judge_record
from referee.server import serving
from referee.server.serving import REFUSED_PORTS, Options
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from referee.web import create_app
from referee.web.infra import network
from referee.web.transfer import routes
from referee.web.transfer.work import Work, works_of
from tests.web.infra.test_guards import _token_of, opened, post, token
from tests.web.reading import Reader

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def everything_allowed():
    before = os.umask(0)
    yield
    os.umask(before)


# Files


@POSIX
@pytest.mark.usefixtures("everything_allowed")
def test_the_score_book_is_for_its_owner_only_whatever_the_umask(tmp_path, capsys):
    """Guards: it holds every link."""
    app = create_app(tmp_path / "made" / "here")
    row = app.extensions["referee"].create_table(
        {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]}
    )
    assert row.id == 1

    found = {each.name: rights(each) for each in (tmp_path / "made" / "here").iterdir()}
    assert rights(tmp_path / "made" / "here") == 0o700
    assert {"referee.db", "referee.db-wal", "referee.db-shm", "secret-key"} <= set(found)
    assert set(found.values()) == {0o600}
    assert backup.backup(tmp_path / "made" / "here" / "referee.db", str(tmp_path / "copy.db")) == 0
    assert rights(tmp_path / "copy.db") == 0o600
    app.extensions["referee"].close()
    assert backup.restore(tmp_path / "new" / "referee.db", str(tmp_path / "copy.db")) == 0
    assert (rights(tmp_path / "new"), rights(tmp_path / "new" / "referee.db")) == (0o700, 0o600)
    capsys.readouterr()


@POSIX
def test_a_book_that_others_could_read_is_closed_to_them_with_a_word(tmp_path, capsys, monkeypatch):
    create_app(tmp_path).extensions["referee"].close()
    for name in ("referee.db", "secret-key"):
        (tmp_path / name).chmod(0o644)
    monkeypatch.setattr(serving, "run", lambda *_: None)

    assert serving.serve(Options(host="127.0.0.1", port=0, data=str(tmp_path))) == 0

    assert {rights(tmp_path / name) for name in ("referee.db", "secret-key")} == {0o600}
    told = capsys.readouterr().out
    assert "Other accounts of this computer could read" in told
    assert "referee.db" in told
    assert "secret-key" in told
    assert serving.serve(Options(host="127.0.0.1", port=0, data=str(tmp_path))) == 0
    assert "Other accounts" not in capsys.readouterr().out


# Names and reasons

UNSEEN = ["Ana\u200b", "\u202eAna", "A\x1b[31mna", "Ana\x00", "A\u2066na"]
ALIKE = [("Jos\u00e9", "Jose\u0301"), ("Ana", "ANA"), ("Ana", "\uff21na"), ("Stra\u00dfe", "STRASSE")]


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_with_a_letter_that_nobody_sees_is_refused_at_the_new_table(client, name):
    reader = Reader(client)
    reader.open("/new?n=2&variant=edge.block&step=2")
    reader.press("Add", typed=name)

    assert "invisible character" in reader.text
    data = {"csrf_token": _token_of(reader), "variant": "edge.block", "player": [name, "Ben"], "n": "2"}
    assert client.post("/new", data=data).status_code == 422


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_names_that_look_alike_do_not_sit_at_one_table(client, one, other):
    data = {
        "csrf_token": _token_of(Reader(client)),
        "variant": "edge.block",
        "player": [one, other],
        "n": "2",
    }
    answer = client.post("/new", data=data)

    assert answer.status_code == 422
    assert "same name" in answer.text
    assert name_key(one) == name_key(other)
    data["player"] = [other, "Ben"]
    assert client.post("/new", data=data).status_code == 303


def test_a_name_is_kept_with_its_accents_composed(client, app):
    data = {
        "csrf_token": _token_of(Reader(client)), "variant": "edge.block", "player": ["Jose\u0301", "Ben"], "n": "2"
    }  # fmt: skip
    client.post("/new", data=data)

    assert app.extensions["referee"].table(1).header["players"] == ["Jos\u00e9", "Ben"]


def header(*players: str) -> bytes:
    return json.dumps({"record": 1, "variant": "edge.block", "players": players}).encode() + b"\n"


@pytest.mark.parametrize(("one", "other"), [*ALIKE, *((name, "Ben") for name in UNSEEN)])
def test_such_names_are_not_imported(one, other):
    with pytest.raises(RecordError):
        judge_record(header(one, other))


def test_a_reason_with_unseen_letters_is_not_imported():
    with pytest.raises(RecordError, match="invisible character"):
        judge_record(
            header("Ana", "Ben") + '{"round": 1}\n{"adjust": {"Ana": 1}, "why": "a\u202eb"}\n'.encode()
        )


def test_a_table_of_before_keeps_the_names_that_it_has(client, app):
    store = app.extensions["referee"]
    row = store.create_table({"record": 1, "variant": "edge.block", "players": ["Ana", "ana", "A\u200bna"]})
    store.append(
        row.id, 0, "before-all", [NewEvent({"round": 1}), NewEvent({"by": "A\u200bna", "play": "6-6"})]
    )

    assert client.get(f"/t/{row.links['owner']}").status_code == 200
    assert list(replay_text(header("A\u200bna", "Ben").decode())) != []


@pytest.mark.parametrize("name", UNSEEN)
def test_nobody_is_renamed_to_a_name_with_unseen_letters(app, name):
    owner, _store, _table = opened(app)
    answer = rename(owner, "Ana", name)

    assert answer.status_code == 422
    assert "invisible character" in answer.text


def test_a_new_name_that_looks_like_somebody_elses_is_that_one(app):
    owner, store, table = opened(app)

    assert "sit together" in rename(owner, "Ana", "BEN").text
    assert rename(owner, "Ana", "Cle\u0301o").status_code == 303
    assert store.table(table).header["players"][0] == "Cl\u00e9o"


def rename(owner, old, new):
    data = {"csrf_token": _token_of(owner), "do": "rename", "new": new}
    return owner.client.post(f"/players/{old}", data=data)


def test_reasons_are_kept_without_unseen_letters(app):
    _, store, table = opened(app)
    said = json.dumps({"adjust": {"Ana": 5}, "why": "\u202eagreed\x1b"})
    assert post(app, store, table, token(store, table, "owner"), say=said).status_code == 303
    assert (
        post(app, store, table, token(store, table, "owner"), retract="3", why="sl\u200bip").status_code
        == 303
    )

    assert store.events(table)[2].body["why"] == "agreed"
    assert store.notes.whys(table) == {4: "slip"}


# What is printed


def test_what_is_printed_shows_every_letter(tmp_path, capsys):
    with Store(tmp_path / "referee.db") as store:
        store.create_table({"record": 1, "variant": "edge.block", "players": ["A\x1b[31m", "\u202eB"]})
    for as_json in (False, True):
        backup.tables(tmp_path / "referee.db", as_json=as_json)
        told = capsys.readouterr().out
        assert "\x1b" not in told
        assert "\u202e" not in told
        assert "\\u001b[31m" in told
    assert json.loads(told)["players"] == ["A\x1b[31m", "\u202eB"]
    assert json.loads(escaped('"\U000e0041"')) == "\U000e0041"


def test_lines_of_the_log_show_every_letter(app, caplog):
    app.logger.error("From %s", "\x1b[31m\u202e")

    assert "\x1b" not in caplog.text
    assert "\\u001b[31m\\u202e" in caplog.text


# Notices, names of servers, ports


def test_no_address_says_anything_in_the_referees_name(app):
    owner, _store, _table = opened(app)

    assert "pay me" not in owner.open(f"{owner.table}/log?notice=pay+me").html


def test_what_the_log_refuses_is_told_there_once(app):
    owner, store, table = opened(app)
    data = {
        "csrf_token": _token_of(owner), "seq": 2, "key": "a-refused-one", "retract": "9", "from": "log"
    }  # fmt: skip
    owner.client.post(owner.table, data=data)

    assert 'class="notice"' in owner.open(f"{owner.table}/log").html
    assert 'class="notice"' not in owner.open(f"{owner.table}/log").html
    assert store.head(table) == 2


@pytest.mark.parametrize(
    "host", ["a" * 64 + ".local", "a" * 300, "x." + "b" * 64 + ".lan:5000", "." * 3 + "local"]
)
def test_a_name_that_no_server_can_have_is_refused_in_a_sentence(client, caplog, host):
    answer = client.get("/", headers={"Host": host})

    assert answer.status_code == 400
    assert "Traceback" not in answer.text
    assert "does not answer to that name" in answer.text or "could not read" in answer.text
    assert caplog.text == ""


@pytest.mark.parametrize("port", [1, 5060, 5061, 6000, 6667, 10080])
def test_a_port_that_no_browser_opens_is_refused_with_another_one(tmp_path, capsys, port):
    assert port in REFUSED_PORTS
    assert serving.serve(Options(port=port, data=str(tmp_path / "data"))) == 1
    assert f"No browser opens port {port}" in (told := capsys.readouterr().err)
    assert "--port 5000" in told
    assert not (tmp_path / "data").exists()
    assert 5000 not in REFUSED_PORTS


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "localhost"), ("", "192.168.7.7")])
def test_a_server_of_this_computer_alone_names_no_other_address(tmp_path, monkeypatch, host, shown):
    monkeypatch.setattr(network, "lan_addresses", lambda: ["192.168.7.7"])
    app = create_app(tmp_path, Options(host=host).config())
    try:
        with app.test_request_context("/", headers={"Host": "localhost:5000"}):
            assert network.reachable() == f"http://{shown}:5000"
    finally:
        app.extensions["referee"].close()


@pytest.mark.parametrize(
    ("options", "addresses", "shown"),
    [
        ({"host": "127.0.0.1"}, ["192.168.7.7"], ""),  # it listens here alone
        ({}, [], ""),  # no network
        ({"behind_proxy": True}, ["192.168.7.7"], ""),  # only the proxy's names answer, and this is none
        ({"host": "0.0.0.0"}, ["192.168.7.7"], "http://192.168.7.7:5000"),
    ],
    ids=["this computer", "no network", "behind a proxy", "all networks"],
)
def test_codes_and_links_for_other_phones_stand_only_where_an_address_answers_them(
    tmp_path, monkeypatch, options, addresses, shown
):
    monkeypatch.setattr(network, "lan_addresses", lambda: addresses)
    app = create_app(tmp_path, {**Options(**options).config(), "WTF_CSRF_ENABLED": False})
    try:
        row = app.extensions["referee"].create_table(
            {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]}
        )
        app.extensions["referee"].links.new_code(row.id)
        page = app.test_client().get(f"/t/{row.links['owner']}/share", base_url="http://localhost:5000").text
    finally:
        app.extensions["referee"].close()

    found = set(re.findall(r"http://[^/<\"]+", page))
    assert found == {shown or "http://localhost:5000"}
    assert ('class="qr"' in page) == ("data-share" in page) == bool(shown)
    assert ("Only this computer can open these links" in page) == (not shown)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("[fd00::7]:5000", "http://[fd00::7]:5000"),
        ("192.168.7.7:5000", "http://192.168.7.7:5000"),
        ("dominoes.example.org", "http://dominoes.example.org"),
    ],
)
def test_an_address_that_was_opened_is_named_as_it_was_opened(tmp_path, asked, named):
    app = create_app(tmp_path, Options().config())
    try:
        with app.test_request_context("/", headers={"Host": asked}):
            assert network.reachable() == named
            assert network.others_reach()
    finally:
        app.extensions["referee"].close()


def test_what_listens_on_all_addresses_answers_those_that_it_names(tmp_path):
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as probe:
        port = probe.getsockname()[1]
    heard = {}

    def run(_app, listening, _options, _stopping):
        for address in ("127.0.0.1", "::1"):
            with socket.create_connection((address, port), timeout=5):
                heard[address] = listening.accept()[0].close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "run", run)
        assert serving.serve(Options(host="::", port=port, data=str(tmp_path))) == 0
    assert set(heard) == {"127.0.0.1", "::1"}


# What a withdrawn link had begun


def test_the_finished_archive_of_a_withdrawn_link_is_closed(app):
    _, store, table = opened(app)
    link = token(store, table, "watch")
    work = Work(title="To take along", back="/", by=link)
    work.file = routes.Download("match.zip", "application/zip", b"PK")
    work.is_over = True
    works_of(app)._kept[work.name] = work
    guest = app.test_client()
    assert guest.get(f"/errand/{work.name}/file").status_code == 200

    store.links.revoke(table, "watch")

    assert guest.get(f"/errand/{work.name}/file").status_code == 404
    assert guest.get(f"/errand/{work.name}").status_code == 404


def test_an_archive_belongs_to_the_link_that_asked_for_it(app, monkeypatch):
    _, store, table = opened(app)
    monkeypatch.setattr(routes, "LONG", 1)
    link = token(store, table, "watch")
    answer = app.test_client().get(f"/t/{link}/export/text")
    assert answer.status_code == 200
    answer = app.test_client().get(f"/t/{link}/export/zip")

    assert works_of(app).get(answer.location.rpartition("/")[2]).by == link


def test_confirming_is_as_it_was_said_last_though_the_clock_went_back(app):
    _, store, table = opened(app)
    link = token(store, table, "owner")
    for fields, at in (({"confirming": "on"}, "2030-01-01"), ({"confirming": "off", "by": ""}, "2020-01-01")):
        assert post(app, store, table, link, **fields).status_code == 303
        with store._file.writing() as db:
            db.execute("UPDATE request SET at = ? WHERE key = ?", (at, f"key-{len(fields)}-{link[:8]}"))

    assert not store.notes.is_confirming(table)
