"""Rounds of every line game, played by chance: all of the layout is in sight after every tile, and little moves."""

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from referee.drawing.lying import SIZES
from referee.drawing.placing import Arrangement, arrange
from referee.drawing.svg import end_places
from referee.engine.games.line.state import LineRound
from referee.engine.layout import Layout, Shape
from referee.engine.setup import HeaderError
from referee.engine.sheets import LINE_GAMES
from tests.drawing.layouts import CROSS, EVERY, FIRST, IN_LINE, LINE, OPENING, random_layout
from tests.simulating import seat_people

ROUNDS = int(os.environ.get("REFEREE_DRAWING_ROUNDS", "145"))
KEYS = sorted(LINE_GAMES)

AREA = 344  # pixels: the width of the layout's area on the smallest phone; it is two thirds of that high
READABLE = 6.0  # pixels of half a tile, which then shows its figure; up to the 55 tiles of double-nine
JUST_READABLE = 4.5  # the same for larger sets, if every double opens four ways
MOST_MOVES = 16  # of the view in one round


def prefixes(layout: Layout) -> Iterator[Layout]:
    """The layout after each of its tiles."""
    grown = Layout(layout.shape)
    for laid in layout.laid:
        if laid.on is None:
            grown = grown.lead(laid.tile, stood=laid.stood)
        else:
            grown = grown.add(laid.tile, laid.on, laid.touching, stood=laid.stood, across=laid.across)
        yield grown


def whole_view(arrangement: Arrangement, layout: Layout) -> None:
    """No tile lies on another, and every tile and every open end is in the view."""
    left, top, width, height = arrangement.view.box
    taken: set[tuple[int, int]] = set()
    boxes = [each.box for each in arrangement.lying]
    places = end_places(arrangement, layout)
    for x, y, wide, high in boxes + [(each.x - 0.5, each.y - 0.5, 1.0, 1.0) for each in places]:
        assert left <= x, "beyond the left edge"
        assert x + wide <= left + width, "beyond the right edge"
        assert top <= y, "above"
        assert y + high <= top + height, "below"
        covered = {
            (column, row)
            for column in range(round(2 * x), round(2 * (x + wide)))
            for row in range(round(2 * y), round(2 * (y + high)))
        }
        assert not covered & taken, "one on the other"
        taken |= covered
    assert {each.place for each in places} == set(layout.places())


@dataclass
class Seen:
    """What was seen in the rounds so far, for the report."""

    rounds: int = 0
    tiles: int = 0
    steps: Counter[int] = field(default_factory=Counter)
    moves: Counter[int] = field(default_factory=Counter)
    anew: int = 0
    broken_off: int = 0
    took: list[float] = field(default_factory=list)
    took_anew: list[float] = field(default_factory=list)

    def follow(self, layout: Layout) -> Arrangement:
        """Draw a round tile by tile, and look at every drawing."""
        drawn = Arrangement(layout.shape)
        moves = 0
        for grown in prefixes(layout):
            began = time.perf_counter()
            after = drawn.add(grown.laid[-1])
            took = time.perf_counter() - began
            whole_view(after, grown)
            if after.anew == drawn.anew:
                assert after.lying[:-1] == drawn.lying, "a tile moved"
                self.took.append(took)
            else:
                self.took_anew.append(took)
            assert after.view.step >= drawn.view.step or not drawn.lying
            least = READABLE if len(after.lying) <= 55 else JUST_READABLE
            assert AREA / (SIZES[after.view.step][0] / 2) >= least, "too small"
            moves += after.view != drawn.view
            drawn = after
        assert moves <= MOST_MOVES, "the view moves too often"
        self.count(drawn, moves)
        return drawn

    def count(self, drawn: Arrangement, moves: int) -> None:
        """One round more."""
        self.rounds += 1
        self.tiles += len(drawn.lying)
        self.steps[drawn.view.step] += 1
        self.moves[moves] += 1
        self.anew += drawn.anew
        self.broken_off += drawn.continued

    def report(self) -> str:
        """All of it in a few lines."""
        took = sorted(self.took)
        middle = sorted(self.moves.elements())[self.rounds // 2]
        return (
            f"{self.rounds} rounds of {self.tiles / self.rounds:.0f} tiles; seen at the end from step "
            f"{dict(sorted(self.steps.items()))}; the view moved {middle} times, at most {max(self.moves)}; laid "
            f"anew {self.anew} times, at most {1000 * max(self.took_anew, default=0):.0f} ms; {self.broken_off} "
            f"tiles broke off; a tile took {1000 * took[len(took) // 2]:.2f} ms, "
            f"99 of 100 below {1000 * took[len(took) * 99 // 100]:.0f} ms"
        )


def played(number: int) -> Layout | None:
    """The layout at the end of a round that honest people played; None if its table cannot be set up."""
    chance = random.Random(f"drawn {number}")
    game = LINE_GAMES[KEYS[number % len(KEYS)]]
    tiles = chance.choice([each for each in game.all_sets if each <= 12])
    least, most = game.player_range(tiles)
    try:
        people = seat_people(game.key, chance.randint(least, most), chance, tiles=tiles)
    except HeaderError:
        return None
    people.play_round()
    in_hand = people.log.state.current
    assert isinstance(in_hand, LineRound)
    return in_hand.layout


def test_in_random_rounds_of_all_line_games_every_tile_and_every_end_is_always_in_sight() -> None:
    seen, number = Seen(), 0
    while seen.rounds < ROUNDS:
        number += 1
        layout = played(number)
        if layout is None or not layout.laid:
            continue
        drawn = seen.follow(layout)
        if number % 20 == 0:
            assert arrange(layout) == drawn, "another picture after a replay"
    print(seen.report())


def test_one_tile_lies_apart_rather_than_making_all_others_a_third_smaller() -> None:
    layout = played(518)  # laying all of them out again would take two more steps of the view
    assert layout is not None
    seen = Seen()
    drawn = seen.follow(layout)
    assert drawn.continued == 1
    assert drawn.view.step == 4


@pytest.mark.parametrize(
    ("shape", "high", "rounds"),
    [
        (LINE, 6, 12), (IN_LINE, 6, 6), (OPENING, 6, 12), (FIRST, 6, 8), (CROSS, 6, 8), (EVERY, 6, 8),
        (LINE, 9, 3), (OPENING, 9, 3), (EVERY, 9, 3), (LINE, 15, 1), (OPENING, 15, 1),
    ],
)  # fmt: skip
def test_a_layout_of_as_many_tiles_as_go_is_always_in_sight(shape: Shape, high: int, rounds: int) -> None:
    seen = Seen()
    for seed in range(rounds):
        seen.follow(random_layout(shape, high, seed))
    print(seen.report())


def test_after_undo_the_picture_is_the_one_from_before() -> None:
    for shape in (LINE, OPENING, EVERY):
        layout = random_layout(shape, 6, 5)
        drawn, before = Arrangement(shape), []
        for laid in layout.laid:
            before.append(drawn)
            drawn = drawn.add(laid)
        for count in (1, 7, len(layout.laid) // 2, len(layout.laid) - 1):
            assert arrange(replace(layout, laid=layout.laid[:count])) == before[count]
