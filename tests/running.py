"""The real server, as somebody starts it: a process of its own."""

from __future__ import annotations

import itertools
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.forking import Forked

# Resolved to this computer by the browser only. Unlike localhost it is not a secure context, so whatever a
# phone on the home network may not use is missing here too.
NAME = "referee.test"
WARNINGS = ("-W", "error")
# Where the servers of this process keep their tables, by their ports.
databases: dict[int | None, Path] = {}


class RunningServer:
    """A server with its tables in `data_dir`; it keeps its port when it is killed and started again.

    `memory` are the bytes that it may use, 0 for as many as there are. `is_loaded`: it is forked from a process that has
    the program loaded already, which saves nearly all the time of starting.
    """

    def __init__(self, data_dir: Path, memory: int = 0, *, is_loaded: bool = False) -> None:
        self.data_dir = data_dir
        self.database = data_dir / "referee.db"
        self.port = _free_port()
        self.url = f"http://{NAME}:{self.port}"
        self.local_url = f"http://127.0.0.1:{self.port}"
        self.said: list[str] = []
        databases[self.port] = self.database
        self._memory = memory
        self._is_loaded = is_loaded
        self._process: subprocess.Popen[str] | Forked | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data_dir)]
        options += ["--tables-per-hour", "1000"]
        self._process = self._begin(["serve", *options], {**os.environ, "PYTHONUNBUFFERED": "1"})
        if (
            self._memory
        ):  # of what it may write into: the addresses that threads set aside are far more than they use
            resource.prlimit(self._process.pid, resource.RLIMIT_DATA, (self._memory, self._memory))
        ready = threading.Event()
        threading.Thread(target=self._listen, args=(self._process, ready), daemon=True).start()
        if not ready.wait(60) or self._process.poll() is not None:
            self.kill()
            raise RuntimeError("The server did not start:\n" + "".join(self.said))

    def _begin(self, command: list[str], env: dict[str, str]) -> subprocess.Popen[str] | Forked:
        if self._is_loaded and hasattr(os, "pidfd_open"):
            return Forked(command, env)
        return subprocess.Popen(
            [sys.executable, *WARNINGS, "-m", "referee", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env=env,
        )

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether its process has not ended."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Ask it to stop, as a service manager does, and wait until it has."""
        self._end(signal.SIGTERM)

    def press_ctrl_c(self) -> None:
        """Interrupt it, as somebody at the terminal does, and wait until it has stopped."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()  # or it would outlive the tests
            process.wait()
            raise

    def tells(self, words: str) -> bool:
        """Whether these words stand on its terminal, or come there soon: they are read beside the test."""
        until = time.monotonic() + 20
        while words not in "".join(self.said) and time.monotonic() < until:
            time.sleep(0.02)
        return words in "".join(self.said)

    def _listen(self, process: subprocess.Popen[str] | Forked, ready: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.said.append(line)
                if re.search(r"Ctrl-C", line):
                    ready.set()
        ready.set()


# Below the ports that the system assigns, so that nobody takes the port of a server that is down
# for a moment; each test process begins at another one.
_ports = itertools.count(os.getpid() * 97)


def _free_port() -> int:
    for number in itertools.islice(_ports, 1000):
        port = 12_000 + number % 20_000
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("No port is free.")
