"""What the table sees of a proof: the pass or draw, the tile, where it could have gone, and what followed."""

from bisect import bisect_left, bisect_right
from operator import attrgetter
from typing import NamedTuple

from referee.engine.audit.holdings import Flag
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State
from referee.engine.games.trains.places import halves_for
from referee.engine.games.trains.state import TrainMatch
from referee.engine.layout import Layout
from referee.engine.log import Entry, Log
from referee.engine.record.events import Adjust, Event


class Proof(NamedTuple):
    """The evidence for a flag, from the log.

    `did` is the event that was the breach. `layout` is what lay then in a line game, `ends` are the halves that were open
    to the player. `followed` are the points that each side scored in that round after the breach, including the
    settlement but no adjustments.
    """

    kind: str
    did: Event
    layout: Layout | None
    ends: tuple[int, ...]
    followed: tuple[int, ...]


def proof_of(log: Log, flag: Flag) -> Proof:
    """The proof behind a flag of this log's state; KeyError for a flag that is not from this log."""
    entries = entries_of_round(log, flag.round)
    breach = log.entry_of(flag.event)
    before = log.state_before(flag.event)
    layout = _layout_of(before)
    ends = _ends(before, flag.seat)
    made = [0] * len(log.start.scores)
    for each in entries:
        if each.number > flag.event and not isinstance(each.event, Adjust):
            for side, points in each.ruling.points:
                made[side] += points
    return Proof(flag.kind, breach.event, layout, ends, tuple(made))


def entries_of_round(log: Log, number: int) -> list[Entry]:
    """The entries of a round, found by binary search, so that a long match costs hardly more than a short one."""
    number_of = attrgetter("state.round_number")
    first = bisect_left(log.entries, number, key=number_of)
    last = bisect_right(log.entries, number, key=number_of)
    return [log.entries[place] for place in range(first, last)]


def _layout_of(before: State) -> Layout | None:
    """The layout at that point; None if the game has none."""
    if not before.setup.lays_in_line or before.round is None:
        return None
    return LineMatch.of(before).current.layout


def _ends(before: State, seat: int | None) -> tuple[int, ...]:
    """The halves that were open to the player; () in games without any."""
    layout = _layout_of(before)
    if layout is not None:
        return tuple(each.half for each in layout.places_now()) if layout.laid else ()
    if before.setup.takes_tricks or seat is None:
        return ()
    match = TrainMatch.of(before)
    return halves_for(match, match.current, seat) if match.current.laid else ()
