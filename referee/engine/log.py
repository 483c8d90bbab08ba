"""A log: events in order, the ruling on each and the state after it.

A log is immutable: a new event gives an answer and a new log, which shares what did not change. The states are kept,
so that a correction only rejudges the event that it changes and those after it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from referee.engine.corrections import (
    Correction,
    changed_by,
    events_now,
    find,
    gone_after,
    place_of,
    taken_back,
)
from referee.engine.games.match import State, added
from referee.engine.games.refusals import not_now
from referee.engine.judge import open_state, rule_on, score_change
from referee.engine.messages import Joined, Message, msg
from referee.engine.persistent_list import PersistentList
from referee.engine.record.events import Adjust, Amend, Event, Retract
from referee.engine.record.readers import MOST_TOGETHER, read_event
from referee.engine.rulings import Breach, Code, Ruling, Verdict, refusal
from referee.engine.seating import Seating
from referee.engine.undoing import Steps


class Answer(NamedTuple):
    """The referee's answer to one event: its number, the event itself, the ruling, and the state after it."""

    number: int
    event: Event
    ruling: Ruling
    state: State


# A log keeps the answers to the events that were not refused.
Entry = Answer


CORRECTIONS = (Retract, Amend)
Tick = Callable[[int, int], None]  # called with (done, total); raising an exception stops the work


def unwatched(done: int, total: int) -> None:
    """A `Tick` that does nothing."""


class Log(NamedTuple):
    """Everything said at a table that was not refused, and the resulting state.

    `said` counts all events, refused ones too; `entries` are those in force, with their rulings; `state` is the
    table's current state; `plain` are all events except corrections, taken back or not, as first entered.

    `gone` are the numbers of events taken back, `refused` those of events that stay in the log although they were
    refused: false claims. `rulings` counts how often an event was judged. `before` is the log before the last
    correction, if nothing was said since: taking that back costs nothing. `steps` say what Undo and Redo take back.
    """

    start: State
    state: State
    said: int = 0
    entries: PersistentList[Entry] = PersistentList()
    corrections: PersistentList[Correction] = PersistentList()
    plain: PersistentList[tuple[int, Event]] = PersistentList()
    gone: frozenset[int] = frozenset()
    refused: frozenset[int] = frozenset()
    rulings: int = 0
    before: "Log | None" = None
    steps: Steps = Steps()

    def say(self, raw: Mapping[str, Any]) -> tuple[Answer, "Log"]:
        """The answer to an event given as JSON, and the log after it."""
        return self.hear(read_event(raw, self.start.setup.players))

    def hear(self, event: Event) -> tuple[Answer, "Log"]:
        """The answer to an event, and the log after it."""
        number = self.said + 1
        if isinstance(event, CORRECTIONS):
            (answer,), after = self._corrected((event,))
            return answer, after
        ruling, state = rule_on(self.state, event, number)
        answer, rulings = Answer(number, event, ruling, state), self.rulings + 1
        is_refused = ruling.verdict is Verdict.REFUSED
        if is_refused and state is self.state:
            return answer, self._replace(said=number, rulings=rulings)
        entries, plain = self.entries.plus(answer), self.plain.plus((number, event))
        refused = self.refused | {number} if is_refused else self.refused
        steps = self.steps.plus(number, event)
        return answer, self._replace(
            state=state, said=number, entries=entries, plain=plain, refused=refused, rulings=rulings, before=None,
            steps=steps,
        )  # fmt: skip

    def say_together(self, raws: Sequence[Mapping[str, Any]]) -> tuple[tuple[Answer, ...], "Log"]:
        """The answers to corrections that are judged together, and the log after them.

        Either all of them stand or none does: if one cannot be carried out, its refusal is the only answer.
        """
        events = [read_event(raw, self.start.setup.players) for raw in raws]
        return self._corrected([each for each in events if isinstance(each, CORRECTIONS)])

    def say_next(self, raws: Sequence[Mapping[str, Any]], at: int = 0) -> tuple[tuple[Answer, ...], "Log"]:
        """The answer to event `at` of a record, and to the corrections that are judged together with it.

        The event's `with_next` says how many follow it.
        """
        events = [read_event(raw, self.start.setup.players) for raw in run_at(raws, at)]
        corrections = [each for each in events if isinstance(each, CORRECTIONS)]
        if len(corrections) == len(events) > 1:
            return self._corrected(corrections)
        answer, after = self.hear(events[0])
        return (answer,), after

    def _corrected(self, events: Sequence[Retract | Amend]) -> tuple[tuple[Answer, ...], "Log"]:
        """Carry out corrections; refused if one has no target, or if a later event could no longer stand."""
        first, changed, told = self.said + 1, set[int](), self
        restored = self._restored(events[0]) if len(events) == 1 else None
        for number, event in enumerate(events, first):
            breach = told._no_target(event)
            if breach is not None:
                return (Answer(first, event, refusal(breach), self.state),), self._replace(said=first)
            corrections = told.corrections.plus(Correction(number, event))
            gone = told.gone
            if restored is None:  # looking through a long chain takes time
                gone = gone_after(gone, corrections)
                changed |= changed_by(told.gone ^ gone, corrections)
            told = told._replace(said=number, corrections=corrections, gone=gone)
        breach, after = (
            (None, restored) if restored is not None else self._judged_again(told, changed, events)
        )
        if breach is not None:
            refused = self._replace(said=first, rulings=after.rulings)
            return (Answer(first, events[0], refusal(breach), self.state),), refused
        answers = []
        for number, event in enumerate(events, first):
            points = score_change(self.state, after.state) if number == told.said else ()
            ruling = Ruling(Verdict.STANDS, None, _corrected_words(event, after), None, points)
            answers.append(Answer(number, event, ruling, after.state))
        before = self._replace(before=None) if len(events) == 1 else None
        steps = self.steps.plus(first, *events)
        after = after._replace(said=told.said, corrections=told.corrections, before=before, steps=steps)
        return tuple(answers), after

    def _no_target(self, event: Retract | Amend) -> Breach | None:
        is_correction = find(self.corrections, event.event) is not None
        if not is_correction and find(self.plain, event.event) is None:
            return not_now("Entry {number} is not in the log.", number=event.event)
        if event.event in self.gone:
            return not_now("Entry {number} is taken back already.", number=event.event)
        if isinstance(event, Amend) and is_correction:
            return not_now("Entry {number} is itself a correction; take it back instead.", number=event.event)
        return None

    def entry_of(self, number: int) -> Entry:
        """The event in force with this number and its ruling; KeyError if there is none."""
        found: Entry | None = find(self.entries, number)
        if found is None:
            raise KeyError(number)
        return found

    def state_before(self, number: int) -> State:
        """The state before the event with this number."""
        place = place_of(self.entries, number)
        return self.entries[place - 1].state if place else self.start

    def before_entry(self, number: int) -> "Log":
        """The log before the event with this number, to judge another in its place; corrected as it is now."""
        return self._replace(
            state=self.state_before(number),
            said=number - 1,
            entries=self.entries.upto(place_of(self.entries, number)),
            plain=self.plain.upto(place_of(self.plain, number)),
            before=None,
        )

    def _restored(self, event: Retract | Amend) -> "Log | None":
        """The log before the last correction, if `event` takes it back and nothing was said since.

        None also if a claim that now stands would become false again: that has to be judged.
        """
        before = self.before
        if before is None or isinstance(event, Amend) or event.event != self.corrections[-1].number:
            return None
        if before.refused - self.refused:
            return None
        return before._replace(gone=before.gone | {event.event}, rulings=self.rulings)

    def _judged_again(
        self, told: "Log", changed: set[int], events: Sequence[Retract | Amend]
    ) -> tuple[Breach | None, "Log"]:
        """The log with corrections carried out; or why not, naming the event that could no longer stand.

        `told` is the log with the corrections entered; `changed` are the events that now read differently.
        """
        corrections, gone = told.corrections, told.gone
        amended = {each.event for each in events if isinstance(each, Amend)}
        undone = max(
            (each.event for each in events if find(self.corrections, each.event) is not None), default=0
        )
        first = min(changed, default=told.said)
        corrected = events_now(corrections, gone)
        state = self.state_before(first)
        found: list[Entry] = []
        refused, rulings = frozenset(each for each in self.refused if each < first), self.rulings
        for number, entered in self.plain.after(place_of(self.plain, first)):
            if number in gone:
                continue
            event = corrected.get(number, entered)
            ruling, after = rule_on(state, event, number)
            rulings += 1
            if ruling.verdict is Verdict.REFUSED:
                breach = self._breach(amended, undone, number, ruling, leaves_trace=after is not state)
                if breach is not None:
                    return breach, self._replace(rulings=rulings)
                refused |= {number}
            if ruling.verdict is not Verdict.REFUSED or after is not state:
                found.append(Entry(number, event, ruling, after))
            state = after
        entries = self.entries.upto(place_of(self.entries, first)).plus_all(found)
        return None, self._replace(state=state, entries=entries, gone=gone, refused=refused, rulings=rulings)

    def _breach(
        self, amended: set[int], undone: int, number: int, ruling: Ruling, *, leaves_trace: bool
    ) -> Breach | None:
        """Why a correction cannot be carried out, given that this event would be refused; None if that is allowed.

        A claim may be false if it already was, or if it was entered before `undone`, the last correction that is taken
        back.
        """
        was_false = number in self.refused
        if leaves_trace and (was_false or number < undone):
            return None
        if number in amended:
            return Breach(ruling.code or Code.NOT_NOW, Joined(ruling.said, " "), ruling.rule)
        if was_false:
            return None
        return Breach(Code.BREAKS_LATER, could_not_stand(number, ruling), ruling.rule)


def could_not_stand(number: int, ruling: Ruling) -> Message:
    """The sentence that entry `number` could not stand after a correction; `ruling` would refuse it."""
    return msg("Then entry {number} could not stand: {why}", number=number, why=Joined(ruling.said, " "))


def _corrected_words(event: Retract | Amend, after: Log) -> tuple[Message, ...]:
    if isinstance(event, Retract):
        return (msg("Entry {number} is taken back.", number=event.event),)
    corrected = msg("Entry {number} is corrected.", number=event.event)
    return (corrected, *after.entry_of(event.event).ruling.said)


def run_at(raws: Sequence[Mapping[str, Any]], at: int) -> Sequence[Mapping[str, Any]]:
    """Event `at` of a record, and the corrections after it that are judged together with it (`with_next`)."""
    more = raws[at].get("with_next")
    if type(more) is not int or not 0 < more <= MOST_TOGETHER:
        return raws[at : at + 1]
    run = raws[at : at + 1 + more]
    return run if len(run) == 1 + more and all({"retract", "amend"} & set(each) for each in run) else run[:1]


def together(raws: Sequence[Mapping[str, Any]], more: int = 0) -> tuple[dict[str, Any], ...]:
    """The corrections, of which the first says that the others, and `more` events after them, are entered with it.

    If there are too many of them to be judged together, it does not say so.
    """
    first, *others = raws
    number = len(others) + more
    mark = {"with_next": number} if 0 < number <= MOST_TOGETHER else {}
    return ({**first, **mark}, *map(dict, others))


def entries_of_round(log: Log, number: int) -> list[Entry]:
    """The entries of a round, found by binary search, so that a long match costs hardly more than a short one."""
    number_of = attrgetter("state.round_number")
    first = bisect_left(log.entries, number, key=number_of)
    last = bisect_right(log.entries, number, key=number_of)
    return [log.entries[place] for place in range(first, last)]


def settling_entry(entries: Sequence[Entry]) -> Entry | None:
    """The entry that settled the most recently settled round; its state has the rules that applied."""
    return next((each for each in reversed(entries) if each.ruling.settled is not None), None)


def made_by_rules(entries: Iterable[Entry], sides: int) -> tuple[int, ...]:
    """The points that these entries brought each side, without those that the table agreed on."""
    made = (0,) * sides
    for entry in entries:
        if not isinstance(entry.event, Adjust):
            made = added(made, entry.ruling.points)
    return made


def open_log(seating: Seating) -> Log:
    """An empty log for this table."""
    start = open_state(seating)
    return Log(start, start)


def read_log(seating: Seating, bodies: Sequence[Mapping[str, Any]], tick: Tick = unwatched) -> Log:
    """The log of a table from its recorded events, each judged once, however often it was corrected.

    Corrections were judged before they were recorded, and are not judged again. `tick` is called for each of the
    other events.
    """
    players = seating.players
    events = [(number, read_event(raw, players)) for number, raw in enumerate(bodies, 1)]
    corrections = PersistentList(
        [Correction(number, event) for number, event in events if isinstance(event, CORRECTIONS)]
    )
    gone = taken_back(corrections)
    corrected = events_now(corrections, gone)
    plain = [each for each in events if not isinstance(each[1], CORRECTIONS)]
    state = start = open_state(seating)
    entries: list[Entry] = []
    refused: list[int] = []
    for number, event in plain:
        tick(number, len(events))
        if number in gone:
            continue
        now = corrected.get(number, event)
        ruling, after = rule_on(state, now, number)
        if ruling.verdict is Verdict.REFUSED:
            refused.append(number)
        if ruling.verdict is not Verdict.REFUSED or after is not state:
            entries.append(Entry(number, now, ruling, after))
        state = after
    rulings = len(plain) - sum(number in gone for number, _ in plain)
    return Log(
        start,
        state,
        len(events),
        PersistentList(entries),
        corrections,
        PersistentList(plain),
        gone,
        frozenset(refused),
        rulings,
        None,
        _steps_of(bodies, [event for _, event in events]),
    )


def _steps_of(bodies: Sequence[Mapping[str, Any]], events: Sequence[Event]) -> Steps:
    """The steps of a table whose record has these events."""
    steps, at = Steps(), 0
    while at < len(events):
        together = len(run_at(bodies, at))
        steps = steps.plus(at + 1, *events[at : at + together])
        at += together
    return steps
