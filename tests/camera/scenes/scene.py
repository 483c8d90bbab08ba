"""A whole scene: the camera above the table, the tiles with their thickness, walls and shadows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.camera.scenes.arranging import Box, Lying, arrange, corners
from tests.camera.scenes.clutter import rgb, table, thing
from tests.camera.scenes.faces import back, face
from tests.camera.scenes.looks import Array, Look, hsv, some_look
from tests.camera.scenes.photograph import Harm, photograph

FINER = 1.4  # the scene is drawn this many times larger, so that edges are smooth


class Label(NamedTuple):
    """A tile of the picture: its halves, and its corners in turn; `first` lies between the last corner and the first."""

    first: int
    second: int
    corners: Array  # 4 x 2 pixels
    shown: float = 1.0  # how much of it is not covered, 0 to 1


class Scene(NamedTuple):
    """A picture and the tiles that lie there face up, also those that its edge cuts."""

    picture: Image.Image
    labels: list[Label]
    backs: list[Label]  # those that lie face down
    highest: int  # double of the set


@dataclass
class Camera:
    """A pinhole above the table: `tilt` and `roll` in radians, focal length and tiles' length in pixels."""

    size: tuple[int, int]
    tilt: float
    roll: float
    focal: float
    tile: float

    def __post_init__(self) -> None:
        self.far = self.focal * 2 / self.tile
        c, s = np.cos(self.tilt), np.sin(self.tilt)
        right, down, ahead = np.array([1.0, 0, 0]), np.array([0, c, -s]), np.array([0, -s, -c])
        self.place = -ahead * self.far
        turned = np.cos(self.roll) * right + np.sin(self.roll) * down
        self.axes = np.stack([turned, -np.sin(self.roll) * right + np.cos(self.roll) * down, ahead])

    @property
    def view(self) -> tuple[float, float]:
        """Width and height of what it sees of the table, in widths of a tile."""
        return self.size[0] * self.far / self.focal, self.size[1] * self.far / self.focal

    def at_height(self, z: float) -> Array:
        """The matrix from places on the plane at height `z` to pixels of the finer picture."""
        lens = np.array([[self.focal, 0, self.size[0] / 2], [0, self.focal, self.size[1] / 2], [0, 0, 1]])
        columns = (
            np.array([[1, 0, 0], [0, 1, 0], [0, 0, z]]).T - np.stack([[0, 0, 0], [0, 0, 0], self.place]).T
        )
        return np.diag([FINER, FINER, 1]) @ lens @ self.axes @ columns

    def far_from(self, lying: Lying) -> float:
        """How far a tile is."""
        return float(np.linalg.norm(np.array([lying.x, lying.y, 0]) - self.place))


def projected(matrix: Array, places: Array) -> Array:
    """Places (n x 2) through a 3 x 3 matrix."""
    lifted = np.hstack([places, np.ones((len(places), 1))]) @ matrix.T
    return lifted[:, :2] / lifted[:, 2:]


def _paste(
    canvas: Image.Image, picture: Image.Image, matrix: Array, way: Image.Resampling = Image.Resampling.BICUBIC
) -> None:
    """Paste a picture with transparency; `matrix` leads from its pixels to those of the canvas."""
    width, height = picture.size
    outline = projected(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    left, top = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 1, canvas.size)
    if right <= left or bottom <= top:
        return
    back_ = np.linalg.inv(matrix) @ np.array([[1, 0, left], [0, 1, top], [0, 0, 1]])
    data = (back_ / back_[2, 2]).ravel()[:8].tolist()
    size = int(right - left), int(bottom - top)
    part = picture.transform(size, Image.Transform.PERSPECTIVE, data, way)
    canvas.paste(part, (int(left), int(top)), part if part.mode == "RGBA" else None)


def _ground(rng: np.random.Generator, camera: Camera, top: Image.Image) -> Image.Image:
    size = camera.size
    canvas = Image.new("RGB", size)
    matrix = np.diag([1 / FINER, 1 / FINER, 1]) @ camera.at_height(0)
    seen = projected(np.linalg.inv(matrix), np.array([[0, 0], [size[0], 0], size, [0, size[1]]], float))
    low, high = seen.min(axis=0), seen.max(axis=0)
    if rng.random() < 0.35:  # a finer pattern
        top = Image.fromarray(np.tile(np.asarray(top), (2, 2, 1)))
    turned = top.rotate(int(rng.integers(4)) * 90)
    scale = (high - low).max() / turned.width
    place = np.array([[scale, 0, low[0]], [0, scale, low[1]], [0, 0, 1]])
    _paste(canvas, turned, matrix @ place, Image.Resampling.BILINEAR)
    return canvas.resize((round(size[0] * FINER), round(size[1] * FINER)), Image.Resampling.BILINEAR)


def _clutter(rng: np.random.Generator, camera: Camera, canvas: Image.Image) -> None:
    matrix = camera.at_height(0)
    for _ in range(int(rng.integers(1, 7))):
        picture, length = thing(rng)
        turn, scale = rng.uniform(0, 2 * np.pi), length / picture.width
        x, y = rng.uniform(-0.5, 0.5) * camera.view[0], rng.uniform(-0.5, 0.5) * camera.view[1]
        c, s = np.cos(turn) * scale, np.sin(turn) * scale
        _paste(canvas, picture, matrix @ np.array([[c, -s, x], [s, c, y], [0, 0, 1]]))


def _rounded(look: Look, lying: Lying) -> Array:
    """The outline of a tile on the table."""
    inner = corners(Box(lying.x, lying.y, lying.angle, look.aspect - 2 * look.corner, 1 - 2 * look.corner))
    points = []
    for n, corner in enumerate(inner):
        for step in np.linspace(0, np.pi / 2, 4):
            turn = lying.angle + np.pi + n * np.pi / 2 + step
            points.append(corner + look.corner * np.array([np.cos(turn), np.sin(turn)]))
    return np.array(points)


def _shadows(
    rng: np.random.Generator, camera: Camera, canvas: Image.Image, look: Look, tiles: list[Lying]
) -> None:
    small = max(1, canvas.width // 3), max(1, canvas.height // 3)
    shrink = np.diag([small[0] / canvas.width, small[1] / canvas.height, 1])
    matrix = shrink @ camera.at_height(0)
    reach = look.thickness * rng.uniform(0, 1.6)
    shift = np.array([np.cos(turn := rng.uniform(0, 2 * np.pi)), np.sin(turn)]) * reach
    thrown, near = Image.new("L", small), Image.new("L", small)
    for lying in tiles:
        outline = _rounded(look, lying)
        for step in np.linspace(0, 1, 5):
            ImageDraw.Draw(thrown).polygon(
                [tuple(p) for p in projected(matrix, outline + shift * step)], fill=255
            )
        ImageDraw.Draw(near).polygon([tuple(p) for p in projected(matrix, outline)], fill=255)
    px = camera.tile * FINER / 6  # pixels to a width of a tile
    soft = float(px * rng.choice([0.03, rng.uniform(0.05, 0.4)]))
    thrown, near = (
        mask.filter(ImageFilter.GaussianBlur(float(blur))).point([int(each * dark) for each in range(256)])
        for mask, blur, dark in ((thrown, soft, rng.uniform(0, 0.75)), (near, px * 0.12, rng.uniform(0, 0.6)))
    )
    shadow = ImageChops.screen(thrown, near).resize(canvas.size, Image.Resampling.BILINEAR)
    canvas.paste((0, 0, 0), None, shadow)


def _walls(camera: Camera, canvas: Image.Image, look: Look, lying: Lying, light: Array) -> None:
    """The sides of a tile that the camera sees, the lower part in another colour if the set has one."""
    draw, outline = ImageDraw.Draw(canvas), _rounded(look, lying)
    levels = [0, 0.4 * look.thickness, 0.9 * look.thickness, look.thickness]
    below = look.thickness * lying.on_top
    rings = [projected(camera.at_height(below + z), outline) for z in levels]
    after = np.roll(outline, -1, axis=0) - outline
    normals = np.stack([after[:, 1], -after[:, 0]], axis=1) / (
        np.linalg.norm(after, axis=1, keepdims=True) + 1e-9
    )
    for ring, above, colour, shade in zip(
        rings, rings[1:], (look.foot, look.wall, look.wall), (0.8, 0.9, 1.05), strict=False
    ):
        for n in range(len(outline)):
            m = (n + 1) % len(outline)
            a, b, c = ring[n], ring[m], above[m]
            if (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0:
                bright = shade * (0.72 + 0.28 * float(normals[n] @ light))
                fill = rgb(tuple(bright * each for each in colour))  # type: ignore[arg-type]
                draw.polygon([tuple(a), tuple(b), tuple(c), tuple(above[n])], fill=fill)


def _tile(
    rng: np.random.Generator, camera: Camera, canvas: Image.Image, look: Look, lying: Lying, light: Array
) -> Label:
    matrix = camera.at_height(look.thickness * (1 + lying.on_top))
    quad = projected(matrix, corners(Box(lying.x, lying.y, lying.angle, look.aspect)))
    _walls(camera, canvas, look, lying, light)
    scale = float(np.clip(np.linalg.norm(quad[2] - quad[1]) * 1.15, 16, 400))
    turned = Look(**{**look.__dict__, "light": (
        float(np.cos(lying.angle) * light[0] + np.sin(lying.angle) * light[1]),
        float(np.cos(lying.angle) * light[1] - np.sin(lying.angle) * light[0]),
    )})  # fmt: skip
    picture = (
        face(rng, turned, lying.first, lying.second, scale) if lying.face_up else back(rng, turned, scale)
    )
    c, s = np.cos(lying.angle), np.sin(lying.angle)
    middle = np.array([[1, 0, -picture.width / 2], [0, 1, -picture.height / 2], [0, 0, 1]])
    shrink = np.diag([look.aspect / (picture.width - 2), 1 / (picture.height - 2), 1])
    place = np.array([[c, -s, lying.x], [s, c, lying.y], [0, 0, 1]])
    _paste(canvas, picture, matrix @ place @ shrink @ middle)
    return Label(lying.first, lying.second, quad / FINER)


def _left(label: Label, mask: Image.Image) -> Label:
    """The label with what is left of the tile outside the mask, which is as large as the finer picture."""
    a, b, _, d = label.corners * FINER
    p, q = (
        each.ravel()[:, None] for each in np.meshgrid(np.linspace(0.03, 0.97, 16), np.linspace(0.03, 0.97, 8))
    )
    points = (a + p * (b - a) + q * (d - a)).astype(int)
    inside = points[((points >= 0) & (points < mask.size)).all(axis=1)]
    hidden = sum(mask.getpixel((int(x), int(y))) > 0 for x, y in inside)  # type: ignore[operator]
    return label._replace(shown=label.shown * (1 - hidden / len(points)))


def _uncovered(canvas: Image.Image, drawn: list[tuple[Lying, Label]]) -> list[Label]:
    """The labels of the tiles that lie face up, with what other tiles on top of them leave to see."""
    mask = Image.new("L", canvas.size)
    for lying, label in drawn:
        if lying.on_top:
            ImageDraw.Draw(mask).polygon([tuple(each * FINER) for each in label.corners], fill=255)
    return [
        label if lying.on_top or not mask.getbbox() else _left(label, mask)
        for lying, label in drawn
        if lying.face_up
    ]


def _hand(rng: np.random.Generator, camera: Camera, canvas: Image.Image, labels: list[Label]) -> list[Label]:
    """Fingers that reach over the table to one of the tiles; the labels with what the fingers leave to see."""
    mask, width = Image.new("L", canvas.size), camera.tile * FINER / 2 * rng.uniform(0.45, 0.85)
    draw, turn = ImageDraw.Draw(mask), rng.uniform(0, 2 * np.pi)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    tip = np.array(canvas.size) * rng.uniform(0, 1, 2)
    if labels:
        tip = labels[rng.integers(len(labels))].corners[rng.integers(4)] * FINER
    for n in range(int(rng.integers(1, 5))):
        start = tip + across * n * width * 1.04 + along * rng.normal(0.3, 0.5) * width
        draw.line([tuple(start), tuple(start + along * 3000)], 255, int(width))
        draw.ellipse([*(start - width / 2), *(start + width / 2)], 255)
    soft = mask.filter(ImageFilter.GaussianBlur(width * 0.2))
    canvas.paste(
        (0, 0, 0), (int(rng.normal() * width / 4),) * 2, soft.point([each * 0.4 for each in range(256)])
    )
    skin = hsv(rng.uniform(0.02, 0.09), rng.uniform(0.2, 0.6), rng.uniform(0.3, 1))
    shaded = [soft.point([(0.35 + each / 392) * 255 * part for each in range(256)]) for part in skin]
    canvas.paste(Image.merge("RGB", shaded), None, mask)
    return [_left(label, mask) for label in labels]


def some_camera(rng: np.random.Generator, size: tuple[int, int] | None = None) -> Camera:
    """A phone above the table, mostly looking down."""
    if size is None:
        size = (768, 576) if rng.random() < 0.5 else (576, 768)
    tilt = abs(rng.normal()) * 0.25 if rng.random() < 0.6 else rng.uniform(0.2, 1.0)
    tile = float(np.exp(rng.uniform(np.log(48), np.log(270))))
    return Camera(size, min(tilt, 1.0), rng.normal() * 0.12, rng.uniform(0.8, 1.6) * max(size), tile)


@dataclass
class Plan:
    """What a scene is made of; what is None is left to chance."""

    look: Callable[[np.random.Generator], Look] = some_look
    camera: Callable[[np.random.Generator], Camera] = some_camera
    table: Callable[[np.random.Generator, Look], Image.Image] | None = None
    tiles: Callable[[np.random.Generator, Camera, Look], list[Lying]] | None = None
    clutter: float = 0.4
    hands: float = 0.0  # how often fingers reach into the picture
    harm: Harm | None = None


def draw_scene(seed: int, plan: Plan | None = None) -> Scene:
    """The scene of a seed: always the same picture."""
    rng, plan = np.random.default_rng(seed), plan or Plan()
    look, camera = plan.look(rng), plan.camera(rng)
    top = plan.table(rng, look) if plan.table else table(rng)
    canvas = _ground(rng, camera, top)
    if rng.random() < plan.clutter:
        _clutter(rng, camera, canvas)
    tiles = (
        plan.tiles(rng, camera, look) if plan.tiles else arrange(rng, camera.view, look.aspect, look.highest)
    )
    tiles.sort(key=lambda each: (each.on_top, -camera.far_from(each)))
    _shadows(rng, camera, canvas, look, tiles)
    turn = rng.uniform(0, 2 * np.pi)
    light = np.array([np.cos(turn), np.sin(turn)])
    drawn = [(lying, _tile(rng, camera, canvas, look, lying, light)) for lying in tiles]
    labels = _uncovered(canvas, drawn)
    if plan.hands and rng.random() < plan.hands:
        labels = _hand(rng, camera, canvas, labels)
    picture = canvas.resize(camera.size, Image.Resampling.BOX, reducing_gap=None)
    backs = [label for lying, label in drawn if not lying.face_up]
    return Scene(photograph(rng, picture, plan.harm), labels, backs, look.highest)
