"""Sentences that several rulings share, and the joining of names, tiles and sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.rules.counting import MULTIPLES, Counting
from referee.tiles import Tile
from referee.wording import Counted, Joined, Listed, Said, counted, marked, paired, said

# The same whether or not there is anything to call.
TOLD_LATER = marked("Told when claims are closed.")
NUMBERS = (
    marked("no"), marked("one"), marked("two"), marked("three"), marked("four"), marked("five"), marked("six"),
    marked("seven"), marked("eight"), marked("nine"), marked("ten"), marked("eleven"), marked("twelve"),
)  # fmt: skip
# A count that is worth points, by what divides it: in whole and a number of times.
WORTH = {
    3: paired("{number} three", "{number} threes"),
    5: paired("{number} five", "{number} fives"),
}


def listed(items: Iterable[object]) -> Listed:
    """Things in a row: "5-1, 5-0 and 3-2"."""
    return Listed(items)


def tiles_word(number: int) -> Said:
    """A number of tiles: "1 tile", "3 tiles"."""
    return counted("1 tile", "{n} tiles", number)


def points_word(number: int) -> Said:
    """A number of points: "1 point", "15 points"."""
    return counted("{n} point", "{n} points", abs(number), n=number)


def sum_in_words(ends: Sequence[int]) -> Said:
    """The count as it is added: "6 + 6 + 3 = 15"."""
    if len(ends) == 1:
        return said("{sum}", sum=ends[0])
    return said("{ends} = {sum}", ends=Joined(ends, " + "), sum=sum(ends))


def number_word(number: int) -> Said:
    """A number as it is spoken, up to twelve: "three"; larger ones in figures."""
    return said(NUMBERS[number]) if 0 <= number < len(NUMBERS) else said("{number}", number=number)


def arithmetic(counting: Counting, ends: Sequence[int]) -> Said:
    """The count and what it is worth: "6 + 6 + 3 = 15, three fives", or that nothing divides it."""
    divisors = MULTIPLES[counting.score]
    total = sum(ends)
    worth: Said = Listed(_times(total // each, each) for each in divisors if total and total % each == 0)
    if not total:
        worth = said("nothing")
    elif not any(total % each == 0 for each in divisors):
        numbers = Listed((number_word(each) for each in divisors), marked("{some} or {last}"))
        worth = said("no multiple of {numbers}", numbers=numbers)
    return said("{sum}, {worth}", sum=sum_in_words(ends), worth=worth)


def _times(times: int, divisor: int) -> Said:
    one, many = WORTH[divisor]
    return Counted(one, many, times, {"number": number_word(times)})


def tile_list(tiles: Iterable[Tile]) -> Listed:
    """Tiles in a row, heaviest first."""
    heaviest_first: list[Tile] = sorted(tiles, key=lambda each: (-each.pips, -each.high))
    return Listed(heaviest_first)
