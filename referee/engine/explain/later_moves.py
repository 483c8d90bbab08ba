"""What becomes of later moves if an entry is corrected: tiles are laid again where they lay, turned round or moved.

Later moves keep their player and their order. A tile is tried where it lay, then turned round, then at the one other end
that takes it; if two ends take it, the table says which. The first move that fits nowhere ends this: it is taken
back together with all moves after it, and the correction stays.

If an entry is corrected to a tile that another entry of the round laid, the two are exchanged: each player laid the
other's tile. In a line a tile goes where it lay; on a train and in a trick it goes where the other was entered.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from referee.engine.corrections import place_of
from referee.engine.games.line.legal_moves import Landing, ways_to_lie
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State
from referee.engine.judge import rule_on
from referee.engine.layout import Laid, Place
from referee.engine.log import Entry, Log, could_not_stand, entries_of_round, together
from referee.engine.record.events import Claim, Event, Muggins, Play
from referee.engine.record.readers import read_event
from referee.engine.rulings import Breach, Code, Ruling, Verdict, refusal
from referee.engine.tiles import Tile

# Breaches of a tile where it lay that another place may cure.
_OF_PLACES = (Code.NO_SUCH_END, Code.DOES_NOT_MATCH, Code.CHOOSE_END, Code.CHOOSE_OUT, Code.CROSS_FIRST)


class Fate(StrEnum):
    """What becomes of a later move."""

    STAYS = "stays"
    TURNS = "turns round"
    MOVES = "moves to another tile"
    OTHER = "is the other tile of two that are exchanged"
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
    cannot be changed like that, or if `asks` waits for a choice. `now` is the corrected entry; None if two are exchanged,
    which are both in `later`. `state` is the match after all of it.
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

    If the tile lies already, they exchange the two entries. `chosen` maps entries to the end where their tile goes,
    "6-5/5", as far as the table has chosen. KeyError if no such entry is in force.
    """
    event = read_event(body, log.start.setup.players)
    other = laid_by(log, number, event)
    if other is not None:
        return _exchanged(log, sorted((log.entry_of(number), other)), chosen or {})
    first, *later = log.entries.after(place_of(log.entries, log.entry_of(number).number))
    ruling, state = rule_on(log.state_before(number), event, number)
    if ruling.verdict is Verdict.REFUSED:
        return Mended((), (), log.state, refused=ruling)
    now = Entry(number, event, ruling, state)
    again = _Replay(log, state)
    again.note(first, now)
    found = again.through(later, chosen or {})
    return _carried_out(log, again, found, ({"amend": number, "with": dict(body)},), now)


def laid_by(log: Log, number: int, event: Event) -> Entry | None:
    """The other entry of the round that laid the tile of this `event`, to which entry `number` is corrected.

    None if no other laid it, or if the player is corrected too. KeyError if no such entry is in force.
    """
    entry = log.entry_of(number)
    was = entry.event
    if not (isinstance(was, Play) and isinstance(event, Play)) or was.by != event.by:
        return None
    found = entries_of_round(log, entry.state.round_number)
    tiles = ((each, each.event.tile) for each in found if isinstance(each.event, Play) and each is not entry)
    return next((each for each, tile in tiles if tile is not None and tile is event.tile), None)


def _exchanged(log: Log, pair: Sequence[Entry], chosen: Mapping[int, str]) -> Mended:
    """The corrections after which each of these two entries laid the other's tile. All moves from the first on are later
    moves."""
    first, second = pair
    again = _Replay(log, log.state_before(first.number), {first.number: second, second.number: first})
    found = again.through([*log.entries.after(place_of(log.entries, first.number))], chosen)
    carried_out = _carried_out(log, again, found, ())
    stop = carried_out.stops_at
    if stop is None or stop.was.number > second.number:
        return carried_out
    assert stop.why is not None
    words = could_not_stand(stop.was.number, stop.why)
    breach = Breach(Code.BREAKS_LATER, words, stop.why.rule)
    return Mended((), (), log.state, refused=refusal(breach))


def _carried_out(
    log: Log,
    again: "_Replay",
    found: Sequence[LaterMove],
    first: Sequence[dict[str, Any]],
    now: Entry | None = None,
) -> Mended:
    """These `first` corrections together with those that the replayed moves need."""
    tried = Mended((), tuple(found), again.state, now)
    if tried.asks is not None:
        return tried
    stop = tried.stops_at
    back = taken_back_from(log, stop.was.number).raws if stop is not None else ()
    return tried._replace(raws=together((*back, *first, *again.raws)))


class _Replay:
    """Replays the moves after a corrected entry, or from the first of two on that are `exchanged`, one by one."""

    def __init__(self, log: Log, state: State, exchanged: Mapping[int, Entry] | None = None) -> None:
        self.players, self.refused, self.state = log.start.setup.players, log.refused, state
        self.exchanged = exchanged or {}  # the other entry of the two, by number
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
        other = self.exchanged.get(each.number)
        if other is not None:
            return self._other_tile(each, other, chosen)
        ruling, after = rule_on(self.state, each.event, each.number)
        if ruling.verdict is not Verdict.REFUSED or each.number in self.refused:
            return self._stands(each, each.event, ruling, after)
        if isinstance(each.event, Claim | Muggins):
            self.raws.append({"retract": each.number})
            return LaterMove(each, Fate.FALLS)
        if isinstance(each.event, Play) and ruling.code in _OF_PLACES:
            return self._elsewhere(each, each.event, ruling, chosen)
        return LaterMove(each, Fate.CANNOT, why=ruling)

    def _other_tile(self, each: Entry, other: Entry, chosen: str) -> LaterMove:
        """The tile of the `other` entry, laid by the player of this one."""
        own, its = each.event, other.event
        assert isinstance(own, Play)
        assert isinstance(its, Play)
        bare = Play(own.by, its.tile, claim=own.claim, stood=own.stood)
        was = each._replace(event=bare, state=other.state)  # as its tile lay
        there = () if self.state.setup.lays_in_line else (own, its)
        ways = [bare._replace(at_written=at.at_written, train=at.train) for at in there]
        why: Ruling | None = None
        for way in (*ways, bare):
            raw = way.in_record(self.players)
            said = read_event(raw, self.players)
            ruling, after = rule_on(self.state, said, each.number)
            if ruling.verdict is not Verdict.REFUSED:
                self.raws.append({"amend": each.number, "with": raw})
                return self._stands(was, said, ruling, after)._replace(fate=Fate.OTHER)
            why = why or ruling
        assert why is not None
        if why.code not in _OF_PLACES:
            return LaterMove(was, Fate.CANNOT, why=why)
        found = self._elsewhere(was._replace(ruling=other.ruling), bare, why, chosen)._replace(was=was)
        return found._replace(fate=Fate.OTHER) if found.now is not None else found

    def _elsewhere(self, each: Entry, event: Play, why: Ruling, chosen: str) -> LaterMove:
        """Lay the tile where it may lie now."""
        assert event.tile is not None
        ways = self._ways_to_lie(event.tile, why)
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
        raw = event._replace(at_written=_written(way.place), out=out).in_record(self.players)
        said = read_event(raw, self.players)
        ruling, after = rule_on(self.state, said, each.number)
        if ruling.verdict is Verdict.REFUSED:
            return LaterMove(each, Fate.CANNOT, why=ruling)
        self.raws.append({"amend": each.number, "with": raw})
        return self._stands(each, said, ruling, after)

    def _ways_to_lie(self, tile: Tile, why: Ruling) -> list[Landing]:
        """Every way in which the tile may be laid now; around a foot, those of which the ruling says to choose one."""
        if self.state.setup.lays_in_line:
            return ways_to_lie(LineMatch.of(self.state), tile)
        names_trains = "trains" in self.state.facts()  # instead of places
        return [] if names_trains else [Landing(*way) for way in why.ways]

    def _open(self) -> tuple[Place, ...]:
        current = LineMatch.of(self.state).round if self.state.setup.lays_in_line else None
        return current.layout.places_now() if current is not None else ()

    def _where_it_lay(self, each: Entry, ways: list[Landing]) -> Landing | None:
        """How the tile can lie on the same tile or its replacement: as it lay if possible, else turned round."""
        lay = how_it_lies(each)
        if lay is None:
            return next(
                (way for way in ways if way.place is not None and way.place.tile is each.ruling.at), None
            )
        place = self._same_place(lay)
        here = [way for way in ways if way.place == place] if place is not None else []
        as_it_lay = [way for way in here if way.touching == lay.touching]
        return next(iter((*as_it_lay, *here)), None)

    def _same_place(self, lay: Laid) -> Place | None:
        """The place where a tile lay, on the tile that lies there now; None if there is none."""
        if lay.on is None:
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
    if not isinstance(event, Play) or not state.setup.lays_in_line or state.layout is None:
        return None
    return next((each for each in reversed(state.layout.laid) if each.tile is event.tile), None)


def _written(place: Place | None) -> str:
    return "" if place is None else place.written
