"""All events of a table by round, whether in force or taken back, and the words for those taken back."""

from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from operator import itemgetter
from typing import NamedTuple, TypeVar

from referee.engine.corrections import events_now, find, place_of, taken_back
from referee.engine.games.line.table import claims_over
from referee.engine.games.match import State
from referee.engine.games.trains.state import PUBLIC
from referee.engine.judge import score_change
from referee.engine.log import Entry, Log, made_by_rules, settling_entry
from referee.engine.messages import Joined, Listed, Message, _, _n, marked, msg, points_word, tiles_word
from referee.engine.record.events import (
    Amend,
    Bid,
    Claim,
    ClaimsOver,
    Draw,
    Event,
    Flip,
    Hand,
    Muggins,
    Pass,
    Pips,
    Play,
    Round,
    RoundResult,
    Stake,
    verb_of,
)
from referee.engine.rulings import Settled

T = TypeVar("T")


class Judged(NamedTuple):
    """One event as it is in force, or as it was entered if it was taken back (then `entry` is None)."""

    number: int
    event: Event
    entry: Entry | None


class Section(NamedTuple):
    """The events of one round, in order, with the round's number; 0 for events before the first round."""

    number: int
    judged: tuple[Judged, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The events in force."""
        return tuple(each.entry for each in self.judged if each.entry is not None)

    @property
    def began(self) -> tuple[int, ...]:
        """The scores at the start of the round. They are read after its deal, which may settle the round before it."""
        return self.entries[0].state.amounts

    @property
    def made(self) -> tuple[int, ...]:
        """What each side made in the round by the rules, without what the table agreed on."""
        return made_by_rules(self.entries, len(self.end.setup.sides))

    @property
    def end(self) -> State:
        """The table at the end of the round, by the rules that settled it: the table may have changed them since."""
        settling, last = self.settling, self.entries[-1].state
        return last if settling is None else last._replace(setup=settling.state.setup)

    @property
    def settling(self) -> Entry | None:
        """The entry that settled the round, the last if there are two; None if it was not settled."""
        return settling_entry(self.entries)

    @property
    def settled(self) -> Settled | None:
        """How the round is settled by now, as a game of columns can be won with fewer later; None if it is not."""
        return None if self.settling is None else self.entries[-1].state.rounds[-1]


def sections(log: Log) -> tuple[Section, ...]:
    """All events by round; a round that was taken back with all its events is left out."""
    return tuple(reversed(tuple(latest_first(log))))


def section_of(log: Log, number: int) -> Section | None:
    """The round with that number, the latest if it was dealt twice; None if there is none."""
    return next((each for each in latest_first(log) if each.number == number), None)


def latest_first(log: Log) -> Iterator[Section]:
    """The rounds, latest first. The cost of each depends only on the number of its events."""
    found: list[Judged] = []
    for each in said_before(log, log.said + 1):
        found.append(each)
        if begins_round(each):
            assert isinstance(each.event, Round)
            yield Section(each.event.number, tuple(reversed(found)))
            found = []
    if found:
        yield Section(0, tuple(reversed(found)))


def begins_round(judged: Judged) -> bool:
    """Whether it begins a round and was not taken back."""
    return judged.entry is not None and isinstance(judged.event, Round)


def said_before(log: Log, number: int) -> Iterator[Judged]:
    """Every event with a number below this one, without retracts, latest first. Each costs the same."""
    earlier = (Judged(*each, None) for each in _back(log.plain, number))
    corrections = _back(log.corrections, number)
    amends = (Judged(*each, None) for each in corrections if isinstance(each.event, Amend))
    last = 0
    for each in merge(_in_force(log, number), earlier, amends, key=itemgetter(0), reverse=True):
        # The version in force comes before the one entered first.
        if each.entry is not None or each.number != last:
            yield each
        last = each.number


def _in_force(log: Log, number: int) -> Iterator[Judged]:
    """The events in force with a number below this one, latest first.

    A deal that settled the round before it counts as two events: the settlement, then the deal.
    """
    entries = log.entries
    for place in range(place_of(entries, number) - 1, -1, -1):
        each = entries[place]
        if isinstance(each.event, Round) and each.ruling.settled is not None:
            deal = each._replace(ruling=each.ruling._replace(settled=None, missed=(), points=()))
            yield Judged(deal.number, deal.event, deal)
            before = entries[place - 1].state
            ruling, state = claims_over(before, each.number)
            ruling = ruling._replace(points=score_change(before, state))
            each = Entry(each.number, ClaimsOver(), ruling, state)
        yield Judged(each.number, each.event, each)


def said_first(log: Log, number: int) -> Event | None:
    """The event with that number as first entered, before any correction; None for a correction itself."""
    found = find(log.plain, number)
    return None if found is None else found[1]


def _back(row: Sequence[T], number: int) -> Iterator[T]:
    """The items of a row by number that have a lower number, latest first."""
    return (row[place] for place in range(place_of(row, number) - 1, -1, -1))


def beside_name(event: Event, knock: str) -> str:
    """The words to follow the player's name and the tile, if any; "" if the event needs a sentence. `knock` is what
    players of the game say who cannot go."""
    match event:
        case Play(train=train) if train:
            return _("on the Mexican train") if train == PUBLIC else _("on {name}'s train", name=train)
        case Play() | Flip():
            return _("on {tile}", tile=event.at or event.at_written) if event.at_written else ""
        case Draw():
            return _("drew {tiles}", tiles=tiles_word(event.number))
        case Pass():
            if knock == "Pass":
                return _("passed")
            return _("knocked") if knock == "Knock" else _("said {word}", word=knock)
        case Claim():
            return _("claimed {points}", points=points_word(event.points))
        case Muggins():
            return _("called {points}", points=points_word(event.points))
        case Hand():
            return _("showed {tiles}", tiles=Listed(event.tiles)) if event.tiles else _("showed no tile")
        case Pips():
            return _n("had {n} pip left", "had {n} pips left", event.pips)
        case _:
            return ""


def said_until(log: Log, number: int, correction: int) -> Event | None:
    """The event with that number as it read before this correction of it."""
    first = said_first(log, number)
    earlier = log.corrections[: place_of(log.corrections, correction)]
    return None if first is None else events_now(earlier, taken_back(earlier)).get(number, first)


def in_sentence(log: Log, number: int, correction: int = 0) -> str:
    """The words for the entry with that number, for the middle of a sentence: as first entered, or as it read before this
    correction."""
    return _told(log, said_until(log, number, correction), str.lower)


def by_itself(log: Log, number: int) -> str:
    """The same on its own, with a capital letter."""
    return _told(log, said_first(log, number), str.upper)


def _told(log: Log, event: Event | None, first: Callable[[str], str]) -> str:
    """The words, with `first` applied to the first letter unless they begin with a name."""
    undone = _undone(log.start.setup.players, event)
    words = str(undone)
    return words if words.startswith(str(undone.values.get("name", " "))) else first(words[:1]) + words[1:]


def _undone(names: Sequence[str], event: Event | None) -> Message:
    match event:
        case Play() | Flip():
            return msg("{name}'s {tile}", name=names[event.by], tile=event.written)
        case Draw():
            return msg("{name} drew {tiles}", name=names[event.by], tiles=tiles_word(event.number))
        case Claim():
            return msg("{name}'s claim of {points}", name=names[event.by], points=points_word(event.points))
        case Muggins():
            return msg("{name}'s call of {points}", name=names[event.by], points=points_word(event.points))
        case Bid(call=""):
            words = _GONE["pass"] if event.amount is None else marked("{name}'s bid of {n}")
            return msg(words, name=names[event.by], n=event.amount)
        case Stake():
            return msg(_GONE[event.act], name=names[event.by], n=event.chips)
        case RoundResult() if event.left or event.points:
            return _result(names, event)
        case None:
            return msg("A correction")
        case _:
            by = getattr(event, "by", 0)  # words for an event without a player name nobody
            return msg(_GONE.get(verb_of(event), marked("What was said")), name=names[by])


def _result(names: Sequence[str], event: RoundResult) -> Message:
    """How a round ended, what was left in each hand, and the points made in play."""
    left = [f"{names[each.seat]} {each.pips}" for each in event.left]
    told = Joined([*left, *(f"{side} +{each}" for side, each in event.points)], ", ")
    return msg(_ENDED[event.how], name=names[event.seat or 0], told=told)


_ENDED = {
    "out": marked("{name} out, {told}"), "blocked": marked("Blocked, {told}"),
    "target": marked("Target reached, {told}"),
}  # fmt: skip
# The words for an entry that was taken back, if they need no more than who entered it and how many chips.
_GONE = {
    "round": marked("The deal"), "adjust": marked("What the table agreed"),
    "void": marked("That the round does not count"), "pass": marked("{name}'s pass"),
    "hand": marked("what {name} showed"), "pips": marked("what {name} showed"), "bid": marked("{name}'s bid"),
    "trump": marked("{name}'s trump"), "ante": marked("{name}'s ante"), "bet": marked("{name}'s bet of {n}"),
    "call": marked("{name}'s call"), "raise": marked("{name}'s raise of {n}"),
    "check": marked("{name}'s check"), "fold": marked("{name}'s fold"),
    "deal": marked("The tiles turned up"), "remove": marked("A tile taken out"),
    "knock": marked("What was knocked out"), "move": marked("A move"), "turn": marked("A tile turned up"),
    "draw": marked("The tiles drawn"), "rest": marked("{name}'s claim to the rest"),
    "concede": marked("{name}'s concession"), "result": marked("The result of the round"),
    "ruling": marked("The table's ruling"),
}  # fmt: skip
