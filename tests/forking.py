"""A fork server with the program already loaded: `python3 -m tests.forking FILE_NUMBER`.

Starting Python, loading the program and compiling its templates takes several times as long as everything else that a
test server does. Here one process does it once and forks for each command that it receives.
"""

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
    """A process that runs `referee` with these arguments; used like a subprocess.Popen. Linux only."""

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
        """None while it runs, then 0."""
        return 0 if self._ended.poll(0) else None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        if not self._ended.poll(None if timeout is None else timeout * 1000):
            raise subprocess.TimeoutExpired("referee", timeout or 0)
        return 0

    def send_signal(self, what: signal.Signals) -> None:
        """Send it the signal, unless it has ended."""
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
    """A socket to the fork server, which ends with this process."""
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
    """Fork for each command that arrives, until the socket is closed."""
    with compiled_once():
        _compile_everything()
        gc.freeze()  # garbage collection would touch the pages shared with the forks
        _fork_for_each_of(line)


def _compile_everything() -> None:
    """Create an application and request a page, to load and compile everything in advance."""
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
        # The streams of the process that forks may be files that can be rewound; these are not.
        sys.stdout, sys.stderr = (open(each, "w", buffering=1, closefd=False) for each in (1, 2))  # noqa: SIM115
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        status = main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)  # a normal exit would take as long as everything else that most of the forks do


def _reaped() -> bool:
    try:
        return os.waitpid(-1, os.WNOHANG)[0] > 0
    except ChildProcessError:
        return False


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with socket.socket(fileno=int(sys.argv[1])) as line:
        fork_for_ever(line)
