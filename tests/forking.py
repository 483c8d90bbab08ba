"""Processes that have the program loaded already: `python3 -m tests.forking FILE_NUMBER` forks for each.

To start Python, to load the program and to compile its templates takes a server several times as long as all it does
next. Here one process does it and forks for each command that it is sent.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import referee.server.serving  # noqa: F401 - the command would load it later
from referee.cli.main import main
from referee.web import create_app
from tests.compiling import compiled_once

LONGEST = 2**20  # bytes of a command with its environment


class Forked:
    """A process that runs `referee` with these arguments; used as a subprocess.Popen is. Only Linux has these."""

    def __init__(self, arguments: Sequence[str], env: dict[str, str]) -> None:
        sending = _loaded()
        reading, writing = os.pipe()
        try:
            told = json.dumps([list(arguments), env, str(Path.cwd())]).encode()
            socket.send_fds(sending, [told], [writing])
        finally:
            os.close(writing)
        self.stdout = os.fdopen(reading, encoding="utf-8")
        self.pid = int(sending.recv(100))
        self._ended = select.poll()
        self._handle = os.pidfd_open(self.pid)
        self._ended.register(self._handle, select.POLLIN)

    def poll(self) -> int | None:
        """None as long as it runs."""
        return 0 if self._ended.poll(0) else None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; subprocess.TimeoutExpired after so many seconds."""
        if not self._ended.poll(None if timeout is None else timeout * 1000):
            raise subprocess.TimeoutExpired("referee", timeout or 0)
        return 0

    def send_signal(self, what: signal.Signals) -> None:
        """Send it the signal; nothing if it has ended."""
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, what)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            os.close(self._handle)


@cache
def _loaded() -> socket.socket:
    """A line to the process that forks; it ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-u", "-W", "error", "-m", "tests.forking", str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def fork_for_ever(line: socket.socket) -> None:
    """Fork for each command that comes, until nobody can send one any more."""
    with compiled_once():
        _compile_everything()
        gc.freeze()  # what is there is shared as long as nobody looks through it
        _fork_for_each_of(line)


def _compile_everything() -> None:
    """Make an application and ask it for a page, for what both load and compile."""
    with TemporaryDirectory() as folder:
        app = create_app(folder)
        for name in app.jinja_env.list_templates(extensions=["html"]):
            app.jinja_env.get_template(name)
        app.test_client().get("/")
        app.extensions["referee"].close()


def _fork_for_each_of(line: socket.socket) -> None:
    while True:
        told, files, *_ = socket.recv_fds(line, LONGEST, 1)
        if not told:
            return
        while _reaped():
            pass
        if pid := os.fork():
            os.close(files[0])
            line.send(str(pid).encode())
            continue
        arguments, environment, folder = json.loads(told)
        line.close()
        os.dup2(files[0], 1)
        os.dup2(files[0], 2)
        os.close(files[0])
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        status = main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)  # to take down what it shares takes Python as long as all that most of them do


def _reaped() -> bool:
    try:
        return os.waitpid(-1, os.WNOHANG)[0] > 0
    except ChildProcessError:
        return False


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with socket.socket(fileno=int(sys.argv[1])) as line:
        fork_for_ever(line)
