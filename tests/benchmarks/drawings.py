"""The drawing of a layout, from its tiles to SVG."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from referee.drawing.placing import arrange
from referee.drawing.svg import layout_svg
from referee.engine.layout import Layout, Shape, Spinner
from referee.engine.tiles import Tile, tile_set
from tests.benchmarks.figures import Figure, beside, in_turn

SETS = {28: 6, 55: 9, 136: 15}


def measure(*, quick: bool) -> Iterator[Figure]:
    """Measure the drawing of one more tile, and of a whole set for three sets."""
    yield _next_tile(2 if quick else 20)
    for number, high in SETS.items():
        yield _drawing(number, high, 1 if quick else 5)


def _next_tile(turns: int) -> Figure:
    """The cost of a move: all other tiles are already placed, and only the last one needs a place."""
    layout = whole_layout(6)
    before = arrange(replace(layout, laid=layout.laid[:-1]))

    def moved() -> str:
        return layout_svg(before.add(layout.laid[-1]), layout, label="")

    def same() -> str:
        return layout_svg(known, layout, label="")

    known = before.add(layout.laid[-1])
    took = in_turn({"move": moved, "same": same}, turns)
    return beside(
        "drawing.move",
        "drawing of one tile more, the 28th, all doubles open four ways",
        took["move"],
        took["same"],
        "the same written out where all tiles lie already",
    )


def _drawing(number: int, high: int, turns: int) -> Figure:
    layout = whole_layout(high)

    def placed() -> str:
        return layout_svg(arrange(layout), layout, label="")

    def named() -> str:
        at = enumerate(layout.laid)
        return "".join(f'<use href="#{each.tile}" x="{place}" y="{place}"/>' for place, each in at)

    took = in_turn({"draw": placed, "name": named}, turns)
    return beside(
        f"drawing.{number}",
        f"drawing of {len(layout.laid)} tiles, all doubles open four ways, each placed anew",
        took["draw"],
        took["name"],
        "one line of text for each tile, and no thought where it lies",
    )


def whole_layout(high: int) -> Layout:
    """A layout with every tile of the set, in which all doubles open four ways and few ends show the same number."""
    left: list[Tile] = list(tile_set(high).tiles)
    layout = Layout(Shape(spinner=Spinner.ALL)).lead(left.pop())
    while left:
        open_now = Counter(place.half for place in layout.places())
        able = [(place, each) for place in layout.places() for each in left if place.half in each.halves]
        if not able:
            break
        place, each = min(
            able, key=lambda pair: (not pair[1].is_double, open_now[pair[1].other(pair[0].half)])
        )
        left.remove(each)
        layout = layout.add(each, place, place.half)
    return layout
