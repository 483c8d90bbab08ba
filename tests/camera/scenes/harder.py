"""Scenes of kinds that the training does not draw: what the figures in `referee/camera/README.md` are measured on."""

from functools import partial

import numpy as np
from PIL import Image, ImageDraw

from tests.camera.scenes.arranging import Lying, Spread
from tests.camera.scenes.clutter import SIZE, picture_of, rgb, wood
from tests.camera.scenes.looks import Look, hsv, some_look
from tests.camera.scenes.photograph import Harm
from tests.camera.scenes.scene import Camera, Plan, some_camera


def _same_wood(rng: np.random.Generator, look: Look) -> Image.Image:
    """A table of the tiles' own colour."""
    body = tuple(float(np.clip(each + rng.normal() * 0.03, 0, 1)) for each in look.body)
    return picture_of(wood(rng, body))


def _wooden(rng: np.random.Generator) -> Look:
    body = hsv(rng.uniform(0.06, 0.11), rng.uniform(0.3, 0.55), rng.uniform(0.5, 0.85))
    look = some_look(rng, int(rng.choice([6, 9, 12])), body)
    look.grain, look.grain_stretch = rng.uniform(0.1, 0.25), rng.uniform(10, 25)
    return look


def _black(rng: np.random.Generator) -> Look:
    """Glossy black tiles, which the training has on lighter tables."""
    look = some_look(
        rng, int(rng.choice([6, 9, 12])), hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.02, 0.1))
    )
    look.gloss = rng.uniform(0.6, 1)
    return look


def _dark_table(rng: np.random.Generator, look: Look) -> Image.Image:
    return picture_of(wood(rng, hsv(rng.uniform(0.03, 0.1), rng.uniform(0.2, 0.6), rng.uniform(0.12, 0.4))))


def _flowers(rng: np.random.Generator, look: Look) -> Image.Image:
    """A cloth printed with flowers in rows."""
    sheet = Image.new(
        "RGB", (SIZE, SIZE), rgb(hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.2, 0.95)))
    )
    draw, step = ImageDraw.Draw(sheet), int(rng.integers(30, 90))
    petals, hue = int(rng.integers(4, 8)), rng.random()
    for row, y in enumerate(range(0, SIZE + step, step)):
        for x in range(step // 2 * (row % 2), SIZE + step, step):
            r, turn = step * 0.14, rng.uniform(0, 6)
            for n in range(petals):
                u, v = (
                    x + 1.6 * r * np.cos(turn + n * 6.283 / petals),
                    y + 1.6 * r * np.sin(turn + n * 6.283 / petals),
                )
                draw.ellipse([u - r, v - r, u + r, v + r], fill=rgb(hsv(hue + rng.normal() * 0.05, 0.7, 0.8)))
            draw.ellipse([x - r, y - r, x + r, y + r], fill=rgb(hsv(hue + 0.5, 0.8, 0.9)))
    return sheet


def _steep(rng: np.random.Generator, least: float = 0.75, most: float = 0.95) -> Camera:
    camera = some_camera(rng)
    tilt, tile = rng.uniform(least, most), rng.uniform(70, 150)
    return Camera(camera.size, tilt, camera.roll, camera.focal * 1.2, tile)


def _racks(rng: np.random.Generator, camera: Camera, look: Look) -> list[Lying]:
    """One or two racks seen from above at an angle: tiles side by side, close together, in a straight row."""
    spread = Spread(rng, camera.view, look.aspect, look.highest)
    for _ in range(int(rng.integers(1, 3))):
        spread.rows(int(rng.integers(5, 13)), rng.normal() * 0.1)
    return spread.tiles


def _near(rng: np.random.Generator) -> Camera:
    """Tiles large enough that their pips can be told under the harm done."""
    camera = some_camera(rng)
    return Camera(camera.size, min(camera.tilt, 0.5), camera.roll, camera.focal, rng.uniform(80, 180))


def _usual(rng: np.random.Generator) -> Look:
    return some_look(rng, int(rng.choice([6, 9, 12])))


KINDS: dict[str, Plan] = {
    "wood on wood of its colour": Plan(_wooden, _near, _same_wood),
    "racks seen at an angle": Plan(_usual, partial(_steep, least=0.6, most=0.85), None, _racks),
    "patterned cloth": Plan(_usual, some_camera, _flowers),
    "black tiles on dark wood": Plan(_black, some_camera, _dark_table),
    "glare": Plan(_usual, _near, harm=Harm(glare=3.0)),
    "tilt": Plan(_usual, _steep),
    "blur": Plan(_usual, _near, harm=Harm(blur=1.6)),
    "double-fifteen": Plan(partial(some_look, highest=15), _near),
    "usual scenes": Plan(_usual),
}
