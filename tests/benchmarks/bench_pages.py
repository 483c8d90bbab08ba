"""A move and the questions of phones without the network: `python3 -m pytest tests/benchmarks/bench_*.py`."""

from __future__ import annotations

import json
import re
import secrets

import pytest

from referee.storage.store import NewEvent
from referee.web import create_app
from tests.benchmarks.engine import long_game

MOVES = 150


@pytest.fixture
def client(tmp_path):
    app = create_app(tmp_path / "data", {"PACED": False})
    yield app.test_client()
    app.extensions["referee"].close()


def seated(client, at):
    game = long_game(at + MOVES)
    store = client.application.extensions["referee"]
    link = store.import_table(game.header, [NewEvent(each) for each in game.said[:at]]).links["owner"]
    page = client.get(f"/t/{link}").text
    return game, link, re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]


@pytest.mark.parametrize("at", [10, 1_000])
def test_a_move_posted(benchmark, client, at):
    game, link, token = seated(client, at)
    seqs = iter(range(at, at + MOVES))

    def form():
        seq = next(seqs)
        key = secrets.token_urlsafe(12)
        say = json.dumps(game.said[seq])
        return ({"csrf_token": token, "seq": str(seq), "key": key, "say": say},), {}

    def post(form):
        return client.post(f"/t/{link}", data=form, headers={"HX-Request": "true"}).status_code

    assert benchmark.pedantic(post, setup=form, rounds=MOVES - 10) == 200


@pytest.mark.parametrize("since", [10, 9], ids=["nothing new", "news"])
def test_a_poll(benchmark, client, since):
    _, link, _ = seated(client, 10)
    part = client.get(f"/t/{link}/live?since=9").text
    here = re.findall(r"here=([\w-]+)", part)[0]
    address = f"/t/{link}/live?since={since}&here={here}&me=1&lang=en"
    client.get(address)

    assert benchmark(lambda: client.get(address).status_code) in (200, 204)
