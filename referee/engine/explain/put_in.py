"""An entry that was forgotten: it is put in where it belongs, and everything after it is entered again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

from referee.engine.corrections import find, place_of
from referee.engine.explain.later_moves import taken_back_from
from referee.engine.log import Answer, Log, together
from referee.engine.messages import Joined, Message, msg
from referee.engine.rulings import Verdict

Bodies = Callable[[int], Mapping[str, Any]]  # how the entry with this number reads now, in record form


class PutIn(NamedTuple):
    """The entries that put it in, in record form and with the referee's answers, and the log after them.

    There are none if `refused` says why it cannot be put in; `log` is then the log as it was.
    """

    said: tuple[tuple[dict[str, Any], Answer], ...]
    log: Log
    refused: Message | None = None


def put_in(log: Log, number: int, body: Mapping[str, Any], bodies: Bodies) -> PutIn:
    """Put an entry in before entry `number`, which is taken back with all entries after it and said again.

    Nothing is written. It is refused if there is no such entry in force, or if the new entry or one of those after it
    could not stand.
    """
    if find(log.entries, number) is None:
        return PutIn((), log, msg("Entry {number} is not in the log.", number=number))
    later = log.entries.after(place_of(log.entries, number))
    back = taken_back_from(log, number).raws
    first = ((0, each) for each in (*together(back, len(back) + 1), dict(body)))
    again = ((each.number, dict(bodies(each.number))) for each in later)
    said: list[tuple[dict[str, Any], Answer]] = []
    now: dict[int, int] = {}  # the new number of each entry that is said again
    after = log
    for was, raw in chain(first, again):
        if raw.get("about") in now:
            raw["about"] = now[raw["about"]]
        before = after.state
        answer, after = after.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED and after.state is before:
            why = Joined(answer.ruling.said, " ")
            told = msg("Then entry {number} could not stand: {why}", number=was, why=why) if was else why
            return PutIn((), log, told)
        said.append((raw, answer))
        now[was] = answer.number
    return PutIn(tuple(said), after)
