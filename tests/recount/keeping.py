"""What changes nothing: a table written down and read again, players with other names, and players on other seats."""

import json
import random
from typing import Any

from referee.engine.answers import replay_text, result_json
from referee.engine.record.reading import read_record
from tests.recount.table import Table

OTHERS = ("Zoë", "Yan", "Xia", "Wim", "Vic", "Uma", "Tom", "Sue", "Ron", "Pia")
# Sentences name players in the order of seats.
TEXTS = ("says", "steps", "because")


def check(table: Table, chance: random.Random) -> None:
    """Disagreement if the record of this table reads otherwise than what was said, or seats or names matter."""
    record = table.record
    read = read_record(record)
    raw = [dict(read.header), *map(dict, read.events)]
    if raw != [table.header, *table.said]:
        table.differ("the record as it is read", [table.header, *table.said], raw)
    answers = replay_text(record)
    if answers[-1] != result_json(table.log.state):
        table.differ("the result of its record", result_json(table.log.state), answers[-1])
    shift = 0 if _has_first_seat(table) else chance.randrange(len(table.players))
    called = _names(table, shift)
    header, *said = (_renamed(each, called) for each in raw)
    header["players"] = [*header["players"][shift:], *header["players"][:shift]]
    others = replay_text("\n".join(map(json.dumps, (header, *said))))
    for mine, theirs in zip(_renamed(answers, called), others, strict=True):
        if _plain(mine) != _plain(theirs):
            table.differ("an answer after a change of names and seats", mine, theirs)


def _has_first_seat(table: Table) -> bool:
    """Whether the order of seats matters: where the first begins if nobody is named, or leads for its side (2.10)."""
    by_seat = table.rules().get("block_opener", "first_seated") == "first_seated"
    machine = table.log.start.setup.variant.machine
    if machine == "trains":
        return table.rules()["opening"] == "starter"
    if machine == "tricks":
        return not any("opener" in each for each in table.said if each.get("round") == 1)
    return by_seat and bool(table.header.get("teams"))


def _names(table: Table, shift: int) -> dict[str, str]:
    """The other names of players and sides, if everybody sits so many seats further; a side is named as they sit."""
    found = dict(zip(table.players, OTHERS, strict=False))
    for number, side in enumerate(table.sides):
        members = sorted(table.members(number), key=lambda seat: (seat - shift) % len(table.players))
        found[side] = " & ".join(OTHERS[seat] for seat in members)
    return found


def _renamed(value: Any, called: dict[str, str]) -> Any:
    """The same with other names wherever a name stands alone."""
    if isinstance(value, dict):
        return {called.get(key, key): _renamed(each, called) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, called) for each in value]
    return called.get(value, value) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    """An answer without sentences; lists of players in any order."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items() if key not in TEXTS}
    if isinstance(value, list):
        return sorted(map(_plain, value), key=lambda each: json.dumps(each, sort_keys=True))
    return value
