"""The layout of a chickenfoot: toes leave a double straight and at 45 degrees; an arm turns if its way is blocked.

Lengths are in units: half a tile is 1 by 1. The origin is the centre of the first double, and y grows downward. A
heading is in eighths of a full turn, clockwise, with 0 to the right. A tile never moves once it is placed.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

from referee.drawing.svg import PLACE, at, class_names, described, leading, place_square, short, turned_tile
from referee.engine.games.trains.state import Laid
from referee.engine.tiles import Tile

SIZES = (
    (11.8, 9.6), (15, 12.2), (19, 15.5), (24, 19.6), (30, 24.5),
    (38, 31), (48, 39), (60, 49), (76, 62), (96, 78), (150, 122),
)  # fmt: skip
"""Width and height of each step of the view. Nothing moves while everything fits in the current step."""

UP, DOWN = 6, 2
_WAYS = tuple((cos(each * pi / 4), sin(each * pi / 4)) for each in range(8))
_TURNS = {0: 0, 1: 3, -1: 3, 2: 6, -2: 6}  # eighths by which an arm may turn, and the cost of each
_COVERS_AN_END = 40  # more than anything else: an open end is covered only if there is no other place
_LARGER_VIEW = 12
_MOVED_VIEW = 4
_EDGE = 0.15  # units between the tiles and the edge of the view
_FAR = 20  # for a tile that has to lie apart from the one that it touches
_TOUCH = 0.03  # units by which neighbours may overlap


class FootSpot(NamedTuple):
    """Where the next tile begins, and its heading."""

    x: float
    y: float
    heading: int

    def ahead(self, distance: float) -> tuple[float, float]:
        """The point `distance` units ahead."""
        across, down = _WAYS[self.heading % 8]
        return self.x + across * distance, self.y + down * distance


class Lying(NamedTuple):
    """A tile in the drawing: the tile as it was laid, its centre, and the heading of its arm."""

    laid: Laid
    x: float
    y: float
    heading: int
    far: FootSpot | None = None  # where it should begin, if it had to be laid farther away


class _Box(NamedTuple):
    """A rectangle: its centre, the heading of its long side, and half the length of each side."""

    x: float
    y: float
    heading: int
    long: float
    short: float

    @property
    def corners(self) -> Iterator[tuple[float, float]]:
        (ux, uy), (vx, vy) = _WAYS[self.heading % 8], _WAYS[(self.heading + 2) % 8]
        for one, other in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            a, b = one * self.long, other * self.short
            yield self.x + a * ux + b * vx, self.y + a * uy + b * vy

    def meets(self, other: "_Box") -> bool:
        """Whether the two overlap by more than _TOUCH."""
        apart = hypot(self.x - other.x, self.y - other.y)
        if apart > hypot(self.long, self.short) + hypot(other.long, other.short):
            return False
        mine, theirs = tuple(self.corners), tuple(other.corners)
        for heading in {self.heading % 4, (self.heading + 2) % 4, other.heading % 4, (other.heading + 2) % 4}:
            ux, uy = _WAYS[heading]
            one, two = [x * ux + y * uy for x, y in mine], [x * ux + y * uy for x, y in theirs]
            if max(one) <= min(two) + _TOUCH or max(two) <= min(one) + _TOUCH:
                return False
        return True


class View(NamedTuple):
    """What is shown: the edges of all tiles, the step of the size, and the centre, which moves only if it must."""

    left: float = -1.0
    top: float = -0.5
    right: float = 1.0
    bottom: float = 0.5
    step: int = 0
    x: float = 0.0
    y: float = 0.0

    def seeing(self, boxes: Sequence[_Box]) -> "View":
        """The view that shows these too: the same view if it can, or else moved, or else larger."""
        corners = [corner for each in boxes for corner in each.corners]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        left, right = min(self.left, *across), max(self.right, *across)
        top, bottom = min(self.top, *down), max(self.bottom, *down)
        step, x, y = self.step, self.x, self.y
        width, height = SIZES[step]
        if max(x - left, right - x) > width / 2 - _EDGE or max(y - top, bottom - y) > height / 2 - _EDGE:
            x, y = (left + right) / 2, (top + bottom) / 2
            wide, high = right - left + 2 * _EDGE, bottom - top + 2 * _EDGE
            fit = (n for n, (w, h) in enumerate(SIZES) if n >= step and wide <= w and high <= h)
            step = next(fit, len(SIZES) - 1)
        return View(left, top, right, bottom, step, x, y)

    def costs(self, before: "View") -> int:
        """The cost of having enlarged or moved the view since `before`."""
        moved = (self.x, self.y) != (before.x, before.y)
        return _LARGER_VIEW * (self.step - before.step) + _MOVED_VIEW * moved


class Foot(NamedTuple):
    """All tiles, the spots where others may be laid on each of them, and the view."""

    lying: tuple[Lying, ...] = ()
    spots: tuple[tuple[FootSpot, ...], ...] = ()
    view: View = View()


@lru_cache(maxsize=4096)
def placed(laid: tuple[Laid, ...], lead_toes: int, toes: int) -> Foot:
    """Place the tiles; the first double takes `lead_toes` tiles, every other double `toes`."""
    if not laid:
        return Foot()
    last = laid[-1]
    if last.on is None:
        lead = Lying(last, 0, 0, UP)
        above = _fan(lead, lead_toes - lead_toes // 2)
        below = _fan(lead._replace(heading=DOWN), lead_toes // 2)
        mixed = [each for pair in zip(above, below, strict=False) for each in pair]
        spots = (*mixed, *above[len(below) :])
        return Foot((lead,), (spots,), View().seeing([_square(each) for each in spots]))
    before = placed(laid[:-1], lead_toes, toes)
    return _with(before, last, last.on, toes)


def _with(foot: Foot, new: Laid, on: int, toes: int) -> Foot:
    """The foot with one more tile, at the place with the lowest cost."""
    tiles = [_box(each) for each in foot.lying]
    best: tuple[float, Foot] | None = None
    for far in (0.0, 1.5, 3.0, 5.0, 8.0, 12.0, 18.0, 26.0):
        for number, spot in enumerate(foot.spots[on]):
            for turn, cost in _TURNS.items():
                lying = _turned(spot, new, turn, far)
                box = _box(lying)
                if any(box.meets(each) for each in tiles):
                    continue
                own = _fan(lying, toes) if new.tile.is_double else (_before(lying),)
                left = (*foot.spots[on][:number], *foot.spots[on][number + 1 :])
                spots = (*foot.spots[:on], left, *foot.spots[on + 1 :], own)
                others = [_square(each) for row in spots[:-1] for each in row]
                mine = [_square(each) for each in own]
                covered = sum(box.meets(each) for each in others)
                covered += sum(each.meets(other) for each in mine for other in (*tiles, *others))
                view = foot.view.seeing([box, *mine])
                total = (
                    cost + number + (far and _FAR + far) + _COVERS_AN_END * covered + view.costs(foot.view)
                )
                if best is None or total < best[0]:
                    best = total, Foot((*foot.lying, lying), spots, view)
        if best is not None and best[0] < _COVERS_AN_END:
            break
    if best is None:
        raise AssertionError("a tile finds room somewhere")
    return best[1]


def _turned(spot: FootSpot, new: Laid, turn: int, far: float) -> Lying:
    """The tile laid at a spot where its arm turns by `turn` eighths, `far` units away from it."""
    wide = 1.0 if new.tile.is_double else 0.5  # half of the tile's width across the arm
    clear = {0: 0.0, 1: wide * _WAYS[1][0] + 0.01, 2: wide}[abs(turn)] + far
    x, y = spot.ahead(clear)
    heading = (spot.heading + turn) % 8
    middle = FootSpot(x, y, heading).ahead(0.5 if new.tile.is_double else 1.0)
    return Lying(new, *middle, heading, spot if far else None)


def _fan(lying: Lying, toes: int) -> tuple[FootSpot, ...]:
    """The spots for the toes of a double, on the side that its heading points to."""
    found = []
    ways = {1: (0,), 2: (-1, 1)}.get(toes, (0, -1, 1, -2, 2))
    for number in range(toes):
        turn = ways[number % len(ways)]
        ahead, aside = {0: (0.5, 0.0), 1: (0.62, 0.95), 2: (0.0, 1.0)}[abs(turn)]
        (hx, hy), (px, py) = _WAYS[lying.heading % 8], _WAYS[(lying.heading + 2) % 8]
        aside = aside if turn > 0 else -aside
        x, y = lying.x + ahead * hx + aside * px, lying.y + ahead * hy + aside * py
        found.append(FootSpot(x, y, (lying.heading + turn) % 8))
    return tuple(found)


def _before(lying: Lying) -> FootSpot:
    """The spot in front of the outward half of a single."""
    return FootSpot(*FootSpot(lying.x, lying.y, lying.heading).ahead(1), lying.heading)


def _box(lying: Lying) -> _Box:
    heading = lying.heading + 2 if lying.laid.tile.is_double else lying.heading
    return _Box(lying.x, lying.y, heading, 1.0, 0.5)


def _square(spot: FootSpot) -> _Box:
    return _Box(*spot.ahead(0.55), 0, PLACE / 2, PLACE / 2)


def foot_svg(
    foot: Foot,
    *,
    ends: bool = True,
    usable: Sequence[int] = (),
    mark_last: bool = True,
    candidates: Mapping[int, Lying] | None = None,
    ways: Mapping[Tile, str] | None = None,
    label: str = "",
) -> str:
    """The drawing as SVG. Places on the tiles numbered in `usable` are tinted; without `ends` no places are drawn.

    `candidates` holds a tile at each place where it may go, by the number of the tile that it touches there. A tile
    links to its address in `ways`. `label` describes the drawing; without it a screen reader skips the drawing.
    """
    parts = []
    for number, each in enumerate(foot.lying):
        last = "last" if mark_last and number == len(foot.lying) - 1 else ""
        state = class_names("tile", last, "stood" if each.laid.stood else "")
        parts.append(leading(f'<g class="{state}">{_inside(each)}</g>', (ways or {}).get(each.laid.tile)))
    tried = dict(candidates or {})
    if ends:
        for number, row in enumerate(foot.spots):
            name = "" if tried else _on(number, foot.lying[number])
            kind = "place counts" if number in usable and not tried else "place bare"
            free = row if number not in tried else ()
            parts += [_place(each, foot.lying[number].laid.out, f'class="{kind}"{name}') for each in free]
    for number, each in tried.items():
        hit = f'<circle class="hit" {at(each.x, each.y, "c")} r="1.2"/>'
        parts.append(f'<g class="tile cand"{_on(number, foot.lying[number])}>{_inside(each)}{hit}</g>')
    view = foot.view.seeing([_box(each) for each in tried.values()]) if tried else foot.view
    width, height = SIZES[view.step]
    box = " ".join(map(short, (view.x - width / 2, view.y - height / 2, width, height)))
    return f'<svg class="layout feet f{view.step}" viewBox="{box}" {described(label)}>{"".join(parts)}</svg>'


def _on(number: int, lying: Lying) -> str:
    """The attributes of a place: its number, and the tile and half that it is on."""
    return f' data-place="{number}" data-on="{lying.laid.tile}/{lying.laid.out}"'


def _inside(lying: Lying) -> str:
    far = ""
    if lying.far is not None:
        ends = lying.far.x, lying.far.y, lying.x, lying.y
        far = '<path class="reach" d="M{} {}L{} {}"/>'.format(*map(short, ends))
    return far + turned_tile(*lying.laid.face, lying.x, lying.y, _box(lying).heading % 8)


def _place(spot: FootSpot, number: int, told: str) -> str:
    x, y = spot.ahead(0.55)
    return f'<g {told}>{place_square(x, y, number)}<circle class="hit" {at(x, y, "c")} r=".7"/></g>'
