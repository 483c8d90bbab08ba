"""Renames a player of a table wherever the name is written; nothing else changes.

A name occurs in the header, in events, in the names of sides ("Ana & Cal") and in texts: the table's own, and those of
announced settlements.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.answers import settled_json
from referee.engine.log import Tick, read_log, unwatched
from referee.engine.seating import HeaderError, Seating, sides_of
from referee.engine.setup import read_setup
from referee.engine.sheets import VARIANTS

Json = dict[str, Any]
Said = tuple[Json, Json | None]  # an event as recorded, and the settlement announced with it
# The fields of events and settlements that hold the name of a player or of a side, and those that are mappings by name.
_PLAYERS, _BY_PLAYER = ("by", "opener", "out", "train"), ("left", "ranks")
_SIDES, _BY_SIDE = ("bidders", "winner"), ("adjust", "points")
SHORTEST_WORD = 2  # a single letter may just as well be an ordinary word


class Named(NamedTuple):
    """A table after a renaming: the header, and each event with the settlement announced with it."""

    header: Json
    events: tuple[Said, ...]


class _Name(NamedTuple):
    """A renaming of the player `old`; `sides` maps the names of sides, because a player may be called like one."""

    sides: Mapping[str, str]
    old: str
    new: str

    def player(self, value: object) -> object:
        """The new name of a player; any other value is unchanged."""
        return self.new if value == self.old else value

    def side(self, value: object) -> object:
        """The new name of a side; any other value is unchanged."""
        return self.sides.get(value, value) if isinstance(value, str) else value

    def text(self, value: object) -> object:
        """A text with the new name wherever the old one occurs as a whole word."""
        if not isinstance(value, str) or len(self.old) < SHORTEST_WORD or self.old.isdecimal():
            return value
        return re.sub(rf"(?<!\w){re.escape(self.old)}(?!\w)", lambda _: self.new, value)

    def inside(self, said: Json) -> Json:
        """An event or a settlement with the new name in each field that holds names, or a text."""
        found = dict(said)
        for key, each in said.items():
            if key in _PLAYERS:
                found[key] = self.player(each)
            elif key in _SIDES:
                found[key] = self.side(each)
            elif key in (*_BY_PLAYER, *_BY_SIDE):
                found[key] = _by(self.player if key in _BY_PLAYER else self.side, each)
            elif key in ("why", "steps"):
                found[key] = self.anywhere(each)
            elif key in ("with", "result") and isinstance(each, dict):
                found[key] = self.inside(each)
            elif key == "bonus" and isinstance(each, list):
                found[key] = [self.inside(one) for one in each]
        return found

    def anywhere(self, value: object) -> object:
        """The same for every text in a JSON value."""
        if isinstance(value, dict):
            return {str(self.anywhere(key)): self.anywhere(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.anywhere(each) for each in value]
        return self.text(value)


def rename(
    header: Mapping[str, Any], events: Sequence[Said], old: str, new: str, tick: Tick = unwatched
) -> Named:
    """The table with the player `old` renamed `new`; no other player there may have that name.

    `tick` is called for each event that is judged.

    Settlements are worked out again from the events. If one does not match what was recorded, the recorded one is
    kept, and only its words get the new name. Raises HeaderError if nobody may be called so in this game.
    """
    name = _Name(_sides(header, old, new), old, new)
    called = _header(name, header)
    bodies = [name.inside(body) for body, _ in events]
    settled = [kept and name.inside(kept) for _, kept in events]
    try:
        was = read_setup(header)
    except HeaderError:  # one of its rules no longer exists
        return Named(called, tuple(zip(bodies, settled, strict=True)))
    now = read_setup(called)
    before = _announced(was, [body for body, _ in events], tick)
    after = _announced(now, bodies, tick)
    for place, (_, kept) in enumerate(events):
        if kept and kept == before[place]:
            settled[place] = after[place]
    return Named(called, tuple(zip(bodies, settled, strict=True)))


def seated_as(header: Json, events: Sequence[Json], names: Sequence[str]) -> tuple[Json, list[Json]]:
    """The header and the events with these player names, by seat; settlements are not worked out again."""
    players = header["players"]
    changed = [
        (seat, old, new) for seat, (old, new) in enumerate(zip(players, names, strict=True)) if old != new
    ]
    # First to names that nobody has, because two players may have swapped theirs.
    steps = [(old, f"\ue000{seat}\ue000") for seat, old, _ in changed]
    steps += [(f"\ue000{seat}\ue000", new) for seat, _, new in changed]
    for old, new in steps:
        name = _Name(_sides(header, old, new), old, new)
        header, events = _header(name, header), [name.inside(each) for each in events]
    return header, list(events)


def rename_in(value: object, old: str, new: str) -> object:
    """Any JSON value with the new name wherever the old one occurs as a whole word in a text."""
    return _Name({}, old, new).anywhere(value)


def _by(named: Callable[[object], object], value: object) -> object:
    """A mapping by name with the new names; any other value is unchanged."""
    return {named(key): each for key, each in value.items()} if isinstance(value, dict) else value


def _sides(header: Mapping[str, Any], old: str, new: str) -> dict[str, str]:
    """The new name of each side, by its name."""
    players = header.get("players", [])
    game = VARIANTS.get(header.get("variant", ""))
    in_pairs = bool(header.get("teams")) or (game is not None and game.always_partners)
    renamed = [new if each == old else each for each in players]
    return dict(zip(sides_of(players, in_pairs=in_pairs), sides_of(renamed, in_pairs=in_pairs), strict=True))


def _header(name: _Name, header: Mapping[str, Any]) -> Json:
    found = dict(header)
    if "players" in found:
        found["players"] = [name.player(each) for each in found["players"]]
    if found.get("teams"):
        found["teams"] = [[name.player(each) for each in team] for team in found["teams"]]
    if "start" in found:
        found["start"] = _by(name.side, found["start"])
    return {key: name.text(each) if key in ("place", "note") else each for key, each in found.items()}


def _announced(seating: Seating, bodies: Sequence[Json], tick: Tick) -> list[Json | None]:
    """For each event, the settlement that it brings when judged today; None if it brings none."""
    found: list[Json | None] = [None] * len(bodies)
    for entry in read_log(seating, bodies, tick).entries:
        if entry.ruling.settled is not None:
            found[entry.number - 1] = settled_json(entry.state.setup, entry.ruling.settled)
    return found
