"""Runs the real server in its own process, as a user starts it."""

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

# Only the browser resolves this to the local computer. Unlike localhost it is not a secure context, so features
# that are missing for a phone on the home network are missing here too.
NAME = "referee.test"
WARNINGS = ("-W", "error")
# The databases of the servers of this process, by port.
databases: dict[int | None, Path] = {}


class RunningServer:
    """A server with its tables in `data_dir`; it keeps its port when it is killed and restarted.

    `memory` is the limit in bytes, 0 for none. With `is_loaded` it is forked from a process that has already loaded the
    program, which saves nearly all of the start-up time.
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
        if self._memory:  # a limit on data, because threads reserve far more address space than they use
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
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether its process is running."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Send SIGTERM, as a service manager does, and wait until it has stopped."""
        self._end(signal.SIGTERM)

    def press_ctrl_c(self) -> None:
        """Send SIGINT, as Ctrl-C does, and wait until it has stopped."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it, as a power cut would."""
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
        """Whether it prints these words within 20 seconds; another thread reads its output."""
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


# Below the ephemeral ports, so that nothing takes the port of a server while it is down; each test process starts
# at a different one.
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
