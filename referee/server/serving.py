"""`referee serve`: serves the web pages on this computer's networks."""

import asyncio
import errno
import gc
import io
import ipaddress
import logging
import signal
import socket
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import segno
import uvicorn
from flask import Flask

from referee import paths
from referee.server.announce import Announcement
from referee.server.connections import AT_ONCE, RESTING, Connection, OpenConnections, places
from referee.server.gateway import Gateway
from referee.server.waiting_phones import WaitingPhones
from referee.storage.rows import StoreError
from referee.storage.store import Store
from referee.web import create_app
from referee.web.infra.network import lan_addresses

THREADS = 8  # enough: requests are short, and a phone that waits for news holds no thread
LONGEST_HEAD = 64 * 1024  # bytes of a request's headers
LOOKS = 0.5  # seconds between two checks of the connections
SWITCH = 0.0001  # seconds a thread may run while others wait: a move waits that long for each read or write
STACK = 2 * 1024 * 1024  # bytes of each thread's stack; the usual 8 MB would count against memory limits
PATIENCE = 10  # seconds that a request in progress may still take when the server stops


# Ports that browsers refuse to open (the Fetch standard's "bad ports").
REFUSED_PORTS = frozenset((
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103,
    104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513,
    514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720,
    1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
))  # fmt: skip
TIGHTENED = "Other accounts of this computer could read {files}. Now only yours can."


class Options(NamedTuple):
    """How to serve. `host` is the address to listen on ("" means all networks, or behind a proxy this computer only);
    `port` 0 means any free one. `data` is the folder of the database, None for the usual one; `database` the file
    itself, if it is a different one. `names` are host names of this server besides those of the home network.
    `tables_per_hour` is how many tables one address may open; `announce` lets phones find the server by name."""

    host: str = ""
    port: int = 5000
    data: str | None = None
    database: str | None = None
    names: Sequence[str] = ()
    threads: int = THREADS
    behind_proxy: bool = False
    tables_per_hour: int = 60
    announce: bool = True

    def config(self) -> dict[str, Any]:
        """The settings of the application."""
        return {
            "BEHIND_PROXY": self.behind_proxy,
            "DATABASE_FILE": self.database,
            "ONLY_HERE": not self.behind_proxy and _is_only_here(self.host),
            "TABLES_PER_HOUR": self.tables_per_hour,
            "TRUSTED_NAMES": tuple(self.names),
        }


def _is_only_here(host: str) -> bool:
    """Whether only this computer can reach a server on that host."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(options: Options) -> int:
    """Serve until Ctrl-C or SIGTERM. Returns the exit status, 1 if it cannot start."""
    host = options.host or ("127.0.0.1" if options.behind_proxy else "0.0.0.0")  # noqa: S104 - that is its use
    if options.port in REFUSED_PORTS:
        return _refuse(
            f"No browser opens port {options.port}: it is kept for something else. "
            "Another port: referee serve --port 5000"
        )
    threading.stack_size(STACK)
    folder = options.data or (str(Path(options.database).parent) if options.database else None)
    try:
        app = create_app(folder, options.config())
    except StoreError as error:
        return _refuse(str(error))
    with app.extensions["referee"] as store:
        if store.tightened:
            print(TIGHTENED.format(files=", ".join(map(str, store.tightened))), flush=True)
        try:
            store.check_quickly()
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            both = host == "::" and socket.has_dualstack_ipv6()  # the printed addresses are IPv4
            listening = socket.create_server(
                (host, options.port), family=family, backlog=AT_ONCE, dualstack_ipv6=both
            )
        except StoreError as error:
            return _refuse(str(error))
        except OSError as error:
            return _refuse(_why_not(error, host, options.port))
        app.extensions["referee-turns"].start()
        stopping = threading.Event()
        examining = threading.Thread(target=_examine, args=(store, stopping))
        examining.start()
        try:
            with listening:
                run(app, listening, options, stopping)
        finally:
            stopping.set()
            examining.join()
    print("\nStopped. The tables are kept.", flush=True)
    return 0


def _examine(store: Store, stopping: threading.Event) -> None:
    """Read the whole database in the background and report damage early."""
    try:
        store.check_whole(stopping)
    except StoreError as error:
        print(error, file=sys.stderr, flush=True)


def run(app: Flask, listening: socket.socket, options: Options, stopping: threading.Event) -> None:
    """Answer requests at `listening` until `stopping` is set, then finish those in progress.

    In the main thread, Ctrl-C and SIGTERM set it; a second Ctrl-C ends everything at once.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # do not log every malformed request
    room = OpenConnections(places())

    def heads(tables: Iterable[int]) -> dict[int, int]:
        found: dict[int, int] = app.extensions["referee"].heads(tables)
        return found

    waiting = WaitingPhones(heads, most=room.most * 3 // 4)
    gateway = Gateway(app, room, options.threads, is_behind_proxy=options.behind_proxy, waiting=waiting)
    server = uvicorn.Server(
        uvicorn.Config(
            gateway,
            http=cast("type[asyncio.Protocol]", partial(Connection, room)),
            loop="asyncio",
            interface="asgi3",
            lifespan="off",
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            backlog=AT_ONCE,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            timeout_keep_alive=int(RESTING),
            timeout_graceful_shutdown=PATIENCE,
        )
    )
    if threading.current_thread() is threading.main_thread():
        # uvicorn handles these signals while it serves, and raises them again for our handlers when it has ended.
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda *_: stopping.set())
    if missing := paths.missing_files():
        print(missing, file=sys.stderr, flush=True)
    sys.setswitchinterval(SWITCH)
    host, port = listening.getsockname()[:2]
    print(announcement(host, port), flush=True)
    name = _give_name(app, host, port) if options.announce and not options.behind_proxy else None
    try:
        with collected_seldom():
            asyncio.run(_serve(server, room, waiting, listening, stopping))
    finally:
        if name is not None:
            name.stop()
        gateway.close()
        waiting.close()


async def _serve(
    server: uvicorn.Server,
    room: OpenConnections,
    waiting: WaitingPhones,
    listening: socket.socket,
    stopping: threading.Event,
) -> None:
    """Serve until `stopping` is set or a signal comes."""

    async def watch() -> None:
        while not (stopping.is_set() or server.should_exit):
            await asyncio.sleep(LOOKS)
            room.look_after()
        server.should_exit = True
        waiting.end()

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if isinstance(context.get("exception"), MemoryError):  # reporting it would need more memory
            room.without_memory()
        else:
            loop.default_exception_handler(context)

    asyncio.get_running_loop().set_exception_handler(failed)
    watching = asyncio.create_task(watch())
    await server.serve([listening])
    watching.cancel()


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Garbage-collect new objects only: a table has many objects, and they never form cycles.

    A full collection blocked everybody for 800 ms while a record of 10,000 events was imported, and the import took
    five times as long (`tests.benchmarks.watchers`). Objects that survive a collection are frozen: only reference
    counting frees them.
    """

    def freeze(phase: str, _: object) -> None:
        if phase == "stop":
            gc.freeze()

    before = gc.get_threshold()
    was_frozen = gc.get_freeze_count() > 0  # by the caller, who may want to keep it so
    gc.callbacks.append(freeze)
    gc.collect()
    gc.set_threshold(5_000)
    try:
        yield
    finally:
        gc.callbacks.remove(freeze)
        gc.set_threshold(*before)
        if not was_frozen:
            gc.unfreeze()


def _give_name(app: Flask, host: str, port: int) -> Announcement | None:
    """Start looking for a name on the local networks; None if other devices cannot reach the server."""
    addresses = [each for each in _addresses(host) if ":" not in each]
    if not addresses:
        return None

    def tell(name: str) -> None:
        print(f"  or by name        http://{name}:{port}", flush=True)
        app.config["NAME_IN_HOUSE"] = name

    named = Announcement(port, addresses, tell)
    named.start()
    return named


def _addresses(host: str) -> list[str]:
    """The addresses at which phones reach a server that listens on `host`."""
    address = ipaddress.ip_address(host)
    return lan_addresses() if address.is_unspecified else [] if address.is_loopback else [host]


def announcement(host: str, port: int) -> str:
    """The text printed at the start: the addresses to open here and on phones, with a QR code for phones."""
    address = ipaddress.ip_address(host)
    others = _addresses(host)
    lines = ["The referee is ready.", ""]
    if address.is_unspecified or address.is_loopback:
        lines.append(f"  on this computer  http://localhost:{port}")
    links = [f"http://[{other}]:{port}" if ":" in other else f"http://{other}:{port}" for other in others]
    lines += [f"  on every phone    {link}" for link in links]
    if links:
        lines += ["", _qr_code(links[0])]
    return "\n".join([*lines, "Ctrl-C stops it."])


def _qr_code(link: str) -> str:
    """The QR code in block characters; empty if the terminal cannot show them."""
    drawn = io.StringIO()
    segno.make(link, error="l").terminal(drawn, compact=True, border=2)
    code = drawn.getvalue()
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return code


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use; perhaps the referee is already running. "
            f"Another port: referee serve --port {port + 1 if port < 65535 else 5000}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by everybody. Take one from 1024 on: referee serve --port 5000"
    return f"Nothing can listen on {host}, port {port}: {error.strerror}."


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return 1
