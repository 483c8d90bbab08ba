"""Reads the pages of a score book without SQLite, which gives up on a whole table because of one damaged page.

The format is described at https://www.sqlite.org/fileformat.html; numbers in brackets are its sections. Nothing is
written and nothing is trusted: a page may hold anything.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

MAGIC = b"SQLite format 3\0"
USUAL_SIZE = 4096  # bytes in a page if the file does not say
_SIZES = [2**power for power in range(9, 17)]
_LOG_HEADER, _FRAME_HEADER = 32, 24  # bytes
_LOG_MAGIC = (bytes.fromhex("377f0682"), bytes.fromhex("377f0683"))
_WORDS = 0xFFFFFFFF


class RawFile:
    """The pages of the file at `path`, numbered from 1, including the changes in its write-ahead log.

    `version` is our schema version (None if unreadable), `unread` the pages that the disk could not fully read,
    `missing` the number of pages lost at the end of the file, `lost_frames` the number of damaged pages in the log.
    Raises OSError if the file cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        path = path.resolve()  # the log is beside the file itself, not beside a link to it
        self._file: BinaryIO = path.open("rb")
        self.size = path.stat().st_size
        self.page_size = USUAL_SIZE
        self.unread: set[int] = set()
        self.lost_frames = 0
        head = self._read(0, 100)
        self._take_size(head)
        self._log: dict[int, bytes] = {}
        log = path.with_name(path.name + "-wal")
        if log.is_file():
            self._read_log(log.read_bytes())
        size, head = self.page_size, self.page(1)[:100]
        is_whole = self._take_size(head)
        if self._log and self.page_size != size:  # the pages in the log would be of another size
            self.page_size, is_whole = size, False
        self.usable = self.page_size - (head[20] if is_whole else 0)
        self.version = _number(head, 60) if is_whole else None
        there = -(-self.size // self.page_size)
        # Not every number up to the highest in the log: a damaged log may name any page.
        self.numbers = dict.fromkeys([*range(1, there + 1), *sorted(self._log)])
        there = max([there, *self._log])
        counted = is_whole and _number(head, 24) == _number(head, 92)
        self.missing = max(0, _number(head, 28) - there) if counted else 0
        self.free = self._free_pages(head) if is_whole else set()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def page(self, number: int) -> bytes:
        """The page with that number, padded with zeros if the file ends within it; empty if there is none."""
        if number in self._log:
            return self._log[number]
        found = self._read((number - 1) * self.page_size, self.page_size)
        if len(found) < self.page_size:
            self.unread.add(number)
        return found.ljust(self.page_size, b"\0") if found else found

    def _read(self, start: int, length: int) -> bytes:
        try:
            self._file.seek(start)
            return self._file.read(length)
        except (OSError, OverflowError):  # a bad sector; an impossible offset
            return b""

    def _take_size(self, head: bytes) -> bool:
        """Take the page size from the file's header (1.3); False if the header looks damaged."""
        if len(head) < 100 or not head.startswith(MAGIC):
            return False
        size = int.from_bytes(head[16:18], "big")
        size = 65536 if size == 1 else size
        if size not in _SIZES or head[20] > size - 480 or head[21:24] != bytes((64, 32, 32)):
            return False
        self.page_size = size
        return True

    def _free_pages(self, head: bytes) -> set[int]:
        """The free pages (1.5): anything on them was deleted. An empty set if the list is damaged."""
        free: set[int] = set()
        trunk, counted = _number(head, 32), _number(head, 36)
        while trunk:
            page = self.page(trunk) if trunk in self.numbers and trunk not in free else b""
            free.add(trunk)
            if not page or _number(page, 4) > self.usable // 4 - 2:
                return set()
            leaves = struct.unpack_from(f">{_number(page, 4)}I", page, 8)
            if not all(leaf in self.numbers for leaf in leaves):
                return set()
            free.update(leaves)
            trunk = _number(page, 0)
        return free if len(free) == counted else set()

    def _read_log(self, log: bytes) -> None:
        """Read the committed pages in the write-ahead log (4.1). Damaged ones are counted and left out."""
        if len(log) < _LOG_HEADER:
            return
        order = ">" if log[3] & 1 else "<"
        start = _checksum(order, log[:24], (0, 0))
        is_whole = log[:4] in _LOG_MAGIC and start == struct.unpack_from(">II", log, 24)
        is_whole = is_whole and _number(log, 8) in _SIZES
        if is_whole:
            self.page_size = _number(log, 8)
        salts = log[16:24] if is_whole else log[_LOG_HEADER + 8 : _LOG_HEADER + 16]
        orders = (order,) if is_whole else ("<", ">")
        before, pending = start, {}
        for place in self._frames(log, salts):
            head, page = log[place : place + 24], log[place + 24 : place + 24 + self.page_size]
            told = struct.unpack_from(">II", head, 16)
            if _number(head, 0) and any(
                _checksum(order, head[:8] + page, before) == told for order in orders
            ):
                pending[_number(head, 0)] = page
            else:
                self.lost_frames += 1
            if _number(head, 4) or self.lost_frames:  # a commit; after damage, its end is unknown
                self._log.update(pending)
                pending = {}
            before = told

    def _frames(self, log: bytes, salts: bytes) -> Iterator[int]:
        """The offsets of the current frames; frames of an older log follow the last of them."""
        step = _FRAME_HEADER + self.page_size
        last = 0
        places = range(_LOG_HEADER, len(log) - step + 1, step)
        for place in places:
            if log[place + 8 : place + 16] == salts:
                last = place
        return (place for place in places if place <= last)


def _checksum(order: str, data: bytes, start: tuple[int, int]) -> tuple[int, int]:
    """The running checksum of the write-ahead log (4.2)."""
    one, two = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data[: len(data) // 4 * 4])
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _WORDS
        two = (two + second + one) & _WORDS
    return one, two


def _number(data: bytes, place: int) -> int:
    return int.from_bytes(data[place : place + 4], "big")
