"""Samples to learn from: windows of scenes for the detector, cut-out tiles and what is none for the reader."""

import multiprocessing
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from referee.camera.cutting import TileOutline, cutter
from tests.camera.scenes.learning import learning_scene
from tests.camera.scenes.looks import Array
from tests.camera.scenes.scene import Label, Scene

WINDOW = 256
MOST = 60  # tiles of a window that are kept
SEEN, PASS = (
    0.93,
    0.6,
)  # with less than SEEN of it in the picture a tile is not asked for; with less than PASS it is none
SHORTEST, LONGEST = 25.0, 175.0  # lengths of tiles, in pixels, that a window asks for
SHARE = 25  # scenes that one task draws


class Samples(NamedTuple):
    """Arrays with a row for each sample."""

    windows: Array  # n x WINDOW x WINDOW x 3, bytes
    tiles: Array  # n x MOST x 7: middle, along, across, 1 asked for / 0 not counted / -1 nothing
    cuts: Array  # m x HEIGHT x WIDTH x 3, bytes
    halves: Array  # m x 2: pips of the left and of the right half; -1 no tile
    fits: Array  # m x 6: how the tile lies in its cut, see `_fit`


def place_of(label: Label) -> TileOutline:
    """The parallelogram nearest to a label's corners."""
    a, b, c, d = label.corners
    x, y = label.corners.mean(axis=0)
    along, across = (b + c - a - d) / 2, (c + d - a - b) / 2
    return TileOutline(
        float(x), float(y), (float(along[0]), float(along[1])), (float(across[0]), float(across[1]))
    )


def visible(place: TileOutline, size: tuple[int, int]) -> float:
    """How much of a tile is within a picture of that size, 0 to 1."""
    p, q = (np.arange(12) + 0.5) / 12 - 0.5, (np.arange(6) + 0.5) / 6 - 0.5
    x = place.x + p[:, None] * place.along[0] + q * place.across[0]
    y = place.y + p[:, None] * place.along[1] + q * place.across[1]
    return float(((x >= 0) & (x < size[0]) & (y >= 0) & (y < size[1])).mean())


def _window(rng: np.random.Generator, scene: Scene) -> tuple[Array, Array]:
    picture, places = scene.picture, [place_of(label) for label in scene.labels]
    aim = float(np.exp(rng.uniform(np.log(30), np.log(140))))
    typical = float(np.median([each.length for each in places])) if places else 100.0
    scale = float(np.clip(aim / typical, 0.15, 1.2))
    size = max(32, round(picture.width * scale)), max(32, round(picture.height * scale))
    small = picture.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)
    room = max(0, size[0] - WINDOW), max(0, size[1] - WINDOW)
    about = rng.uniform(0, 1, 2) * size
    if places and rng.random() < 0.85:
        place = places[rng.integers(len(places))].scaled(scale)
        about = np.array([place.x, place.y]) + rng.uniform(-0.5, 0.5, 2) * WINDOW
    left, top = (int(np.clip(x - WINDOW / 2, 0, each)) for x, each in zip(about, room, strict=True))
    cut = np.asarray(small.crop((left, top, min(left + WINDOW, size[0]), min(top + WINDOW, size[1]))))
    padding = ((0, WINDOW - cut.shape[0]), (0, WINDOW - cut.shape[1]), (0, 0))
    rows = np.full((MOST, 7), -1, np.float32)
    n = 0
    for place, label in zip(places, scene.labels, strict=True):
        part = place.scaled(scale)
        part = part._replace(x=part.x - left, y=part.y - top)
        seen = visible(part, (cut.shape[1], cut.shape[0])) * label.shown
        if seen > 0 and n < MOST:
            asked = seen >= SEEN and SHORTEST <= part.length <= LONGEST
            nothing = seen < PASS
            rows[n] = (part.x, part.y, *part.along, *part.across, -1 if nothing else float(asked))
            n += 1
    return np.pad(cut, padding, "edge"), rows


def _shaken(rng: np.random.Generator, place: TileOutline) -> TileOutline:
    """As the detector could find it: slightly shifted, turned, stretched; half of the time by more."""
    much, (a, b), (c, d) = rng.choice([1.0, 3.5]), place.along, place.across
    turn = rng.normal() * 0.03 * much
    u, v = rng.normal(0, 0.015, 2) * much
    stretch, widen = np.exp(rng.normal(0, 0.03, 2) * much)
    turn2 = turn + rng.normal() * 0.03 * much
    if rng.random() < 0.5:
        a, b, c, d = -a, -b, -c, -d
    return TileOutline(
        place.x + u * a + v * c, place.y + u * b + v * d,
        ((a * np.cos(turn) - b * np.sin(turn)) * stretch, (a * np.sin(turn) + b * np.cos(turn)) * stretch),
        ((c * np.cos(turn2) - d * np.sin(turn2)) * widen, (c * np.sin(turn2) + d * np.cos(turn2)) * widen),
    )  # fmt: skip


def _fit(shaken: TileOutline, place: TileOutline) -> Array:
    """The tile seen from its cut, in sides of the cut: its middle, its long side, its short side.

    All six numbers are 0 if the cut was right.
    """
    frame = np.linalg.inv(np.array([shaken.along, shaken.across]))
    middle = np.array([place.x - shaken.x, place.y - shaken.y]) @ frame
    along, across = np.array(place.along) @ frame, np.array(place.across) @ frame
    along, across = along * np.sign(along[0]), across * np.sign(across[1])
    return np.concatenate([middle, along - (1, 0), across - (0, 1)]).astype(np.float32)


def seen_of(label: Label, size: tuple[int, int]) -> float:
    """How much of a tile a picture of that size shows, 0 to 1."""
    return visible(place_of(label), size) * label.shown


def _beside(rng: np.random.Generator, place: TileOutline, size: tuple[int, int]) -> TileOutline:
    """Something that a detector could take for a tile: between two tiles, a half, across, anywhere."""
    (a, b), (c, d) = place.along, place.across
    kind = rng.choice(7, p=[0.2, 0.15, 0.1, 0.1, 0.07, 0.08, 0.3])
    if kind == 6:  # a half, and what lies beside it
        half, beside = rng.choice([-0.25, 0.25]), rng.choice([-0.5, 0.5])
        x, y = place.x + half * a + beside * c, place.y + half * b + beside * d
        return TileOutline(x, y, (2 * c, 2 * d), (a / 2, b / 2))
    if kind == 0:
        shift = rng.choice([0.5, rng.uniform(0.35, 1.0)]) * rng.choice([-1, 1])
        return place._replace(x=place.x + shift * a, y=place.y + shift * b)
    if kind == 1:
        shift = rng.uniform(0.35, 0.65) * rng.choice([-1, 1])
        return place._replace(x=place.x + shift * c, y=place.y + shift * d)
    if kind == 2:
        half = rng.choice([-0.25, 0.25])
        return TileOutline(place.x + half * a, place.y + half * b, (c, d), (a / 2, b / 2))._replace(
            across=(a / 4, b / 4) if rng.random() < 0.5 else (a / 2, b / 2)
        )
    if kind == 3:
        shift, longer = rng.choice([-0.5, 0, 0.5]), rng.choice([1.0, 2.0])
        return TileOutline(
            place.x + shift * c,
            place.y + shift * d,
            (c * 2 * longer, d * 2 * longer),
            (a * longer, b * longer),
        )
    length, turn = place.length * np.exp(rng.normal(0, 0.5)), rng.uniform(0, 2 * np.pi)
    p, q = np.cos(turn) * length, np.sin(turn) * length
    return TileOutline(rng.uniform(0, size[0]), rng.uniform(0, size[1]), (p, q), (-q / 2, p / 2))


def _is_a_tile(place: TileOutline, tiles: list[TileOutline]) -> bool:
    """Whether a place lies nearly as one of the tiles does."""
    for tile in tiles:
        cos = abs(tile.along[0] * place.along[0] + tile.along[1] * place.along[1]) / (
            tile.length * place.length
        )
        near = np.hypot(tile.x - place.x, tile.y - place.y) < 0.3 * tile.length
        if near and cos > 0.8 and 0.6 < place.length / tile.length < 1.6:
            return True
    return False


def samples_of(seed: int, draw: Callable[[int], Scene] = learning_scene) -> Samples:
    """The samples of the scene of a seed."""
    scene, rng = draw(seed), np.random.default_rng(seed + 10**9)
    size = scene.picture.size
    places = [place_of(label) for label in scene.labels]
    shown = [seen_of(label, size) for label in scene.labels]
    windows = [_window(rng, scene) for _ in range(3)]
    cut = cutter(scene.picture)
    cuts, halves, fits = [], [], []
    whole = [
        (place, label) for place, label, seen in zip(places, scene.labels, shown, strict=True) if seen > SEEN
    ]
    for place, label in [whole[n] for n in rng.permutation(len(whole))[:12]]:
        for _ in range(2):
            shaken = _shaken(rng, place)
            turned = shaken.along[0] * place.along[0] + shaken.along[1] * place.along[1] < 0
            cuts.append(cut(shaken))
            fits.append(_fit(shaken, place))
            halves.append((label.second, label.first) if turned else (label.first, label.second))
    wrong = [place_of(label) for label in scene.backs][:4]
    wrong += [place for place, seen in zip(places, shown, strict=True) if seen < PASS][:3]
    for _ in range(min(14, 4 + len(places))):
        about = (
            places[rng.integers(len(places))] if places else TileOutline(300, 300, (100.0, 0.0), (0.0, 50.0))
        )
        place = _beside(rng, about, size)
        if not _is_a_tile(place, places):
            wrong.append(place)
    for place in wrong:
        cuts.append(cut(_shaken(rng, place)))
        halves.append((-1, -1))
        fits.append(np.zeros(6, np.float32))
    return Samples(
        np.stack([each for each, _ in windows]), np.stack([rows for _, rows in windows]),
        np.stack([np.asarray(each) for each in cuts]), np.array(halves, np.int64), np.stack(fits),
    )  # fmt: skip


def _join(parts: Iterable[Samples]) -> Samples:
    return Samples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _task(seeds: tuple[int, int]) -> Samples:
    return _join(samples_of(seed) for seed in range(*seeds))


def make(folder: Path, seeds: tuple[int, int], workers: int = 2) -> None:
    """Draw the scenes of the seeds from the first up to the second and write their samples into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    tasks = [(start, min(start + SHARE, seeds[1])) for start in range(seeds[0], seeds[1], SHARE)]
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        for task, part in zip(tasks, pool.imap(_task, tasks), strict=True):
            np.savez(folder / f"{task[0]:06}.npz", **part._asdict())


def read(folder: Path, *names: str) -> Samples:
    """All samples of a folder; of the fields that are not named, nothing."""
    paths = sorted(folder.glob("*.npz"))
    fields = dict.fromkeys(Samples._fields, np.empty(0))
    for name in names:
        parts = []
        for path in paths:
            with np.load(path) as file:
                parts.append(file[name])
        fields[name] = np.concatenate(parts)
    return Samples(**fields)
