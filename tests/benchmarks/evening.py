"""A big evening: a club of 200 tables with four phones each, on one small computer.

`python3 -m tests.benchmarks.evening [TABLES [SECONDS]]`. Each table lays a tile every five seconds; three of its phones
poll for news as often as a page does. Meanwhile the book is backed up, and the copy is checked. Then all tables lay as
fast as they get responses. Then the same with two processes on one book, behind Caddy (Debian: `apt install caddy`).
Servers and phones share this machine.
"""

import asyncio
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from referee.storage.store import Store
from tests.benchmarks.calling import HOST
from tests.benchmarks.figures import Figure, Target
from tests.benchmarks.figures import table as told
from tests.benchmarks.phones import PHONES, Keeper, Table, share, watch
from tests.benchmarks.served import Served, cpu_of, serve_referee
from tests.simulating import People, seat_people

GAMES = 20  # different games
VARIANT = "edge.block"
SOON = 1000.0  # ms: the target for a tile to be on the other phones
CADDYFILE = """
{{
    admin off
    auto_https off
}}
http://:{port} {{
    bind {host}
    reverse_proxy {servers} {{
        lb_policy cookie
    }}
}}
"""


class Plan(NamedTuple):
    """The number of tables, and in seconds: how long they play, how long phones arrive before that, how long they play
    at full speed, and the time between two tiles of a table."""

    tables: int = 200
    seconds: float = 25.0
    coming: float = 10.0
    fast: float = 6.0
    lays: float = 5.0


QUICK = Plan(4, 2.0, 1.0, 0.5, 0.3)


class Club(NamedTuple):
    """The processes that serve one book, the port for phones, and the process id of the proxy, if any."""

    folder: Path
    servers: list[Served]
    port: int
    proxy: int | None

    def cpu(self) -> float:
        """Seconds of processor time used so far, including the proxy's."""
        return sum(each.cpu() for each in self.servers) + (cpu_of(self.proxy) if self.proxy else 0.0)


class Copied(NamedTuple):
    """A backup made during play: how long it took, and the number of tiles acknowledged before it began."""

    seconds: float
    answered: int


@contextmanager
def club(folder: Path, processes: int) -> Iterator[Club]:
    """Serve the book in `folder` with that many processes; two or more are behind a proxy."""
    with ExitStack() as stack:
        if processes == 1:
            server = stack.enter_context(serve_referee(folder))
            yield Club(folder, [server], server.port, None)
            return
        servers = [stack.enter_context(serve_referee(folder, "--behind-proxy")) for _ in range(processes)]
        with socket.create_server((HOST, 0)) as free:
            port = free.getsockname()[1]
        told = folder.parent / "Caddyfile"
        told.write_text(
            CADDYFILE.format(
                port=port, host=HOST, servers=" ".join(f"{HOST}:{each.port}" for each in servers)
            )
        )
        proxy = stack.enter_context(
            subprocess.Popen(
                ["caddy", "run", "--config", str(told), "--adapter", "caddyfile"], stderr=subprocess.DEVNULL
            )
        )
        stack.callback(proxy.terminate)
        _wait_for(port)
        yield Club(folder, servers, port, proxy.pid)


def _wait_for(port: int) -> None:
    until = time.monotonic() + 10
    while True:
        try:
            socket.create_connection((HOST, port), 1).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return


def seated(folder: Path, number: int) -> list[Table]:
    """That many tables in a new book, with a few different games."""
    games = [_played(each) for each in range(min(GAMES, number))]
    with Store(folder / "referee.db") as store:
        return [
            Table(people, store.create_table(_header(people)).links["owner"])
            for people in (games[each % len(games)] for each in range(number))
        ]


def _played(number: int) -> People:
    people = seat_people(VARIANT, PHONES, random.Random(number))
    people.play_round()
    return people


def _header(people: People) -> dict[str, object]:
    return {"record": 1, "variant": VARIANT, "players": list(people.log.start.setup.players)}


async def _evening(at: Club, tables: list[Table], plan: Plan) -> tuple[float, Copied]:
    """Let all phones arrive, then play; returns the servers' processor time during play, and the backup."""
    begins = time.monotonic() + plan.coming
    over = begins + plan.seconds
    keepers = [Keeper(each, at.port) for each in tables]
    watchers = [watch(each, at.port, plan.coming, over) for each in tables for _ in range(PHONES - 1)]
    playing = asyncio.gather(*watchers, *(_come_and_play(each, begins, plan) for each in keepers))
    await asyncio.sleep(plan.coming)
    for each in tables:
        each.asked = each.news = 0
    used = at.cpu()
    await asyncio.sleep(plan.seconds / 3)
    copied = await _copy(at.folder, tables)
    await playing
    return at.cpu() - used, copied


async def _come_and_play(keeper: Keeper, begins: float, plan: Plan) -> None:
    await asyncio.sleep(random.random() * plan.coming * 0.8)
    await keeper.come()
    await asyncio.sleep(begins - time.monotonic())
    await keeper.play(begins + plan.seconds, plan.lays)


async def _copy(folder: Path, tables: list[Table]) -> Copied:
    """Back up the book during play, with the program's own command."""
    answered, began = sum(len(each.answered) for each in tables), time.monotonic()
    copy = (sys.executable, "-m", "referee", "backup", str(folder.parent / "copy.db"), "--data", str(folder))
    process = await asyncio.create_subprocess_exec(*copy, stdout=asyncio.subprocess.DEVNULL)
    if await process.wait():
        raise RuntimeError("The book was not copied.")
    return Copied(time.monotonic() - began, answered)


async def _fast(at: Club, tables: list[Table], seconds: float) -> float:
    """Tiles per second if every table lays the next one as soon as it gets a response, and nobody polls for news."""
    keepers = [Keeper(each, at.port) for each in tables]
    await asyncio.gather(*(each.come() for each in keepers))
    before, began = sum(len(each.answered) for each in tables), time.monotonic()
    await asyncio.gather(*(each.play(began + seconds, 0.0) for each in keepers))
    return (sum(len(each.answered) for each in tables) - before) / (time.monotonic() - began)


def _read_back(folder: Path, copied: Copied) -> int:
    """The number of entries in the copy, which must be intact and hold all that was acknowledged before it began."""
    copy = folder.parent / "copy.db"
    done = subprocess.run(
        [sys.executable, "-m", "referee", "check", str(copy)], capture_output=True, check=False
    )
    with closing(sqlite3.connect(copy)) as opened:
        ((entries,),) = opened.execute("SELECT count(*) FROM event")
    if done.returncode or entries < copied.answered:
        raise RuntimeError(f"The copy holds {entries} entries of {copied.answered}: {done.stdout!r}")
    return int(entries)


def measure(*, quick: bool, plan: Plan | None = None) -> Iterator[Figure]:
    """Measure an evening with one process and, if Caddy is installed, with two."""
    plan = plan or (QUICK if quick else Plan())
    alone: dict[str, float] = {}
    if not shutil.which("caddy"):
        print("Caddy is not installed, so two processes are not tried.", file=sys.stderr)
    for processes in (1, 2) if shutil.which("caddy") else (1,):
        for name, title, value, unit, most in _evening_of(processes, plan):
            floor = alone.get(name)
            alone.setdefault(name, value)
            yield Figure(
                name=f"evening.{processes}.{name}",
                title=f"{plan.tables} tables, {'one process' if processes == 1 else 'two processes'}: {title}",
                value=value,
                unit=unit,
                floor=floor,
                floor_is="one process" if floor else "",
                ratio=value / floor if floor else None,
                target=Target(of="value", bound=most) if most else None,
            )


def _evening_of(processes: int, plan: Plan) -> Iterator[tuple[str, str, float, str, float]]:
    """The name, title, value, unit and upper limit of everything that is measured."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "book")
        tables = seated(home, plan.tables)
        with club(home, processes) as at:
            used, copied = asyncio.run(_evening(at, tables, plan))
            answered = [each for table in tables for each in table.answered]
            late = [each for table in tables for each in table.late]
            memory = sum(each.memory() for each in at.servers)
            fastest = asyncio.run(_fast(at, tables, plan.fast))
        entries = _read_back(home, copied)
        disk = sum(each.stat().st_size for each in home.iterdir())
        laid = sum(len(each.answered) for each in tables)
    asked = sum(each.asked for each in tables)
    yield "laid", "tiles laid in a second", len(answered) / plan.seconds, "/s", 0
    yield "asked", "questions for news in a second", asked / plan.seconds, "/s", 0
    yield "answer", "the answer to a tile, half of them within", share(answered, 0.5), "ms", 0
    yield "answer.95", "the answer to a tile, 95 % within", share(answered, 0.95), "ms", 0
    yield "late.95", "a tile on the other phones, 95 % within", share(late, 0.95), "ms", SOON
    yield "cores", "processors in use", used / plan.seconds, "", 0
    yield "core", "tables that one processor carries", plan.tables * plan.seconds / used, "", 0
    yield "memory", "memory", memory / 1e6, "MB", 0
    yield "disk", "disk, for each tile with its table", disk / laid, "bytes", 0
    yield "copy", f"a copy made meanwhile, with {entries} tiles, and found whole", copied.seconds, "s", 0
    yield "fast", "tiles laid in a second, as fast as they are answered", fastest, "/s", 0


def main(arguments: list[str]) -> None:
    """Print the table."""
    plan = Plan(*(kind(each) for kind, each in zip((int, float), arguments, strict=False)))
    print(told(list(measure(quick=False, plan=plan))))


if __name__ == "__main__":
    main(sys.argv[1:])
