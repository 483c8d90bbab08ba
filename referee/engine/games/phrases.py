"""Sentences that several rulings share, and the joining of names, tiles and sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.engine.messages import (
    Counted,
    Joined,
    Listed,
    Message,
    counted,
    marked,
    msg,
    number_word,
    paired,
)
from referee.engine.rules.counting import Counting
from referee.engine.tiles import Tile

# The same whether or not there is anything to call.
TOLD_LATER = marked("Told when claims are closed.")
# A count that is worth points, by what divides it: in whole and a number of times.
WORTH = {
    3: paired("{number} three", "{number} threes"),
    5: paired("{number} five", "{number} fives"),
}


def listed(items: Iterable[object]) -> Listed:
    """Things in a row: "5-1, 5-0 and 3-2"."""
    return Listed(items)


def tiles_word(number: int) -> Message:
    """A number of tiles: "1 tile", "3 tiles"."""
    return counted("1 tile", "{n} tiles", number)


def points_word(number: int) -> Message:
    """A number of points: "1 point", "15 points"."""
    return counted("{n} point", "{n} points", abs(number), n=number)


def sum_in_words(ends: Sequence[int]) -> Message:
    """The count as it is added: "6 + 6 + 3 = 15"."""
    if len(ends) == 1:
        return msg("{sum}", sum=ends[0])
    return msg("{ends} = {sum}", ends=Joined(ends, " + "), sum=sum(ends))


def arithmetic(counting: Counting, ends: Sequence[int]) -> Message:
    """The count and what it is worth: "6 + 6 + 3 = 15, three fives", or that nothing divides it."""
    divisors = counting.divisors
    total = sum(ends)
    worth: Message = Listed(_times(total // each, each) for each in divisors if total and total % each == 0)
    if not total:
        worth = msg("nothing")
    elif not any(total % each == 0 for each in divisors):
        numbers = Listed((number_word(each) for each in divisors), marked("{some} or {last}"))
        worth = msg("no multiple of {numbers}", numbers=numbers)
    return msg("{sum}, {worth}", sum=sum_in_words(ends), worth=worth)


def _times(times: int, divisor: int) -> Message:
    one, many = WORTH[divisor]
    return Counted(one, many, times, {"number": number_word(times)})


def tile_list(tiles: Iterable[Tile]) -> Listed:
    """Tiles in a row, heaviest first."""
    heaviest_first: list[Tile] = sorted(tiles, key=lambda each: (-each.pips, -each.high))
    return Listed(heaviest_first)


def overshot_words(points: int, target: int) -> Message:
    """That points do not count, because the match is won with exactly so many."""
    return msg(
        "{points} would pass {target}, so they do not count.", points=points_word(points), target=target
    )
