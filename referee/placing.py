"""Where each tile of a layout lies in the drawing.

Lengths inside are half units: a half of a tile is 2 x 2 of them, so that a double can lie across its arm. The
middle of the first tile is the origin, rows grow downward. What lies never moves: where a tile lies is found from
the tiles before it, never from those after.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.board import DOWN, LEFT, REACH, RIGHT, STEP, UP, Window, cells, is_within
from referee.layout import Laid, Layout, Place, Shape, Spinner
from referee.tiles import Tile

WIDTH = 17.0
HEIGHT = 12.6
GROWTH = 4.0
PLACE = 0.84

_TURN_ROOM = 3  # before the edge: a turning tile and half of a double across it
_LEG = 6  # how far an arm goes outward before it runs back
_FIRST_LEG = 6  # where an arm straight up or down nears the edge of the first frame
_WAY_COST = {4: 0, 3: 3, 2: 6, 0: 40}


class Arm(NamedTuple):
    """A run of tiles: which way it grows in the long run, and between which columns it keeps."""

    outward: int
    low: int = -REACH
    high: int = REACH


class Face(NamedTuple):
    """The middle of the unit square before a half, and the way that one looks from the half."""

    column: int
    row: int
    heading: int


class End(NamedTuple):
    """A face where a tile may come: of which tile in the order laid, of which half; the cells kept free for it."""

    owner: int
    half: int
    face: Face
    crosswise: bool
    way: int


class Pose(NamedTuple):
    """One way to lay a tile: its middle, the way it points, the face it is set against, how unwelcome that is."""

    column: int
    row: int
    facing: int
    face: Face
    cost: int


class Lying(NamedTuple):
    """A tile in the drawing. `facing` points from its touching half outward, of a double the way its arm runs.

    `thread` is the line (x, y, x, y in units) to the half that it touches where the tile had to be laid apart.
    """

    laid: Laid
    column: int
    row: int
    facing: int
    arm: Arm
    turn_at: int = 0
    thread: tuple[float, float, float, float] | None = None

    @property
    def tile(self) -> Tile:
        """The tile that lies here."""
        return self.laid.tile

    @property
    def x(self) -> float:
        """Its middle in units right of the middle of the first tile."""
        return self.column / 2

    @property
    def y(self) -> float:
        """Its middle in units below the middle of the first tile."""
        return self.row / 2

    @property
    def upright(self) -> bool:
        """Whether the tile stands: its halves lie one above the other."""
        return (self.facing in (UP, DOWN)) != self.laid.tile.is_double

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in units."""
        width, height = (1.0, 2.0) if self.upright else (2.0, 1.0)
        return self.x - width / 2, self.y - height / 2, width, height

    @property
    def halves(self) -> tuple[tuple[int, float, float], tuple[int, float, float]]:
        """Number and middle (x, y in units) of either half, the left or upper one first."""
        dx, dy = (0.0, 0.5) if self.upright else (0.5, 0.0)
        first, second = self.laid.touching, self.laid.out
        if self.facing in (LEFT, UP):
            first, second = second, first
        return (first, self.x - dx, self.y - dy), (second, self.x + dx, self.y + dy)


class OpenPlace(NamedTuple):
    """Where a tile may go: its place, the middle of the unit square there (units), its number, whether it counts."""

    place: Place
    x: float
    y: float
    number: int
    counts: bool


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
        while -top > self.top / 2 - 0.3:
            top += GROWTH
        while bottom < self.bottom / 2 + 0.3:
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


def open_places(arrangement: Arrangement, layout: Layout) -> tuple[OpenPlace, ...]:
    """Each place of `layout` that is open, as often as it has a free face; `arrangement` must be of that layout."""
    lying = arrangement.lying
    states = {(each.tile, each.half): each for each in layout.frontier}
    found = []
    for end in arrangement.ends:
        tile = lying[end.owner].tile
        state = states.get((tile, end.half))
        if state is None:
            continue
        capacity = layout.capacity(tile, state.links) if tile.is_double else 2
        if state.links >= capacity or (end.crosswise and capacity < 4):
            continue
        counts = layout.counted(state) and (not end.crosswise or state.links >= 2)
        x, y = end.face.column / 2, end.face.row / 2
        found.append(OpenPlace(Place(tile, end.half), x, y, end.half, counts))
    return tuple(found)


def _step(column: int, row: int, heading: int, distance: int) -> tuple[int, int]:
    across, down = STEP[heading]
    return column + across * distance, row + down * distance


def _before(column: int, row: int, heading: int, distance: int) -> Face:
    return Face(*_step(column, row, heading, distance), heading)


def _sides(heading: int) -> tuple[int, int]:
    return (heading + 1) % 4, (heading + 3) % 4


def _lead(shape: Shape, laid: Laid) -> Arrangement:
    double = laid.tile.is_double
    root = Lying(laid, 0, 0, RIGHT, Arm(DOWN))
    covered = _cells_of(laid.tile, 0, 0, RIGHT)
    spinner = shape.spinner
    crowded = spinner is Spinner.ALL or (spinner is Spinner.FIRST_DOUBLE and not double)
    start = Arrangement(shape, (root,), (), covered, -2, 2, 0 if double else -1, crowded)
    ends = tuple(End(0, half, face, crosswise, 0) for half, face, crosswise in _new_ends(start, root, 0))
    return start._replace(ends=ends) if not crowded else _with_ways(start, ends)


def _with_ways(start: Arrangement, ends: tuple[End, ...]) -> Arrangement:
    board = _Ground(start.covered, start.top, start.bottom)
    kept, _ = board.ways_for((), ends)
    return start._replace(ends=kept)


def _spins(arrangement: Arrangement, index: int) -> bool:
    spinner = arrangement.shape.spinner
    if spinner is Spinner.ALL:
        return True
    if spinner is Spinner.FIRST_DOUBLE:
        return index == arrangement.first_double
    return spinner is Spinner.OPENING_DOUBLE and index == 0


def _new_ends(arrangement: Arrangement, lying: Lying, index: int) -> list[tuple[int, Face, bool]]:
    """Half, face and crosswise of each end that a tile brings, in the order in which tiles use them."""
    column, row, facing = lying.column, lying.row, lying.facing
    if not lying.tile.is_double:
        ends = [(lying.laid.out, _before(column, row, facing, 3), False)]
        if index == 0:
            ends.append((lying.laid.touching, _before(column, row, (facing + 2) % 4, 3), False))
        return ends
    half = lying.laid.out
    spins = _spins(arrangement, index)
    faces = [(half, _before(column, row, facing, 2), False)]
    if index == 0:
        faces.append((half, _before(column, row, (facing + 2) % 4, 2), False))
    elif not spins and facing in (RIGHT, LEFT) and _room(faces[0][1], lying.arm) < _TURN_ROOM:
        return [(half, _before(column, row, lying.arm.outward, 3), False)]
    if spins:
        sides = (UP, DOWN) if index == 0 else _sides(facing)
        faces += [(half, _before(column, row, side, 3), True) for side in sides]
    return faces


def _room(face: Face, arm: Arm) -> int:
    """How much is free between a face that looks right or left and the edge of its arm's columns."""
    return arm.high - face.column + 1 if face.heading == RIGHT else face.column + 1 - arm.low


def _cells_of(tile: Tile, column: int, row: int, facing: int) -> int:
    upright = (facing in (UP, DOWN)) != tile.is_double
    return cells(column, row, 2, 4) if upright else cells(column, row, 4, 2)


def _arm_from(arrangement: Arrangement, index: int, face: Face) -> tuple[Arm, int]:
    """The arm on which a tile comes that is set against `face`, and where its leg up or down may turn."""
    touched = arrangement.lying[index]
    heading = face.heading
    sign = STEP[heading][1]
    if index == 0:
        return _arm_from_root(arrangement, heading), _FIRST_LEG
    if not touched.tile.is_double or heading == touched.facing:
        return touched.arm, touched.turn_at
    if not sign:
        return Arm(touched.arm.outward), touched.turn_at
    start = touched.row * sign
    if not _spins(arrangement, index):
        return touched.arm, start - 1 + _LEG
    return Arm(heading), max(_FIRST_LEG, start + _LEG)


def _arm_from_root(arrangement: Arrangement, heading: int) -> Arm:
    outward = (DOWN, DOWN, UP, UP)[heading]
    if not (arrangement.lying[0].tile.is_double and _spins(arrangement, 0)):
        return Arm(outward)
    low, high = ((3, REACH), (-REACH, 2), (-REACH, -3), (-2, REACH))[heading]
    return Arm(outward, low, high)


def _wanted(face: Face, arm: Arm, turn_at: int) -> int:
    """Which way a tile that is no double should point when it is set against `face`: straight on or a turn."""
    heading = face.heading
    if heading in (RIGHT, LEFT):
        return heading if _room(face, arm) >= 4 + _TURN_ROOM else arm.outward
    sign = STEP[heading][1]
    if (face.row - sign) * sign < turn_at:
        return heading
    return RIGHT if arm.high - face.column >= face.column - arm.low else LEFT


def _pose(tile: Tile, face: Face, facing: int, cost: int) -> Pose:
    if tile.is_double:
        return Pose(face.column, face.row, face.heading, face, cost)
    return Pose(*_step(face.column, face.row, facing, 1), facing, face, cost)


def _poses_at(tile: Tile, face: Face, wanted: int, cost: int) -> list[Pose]:
    if tile.is_double:
        return [_pose(tile, face, face.heading, cost)]
    poses = [_pose(tile, face, wanted, cost)]
    for more, facing in enumerate((face.heading, *_sides(face.heading)), 1):
        if facing != wanted:
            poses.append(_pose(tile, face, facing, cost + more))
    return poses


def _faces(arrangement: Arrangement, index: int, half: int) -> list[tuple[int, Face]]:
    """Every face at which a tile may touch `half` of a tile that lies, with how unwelcome each is."""
    faces = [(0, end.face) for end in arrangement.ends if end.owner == index and end.half == half]
    lying = arrangement.lying[index]
    column, row, facing = lying.column, lying.row, lying.facing
    if lying.tile.is_double:
        for long in (facing, (facing + 2) % 4):
            faces.append((4, _before(column, row, long, 2)))
            for side in _sides(facing):
                faces.append((6, _before(*_step(column, row, side, 1), long, 2)))
        faces += [(5, _before(column, row, side, 3)) for side in _sides(facing)]
        return faces
    heading = facing if half == lying.laid.out else (facing + 2) % 4
    here = _step(column, row, heading, 1)
    return faces + [(4, _before(*here, way, 2)) for way in (heading, *_sides(heading))]


class _Ground:
    """What is covered while a tile looks for its place."""

    def __init__(self, covered: int, top: int, bottom: int) -> None:
        self.window = Window(covered, top, bottom)

    def ways_for(self, kept: tuple[End, ...], wanting: tuple[End, ...]) -> tuple[tuple[End, ...], int]:
        """The ends with a way out for each that wants one, and what it costs where a way is narrow or none."""
        taken = 0
        for end in kept:
            taken |= end.way
        squares = [cells(end.face.column, end.face.row, 2, 2) for end in wanting]
        found, cost = list(kept), 0
        for number, end in enumerate(wanting):
            others = taken
            for other in squares[number + 1 :]:
                others |= other
            way, width = 0, 0
            for width in (4, 3, 2, 0):
                way = self.window.way(*end.face, width, others) if width else squares[number]
                if way:
                    break
            cost += _WAY_COST[width]
            taken |= way
            found.append(end._replace(way=way))
        return tuple(found), cost


def _lay(arrangement: Arrangement, laid: Laid) -> Arrangement:
    assert laid.on is not None
    touched, half = laid.on
    index = next(i for i in range(len(arrangement.lying) - 1, -1, -1) if arrangement.lying[i].tile is touched)
    if not arrangement.crowded:
        for end in arrangement.ends:
            if end.owner == index and end.half == half:
                arm, turn_at = _arm_from(arrangement, index, end.face)
                pose = _pose(laid.tile, end.face, _wanted(end.face, arm, turn_at), 0)
                if _is_free(arrangement, laid.tile, pose):
                    return _place(arrangement, laid, index, pose)
                break
        arrangement = _with_ways(arrangement._replace(crowded=True), arrangement.ends)
    return _search(arrangement, laid, index)


def _is_free(arrangement: Arrangement, tile: Tile, pose: Pose) -> bool:
    upright = (pose.facing in (UP, DOWN)) != tile.is_double
    if not is_within(pose.column, 2 if upright else 4):
        return False
    return not arrangement.covered & _cells_of(tile, pose.column, pose.row, pose.facing)


def _search(arrangement: Arrangement, laid: Laid, index: int) -> Arrangement:
    assert laid.on is not None
    poses = []
    seen = set()
    for cost, face in _faces(arrangement, index, laid.on.half):
        arm, turn_at = _arm_from(arrangement, index, face)
        for pose in _poses_at(laid.tile, face, _wanted(face, arm, turn_at), cost):
            where = pose[:3]
            if where not in seen and _is_free(arrangement, laid.tile, pose):
                seen.add(where)
                poses.append(pose)
    poses.sort(key=lambda pose: pose.cost)
    best, best_cost = None, 1 << 30
    for pose in poses:
        if pose.cost >= best_cost:
            break
        placed, cost = _try(arrangement, laid, index, pose)
        if cost + pose.cost < best_cost:
            best, best_cost = placed, cost + pose.cost
    return best if best is not None else _lay_apart(arrangement, laid, index)


def _try(arrangement: Arrangement, laid: Laid, index: int, pose: Pose) -> tuple[Arrangement, int]:
    placed = _place(arrangement, laid, index, pose)
    here = _cells_of(laid.tile, pose.column, pose.row, pose.facing)
    fresh = len(arrangement.lying)
    kept = tuple(end for end in placed.ends if end.owner != fresh and not end.way & here)
    wanting = tuple(end for end in placed.ends if end.owner == fresh or end.way & here)
    ground = _Ground(placed.covered, placed.top, placed.bottom)
    ends, cost = ground.ways_for(kept, wanting)
    order = {(end.owner, end.half, end.face): number for number, end in enumerate(placed.ends)}
    ends = tuple(sorted(ends, key=lambda end: order[end.owner, end.half, end.face]))
    return placed._replace(ends=ends), cost


def _place(arrangement: Arrangement, laid: Laid, index: int, pose: Pose) -> Arrangement:
    """The arrangement with the tile in a pose that is free; its new ends keep no way yet."""
    arm, turn_at = _arm_from(arrangement, index, pose.face)
    sign = STEP[pose.facing][1]
    if sign and pose.face.heading in (RIGHT, LEFT):
        arm = arm._replace(outward=pose.facing)
        turn_at = pose.face.row * sign - 1 + _LEG
    lying = Lying(laid, pose.column, pose.row, pose.facing, arm, turn_at)
    return _with(arrangement, lying, index, pose.face)


def _with(arrangement: Arrangement, lying: Lying, index: int, face: Face) -> Arrangement:
    assert lying.laid.on is not None
    fresh = len(arrangement.lying)
    tile = lying.tile
    first_double = arrangement.first_double
    if first_double < 0 and tile.is_double:
        first_double = fresh
    grown = arrangement._replace(
        lying=(*arrangement.lying, lying),
        covered=arrangement.covered | _cells_of(tile, lying.column, lying.row, lying.facing),
        top=min(arrangement.top, lying.row - (2 if lying.upright else 1)),
        bottom=max(arrangement.bottom, lying.row + (2 if lying.upright else 1)),
        first_double=first_double,
    )
    ends = _without(arrangement.ends, index, lying.laid.on.half, face)
    new = [End(fresh, half, each, crosswise, 0) for half, each, crosswise in _new_ends(grown, lying, fresh)]
    return grown._replace(ends=(*ends, *new))


def _without(ends: tuple[End, ...], index: int, half: int, face: Face) -> tuple[End, ...]:
    """The ends without the one that a tile has used: the one at `face`, else the first of that half."""
    mine = [end for end in ends if end.owner == index and end.half == half]
    if not mine:
        return ends
    used = next((end for end in mine if end.face == face), mine[0])
    return tuple(end for end in ends if end is not used)


def _lay_apart(arrangement: Arrangement, laid: Laid, index: int) -> Arrangement:
    """No room is left around the half: the tile lies in the nearest free area, tied to it by a line."""
    assert laid.on is not None
    lying = arrangement.lying[index]
    heading = lying.facing if laid.on.half == lying.laid.out else (lying.facing + 2) % 4
    half = (lying.column, lying.row) if lying.tile.is_double else _step(lying.column, lying.row, heading, 1)
    kept = arrangement.covered
    for end in arrangement.ends:
        kept |= end.way
    spots = [
        (abs(column - half[0]) + abs(row - half[1]), row, column)
        for row in range(arrangement.top - 14, arrangement.bottom + 15)
        for column in range(3 - REACH, REACH - 2)
        if not kept & cells(column, row, 6, 6)
    ]
    _, row, column = min(spots)
    facing = heading if heading in (UP, DOWN) else (UP if row < half[1] else DOWN)
    face = Face(column, row, facing)
    arm = Arm(facing)
    new = Lying(laid, column, row, facing, arm, abs(row) + _LEG)
    touching = _step(column, row, (facing + 2) % 4, 0 if laid.tile.is_double else 1)
    thread = (half[0] / 2, half[1] / 2, touching[0] / 2, touching[1] / 2)
    placed = _with(arrangement, new._replace(thread=thread), index, face)
    return _with_ways(placed, placed.ends)
