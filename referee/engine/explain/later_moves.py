"""What becomes of later moves if an entry is corrected: tiles are laid again where they lay, turned round or moved.

Later moves keep their player and their order. A tile is tried where it lay, then turned round, then at the one other end
that takes it; if two ends take it, the table says which. The first move that fits nowhere ends this: it is taken
back together with all moves after it, and the correction stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from referee.engine.corrections import place_of
from referee.engine.games.line.legal_moves import Landing, ways_to_lie
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State
from referee.engine.judge import rule_on
from referee.engine.layout import Laid, Place
from referee.engine.log import Entry, Log, together
from referee.engine.record.events import Claim, Event, Muggins, Play
from referee.engine.record.readers import read_event
from referee.engine.rulings import Code, Ruling, Verdict
from referee.engine.tiles import Tile

# Breaches of a tile where it lay that another place may cure.
_OF_PLACES = (Code.NO_SUCH_END, Code.DOES_NOT_MATCH, Code.CHOOSE_END, Code.CHOOSE_OUT, Code.CROSS_FIRST)


class Fate(StrEnum):
    """What becomes of a later move."""

    STAYS = "stays"
    TURNS = "turns round"
    MOVES = "moves to another tile"
    ASKS = "fits at two ends"
    FALLS = "a call that has nothing to call any more"
    CANNOT = "can no longer stand"
    FOLLOWS = "is taken back with one that cannot stand"


class LaterMove(NamedTuple):
    """A move after the corrected one: the entry as it is, and as it would be (None if it would not stand).

    `places` are the ends between which the table has to choose, or for a tile that fits nowhere the open ends; `why` is
    the ruling on a move that cannot stand, and `on` is how the tile would lie.
    """

    was: Entry
    fate: Fate
    now: Entry | None = None
    places: tuple[Place, ...] = ()
    why: Ruling | None = None
    on: Laid | None = None


class Mended(NamedTuple):
    """A correction with everything that follows from it; nothing is entered yet.

    `raws` are the corrections that carry it out together, in record form; none if `refused` says why the entry
    cannot be changed like that, or if `asks` waits for a choice. `now` is the corrected entry, `state` the match
    after all of it.
    """

    raws: tuple[dict[str, Any], ...]
    later: tuple[LaterMove, ...]
    state: State
    now: Entry | None = None
    refused: Ruling | None = None

    @property
    def asks(self) -> LaterMove | None:
        """The move for which the table has to choose an end first."""
        return next((each for each in self.later if each.fate is Fate.ASKS), None)

    @property
    def stops_at(self) -> LaterMove | None:
        """The first move that can no longer stand."""
        return next((each for each in self.later if each.fate is Fate.CANNOT), None)


def taken_back_from(log: Log, number: int) -> Mended:
    """The corrections that take back an entry and all after it, the last one first."""
    later = list(log.entries.after(place_of(log.entries, number)))
    raws = tuple({"retract": each.number} for each in reversed(later))
    found = tuple(LaterMove(each, Fate.FOLLOWS) for each in later)
    return Mended(raws, found, log.state_before(number))


def mended(log: Log, number: int, body: Mapping[str, Any], chosen: Mapping[int, str] | None = None) -> Mended:
    """The corrections that make entry `number` read as `body`, and every later move that this changes.

    `chosen` maps later entries to the end where their tile goes, "6-5/5", as far as the table has chosen. KeyError if
    no such entry is in force.
    """
    log.entry_of(number)
    first, *later = log.entries.after(place_of(log.entries, number))
    event = read_event(body, log.start.setup.players)
    ruling, state = rule_on(log.state_before(number), event, number)
    if ruling.verdict is Verdict.REFUSED:
        return Mended((), (), log.state, refused=ruling)
    now = Entry(number, event, ruling, state)
    again = _Replay(log, state)
    again.note(first, now)
    found = again.through(later, chosen or {})
    if any(each.fate is Fate.ASKS for each in found):
        return Mended((), tuple(found), again.state, now)
    raws = ({"amend": number, "with": dict(body)}, *again.raws)
    stop = next((each.was.number for each in found if each.fate is Fate.CANNOT), 0)
    back = taken_back_from(log, stop).raws if stop else ()
    return Mended(together((*back, *raws)), tuple(found), again.state, now)


class _Replay:
    """Replays the moves after a corrected entry, one by one."""

    def __init__(self, log: Log, state: State) -> None:
        self.players, self.refused, self.state = log.start.setup.players, log.refused, state
        self.raws: list[dict[str, Any]] = []
        self.was: dict[Tile, Laid] = {}
        self.lies: dict[Tile, Laid | None] = {}  # how a tile would lie, by the tile that was entered

    def note(self, was: Entry, now: Entry) -> None:
        """Remember how the tile of an entry lay, and how it or its replacement would lie."""
        before = how_it_lies(was)
        if before is not None:
            self.was[before.tile], self.lies[before.tile] = before, how_it_lies(now)

    def through(self, entries: list[Entry], chosen: Mapping[int, str]) -> list[LaterMove]:
        """What becomes of each of these entries in turn."""
        found: list[LaterMove] = []
        for each in entries:
            before = found[-1].fate if found else Fate.STAYS
            if before is Fate.ASKS:
                break
            stopped = before in (Fate.CANNOT, Fate.FOLLOWS)
            move = LaterMove(each, Fate.FOLLOWS) if stopped else self._move(each, chosen.get(each.number, ""))
            found.append(move)
        return found

    def _move(self, each: Entry, chosen: str) -> LaterMove:
        ruling, after = rule_on(self.state, each.event, each.number)
        if ruling.verdict is not Verdict.REFUSED or self.refused >> each.number & 1:
            return self._stands(each, each.event, ruling, after)
        if isinstance(each.event, Claim | Muggins):
            self.raws.append({"retract": each.number})
            return LaterMove(each, Fate.FALLS)
        if isinstance(each.event, Play) and ruling.code in _OF_PLACES:
            return self._elsewhere(each, each.event, ruling, chosen)
        return LaterMove(each, Fate.CANNOT, why=ruling)

    def _elsewhere(self, each: Entry, event: Play, why: Ruling, chosen: str) -> LaterMove:
        """Lay the tile where it may lie now."""
        assert event.tile is not None
        ways = ways_to_lie(LineMatch.of(self.state), event.tile) if self.state.setup.lays_in_line else []
        way = self._where_it_lay(each, ways)
        places = tuple(dict.fromkeys(each.place for each in ways if each.place is not None))
        if way is None and chosen:
            way = next((each for each in ways if _written(each.place) == chosen), None)
        if way is None and len(places) > 1:
            return LaterMove(each, Fate.ASKS, places=places)
        way = way or (ways[0] if ways else None)
        if way is None:
            return LaterMove(each, Fate.CANNOT, why=why, places=self._open())
        is_choice = sum(each.place == way.place for each in ways) > 1
        out = event.tile.other(way.touching) if is_choice else None
        raw = event._replace(at_written=_written(way.place), out=out).in_line(self.players)
        said = read_event(raw, self.players)
        ruling, after = rule_on(self.state, said, each.number)
        if ruling.verdict is Verdict.REFUSED:
            return LaterMove(each, Fate.CANNOT, why=ruling)
        self.raws.append({"amend": each.number, "with": raw})
        return self._stands(each, said, ruling, after)

    def _open(self) -> tuple[Place, ...]:
        current = LineMatch.of(self.state).round if self.state.setup.lays_in_line else None
        return current.layout.places_now() if current is not None else ()

    def _where_it_lay(self, each: Entry, ways: list[Landing]) -> Landing | None:
        """How the tile can lie on the same tile or its replacement: as it lay if possible, else turned round."""
        lay = how_it_lies(each)
        place = self._same_place(lay)
        here = [way for way in ways if way.place == place] if place is not None else []
        return next((way for way in here if lay is not None and way.touching == lay.touching), None) or (
            here[0] if here else None
        )

    def _same_place(self, lay: Laid | None) -> Place | None:
        """The place where a tile lay, on the tile that lies there now; None if there is none."""
        if lay is None or lay.on is None:
            return None
        under, before = self.lies.get(lay.on.tile), self.was.get(lay.on.tile)
        if lay.on.tile not in self.lies:
            return lay.on
        if under is None or before is None:
            return None
        return Place(under.tile, under.out if lay.on.half == before.out else under.touching)

    def _stands(self, each: Entry, event: Event, ruling: Ruling, after: State) -> LaterMove:
        now = Entry(each.number, event, ruling, after)
        lay, lies = how_it_lies(each), how_it_lies(now)
        fate = Fate.STAYS
        if lay is not None and lies is not None and lay != lies:
            if lies.on != self._same_place(lay):
                fate = Fate.MOVES
            elif lies.touching != lay.touching:
                fate = Fate.TURNS
        self.note(each, now)
        self.state = after
        return LaterMove(each, fate, now, on=lies)


def how_it_lies(entry: Entry) -> Laid | None:
    """How the tile of an entry lies; None for an entry that lays none."""
    event, state = entry.event, entry.state
    if not isinstance(event, Play) or not state.setup.lays_in_line:
        return None
    current = LineMatch.of(state).round
    laid = current.layout.laid if current is not None else ()
    return next((each for each in reversed(laid) if each.tile is event.tile), None)


def _written(place: Place | None) -> str:
    return "" if place is None else place.written
