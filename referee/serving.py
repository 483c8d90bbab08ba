"""`referee serve`: the web pages on this computer's networks."""

from __future__ import annotations

import errno
import io
import ipaddress
import logging
import signal
import socket
import sys
from collections.abc import Sequence
from typing import NoReturn

import segno
import waitress.server
from flask import Flask

from referee import places
from referee.network import lan_addresses
from referee.store import StoreError
from referee.web import create_app

THREADS = 8  # every answer is short: a phone asks again each second, none of them holds a thread
CONNECTIONS = 500


def serve(host: str, port: int, data: str | None = None, names: Sequence[str] = ()) -> int:
    """Serve until ctrl-C or SIGTERM; returns the exit status, 1 where it cannot start.

    `host` is the address to listen on, `port` 0 any that is free; `data` is the folder of the database, None
    for the usual one; `names` are names of this server besides those of the home network.
    """
    try:
        app = create_app(data, {"TRUSTED_NAMES": tuple(names)})
    except StoreError as error:
        return _refuse(str(error))
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        app.extensions["referee"].close()
        return _refuse(_why_not(error, host, port))
    try:
        signal.signal(signal.SIGTERM, _end)
        _run(app, listening)
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        listening.close()
        app.extensions["referee"].close()
    print("\nStopped. The tables are kept.", flush=True)
    return 0


def _run(app: Flask, listening: socket.socket) -> None:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    server = waitress.server.create_server(
        app, sockets=[listening], threads=THREADS, connection_limit=CONNECTIONS, ident="referee"
    )
    if missing := places.missing_files():
        print(missing, file=sys.stderr, flush=True)
    host, port = listening.getsockname()[:2]
    print(announcement(host, port), flush=True)
    server.run()
    server.close()


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


def _end(*_: object) -> NoReturn:
    raise SystemExit
