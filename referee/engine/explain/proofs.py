"""What the table sees of a proof: the pass or draw, the tile, where it could have gone, and what came of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from referee.engine.audit.holdings import Flag
from referee.engine.games.line.legal_moves import ways_to_lie
from referee.engine.games.line.state import line_match
from referee.engine.layout import Layout, Place
from referee.engine.log import Entry, Log
from referee.engine.record.events import Adjust, Draw, Event, Hand, Play
from referee.engine.tiles import Tile


class Moment(NamedTuple):
    """An event that may have been the breach: what was done, and the open halves then."""

    number: int
    did: Event
    ends: tuple[int, ...]


class Proof(NamedTuple):
    """A flag with everything that shows it, from the log.

    `seat` is None if it is not certain whose the breach is. `event` is the breach, `or_at` other events that may have
    been it instead, and `others` what was done then; `did` the event itself. `holder` held
    `tile`, which was seen at `told_at` (0: it is the only tile left that could be). `dealt_at` is the event of the
    deal, `draws` are the holder's draws between the breach and the telling, as (event, number). `layout` is what lay
    at the breach, `could_go_on` where the tile could have been laid then, with `ends` the open halves. `followed`
    are the points that each side made in that round after the breach, settlement and all, adjustments left out.
    """

    kind: str
    seat: int | None
    round: int
    event: int
    did: Event
    tile: Tile | None
    holder: int | None
    told_at: int
    or_at: tuple[int, ...]
    others: tuple[Moment, ...]
    dealt_at: int
    draws: tuple[tuple[int, int], ...]
    layout: Layout | None
    ends: tuple[int, ...]
    could_go_on: tuple[Place, ...]
    followed: tuple[int, ...]


def proof_of(log: Log, flag: Flag) -> Proof:
    """The proof that a flag of this log's state stands for; KeyError for a flag that is not of this log."""
    entries = entries_of_round(log, flag.round)
    if not any(each.number == flag.event for each in entries):
        entries = [each for each in log.entries if round_number(each) == flag.round]
    moments = {
        each.number: _moment(entries, each) for each in entries if each.number in (*flag.or_at, flag.event)
    }
    breach = moments[flag.event]
    told_at, holder = _told(entries, flag)
    until = told_at or entries[-1].number + 1
    draws = tuple(
        (each.number, each.event.number)
        for each in entries
        if isinstance(each.event, Draw)
        and each.event.by == holder
        and (flag.event < each.number < until if flag.kind == "renege" else each.number < until)
    )
    layout, places = _places(_before(entries, flag.event), flag.tile)
    return Proof(
        flag.kind,
        flag.seat,
        flag.round,
        flag.event,
        breach.did,
        flag.tile,
        holder,
        told_at,
        flag.or_at,
        tuple(moments[each] for each in flag.or_at),
        entries[0].number,
        draws,
        layout,
        breach.ends,
        places,
        _followed(log, entries, flag.event),
    )


def entries_of_round(log: Log, number: int) -> list[Entry]:
    """The entries of a round; looked for by its number, so that a long match costs no more than a short one."""
    first = bisect_left(log.entries, number, key=round_number)
    last = bisect_right(log.entries, number, key=round_number)
    return [log.entries[place] for place in range(first, last)]


def round_number(entry: Entry) -> int:
    """The number of the round after an entry; 0 before the first."""
    current = getattr(entry.state, "round", None)
    return current.number if current is not None else 0


def _before(entries: list[Entry], number: int) -> Entry:
    return next((each for each in reversed(entries) if each.number < number), entries[0])


def _moment(entries: list[Entry], entry: Entry) -> Moment:
    layout, _ = _places(_before(entries, entry.number), None)
    ends = tuple(each.half for each in layout.places_now()) if layout is not None and layout.laid else ()
    return Moment(entry.number, entry.event, ends)


def _told(entries: list[Entry], flag: Flag) -> tuple[int, int | None]:
    """The event that let the table see the tile, and whose it was."""
    for each in entries:
        event = each.event
        if isinstance(event, Play) and event.tile is flag.tile and flag.tile is not None:
            return each.number, event.by
        if isinstance(event, Hand) and flag.tile in event.tiles:
            return each.number, event.by
    return 0, flag.seat if flag.kind == "renege" else None


def _places(before: Entry, tile: Tile | None) -> tuple[Layout | None, tuple[Place, ...]]:
    """What lay before the breach and where the tile could have gone."""
    if not before.state.setup.lays_in_line or before.state.round is None:
        return None, ()
    state = line_match(before.state)
    ways = ways_to_lie(state, tile) if tile is not None else []
    return state.current.layout, tuple(dict.fromkeys(way.place for way in ways if way.place is not None))


def _followed(log: Log, entries: list[Entry], event: int) -> tuple[int, ...]:
    """The points made in the round after an event, by side."""
    made = [0] * len(log.start.scores)
    for each in entries:
        if each.number > event and not isinstance(each.event, Adjust):
            for side, points in each.ruling.points:
                made[side] += points
    return tuple(made)
