"""The open ends of a drawing, and every way to lay a tile against one."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from referee.drawing.board import DOWN, LEFT, RIGHT, UP, cells
from referee.drawing.lying import Lying, TileFace, before, sides

_CLOCKWISE = 10  # what it costs to turn, in the direction that the drawing prefers
_OTHER_HAND = 14
_CORNER = 1  # more: the next tile lies beside the half's end, not beside its long side
_TURNED_ACROSS = 25  # more: a tile across lies beside the half, not before it

_SHIFTED_ENOUGH = 6  # half units between two rows of an arm, so that doubles find room there
_SHIFTED_A_LITTLE = 4
_TURNING_BACK = -12  # once an arm is far enough from the row it left
_GOING_ON = -4
_RATHER_EARLY = 6
_TOO_EARLY = 30
_LONG_SHIFT = 8


class Kind(IntEnum):
    """Which part of a tile is open: the end of it, the long side of one across, the short end of such a one."""

    END = 0
    SIDE = 1
    CROSS = 2


class End(NamedTuple):
    """A face where a tile may come: of which tile in the order laid, and of which half.

    `single` and `across` are the cells that a tile laid along the arm or across it must keep clear of.
    `row_left` is the row that the arm ran in before it turned up or down, `back` the way to run back along it.
    """

    owner: int
    half: int
    face: TileFace
    kind: Kind
    single: int = 0
    across: int = 0
    row_left: int | None = None
    back: int = -1

    @property
    def square(self) -> int:
        """The cells of the unit square before the half."""
        return cells(self.face.column, self.face.row, 2, 2)

    def walls(self, across: bool) -> int:
        """The cells that the next tile must keep clear of."""
        return self.across if across else self.single


class Pose(NamedTuple):
    """One way to lay a tile at an end: its middle, where it points, and how unwelcome that is by itself."""

    column: int
    row: int
    facing: int
    across: bool
    end: End
    cost: int

    @property
    def upright(self) -> bool:
        """Whether the tile stands."""
        return (self.facing in (UP, DOWN)) != self.across

    @property
    def cells(self) -> int:
        """The cells that it covers."""
        return cells(self.column, self.row, 2, 4) if self.upright else cells(self.column, self.row, 4, 2)

    @property
    def is_straight(self) -> bool:
        """Whether the arm goes straight on."""
        return self.facing == self.end.face.heading


def new_ends(lying: Lying, number: int, *, spins: bool, before_it: End | None) -> list[End]:
    """The ends that tile `number` brings, in the order in which tiles use them; `spins` if it opens four ways.

    `before_it` is the end that it was laid at, None for the first tile.
    """
    column, row, facing = lying.column, lying.row, lying.facing
    out, touching = lying.laid.out, lying.laid.touching
    if lying.across and not lying.tile.is_double:
        faces = [(half, before(column, row, lying.heading_of(half), 3)) for half in (out, touching)]
        return [End(number, half, face, Kind.END) for half, face in faces]
    kind, reach = (Kind.SIDE, 2) if lying.across else (Kind.END, 3)
    ahead = End(number, out, before(column, row, facing, reach), kind)
    ends = [ahead if lying.mark is not None else _run_on(ahead, before_it)]
    if before_it is None:
        ends.append(End(number, touching, before(column, row, (facing + 2) % 4, reach), kind))
    if spins:
        crosswise = (UP, DOWN) if before_it is None else sides(facing)
        ends += [End(number, out, before(column, row, side, 3), Kind.CROSS) for side in crosswise]
    return ends


def _run_on(end: End, before_it: End | None) -> End:
    """The end, with the row that its arm has left if it runs up or down between two rows."""
    if before_it is None:
        return end
    came, goes = before_it.face, end.face.heading
    if came.heading == goes:
        return end._replace(row_left=before_it.row_left, back=before_it.back)
    if goes in (UP, DOWN) and came.heading in (RIGHT, LEFT):
        return end._replace(row_left=came.row, back=(came.heading + 2) % 4)
    return end


def stray_ends(lying: Lying, number: int, half: int) -> list[End]:
    """Every face at which a tile could touch a half that has no open end: for one that broke a rule and stood."""
    column, row, facing = lying.column, lying.row, lying.facing
    if lying.tile.is_double and lying.across:
        faces = [before(column, row, way, 2) for way in (facing, (facing + 2) % 4)]
        faces += [before(column, row, way, 3) for way in sides(facing)]
    else:
        ways = (lying.heading_of(half), (lying.heading_of(half) + 2) % 4) if lying.tile.is_double else ()
        faces = []
        for heading in ways or (lying.heading_of(half),):
            at = before(column, row, heading, 1)
            faces += [before(at.column, at.row, way, 2) for way in (heading, *sides(heading))]
    return [End(number, half, face, Kind.CROSS) for face in faces]


def poses_at(end: End, *, across: bool, hand: int) -> list[Pose]:
    """Every way to lay a tile at an end. `hand` is 0 if the drawing prefers to turn clockwise, else 1."""
    column, row, heading = end.face
    found = []
    if across:
        found.append(Pose(column, row, heading, True, end, 0))
    else:
        ahead = before(column, row, heading, 1)
        found.append(Pose(ahead.column, ahead.row, heading, False, end, _straight_on(end, ahead)))
    half = before(column, row, heading, -2)
    for other, way in enumerate(sides(heading)):
        cost = (_OTHER_HAND if other != hand else _CLOCKWISE) + (end.kind is Kind.SIDE)
        if end.kind is Kind.END:
            beside = before(half.column, half.row, way, 2 if across else 3)
            more = cost + _shift(end, half, way) + (_TURNED_ACROSS if across else 0)
            found.append(Pose(beside.column, beside.row, way, across, end, more))
        if not across:
            corner = before(column, row, way, 1)
            more = cost + _shift(end, end.face, way) + _CORNER
            found.append(Pose(corner.column, corner.row, way, False, end, more))
    return found


def _straight_on(end: End, ahead: TileFace) -> int:
    if end.row_left is None:
        return 0
    return _LONG_SHIFT if abs(ahead.row - end.row_left) + 1 > _SHIFTED_ENOUGH + 1 else 0


def _shift(end: End, half: TileFace, way: int) -> int:
    """What it costs to leave a shift between two rows at `half`."""
    if end.row_left is None:
        return 0
    shifted = abs(half.row - end.row_left)
    if shifted >= _SHIFTED_ENOUGH:
        return _TURNING_BACK if way == end.back else _GOING_ON
    return _RATHER_EARLY if shifted >= _SHIFTED_A_LITTLE else _TOO_EARLY
