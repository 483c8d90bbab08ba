"""A log: events in order, the ruling on each and the state after it; corrections replay what comes after them.

A log is immutable: saying something gives an answer and a new log. The states are kept, so that a correction
judges again only what follows the event that it changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.events import Amend, Event, Retract, Unreadable, read_event, read_record
from referee.growing import Growing
from referee.judge import open_state, rule_on, score_change
from referee.play.ending import must_show
from referee.play.state import State
from referee.rulings import Breach, Code, Ruling, Settled, Verdict, refusal
from referee.setup import Seating, read_setup_line
from referee.wording import Joined, Said, said, speaking


class Answer(NamedTuple):
    """What the referee answers to one event: its number, what it said, the ruling, and the state after it."""

    number: int
    event: Event
    ruling: Ruling
    state: State

    def as_json(self) -> dict[str, Any]:
        """The answer as RECORD.md writes it."""
        return answer_json(self)


# What a log keeps of an event that was not refused is the answer that it was given.
Entry = Answer


class Correction(NamedTuple):
    """A retract or an amend that stands."""

    number: int
    event: Retract | Amend


CORRECTIONS = (Retract, Amend)
EMPTY: Growing[Entry] = Growing()


class Log(NamedTuple):
    """Everything said at a table that was not refused, and the state that it makes.

    `said` counts all events, refused ones too; `entries` are those in force, with their rulings; `state` is the table
    as it is now. `earlier` are all events but corrections, taken back or not, up to the last correction, when
    there were `since` entries.
    """

    start: State
    state: State
    said: int = 0
    entries: Growing[Entry] = EMPTY
    corrections: tuple[Correction, ...] = ()
    earlier: tuple[tuple[int, Event], ...] = ()
    since: int = 0

    @property
    def plain(self) -> tuple[tuple[int, Event], ...]:
        """All events but corrections, taken back or not, with their numbers."""
        later = self.entries[self.since :]
        return (*self.earlier, *((each.number, each.event) for each in later))

    def say(self, raw: Mapping[str, Any]) -> tuple[Answer, Log]:
        """The answer to an event given as JSON, and the log after it."""
        return self.hear(read_event(raw, self.start.setup.players))

    def hear(self, event: Event) -> tuple[Answer, Log]:
        """The answer to an event, and the log after it."""
        number = self.said + 1
        if isinstance(event, CORRECTIONS):
            return self._corrected(event, number)
        ruling, state = rule_on(self.state, event, number)
        answer = Answer(number, event, ruling, state)
        entries = self.entries
        if state is not self.state or ruling.verdict is not Verdict.REFUSED:
            entries = entries.plus(answer)
        log = Log(self.start, state, number, entries, self.corrections, self.earlier, self.since)
        return answer, log

    def _corrected(self, event: Retract | Amend, number: int) -> tuple[Answer, Log]:
        """A correction: refused where it points at nothing, or where a later event could no longer stand."""
        breach = self._no_target(event)
        if breach is None:
            corrections = (*self.corrections, Correction(number, event))
            plain = self.plain
            log = self._replace(said=number, corrections=corrections, earlier=plain, since=len(self.entries))
            again = log.judged_again(event)
            if not isinstance(again, Breach):
                words = said("Entry {number} is taken back.", number=event.event)
                if isinstance(event, Amend):
                    words = said("Entry {number} is corrected.", number=event.event)
                change = score_change(self.state, again.state)
                more = again.ruling_of(event.event).said if isinstance(event, Amend) else ()
                ruling = Ruling(Verdict.STANDS, None, (words, *more), None, change)
                return Answer(number, event, ruling, again.state), again
            breach = again
        return Answer(number, event, refusal(breach), self.state), self._replace(said=number)

    def _no_target(self, event: Retract | Amend) -> Breach | None:
        targets = {number for number, _ in self.plain} | {each.number for each in self.corrections}
        if event.event not in targets:
            return Breach(Code.NOT_NOW, said("Entry {number} is not in the log.", number=event.event))
        if event.event in self.taken_back():
            return Breach(Code.NOT_NOW, said("Entry {number} is taken back already.", number=event.event))
        if isinstance(event, Amend):
            if any(each.number == event.event for each in self.corrections):
                words = said(
                    "Entry {number} is itself a correction; take it back instead.", number=event.event
                )
                return Breach(Code.NOT_NOW, words)
            if isinstance(event.correct, Unreadable):
                return Breach(Code.UNREADABLE, event.correct.said)
        return None

    def taken_back(self) -> set[int]:
        """The numbers of events that are taken back: the latest correction speaks first."""
        gone: set[int] = set()
        for each in reversed(self.corrections):
            if each.number not in gone and isinstance(each.event, Retract):
                gone.add(each.event.event)
        return gone

    def _in_force(self) -> list[tuple[int, Event]]:
        gone = self.taken_back()
        corrected = {
            each.event.event: each.event.correct
            for each in self.corrections
            if isinstance(each.event, Amend) and each.number not in gone
        }
        return [(number, corrected.get(number, event)) for number, event in self.plain if number not in gone]

    def judged_again(self, why: Retract | Amend) -> Log | Breach:
        """The log with its corrections carried out, or the later event that could no longer stand."""
        force, before = self._in_force(), tuple(self.entries)
        same = 0
        while same < min(len(force), len(before)) and _same(force[same], before[same]):
            same += 1
        entries = list(before[:same])
        state = entries[-1].state if entries else self.start
        verdicts = {each.number: each.ruling.verdict for each in before}
        for number, event in force[same:]:
            ruling, after = rule_on(state, event, number)
            stood_before = verdicts.get(number) is not Verdict.REFUSED
            if ruling.verdict is Verdict.REFUSED and stood_before:
                if number == why.event and isinstance(why, Amend):
                    return Breach(ruling.code or Code.NOT_NOW, ruling.said[0], ruling.rule)
                words = said(
                    "Then entry {number} could not stand: {why}", number=number, why=Joined(ruling.said, " ")
                )
                return Breach(Code.BREAKS_LATER, words, ruling.rule)
            if ruling.verdict is not Verdict.REFUSED or after is not state:
                entries.append(Entry(number, event, ruling, after))
            state = after
        return self._replace(state=state, entries=Growing(entries), since=len(entries))

    def ruling_of(self, number: int) -> Ruling:
        """The ruling on an event in force; KeyError for one that is not."""
        for each in self.entries:
            if each.number == number:
                return each.ruling
        raise KeyError(number)


def settling_entry(entries: Sequence[Entry]) -> Entry | None:
    """The entry that settled the last settled round; its state has the rules that the round was settled by."""
    return next((each for each in reversed(entries) if each.ruling.settled is not None), None)


def _same(force: tuple[int, Event], entry: Entry) -> bool:
    return force[0] == entry.number and force[1] is entry.event


def open_log(seating: Seating) -> Log:
    """The log of a table at which nothing has been said yet."""
    start = open_state(seating)
    return Log(start, start)


# Answers as RECORD.md writes them


def answer_json(answer: Answer) -> dict[str, Any]:
    """One answer with the fixed names of RECORD.md, in English whoever asks."""
    with speaking(None):
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
    """A settlement with the fixed names of RECORD.md, in English whoever asks."""
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


def _in_english(sentences: Sequence[Said]) -> list[str]:
    with speaking(None):
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
                    "by": setup.players[flag.seat],
                    "event": flag.event,
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
