"""A number that is written beside a row and tells, when the row is read, whether it is still what was written.

SQLite has none of its own: a page on which a few letters have changed is read as if nothing had happened.
"""

from __future__ import annotations

import zlib


def checksum(*values: int | str | None) -> int:
    """The CRC-32 of these values, in this order: it misses no change within 32 bits in a row, and one in four
    thousand million of the others."""
    return zlib.crc32("\x1f".join(map(str, values)).encode())


def check(number: int, *values: int | str | None) -> None:
    """Nothing if `number` is the checksum of these values; ValueError if it is not."""
    if number != checksum(*values):
        raise ValueError("A row is not what was written.")
