"""A persistent list that grows at its end; logs are kept in it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, overload

T = TypeVar("T")
BLOCK = 64  # items per block


class PersistentList(Sequence[T]):
    """An immutable list: adding an item returns a longer list, which shares the items of the old one.

    Appending costs the same however long the list is, and shorter lists that share its items do not change.
    """

    __slots__ = ("_blocks", "_tail")

    def __init__(self, things: Sequence[T] = ()) -> None:
        full = len(things) // BLOCK * BLOCK
        self._blocks = tuple(tuple(things[start : start + BLOCK]) for start in range(0, full, BLOCK))
        self._tail = tuple(things[full:])

    def plus(self, thing: T) -> "PersistentList[T]":
        """The list with one more item."""
        longer: PersistentList[T] = PersistentList.__new__(PersistentList)
        tail = (*self._tail, thing)
        if len(tail) < BLOCK:
            longer._blocks, longer._tail = self._blocks, tail
        else:
            longer._blocks, longer._tail = (*self._blocks, tail), ()
        return longer

    def plus_all(self, things: Iterable[T]) -> "PersistentList[T]":
        """The list with all these items added."""
        longer = self
        for each in things:
            longer = longer.plus(each)
        return longer

    def upto(self, place: int) -> "PersistentList[T]":
        """The first `place` items."""
        if place >= len(self):
            return self
        shorter: PersistentList[T] = PersistentList.__new__(PersistentList)
        block, rest = divmod(place, BLOCK)
        here = self._tail if block == len(self._blocks) else self._blocks[block]
        shorter._blocks, shorter._tail = self._blocks[:block], here[:rest]
        return shorter

    def after(self, place: int) -> Iterator[T]:
        """All items but the first `place`."""
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
        """One item, or a slice as a tuple."""
        if isinstance(index, slice):
            return tuple([self[each] for each in range(len(self))[index]])
        block, place = divmod(range(len(self))[index], BLOCK)
        return self._tail[place] if block == len(self._blocks) else self._blocks[block][place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PersistentList) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))
