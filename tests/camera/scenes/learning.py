"""The scenes to learn from: the usual ones, and more of what is hard to tell."""

import numpy as np

from tests.camera.scenes.arranging import Lying, Spread, arrange
from tests.camera.scenes.looks import Colour, Look, hsv, luma, some_look
from tests.camera.scenes.photograph import Harm
from tests.camera.scenes.scene import Camera, Plan, Scene, draw_scene, some_camera


def _look(rng: np.random.Generator) -> Look:
    """Any set, but some kinds more often than owners have them.

    These are large, dark and framed ones, those whose pips are as bright as the body, and those that mirror a lamp.
    In some the numbers are written.
    """
    dark = hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.02, 0.2))
    highest = int(rng.choice([6, 9, 12, 15], p=[0.33, 0.15, 0.32, 0.2]))
    look = some_look(rng, highest, dark if rng.random() < 0.15 else None)
    if rng.random() < 0.12:
        look.pips = [_tint(rng, look.body) for _ in range(16)]
    if rng.random() < 0.15:
        look.gleam = rng.uniform(0.1, 0.8)
    if rng.random() < 0.12:
        look.frame = rng.uniform(0.03, 0.09)
    if rng.random() < 0.04:
        look.pip_form = "figure"
        look.across = bool(rng.random() < 0.6)
    return look


def _tint(rng: np.random.Generator, body: Colour) -> Colour:
    """A colour that may be as bright as the body, such as yellow on white."""
    for _ in range(20):
        colour = hsv(rng.random(), rng.uniform(0.3, 1), rng.uniform(0.3, 1))
        if max(abs(a - b) for a, b in zip(colour, body, strict=True)) > 0.3:
            return colour
    return (0.05, 0.05, 0.05) if luma(body) > 0.45 else (0.95, 0.95, 0.95)


def _low(rng: np.random.Generator) -> Camera:
    """A phone held low: tiles far away are small."""
    camera = some_camera(rng)
    tile = float(np.exp(rng.uniform(np.log(55), np.log(170))))
    return Camera(camera.size, rng.uniform(0.5, 1.0), camera.roll, camera.focal * rng.uniform(0.8, 1.3), tile)


def _far(rng: np.random.Generator) -> Camera:
    """A phone held high: all tiles are small."""
    camera = some_camera(rng)
    return Camera(camera.size, camera.tilt, camera.roll, camera.focal, rng.uniform(28, 60))


def _blocks(rng: np.random.Generator, camera: Camera, look: Look) -> list[Lying]:
    """Tiles that touch, perhaps with others beside them."""
    spread = Spread(rng, camera.view, look.aspect, look.highest)
    room = camera.view[0] * camera.view[1] / (look.aspect * 1.3)
    count = int(max(2, min(rng.integers(3, 29), room)))
    spread.block(count, rng.choice([0, np.pi / 2]) + rng.normal() * rng.choice([0.03, 0.2, 2]))
    if rng.random() < 0.4:
        spread.scatter(int(rng.integers(1, 5)))
    return spread.tiles


def _piled(rng: np.random.Generator, camera: Camera, look: Look) -> list[Lying]:
    """Any arrangement, with tiles that lie on others."""
    spread = Spread(rng, camera.view, look.aspect, look.highest)
    spread.tiles = arrange(rng, camera.view, look.aspect, look.highest)
    spread.unused -= {(max(each.first, each.second), min(each.first, each.second)) for each in spread.tiles}
    spread.pile(int(rng.integers(1, 4)))
    return spread.tiles


def _any(rng: np.random.Generator, camera: Camera, look: Look) -> list[Lying]:
    """Any arrangement; in one of four, a tile is blank on both halves, which is hard to tell from a back.

    In some, many tiles lie face down.
    """
    plan = rng.choice(np.array([None, _blocks, _piled]), p=[0.5, 0.42, 0.08])
    tiles = plan(rng, camera, look) if plan else arrange(rng, camera.view, look.aspect, look.highest)
    if tiles and rng.random() < 0.25:
        one = int(rng.integers(len(tiles)))
        tiles[one] = tiles[one]._replace(first=0, second=0)
    if rng.random() < 0.08:
        down = rng.uniform(0.1, 0.7)
        tiles = [each._replace(face_up=bool(rng.random() >= down)) for each in tiles]
    return tiles


def learning_scene(seed: int) -> Scene:
    """The scene of a seed."""
    rng = np.random.default_rng(seed + 2 * 10**9)
    camera = rng.choice(np.array([some_camera, _low, _far]), p=[0.48, 0.42, 0.1])
    harm = Harm(glare=float(rng.choice([1, 3], p=[0.7, 0.3])), blur=float(rng.choice([1, 1.5], p=[0.7, 0.3])))
    harm.depth = float(rng.choice([0, rng.uniform(0.5, 4)], p=[0.8, 0.2]))
    harm.sharp, harm.corners = float(rng.choice([1, 2])), float(rng.choice([0, 0.5]))
    return draw_scene(seed, Plan(_look, camera, tiles=_any, hands=0.12, harm=harm))
