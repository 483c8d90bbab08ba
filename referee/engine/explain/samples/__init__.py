"""Positions that show how a game is played: found by search, and judged like those of any table."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from referee.engine.log import Answer, Log
from referee.engine.rulings import Verdict

T = TypeVar("T")
NAMES = ("Ana", "Ben", "Cal", "Dan", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon")


class Unplayable(Exception):
    """No position was found that shows the game."""


def mixed(tiles: Sequence[T], deal: int) -> list[T]:
    """The tiles shuffled by a fixed generator seeded with the deal's number, so always in the same order."""
    found, number = list(tiles), deal + 1
    for place in range(len(found) - 1, 0, -1):
        number = (number * 1103515245 + 12345) % 2**31
        other = (number >> 8) % (place + 1)
        found[place], found[other] = found[other], found[place]
    return found


def heard(log: Log, event: Mapping[str, Any]) -> tuple[Answer, Log] | None:
    """The answer to an event and the log after it; None if it is refused."""
    answer, after = log.say(event)
    return None if answer.ruling.verdict is Verdict.REFUSED else (answer, after)


def said(log: Log, event: Mapping[str, Any]) -> tuple[Answer, Log]:
    """The same for an event that has to stand; Unplayable if it does not."""
    found = heard(log, event)
    if found is None:
        raise Unplayable(str(event))
    return found
