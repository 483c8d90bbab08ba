"""`referee serve`: the web pages on this computer's networks."""

from __future__ import annotations

import errno
import gc
import io
import ipaddress
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import segno
from flask import Flask
from waitress import wasyncore

from referee import connections, places
from referee.network import lan_addresses
from referee.store import StoreError
from referee.web import create_app
from referee.web.app import SECRET_KEY

THREADS = 8  # every answer is short: a phone asks again each second, none of them holds a thread
BACKLOG = 1024  # that knock at the same moment
LARGEST = (
    3 * 1024 * 1024
)  # bytes of a request: a record and what a form adds to it, and room to say that it is too long
CROWD = 60  # connections, above which the server draws breath between two turns
BREATH = 40e-6  # seconds for each of them
PATIENCE = 10.0  # seconds that a request under way may still take when the server is to stop
SHARED = (
    "Another referee serves the same score book. That does no harm: each writes down what it is told, and both show it. "
    "Who is at a table, each knows of its own phones only."
)


class Options(NamedTuple):
    """How to serve: `host` is the address to listen on ("" for all networks, or behind a proxy for this computer
    alone), `port` 0 any that is free; `data` the folder of the database, None for the usual one; `database` the
    file itself, where it is another one; `names` what this server is called besides the names of the home
    network; `tables_per_hour` how many one address may open."""

    host: str = ""
    port: int = 5000
    data: str | None = None
    database: str | None = None
    names: Sequence[str] = ()
    threads: int = THREADS
    behind_proxy: bool = False
    tables_per_hour: int = 60

    def config(self) -> dict[str, Any]:
        """The settings of the application."""
        return {
            "BEHIND_PROXY": self.behind_proxy,
            "DATABASE_FILE": self.database,
            "TABLES_PER_HOUR": self.tables_per_hour,
            "TRUSTED_NAMES": tuple(self.names),
        }


def serve(options: Options) -> int:
    """Serve until ctrl-C or SIGTERM; returns the exit status, 1 where it cannot start."""
    host = options.host or ("127.0.0.1" if options.behind_proxy else "0.0.0.0")  # noqa: S104 - that is its use
    folder = options.data or (str(Path(options.database).parent) if options.database else None)
    try:
        app = create_app(folder, options.config())
    except StoreError as error:
        return _refuse(str(error))
    try:
        app.extensions["referee"].check_whole()
    except StoreError as error:
        app.extensions["referee"].close()
        return _refuse(str(error))
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, options.port), family=family, backlog=BACKLOG)
    except OSError as error:
        app.extensions["referee"].close()
        return _refuse(_why_not(error, host, options.port))
    stopping = threading.Event()
    sign = _hang_out(Path(folder or places.data_dir()) / SECRET_KEY)
    try:
        run(app, listening, options, stopping)
    finally:
        listening.close()
        if sign is not None:
            sign.close()
        app.extensions["referee"].close()
    print("\nStopped. The tables are kept.", flush=True)
    return 0


def _hang_out(path: Path) -> IO[bytes] | None:
    """Hold the file at `path` as a sign that a referee serves this folder, and say so where one does already.

    Not the database itself: closing that would take away the locks that SQLite has on it. The sign ends with
    its process, however that ends. None where the system has no such locks.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        sign = path.open("rb")
        fcntl.flock(sign, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(SHARED, file=sys.stderr, flush=True)
    except OSError:
        return None
    return sign


def run(app: Flask, listening: socket.socket, options: Options, stopping: threading.Event) -> None:
    """Answer what comes in at `listening` until `stopping` is set; then finish what is under way.

    In the main thread ctrl-C and SIGTERM set it; a second ctrl-C ends everything at once.
    """
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    sockets: dict[int, Any] = {}
    server = connections.make_server(
        app,
        sockets,
        listening,
        threads=options.threads,
        backlog=BACKLOG,
        max_request_body_size=LARGEST,
        ident="referee",
        clear_untrusted_proxy_headers=not options.behind_proxy,
    )
    if threading.current_thread() is threading.main_thread():
        _stop_when_asked(stopping, server.pull_trigger)
    if missing := places.missing_files():
        print(missing, file=sys.stderr, flush=True)
    _collect_seldom()
    host, port = listening.getsockname()[:2]
    print(announcement(host, port), flush=True)
    while not stopping.is_set():
        wasyncore.loop(timeout=1.0, use_poll=True, map=sockets, count=1)
        if (
            len(sockets) > CROWD
        ):  # each turn looks at every connection: what comes meanwhile is taken in one go
            time.sleep(len(sockets) * BREATH)
    server.accepting = False
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and _under_way(server):
        wasyncore.loop(timeout=0.05, use_poll=True, map=sockets, count=1)
    server.task_dispatcher.shutdown(timeout=1)
    wasyncore.close_all(sockets)


def _collect_seldom() -> None:
    """Look for garbage less often: what a table keeps is large, never in circles, and was looked through each second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _under_way(server: connections.Server) -> bool:
    """Whether anything that was asked is not answered yet, to its last byte."""
    return any(each.requests or each.request or each.total_outbufs_len for each in server.connections)


def _stop_when_asked(stopping: threading.Event, wake: Callable[[], None]) -> None:
    def stop(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stopping.set()
        wake()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)


def announcement(host: str, port: int) -> str:
    """What to open, here and on other phones, and the QR code of the latter, when listening on `host`."""
    address = ipaddress.ip_address(host)
    others = lan_addresses() if address.is_unspecified else [] if address.is_loopback else [host]
    lines = ["The referee is ready.", ""]
    if address.is_unspecified or address.is_loopback:
        lines.append(f"  on this computer  http://localhost:{port}")
    links = [f"http://[{other}]:{port}" if ":" in other else f"http://{other}:{port}" for other in others]
    lines += [f"  on every phone    {link}" for link in links]
    if links:
        lines += ["", _qr_code(links[0])]
    return "\n".join([*lines, "Ctrl-C stops it."])


def _qr_code(link: str) -> str:
    """The code in characters; empty where the terminal cannot show them."""
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
