"""A row that grows at its end: what a log is kept in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, overload

T = TypeVar("T")
BLOCK = 64  # how many things are kept together


class PersistentList(Sequence[T]):
    """A row of things that never changes: adding one gives a longer row, which shares what was there.

    Appending costs the same however long the list is, and shorter lists that share its items do not change.
    """

    __slots__ = ("_blocks", "_tail")

    def __init__(self, things: Sequence[T] = ()) -> None:
        full = len(things) // BLOCK * BLOCK
        self._blocks = tuple(tuple(things[start : start + BLOCK]) for start in range(0, full, BLOCK))
        self._tail = tuple(things[full:])

    def plus(self, thing: T) -> PersistentList[T]:
        """The row with one thing more."""
        longer: PersistentList[T] = PersistentList.__new__(PersistentList)
        tail = (*self._tail, thing)
        if len(tail) < BLOCK:
            longer._blocks, longer._tail = self._blocks, tail
        else:
            longer._blocks, longer._tail = (*self._blocks, tail), ()
        return longer

    def plus_all(self, things: Iterable[T]) -> PersistentList[T]:
        """The row with all these things more."""
        longer = self
        for each in things:
            longer = longer.plus(each)
        return longer

    def upto(self, place: int) -> PersistentList[T]:
        """The first so many things."""
        if place >= len(self):
            return self
        shorter: PersistentList[T] = PersistentList.__new__(PersistentList)
        block, rest = divmod(place, BLOCK)
        here = self._tail if block == len(self._blocks) else self._blocks[block]
        shorter._blocks, shorter._tail = self._blocks[:block], here[:rest]
        return shorter

    def after(self, place: int) -> Iterator[T]:
        """All things but the first so many."""
        block, rest = divmod(place, BLOCK)
        if block >= len(self._blocks):
            return iter(self._tail[place - len(self._blocks) * BLOCK :])
        later = chain.from_iterable(self._blocks[block + 1 :])
        return chain(self._blocks[block][rest:], later, self._tail)

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK + len(self._tail)

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self._blocks), self._tail)

    def __reversed__(self) -> Iterator[T]:
        return chain(
            reversed(self._tail), chain.from_iterable(reversed(block) for block in reversed(self._blocks))
        )

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        """One thing, or a tuple of those between two places."""
        if isinstance(index, slice):
            return tuple(self)[index]
        block, place = divmod(range(len(self))[index], BLOCK)
        return self._tail[place] if block == len(self._blocks) else self._blocks[block][place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PersistentList) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))
