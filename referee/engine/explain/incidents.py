"""What is proved, in players' words: one case for each offence, with its evidence.

Page, paper and list all take their words from here.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from referee.engine.audit.flag_words import holding
from referee.engine.audit.holdings import RENEGE, Flag, Witness, cases
from referee.engine.games.line.legal_moves import ways_to_lie
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State
from referee.engine.games.trains.places import halves_for
from referee.engine.games.trains.state import TrainMatch
from referee.engine.games.tricks.state import TrickMatch, TrickRound, TrickTile, trick_of
from referee.engine.layout import Laid, Layout
from referee.engine.log import Entry, Log, entries_of_round, made_by_rules
from referee.engine.messages import OR, Joined, Listed, Message, msg, tiles_word
from referee.engine.record.events import Draw, Event
from referee.engine.rules.trump import asked_words


class Incident(NamedTuple):
    """One case: the flags that it joins, in order, and the words for it.

    `headline` says who, what and which tile; `told` says when, which ends were open, and how it is known. `did` is the
    event that was the breach, `followed` are the points that each side scored in that round after it, including the
    settlement but no adjustments. `layout` is what lay then in a line game, `could_lie` are the tiles that could have
    gone, laid where each would have gone, one for each place. `trick` are the tiles of the trick in which the player did
    not follow, up to the breach. `decision` is the table's last about it.
    """

    flags: tuple[Flag, ...]
    headline: Message
    told: tuple[Message, ...]
    did: Event
    followed: tuple[int, ...]
    layout: Layout | None = None
    could_lie: tuple[Laid, ...] = ()
    trick: tuple[TrickTile, ...] = ()
    decision: Entry | None = None

    @property
    def flag(self) -> Flag:
        """The first of its flags, by which it is named."""
        return self.flags[0]

    @property
    def words(self) -> Joined:
        """The whole case as one text, for paper and list, with what the table decided."""
        decided = self.decision.ruling.said if self.decision is not None else ()
        return Joined((msg("{headline}.", headline=self.headline), *self.told, *decided), " ")


def incidents_of(log: Log, in_round: int | None = None, at: int | None = None) -> tuple[Incident, ...]:
    """What is proved, in one round if `in_round` gives its number; several draws in one turn are one case.

    `at`: only the cases that begin at this event.
    """
    flags = [each for each in log.state.flags if in_round is None or each.round == in_round]
    found = [case for case in _grouped(log, flags) if at is None or case[0].event == at]
    return tuple(_incident(log, case)._replace(decision=_decided(log, case)) for case in found)


def shares_its_entry(log: Log, flags: Sequence[Flag]) -> bool:
    """Whether an entry of this case proves another player's breach, too: it also said that the player before stopped."""
    return any(map(log.state.is_entry_shared, flags))


def _decided(log: Log, flags: Sequence[Flag]) -> Entry | None:
    """The table's last decision about this case."""
    numbers = [made.number for made in map(log.state.decided_on, flags) if made is not None]
    return log.entry_of(max(numbers)) if numbers else None


def _grouped(log: Log, flags: Sequence[Flag]) -> list[list[Flag]]:
    """The flags, with those of one case grouped. In tricks each is a case of its own."""
    if log.state.setup.takes_tricks:
        return [[each] for each in flags]
    rounds = groupby(flags, attrgetter("round"))
    return [case for number, found in rounds for case in cases(found, _seen_in(log, number))]


def _seen_in(log: Log, number: int) -> Witness:
    """Everything seen and said in that round."""
    state = entries_of_round(log, number)[-1].state
    if state.setup.lays_in_line:
        return LineMatch.of(state).current.witness
    return TrainMatch.of(state).current.witness


def _incident(log: Log, flags: Sequence[Flag]) -> Incident:
    flag, number = flags[0], flags[0].event
    entries = entries_of_round(log, flag.round)
    did, later = log.entry_of(number).event, (each for each in entries if each.number > number)
    followed = made_by_rules(later, len(log.start.scores))
    if log.state.setup.takes_tricks:
        rounds = (TrickMatch.of(each.state).round for each in reversed(entries))
        round_then = next(each for each in rounds if each is not None and each.number == flag.round)
        trick = _trick_at(round_then, number)
        told = _of_a_trick(log, flag, round_then, trick)
        return Incident(tuple(flags), flag.headline, told, did, followed, trick=trick)
    before = log.state_before(number)
    headline = _drew_several(log, flags) if len(flags) > 1 else flag.headline
    told = (_when(log, flags, did), flag.shows)
    return Incident(tuple(flags), headline, told, did, followed, _layout_of(before), _could_lie(before, flag))


# Line games and trains


def _drew_several(log: Log, flags: Sequence[Flag]) -> Message:
    """Several draws in one headline: how many tiles, and which tile was held at the first of them."""
    name = log.start.setup.players[flags[0].sure]
    numbers = {each.event for each in flags}
    drawn = sum(
        each.event.number for each in log.entries if each.number in numbers and isinstance(each.event, Draw)
    )
    did = msg("{name} drew {tiles}", name=name, tiles=tiles_word(drawn))
    return holding(did, flags[0].among)


def _when(log: Log, flags: Sequence[Flag], did: Event) -> Message:
    """At which moves it was, and which ends were open if they were the same at each."""
    first, last = flags[0].event, flags[-1].event
    moves = msg("Move {number}.", number=first)
    if last != first:
        moves = msg("Moves {first} to {last}.", first=first, last=last)
    elif flags[0].or_at:
        moves = msg("Move {numbers}.", numbers=Listed((*flags[0].or_at, first), OR))
    elif flags[0].seat is not None and flags[0].seat != getattr(did, "by", None):
        moves = msg("Before move {number}.", number=first)  # the next player's, which ended the turn
    ends, *others = (_open_ends(log.state_before(each), flags[0].seat) for each in (first, *flags[0].or_at))
    is_clear = bool(ends) and all(each == ends for each in others)
    if log.state.claims_are_open or flags[0].kind != RENEGE or not is_clear:
        return moves
    open_ends = (
        msg("The open ends were {ends}.", ends=Listed(ends))
        if len(ends) > 1
        else msg("The open end was {end}.", end=ends[0])
    )
    return Joined((moves, open_ends), " ")


def _layout_of(before: State) -> Layout | None:
    """The layout at that point; None if the game has none."""
    return LineMatch.of(before).current.layout if before.setup.lays_in_line else None


def _open_ends(before: State, seat: int | None) -> list[int]:
    """The halves that were open to the player, the highest first; [] if none were."""
    layout = _layout_of(before)
    if layout is not None:
        return sorted({each.half for each in layout.places_now()} if layout.laid else (), reverse=True)
    match = TrainMatch.of(before)
    if seat is None or not match.current.laid:
        return []
    return sorted({*halves_for(match, match.current, seat)}, reverse=True)


def _could_lie(before: State, flag: Flag) -> tuple[Laid, ...]:
    """The tiles of which one was held, each laid where it could have gone; one tile for each place."""
    layout = _layout_of(before)
    if layout is None or not layout.laid or flag.kind != RENEGE:
        return ()
    taken: set[object] = set()
    found = []
    for tile in flag.among:
        way = next((way for way in ways_to_lie(LineMatch.of(before), tile) if way.place not in taken), None)
        if way is not None and way.place is not None:
            taken.add(way.place)
            found.append(layout.add(tile, way.place, way.touching).laid[-1])
    return tuple(found)


# Trick games


def _trick_at(current: TrickRound, event: int) -> tuple[TrickTile, ...]:
    """The tiles of a trick up to the one laid at that event."""
    tricks = [*(each.laid for each in current.tricks), current.table]
    return tuple(each for each in tricks[trick_of(current, event) - 1] if each.event <= event)


def _of_a_trick(log: Log, flag: Flag, current: TrickRound, trick: Sequence[TrickTile]) -> tuple[Message, ...]:
    """Which trick, what was led and laid, and when the tile was seen."""
    name = log.start.setup.players[flag.sure]
    laid = trick[-1]
    did = msg(
        "Trick {number}: {asked}, and {name} laid {tile}.",
        number=trick_of(current, flag.event),
        asked=asked_words(laid.asked),
        name=name,
        tile=laid.tile,
    )
    values = {"name": name, "tile": flag.tile}
    if flag.told_at:
        return did, msg(
            "{name} laid {tile} in trick {number}.", number=trick_of(current, flag.told_at), **values
        )
    return did, msg("{name} had {tile} all the time.", **values)
