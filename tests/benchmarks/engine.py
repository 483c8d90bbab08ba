"""The engine: rulings, replays, a move late in a long match, what the audit costs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.engine.answers import replay_text
from referee.engine.audit.flag_words import reneges
from referee.engine.audit.holdings import Holding
from referee.engine.games.line.state import LineMatch
from referee.engine.judge import open_state, rule_on
from referee.engine.log import open_log
from referee.engine.record.events import Event
from referee.engine.record.reading import read_event
from referee.engine.rulings import Verdict
from tests.benchmarks.figures import Figure, Target, best, in_turn, ratio
from tests.benchmarks.playing import Game

_JSON = "the same events read as JSON"
_FLAT = 1.1


class Family(NamedTuple):
    """A family of games: what it is called, and the game that stands for it."""

    name: str
    title: str
    variant: str
    header: dict[str, Any]
    least: float = 0


FAMILIES = (
    Family("two-end", "line with two ends", "edge.block", {}, 70_000),
    Family("spinners", "line that counts, with spinners", "fundex2004.all-fives", {}),
    Family("tricks", "tricks", "traditional.forty-two", {}),
    Family("poker", "poker", "hasbro2003.poker", {"options": {"stakes": True}}),
    Family("solitaire", "solitaire", "fundex2004.elimination", {"players": 1}),
)


def measure(*, quick: bool) -> Iterator[Figure]:
    """All of it."""
    turns = 3 if quick else 15
    for family in FAMILIES:
        yield _rulings(family, 2 if quick else 12, turns)
    for name, title, rounds in (("round", "a round", 1), ("match", "a match of 20 rounds", 20)):
        yield _replay(f"replay of {title}, cold", f"replay.{name}", rounds, turns)
    yield from _late_moves((10, 100) if quick else (10, 1_000, 10_000), turns)
    yield _audit(turns)


def _rulings(family: Family, matches: int, turns: int) -> Figure:
    """Rulings a second: events that were read before are judged one after the other."""
    games = [Game(family.variant, seed, **family.header).play(rounds=3) for seed in range(matches)]
    events = [_read(game) for game in games]
    number = sum(map(len, events))
    texts = [json.dumps(each) for game in games for each in game.said]

    def judge() -> None:
        for game, said in zip(games, events, strict=True):
            state = open_state(game.log.start.setup)
            for place, event in enumerate(said, 1):
                ruling, state = rule_on(state, event, place)
                assert ruling.verdict is not Verdict.REFUSED

    took = in_turn({"judge": judge, "read": lambda: [json.loads(each) for each in texts]}, turns)
    return Figure(
        name=f"rulings.{family.name}",
        title=f"rulings, {family.title}",
        value=number / best(took["judge"]),
        unit="/s",
        floor=number / best(took["read"]),
        floor_is=_JSON,
        ratio=ratio(took["judge"], took["read"]),
        target=Target(of="value", bound=family.least, least=True) if family.least else None,
    )


def _read(game: Game) -> list[Event]:
    return [read_event(each, game.log.start.setup.players) for each in game.said]


def long_game(events: int) -> Game:
    """A match that counts, with spinners, and goes on for so many events."""
    return Game("traditional.all-fives", 3, options={"target": 10**7}).play(events=events)


def _replay(title: str, name: str, rounds: int, turns: int) -> Figure:
    """A record judged from its text to its last answer, nothing of it known before."""
    game = Game("traditional.all-fives", 3, options={"target": 10**7}).play(rounds=rounds)
    lines = [json.dumps(each) for each in (game.header, *game.said)]
    text = "\n".join(lines)
    took = in_turn(
        {"replay": lambda: replay_text(text), "read": lambda: [json.loads(each) for each in lines]}, turns
    )
    return Figure(
        name=name,
        title=title,
        value=best(took["replay"]) * 1000,
        unit="ms",
        floor=best(took["read"]) * 1000,
        floor_is=_JSON,
        ratio=ratio(took["replay"], took["read"]),
    )


def _late_moves(places: Sequence[int], turns: int) -> Iterator[Figure]:
    """A move where so much was said before: the same stretch of moves is judged again from there."""
    stretch = 30
    game = long_game(places[-1] + stretch)
    logs = {}
    log = open_log(game.log.start.setup)
    for place, said in enumerate(game.said):
        if place in places:
            logs[place] = log
        _, log = log.say(said)

    def moves(place: int) -> None:
        log = logs[place]
        for said in game.said[place : place + stretch]:
            _, log = log.say(said)

    took = in_turn({str(place): partial(moves, place) for place in places}, max(turns, 5) * 4)
    first = took[str(places[0])]
    for place in places:
        yield Figure(
            name=f"move.{place}",
            title=f"a move at event {place:,}, judged",
            value=best(took[str(place)]) / stretch * 1e6,
            unit="µs",
            floor=best(first) / stretch * 1e6,
            floor_is=f"a move at event {places[0]}, the mean of {stretch}",
            ratio=best(took[str(place)]) / best(first),
            target=Target(of="ratio", bound=_FLAT) if place != places[0] else None,
        )


def _audit(turns: int) -> Figure:
    """What was seen in a round looked through for proofs, for each event of the round."""
    game = Game("fundex2004.block-draw", 5, players=3)
    game.play(rounds=1)
    state = game.log.state
    assert isinstance(state, LineMatch)
    current = state.round
    assert current is not None
    names = state.setup.players
    holdings = [Holding(state.setup.hand, tuple(held), current.unseen) for held in game.hands]
    events = _read(game)

    def audit() -> None:
        reneges(current.witness, holdings, names, current.number)

    def judge() -> None:
        now = open_state(game.log.start.setup)
        for place, event in enumerate(events, 1):
            _, now = rule_on(now, event, place)

    took = in_turn({"audit": audit, "judge": judge}, turns * 4)
    return Figure(
        name="audit",
        title="the audit of a round, for each event",
        value=best(took["audit"]) / len(events) * 1e6,
        unit="µs",
        floor=best(took["judge"]) / len(events) * 1e6,
        floor_is="the ruling on the same event",
        ratio=ratio(took["audit"], took["judge"]),
    )
