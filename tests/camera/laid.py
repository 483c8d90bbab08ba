"""A picture of tiles that lie where a test says."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np

from referee.engine.tiles import tile
from tests.camera.scenes.arranging import Lying
from tests.camera.scenes.scene import Camera, Plan, Scene, draw_scene


def picture_of(
    lying: Sequence[tuple[float, float, float, str]],
    seed: int = 5,
    *,
    size: tuple[int, int] = (720, 960),
    long: float = 110,
) -> Scene:
    """Tiles on a table: their middles in widths of a tile from the middle of the picture, their turns in degrees.

    `long` is the length of a tile in pixels.
    """
    tiles = [Lying(x, y, np.radians(turn), *map(int, name.split("-"))) for x, y, turn, name in lying]
    plan = Plan(
        camera=lambda _: Camera(size, 0.12, 0.0, 1.2 * max(size), long),
        tiles=lambda *_: list(tiles),
        clutter=0,
    )
    return draw_scene(seed, plan)


def as_jpeg(scene: Scene, **options: Any) -> bytes:
    """The picture as a phone sends it."""
    written = BytesIO()
    scene.picture.save(written, "JPEG", quality=85, **options)
    return written.getvalue()


def tiles_of(scene: Scene) -> list[Any]:
    """The tiles that lie there, top to bottom."""
    ordered = sorted(scene.labels, key=lambda each: tuple(each.corners.mean(axis=0)[::-1]))
    return [tile(each.first, each.second) for each in ordered]
