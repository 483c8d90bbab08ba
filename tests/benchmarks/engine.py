"""The engine: rulings, replays, a move late in a long match, and the cost of searching for proofs."""

import json
import random
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

from referee.engine.answers import replay_text
from referee.engine.games import hands
from referee.engine.judge import open_state, rule_on
from referee.engine.log import open_log
from referee.engine.record.events import Event
from referee.engine.record.readers import read_event
from referee.engine.rulings import Verdict
from tests.benchmarks.figures import Figure, Target, Timed, beside, in_turn
from tests.benchmarks.playing import Game
from tests.engine.audit.test_histories import Careless
from tests.simulating import seat_people

_JSON = "the same events read as JSON"
_FLAT = 1.1
PROOFS = {6: 1.5, 12: 7.5}  # the highest double, and the ms allowed


class Family(NamedTuple):
    """A family of games: its name, and the game that represents it."""

    name: str
    title: str
    variant: str
    header: dict[str, Any]
    most: float = 0  # the greatest ratio to parsing the same events as JSON


FAMILIES = (
    Family("two-end", "line with two ends", "edge.block", {}, 6),
    Family("spinners", "line that counts, with spinners", "fundex2004.all-fives", {}, 10),
    Family("tricks", "tricks", "traditional.forty-two", {}, 12),
    Family("poker", "poker", "hasbro2003.poker", {"options": {"stakes": True}}),
    Family("solitaire", "solitaire", "fundex2004.elimination", {"players": 1}),
)


def measure(*, quick: bool) -> Iterator[Figure]:
    """Run all benchmarks of the engine."""
    turns = 3 if quick else 15
    for family in FAMILIES:
        yield _rulings(family, 2 if quick else 12, turns)
    for name, title, rounds in (("round", "a round", 1), ("match", "a match of 20 rounds", 20)):
        yield _replay(f"replay of {title}, cold", f"replay.{name}", rounds, turns)
    yield from _late_moves((10, 100) if quick else (10, 1_000, 10_000), turns)
    for tiles, most in PROOFS.items():
        yield _proofs(tiles, most, 2 if quick else 12)


def _rulings(family: Family, matches: int, turns: int) -> Figure:
    """Rulings per second: parsed events are judged one after the other."""
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

    things: dict[str, Timed] = {"judge": judge, "read": lambda: [json.loads(each) for each in texts]}
    in_turn(things, 1)  # warm up
    took = in_turn(things, turns)
    return beside(
        f"rulings.{family.name}",
        f"rulings, {family.title}",
        took["judge"],
        took["read"],
        _JSON,
        unit="/s",
        things=number,
        target=Target(of="ratio", bound=family.most) if family.most else None,
    )


def _read(game: Game) -> list[Event]:
    return [read_event(each, game.log.start.setup.players) for each in game.said]


def long_game(events: int) -> Game:
    """A match with that many events, in a counting game with spinners."""
    return Game("traditional.all-fives", 3, options={"target": 10**7}).play(events=events)


def _replay(title: str, name: str, rounds: int, turns: int) -> Figure:
    """Replay a record from its text to the last answer, with cold caches."""
    game = Game("traditional.all-fives", 3, options={"target": 10**7}).play(rounds=rounds)
    lines = [json.dumps(each) for each in (game.header, *game.said)]
    text = "\n".join(lines)
    took = in_turn(
        {"replay": lambda: replay_text(text), "read": lambda: [json.loads(each) for each in lines]}, turns
    )
    return beside(name, title, took["replay"], took["read"], _JSON)


def _late_moves(places: Sequence[int], turns: int) -> Iterator[Figure]:
    """Moves late in a match: from each place, the same number of moves is judged repeatedly."""
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
    for place in places[1:]:
        yield beside(
            f"move.{place}",
            f"a move at event {place:,}, judged",
            took[str(place)],
            first,
            f"a move at event {places[0]}",
            unit="µs",
            things=stretch,
            target=Target(of="ratio", bound=_FLAT),
        )


def _proofs(tiles: int, most: float, rounds: int) -> Figure:
    """The cost of searching for proofs at an event, in rounds of players who sometimes pass or draw when they can go."""
    took: list[float] = []

    def timed(*given: Any) -> Any:
        began = time.process_time()
        match = audited(*given)
        took.append(time.process_time() - began)
        return match

    audited = hands.audited
    with patch.object(hands, "audited", timed):
        for seed in range(rounds):
            chance = random.Random(f"cost {seed}")
            people = Careless(seat_people("fundex2004.block-draw", 4, chance, tiles=tiles).log, chance)
            people.wish = (0.3, 0.1, 0.0, 0.3)
            people.play_round()
            people.show_everything()
    return Figure(
        name=f"proofs.{tiles}",
        title=f"looking for proofs at an event, double-{tiles}, 99 of 100 within",
        value=sorted(took)[len(took) * 99 // 100] * 1000,
        unit="ms",
        target=Target(of="value", bound=most),
    )
