"""The same games with our engine and two others that give no reasons: `python3 -m tests.benchmarks --only peers`.

The one game that all three know: four players, two sides, all 28 tiles dealt out, the double six opens, equal halves
touch, two ends. Each turn replays all games in each engine in this process, and measures processor time. Differences:

* `dominoes` (PyPI) and `team_dominoes` of OpenSpiel see every hand. They pass automatically if nobody can go, and
  add up the pips at the end. Here passes and hands are entered, so a game has more events than theirs has moves.
* OpenSpiel's clock starts after the deal, which takes 28 extra moves there.
* They change one state in place. Here each event gives a new state, a ruling with its rule and its reason, and a search
  for proofs: that is where the time goes.
"""

import gc
import importlib.util
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from referee.engine.log import Log
from referee.engine.tiles import Tile, read_tile
from tests.benchmarks.figures import Figure, beside
from tests.simulating import People, seat_people

GAMES, TURNS = 100, 10
SEED = 6
# Our house rules for the block game that the other engines know.
AS_THE_OTHERS = {"hand_size": 7, "blanks": "match_only"}


class Lay(NamedTuple):
    """One tile of a game: the seat, the tile, the end (0 or 1), and the touching half (None for the first tile)."""

    seat: int
    tile: Tile
    end: int
    touching: int | None


class Played(NamedTuple):
    """One simulated round: the log before it, the hands as dealt, the events, and the tiles laid."""

    before: Log
    hands: list[list[Tile]]
    said: list[dict[str, Any]]
    lays: list[Lay]


def play(variant: str, players: int, chance: random.Random, **header: Any) -> Played:
    """Play a random round to its settlement."""
    people = seat_people(variant, players, chance, **header)
    before = people.log
    people.deal()
    held = [set(hand) for hand in people.hands]
    opened = read_tile(people.said[-1]["play"])
    assert opened is not None
    held[before.start.setup.players.index(people.said[-1]["by"])].add(opened)
    people.play_on()
    return Played(before, [sorted(each, key=str) for each in held], people.said, _lays(people))


def _lays(people: People) -> list[Lay]:
    """The tiles laid, each with its end of the line."""
    players = people.log.start.setup.players
    ends: list[str] = []
    lays = []
    for each in people.said:
        if "play" not in each:
            continue
        laid = read_tile(each["play"])
        assert laid is not None
        if not ends:
            ends = [f"{laid}/{laid.high}", f"{laid}/{laid.low}"]
            lays.append(Lay(players.index(each["by"]), laid, 0, None))
            continue
        end = ends.index(each["at"])
        ends[end] = f"{laid}/{each['out']}"
        lays.append(Lay(players.index(each["by"]), laid, end, laid.other(each["out"])))
    return lays


# The three engines: each prepares a game, and only the replay of the prepared game is timed


def ready_here(game: Played) -> Callable[[], object]:
    """A replay of the round with the referee, event by event."""

    def replay() -> None:
        log = game.before
        for event in game.said:
            _, log = log.say(event)

    return replay


def ready_in_dominoes(game: Played) -> Callable[[], object]:
    """A replay of the round's tiles with the package `dominoes`."""
    import dominoes

    hands = [dominoes.Hand(dominoes.Domino(each.high, each.low) for each in hand) for hand in game.hands]
    moves = [(dominoes.Domino(each.tile.high, each.tile.low), each.end == 0) for each in game.lays]
    first, seat = moves[0], game.lays[0].seat
    engine = dominoes.Game(dominoes.Board(), hands, [], seat, (first,), seat, None)

    def replay() -> None:
        for domino, left in moves:
            engine.make_move(domino, left)
        assert engine.result is not None

    return replay


def ready_in_open_spiel(game: Played) -> Callable[[], object]:
    """A replay of the round's tiles with OpenSpiel's dominoes, in which the opener always has the first seat."""
    from open_spiel.python.games import team_dominoes

    actions = {str(each): number for number, each in enumerate(team_dominoes._ACTIONS)}
    deck = {tile: number for number, tile in enumerate(team_dominoes._DECK)}
    state = team_dominoes.DominoesGame().new_initial_state()
    opener = game.lays[0].seat
    hands = game.hands[opener:] + game.hands[:opener]
    for dealt in range(28):
        each = hands[dealt % 4][dealt // 4]
        state.apply_action(deck[float(each.low), float(each.high)])
    moves = []
    for lay in game.lays:
        tile = (float(lay.tile.low), float(lay.tile.high))
        edge = None if lay.touching is None else float(lay.touching)
        moves.append(actions[str(team_dominoes.Action((lay.seat - opener) % 4, tile, edge))])

    def replay() -> None:
        for move in moves:
            state.apply_action(move)
        assert state.is_terminal()

    return replay


Ready = Callable[[Played], Callable[[], object]]
PEERS: dict[str, Ready] = {"dominoes": ready_in_dominoes, "open_spiel": ready_in_open_spiel}


def in_turn(games: list[Played], engines: dict[str, Ready], turns: int) -> dict[str, list[float]]:
    """The seconds of processor time that each engine took for all games, by turn. Preparation is not counted, and
    garbage collection is off (as in timeit)."""
    took: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(turns):
        for name, ready in engines.items():
            replays = [ready(each) for each in games]
            gc.collect()
            gc.disable()
            began = time.process_time()
            for replay in replays:
                replay()
            took[name].append(time.process_time() - began)
            gc.enable()
    return took


def measure(*, quick: bool) -> Iterator[Figure]:
    """The cost of a tile in our engine, compared with each of the others that is installed."""
    peers = {name: ready for name, ready in PEERS.items() if importlib.util.find_spec(name)}
    if missing := sorted(PEERS.keys() - peers):
        print(f"Not installed, so not compared: {', '.join(missing)}.", file=sys.stderr)
    chance = random.Random(SEED)
    teams = {"options": AS_THE_OTHERS, "teams": [["Ana", "Cal"], ["Ben", "Dan"]]}
    games = [play("edge.block", 4, chance, **teams) for _ in range(4 if quick else GAMES)]
    took = in_turn(games, {"referee": ready_here, **peers}, 2 if quick else TURNS)
    for name in peers:
        yield beside(
            f"peers.{name}",
            f"a tile of the same games, beside {name}",
            took["referee"],
            took[name],
            f"{name}, which gives no reasons and proves nothing",
            unit="µs",
            things=sum(len(each.lays) for each in games),
        )
