"""How tiles lie in the drawing, the open ends that they bring, and every way to lay a tile against an end.

Lengths are in half units unless a property says units: half a tile is 2 x 2 of them, so that a double can
lie across its arm. The origin is the centre of the first tile, and rows grow downward.

A board is one integer, with a bit for each cell of half a unit. The upper left corner of cell (column, row) is that
many half units right of and below the centre of the first tile. Everything lies within `REACH` columns of it
and at most `DEPTH` rows above it; downward a board is unlimited.

There are two separate frames. The routing frame decides where arms turn; the view decides how large tiles are
drawn. Both come from one list of sizes with a 3:2 aspect ratio, because that fits the low area of a small
phone. The view changes in steps: while everything fits inside it, nothing on the screen moves.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from operator import itemgetter
from typing import NamedTuple

from referee.engine.layout import Laid

REACH = 76
DEPTH = 72
STRIDE = 2 * REACH

_STEP = ((1, 0), (0, 1), (-1, 0), (0, -1))
RIGHT, DOWN, LEFT, UP = range(4)

TILE = ((4, 2), (2, 4))
"""Width and height of a horizontal tile, and of an upright one."""

_LARGEST = 16  # side of a rectangle, in cells
_SHAPES = [
    [sum((1 << width) - 1 << STRIDE * row for row in range(height)) for height in range(_LARGEST)]
    for width in range(_LARGEST)
]


def cells(column: int, row: int, width: int, height: int) -> int:
    """The cells of a rectangle centred at (column, row); all four are in half units."""
    at = (row - height // 2 + DEPTH) * STRIDE + column - width // 2 + REACH
    return _SHAPES[width][height] << at


class Edges(NamedTuple):
    """The edges of a rectangle, in half units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """The centre (column, row)."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, other: "Edges", inset: float = 0.0) -> bool:
        """Whether the other rectangle is inside, at least `inset` from each edge."""
        return (
            other.left >= self.left + inset
            and other.top >= self.top + inset
            and other.right <= self.right - inset
            and other.bottom <= self.bottom - inset
        )


def edges_of(column: float, row: float, width: int, height: int) -> Edges:
    """The edges of a rectangle centred at (column, row)."""
    return Edges(column - width / 2, row - height / 2, column + width / 2, row + height / 2)


NEAR, MIDDLE, FAR, WHOLE, WIDEST = range(5)
SIZES = (
    (30, 20), (36, 24), (42, 28), (50, 33), (60, 40),
    (72, 48), (88, 58), (108, 72), (140, 94), (184, 122), (240, 160), (320, 213),
)  # fmt: skip
"""Width and height of each step in half units: near, middle, far, whole, widest, and more for larger sets."""

_VIEW_INSET = 0.4
_END_ROOM = 1.8  # half units between an end and the edge of a new view that it points at


class View(NamedTuple):
    """What is shown: a step in SIZES and the centre, in half units."""

    step: int
    column: float
    row: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in units."""
        width, height = SIZES[self.step]
        return (self.column - width / 2) / 2, (self.row - height / 2) / 2, width / 2, height / 2

    def seeing(self, need: Edges, ends: Iterable[tuple[Edges, int]] = ()) -> "View":
        """The same view if everything needed is in it; or else a view around it, at the next step with enough room.

        `ends` are the squares of the ends that run on, with their headings: each gets room for half a tile.
        """
        if edges_of(self.column, self.row, *SIZES[self.step]).holds(need, _VIEW_INSET):
            return self
        middle = need.middle
        wanted = tuple(ends)
        for step in range(self.step, len(SIZES)):
            edges = edges_of(*middle, *SIZES[step])
            if edges.holds(need, _VIEW_INSET) and all(_room(edges, *each) >= _END_ROOM for each in wanted):
                return View(step, *middle)
        return View(len(SIZES) - 1, *middle)


def _room(view: Edges, square: Edges, heading: int) -> float:
    return (
        view.right - square.right,
        view.bottom - square.bottom,
        square.left - view.left,
        square.top - view.top,
    )[heading]


_CLOCKWISE = 10  # the cost of turning in the direction that the drawing prefers
_OTHER_HAND = 14
_CORNER = 1  # extra cost: the next tile lies beside the half's end, not beside its long side
_TURNED_ACROSS = 25  # extra cost: a tile across the arm lies beside the half, not in front of it

_SHIFTED_ENOUGH = 6  # half units between two rows of an arm that leave room for doubles
_SHIFTED_A_LITTLE = 4
_TURNING_BACK = -12  # once an arm is far enough from the row it left
_GOING_ON = -4
_RATHER_EARLY = 6
_TOO_EARLY = 30
_LONG_SHIFT = 8


class TileFace(NamedTuple):
    """The centre of the unit square in front of a half, and the heading from the half to it."""

    column: int
    row: int
    heading: int


class Mark(NamedTuple):
    """A letter that is drawn twice: where an arm breaks off and where it continues (x, y, x, y in units)."""

    letter: str
    from_x: float
    from_y: float
    to_x: float
    to_y: float


class Lying(NamedTuple):
    """A tile in the drawing. `across` is whether it lies across its arm, `facing` the heading of the arm there.

    `owner` is the number of the tile that it touches. `mark` is set if the tile had to be laid elsewhere.
    """

    laid: Laid
    column: int
    row: int
    facing: int
    across: bool
    owner: int = -1
    mark: Mark | None = None

    def heading_of(self, half: int) -> int:
        """The heading from the tile's centre to `half`; for a double, along the arm."""
        heading = self.facing if self.laid.tile.is_double or not self.across else (self.facing + 1) % 4
        return heading if half == self.laid.out else (heading + 2) % 4

    @property
    def x(self) -> float:
        """The x of its centre, in units right of the first tile's centre."""
        return self.column / 2

    @property
    def y(self) -> float:
        """The y of its centre, in units below the first tile's centre."""
        return self.row / 2

    @property
    def upright(self) -> bool:
        """Whether its halves lie one above the other."""
        return (self.facing in (UP, DOWN)) != self.across

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in units."""
        width, height = (1.0, 2.0) if self.upright else (2.0, 1.0)
        return self.x - width / 2, self.y - height / 2, width, height

    @property
    def halves(self) -> tuple[tuple[int, float, float], tuple[int, float, float]]:
        """The number and centre (x, y in units) of each half, the left or upper one first."""
        dx, dy = (0.0, 0.5) if self.upright else (0.5, 0.0)
        first, second = self.laid.touching, self.laid.out
        if self.heading_of(second) in (LEFT, UP):
            first, second = second, first
        return (first, self.x - dx, self.y - dy), (second, self.x + dx, self.y + dy)


def before(column: int, row: int, heading: int, distance: int) -> TileFace:
    """The face in the direction of `heading`, with its square `distance` half units from (column, row)."""
    across, down = _STEP[heading]
    return TileFace(column + across * distance, row + down * distance, heading)


def sides(heading: int) -> tuple[int, int]:
    """The headings to both sides, clockwise first."""
    return (heading + 1) % 4, (heading + 3) % 4


class EndKind(IntEnum):
    """Which part of a tile is open: its end, or for a tile across its arm the long side or a short end (CROSS)."""

    END = 0
    SIDE = 1
    CROSS = 2


class OpenFace(NamedTuple):
    """A face where a tile may go; `owner` is the number of the tile that it belongs to, in the order laid.

    `single` and `across` are the cells that a tile laid along the arm or across it must keep clear of.
    `row_left` is the row that the arm ran in before it turned up or down, `back` the way to run back along it.
    """

    owner: int
    half: int
    face: TileFace
    kind: EndKind
    single: int = 0
    across: int = 0
    row_left: int | None = None
    back: int = -1

    @property
    def square(self) -> int:
        """The cells of the unit square in front of the half."""
        return cells(self.face.column, self.face.row, 2, 2)


def new_ends(lying: Lying, number: int, *, spins: bool, before_it: OpenFace | None) -> list[OpenFace]:
    """The ends that tile `number` brings, in the order in which they are used; `spins` if it opens four ways.

    `before_it` is the end where it was laid, None for the first tile.
    """
    column, row, facing = lying.column, lying.row, lying.facing
    out, touching = lying.laid.out, lying.laid.touching
    if lying.across and not lying.laid.tile.is_double:
        faces = [(half, before(column, row, lying.heading_of(half), 3)) for half in (out, touching)]
        return [OpenFace(number, half, face, EndKind.END) for half, face in faces]
    kind, reach = (EndKind.SIDE, 2) if lying.across else (EndKind.END, 3)
    ahead = OpenFace(number, out, before(column, row, facing, reach), kind)
    if before_it is not None and lying.mark is None:
        came = before_it.face
        if came.heading == facing:
            ahead = ahead._replace(row_left=before_it.row_left, back=before_it.back)
        elif facing in (UP, DOWN) and came.heading in (RIGHT, LEFT):  # it runs between two rows now
            ahead = ahead._replace(row_left=came.row, back=(came.heading + 2) % 4)
    ends = [ahead]
    if before_it is None:
        ends.append(OpenFace(number, touching, before(column, row, (facing + 2) % 4, reach), kind))
    if spins:
        crosswise = (UP, DOWN) if before_it is None else sides(facing)
        ends += [OpenFace(number, out, before(column, row, side, 3), EndKind.CROSS) for side in crosswise]
    return ends


def stray_ends(lying: Lying, number: int, half: int) -> list[OpenFace]:
    """Every face where a tile could touch a half without an open end, for a tile that broke a rule and stood."""
    column, row, facing = lying.column, lying.row, lying.facing
    is_double = lying.laid.tile.is_double
    if is_double and lying.across:
        faces = [before(column, row, way, 2) for way in (facing, (facing + 2) % 4)]
        faces += [before(column, row, way, 3) for way in sides(facing)]
    else:
        ways = (lying.heading_of(half), (lying.heading_of(half) + 2) % 4) if is_double else ()
        faces = []
        for heading in ways or (lying.heading_of(half),):
            at = before(column, row, heading, 1)
            faces += [before(at.column, at.row, way, 2) for way in (heading, *sides(heading))]
    return [OpenFace(number, half, face, EndKind.CROSS) for face in faces]


def ways_at(end: OpenFace, *, across: bool, hand: int) -> Iterator[tuple[int, TileFace]]:
    """Every way to lay a tile at an end, cheapest first: its own cost, and its centre and heading.

    `hand` is 0 if the drawing prefers to turn clockwise, else 1.
    """
    ahead = end.face if across else before(*end.face, 1)
    if end.row_left is None:  # no turn is cheaper, so turns are computed only if the caller goes on
        yield 0, ahead
        yield from sorted(_turns_at(end, across=across, hand=hand), key=itemgetter(0))
    else:
        is_long = not across and abs(ahead.row - end.row_left) > _SHIFTED_ENOUGH
        straight = _LONG_SHIFT if is_long else 0, ahead
        yield from sorted((straight, *_turns_at(end, across=across, hand=hand)), key=itemgetter(0))


def _turns_at(end: OpenFace, *, across: bool, hand: int) -> Iterator[tuple[int, TileFace]]:
    column, row, heading = end.face
    half = before(column, row, heading, -2)
    for other, way in enumerate(sides(heading)):
        cost = (_OTHER_HAND if other != hand else _CLOCKWISE) + (end.kind is EndKind.SIDE)
        if end.kind is EndKind.END:
            more = cost + _shift(end, half, way) + (_TURNED_ACROSS if across else 0)
            yield more, before(half.column, half.row, way, 2 if across else 3)
        if not across:
            yield cost + _shift(end, end.face, way) + _CORNER, before(column, row, way, 1)


def _shift(end: OpenFace, half: TileFace, way: int) -> int:
    """The cost of turning at `half`, between two rows, depending on how far the arm has shifted."""
    if end.row_left is None:
        return 0
    shifted = abs(half.row - end.row_left)
    if shifted >= _SHIFTED_ENOUGH:
        return _TURNING_BACK if way == end.back else _GOING_ON
    return _RATHER_EARLY if shifted >= _SHIFTED_A_LITTLE else _TOO_EARLY
