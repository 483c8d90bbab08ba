"""Makes the weights: draws the scenes, trains the detector and the reader side by side, checks and writes them.

`python3 -m tests.camera.training` needs torch (the dependency group `train`) and under half an hour on two cores;
`--times 3` three times as many scenes and steps, and as much time.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from referee.camera import WEIGHTS, networks
from tests.camera import samples
from tests.camera.figures import measured
from tests.camera.networks import Detector, Reader, export
from tests.camera.samples import WINDOW, Samples

FIRST_SEED, SCENES = 1000, 1500
CELL = 8
UNIT = 64.0  # the detector tells lengths in this many pixels
BATCH = {"detector": 16, "reader": 64}
STEPS = {"detector": 4400, "reader": 2600}
RATE = 3e-3  # of learning, at its highest
LEAST = 0.8  # of the tiles of usual scenes; weights that read fewer right are not as they should be


def picture(batch: np.ndarray) -> Tensor:
    """Bytes of pictures as what the networks take, near -2 to 2."""
    return torch.from_numpy(batch).permute(0, 3, 1, 2).float().sub_(127.5).div_(64.0)


def _other_colours(rng: np.random.Generator, batch: np.ndarray) -> np.ndarray:
    """A copy with channels exchanged in some pictures and inverted in a few."""
    batch = batch.copy()
    for n in range(len(batch)):
        if rng.random() < 0.3:
            batch[n] = batch[n][..., rng.permutation(3)]
        if rng.random() < 0.1:
            batch[n] = 255 - batch[n]
        if rng.random() < 0.2:
            batch[n] = batch[n].mean(axis=-1, keepdims=True).astype(np.uint8)
    return batch


def _batches(rng: np.random.Generator, count: int, size: int, steps: int) -> Iterator[np.ndarray]:
    """Rows for each step: all once in some order, then again in another."""
    order = np.array([], np.int64)
    for _ in range(steps):
        if len(order) < size:
            order = np.concatenate([order, rng.permutation(count)])
        taken, order = order[:size], order[size:]
        yield np.sort(taken)


def _targets(tiles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """For a window's tiles: heat, which cells count, six numbers a cell, and where those count."""
    cells = WINDOW // CELL
    y, x = (np.mgrid[:cells, :cells].astype(np.float32) + 0.5) * CELL
    heat, counts = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    values, there = np.zeros((6, cells, cells), np.float32), np.zeros((cells, cells), np.float32)
    for mx, my, ax, ay, bx, by, asked in tiles:
        area = ax * by - ay * bx
        if asked < 0 or abs(area) < 1:
            continue
        p, q = ((x - mx) * by - (y - my) * bx) / area, ((y - my) * ax - (x - mx) * ay) / area
        if not asked:
            counts[(np.abs(p) < 0.5) & (np.abs(q) < 0.5)] = 0
            continue
        bump = np.exp(-((p / 0.13) ** 2 + (q / 0.22) ** 2) / 2)
        near = min(cells - 1, max(0, int(my // CELL))), min(cells - 1, max(0, int(mx // CELL)))
        bump[near] = 1.0
        own = (bump > there) & (bump > 0.3)
        there[own] = bump[own]
        heat = np.maximum(heat, bump)
        for n, (u, v) in enumerate(((ax, ay), (bx, by))):
            length, turn = np.hypot(u, v), 2 * np.arctan2(v, u)
            values[2 * n][own], values[2 * n + 1][own] = (
                length * np.cos(turn) / UNIT,
                length * np.sin(turn) / UNIT,
            )
        values[4][own], values[5][own] = ((mx - x) / CELL)[own], ((my - y) / CELL)[own]
    return heat, counts, values, there


def _turned(rng: np.random.Generator, batch: np.ndarray, tiles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The windows mirrored and with x and y exchanged at random, their tiles with them."""
    batch, tiles = batch.copy(), tiles.copy()
    for n in range(len(batch)):
        if rng.random() < 0.5:
            batch[n] = batch[n][:, ::-1].copy()
            tiles[n, :, 0], tiles[n, :, [2, 4]] = WINDOW - tiles[n, :, 0], -tiles[n, :, [2, 4]]
        if rng.random() < 0.5:
            batch[n] = batch[n].transpose(1, 0, 2).copy()
            tiles[n, :, :6] = tiles[n][:, [1, 0, 3, 2, 5, 4]]
    return batch, tiles


def detector_loss(network: nn.Module, data: Samples, rows: np.ndarray, rng: np.random.Generator) -> Tensor:
    """How wrong the detector is about some windows."""
    batch, tiles = _turned(rng, data.windows[rows], data.tiles[rows])
    targets = [_targets(each) for each in tiles]
    heat, counts, values, there = (torch.from_numpy(np.stack(each)) for each in zip(*targets, strict=True))
    told = network(picture(_other_colours(rng, batch)).contiguous(memory_format=torch.channels_last))
    chance = torch.sigmoid(told[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat >= 0.999).float()
    missed = -peak * (1 - chance) ** 2 * torch.log(chance)
    invented = -(1 - peak) * (1 - heat) ** 4 * chance**2 * torch.log(1 - chance)
    number = peak.sum() + 1
    size = torch.stack([values[:, 0:2].norm(dim=1), values[:, 2:4].norm(dim=1)], 1).clamp(min=0.1)
    wrong = (told[:, 1:7] - values).abs()
    sides = (wrong[:, 0:2].sum(1) / size[:, 0] + wrong[:, 2:4].sum(1) / size[:, 1]) * there
    middle = wrong[:, 4:6].sum(1) * there
    return ((missed + invented) * counts).sum() / number + (4 * sides + middle).sum() / (there.sum() + 1)


def reader_loss(network: nn.Module, data: Samples, rows: np.ndarray, rng: np.random.Generator) -> Tensor:
    """How wrong the reader is about some cuts."""
    batch, halves, fits = data.cuts[rows].copy(), data.halves[rows].copy(), data.fits[rows].copy()
    for n in range(len(batch)):
        if rng.random() < 0.5:
            batch[n], halves[n] = batch[n][:, ::-1].copy(), halves[n][::-1].copy()
            fits[n, [0, 3, 4]] *= -1
        if rng.random() < 0.5:
            batch[n] = batch[n][::-1].copy()
            fits[n, [1, 3, 4]] *= -1
    told, is_tile, fit = network(
        picture(_other_colours(rng, batch)).contiguous(memory_format=torch.channels_last)
    )
    goal = torch.from_numpy(halves)
    whether = (goal[:, 0] >= 0).float()
    pips = nn.functional.cross_entropy(
        told.flatten(0, 1), goal.flatten(), ignore_index=-1, label_smoothing=0.02
    )
    beside = ((fit - torch.from_numpy(fits)).abs() * whether[:, None]).sum() / (whether.sum() + 1)
    return pips + 0.7 * nn.functional.binary_cross_entropy_with_logits(is_tile, whether) + 2 * beside


LOSSES: dict[str, Callable[..., Tensor]] = {"detector": detector_loss, "reader": reader_loss}


def train(kind: str, folder: Path, times: int = 1, seed: int = 1) -> dict[str, np.ndarray]:
    """One network's weights, from samples in a folder, in so many times the usual steps. Prints how it goes."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    data = samples.read(folder)
    network = (Detector() if kind == "detector" else Reader()).to(memory_format=torch.channels_last)
    count = len(data.windows if kind == "detector" else data.cuts)
    seen, steps = 0.0, times * STEPS[kind]
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.1)
    for step, rows in enumerate(_batches(rng, count, BATCH[kind], steps), 1):
        loss = LOSSES[kind](network, data, rows, rng)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        seen = 0.98 * seen + 0.02 * loss.item()
        if step % 50 == 0:
            mean, used = seen / (1 - 0.98**step), time.process_time()
            print(f"{kind}: step {step}, loss {mean:.3f}, {used:.0f} s of processor time", flush=True)
    return export(network.eval(), kind)


def _train(asked: tuple[str, Path, int]) -> dict[str, np.ndarray]:
    return train(*asked)


def write(arrays: dict[str, np.ndarray], path: Path) -> str:
    """Write the weights; returns their SHA-256 digest."""
    np.savez_compressed(path, **dict(sorted(arrays.items())))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> int:
    """The command: exit status 0 if the new weights read as well as the figures of the folder's README say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "-o", "--output", type=Path, default=WEIGHTS, help="where the weights go (%(default)s)"
    )
    parser.add_argument(
        "--samples", type=Path, help="keep the samples in this folder, or use those that it has"
    )
    parser.add_argument("--times", type=int, default=1, help="as many times the usual scenes and steps")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = asked.samples or Path(passing)
        if not any(folder.glob("*.npz")):
            samples.make(folder, (FIRST_SEED, FIRST_SEED + asked.times * SCENES))
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            parts = pool.map(_train, [(kind, folder, asked.times) for kind in STEPS], chunksize=1)
    digest = write({name: array for part in parts for name, array in part.items()}, asked.output)
    print(f"{asked.output}: {asked.output.stat().st_size} bytes, sha-256 {digest}")
    networks.WEIGHTS = asked.output
    judged = measured("usual scenes", 20)
    print(f"{judged.right} of {judged.tiles} tiles of usual scenes are read right")
    return 0 if judged.right >= LEAST * judged.tiles else 1


if __name__ == "__main__":
    sys.exit(main())
