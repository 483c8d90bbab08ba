"""A simple, slow reference implementation of corrections: each one judges the whole log again from its first event.

It is far too slow for a table, but shows what `referee.engine.log` must answer.
"""

from collections.abc import Mapping
from typing import Any

from referee.engine.games.match import State
from referee.engine.judge import open_state, rule_on, score_change
from referee.engine.log import Answer
from referee.engine.messages import Joined, msg
from referee.engine.record.events import Amend, Event, Retract, Unreadable
from referee.engine.record.readers import read_event
from referee.engine.rulings import Breach, Code, Ruling, Verdict, refusal
from referee.engine.seating import Seating

REFUSED = Verdict.REFUSED


class SlowLog:
    """A mutable log."""

    def __init__(self, seating: Seating) -> None:
        self.start = self.state = open_state(seating)
        self.number = 0
        self.plain: dict[int, Event] = {}
        self.corrections: dict[int, Retract | Amend] = {}
        self.entries: dict[int, Answer] = {}
        self.refused: set[int] = set()  # refused, but still in force because they left a trace

    def say(self, raw: Mapping[str, Any]) -> Answer:
        self.number += 1
        event = read_event(raw, self.start.setup.players)
        if isinstance(event, Retract | Amend):
            return self._correct(event)
        ruling, after = rule_on(self.state, event, self.number)
        answer = Answer(self.number, event, ruling, after)
        if ruling.verdict is not REFUSED or after is not self.state:
            self.entries[self.number] = answer
            self.plain[self.number] = event
            if ruling.verdict is REFUSED:
                self.refused.add(self.number)
        self.state = after
        return answer

    def _correct(self, event: Retract | Amend) -> Answer:
        breach = self._no_target(event)
        if breach is None:
            corrections = {**self.corrections, self.number: event}
            found = self._judge(event, corrections)
            if not isinstance(found, Breach):
                entries, state, refused = found
                self.entries, self.corrections, self.refused = entries, corrections, refused
                words = (msg("Entry {number} is taken back.", number=event.event),)
                if isinstance(event, Amend):
                    more = entries[event.event].ruling.said
                    words = (msg("Entry {number} is corrected.", number=event.event), *more)
                ruling = Ruling(Verdict.STANDS, None, words, None, score_change(self.state, state))
                self.state = state
                return Answer(self.number, event, ruling, state)
            breach = found
        return Answer(self.number, event, refusal(breach), self.state)

    def _no_target(self, event: Retract | Amend) -> Breach | None:
        if event.event not in self.plain and event.event not in self.corrections:
            return Breach(Code.NOT_NOW, msg("Entry {number} is not in the log.", number=event.event))
        if event.event in self.taken_back(self.corrections):
            return Breach(Code.NOT_NOW, msg("Entry {number} is taken back already.", number=event.event))
        if isinstance(event, Amend) and event.event in self.corrections:
            words = "Entry {number} is itself a correction; take it back instead."
            return Breach(Code.NOT_NOW, msg(words, number=event.event))
        if isinstance(event, Amend) and isinstance(event.correct, Unreadable):
            return Breach(Code.UNREADABLE, event.correct.said)
        return None

    def _judge(
        self, why: Retract | Amend, corrections: dict[int, Retract | Amend]
    ) -> tuple[dict[int, Answer], State, set[int]] | Breach:
        state, entries, refused = self.start, {}, set()
        undone = why.event if why.event in self.corrections else 0
        for number, event in self.in_force(corrections).items():
            ruling, after = rule_on(state, event, number)
            if ruling.verdict is REFUSED:
                trace, corrected = after is not state, isinstance(why, Amend) and number == why.event
                was = number in self.refused and (trace or not corrected)
                if not was and not (trace and number < undone):
                    again = Joined(ruling.said, " ")
                    if corrected:
                        return Breach(ruling.code or Code.NOT_NOW, again, ruling.rule)
                    words = msg("Then entry {number} could not stand: {why}", number=number, why=again)
                    return Breach(Code.BREAKS_LATER, words, ruling.rule)
                refused.add(number)
            if ruling.verdict is not REFUSED or after is not state:
                entries[number] = Answer(number, event, ruling, after)
            state = after
        return entries, state, refused

    @staticmethod
    def taken_back(corrections: Mapping[int, Retract | Amend]) -> set[int]:
        gone: set[int] = set()
        for number, event in reversed(corrections.items()):
            if isinstance(event, Retract) and number not in gone:
                gone.add(event.event)
        return gone

    def in_force(self, corrections: Mapping[int, Retract | Amend]) -> dict[int, Event]:
        gone = self.taken_back(corrections)
        force = {number: event for number, event in self.plain.items() if number not in gone}
        for number, event in corrections.items():
            if isinstance(event, Amend) and number not in gone and event.event in force:
                force[event.event] = event.correct
        return force
