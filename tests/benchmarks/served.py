"""A server in its own process, with its processor time and memory."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Self


class Served:
    """`python -m MODULE OPTIONS`, started and ready; `started` is how many seconds that took.

    It runs in the folder `checkout`, so that it uses the modules there.
    """

    def __init__(self, module: str, *options: str, checkout: Path | None = None) -> None:
        began = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *options],
            cwd=checkout,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.port = self._listen()
        self.started = time.perf_counter() - began

    def _listen(self) -> int:
        assert self._process.stdout is not None
        said, port = "", 0
        for line in self._process.stdout:
            said += line
            if found := re.search(r"http://localhost:(\d+)", line):
                port = int(found[1])
            if "Ctrl-C" in line and port:
                return port
        self._process.wait(10)
        raise RuntimeError(f"The server did not start:\n{said}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(20)
        assert self._process.stdout is not None
        self._process.stdout.close()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def cpu(self) -> float:
        """Seconds of processor time used so far by all threads; nan if the system does not provide it."""
        return cpu_of(self.pid)

    def memory(self) -> float:
        """Bytes of memory in use; nan if the system does not provide it."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
            return float(pages * os.sysconf("SC_PAGE_SIZE"))
        except (OSError, IndexError, ValueError):
            return float("nan")


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process has used so far; nan if the system does not provide it."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return sum(int((each / "schedstat").read_text().split()[0]) for each in tasks) / 1e9
    except (OSError, IndexError, ValueError):
        return float("nan")


def serve_referee(folder: Path, *options: str, checkout: Path | None = None) -> Served:
    """The real server with its tables in `folder`, from another checkout of the program if one is given."""
    usual = ("--host", "127.0.0.1", "--port", "0", "--data", str(folder))
    return Served("referee", "serve", *usual, *options, checkout=checkout)


def serve_floor(folder: Path) -> Served:
    """The bare server of `floor`."""
    return Served("tests.benchmarks.floor", str(folder))
