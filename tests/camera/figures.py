"""How well the camera reads scenes of kinds that it was not trained on: `python3 -m tests.camera.figures`."""

import argparse
import io
import json
import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np

from referee.camera import DOUBT, Seen, look
from referee.engine.tiles import Tile, tile, tile_set
from tests.camera.samples import SEEN, place_of, seen_of
from tests.camera.scenes.harder import KINDS
from tests.camera.scenes.scene import Scene, draw_scene

FIRST_SEED = 5_000_000
TRACED = "path-traced"  # measured only if asked for: see `tests/camera/scenes/traced.py`


class Judged(NamedTuple):
    """What came of some pictures."""

    pictures: int = 0
    exact: int = 0
    tiles: int = 0
    right: int = 0
    missed: int = 0
    invented: int = 0
    wrong: int = 0  # readings, also of what is no tile
    wrong_and_sure: int = 0
    doubts: int = 0

    def plus(self, other: "Judged") -> "Judged":
        """Both together."""
        return Judged(*(a + b for a, b in zip(self, other, strict=True)))


def judge(scene: Scene, seen: Seen) -> Judged:
    """Hold what was seen against what is there; tiles that the edge cuts or a hand hides may be seen or not."""
    there = [(place_of(label), label) for label in scene.labels]
    whole = [seen_of(label, scene.picture.size) >= SEEN for label in scene.labels]
    taken, right, wrong, sure, invented, doubts = set(), 0, 0, 0, 0, 0
    for found in seen.found:
        x, y = (sum(corner[n] for corner in found.corners) / 4 for n in (0, 1))
        away = [abs(x - place.x) + abs(y - place.y) for place, _ in there]
        near = [n for n in np.argsort(away).tolist() if away[n] < there[n][0].length / 3]
        if near and not whole[near[0]]:
            continue
        doubts += found.sure < DOUBT
        is_right = bool(near) and near[0] not in taken
        is_right = is_right and found.tile is tile(there[near[0]][1].first, there[near[0]][1].second)
        taken.update(near[:1])
        invented += not near
        right += is_right
        wrong += not is_right
        sure += not is_right and found.sure >= DOUBT
    tiles = sum(whole)
    missed = tiles - len([n for n in taken if whole[n]])
    return Judged(1, int(right == tiles and not wrong), tiles, right, missed, invented, wrong, sure, doubts)


def as_bytes(scene: Scene) -> bytes:
    """The picture as a phone would send it."""
    data = io.BytesIO()
    scene.picture.save(data, "JPEG", quality=88)
    return data.getvalue()


def hand_of(scene: Scene) -> set[Tile]:
    """The tiles of a scene."""
    return {tile(label.first, label.second) for label in scene.labels}


def known_of(scene: Scene, seed: int) -> dict[str, Any] | None:
    """What a table knows when a hand is shown: its number of tiles, and which tiles cannot be in it.

    Half of the other tiles, by chance, have been laid. None if a tile of the scene is cut or hidden.
    """
    if any(seen_of(label, scene.picture.size) < SEEN for label in scene.labels):
        return None
    chance, hand = np.random.default_rng(seed), hand_of(scene)
    possible = {each for each in tile_set(scene.highest).tiles if each in hand or chance.random() < 0.5}
    return {"possible": possible, "count": len(scene.labels)}


def scene_of(kind: str, seed: int) -> Scene:
    """The scene of a seed, of one of `KINDS` or path-traced."""
    if kind == TRACED:
        from tests.camera.scenes.traced import traced_scene

        return traced_scene(seed)
    return draw_scene(seed, KINDS[kind])


def measured(
    kind: str, pictures: int, *, first: int = FIRST_SEED, say: bool = False, is_known: bool = False
) -> Judged:
    """Read that many pictures of a kind, starting at a seed; only the set is known, or what `known_of` tells."""
    total = Judged()
    first += 10_000 * [*KINDS, TRACED].index(kind)
    for seed in range(first, first + pictures):
        scene = scene_of(kind, seed)
        known = known_of(scene, seed) if is_known else {}
        if known is None:
            continue
        one = judge(scene, look(as_bytes(scene), highest=scene.highest, **known))
        total = total.plus(one)
        if say and one.wrong + one.missed:
            print(
                f"  {kind}, seed {seed}: {one.right} of {one.tiles}, wrong {one.wrong}, missed {one.missed}"
            )
    return total


def _cost(picture: bytes) -> tuple[float, float]:
    """Processor time in seconds and memory in MB of a fresh process that reads one picture. Linux only.

    `ru_maxrss` is no use: a process inherits it from the one that started it.
    """
    code = (
        "import sys, time, json; from referee.camera import look; look(sys.stdin.buffer.read());"
        "most = next(each for each in open('/proc/self/status') if each.startswith('VmHWM'));"
        "print(json.dumps([time.process_time(), int(most.split()[1]) / 1024]))"
    )
    env = {"OPENBLAS_NUM_THREADS": "1", "PATH": ""}
    ended = subprocess.run(
        [sys.executable, "-c", code], input=picture, capture_output=True, check=True, env=env
    )
    seconds, memory = json.loads(ended.stdout)
    return seconds, memory


def main() -> None:
    """Print a table: a line for each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=30, help="of each kind (%(default)s)")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the seed of the first (%(default)s)")
    parser.add_argument("--kind", choices=[*KINDS, TRACED], action="append")
    parser.add_argument("--say", action="store_true", help="name the pictures that were not read right")
    parser.add_argument("--known", action="store_true", help="number and half of the other tiles are known")
    asked = parser.parse_args()
    print("| kind | tiles right | pictures exact | missed | no tile | wrong | wrong and sure | doubts |")
    print("|---|---|---|---|---|---|---|---|")
    total = Judged()
    for kind in asked.kind or KINDS:
        one = measured(kind, asked.pictures, first=asked.first, say=asked.say, is_known=asked.known)
        total = total.plus(one)
        print(_line(kind, one), flush=True)
    print(_line("all", total))
    costs = [
        _cost(as_bytes(draw_scene(FIRST_SEED + 10_000 * n, plan))) for n, plan in enumerate(KINDS.values())
    ]
    seconds, memory = zip(*costs, strict=True)
    print(f"{min(seconds):.2f} to {max(seconds):.2f} s of processor time, {max(memory):.0f} MB at most")


def _line(kind: str, one: Judged) -> str:
    tiles, exact = (
        f"{one.right / one.tiles:.1%} of {one.tiles}",
        f"{one.exact / one.pictures:.0%} of {one.pictures}",
    )
    counts = (one.missed, one.invented, one.wrong, one.wrong_and_sure, one.doubts)
    return f"| {kind} | {tiles} | {exact} | {' | '.join(map(str, counts))} |"


if __name__ == "__main__":
    main()
