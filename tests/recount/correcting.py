"""Corrections of a table, judged a second time: the corrected events are told again, from the first one on.

The rules are those of record/README.md for `retract`, `amend` and `with_next`. A correction stands if the events as they
now read can be told from the beginning; then every answer is the one that they get there.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.answers import answer_json, result_json
from referee.engine.log import Answer, Log, open_log, read_log, together
from referee.engine.rulings import Code
from tests.recount.tiles import all_tiles, words

# Said in the place of what is not in the log: it is refused, changes nothing, and keeps the numbers of the others.
NOTHING: dict[str, Any] = {}
MOST_CORRECTIONS = 4
Event = dict[str, Any]
Differ = Callable[[str, object, object], None]


class Told(NamedTuple):
    """A table told from the beginning: the answers of what was not without effect, what was refused, and the table."""

    answers: list[Answer]
    refused: list[Answer]
    log: Log


class Correcting:
    """A table at which entries are taken back and entered anew; `said` is everything said there, refused or not.

    `entered` are the numbers of the entries in its log, `refused` those of its false claims: no others that are refused
    are in a log.
    """

    def __init__(self, log: Log, header: Event, said: list[Event], chance: random.Random, differ: Differ):
        self.log, self.header, self.said, self.chance, self.differ = log, header, said, chance, differ
        self.entered = {number for number, _ in log.plain}
        self.corrections = {each.number for each in log.corrections}
        self.refused = {*self.entered} & log.refused

    # What the record says

    def holds(self, number: int, corrections: set[int]) -> bool:
        """Whether no correction that holds takes this entry back."""
        return not any(
            self.said[each - 1].get("retract") == number and self.holds(each, corrections)
            for each in corrections
        )

    def reads(self, number: int, corrections: set[int]) -> Event:
        """The entry as it reads now."""
        found = self.said[number - 1]
        for each in sorted(corrections):
            if self.said[each - 1].get("amend") == number and self.holds(each, corrections):
                found = self.said[each - 1]["with"]
        return found

    def in_force(self, corrections: set[int]) -> dict[int, Event]:
        """The entries that are not taken back, as they read now."""
        return {
            each: self.reads(each, corrections)
            for each in sorted(self.entered)
            if self.holds(each, corrections)
        }

    def told(self, corrections: set[int]) -> Told:
        """The table with these corrections, told from the beginning."""
        told = Told([], [], open_log(self.log.start.setup))
        events = self.in_force(corrections)
        for number in range(1, max(self.entered, default=0) + 1):
            answer, log = told.log.say(events.get(number, NOTHING))
            if number in events and answer.ruling.verdict.value == "refused":
                told.refused.append(answer)
            if number in {each.number for each in log.entries[-1:]}:
                told.answers.append(answer)
            told = told._replace(log=log)
        return told

    # Corrections

    def correct(self, corrections: Sequence[Event]) -> bool:
        """Say corrections that are judged together, and compare what becomes of them; whether they stand."""
        first, before = len(self.said) + 1, self.log
        raws = together(corrections)
        why = self._wrong_target(raws[0]) if len(raws) == 1 else None
        answers, self.log = before.say_next(raws)
        self.said += raws
        numbers = {*range(first, len(self.said) + 1)}
        told = self.told(self.corrections if why else self.corrections | numbers)
        breach = why or self._breach(told, corrections)
        if breach is not None:
            self._compare_refused(before, answer_json(answers[0]), breach)
            del self.said[first:]  # the others would be judged by themselves
            return False
        self.corrections |= numbers
        self.refused = {each.number for each in told.refused}
        for answer in answers:
            if answer.ruling.verdict.value != "stands":
                self.differ("whether the correction stands", "stands", answer_json(answer))
        self.compare(told)
        self._compare_last(before, answer_json(answers[-1]), told)
        return True

    def _wrong_target(self, raw: Event) -> tuple[str, int] | None:
        number = raw.get("retract") or raw["amend"]
        if "amend" in raw and self._is_unreadable(raw["with"]):
            return "unreadable", number
        corrects = number in self.corrections
        if number not in self.entered and not corrects:
            return "not-now", number
        if not self.holds(number, self.corrections) or ("amend" in raw and corrects):
            return "not-now", number
        return None

    def _is_unreadable(self, event: Event) -> bool:
        return open_log(self.log.start.setup).say(event)[0].ruling.code is Code.UNREADABLE

    def _breach(self, told: Told, corrections: Sequence[Event]) -> tuple[str, int] | None:
        """The code and the entry by which these corrections are refused; None if they stand.

        A claim that was false may be false again, and so may one that was entered before a correction that is taken back.
        """
        amended = {each["amend"] for each in corrections if "amend" in each}
        taken_back = {each["retract"] for each in corrections if "retract" in each}
        undone = max(taken_back & self.corrections, default=0)
        for answer in told.refused:
            number, leaves_trace = answer.number, answer in told.answers
            if leaves_trace and (number in self.refused or number < undone):
                continue
            if number in amended:
                return answer.ruling.code.value, number
            if number not in self.refused:
                return "breaks-later", number
        return None

    def _compare_refused(self, before: Log, answer: Mapping[str, Any], breach: tuple[str, int]) -> None:
        code, number = breach
        if answer["verdict"] != "refused" or answer["code"] != code:
            self.differ("why the correction is refused", breach, answer)
        if code == "breaks-later" and f"entry {number} " not in answer["says"]:
            self.differ("the entry that could not stand", number, answer["says"])
        if (self.log.state, self.log.entries, self.log.gone) != (before.state, before.entries, before.gone):
            self.differ("the table after a refused correction", "as before", "another")

    def compare(self, told: Told) -> None:
        """Compare every answer in force, and the result, with what was told."""
        if told.answers != list(self.log.entries):
            mine = {each.number: answer_json(each) for each in told.answers}
            theirs = {each.number: answer_json(each) for each in self.log.entries}
            differ = [each for each in {*mine, *theirs} if mine.get(each) != theirs.get(each)]
            number = min(differ, default=0)
            self.differ(f"entry {number} after corrections", mine.get(number), theirs.get(number))
        if told.log.state != self.log.state:
            self.differ_in("the table after corrections", told.log, self.log)

    def compare_read(self) -> None:
        """Compare the table as a record would be read."""
        read = read_log(self.log.start.setup, self.said_in_record)
        if (read.state, list(read.entries)) != (self.log.state, list(self.log.entries)):
            self.differ_in("the table as its record is read", self.log, read)

    @property
    def said_in_record(self) -> list[Event]:
        """Everything said, without what was refused and is in no log."""
        kept = self.entered | self.corrections
        return [each if number in kept else NOTHING for number, each in enumerate(self.said, 1)]

    def _compare_last(self, before: Log, answer: Mapping[str, Any], told: Told) -> None:
        """The answer to a correction tells the table after it, and what every side has gained or lost by it."""
        now = answer_json(told.log.say(NOTHING)[0])
        for name in ("next", "hands", "boneyard", "scores", "status"):
            if answer[name] != now[name]:
                self.differ(f"{name} in the answer to a correction", now[name], answer[name])
        scores = zip(before.start.setup.sides, before.state.scores, told.log.state.scores, strict=True)
        gained = {side: after - then for side, then, after in scores if after != then}
        if answer["points"] != gained:
            self.differ("the points in the answer to a correction", gained, answer["points"])

    def differ_in(self, what: str, mine: Log, theirs: Log) -> None:
        """Stop: these are not the same table."""
        self.differ(what, result_json(mine.state), result_json(theirs.state))

    # By chance

    def by_chance(self) -> None:
        """Say a few corrections, and undo and redo some steps."""
        for _ in range(self.chance.randint(1, MOST_CORRECTIONS)):
            before = self.log
            if self.correct(self._some()) and self.log.steps.undo[:1] == (len(self.said),):
                self.undo_and_redo(1, before)
        if self.chance.random() < 0.4:
            self.undo_and_redo(self.chance.randint(1, 4))
        self.compare_read()

    def _some(self) -> list[Event]:
        kind = self.chance.choice(("amend", "amend", "retract", "retract", "swap", "late"))
        numbers = sorted(self.entered | self.corrections) or [1]
        number = self.chance.choice(numbers[-8:] if kind in ("late", "amend") else numbers)
        if kind == "swap":
            return list(self._swap()) or [{"retract": number}]
        if kind == "amend" and number in self.entered:
            return [{"amend": number, "with": self._otherwise(self.reads(number, self.corrections))}]
        if self.chance.random() < 0.05:
            number = self.chance.randint(1, len(self.said) + 2)
        return [{"retract": number}]

    def _otherwise(self, event: Event) -> Event:
        """This event with another value somewhere, or another event."""
        kind = self.chance.choice(("value",) * 6 + ("said", "void", "stood"))
        if kind == "said":
            return self.reads(self.chance.choice(sorted(self.entered)), self.corrections)
        if kind == "void":
            return {"void": True}
        if kind == "stood" and {"play", "draw", "pass"} & {*event}:
            return {**event, "stood": True}
        changed = json.loads(json.dumps(event))
        inner: Any = changed
        key = self.chance.choice([*inner])
        while isinstance(inner[key], (dict, list)) and inner[key]:
            inner = inner[key]
            key = self.chance.choice([*inner] if isinstance(inner, dict) else range(len(inner)))
        inner[key] = self._another(inner[key])
        return changed

    def _another(self, value: Any) -> Any:
        if isinstance(value, bool):
            return value
        if isinstance(value, int):
            return max(0, value + self.chance.choice((-5, -1, 1, 2, 5)))
        if value in self.header["players"]:
            return self.chance.choice(self.header["players"])
        if not isinstance(value, str):
            return value
        return f"{self.chance.choice((value[:1], '0', '6'))}-{self.chance.randint(0, 6)}"

    def _swap(self) -> Iterator[Event]:
        """Two tiles were entered the one for the other, wherever that was."""
        one, other = self.chance.sample(words(all_tiles(6)), 2)
        for number, event in self.in_force(self.corrections).items():
            text = json.dumps(event)
            swapped = text.replace(one, "?").replace(other, one).replace("?", other)
            if swapped != text and not self._is_unreadable(json.loads(swapped)):
                yield {"amend": number, "with": json.loads(swapped)}

    def undo_and_redo(self, steps: int, before: Log | None = None) -> None:
        """Undo so many steps, then redo them: each must stand, and every state come back.

        `before` is the table before these steps, if it is known.
        """
        logs = list[Log]()
        while len(logs) < steps and (numbers := self.log.steps.undo):
            logs.append(self.log)
            self._all_stand("undo", numbers)
        if before is not None:
            self._compare_with("the table after an undo", before)
        for log in reversed(logs):
            self._all_stand("redo", self.log.steps.redo)
            self._compare_with("the table after a redo", log)

    def _compare_with(self, what: str, log: Log) -> None:
        if (log.state, list(log.entries)) != (self.log.state, list(self.log.entries)):
            self.differ_in(what, log, self.log)

    def _all_stand(self, what: str, numbers: Sequence[int]) -> None:
        if not numbers or not self.correct([{"retract": each} for each in numbers]):
            self.differ(f"whether an {what} stands", "stands", numbers)
