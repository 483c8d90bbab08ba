"""A small real book with a page of every kind, and what happens to its pages on a bad disk."""

import random
import sqlite3
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from referee.storage.rows import NewEvent
from referee.storage.store import Store

PAGE = 4096
OWNER = "the secret of one phone"


class Said(NamedTuple):
    """An event of the book: its table, its number, and the words in it that stand nowhere else."""

    table: int
    seq: int
    words: str


def book(path: Path, tables: int) -> list[Said]:
    """A closed book at `path`: tables, long events and short ones, links, house rules, phones, free pages."""
    said = []
    with Store(path) as store:
        practice = store.create_table(_header(0), practice="seed")
        store.append(practice.id, 0, "p", [NewEvent({"why": "imagined " * 900})])
        for number in range(tables):
            table = store.start_table(b"set-up %d" % number, _header(number), instead_of="")
            assert table is not None
            said += _talk(store, table.id, events=9 + number)
            tokens = list(table.links.values())
            store.phones.remember(OWNER, tokens)
            store.house.save(OWNER, "edge.muggins", f"rules {number}", 28, {"hand_size": number})
        store.phones.hide(OWNER, "Somebody else")
        store.create_table(_header(99), practice="seed", instead_of=practice.id)  # leaves free pages
        gone = store.create_table(_header(98))
        owner = next(each for each in store.links.of(gone.id) if each.role == "owner")
        store.append(gone.id, 0, "p", [NewEvent({"why": "gone"})], link=owner)
        store.remove_tables([gone.id])  # leaves what tells that it was removed
    with closing(sqlite3.connect(path)) as db:
        ((kept,),) = db.execute("SELECT count(*) FROM event").fetchall()
        ((free,),) = db.execute("PRAGMA freelist_count").fetchall()
    assert kept == len(said)
    assert free > 0
    return said


def _header(number: int) -> dict[str, object]:
    return {
        "record": 1,
        "variant": "fundex2004.block-draw",
        "players": ["Ana", "Ben"],
        "note": f"the evening of number {number:02} " * 9,
    }


def _talk(store: Store, table: int, events: int) -> Iterator[Said]:
    """The events of a table: each with different words, some so long that they fill several pages."""
    for seq in range(1, events + 1):
        words = f"<word {table:02} {seq:02}>"
        length = 700 if seq == 4 and table % 5 == 0 else 12
        body = {"adjust": {"Ana": 1}, "why": words * length}
        store.append(table, seq - 1, f"form-{table}-{seq}", [NewEvent(body)], {"why": f"because {words}"})
        yield Said(table, seq, words)


def harmed(how: str, page: bytes, chance: random.Random) -> bytes:
    """A page as a fault of the disk leaves it."""
    ways: dict[str, Callable[[], bytes]] = {
        "zeros": lambda: bytes(len(page)),
        "noise": lambda: chance.randbytes(len(page)),
        "torn": lambda: bytes(512) + page[512:],
        "half": lambda: page[: len(page) // 2] + bytes(len(page) - len(page) // 2),
        "first byte": lambda: b"\x55" + page[1:],
        "pointers": lambda: page[:8] + b"\xff" * 40 + page[48:],
    }
    return ways[how]()


def forged_log(size: int, pages: Sequence[tuple[int, bytes]]) -> bytes:
    """A write-ahead log with pages of that size, by their numbers, in which every checksum is right."""
    head = bytes.fromhex("377f0683") + struct.pack(">II", 3007000, size) + bytes(4) + b"salt" * 2
    last = log_checksum(">", head, (0, 0))
    made = [head, struct.pack(">II", *last)]
    for number, page in pages:
        numbers = struct.pack(">II", number, number)
        last = log_checksum(">", numbers + page, last)
        made += [numbers, b"salt" * 2, struct.pack(">II", *last), page]
    return b"".join(made)


def log_checksum(order: str, data: bytes, start: tuple[int, int]) -> tuple[int, int]:
    """The running checksum of a log (4.2 of https://www.sqlite.org/fileformat.html)."""
    one, two = start
    words = struct.unpack(f"{order}{len(data) // 8 * 2}I", data[: len(data) // 8 * 8])
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
