"""Makes the weights: draws the scenes, trains the detector and the reader side by side, checks and writes them.

`python3 -m tests.camera.training` needs torch (the dependency group `train`) and half an hour on two full cores;
`--times 3` three times as many scenes and steps, and as much time; `--on WEIGHTS` learns on from weights that can read.
"""

import argparse
import hashlib
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from referee.camera import WEIGHTS, networks
from referee.camera.cutting import HEIGHT, WIDTH
from tests.camera import samples
from tests.camera.figures import measured
from tests.camera.networks import Detector, Reader, export, take_up
from tests.camera.samples import WINDOW, Samples

FIRST_SEED, SCENES = 1000, 4000
FIELDS = {"detector": ("windows", "tiles"), "reader": ("cuts", "halves", "fits")}
CELL = 8
UNIT = 64.0  # the detector tells lengths in this many pixels
BATCH = {"detector": 16, "reader": 64}
STEPS = {"detector": 10_000, "reader": 7000}
# Of learning, at its highest: of the kernels, by Muon; of all else, by AdamW.
RATE_OF_KERNELS, RATE = 0.02, {"detector": 3e-3, "reader": 1.5e-3}
ON = 0.5  # so much of these rates for weights that can read
DECAY = 0.02  # of weights
WARM, FALLING = 300, 0.5  # steps in which the rate rises; the share of the steps in which it falls
LEAST = 0.8  # of the tiles of usual scenes; weights that read fewer right are not as they should be
# How much a half of 0 to 15 pips counts; those with many are rare, and hard to tell.
WEIGHT = torch.tensor([1.0] * 10 + [1.3] * 3 + [1.6] * 3)


def _fast() -> AbstractContextManager[object]:
    """Layers compute with numbers of 16 bits if the processor can; that takes half as long."""
    able = getattr(torch.cpu, "get_capabilities", dict)().get("avx512_bf16", False)
    return torch.autocast("cpu", torch.bfloat16, enabled=bool(able))


def picture(batch: np.ndarray) -> Tensor:
    """Bytes of pictures as what the networks take, near -2 to 2. The channels stay last in memory, which is faster."""
    return torch.from_numpy(batch).float().sub_(127.5).div_(64.0).permute(0, 3, 1, 2)


def _in_other_light(rng: np.random.Generator, batch: np.ndarray) -> np.ndarray:
    """A copy in which pictures are lighter, darker or paler, some with channels exchanged, and a few are inverted."""
    batch, shades = batch.copy(), np.linspace(0, 1, 256)
    for n in range(len(batch)):
        if rng.random() < 0.6:
            light = shades ** np.exp(rng.uniform(-0.9, 0.6))
            pale = (light - 0.5) * rng.uniform(0.45, 1.2) + 0.5 + rng.uniform(-0.15, 0.15)
            batch[n] = (pale.clip(0, 1) * 255).astype(np.uint8).take(batch[n])
        if rng.random() < 0.3:
            batch[n] = batch[n][..., rng.permutation(3)]
        if rng.random() < 0.1:
            batch[n] = 255 - batch[n]
        if rng.random() < 0.2:
            red, green, blue = batch[n].astype(np.uint16).transpose(2, 0, 1)
            batch[n] = ((red + green + blue) // 3)[..., None]
    return batch


def _batches(rng: np.random.Generator, count: int, size: int, steps: int) -> Iterator[np.ndarray]:
    """Rows for each step: all once in some order, then again in another."""
    order = np.array([], np.int64)
    for _ in range(steps):
        if len(order) < size:
            order = np.concatenate([order, rng.permutation(count)])
        taken, order = order[:size], order[size:]
        yield np.sort(taken)


def targets_of(tiles: np.ndarray) -> np.ndarray:
    """For a window's tiles, nine numbers for each of its cells: see `Target`."""
    cells = WINDOW // CELL
    y, x = (np.mgrid[:cells, :cells].astype(np.float32) + 0.5) * CELL
    told = np.zeros((9, cells, cells), np.float32)
    told[1] = 1.0
    heat, counts, there, values = told[0], told[1], told[2], told[3:]
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
        np.maximum(heat, bump, out=heat)
        for n, (u, v) in enumerate(((ax, ay), (bx, by))):
            length, turn = np.hypot(u, v) / UNIT, 2 * np.arctan2(v, u)
            values[2 * n][own], values[2 * n + 1][own] = length * np.cos(turn), length * np.sin(turn)
        values[4][own], values[5][own] = ((mx - x) / CELL)[own], ((my - y) / CELL)[own]
    return told.astype(np.float16)


# Numbers of a cell: how near it is to a tile's middle, whether it counts, the weight of what follows; both sides and
# the way to the middle, as `referee.camera.networks.detect` tells them.
_MIRRORED = np.array([1, 1, 1, 1, -1, 1, -1, -1, 1], np.float16)
_EXCHANGED = np.array([1, 1, 1, -1, 1, -1, 1, 1, 1], np.float16)


def _turned(rng: np.random.Generator, batch: np.ndarray, told: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The windows mirrored and with x and y exchanged at random, and their targets likewise."""
    batch, told = batch.copy(), told.copy()
    for n in range(len(batch)):
        if rng.random() < 0.5:
            batch[n], told[n] = batch[n][:, ::-1].copy(), told[n][..., ::-1] * _MIRRORED[:, None, None]
        if rng.random() < 0.5:
            batch[n] = batch[n].transpose(1, 0, 2).copy()
            told[n] = (told[n].transpose(0, 2, 1) * _EXCHANGED[:, None, None])[[0, 1, 2, 3, 4, 5, 6, 8, 7]]
    return batch, told


def detector_loss(network: nn.Module, data: Samples, rows: np.ndarray, rng: np.random.Generator) -> Tensor:
    """How wrong the detector is about some windows."""
    batch, goal = _turned(rng, data.windows[rows], data.tiles[rows])
    wanted = torch.from_numpy(goal).float()
    heat, counts, there, values = wanted[:, 0], wanted[:, 1], wanted[:, 2], wanted[:, 3:]
    with _fast():
        told = network(picture(_in_other_light(rng, batch))).float()
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


def _harmed(rng: np.random.Generator, cuts: Tensor) -> Tensor:
    """The cuts, some as coarse as those of small tiles, some burnt white in part."""
    y, x = torch.meshgrid(torch.linspace(-1, 1, HEIGHT), torch.linspace(-1, 1, WIDTH), indexing="ij")
    harmed = cuts.clone()
    for n in range(len(cuts)):
        if rng.random() < 0.2:
            long = int(rng.integers(24, 64))
            small = nn.functional.interpolate(cuts[n : n + 1], (long // 2, long), mode="area")
            harmed[n] = nn.functional.interpolate(small, (HEIGHT, WIDTH), mode="bilinear")[0]
        if rng.random() < 0.12:
            across, down, turn = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0, np.pi)
            p, q = (x - across) * 2, y - down
            u, v = p * np.cos(turn) + q * np.sin(turn), q * np.cos(turn) - p * np.sin(turn)
            spot = torch.exp(-((u / rng.uniform(0.2, 1.5)) ** 2 + (v / rng.uniform(0.2, 1.5)) ** 2))
            harmed[n] = (harmed[n] + float(rng.uniform(0.5, 4)) * spot).clamp(max=1.99)
    return harmed


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
    cuts = _harmed(rng, picture(_in_other_light(rng, batch)))
    with _fast():
        told, is_tile, fit = (each.float() for each in network(cuts))
    goal = torch.from_numpy(halves)
    whether = (goal[:, 0] >= 0).float()
    pips = nn.functional.cross_entropy(
        told.flatten(0, 1), goal.flatten(), WEIGHT, ignore_index=-1, label_smoothing=0.02
    )
    beside = ((fit - torch.from_numpy(fits)).abs() * whether[:, None]).sum() / (whether.sum() + 1)
    return pips + 0.7 * nn.functional.binary_cross_entropy_with_logits(is_tile, whether) + 2 * beside


class _OfKernels(torch.optim.Muon):
    """Muon for the kernels of convolutions, as matrices that share their numbers."""

    def __init__(self, kernels: list[Tensor], rate: float) -> None:
        self.kernels = kernels
        self.matrices = [nn.Parameter(self._matrix(each.detach())) for each in kernels]
        super().__init__(self.matrices, lr=rate, weight_decay=DECAY)

    @staticmethod
    def _matrix(kernel: Tensor) -> Tensor:
        return kernel.permute(0, 2, 3, 1).flatten(1)

    def step(self, closure: None = None) -> None:  # type: ignore[override]
        for kernel, matrix in zip(self.kernels, self.matrices, strict=True):
            assert kernel.grad is not None
            matrix.grad = self._matrix(kernel.grad)
        super().step(closure)


def _optimisers(network: nn.Module, rate: float, rate_of_kernels: float) -> list[torch.optim.Optimizer]:
    """One for the kernels of hidden layers, one for all else."""
    kernels, rest = [], []
    for name, part in network.named_parameters():
        (kernels if part.ndim == 4 and name != "head.weight" else rest).append(part)
    return [_OfKernels(kernels, rate_of_kernels), torch.optim.AdamW(rest, lr=rate, weight_decay=DECAY)]


LOSSES: dict[str, Callable[..., Tensor]] = {"detector": detector_loss, "reader": reader_loss}


def _rate(step: int, steps: int) -> float:
    """The rate of a step, as a share of the highest: it rises in the first steps and falls to 0 in the second half."""
    return max(0.0, min(1.0, (step + 1) / WARM, (steps - step) / (FALLING * steps)))


def train(
    kind: str, folder: Path, times: int = 1, seed: int = 1, start: Path | None = None
) -> dict[str, np.ndarray]:
    """One network's weights, from samples in a folder, in so many times the usual steps. Prints how it goes.

    `start`: weights to learn on from, at a lower rate; None: from scratch.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    data = samples.read(folder, *FIELDS[kind])
    data = data._replace(tiles=np.array([targets_of(each) for each in data.tiles]))
    shown = data.windows if kind == "detector" else data.cuts
    network: nn.Module = Detector() if kind == "detector" else Reader()
    if start:
        with np.load(start) as weights:
            take_up(network, kind, weights, picture(shown[:: len(shown) // 200 + 1]))
    network = network.to(memory_format=torch.channels_last)
    seen, steps = 0.0, times * STEPS[kind]
    share = ON if start else 1.0
    optimisers = _optimisers(network, share * RATE[kind], share * RATE_OF_KERNELS)
    schedules = [torch.optim.lr_scheduler.LambdaLR(each, partial(_rate, steps=steps)) for each in optimisers]
    for step, rows in enumerate(_batches(rng, len(shown), BATCH[kind], steps), 1):
        loss = LOSSES[kind](network, data, rows, rng)
        network.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        for each in (*optimisers, *schedules):
            each.step()
        seen = 0.98 * seen + 0.02 * loss.item()
        if step % 50 == 0:
            mean, used = seen / (1 - 0.98**step), time.process_time()
            print(f"{kind}: step {step}, loss {mean:.3f}, {used:.0f} s of processor time", flush=True)
    return export(network.eval(), kind)


def _train(asked: tuple[str, Path, int, Path | None]) -> dict[str, np.ndarray]:
    kind, folder, times, start = asked
    return train(kind, folder, times, start=start)


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
    parser.add_argument("--on", type=Path, metavar="WEIGHTS", help="learn on from these weights")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = asked.samples or Path(passing)
        if not any(folder.glob("*.npz")):
            samples.make(folder, (FIRST_SEED, FIRST_SEED + asked.times * SCENES))
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            parts = pool.map(_train, [(kind, folder, asked.times, asked.on) for kind in STEPS], chunksize=1)
    digest = write({name: array for part in parts for name, array in part.items()}, asked.output)
    print(f"{asked.output}: {asked.output.stat().st_size} bytes, sha-256 {digest}")
    networks.WEIGHTS = asked.output
    judged = measured("usual scenes", 20)
    print(f"{judged.right} of {judged.tiles} tiles of usual scenes are read right")
    return 0 if judged.right >= LEAST * judged.tiles else 1


if __name__ == "__main__":
    sys.exit(main())
