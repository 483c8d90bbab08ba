"""Where tiles lie on a table: scattered, in rows, blocks, chains that turn, crosses. Lengths in widths of a tile."""

from typing import NamedTuple

import numpy as np

Array = np.ndarray


class Lying(NamedTuple):
    """A tile on the table: its middle, the direction from `first` to `second` in radians, its halves."""

    x: float
    y: float
    angle: float
    first: int
    second: int
    face_up: bool = True
    on_top: bool = False  # of other tiles


class Box(NamedTuple):
    """The tile's outline on the table as seen from above."""

    x: float
    y: float
    angle: float
    length: float
    width: float = 1.0


def corners(box: Box) -> Array:
    """Its four corners in turn."""
    along = np.array([np.cos(box.angle), np.sin(box.angle)]) * box.length / 2
    across = np.array([-np.sin(box.angle), np.cos(box.angle)]) * box.width / 2
    middle = np.array([box.x, box.y])
    return np.stack(
        [middle - along - across, middle + along - across, middle + along + across, middle - along + across]
    )


def _apart(first: Box, second: Box) -> bool:
    """Whether a straight line parts the two, and something is between them."""
    a, b = corners(first), corners(second)
    for angle in (first.angle, first.angle + np.pi / 2, second.angle, second.angle + np.pi / 2):
        axis = np.array([np.cos(angle), np.sin(angle)])
        p, q = a @ axis, b @ axis
        if p.max() < q.min() + 0.02 or q.max() < p.min() + 0.02:
            return True
    return False


class Spread:
    """Tiles of one set laid on a table of the given width and height, whose middle is 0, 0."""

    def __init__(
        self, rng: np.random.Generator, size: tuple[float, float], aspect: float, highest: int
    ) -> None:
        self.rng, self.size, self.aspect = rng, size, aspect
        self.boxes: list[Box] = []
        self.tiles: list[Lying] = []
        pairs = [(a, b) for a in range(highest + 1) for b in range(a + 1)]
        rng.shuffle(pairs)
        self.unused = {tuple(pair) for pair in pairs}
        self.order = [(int(a), int(b)) for a, b in pairs]

    def _take(self, end: int | None = None, double: bool | None = None) -> tuple[int, int] | None:
        """An unused tile with that end first, a double or not."""
        for pair in self.order:
            if pair not in self.unused or (double is not None and (pair[0] == pair[1]) != double):
                continue
            if end is None or end in pair:
                self.unused.discard(pair)
                turned = pair[1] == end if end is not None else self.rng.random() < 0.5
                return (pair[1], pair[0]) if turned else pair
        return None

    def _lay(
        self, x: float, y: float, angle: float, pair: tuple[int, int] | None, *, face_up: bool = True
    ) -> bool:
        """Lay the tile if there is room; if there is none it stays unused."""
        box = Box(x, y, angle, self.aspect)
        near = [b for b in self.boxes if np.hypot(b.x - x, b.y - y) < self.aspect / 2 + b.length / 2 + 0.8]
        reach = 0.8
        inside = abs(x) < self.size[0] / 2 + reach and abs(y) < self.size[1] / 2 + reach
        if pair is None or not inside or not all(_apart(box, each) for each in near):
            if pair is not None:
                self.unused.add((max(pair), min(pair)))
            return False
        self.boxes.append(box)
        self.tiles.append(Lying(x, y, angle, pair[0], pair[1], face_up))
        return True

    def _somewhere(self) -> tuple[float, float]:
        return self.rng.uniform(-0.5, 0.5) * self.size[0], self.rng.uniform(-0.5, 0.5) * self.size[1]

    def scatter(self, count: int) -> None:
        """Tiles here and there; a few of them face down."""
        face_down = 0.3 if self.rng.random() < 0.3 else 0.0
        for _ in range(count * 2):
            up = bool(self.rng.random() >= face_down)
            count -= self._lay(*self._somewhere(), self.rng.uniform(0, 2 * np.pi), self._take(), face_up=up)
            if count <= 0:
                return

    def rows(self, count: int, angle: float) -> None:
        """A hand: tiles side by side or end to end, in one or more rows."""
        rng, side = self.rng, bool(self.rng.random() < 0.65)
        gap = rng.choice([0.02, rng.uniform(0.03, 0.12), rng.uniform(0.1, 0.7)])
        gap_rows = rng.choice([0.03, rng.uniform(0.05, 1.2)])
        step, next_row = (1 + gap, self.aspect + gap_rows) if side else (self.aspect + gap, 1 + gap_rows)
        length = int(rng.integers(2, 13 if side else 7))
        rows = -(-count // length)
        x0, y0 = (each * rng.uniform(0, 0.6) for each in self._somewhere())
        shake = rng.choice([0.0, 0.01, 0.04])
        for n in range(count):
            row, place = divmod(n, length)
            u = (place - (min(length, count) - 1) / 2) * step + rng.normal() * shake
            v = (row - (rows - 1) / 2) * next_row + rng.normal() * shake * 2
            x, y = x0 + u * np.cos(angle) - v * np.sin(angle), y0 + u * np.sin(angle) + v * np.cos(angle)
            turn = angle + (np.pi / 2 if side else 0) + np.pi * rng.integers(2) + rng.normal() * shake
            self._lay(x, y, turn, self._take())

    def block(self, count: int, angle: float) -> None:
        """Tiles that touch, in bands as high as a tile is long: across a band, or two along it, one above the other."""
        rng, gap = self.rng, float(self.rng.choice([0.0, 0.01, self.rng.uniform(0, 0.06)]))
        along = rng.choice([0.0, 0.5, 1.0], p=[0.3, 0.3, 0.4])  # how many lie along the band
        bands, height = int(rng.integers(1, 4)), 2 + gap
        length = count / bands * 1.05
        x0, y0 = (each * rng.uniform(0, 0.5) for each in self._somewhere())
        for band in range(bands):
            v, u = (band - (bands - 1) / 2) * (max(height, self.aspect) + gap), -length / 2
            while u < length / 2:
                lying = rng.random() < along
                wide = (self.aspect if lying else 1.0) + gap
                for beside in (-height / 4, height / 4) if lying else (0.0,):
                    across, up = u + wide / 2, v + beside
                    x = x0 + across * np.cos(angle) - up * np.sin(angle)
                    y = y0 + across * np.sin(angle) + up * np.cos(angle)
                    turn = (
                        angle + (0 if lying else np.pi / 2) + np.pi * rng.integers(2) + rng.normal() * 0.005
                    )
                    self._lay(x, y, turn, self._take())
                u += wide

    def pile(self, count: int) -> None:
        """Tiles that lie on others."""
        for lying in [self.tiles[n] for n in self.rng.permutation(len(self.tiles))[:count]]:
            pair, (dx, dy) = self._take(), self.rng.uniform(-0.9, 0.9, 2)
            if pair is not None:
                turn = self.rng.uniform(0, 2 * np.pi)
                self.tiles.append(Lying(lying.x + dx, lying.y + dy, turn, *pair, on_top=True))

    def chain(
        self, count: int, angle: float, start: tuple[float, float] | None = None, end: int | None = None
    ) -> None:
        """Tiles end to end, doubles across, with turns; halves that touch are mostly equal."""
        rng = self.rng
        x, y = start or (each * 0.8 for each in self._somewhere())
        gap = float(rng.choice([0.0, 0.02, rng.uniform(0.02, 0.12), rng.uniform(0.1, 0.3)]))
        shake, matched, turns = rng.choice([0, 0.01, 0.04]), rng.random() < 0.8, rng.uniform(0, 0.35)
        for _ in range(count):
            pair = self._take(end if matched else None) or self._take()
            if pair is None:
                return
            crosswise = pair[0] == pair[1] and rng.random() < 0.9
            half = 0.5 if crosswise else self.aspect / 2
            if rng.random() < turns:
                side = rng.choice([-1, 1])
                x, y = x - np.cos(angle) * (0.5 + gap), y - np.sin(angle) * (0.5 + gap)
                angle += side * np.pi / 2
                x, y = x + np.cos(angle) * (0.5 + gap), y + np.sin(angle) * (0.5 + gap)
            mx, my = x + np.cos(angle) * half, y + np.sin(angle) * half
            turn = angle + (np.pi / 2 if crosswise else 0) + rng.normal() * shake
            if not self._lay(mx + rng.normal() * shake, my + rng.normal() * shake, turn, pair):
                return
            end = pair[1]
            x, y = x + np.cos(angle) * (2 * half + gap), y + np.sin(angle) * (2 * half + gap)

    def cross(self, count: int, angle: float) -> None:
        """A double in the middle with arms, as in cross or in Mexican train."""
        x, y = (each * 0.4 for each in self._somewhere())
        pair = self._take(double=True)
        if not self._lay(x, y, angle, pair) or pair is None:
            return
        arms = int(self.rng.integers(2, 5))
        for arm in range(arms):
            way = angle + arm * np.pi / 2
            half = (self.aspect if arm % 2 == 0 else 1) / 2 + 0.05
            self.chain(-(-count // arms), way, (x + np.cos(way) * half, y + np.sin(way) * half), pair[0])


def arrange(rng: np.random.Generator, size: tuple[float, float], aspect: float, highest: int) -> list[Lying]:
    """Tiles on a table of that size: one of the arrangements, perhaps with some tiles beside it."""
    spread = Spread(rng, size, aspect, highest)
    room = size[0] * size[1] / (aspect * 1.4)
    count = int(max(1, min(rng.integers(2, 29), room)))
    angle = rng.choice([0, np.pi / 2]) + rng.normal() * rng.choice([0.03, 0.2, 2])
    kind = rng.choice(["scatter", "rows", "chain", "cross", "some rows"], p=[0.27, 0.3, 0.2, 0.11, 0.12])
    if kind == "scatter":
        spread.scatter(count)
    elif kind == "rows":
        spread.rows(count, angle)
    elif kind == "chain":
        spread.chain(count, angle)
    elif kind == "cross":
        spread.cross(count, angle)
    else:
        for _ in range(int(rng.integers(2, 5))):
            spread.rows(int(rng.integers(2, 8)), rng.uniform(0, 2 * np.pi))
    if kind != "scatter" and (rng.random() < 0.4 or not spread.tiles):
        spread.scatter(int(rng.integers(1, 6)))
    return spread.tiles
