"""Tables of any length, for every family of games, and the addresses of all their pages, to measure costs."""

import time
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse as Reply

from referee.reports.rounds import round_summary
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from referee.web.transfer.work import works_of
from tests.benchmarks.playing import Game

LONG_MATCH = {"options": {"target": 10**7}}


Play = Callable[[int], Game]


def _played(variant: str, **header: Any) -> Play:
    def play(events: int) -> Game:
        return Game(variant, 3, **header).play(events=events)

    return play


def _corrected(events: int) -> Game:
    """Every eighth entry is taken back and entered again; every second time the new one is also corrected."""
    played = Game("traditional.all-fives", 3, **LONG_MATCH).play(events=events)
    game = Game("traditional.all-fives", 3, **LONG_MATCH)
    for place, said in enumerate(played.said):
        game.say(said)
        if place % 8 == 7 and "round" not in said:
            game.say({"retract": len(game.said)})
            game.say(said)
            if place % 16 == 7:
                game.say({"amend": len(game.said), "with": said})
        if len(game.said) >= events and "round" in said:
            break
    return game


def _in_one_round(events: int) -> Game:
    """One round in which the table adjusts the scores again and again."""
    game = Game("traditional.all-fives", 3, **LONG_MATCH).play(rounds=1)
    game.say({"round": 2})
    while len(game.said) < events:
        game.say({"adjust": {"Ana": 1 if len(game.said) % 2 else -1}, "why": "agreed"})
    return game


def _caught(events: int) -> Game:
    """In each round somebody passes while holding a playable tile and lays it later; then the round is voided."""
    game = Game("edge.block", 3, players=2, **LONG_MATCH)
    number = 0
    while len(game.said) < events:
        number += 1
        game.say({"round": number})
        for said in (
            {"by": "Ana", "play": "6-6"},
            {"by": "Ben", "pass": True},
            {"by": "Ana", "play": "6-5", "at": "6-6"},
            {"by": "Ben", "play": "6-4", "at": "6-6"},
            {"void": True},
        ):
            game.say(said)
    return game


TABLES: dict[str, Play] = {
    "line": _played("traditional.all-fives", **LONG_MATCH),
    "tricks": _played("traditional.forty-two", options={"marks_to_win": 10**6}),
    "poker": _played("hasbro2003.poker", options={"stakes": True}),
    "solitaire": _played("fundex2004.elimination", players=1),
    "corrected": _corrected,
    "one round": _in_one_round,
    "caught": _caught,
}

# Every address below a table's link that GET opens; `{round}` is the last settled round.
PAGES: dict[str, str] = {
    "table": "",
    "live": "/live?since=1",
    "log": "/log",
    "log, earlier": "/log?before={entry}",
    "entry": "/log/{entry}",
    "entry, corrected": "/log/{entry}?correct=1",
    "round": "/round/{round}",
    "first round": "/round/1",
    "round's code": "/round/{round}/code",
    "match": "/match",
    "share": "/share",
    "rules": "/rules",
    "ranks": "/ranks",
    "rematch": "/rematch",
    "ask": "/ask",
    "ask why nothing": "/ask?q=nothing&who=Ana",
    "other sheets": "/elsewhere",
    "left open": "/open",
    "mend": "/mend",
    "proof": "/proof/renege/{flag}",
    "exports": "/exports",
    "record": "/export/record",
    "csv": "/export/csv",
    "scores": "/export/scores",
    "text": "/export/text",
    "zip": "/export/zip",
    "match.pdf": "/export/match.pdf",
    "round.txt": "/export/round/{round}.txt",
    "round.pdf": "/export/round/{round}.pdf",
    "receipt": "/export/round/{round}.pdf?paper=receipt",
    "round.svg": "/export/round/{round}.svg",
    "round.png": "/export/round/{round}.png",
}


def keep(store: Store, game: Game) -> dict[str, str]:
    """Store the game as a table; returns the address of each of PAGES."""
    log = game.log
    settled = [each for each in range(len(log.state.rounds), 0, -1) if round_summary(log, each)]
    flags = [each.event for each in log.state.flags]
    link = store.import_table(game.header, [NewEvent(each) for each in game.said]).links["owner"]
    names = {
        "entry": log.entries[len(log.entries) // 2].number,
        "round": settled[0],
        "flag": flags[len(flags) // 2] if flags else 0,
    }
    return {page: f"/t/{link}{path.format(**names)}" for page, path in PAGES.items()}


def opened(client: FlaskClient, address: str) -> Reply:
    """The response to a GET; if it starts a background job, wait for that and return its file.

    The job runs each time: earlier results are dropped.
    """
    client.application.extensions.pop("referee-works", None)
    reply = client.get(address)
    if reply.status_code == 303 and reply.location.startswith("/errand/"):
        name = reply.location.rpartition("/")[2]
        work = works_of(client.application).get(name)
        assert work is not None
        while not work.is_over:
            time.sleep(0.005)
        reply = client.get(f"{reply.location}/file")
    return reply
