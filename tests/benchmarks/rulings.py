"""Rulings per second on a two-end line game, beside two engines that replay the same games and give no reasons.

`python3 -m tests.benchmarks.rulings [GAMES]`, 200 games of each kind unless told otherwise. Everything runs in one
thread of this process; times are its own processor time, the best of several runs, and the games are always the same.

First plain games of two players. Then the one game that all three engines know: four players, two sides, all 28
tiles dealt out, the double six opens, equal halves touch, two ends. What differs:

* `dominoes` (PyPI) and `team_dominoes` of OpenSpiel see every hand. They pass by themselves if nobody can go and
  add up the pips at the end. Here passes are said and hands are shown, so a game has more events than theirs has moves.
* OpenSpiel's clock starts when the tiles are dealt, which there are 28 moves more.
"""

from __future__ import annotations

import gc
import importlib.util
import random
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from referee.engine.log import Log
from referee.engine.tiles import Tile, read_tile
from tests.simulating import People, seat_people

GAMES = 200
RUNS = 7
SEED = 6
TWO_PLAYERS = ("edge.block", "fundex2004.block-draw")
# The block game that the other engines know, as house rules of ours.
AS_THE_OTHERS = {"hand_size": 7, "blanks": "match_only"}


class Lay(NamedTuple):
    """One tile of a game: whose, which, at which end (0 or 1), and the half that touches (None: the first)."""

    seat: int
    tile: Tile
    end: int
    touching: int | None


class Played(NamedTuple):
    """One round that people played: the table before it, the hands as dealt, what was said, and the tiles laid."""

    before: Log
    hands: list[list[Tile]]
    said: list[dict[str, Any]]
    lays: list[Lay]


def play(variant: str, players: int, chance: random.Random, **header: Any) -> Played:
    """A round played by chance to its settlement."""
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
    """The tiles laid, with the end of the line that each was laid at."""
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


# The three engines: each prepares a game, and the clock runs while the prepared game is replayed


def ready_here(game: Played) -> Callable[[], object]:
    """The round said to the referee, event by event."""

    def replay() -> None:
        log = game.before
        for event in game.said:
            _, log = log.say(event)

    return replay


def ready_in_dominoes(game: Played) -> Callable[[], object]:
    """The round's tiles laid in the package `dominoes`."""
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
    """The round's tiles laid in OpenSpiel's dominoes, where the opener always sits first."""
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


ENGINES: dict[str, Callable[[Played], Callable[[], object]]] = {
    "referee": ready_here,
    "dominoes": ready_in_dominoes,
    "open_spiel": ready_in_open_spiel,
}


def seconds(games: list[Played], ready: Callable[[Played], Callable[[], object]], runs: int = RUNS) -> float:
    """The least processor time that replaying all the games took, without the collector of garbage (as in timeit)."""
    best = float("inf")
    gc.collect()
    gc.disable()
    try:
        for _ in range(runs):
            replays = [ready(each) for each in games]
            start = time.process_time()
            for replay in replays:
                replay()
            best = min(best, time.process_time() - start)
    finally:
        gc.enable()
    return best


def flatness(variant: str, many: int = 10_000) -> float:
    """What the events of a round cost after `many` others, as a ratio to what they cost in a match just begun."""
    people = seat_people(variant, 2, random.Random(SEED), options={"target": 1_000_000})
    people.play_round()
    short = people.log
    while people.log.said < many:
        people.play_round()
    long, begun = people.log, len(people.said)
    people.play_round()
    deal, *events = people.said[begun:]

    def cost(before: Log) -> float:
        again = [{**deal, "round": len(before.state.rounds) + 1}, *events]
        return seconds([Played(before, [], again, [])] * 50, ready_here)

    return cost(long) / cost(short)


def main(number: int) -> None:
    """Print the table."""
    for variant in TWO_PLAYERS:
        chance = random.Random(SEED)
        games = [play(variant, 2, chance) for _ in range(number)]
        events = sum(len(each.said) for each in games)
        took = seconds(games, ready_here)
        print(
            f"{variant}, 2 players: {events / took:,.0f} rulings a second, {took / number * 1e3:.2f} ms a round"
        )
    chance = random.Random(SEED)
    teams = {"options": AS_THE_OTHERS, "teams": [["Ana", "Cal"], ["Ben", "Dan"]]}
    games = [play("edge.block", 4, chance, **teams) for _ in range(number)]
    events, lays = sum(len(each.said) for each in games), sum(len(each.lays) for each in games)
    print(f"\nThe same {number} games of four players in each engine: {lays} tiles, here {events} events")
    print(f"{'engine':12}{'µs a game':>12}{'µs a tile':>12}{'cost, referee = 1':>20}")
    ours = None
    for name, ready in ENGINES.items():
        if importlib.util.find_spec(name) is None and name != "referee":
            print(f"{name:12}  not installed")
            continue
        took = seconds(games, ready)
        ours = ours or took
        print(f"{name:12}{took / number * 1e6:12.1f}{took / lays * 1e6:12.2f}{took / ours:20.2f}")
    print(f"\nAn event after 10,000 others costs {flatness('edge.block'):.2f} times what it costs after ten")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
