"""Fits how likely a candidate is a tile that is read right: `python3 -m tests.camera.certainty`.

It prints the weights of a logistic regression for `_ADDS` in `referee/camera/finding.py`, to be made anew with each new
`weights.npz`.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from referee.camera.cutting import TileOutline
from referee.camera.finding import Candidate, candidates, features
from referee.camera.overlap import coincide
from referee.camera.picture import opened
from tests.camera.figures import as_bytes
from tests.camera.samples import SEEN, place_of, seen_of
from tests.camera.scenes.harder import KINDS
from tests.camera.scenes.scene import Label, Scene, draw_scene

FIRST_SEEDS, PICTURES = (9_400_000, 9_500_000), 40
STEPS = 40  # of Newton's method
LITTLE = 1e-3  # keeps the weights finite


def labelled(scene: Scene) -> Iterator[tuple[Candidate, bool]]:
    """The candidates of a scene, and whether each is a tile that is read right; without tiles seen in part."""
    there = [(place_of(label), label) for label in scene.labels]
    for each in candidates(opened(as_bytes(scene))[0]):
        label = _label_at(each.place, there)
        if label is None or seen_of(label, scene.picture.size) >= SEEN:
            yield each, label is not None and _is_right(each, label)


def _label_at(place: TileOutline, there: list[tuple[TileOutline, Label]]) -> Label | None:
    return next((label for lying, label in there if coincide(place, lying)), None)


def _is_right(candidate: Candidate, label: Label) -> bool:
    return sorted(candidate.halves.argmax(axis=1).tolist()) == sorted((label.first, label.second))


def fitted(rows: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The weights of a logistic regression."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (chance - right) + LITTLE * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + LITTLE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    """Print the weights, and on how many candidates they were fitted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=PICTURES, help="of each kind, twice (%(default)s)")
    asked = parser.parse_args()
    rows, right = [], []
    for first in FIRST_SEEDS:
        for number, plan in enumerate(KINDS.values()):
            for seed in range(first + 10_000 * number, first + 10_000 * number + asked.pictures):
                for candidate, is_right in labelled(draw_scene(seed, plan)):
                    rows.append(features(candidate))
                    right.append(is_right)
    weights = fitted(np.array(rows), np.array(right, float))
    print(f"_ADDS = np.array([{', '.join(f'{each:.2f}' for each in weights)}])  # {len(rows)} candidates")


if __name__ == "__main__":
    main()
