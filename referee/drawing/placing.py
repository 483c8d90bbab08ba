"""Where each tile of a layout lies in the drawing.

What lies never moves: where a tile lies is found from the tiles before it, never from those after. In a
line, or with one spinner in the middle, arms run in a serpentine, each in its own part of the frame, and
cannot meet. Where branches may grow anywhere, each open end keeps a way out, and a tile is laid so that the
fewest ways are lost.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.drawing.arms import arm_from, faces_of, new_ends, pose_at, poses_at, turned, wanted
from referee.drawing.board import DOWN, REACH, RIGHT, UP, cells, is_within
from referee.drawing.lying import Arm, Lying, Pose, TileFace, cells_of, step
from referee.drawing.ways import End, Ground
from referee.engine.layout import Laid, Layout, Open, Place, Shape, Spinner

WIDTH = 17.0
HEIGHT = 12.6
GROWTH = 4.0
PLACE = 0.84

_OPEN_ROOM = 1.1  # above and below what lies, so that an open place is inside the frame too
_CLEARING = 6  # half units that a tile laid apart keeps free on each side, itself included
_BEYOND = 14  # rows beyond what lies where no way leads


class OpenPlace(NamedTuple):
    """Where a tile may go: the middle of the unit square there (units), its number, whether it is tinted.

    `waits` if a cross is owed elsewhere, so that no tile may go there yet.
    """

    place: Place
    x: float
    y: float
    number: int
    tinted: bool
    waits: bool


class Arrangement(NamedTuple):
    """All tiles where they lie. It is never changed: adding a tile gives a new one."""

    shape: Shape
    lying: tuple[Lying, ...] = ()
    ends: tuple[End, ...] = ()
    covered: int = 0
    top: int = 0
    bottom: int = 0
    first_double: int = -1
    crowded: bool = False  # arms may meet, so that each end must keep a way open

    def add(self, laid: Laid) -> Arrangement:
        """The arrangement with one more tile, which lies where it will stay."""
        if not self.lying:
            return _lead(self.shape, laid)
        return _lay(self, laid)

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the drawing in units, the middle of the first tile being 0, 0."""
        top = bottom = HEIGHT / 2
        while -top > self.top / 2 - _OPEN_ROOM:
            top += GROWTH
        while bottom < self.bottom / 2 + _OPEN_ROOM:
            bottom += GROWTH
        return -WIDTH / 2, -top, WIDTH, top + bottom

    @property
    def apart(self) -> int:
        """How many tiles found no room at the half that they touch."""
        return sum(each.thread is not None for each in self.lying)


def arrange(layout: Layout) -> Arrangement:
    """The arrangement of all tiles of a layout."""
    arrangement = Arrangement(layout.shape)
    for laid in layout.laid:
        arrangement = arrangement.add(laid)
    return arrangement


def open_places(
    arrangement: Arrangement, layout: Layout, *, counts_ends: bool = True
) -> tuple[OpenPlace, ...]:
    """Each place of `layout` that is open, as often as it has a free face.

    Tinted is what counts in the sum of the ends, in games that do not count them (`counts_ends`) every place,
    and while a cross is owed just what it lacks. `arrangement` must be of that layout. A place that is walled
    in on all sides is left out.
    """
    cross = layout.cross()
    states = {(each.tile, each.half): each for each in layout.frontier}
    found = []
    taken = arrangement.covered
    for end in arrangement.ends:
        tile = arrangement.lying[end.owner].tile
        state = states.get((tile, end.half))
        if state is None or not _is_open(layout, state, end.crosswise):
            continue
        face = _free_face(arrangement, end, taken)
        if face is None:
            continue
        taken |= cells(face.column, face.row, 2, 2)
        waits = cross is not None and tile is not cross.tile
        counts = layout.counted(state) and (not end.crosswise or state.links >= 2)
        tinted = not waits if cross is not None else counts or not counts_ends
        place = Place(tile, end.half)
        found.append(OpenPlace(place, face.column / 2, face.row / 2, end.half, tinted, waits))
    return tuple(found)


def _is_open(layout: Layout, state: Open, crosswise: bool) -> bool:
    if not state.tile.is_double:
        return True
    capacity = layout.capacity(state.tile, state.links)
    return state.links < capacity and (not crosswise or capacity == 4)


def _free_face(arrangement: Arrangement, end: End, taken: int) -> TileFace | None:
    """The face of an end, or another of the same half where that one is walled in."""
    others = faces_of(arrangement.lying[end.owner], end.half, end.face.heading)
    for face in (end.face, *(face for _, face in others)):
        if is_within(face.column, 2) and not taken & cells(face.column, face.row, 2, 2):
            return face
    return None


def _lead(shape: Shape, laid: Laid) -> Arrangement:
    root = Lying(laid, 0, 0, RIGHT, Arm(DOWN), shape.lies_across(laid))
    double = laid.tile.is_double
    crowded = shape.spinner is Spinner.ALL or (shape.spinner is Spinner.FIRST_DOUBLE and not double)
    start = Arrangement(shape, crowded=crowded)
    return _with_ways(_with(start, root, None)) if crowded else _with(start, root, None)


def _with_ways(arrangement: Arrangement) -> Arrangement:
    ground = Ground(arrangement.covered, arrangement.top, arrangement.bottom)
    return arrangement._replace(ends=ground.ways_for((), arrangement.ends)[0])


def _spins(arrangement: Arrangement, owner: int) -> bool:
    """Whether the tile is a double that opens four ways, now or later."""
    spinner = arrangement.shape.spinner
    if spinner is Spinner.NONE or not arrangement.lying[owner].tile.is_double:
        return False
    if spinner is Spinner.FIRST_DOUBLE:
        return owner == arrangement.first_double
    return spinner is Spinner.ALL or owner == 0


def _lay(arrangement: Arrangement, laid: Laid) -> Arrangement:
    assert laid.on is not None
    touched, half = laid.on
    owner = next(i for i in range(len(arrangement.lying) - 1, -1, -1) if arrangement.lying[i].tile is touched)
    if not arrangement.crowded and not laid.across:
        face = next((end.face for end in arrangement.ends if end.owner == owner and end.half == half), None)
        if face is not None:
            across = arrangement.shape.lies_across(laid)
            pose = pose_at(face, wanted(face, *_arm_from(arrangement, owner, face)), 0, across=across)
            if _is_free(arrangement, pose, across):
                return _place(arrangement, laid, owner, pose)
    if not arrangement.crowded:
        arrangement = _with_ways(arrangement._replace(crowded=True))
    return _search(arrangement, laid, owner)


def _arm_from(arrangement: Arrangement, owner: int, face: TileFace) -> tuple[Arm, int]:
    spins = _spins(arrangement, owner)
    crowded = arrangement.crowded
    return arm_from(arrangement.lying[owner], face, is_root=owner == 0, spins=spins, crowded=crowded)


def _is_free(arrangement: Arrangement, pose: Pose, across: bool) -> bool:
    upright = (pose.facing in (UP, DOWN)) != across
    if not is_within(pose.column, 2 if upright else 4):
        return False
    return not arrangement.covered & cells_of(across, pose.column, pose.row, pose.facing)


def _search(arrangement: Arrangement, laid: Laid, owner: int) -> Arrangement:
    """The tile in the pose that is most welcome and costs the other ends least of their ways."""
    best, least = None, 1 << 30
    before = sum(end.lack for end in arrangement.ends)
    for pose in _poses(arrangement, laid, owner):
        if pose.cost >= least:
            break
        placed, cost = _try(arrangement, laid, owner, pose)
        if cost - before + pose.cost < least:
            best, least = placed, cost - before + pose.cost
    return best if best is not None else _lay_apart(arrangement, laid, owner)


def _poses(arrangement: Arrangement, laid: Laid, owner: int) -> list[Pose]:
    """Every free pose of a tile at the half that it touches, the most welcome first."""
    assert laid.on is not None
    touched, half = arrangement.lying[owner], laid.on.half
    across, double = arrangement.shape.lies_across(laid), laid.tile.is_double
    faces = [(0, end.face) for end in arrangement.ends if end.owner == owner and end.half == half]
    toward = dict.fromkeys(face.heading for _, face in faces if not touched.across) or (touched.facing,)
    found: dict[tuple[int, int, int], Pose] = {}
    for cost, face in faces + [each for heading in toward for each in faces_of(touched, half, heading)]:
        way = wanted(face, *_arm_from(arrangement, owner, face))
        for pose in poses_at(face, way, cost, across=across, double=double):
            if _is_free(arrangement, pose, across):
                found.setdefault(pose[:3], pose)
    return sorted(found.values(), key=lambda pose: pose.cost)


def _try(arrangement: Arrangement, laid: Laid, owner: int, pose: Pose) -> tuple[Arrangement, int]:
    """The arrangement with the tile in that pose, and what all its ends lack together."""
    placed = _place(arrangement, laid, owner, pose)
    across = arrangement.shape.lies_across(laid)
    here = cells_of(across, pose.column, pose.row, pose.facing)
    fresh = len(arrangement.lying)
    kept = tuple(end for end in placed.ends if end.owner != fresh and not end.way & here)
    wanting = tuple(end for end in placed.ends if end.owner == fresh or end.way & here)
    ends, cost = Ground(placed.covered, placed.top, placed.bottom).ways_for(kept, wanting)
    order = {(end.owner, end.half, end.face): number for number, end in enumerate(placed.ends)}
    ends = tuple(sorted(ends, key=lambda end: order[end.owner, end.half, end.face]))
    return placed._replace(ends=ends), cost


def _place(arrangement: Arrangement, laid: Laid, owner: int, pose: Pose) -> Arrangement:
    """The arrangement with the tile in a pose that is free; its new ends keep no way yet."""
    arm, turn_at = _arm_from(arrangement, owner, pose.face)
    arm, turn_at = turned(arm, turn_at, pose.face, pose.facing, arrangement.crowded)
    across = arrangement.shape.lies_across(laid)
    lying = Lying(laid, pose.column, pose.row, pose.facing, arm, across, turn_at)
    ends = _without(arrangement.ends, owner, laid.on.half if laid.on else 0, pose.face)
    return _with(arrangement._replace(ends=ends), lying, pose.face)


def _with(arrangement: Arrangement, lying: Lying, face: TileFace | None) -> Arrangement:
    fresh = len(arrangement.lying)
    is_double = lying.tile.is_double
    tall = 2 if lying.upright else 1
    grown = arrangement._replace(
        lying=(*arrangement.lying, lying),
        covered=arrangement.covered | cells_of(lying.across, lying.column, lying.row, lying.facing),
        top=min(arrangement.top, lying.row - tall),
        bottom=max(arrangement.bottom, lying.row + tall),
        first_double=fresh if is_double and arrangement.first_double < 0 else arrangement.first_double,
    )
    new = new_ends(lying, face is None, _spins(grown, fresh))
    return grown._replace(ends=(*arrangement.ends, *(End(fresh, *each, not is_double) for each in new)))


def _without(ends: tuple[End, ...], owner: int, half: int, face: TileFace) -> tuple[End, ...]:
    """The ends without the one that a tile has used: the one at `face`, else the first of that half."""
    mine = [end for end in ends if end.owner == owner and end.half == half]
    if not mine:
        return ends
    used = next((end for end in mine if end.face == face), mine[0])
    return tuple(end for end in ends if end is not used)


def _lay_apart(arrangement: Arrangement, laid: Laid, owner: int) -> Arrangement:
    """No room is left around the half: the tile lies in the nearest free area, tied to it by a line."""
    assert laid.on is not None
    touched = arrangement.lying[owner]
    heading = touched.heading_of(laid.on.half)
    is_middle = touched.tile.is_double and touched.across
    half = step(touched.column, touched.row, heading, 0 if is_middle else 1)
    row, column = _nearest_clearing(arrangement, *half)
    facing = heading if heading in (UP, DOWN) else (UP if row < half[1] else DOWN)
    across = arrangement.shape.lies_across(laid)
    start = step(column, row, facing, 0 if across else -1)
    thread = (half[0] / 2, half[1] / 2, start[0] / 2, start[1] / 2)
    lying = Lying(laid, column, row, facing, Arm(facing), across, abs(row) + _CLEARING, thread)
    face = TileFace(column, row, facing)
    ends = _without(arrangement.ends, owner, laid.on.half, face)
    return _with_ways(_with(arrangement._replace(ends=ends), lying, face))


def _nearest_clearing(arrangement: Arrangement, column: int, row: int) -> tuple[int, int]:
    """Row and column of the nearest square of three units that neither a tile nor a way covers."""
    kept = arrangement.covered
    for end in arrangement.ends:
        kept |= end.way
    spots = (
        (abs(across - column) + abs(down - row), down, across)
        for down in range(arrangement.top - _BEYOND, arrangement.bottom + _BEYOND)
        for across in range(_CLEARING // 2 - REACH, REACH - _CLEARING // 2 + 1)
        if not kept & cells(across, down, _CLEARING, _CLEARING)
    )
    _, down, across = min(spots)
    return down, across
