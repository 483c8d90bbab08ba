"""Finds where each tile of a layout lies in the drawing, and what part of the table is shown.

Both depend only on the tiles in the order laid, so that every phone, the log and the paper show the same
picture. A tile keeps its place until the next one fits nowhere. Then the whole chain is laid out again, which
counts as a step of the view; or if that would make it much smaller, that one tile lies apart.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from referee.drawing.lying import (
    DEPTH,
    FAR,
    NEAR,
    REACH,
    RIGHT,
    SIZES,
    TILE,
    WHOLE,
    WIDEST,
    Edges,
    EndKind,
    Lying,
    Mark,
    OpenFace,
    View,
    before,
    edges_of,
    new_ends,
    stray_ends,
    ways_at,
)
from referee.drawing.room import Cover, Room, beside, cover_of, walls_of
from referee.engine.layout import Laid, Layout, Shape, Spinner

_BOARD_EDGE = 8  # columns of the board kept free, so that the surroundings of a tile are on it too

_DEAR = 55  # a place with this cost is used only if a larger frame has no better one
_LONG = 36  # tiles; for a longer chain, fewer ways of laying it out again are tried
_LONGEST = 60  # tiles; a longer chain is laid out again only if a tile fits nowhere
_FOOT = 5  # half units below everything, where an arm without room continues


class RoutingFrame(NamedTuple):
    """The routing frame: its step, and its edges, which never leave the board."""

    step: int
    edges: Edges

    def larger(self, need: Edges) -> Iterator["RoutingFrame"]:
        """The frames to try if this one has no good place: larger ones, centred on the tiles."""
        x, y = need.middle
        for step in range(self.step + 1, len(SIZES)):
            found = frame_around(step, (round(x), round(y)))
            if found.edges.holds(need):
                yield found


def frame_around(step: int, middle: tuple[float, float]) -> RoutingFrame:
    """The routing frame of a step, cut off at the edge of the board."""
    side = REACH - _BOARD_EDGE
    left, top, right, bottom = edges_of(*middle, *SIZES[step])
    return RoutingFrame(
        step, Edges(max(left, -side), max(top, _BOARD_EDGE - DEPTH), min(right, side), bottom)
    )


class Arrangement(NamedTuple):
    """The places of all tiles, and what is shown. It is immutable: adding a tile returns a new one.

    `extent` is the edges of all tiles. `hand` is the direction in which arms prefer to turn (0: clockwise),
    `anew` how often the chain was laid out again.
    """

    shape: Shape
    lying: tuple[Lying, ...] = ()
    ends: tuple[OpenFace, ...] = ()
    covers: tuple[Cover, ...] = ()
    frame: RoutingFrame = frame_around(NEAR, (0, 0))
    view: View = View(NEAR, 0, 0)
    extent: Edges = Edges(0, 0, 0, 0)
    hand: int = 0
    anew: int = 0

    def add(self, laid: Laid) -> "Arrangement":
        """The arrangement with one more tile."""
        if not self.lying:
            frame = frame_around(_first_step(self.shape), (0, 0))
            return _looked_at(_lead(self._replace(frame=frame), laid))
        placed = _placed(self, laid)
        if placed is None:
            anew, continued = _laid_anew(self, laid, None), _looked_at(_continued(self, laid))
            largest = max(WIDEST, continued.view.step + 1)
            return continued if anew is None or anew.view.step > largest else anew
        seen = _looked_at(placed)
        count = len(seen.lying)
        if count <= _LONGEST and seen.view.step > max(self.view.step, _worth_seeing(count)):
            return _laid_anew(self, laid, seen) or seen
        return seen

    def tried(self, laid: Laid) -> "Arrangement":
        """The arrangement with a tile to preview: no other tile moves, but the view may widen."""
        return _looked_at(_placed(self, laid) or _continued(self, laid))

    def where(self, laid: Laid) -> Lying:
        """The place that a tile would get."""
        best = _choice(self, laid)
        return best.lying if best is not None else _continued(self, laid).lying[-1]

    @property
    def need(self) -> Edges:
        """The edges of all tiles and of the squares at all ends, in half units."""
        left, top, right, bottom = self.extent
        for end in self.ends:
            column, row, _ = end.face
            left, top = min(left, column - 1), min(top, row - 1)
            right, bottom = max(right, column + 1), max(bottom, row + 1)
        return Edges(left, top, right, bottom)

    @property
    def continued(self) -> int:
        """How many tiles found no room at the half that they touch."""
        return sum(each.mark is not None for each in self.lying)


def _worth_seeing(tiles: int) -> int:
    """The largest step for this many tiles; past it the chain is laid out again."""
    return FAR if tiles <= 28 else WIDEST


def arrange(layout: Layout) -> Arrangement:
    """The arrangement of all tiles of a layout."""
    arrangement = Arrangement(layout.shape)
    for laid in layout.laid:
        arrangement = arrangement.add(laid)
    return arrangement


def _lead(start: Arrangement, laid: Laid) -> Arrangement:
    root = Lying(laid, 0, 0, RIGHT, start.shape.lies_across(laid))
    return _with(start, root, None)


def _spins(arrangement: Arrangement, laid: Laid) -> bool:
    """Whether the tile, laid next, is a double that opens four ways, now or later."""
    spinner = arrangement.shape.spinner
    if spinner is Spinner.NONE or not laid.tile.is_double:
        return False
    if spinner is Spinner.FIRST_DOUBLE:
        return not any(each.laid.tile.is_double for each in arrangement.lying)
    return spinner is Spinner.ALL or not arrangement.lying


class _Choice(NamedTuple):
    cost: int
    lying: Lying
    end: OpenFace
    frame: RoutingFrame


def _placed(arrangement: Arrangement, laid: Laid) -> Arrangement | None:
    """The arrangement with the tile at its best place; None if it fits nowhere."""
    best = _choice(arrangement, laid)
    return None if best is None else _with(arrangement._replace(frame=best.frame), best.lying, best.end)


def _choice(arrangement: Arrangement, laid: Laid) -> _Choice | None:
    """The best place for the tile, in the frame or a larger one; None if it fits nowhere."""
    _, ends = _ends_for(arrangement, laid)
    need = arrangement.need
    rooms = [Room(arrangement.covers, arrangement.ends, end, need=need) for end in ends]
    best: _Choice | None = None
    for is_tight in (False, True):
        for frame in chain((arrangement.frame,), arrangement.frame.larger(need)):
            for room in rooms:
                room.within(frame.edges, is_tight=is_tight)
            found = _cheapest(arrangement, laid, frame, rooms)
            if best is not None and found is not None and found.cost >= best.cost:
                break  # a larger frame does not make it cheaper
            best = found or best
            if best is not None and best.cost < _DEAR:
                break
        if best is not None:
            break
    return best


def _ends_for(arrangement: Arrangement, laid: Laid) -> tuple[int, list[OpenFace]]:
    """The number of the tile that it touches, and the ends where it may be laid. At a double, its sides come before
    its short ends."""
    assert laid.on is not None
    lying, half = arrangement.lying, laid.on.half
    owner = next(i for i in range(len(lying) - 1, -1, -1) if lying[i].laid.tile is laid.on.tile)
    mine = [end for end in arrangement.ends if end.owner == owner and end.half == half]
    if mine:
        return owner, [end for end in mine if end.kind is mine[0].kind]
    single, across = walls_of(lying, arrangement.covers, owner)
    strays = stray_ends(lying[owner], owner, half)
    return owner, [end._replace(single=single, across=across) for end in strays]


def _cheapest(arrangement: Arrangement, laid: Laid, frame: RoutingFrame, rooms: list[Room]) -> _Choice | None:
    across, spins = arrangement.shape.lies_across(laid), _spins(arrangement, laid)
    best: _Choice | None = None
    for room in rooms:
        end = room.end
        for own, (column, row, facing) in ways_at(end, across=across, hand=arrangement.hand):
            least = best.cost if best is not None else 1 << 30
            if own >= least:
                break
            lying = Lying(laid, column, row, facing, across, end.owner)
            cover = cover_of(lying)
            fresh = new_ends(lying, len(arrangement.lying), spins=spins, before_it=end)
            if not room.fits(lying, cover, fresh):
                continue
            cost = room.cost(own, lying, cover, fresh, least)
            if cost < least:
                best = _Choice(cost, lying, end, frame)
            if cost == own:
                break  # it blocks nothing, and all remaining places have at least this cost of their own
    return best


def _with(arrangement: Arrangement, lying: Lying, end: OpenFace | None) -> Arrangement:
    """The arrangement with one more tile, laid at `end` (None for the first tile)."""
    number, cover = len(arrangement.lying), cover_of(lying)
    boxes = [arrangement.extent, edges_of(lying.column, lying.row, *TILE[lying.upright])]
    if lying.mark is not None:
        boxes.append(edges_of(round(2 * lying.mark.to_x), round(2 * lying.mark.to_y), 2, 2))
    left, top, right, bottom = zip(*boxes, strict=True)
    one_arm = arrangement.shape.arms == 1 and lying.owner == 0
    kept = [
        beside(each, cover, lying.owner)
        for each in arrangement.ends
        if each is not end and not (one_arm and each.owner == 0)
    ]
    grown = arrangement._replace(
        lying=(*arrangement.lying, lying),
        covers=(*arrangement.covers, cover),
        extent=Edges(min(left), min(top), max(right), max(bottom)),
    )
    single, across = walls_of(grown.lying, grown.covers, number)
    fresh = [
        each._replace(single=single, across=across)
        for each in new_ends(lying, number, spins=_spins(arrangement, lying.laid), before_it=end)
    ]
    return grown._replace(ends=(*kept, *fresh))


def _looked_at(arrangement: Arrangement) -> Arrangement:
    """The arrangement with its view extended to show everything."""
    faces = [each.face for each in arrangement.ends if each.kind is not EndKind.CROSS]
    on = ((edges_of(column, row, 2, 2), heading) for column, row, heading in faces)
    return arrangement._replace(view=arrangement.view.seeing(arrangement.need, on))


def _laid_anew(arrangement: Arrangement, laid: Laid, otherwise: Arrangement | None) -> Arrangement | None:
    """The whole chain laid out again with one more tile, in the way that shows it largest.

    None if no way fits, or none shows it larger than `otherwise`.
    """
    best = otherwise
    tiles = [*(each.laid for each in arrangement.lying), laid]
    for step, hand in _ways_anew(arrangement, otherwise):
        found = _chain(arrangement, tiles, step, hand)
        if found is not None and (best is None or found.view.step < best.view.step):
            best = found
            is_long = otherwise is None and len(tiles) > _LONG
            if is_long or best.view.step <= max(arrangement.view.step, _worth_seeing(len(tiles))):
                break
    if best is None:  # only a larger frame still helps
        larger = range(max(_first_step(arrangement.shape), arrangement.view.step) + 2, WIDEST + 1)
        best = next(filter(None, (_chain(arrangement, tiles, step, 0) for step in larger)), None)
    return None if best is otherwise else best


def _ways_anew(arrangement: Arrangement, otherwise: Arrangement | None) -> Iterator[tuple[int, int]]:
    """The frame steps to start with and the turning directions to try: few for a long chain, to save time."""
    first = _first_step(arrangement.shape)
    last = otherwise.view.step if otherwise is not None else max(first, arrangement.view.step) + 2
    frames = 2 if otherwise is None or len(arrangement.lying) <= _LONG else 1
    for step in range(max(first, last - frames), last):
        yield step, 0
        yield step, 1


def _first_step(shape: Shape) -> int:
    """The first step of the routing frame: wider if every double is a spinner, to leave room for branches."""
    return WHOLE if shape.spinner is Spinner.ALL else NEAR


def _chain(arrangement: Arrangement, tiles: list[Laid], step: int, hand: int) -> Arrangement | None:
    start = Arrangement(arrangement.shape, frame=frame_around(step, (0, 0)), hand=hand)
    grown = _lead(start, tiles[0])
    for laid in tiles[1:]:
        placed = _placed(grown, laid)
        if placed is None:
            return None
        grown = placed
    whole = grown._replace(view=View(arrangement.view.step, 1 << 20, 0), anew=arrangement.anew + 1)
    return _looked_at(whole)


def _continued(arrangement: Arrangement, laid: Laid) -> Arrangement:
    """For a tile without room at its half: put it in a free row at the bottom, and mark both places with a letter."""
    owner, (end, *_) = _ends_for(arrangement, laid)
    need = arrangement.need
    start = before(round(need.left) + 1, round(need.bottom) + _FOOT, RIGHT, 2)
    across = arrangement.shape.lies_across(laid)
    middle = start if across else before(start.column, start.row, RIGHT, 1)
    letter = chr(ord("A") + arrangement.continued % 26)
    is_free = not any(cover.cells & end.square for cover in arrangement.covers)
    broken_at = end.face if is_free else before(*end.face, -1)
    mark = Mark(letter, broken_at.column / 2, broken_at.row / 2, start.column / 2 - 1, start.row / 2)
    lying = Lying(laid, middle.column, middle.row, RIGHT, across, owner, mark)
    grown = _with(arrangement, lying, end)
    need, frame = grown.need, grown.frame
    if not frame.edges.holds(need):
        frames = (frame_around(step, need.middle) for step in range(frame.step, len(SIZES)))
        frame = next((each for each in frames if each.edges.holds(need)), frame)
    return grown._replace(frame=frame)
