"""Statistics of a campaign: the inputs of each kind, the slowest and biggest ones, memory growth, and faults."""

import os
import re
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LONGEST = 5.0  # seconds of this thread's processor time for one input
ENDLESS = 30.0  # seconds of processor time after which an input is aborted
MOST_MEMORY = 200  # megabytes that a campaign may grow by
SHOWN = 5


class Fault(Exception):
    """Something happened that must never happen."""


@dataclass
class Watch:
    """Counts by kind and by outcome; the slowest inputs; the biggest sizes; every fault, once for each place."""

    counts: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    biggest: list[tuple[int, str]] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    memory_at_first: float = 0.0
    memory_at_most: float = 0.0

    @contextmanager
    def one(self, kind: str, given: object) -> Iterator[None]:
        """Run one input of that kind in the block; any exception is a fault."""
        self.counts[kind] += 1
        began = time.thread_time()
        try:
            with _an_end():
                yield
        except Exception as error:  # noqa: BLE001 - no input may raise anything
            self.note(_where(error), kind, given)
        took = time.thread_time() - began
        if took > LONGEST:
            self.note(f"{kind} took longer than {LONGEST} s", kind, given, f"{took:.1f} s")
        if len(self.slowest) < SHOWN or took > self.slowest[-1][0]:
            self.slowest = sorted([*self.slowest, (took, f"{kind} {given!r:.300}")], reverse=True)[:SHOWN]

    def note(self, what: str, kind: str, given: object, more: str = "") -> None:
        """Record a fault, once for each `what`."""
        self.faults.setdefault(what, f"{kind}: {given!r:.3000} {more}".rstrip())

    def size(self, number: int, given: object) -> None:
        """Record the size in bytes of an input or a response."""
        if len(self.biggest) < SHOWN or number > self.biggest[-1][0]:
            self.biggest = sorted([*self.biggest, (number, f"{given!r:.200}")], reverse=True)[:SHOWN]

    def look_at_memory(self) -> None:
        """Record the memory in use; it is a fault if it has grown too much."""
        now = megabytes()
        self.memory_at_first = self.memory_at_first or now
        self.memory_at_most = max(self.memory_at_most, now)
        if now > self.memory_at_first + MOST_MEMORY:
            self.note("the memory grows", "all", f"{self.memory_at_first:.0f} MB, then {now:.0f} MB")

    def report(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {
            "inputs": sum(self.counts.values()),
            "counts": dict(sorted(self.counts.items())),
            "outcomes": dict(self.outcomes.most_common()),
            "slowest": [{"seconds": round(took, 4), "input": told} for took, told in self.slowest],
            "biggest": [{"bytes": number, "input": told} for number, told in self.biggest],
            "memory": {
                "at first, MB": round(self.memory_at_first),
                "at most, MB": round(self.memory_at_most),
            },
            "faults": self.faults,
        }


@contextmanager
def _an_end() -> Iterator[None]:
    """Raise Fault in an input that takes too long, on systems with timers for processor time."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _give_up(*_: object) -> None:
    raise Fault("there was no end to it")


def megabytes() -> float:
    """The memory of this process in megabytes; 0 if the system does not provide it."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _where(error: Exception) -> str:
    """The exception and the innermost place in our own code, so that each fault is reported once."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if "/referee/" in each.filename or "/fuzzing/" in each.filename] or frames
    place = f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else "nowhere"
    words = re.sub(
        r"position.*|'.*?'|[0-9]+", "…", str(error)[:160]
    )  # the same fault with different values counts once
    return f"{type(error).__name__} at {place}: {words}"
