"""Layouts to draw: rounds laid by chance, and lines written out."""

import random

from hypothesis import strategies as st

from referee.engine.layout import Layout, Place, Shape, Spinner, SpinnerOpens
from referee.engine.rules.joins import JoinReading
from referee.engine.tiles import read_tile, tile_set

LINE = Shape()
OPENING = Shape(Spinner.OPENING_DOUBLE)
FIRST = Shape(Spinner.FIRST_DOUBLE)
CROSS = Shape(Spinner.FIRST_DOUBLE, cross_first=True)
EVERY = Shape(Spinner.ALL, SpinnerOpens.AFTER_ONE_TILE)
ONE_ARM = Shape(arms=1)
IN_LINE = Shape(in_line=True)
SHAPES = [LINE, OPENING, FIRST, CROSS, EVERY, ONE_ARM, IN_LINE]


def random_layout(shape: Shape, high: int, seed: int, misplays: bool = False) -> Layout:
    """A round laid by touching equal halves until no tile fits; misplays go anywhere."""
    chance = random.Random(seed)
    left = list(tile_set(high).tiles)
    chance.shuffle(left)
    layout = Layout(shape).lead(left.pop())
    while True:
        places = layout.places_now()
        fitting = [(each, place) for each in left for place in places if place.half in each.halves]
        if not fitting:
            return layout
        new, place = chance.choice(fitting)
        left.remove(new)
        if misplays and chance.random() < 0.1:
            under = chance.choice(layout.laid).tile
            wrong = Place(under, chance.choice(under.halves))
            layout = layout.add(new, wrong, chance.choice(new.halves), stood=True)
        else:
            layout = layout.add(new, place, place.half)


def random_matador(shape: Shape, game: tuple[int, int], seed: int, crosswise: bool = False) -> Layout:
    """A round of halves that make a sum, until no tile fits; `game` is that sum and the set's highest double.

    Matadors lie in line, or where `crosswise` now and then across.
    """
    target_sum, high = game
    joins = JoinReading("sum", target_sum, "match_only")
    chance = random.Random(seed)
    left = list(tile_set(high).tiles)
    chance.shuffle(left)
    layout = Layout(shape).lead(left.pop())
    while True:
        ways = [
            (new, place, half)
            for new in left
            for place in layout.places_now()
            for half in joins.touching(place.half, new)
        ]
        if not ways:
            return layout
        new, place, half = chance.choice(ways)
        left.remove(new)
        across = crosswise and joins.is_matador(new) and not new.is_double and chance.random() < 0.8
        layout = layout.add(new, place, half, across=across)


def line_of(shape: Shape, *steps: str) -> Layout:
    """A layout from "6-6", "6-3 on 6-6" ..."""
    layout: Layout | None = None
    for step in steps:
        name, _, on = step.partition(" on ")
        new = read_tile(name)
        assert new is not None
        if layout is None:
            layout = Layout(shape).lead(new)
            continue
        under = read_tile(on)
        assert under is not None
        half = next(half for half in under.halves if half in new.halves)
        layout = layout.add(new, Place(under, half), half)
    assert layout is not None
    return layout


shapes = st.sampled_from(SHAPES)
matadors = st.builds(
    random_matador,
    st.sampled_from([LINE, IN_LINE, ONE_ARM]),
    st.sampled_from([(7, 6), (7, 6), (10, 9)]),
    st.integers(0, 10**6),
    st.booleans(),
)
layouts = matadors | st.builds(
    random_layout, shapes, st.sampled_from([6, 6, 6, 9]), st.integers(0, 10**6), st.booleans()
)
