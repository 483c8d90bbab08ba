"""Sentences that several rulings share, and the joining of names, tiles and sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.rules.counting import IN_WORDS, MULTIPLES, Counting
from referee.rulings import Said
from referee.tiles import Tile

# The same whether or not there is anything to call.
TOLD_LATER = "Told when claims are closed."
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def listed(items: Iterable[object]) -> str:
    """Things in a row: "5-1, 5-0 and 3-2"."""
    words = [str(each) for each in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def tiles_word(number: int) -> str:
    """A number of tiles: "1 tile", "3 tiles"."""
    return "1 tile" if number == 1 else f"{number} tiles"


def points_word(number: int) -> str:
    """A number of points: "1 point", "15 points"."""
    return "1 point" if number in (1, -1) else f"{number} points"


def sum_in_words(ends: Sequence[int]) -> str:
    """The count as it is added: "6 + 6 + 3 = 15"."""
    return f"{' + '.join(str(each) for each in ends)} = {sum(ends)}" if len(ends) > 1 else str(sum(ends))


def number_word(number: int) -> str:
    """A number as it is spoken, up to twelve: "three"; larger ones in figures."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def arithmetic(counting: Counting, ends: Sequence[int]) -> str:
    """The count and what it is worth: "6 + 6 + 3 = 15, three fives", or that nothing divides it."""
    divisors = MULTIPLES[counting.score]
    total = sum(ends)
    worth = [
        f"{number_word(total // each)} {IN_WORDS[each]}{'' if total == each else 's'}"
        for each in divisors
        if total and total % each == 0
    ]
    none = f"no multiple of {' or '.join(IN_WORDS[each] for each in divisors)}" if total else "nothing"
    return f"{sum_in_words(ends)}, {listed(worth) or none}"


def said(template: str, **values: object) -> Said:
    """A sentence with what fills it."""
    return Said(template, values)


def tile_list(tiles: Iterable[Tile]) -> str:
    """Tiles in a row, heaviest first."""
    heaviest_first: list[Tile] = sorted(tiles, key=lambda each: (-each.pips, -each.high))
    return listed(heaviest_first)
