"""The machine that measured, and whether it was quiet enough for reliable figures."""

import importlib.util
import os
import platform
import sqlite3
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import referee

TIMES, STEPS = 40, 150_000  # of the fixed computation, which takes about ten milliseconds
MOST_LOAD = 0.5  # per core, before anything is measured
MOST_SPREAD = 0.10  # of the fixed computation: its relative standard deviation
LEAST_SHARE = 0.9  # of the time in which it had a processor


def fixed_computation() -> tuple[float, float, float]:
    """Repeat a fixed computation: returns its mean in milliseconds, its relative standard deviation, and the share of
    the time in which it had a processor."""
    took = []
    used = time.process_time()
    for _ in range(TIMES):
        began = time.perf_counter()
        sum(range(STEPS))
        sum(each * each for each in range(STEPS))
        took.append(time.perf_counter() - began)
    mean = statistics.fmean(took)
    return 1000 * mean, statistics.stdev(took) / mean, (time.process_time() - used) / sum(took)


def byte_code() -> str:
    """Whether Python writes byte code and has ours already."""
    kept = Path(importlib.util.cache_from_source(referee.__file__)).exists()
    if sys.dont_write_bytecode:
        return "not written (-B)" + (", though there is some" if kept else "")
    return "kept" if kept else "kept from now on"


@dataclass
class Machine:
    """The machine before anything is measured; call `look_again` at the end."""

    referee: str
    at: str
    python: str
    sqlite: str
    system: str
    cores: int
    byte_code: str
    load: float | None
    fixed_ms: float
    spread: float
    share: float

    @classmethod
    def now(cls, release: str) -> "Machine":
        """This machine, as it is now."""
        took, spread, share = fixed_computation()
        return cls(
            referee=release,
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            python=platform.python_version(),
            sqlite=sqlite3.sqlite_version,
            system=f"{platform.system()} {platform.machine()}",
            cores=os.cpu_count() or 1,
            byte_code=byte_code(),
            load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
            fixed_ms=took,
            spread=spread,
            share=share,
        )

    def look_again(self) -> None:
        """Repeat the fixed computation, and keep the worse of both results."""
        took, spread, share = fixed_computation()
        self.fixed_ms, self.spread = max(self.fixed_ms, took), max(self.spread, spread)
        self.share = min(self.share, share)

    @property
    def busy(self) -> str:
        """Why the figures are unreliable; "" on a quiet machine."""
        why = []
        if self.load is not None and self.load > MOST_LOAD * self.cores:
            why.append(f"its load was {self.load:.1f} on {self.cores} cores before this began")
        if self.spread > MOST_SPREAD:
            why.append(f"the same computation spread by {self.spread:.0%}")
        if self.share < LEAST_SHARE:
            why.append(f"it had a processor for {self.share:.0%} of its time")
        return ", ".join(why)

    def told(self) -> str:
        """A description of the machine in one line."""
        load = "?" if self.load is None else f"{self.load:.1f}"
        return (
            f"Python {self.python}, SQLite {self.sqlite}, {self.system}; byte code: {self.byte_code}; "
            f"load {load} on {self.cores} cores; a fixed computation took {self.fixed_ms:.1f} ms "
            f"and spread by {self.spread:.0%}, with a processor for {self.share:.0%} of its time."
        )

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {**asdict(self), "busy": self.busy}
