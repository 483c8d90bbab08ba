"""The server's memory with many tables open, and its start-up time."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.benchmarks.calling import Caller, request
from tests.benchmarks.engine import long_game
from tests.benchmarks.figures import Figure, beside
from tests.benchmarks.served import Served, serve_floor, serve_referee

_MB = 1e6
SAID = 25  # events at each of the tables


def measure(*, quick: bool) -> Iterator[Figure]:
    """Measure both, compared with the bare server."""
    with tempfile.TemporaryDirectory() as folder:
        mine, floors = Path(folder, "referee"), Path(folder, "floor")
        floors.mkdir()
        game, number = long_game(SAID), 20 if quick else 1000
        with Store(mine / "referee.db") as store:
            said = [NewEvent(each) for each in game.said[:SAID]]
            links = [store.import_table(game.header, said).links["keep"] for _ in range(number)]
        took = [_start(mine, floors) for _ in range(0 if quick else 4)]
        with serve_referee(mine) as server, serve_floor(floors) as floor, Caller(server.port) as line:
            took.append((server.started, floor.started))
            yield _started(took)
            yield _memory("memory.start", "memory, just started", server, floor)
            for link in links:
                line.call(request("GET", f"/t/{link}"))
            yield _memory(f"memory.{number}", f"memory with {number:,} tables opened", server, floor)


def _start(mine: Path, floors: Path) -> tuple[float, float]:
    with serve_referee(mine) as server:
        started = server.started
    with serve_floor(floors) as floor:
        return started, floor.started


def _started(took: Sequence[tuple[float, float]]) -> Figure:
    mine, floors = zip(*took, strict=True)
    title, floor_is = "from the command until it answers", "the bare server: Python, Flask and uvicorn"
    return beside("start", title, mine, floors, floor_is, unit="s")


def _memory(name: str, title: str, server: Served, floor: Served) -> Figure:
    mine, bare = server.memory() / _MB, floor.memory() / _MB
    return Figure(
        name=name,
        title=title,
        value=mine,
        unit="MB",
        floor=bare,
        floor_is="the bare server",
        ratio=mine / bare,
    )
