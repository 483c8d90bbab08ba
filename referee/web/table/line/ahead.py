"""What a phone must know to go on without a connection: what may touch what, whose turn it is, who holds how many.

It is told only where that is plain: halves need not make a sum, a turn is one tile, no cross is owed. Nothing in it
says what a tile scores. `static/js/ahead.js` goes on from it; a property test holds both together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.match import Status
from referee.engine.layout import Layout, Spinner, SpinnerOpens
from referee.engine.tiles import Tile, tiles_in

_COVERED = 2  # links that a double has when all of its sides are open that ever will be


def ahead_of(match: LineMatch, seat: int | None = None) -> str:
    """The facts as JSON; "" where it takes the referee to say what comes next. `seat` is the only one that may act."""
    current = match.round
    if match.status is not Status.PLAYING or current is None or not _is_plain(match, current):
        return ""
    layout, variant = current.layout, match.setup.variant
    facts: dict[str, Any] = {
        "names": match.setup.players,
        "turn": current.turn,
        "step": match.setup.step,
        "held": current.hands,
        "asleep": current.boneyard,
        "reserve": variant.drawing.reserve,
        "draw": "" if not variant.drawing.is_allowed else "one" if variant.drawing.is_one_tile else "more",
        "drawn": current.drawn,
        "passed": [name for name in range(len(current.hands)) if current.passed >> name & 1],
        "unseen": _written(tiles_in(current.unseen)),
        "ends": [
            [each.tile.name, each.half, _room(layout, each.tile, each.links)] for each in layout.frontier
        ],
        "spinner": _next_double(layout),
        "at_once": layout.shape.opens is SpinnerOpens.AT_ONCE,
        "blanks": variant.joins.blanks,
        "silent": variant.claims.are_made,
        "scores": variant.counting.tiles_score or variant.claims.are_made,
        "only": seat,
    }
    return json.dumps(facts, separators=(",", ":"), ensure_ascii=False)


def _is_plain(match: LineMatch, current: LineRound) -> bool:
    """Whether what comes after a tile, a draw or a pass follows from the facts alone."""
    variant, layout = match.setup.variant, current.layout
    if variant.rows is not None or not layout.laid or current.turn is None or current.going_on:
        return False
    if variant.joins.makes_sums or not variant.turns.one_tile:
        return False
    if layout.shape.arms == 1 and len(layout.laid) == 1:
        return False  # its second half closes with the next tile
    return not layout.shape.cross_first or (layout.first_double is not None and layout.cross() is None)


def _room(layout: Layout, tile: Tile, links: int) -> int:
    """How many tiles may still be set against an end."""
    return layout.capacity(tile, _COVERED) - links if tile.is_double else 1


def _next_double(layout: Layout) -> str:
    """Which of the doubles to come open four ways: "all", the "next" one, or "" for none."""
    spinner = layout.shape.spinner
    if spinner is Spinner.ALL:
        return "all"
    return "next" if spinner is Spinner.FIRST_DOUBLE and layout.first_double is None else ""


def _written(tiles: Iterable[Tile]) -> str:
    """The tiles, two hexadecimal digits each."""
    return "".join(f"{each.high:x}{each.low:x}" for each in tiles)
