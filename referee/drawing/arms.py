"""How an arm runs: where it goes straight on, where it turns, and which ends a tile on it brings."""

from __future__ import annotations

from typing import NamedTuple

from referee.drawing.board import DOWN, LEFT, REACH, RIGHT, STEP, UP
from referee.drawing.lying import Arm, Lying, Pose, TileFace, before, sides, step

_TURN_ROOM = 3  # before the edge: a turning tile and half of a double across it
_LEG = 6  # how far an arm goes outward before it runs back
_CROWDED_LEG = 10  # the same where branches may grow between its rows
_FIRST_LEG = 6  # where an arm straight up or down nears the edge of the first frame
_CROWDED_REACH = 11  # arms that may grow branches turn before the edge, so that branches find room there
_SHIFTED = 3  # how unwelcome a double is that does not lie in the middle of its arm


class NewEnd(NamedTuple):
    """An end that a tile brings: of which half, where, and whether across the way the arm runs."""

    half: int
    face: TileFace
    crosswise: bool


def new_ends(lying: Lying, is_root: bool, spins: bool) -> list[NewEnd]:
    """The ends that a tile brings, in the order in which tiles use them; `spins` if it opens four ways."""
    column, row, facing = lying.column, lying.row, lying.facing
    half = lying.laid.out
    if lying.across and not lying.tile.is_double:
        halves = half, lying.laid.touching
        return [NewEnd(each, before(column, row, lying.heading_of(each), 3), False) for each in halves]
    reach = 2 if lying.across else 3
    ends = [NewEnd(half, before(column, row, facing, reach), False)]
    if is_root:
        ends.append(NewEnd(lying.laid.touching, before(column, row, (facing + 2) % 4, reach), False))
    elif lying.across and not spins and _is_near_edge(ends[0].face, lying.arm):
        return [NewEnd(half, before(column, row, lying.arm.outward, 3), False)]
    if spins:
        crosswise = (UP, DOWN) if is_root else sides(facing)
        ends += [NewEnd(half, before(column, row, side, 3), True) for side in crosswise]
    return ends


def _is_near_edge(face: TileFace, arm: Arm) -> bool:
    return face.heading in (RIGHT, LEFT) and _room(face, arm) < _TURN_ROOM


def root_arm(heading: int, spins: bool) -> Arm:
    """The arm that leaves the first tile: a pinwheel, each arm of a spinner in its own quarter."""
    outward = (DOWN, DOWN, UP, UP)[heading]
    if not spins:
        return Arm(outward)
    low, high = ((3, REACH), (-REACH, 2), (-REACH, -3), (-2, REACH))[heading]
    return Arm(outward, low, high)


def arm_from(touched: Lying, face: TileFace, *, is_root: bool, spins: bool, crowded: bool) -> tuple[Arm, int]:
    """The arm of a tile set against `face` of `touched`, and where its leg up or down may turn.

    `spins` if `touched` opens four ways, `crowded` if branches may grow anywhere.
    """
    branches = spins or (touched.across and not touched.tile.is_double)
    arm, turn_at = _arm_and_turn(touched, face, is_root, branches, _leg(crowded))
    if crowded:
        arm = arm._replace(low=max(arm.low, -_CROWDED_REACH), high=min(arm.high, _CROWDED_REACH))
    return arm, turn_at


def _leg(crowded: bool) -> int:
    return _CROWDED_LEG if crowded else _LEG


def _arm_and_turn(touched: Lying, face: TileFace, is_root: bool, branches: bool, leg: int) -> tuple[Arm, int]:
    heading = face.heading
    sign = STEP[heading][1]
    if is_root:
        return root_arm(heading, branches), _FIRST_LEG
    if not touched.across or heading == touched.facing:
        return touched.arm, touched.turn_at
    if not sign:
        return Arm(touched.arm.outward), touched.turn_at
    start = touched.row * sign
    if not branches:
        return touched.arm, start - 1 + leg
    return Arm(heading), max(_FIRST_LEG, start + leg)


def turned(arm: Arm, turn_at: int, face: TileFace, facing: int, crowded: bool) -> tuple[Arm, int]:
    """The arm after a tile at `face` that points `facing`: a turn up or down begins a leg outward."""
    sign = STEP[facing][1]
    if sign and face.heading in (RIGHT, LEFT):
        return arm._replace(outward=facing), face.row * sign - 1 + _leg(crowded)
    return arm, turn_at


def wanted(face: TileFace, arm: Arm, turn_at: int) -> int:
    """Which way a tile that lies in line should point when set against `face`: straight on or a turn."""
    heading = face.heading
    if heading in (RIGHT, LEFT):
        return heading if _room(face, arm) >= 4 + _TURN_ROOM else arm.outward
    sign = STEP[heading][1]
    if (face.row - sign) * sign < turn_at:
        return heading
    return RIGHT if arm.high - face.column >= face.column - arm.low else LEFT


def _room(face: TileFace, arm: Arm) -> int:
    """How much is free between a face that looks right or left and the edge of its arm's columns."""
    return arm.high - face.column + 1 if face.heading == RIGHT else face.column + 1 - arm.low


def faces_of(lying: Lying, half: int, toward: int) -> list[tuple[int, TileFace]]:
    """Every face at which a tile could touch `half` of `lying`, with how unwelcome each is.

    `toward` tells the two ends of a double in line apart.
    """
    column, row, facing = lying.column, lying.row, lying.facing
    if not (lying.tile.is_double and lying.across):
        heading = toward if lying.tile.is_double else lying.heading_of(half)
        here = step(column, row, heading, 1)
        return [(4, before(*here, way, 2)) for way in (heading, *sides(heading))]
    faces = []
    for long in (facing, (facing + 2) % 4):
        faces.append((4, before(column, row, long, 2)))
        faces += [(6, before(*step(column, row, side, 1), long, 2)) for side in sides(facing)]
    return faces + [(5, before(column, row, side, 3)) for side in sides(facing)]


def pose_at(face: TileFace, facing: int, cost: int, *, across: bool) -> Pose:
    """The pose of a tile at a face: pointing to `facing`, or across the way that the face looks."""
    if across:
        return Pose(face.column, face.row, face.heading, face, cost)
    return Pose(*step(face.column, face.row, facing, 1), facing, face, cost)


def poses_at(face: TileFace, wanted: int, cost: int, *, across: bool, double: bool) -> list[Pose]:
    """Every pose of a tile at a face; only a double may be touched elsewhere than in its middle."""
    if across:
        centre = pose_at(face, wanted, cost, across=True)
        if not double:
            return [centre]
        shifted = (step(face.column, face.row, side, 1) for side in sides(face.heading))
        return [centre, *(Pose(*where, face.heading, face, cost + _SHIFTED) for where in shifted)]
    poses = [pose_at(face, wanted, cost, across=False)]
    for more, facing in enumerate((face.heading, *sides(face.heading)), 1):
        if facing != wanted:
            poses.append(pose_at(face, facing, cost + more, across=False))
    return poses
