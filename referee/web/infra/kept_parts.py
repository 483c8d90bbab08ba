"""The table as it is sent to phones, made and packed once for all that came by the same link.

A tile that is laid is asked for by every phone at the table within a second. Nothing in the part is one phone's own: the
token and the key of its forms are put in on the phone (static/js/app.js). So what was made for the first phone is sent
to the others as it is, before the application is even asked (polling.py). A poll with news then costs 1.0 times a bare
Flask route instead of 2.4 to 2.9 (`python3 -m tests.benchmarks --only http`, processor time).
"""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from typing import NamedTuple

from flask import Flask, request

from referee.storage.rows import Link
from referee.web.context import htmx
from referee.web.infra.compression import LEVEL

KEPT = 256  # parts, of about three thousand bytes each
# Pieces that are in every whole page, but of a part only if the phone needs them (static/js/live.js): the list of moves,
# for which only a wide screen has room, and where the next tile would lie, which a phone shows whose answers are slow to
# come. Without the two a posted move costs a quarter less (`python3 -m tests.benchmarks --only http`).
PIECES = ("moves", "places")
NEEDS = "Referee-Needs"


class Seen(NamedTuple):
    """What the part is made of besides the log: by which link, who is here and what they are called, in what language,
    with which of the PIECES."""

    table_id: int
    head: int
    link: Link
    here: str
    language: str
    root: str
    pieces: str


def pieces_in(needs: str) -> str:
    """The pieces that a phone names in what it needs."""
    return " ".join(each for each in PIECES if each in needs)


def is_needed(piece: str) -> bool:
    """Whether the answer to the present request has the piece in it."""
    return not htmx or piece in request.headers.get(NEEDS, "")


class KeptParts:
    """The parts sent last, packed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[Seen, bytes] = OrderedDict()

    def get(self, seen: Seen) -> bytes | None:
        """The part that was made for this."""
        with self._lock:
            return self._kept.get(seen)

    def keep(self, seen: Seen, part: str) -> bytes:
        """The part packed. It is kept, and the oldest is forgotten if there are too many."""
        packed = gzip.compress(part.encode(), compresslevel=LEVEL, mtime=0)
        with self._lock:
            self._kept[seen] = packed
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return packed


def kept_parts(app: Flask) -> KeptParts:
    """Those of an application."""
    found: KeptParts | None = app.extensions.get("referee-rendered")
    return found if found is not None else app.extensions.setdefault("referee-rendered", KeptParts())
