"""A log: events in order, the ruling on each and the state after it; corrections judge again what comes after them.

A log is immutable: saying something gives an answer and a new log, which shares what did not change. The states are
kept, so that a correction judges again only what follows the event that it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.corrections import (
    Correction,
    bits,
    changed_by,
    event_now,
    events_now,
    find,
    gone_after,
    numbers_in,
    place_of,
    taken_back,
)
from referee.engine.games.line.ending import must_show
from referee.engine.games.line.rounds import claims_over
from referee.engine.games.match import State
from referee.engine.judge import open_state, rule_on, score_change
from referee.engine.messages import Joined, Message, in_locale, msg
from referee.engine.persistent_list import PersistentList
from referee.engine.record.events import (
    Amend,
    ClaimsOver,
    Event,
    Retract,
    Round,
    Unreadable,
    read_event,
    read_record,
)
from referee.engine.rulings import Breach, Code, Ruling, Settled, Verdict, refusal
from referee.engine.setup import Seating, read_setup_line


class Answer(NamedTuple):
    """What the referee answers to one event: its number, what it said, the ruling, and the state after it."""

    number: int
    event: Event
    ruling: Ruling
    state: State

    def as_json(self) -> dict[str, Any]:
        """The answer as record/README.md writes it."""
        return answer_json(self)

    def settled_json(self) -> dict[str, Any] | None:
        """The settlement that it announces, as record/README.md writes it; None if it settles nothing."""
        settled = self.ruling.settled
        return None if settled is None else settled_json(self.state.setup, settled)


# What a log keeps of an event that was not refused is the answer that it was given.
Entry = Answer


CORRECTIONS = (Retract, Amend)
EMPTY: PersistentList[Entry] = PersistentList()
NO_CORRECTIONS: PersistentList[Correction] = PersistentList()
NOTHING_SAID: PersistentList[tuple[int, Event]] = PersistentList()
Tick = Callable[[int, int], None]


def unwatched(done: int, total: int) -> None:
    """Nobody asks how far it is."""


class Log(NamedTuple):
    """Everything said at a table that was not refused, and the state that it makes.

    `said` counts all events, refused ones too; `entries` are those in force, with their rulings; `state` is the table
    as it is now; `plain` are all events but corrections, taken back or not, as they were first said.

    `gone` and `refused` have a bit for each number: `gone` for what is taken back, `refused` for what is in force
    although the referee refuses it: a false claim. `rulings` counts how often an event was judged. `before` is the log
    as it was before the last correction, if nothing was said since: taking that back costs nothing.
    """

    start: State
    state: State
    said: int = 0
    entries: PersistentList[Entry] = EMPTY
    corrections: PersistentList[Correction] = NO_CORRECTIONS
    plain: PersistentList[tuple[int, Event]] = NOTHING_SAID
    gone: int = 0
    refused: int = 0
    rulings: int = 0
    before: Log | None = None

    def say(self, raw: Mapping[str, Any]) -> tuple[Answer, Log]:
        """The answer to an event given as JSON, and the log after it."""
        return self.hear(read_event(raw, self.start.setup.players))

    def hear(self, event: Event) -> tuple[Answer, Log]:
        """The answer to an event, and the log after it."""
        number = self.said + 1
        if isinstance(event, CORRECTIONS):
            return self._corrected(event, number)
        ruling, state = rule_on(self.state, event, number)
        answer, rulings = Answer(number, event, ruling, state), self.rulings + 1
        is_refused = ruling.verdict is Verdict.REFUSED
        if is_refused and state is self.state:
            return answer, self._replace(said=number, rulings=rulings)
        entries, plain = self.entries.plus(answer), self.plain.plus((number, event))
        refused = self.refused | 1 << number if is_refused else self.refused
        return answer, Log(
            self.start, state, number, entries, self.corrections, plain, self.gone, refused, rulings
        )

    def _corrected(self, event: Retract | Amend, number: int) -> tuple[Answer, Log]:
        """A correction: refused where it points at nothing, or where a later event could no longer stand."""
        breach, after = self._no_target(event), self
        if breach is None:
            breach, after = self._restored(event) or self._judged_again(event, number)
        if breach is not None:
            refused = self._replace(said=number, rulings=after.rulings)
            return Answer(number, event, refusal(breach), self.state), refused
        words: tuple[Message, ...] = (msg("Entry {number} is taken back.", number=event.event),)
        if isinstance(event, Amend):
            entry = after.entry_of(event.event)
            words = (msg("Entry {number} is corrected.", number=event.event), *entry.ruling.said)
        ruling = Ruling(Verdict.STANDS, None, words, None, score_change(self.state, after.state))
        after = after._replace(
            said=number,
            corrections=self.corrections.plus(Correction(number, event)),
            before=self._replace(before=None),
        )
        return Answer(number, event, ruling, after.state), after

    def _no_target(self, event: Retract | Amend) -> Breach | None:
        is_correction = find(self.corrections, event.event) is not None
        if not is_correction and find(self.plain, event.event) is None:
            return Breach(Code.NOT_NOW, msg("Entry {number} is not in the log.", number=event.event))
        if self.is_taken_back(event.event):
            return Breach(Code.NOT_NOW, msg("Entry {number} is taken back already.", number=event.event))
        if isinstance(event, Amend):
            if is_correction:
                words = msg(
                    "Entry {number} is itself a correction; take it back instead.", number=event.event
                )
                return Breach(Code.NOT_NOW, words)
            if isinstance(event.correct, Unreadable):
                return Breach(Code.UNREADABLE, event.correct.said)
        return None

    def is_taken_back(self, number: int) -> bool:
        """Whether the event of that number is taken back."""
        return bool(self.gone >> number & 1)

    def taken_back(self) -> set[int]:
        """The numbers of events that are taken back."""
        return {each.event.event for each in self.corrections if self.gone >> each.event.event & 1}

    def entry_of(self, number: int) -> Entry:
        """An event in force with its ruling; KeyError for one that is not."""
        found: Entry | None = find(self.entries, number)
        if found is None:
            raise KeyError(number)
        return found

    def _restored(self, event: Retract | Amend) -> tuple[None, Log] | None:
        """The log before the last correction, if that is what is taken back and nothing was said since.

        None if a false claim that stands by now would be one again: that has to be judged.
        """
        before = self.before
        if before is None or isinstance(event, Amend) or event.event != self.corrections[-1].number:
            return None
        if before.refused & ~self.refused:
            return None
        return None, before._replace(gone=before.gone | 1 << event.event, rulings=self.rulings)

    def _judged_again(self, why: Retract | Amend, number: int) -> tuple[Breach | None, Log]:
        """The log with a correction carried out; or the event that could no longer stand, and how much was judged."""
        corrections = self.corrections.plus(Correction(number, why))
        gone = gone_after(self.gone, corrections)
        changed = changed_by(self.gone ^ gone, corrections)
        first = min(changed, default=number)
        place = place_of(self.entries, first)
        now = {each.number: each.event for each in self.entries.after(place)}
        state = self.entries[place - 1].state if place else self.start
        found: list[Entry] = []
        refused, rulings = self.refused & (1 << first) - 1, self.rulings
        for each in sorted({*now, *changed, *numbers_in(self.refused >> first << first)}):
            if gone >> each & 1:
                continue
            event = now.get(each)
            if event is None or each in changed:
                event = event_now(each, find(self.plain, each)[1], corrections, gone)
            ruling, after = rule_on(state, event, each)
            rulings += 1
            if ruling.verdict is Verdict.REFUSED:
                breach = self._breach(why, each, ruling, leaves_trace=after is not state)
                if breach is not None:
                    return breach, self._replace(rulings=rulings)
                refused |= 1 << each
            if ruling.verdict is not Verdict.REFUSED or after is not state:
                found.append(Entry(each, event, ruling, after))
            state = after
        entries = self.entries.upto(place).plus_all(found)
        return None, self._replace(state=state, entries=entries, gone=gone, refused=refused, rulings=rulings)

    def _breach(
        self, why: Retract | Amend, number: int, ruling: Ruling, *, leaves_trace: bool
    ) -> Breach | None:
        """Why a correction cannot be carried out after which this event is refused; None if it is as before.

        A false claim that was one before, and one that comes back, may be one again.
        """
        is_amended = isinstance(why, Amend) and number == why.event
        was_refused = bool(self.refused >> number & 1) and (leaves_trace or not is_amended)
        if was_refused or (leaves_trace and self.is_taken_back(number)):
            return None
        if is_amended:
            return Breach(ruling.code or Code.NOT_NOW, ruling.said[0], ruling.rule)
        words = msg("Then entry {number} could not stand: {why}", number=number, why=Joined(ruling.said, " "))
        return Breach(Code.BREAKS_LATER, words, ruling.rule)


def settling_entry(entries: Sequence[Entry]) -> Entry | None:
    """The entry that settled the last settled round; its state has the rules that the round was settled by."""
    return next((each for each in reversed(entries) if each.ruling.settled is not None), None)


def told_apart(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, but a deal that settled the round before it is two of them: the settlement, and the deal."""
    before: Entry | None = None
    for each in entries:
        if before is not None and isinstance(each.event, Round) and each.ruling.settled is not None:
            ruling, state = claims_over(before.state, each.number)
            ruling = ruling._replace(points=score_change(before.state, state))
            yield Entry(each.number, ClaimsOver(), ruling, state)
            yield each._replace(ruling=each.ruling._replace(settled=None, missed=(), points=()))
        else:
            yield each
        before = each


def open_log(seating: Seating) -> Log:
    """The log of a table at which nothing has been said yet."""
    start = open_state(seating)
    return Log(start, start)


def read_log(seating: Seating, bodies: Sequence[Mapping[str, Any]], tick: Tick = unwatched) -> Log:
    """The log of a table that wrote down these events, each judged once, however often it was corrected.

    A correction was judged before it was written down, and is not judged again. `tick` is told after each event how
    many of all have been judged.
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
        if gone >> number & 1:
            continue
        now = corrected.get(number, event)
        ruling, after = rule_on(state, now, number)
        if ruling.verdict is Verdict.REFUSED:
            refused.append(number)
        if ruling.verdict is not Verdict.REFUSED or after is not state:
            entries.append(Entry(number, now, ruling, after))
        state = after
    rulings = len(plain) - sum(gone >> number & 1 for number, _ in plain)
    return Log(
        start,
        state,
        len(events),
        PersistentList(entries),
        corrections,
        PersistentList(plain),
        gone,
        bits(refused),
        rulings,
    )


# Answers as record/README.md writes them


def answer_json(answer: Answer) -> dict[str, Any]:
    """One answer with the fixed names of record/README.md, in English whoever asks."""
    with in_locale(None):
        return _answer_json(answer)


def _answer_json(answer: Answer) -> dict[str, Any]:
    state, ruling = answer.state, answer.ruling
    setup = state.setup
    found: dict[str, Any] = {
        "event": answer.number,
        "verdict": ruling.verdict.value,
        "code": ruling.code.value if ruling.code else None,
        "says": ruling.says,
        "rule": str(ruling.rule.sentence) if ruling.rule else None,
        "source": str(ruling.rule.source) if ruling.rule else None,
        "points": {setup.sides[side]: gained for side, gained in ruling.points},
        "count": state.counted,
        "next": None if state.to_act is None else setup.players[state.to_act],
        "hands": dict(zip(setup.players, state.hands_held, strict=True)),
        "boneyard": state.sleeping,
        "scores": dict(zip(setup.sides, state.scores, strict=True)),
        "status": state.status.value,
    }
    if ruling.settled is not None:
        found["settled"] = settled_json(setup, ruling.settled)
    if ruling.trick is not None:
        found["trick"] = {
            "winner": setup.players[ruling.trick.seat],
            "points": ruling.trick.points,
            "taken": dict(zip(setup.sides, ruling.trick.sides, strict=True)),
        }
    if ruling.missed:
        missed = [{"by": setup.players[each.seat], "points": each.points} for each in ruling.missed]
        found["missed"] = missed[0] if len(missed) == 1 else missed
    return found


def settled_json(setup: Seating, settled: Settled) -> dict[str, Any]:
    """A settlement with the fixed names of record/README.md, in English whoever asks."""
    points: dict[str, int] = {}
    for side, gained in settled.points:
        points[setup.sides[side]] = points.get(setup.sides[side], 0) + gained
    found: dict[str, Any] = {
        "how": settled.how,
        "winner": None if settled.winner is None else setup.sides[settled.winner],
        "points": points,
        "steps": _in_english(settled.steps),
    }
    if settled.ranks:
        found["ranks"] = {setup.players[seat]: rank for seat, rank in settled.ranks}
    return found


def _in_english(sentences: Sequence[Message]) -> list[str]:
    with in_locale(None):
        return [str(each) for each in sentences]


def result_json(state: State) -> dict[str, Any]:
    """The last line of a replay."""
    setup = state.setup
    return {
        "result": {
            "scores": dict(zip(setup.sides, state.scores, strict=True)),
            "winner": None if state.winner is None else setup.sides[state.winner],
            "rounds": [settled_json(setup, each) for each in state.rounds],
            "flags": [
                {
                    "kind": flag.kind,
                    "by": None if flag.seat is None else setup.players[flag.seat],
                    "or_by": [setup.players[each] for each in flag.or_by],
                    "event": flag.event,
                    "or_at": list(flag.or_at),
                    "because": _in_english((flag.because,))[0],
                }
                for flag in state.flags
            ],
        }
    }


def replay_text(text: str) -> list[dict[str, Any]]:
    """The answers to a record, one a line, and its result; `RecordError` where it cannot be read."""
    raw = read_record(text)
    setup = read_setup_line(raw.header, raw.header_line, raw.header_text)
    log = open_log(setup)
    answers = []
    for event in raw.events:
        answer, log = log.say(event)
        answers.append(answer_json(answer))
    answers.append(result_json(log.state))
    return answers


__all__ = ["Answer", "Log", "answer_json", "must_show", "open_log", "replay_text", "result_json"]
