"""What a phone needs to go on without a connection: what may touch what, whose turn it is, who holds how many.

It is told only where that is plain: halves need not make a sum, a turn is one tile, no cross is owed. Nothing in it
says what a tile scores. `static/js/ahead.js` goes on from it; a property test holds both together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from referee.drawing.placing import Arrangement
from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.match import Status
from referee.engine.layout import Laid, Layout, Open, Place, Spinner, SpinnerOpens
from referee.engine.tiles import Tile, tile, tiles_in
from referee.web.infra.answers import is_needed
from referee.web.parts.open_tables import Table, arrangement_of

Arranged = Callable[[Layout], Arrangement]

_COVERED = 2  # links that a double has when all of its sides are open that ever will be


def ahead_at(table: Table) -> str:
    """The facts for this phone, with how the next tile would lie if it needs to know; "" where they are not told."""
    return ahead_of(table.match, table.seat, partial(arrangement_of, table) if is_needed("places") else None)


def ahead_of(match: LineMatch, seat: int | None = None, arranged: Arranged | None = None) -> str:
    """The facts as JSON; "" where it takes the referee to say what comes next. `seat` is the only one that may act.

    If `arranged` gives the drawing of a layout, how the next tile would lie is told with each open end; not on a phone
    that has to wait for its turn.
    """
    current = match.round
    if match.status is not Status.PLAYING or current is None or not _is_plain(match, current):
        return ""
    layout, variant = current.layout, match.setup.variant
    may_act = seat is None or seat == current.turn
    arrangement = arranged(layout) if arranged is not None and may_act else None
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
        "places": arrangement is not None,
        "ends": [
            _end(layout, each, arrangement, _unseen_doubles(match, each.half)) for each in layout.frontier
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


def _unseen_doubles(match: LineMatch, half: int) -> bool:
    """Whether a double that nobody has seen may go on this half: its own, or the double blank if that is wild."""
    wild = tile(0, 0).bit if match.setup.variant.joins.has_wild_blanks else 0
    return bool(match.current.unseen & (tile(half, half).bit | wild))


def _end(layout: Layout, end: Open, arrangement: Arrangement | None, has_double: bool) -> list[Any]:
    """The tile, its open half, how many tiles may be set against it, and how they would lie: a single, a double.

    A tile lies at x, y (units, of its middle) along a heading. The double is left out if none is left that may go there.
    """
    room = _room(layout, end.tile, end.links)
    if arrangement is None or room <= 0:
        return [end.tile.name, end.half, room]
    tiles = [tile(end.half or 1, 0), tile(end.half, end.half)][: 1 + has_double]
    return [end.tile.name, end.half, room, *(_lying(arrangement, end, each) for each in tiles)]


def _lying(arrangement: Arrangement, end: Open, each: Tile) -> tuple[float, float, int]:
    """Where the tile would lie, and which way its arm runs there."""
    laid = Laid(each, Place(end.tile, end.half), end.half, each.other(end.half), end.links, False)
    lying = arrangement.where(laid)
    return lying.x, lying.y, lying.facing


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
