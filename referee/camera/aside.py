"""Reads a picture in a process of its own, whose memory and time are bounded; one at a time.

So a picture that crashes the decoder harms no server. Memory and processor time are bounded where the system can
(Linux; partly macOS); everywhere the process is ended after SECONDS.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Collection
from typing import Any

from referee.camera import MOST_BYTES, CannotLook, FoundTile, Guess, Seen, look
from referee.engine.tiles import Tile, read_tile
from referee.paths import PACKAGE

SECONDS = 40  # a small computer takes ten times as long as a laptop, which takes less than one
MEMORY = 1_000_000_000  # bytes of address space; what is used stays below 200 MB
_turn = threading.Lock()


def read_aside(picture: bytes, *, highest: int, possible: Collection[Tile] | None, count: int | None) -> Seen:
    """See `referee.camera.look_aside`."""
    if len(picture) > MOST_BYTES:
        raise CannotLook("too-large")
    if not _turn.acquire(blocking=False):
        raise CannotLook("busy")
    try:
        names = None if possible is None else sorted(each.name for each in possible)
        asked = json.dumps({"highest": highest, "possible": names, "count": count})
        return _understood(_asked(asked, picture))
    finally:
        _turn.release()


def _asked(asked: str, picture: bytes) -> dict[str, Any]:
    one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    try:
        ended = subprocess.run(  # noqa: S603 - our own interpreter, our own module
            [sys.executable, "-m", "referee.camera.aside", asked],
            input=picture,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            cwd=PACKAGE.parent,
            env={**os.environ, **one_thread},
        )
    except subprocess.TimeoutExpired as error:
        raise CannotLook("took-too-long") from error
    try:
        answer: dict[str, Any] = json.loads(ended.stdout)
    except (
        ValueError
    ) as error:  # the process was ended from outside, or by what the picture did to the decoder
        too_long = sys.platform != "win32" and ended.returncode in (-9, -24)
        raise CannotLook("took-too-long" if too_long else "not-a-picture") from error
    return answer


def _understood(answer: dict[str, Any]) -> Seen:
    if "reason" in answer:
        raise CannotLook(answer["reason"])
    found = [
        FoundTile(
            _tile(name), sure, tuple((x, y) for x, y in corners), tuple(Guess(_tile(n), s) for n, s in others)
        )
        for name, sure, corners, others in answer["found"]
    ]
    width, height = answer["size"]
    return Seen(tuple(found), (width, height))


def _tile(name: str) -> Tile:
    tile = read_tile(name)
    assert tile is not None  # our own process named it
    return tile


def _bound() -> None:
    """Bound this process: memory and processor time. Systems without such bounds have none."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for bound, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(bound, (most, most))


def _answer(asked: dict[str, Any], picture: bytes) -> dict[str, Any]:
    names = asked["possible"]
    possible = None if names is None else [_tile(name) for name in names]
    try:
        seen = look(picture, highest=asked["highest"], possible=possible, count=asked["count"])
    except CannotLook as error:
        return {"reason": error.reason}
    except MemoryError:
        return {"reason": "too-large"}
    found = [
        (each.tile.name, each.sure, each.corners, [(guess.tile.name, guess.sure) for guess in each.others])
        for each in seen.found
    ]
    return {"found": found, "size": seen.size}


if __name__ == "__main__":
    _bound()
    print(json.dumps(_answer(json.loads(sys.argv[1]), sys.stdin.buffer.read())))
