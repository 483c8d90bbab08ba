"""Damaged score books, for `referee check`, `referee salvage` and the reader without SQLite."""

import io
import json
import random
import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

from referee.cli.main import main
from referee.storage.gathering import gather
from referee.storage.raw_file import MAGIC
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.faults.books import PAGE, forged_log
from tests.fuzzing import values
from tests.fuzzing.judging import TRACES, records
from tests.fuzzing.watching import Fault, Watch

NUMBERS = (0, 1, 2, 3, 5, 7, 24, 255, 512, 4096, 4097, 65535, 65536, 2**24, 2**31 - 1, 2**31, 2**32 - 1)
WHOLE_COMMANDS = 0.1  # the share of books for the commands, which are slower because they use SQLite


class Books:
    """Each input is a small book with random damage, or not a book at all."""

    kind = "book"

    def __init__(self, watch: Watch, chance: random.Random) -> None:
        self.watch, self.chance = watch, chance
        shared = Path("/dev/shm")
        self._folder = Path(
            tempfile.mkdtemp(prefix="referee-books-", dir=shared if shared.is_dir() else None)
        )
        self.book, self.log = _book(self._folder / "whole.db")
        self._ways: tuple[Callable[[], tuple[bytes, bytes]], ...] = (
            self._noise, self._bytes, self._bytes, self._pages, self._numbers, self._numbers, self._logged, self._forged,
        )  # fmt: skip

    def close(self) -> None:
        """Delete the files."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def one(self) -> None:
        """Try one book, with or without a write-ahead log."""
        way = self.chance.choice(self._ways)
        book, log = way()
        path = self._folder / "bad.db"
        path.write_bytes(book)
        path.with_name("bad.db-wal").write_bytes(log)
        seen = (
            way.__name__,
            len(book),
            len(log),
            [place for place in range(min(len(book), len(self.book))) if book[place] != self.book[place]][
                :40
            ],
        )
        with self.watch.one(self.kind, seen):
            self.watch.size(len(book) + len(log), seen)
            found = gather(path)
            kept = sum(map(len, found.rows.values()))
            self.watch.outcomes[f"book {'read' if kept else 'with nothing in it'}"] += 1
            if self.chance.random() < WHOLE_COMMANDS:
                self._command("salvage", str(path), "--into", str(self._folder / "new.db"))
                if (self._folder / "new.db").exists() and self._command(
                    "check", str(self._folder / "new.db")
                ):
                    raise Fault("what was salvaged is damaged itself")
                self._command("check", str(path))
        for each in self._folder.iterdir():
            if each.name.startswith(("new.db", ".new.db", "bad.db")):
                each.unlink()

    def _command(self, *words: str) -> int:
        """Run a command and return its exit status. Raises Fault for an unknown status or a traceback in its output."""
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            status = main(list(words))
        told = out.getvalue()
        self.watch.outcomes[f"book {words[0]} {status}"] += 1
        if status not in (0, 1, 2) or any(each in told for each in TRACES) or (status and not told.strip()):
            raise Fault(f"{words[0]}: {status}, {told!r:.300}")
        return status

    # Ways to damage it

    def _noise(self) -> tuple[bytes, bytes]:
        chance = self.chance
        start = chance.choice((b"", MAGIC, self.book[:100], self.book[:PAGE]))
        return start + chance.randbytes(chance.choice((0, 1, 99, 512, PAGE, 3 * PAGE + 7))), self._some_log()

    def _bytes(self) -> tuple[bytes, bytes]:
        found = bytearray(self.book)
        for _ in range(self.chance.choice((1, 3, 20, 300))):
            place = self.chance.randrange(self.chance.choice((100, len(found))))
            found[place] = self.chance.choice((0, 1, 5, 10, 13, 127, 128, 255, self.chance.randrange(256)))
        end = len(found) if self.chance.random() < 0.8 else self.chance.randrange(len(found))
        return bytes(found[:end]), self._some_log()

    def _pages(self) -> tuple[bytes, bytes]:
        pages = [self.book[place : place + PAGE] for place in range(0, len(self.book), PAGE)]
        for _ in range(self.chance.choice((1, 2, 8))):
            one, other = self.chance.randrange(len(pages)), self.chance.randrange(len(pages))
            pages[one] = self.chance.choice(
                (pages[other], bytes(PAGE), pages[one][:512] + pages[other][512:])
            )
        return b"".join(pages), self._some_log()

    def _numbers(self) -> tuple[bytes, bytes]:
        """Change numbers that the file format uses: sizes, counts and page numbers."""
        found = bytearray(self.book)
        for _ in range(self.chance.choice((1, 2, 6))):
            page = self.chance.randrange(len(found) // PAGE) * PAGE
            place = page + self.chance.choice(
                (0, 3, 5, 8, 10, 12, 16, 20, 28, 32, 36, 60, 92, 100, 103, PAGE - 4)
            )
            width = self.chance.choice("BHI")
            struct.pack_into(f">{width}", found, place, self._number() % 256 ** struct.calcsize(f">{width}"))
        return bytes(found), self._some_log()

    def _logged(self) -> tuple[bytes, bytes]:
        """Damage the log anywhere, so that a checksum is wrong."""
        found = bytearray(self.log)
        for _ in range(self.chance.choice((1, 2, 9))):
            found[self.chance.randrange(len(found))] = self.chance.randrange(256)
        return self.book, bytes(found[: self.chance.choice((len(found), self.chance.randrange(len(found))))])

    def _forged(self) -> tuple[bytes, bytes]:
        """Forge a log with correct checksums and wrong numbers."""
        chance = self.chance
        size = chance.choice((PAGE, PAGE, 512, 1024, 65536, self._number()))
        pages = []
        for _ in range(chance.choice((1, 2, 5))):
            page = bytearray(chance.choice((self.book[:PAGE], self.book[-PAGE:], chance.randbytes(PAGE))))
            struct.pack_into(">H", page, 16, chance.choice((PAGE, PAGE, 512, 1, 0, 8192)))
            pages.append((self._number(), bytes(page).ljust(min(size, 65536), b"\7")[: min(size, 65536)]))
        return chance.choice((self.book, self.book, b"", self.book[:PAGE])), forged_log(size, pages)

    def _some_log(self) -> bytes:
        return self.chance.choice((b"", b"", self.log, self.chance.randbytes(900)))

    def _number(self) -> int:
        return self.chance.choice((*NUMBERS, self.chance.randrange(40), self.chance.randrange(2**32)))


def _book(path: Path) -> tuple[bytes, bytes]:
    """The bytes of a book with a few tables, and of its log with the last write."""
    chance = random.Random(7)
    with Store(path) as store:
        for name, lines in records()[:3]:
            said = [NewEvent(json.loads(line)) for line in lines[1:20]]
            table = store.import_table(json.loads(lines[0]), said)
            store.phones.remember(f"phone of {name}", list(table.links.values()))
            store.append(table.id, store.head(table.id), "long-key", [NewEvent({"why": "so " * 4000})])
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        book = path.read_bytes()
        store.append(1, store.head(1), "last-key", [NewEvent({"why": values.tile(chance)})], {"why": "late"})
        return book, path.with_name(path.name + "-wal").read_bytes()
