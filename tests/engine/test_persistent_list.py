"""A row that grows: longer ones share what shorter ones have, and nobody's row changes."""

import pytest

from referee.engine.persistent_list import BLOCK, PersistentList


@pytest.mark.parametrize("length", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5])
def test_a_row_that_grew_is_like_one_made_at_once(length: int) -> None:
    grown: PersistentList[int] = PersistentList()
    for each in range(length):
        grown = grown.plus(each)
    plain = tuple(range(length))

    assert tuple(grown) == plain
    assert grown == PersistentList(plain)
    assert (len(grown), bool(grown)) == (length, length > 0)
    assert tuple(reversed(grown)) == plain[::-1]
    assert [grown[each] for each in range(-length, length)] == [*plain, *plain]
    assert grown[1:-1] == plain[1:-1]
    with pytest.raises(IndexError):
        grown[length]


def test_two_rows_grow_from_one_and_know_nothing_of_each_other() -> None:
    start = PersistentList(tuple(range(BLOCK - 1)))
    one, other = start.plus(100), start.plus(200)
    one, other = one.plus(101), other.plus(201)

    assert len(start) == BLOCK - 1
    assert (one[-2:], other[-2:]) == ((100, 101), (200, 201))


def test_a_slice_of_a_long_row_reads_only_what_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    row = PersistentList(tuple(range(10 * BLOCK)))
    monkeypatch.setattr(PersistentList, "__iter__", None)

    assert row[-2:] == (10 * BLOCK - 2, 10 * BLOCK - 1)
    assert row[BLOCK - 1 : BLOCK + 1] == (BLOCK - 1, BLOCK)
