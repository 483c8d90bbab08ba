"""Reads the rows on a page of a SQLite file without SQLite: https://www.sqlite.org/fileformat.html, 1.6 and 2."""

import re
import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.storage.raw_file import RawFile

Value = int | float | str | bytes | None

# The first byte of a page (1.6) gives its kind, and so the length of its header.
_INDEX_NODE, _TABLE_NODE, _INDEX_LEAF, _TABLE_LEAF = 2, 5, 10, 13
_HEADERS = {_INDEX_NODE: 12, _TABLE_NODE: 12, _INDEX_LEAF: 8, _TABLE_LEAF: 8}
_NUMBERS = dict(enumerate((0, 1, 2, 3, 4, 6, 8, 8, 0, 0)))  # bytes in a value, by serial type
LARGEST = 2**20  # bytes in a row; ours are far smaller, but a damaged length may be anything
BEFORE = 13  # the most bytes of a cell before its record header
WIDEST = 63  # the most bytes in a record header: none of our tables has a dozen columns


class NoRow(Exception):
    """There is no row at that place."""


class RawRow(NamedTuple):
    """A row; `rowid` is None in an index and in a WITHOUT ROWID table."""

    rowid: int | None
    values: tuple[Value, ...]


class PageRows(NamedTuple):
    """The rows on a page, the overflow pages that they use, and whether the whole page could be read."""

    rows: list[RawRow]
    further: set[int]
    is_whole: bool


def read_page(file: RawFile, number: int) -> PageRows:
    """The rows on that page; none, and not whole, if it is not a B-tree page."""
    page = file.page(number)
    start = 100 if number == 1 else 0
    kind = page[start] if len(page) > start else 0
    if kind not in _HEADERS:
        return PageRows([], set(), is_whole=False)
    first = start + _HEADERS[kind]
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    read = PageRows([], set(), is_whole=True)
    if first + 2 * count > file.usable:
        return read._replace(is_whole=False)
    for place in struct.unpack_from(f">{count}H", page, first):
        try:
            if kind != _TABLE_NODE:
                _take(file, page, place + (4 if kind == _INDEX_NODE else 0), kind == _TABLE_LEAF, read)
        except NoRow:
            read = read._replace(is_whole=False)
    return read


def kinds_of(columns: Sequence[Sequence[type]], rowid: int | None) -> bytes:
    """A pattern for the record header (2.1) of a row with these columns: its length and the type of each value.
    `rowid` is the position of the column that is stored as the rowid."""
    number, text = rb"[\x01-\x06\x08\x09]", rb"[\x80-\xff]{0,3}[\x00-\x7f]"
    kinds = [number if int in types else text for types in columns]
    if rowid is not None:
        kinds[rowid] = rb"\x00"
    return rb"[\x02-\x3f]" + b"".join(kinds)


def carve(file: RawFile, number: int, kinds: re.Pattern[bytes]) -> Iterator[RawRow]:
    """Everything on a damaged page that looks like a row of these kinds, at any offset; some may be false matches."""
    page = file.page(number)
    near = {place for found in kinds.finditer(page) for place in range(found.start() - BEFORE, found.start())}
    for place in sorted(each for each in near if each >= 0):
        for has_rowid in (False, True):
            read = PageRows([], set(), is_whole=True)
            try:
                _take(file, page, place, has_rowid, read)
            except NoRow:
                continue
            yield from read.rows


def _take(file: RawFile, page: bytes, place: int, has_rowid: bool, read: PageRows) -> None:
    """Read the cell (1.6) at that offset and add its row to `read`. Raises NoRow if there is none."""
    length, place = _varint(page, place)
    rowid = None
    if has_rowid:
        rowid, place = _varint(page, place)
        rowid = rowid - 2**64 if rowid >= 2**63 else rowid
    payload, further = _payload(file, page, place, length, has_rowid)
    read.rows.append(RawRow(rowid, _values(payload)))
    read.further.update(further)


def _payload(file: RawFile, page: bytes, place: int, length: int, has_rowid: bool) -> tuple[bytes, list[int]]:
    """The bytes of a row, and its overflow pages if it does not fit on its own page."""
    usable = file.usable
    if not 2 <= length <= LARGEST:
        raise NoRow
    most = usable - 35 if has_rowid else (usable - 12) * 64 // 255 - 23
    if length <= most:
        if place + length > usable:
            raise NoRow
        return page[place : place + length], []
    least = (usable - 12) * 32 // 255 - 23
    here = least + (length - least) % (usable - 4)
    here = here if here <= most else least
    if place + here + 4 > usable:
        raise NoRow
    found, further = [page[place : place + here]], dict[int, None]()
    following, left = int.from_bytes(page[place + here : place + here + 4], "big"), length - here
    while left > 0:
        content = file.page(following) if following in file.numbers and following not in further else b""
        if not content:
            raise NoRow
        further[following] = None
        found.append(content[4 : min(usable, 4 + left)])
        following, left = int.from_bytes(content[:4], "big"), left - len(found[-1])
    return b"".join(found), list(further)


def _values(payload: bytes) -> tuple[Value, ...]:
    """The values of a row (2.1). Raises NoRow unless they fill it exactly."""
    end, place = payload[0], 1
    if not place <= end <= min(len(payload), WIDEST):
        raise NoRow
    kinds = []
    while place < end:
        kind, place = _varint(payload, place)
        kinds.append((kind, _NUMBERS[kind] if kind in _NUMBERS else (kind - 12) // 2))
    if place != end or any(kind in (10, 11) for kind, _ in kinds):
        raise NoRow
    if end + sum(size for _, size in kinds) != len(payload):
        raise NoRow
    found = []
    for kind, size in kinds:
        found.append(_value(kind, payload[end : end + size]))
        end += size
    return tuple(found)


def _value(kind: int, data: bytes) -> Value:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind == 7:
        return float(struct.unpack(">d", data)[0])
    if kind < 7:
        return int.from_bytes(data, "big", signed=True)
    if kind % 2 == 0:
        return data
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NoRow from error


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """The varint of one to nine bytes (1.6) at that offset, and the offset after it."""
    found = 0
    for count in range(9):
        if place >= len(data):
            raise NoRow
        each = data[place]
        place += 1
        if count == 8:
            return found << 8 | each, place
        found = found << 7 | each & 0x7F
        if each < 0x80:
            return found, place
    raise NoRow
