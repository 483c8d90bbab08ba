"""Records and events read from plain JSON values (record/README.md).

A header that cannot be read raises `RecordError`; an event that cannot be read becomes an `Unreadable`, which is
refused when it is judged, so that the rest of a record can still be judged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from referee.engine.messages import Message, msg
from referee.engine.record.events import (
    Adjust,
    Amend,
    Claim,
    Draw,
    Event,
    Flip,
    Hand,
    Muggins,
    Pass,
    Pips,
    Play,
    Retract,
    Round,
    TableRuling,
    Unreadable,
    Void,
)
from referee.engine.record.family_events import (
    A_HAND,
    OF_PIPS,
    OF_POINTS,
    OF_TILES,
    READERS,
    only_said,
    read_draw_seen,
)
from referee.engine.record.parsing import (
    LARGEST_NUMBER,
    Field,
    MisreadError,
    is_said,
    reason_in,
    seat_of,
    shown,
    tile_in,
    tiles_in,
    whole_number,
)
from referee.engine.tiles import Tile

# What a number stands for.
A_HALF = msg("a half of a tile")
OF_A_ROUND = msg("the number of a round")
OF_AN_ENTRY = msg("the number of an entry")
OF_CORRECTIONS = msg("the number of corrections judged together")
MOST_TOGETHER = 200  # corrections that are judged together: more than any round has tiles
A_VALUE = msg("a value of a house rule")


Reader = Callable[[Field], Event]


class RecordError(Exception):
    """A record that cannot be read at all: where (line and column, from 1) and why."""

    def __init__(self, message: Message, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def read_event(raw: Mapping[str, Any], players: Sequence[str]) -> Event:
    """The event in a JSON object; `Unreadable` if it is not written as record/README.md says.

    `players` are the header's names in seating order; the events name seats by number.
    """
    try:
        return _read(raw, players)
    except MisreadError as wrong:
        return Unreadable(wrong.said)


def _read(raw: Mapping[str, Any], players: Sequence[str]) -> Event:
    keys = tuple(raw)
    known = _KNOWN.get(keys)
    if known is None:
        verb = "play" if "play" in raw else ""
        for key in raw:
            if key in _READERS and key != verb and not (key == "claim" and verb == "play"):
                if verb:
                    raise _two_verbs(raw)
                verb = key
        if not verb:
            raise MisreadError(
                "An entry says what was done: play, draw, pass, hand and so on. This one does not."
            )
        allowed, needs_player, reader = _READERS[verb]
        for key in raw:
            if key not in allowed and key not in (verb, "by"):
                raise MisreadError("{key} is not a field of this entry.", key=shown(key))
        known = needs_player, reader
    needs_player, reader = known
    by = 0 if len(players) == 1 else -1  # the player of a solitaire need not be named
    if "by" in raw or (needs_player and by < 0):
        if raw.get("by") is None:
            raise MisreadError("The entry does not say who did it.")
        by = seat_of(raw["by"], players)
    return reader(Field(raw, by, players, "stood" in raw and is_said(raw["stood"], "stood")))


def _two_verbs(raw: Mapping[str, Any]) -> MisreadError:
    first, second, *_ = (key for key in raw if key in _READERS and not (key == "claim" and "play" in raw))
    return MisreadError(
        "An entry says one thing. This one says {first} and {second}.", first=first, second=second
    )


def _read_play(said: Field) -> Event:
    raw = said.raw
    tile = tile_in(raw["play"])
    at, half, at_written = _read_place(raw)
    out = whole_number(raw["out"], 0, A_HALF) if "out" in raw else None
    if out is not None and tile is not None and out not in tile.halves:
        raise MisreadError("{out} is not a half of {tile}.", out=out, tile=tile)
    claim = whole_number(raw["claim"], 1, OF_POINTS) if "claim" in raw else None
    train = raw.get("train", "")
    if not isinstance(train, str) or ("train" in raw and not train):
        raise MisreadError("{value} is not the name of a train.", value=shown(train))
    return Play(said.by, tile, at, half, out, claim, said.stood, raw["play"], at_written, train)


def _read_place(raw: Mapping[str, Any]) -> tuple[Tile | None, int | None, str]:
    """The tile on the table, perhaps its half, and both as they are written; Nones and "" if it names no place."""
    if "at" not in raw:
        return None, None, ""
    value = raw["at"]
    if not isinstance(value, str):
        raise MisreadError("{value} is not a tile on the table.", value=shown(value))
    return _place_in(value)


@lru_cache(maxsize=1024)  # more than a set has places
def _place_in(value: str) -> tuple[Tile | None, int | None, str]:
    name, slash, half = value.partition("/")
    tile = tile_in(name)
    if not slash:
        return tile, None, value
    if not (half.isascii() and half.isdigit() and len(half) <= 2):
        raise MisreadError("{half} is not a half of a tile.", half=shown(half))
    return tile, int(half), value


def _read_flip(said: Field) -> Event:
    tile = tile_in(said.raw["flip"])
    at, half, at_written = _read_place(said.raw)
    return Flip(said.by, tile, at, half, said.raw["flip"], at_written)


def _read_draw(said: Field) -> Event:
    if isinstance(said.raw["draw"], list):
        return read_draw_seen(said)
    return Draw(said.by, whole_number(said.raw["draw"], 1, OF_TILES), said.stood)


def _a_number(made: Callable[[int, int], Event], verb: str, least: int, what: Message) -> Reader:
    """A reader for an entry with a player and a number, `least` or more."""
    return lambda said: made(said.by, whole_number(said.raw[verb], least, what))


def _read_round(said: Field) -> Event:
    opener = seat_of(said.raw["opener"], said.players) if "opener" in said.raw else None
    return Round(whole_number(said.raw["round"], 1, OF_A_ROUND), opener)


def _check_with_next(said: Field) -> None:
    if "with_next" in said.raw and whole_number(said.raw["with_next"], 1, OF_CORRECTIONS) > MOST_TOGETHER:
        raise MisreadError("At most {n} corrections are judged together.", n=MOST_TOGETHER)


def _read_retract(said: Field) -> Event:
    _check_with_next(said)
    return Retract(whole_number(said.raw["retract"], 1, OF_AN_ENTRY))


def _read_amend(said: Field) -> Event:
    _check_with_next(said)
    correct = said.raw.get("with")
    if not isinstance(correct, dict):
        raise MisreadError("A correction says, under with, how the entry should read.")
    event = whole_number(said.raw["amend"], 1, OF_AN_ENTRY)
    if (
        "retract" in correct or "amend" in correct
    ):  # checked first: corrections of corrections could nest without end
        raise MisreadError("A correction cannot itself be a correction of another entry.")
    return Amend(event, _read(correct, said.players))


def _read_adjust(said: Field) -> Event:
    points = said.raw["adjust"]
    if not isinstance(points, dict) or not points:
        raise MisreadError("An adjustment gives points to sides by name.")
    for value in points.values():
        whole_number(value, -LARGEST_NUMBER, OF_POINTS)
    return Adjust(tuple(points.items()), reason_in(said.raw), _about(said))


def _read_ruling(said: Field) -> TableRuling:
    options = said.raw["ruling"]
    if not isinstance(options, dict) or not options:
        raise MisreadError("A ruling of the table gives house rules by name and value.")
    for value in options.values():
        if not isinstance(value, str) and type(value) is not bool:
            whole_number(value, -LARGEST_NUMBER, A_VALUE)
    return TableRuling(tuple(options.items()), reason_in(said.raw))


def _about(said: Field) -> int | None:
    return whole_number(said.raw["about"], 1, OF_AN_ENTRY) if "about" in said.raw else None


# For each verb: its optional keys, whether it needs a player, and its reader.
_READERS: dict[str, tuple[tuple[str, ...], bool, Reader]] = {
    "play": (("at", "out", "claim", "stood", "train"), True, _read_play),
    "flip": (("at",), True, _read_flip),
    "draw": (("stood",), True, _read_draw),
    "pass": (("stood",), True, only_said("pass", lambda said: Pass(said.by, said.stood))),
    "claim": ((), True, _a_number(Claim, "claim", 1, OF_POINTS)),
    "muggins": ((), True, _a_number(Muggins, "muggins", 1, OF_POINTS)),
    "hand": ((), True, lambda said: Hand(said.by, tiles_in(said.raw["hand"], A_HAND))),
    "pips": ((), True, _a_number(Pips, "pips", 0, OF_PIPS)),
    "round": (("opener",), False, _read_round),
    "retract": (("with_next", "why"), False, _read_retract),
    "amend": (("with", "with_next", "why"), False, _read_amend),
    "adjust": (("about", "why"), False, _read_adjust),
    "ruling": (("why",), False, _read_ruling),
    "void": (
        ("about", "why"),
        False,
        only_said("void", lambda said: Void(reason_in(said.raw), _about(said))),
    ),
    **READERS,
}


# The reader for an entry with these keys in this order. Only readable ones are kept, so there are few.
_KNOWN: dict[tuple[str, ...], tuple[bool, Reader]] = {}


class RawRecord(NamedTuple):
    """A record as written: the header and the events, not judged yet."""

    header: dict[str, Any]
    header_line: int
    header_text: str
    events: list[dict[str, Any]]


def read_record(text: str) -> RawRecord:
    """A record's lines as JSON objects; `RecordError` names a line that is not one (record/README.md, Reading)."""
    found: list[tuple[int, str, dict[str, Any]]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            found.append((number, line, _read_line(line, number)))
    if not found:
        raise RecordError(msg("The record is empty; its first line is the header."))
    number, line, header = found[0]
    return RawRecord(header, number, line, [each[2] for each in found[1:]])


def _read_line(line: str, number: int) -> dict[str, Any]:
    try:
        read = json.loads(line, parse_constant=_no_constant)
    except json.JSONDecodeError as wrong:
        raise RecordError(msg("This line is not JSON: {why}.", why=wrong.msg), number, wrong.colno) from None
    except (ValueError, RecursionError):
        raise RecordError(msg("This line is not JSON that can be read."), number) from None
    if not isinstance(read, dict):
        raise RecordError(msg("A line of a record is one JSON object."), number)
    return read


def _no_constant(name: str) -> Any:
    raise ValueError(name)
