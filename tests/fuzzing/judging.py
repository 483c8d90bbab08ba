"""Bad input for the rules alone: events at tables of every game at every stage, and whole records as text."""

import json
import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from referee.engine.answers import answer_json, replay_text, result_json
from referee.engine.log import Answer, Log, open_log
from referee.engine.record.reading import RecordError, read_record
from referee.engine.rulings import Code, Verdict
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.importing import judge_record
from tests.folders import PLAYTHROUGHS
from tests.fuzzing import values
from tests.fuzzing.watching import Fault, Watch

PLAYED = PLAYTHROUGHS
# A wrong claim is refused but still has an effect: it may cost points, or close a claim.
LEAVE_A_TRACE = {Code.WRONG_CLAIM, Code.NOTHING_TO_CLAIM, Code.CLAIM_CLOSED, Code.NOT_YOURS}
TRACES = ("Traceback", "<referee", "object at 0x", "<class", "NoneType", "namedtuple")


@cache
def records() -> list[tuple[str, list[str]]]:
    """The names and lines of the example matches."""
    paths = [path for path in sorted(PLAYED.glob("*.jsonl")) if ".answers." not in path.name]
    return [(path.stem, [line for line in path.read_text("utf-8").split("\n") if line]) for path in paths]


@cache
def stages(number: int) -> tuple[list[Log], list[dict[str, Any]]]:
    """The logs of one match before each event and at the end, and the events."""
    lines = records()[number][1]
    said = [json.loads(line) for line in lines[1:]]
    logs = [open_log(read_setup(json.loads(lines[0])))]
    for each in said:
        logs.append(logs[-1].say(each)[1])
    return logs, said


class AtTables:
    """Says events at tables; for a while, each input continues from the state after the previous one."""

    kind = "event"

    def __init__(self, watch: Watch, chance: random.Random) -> None:
        self.watch, self.chance = watch, chance
        self._log: Log | None = None
        self._next: list[dict[str, Any]] = []
        self._left = 0

    def one(self) -> None:
        """Try one event at one table."""
        chance = self.chance
        if self._log is None or self._left <= 0:
            logs, said = stages(chance.randrange(len(records())))
            at = chance.randrange(len(logs))
            self._log, self._next, self._left = logs[at], said[at : at + 4], chance.choice((1, 1, 2, 8))
        self._left -= 1
        given = self._made()
        with self.watch.one(self.kind, given):
            after = say(self._log, given, self.watch)
            if chance.random() < 0.5:
                self._log = after

    def _made(self) -> Mapping[str, Any]:
        chance = self.chance
        kind = chance.randrange(10)
        if kind < 2 and self._next:
            return dict(values.changed(chance, chance.choice(self._next)))
        if kind < 4 and self._next:
            return {**chance.choice(self._next), **values.event(chance, 0)} if kind == 3 else self._next[0]
        if kind < 8:
            return self._seated(values.event(chance, chance.choice((0, 0, 0.2))))
        if kind == 8:
            _, said = stages(chance.randrange(len(records())))
            return chance.choice(said)
        return {values.key(chance): values.value(chance) for _ in range(chance.randint(0, 4))}

    def _seated(self, found: dict[str, Any]) -> dict[str, Any]:
        """Mostly let the player to act say it."""
        assert self._log is not None
        turn = self._log.state.to_act
        if isinstance(found.get("by"), str) and self.chance.random() < 0.8:
            players = self._log.start.setup.players
            found["by"] = players[turn] if turn is not None else self.chance.choice(players)
        return found


def say(log: Log, given: Mapping[str, Any], watch: Watch) -> Log:
    """Say an event and check that the answer is a ruling in words and that nothing changed without one."""
    answer, after = log.say(given)
    check_answer(answer, log, after)
    watch.outcomes[
        f"event {answer.ruling.verdict.value} {answer.ruling.code.value if answer.ruling.code else ''}"
    ] += 1
    return after


def check_answer(answer: Answer, before: Log, after: Log) -> None:
    """Raise Fault if the answer is not a proper ruling, or if a refused event changed something."""
    told = answer_json(answer)
    json.dumps(told, allow_nan=False, ensure_ascii=False).encode()
    says = told["says"]
    if not isinstance(says, str) or not says.strip() or any(each in says for each in TRACES):
        raise Fault(f"the answer says {says!r:.200}")
    if len(says) > 4000:
        raise Fault("the answer is longer than a page")
    if after.said != before.said + 1 or answer.number != after.said:
        raise Fault("the events are counted wrongly")
    if answer.ruling.verdict is Verdict.REFUSED and answer.ruling.code not in LEAVE_A_TRACE:
        if answer.ruling.code is None:
            raise Fault("refused without a code")
        if after._replace(said=0, rulings=0) != before._replace(said=0, rulings=0):
            raise Fault(f"refused ({answer.ruling.code.value}), and yet something changed")
    json.dumps(result_json(after.state), allow_nan=False, ensure_ascii=False).encode()


class Records:
    """Whole records as text, with lines changed, dropped, duplicated and broken, for `referee replay` and imports."""

    kind = "record"

    def __init__(self, watch: Watch, chance: random.Random) -> None:
        self.watch, self.chance = watch, chance

    def one(self) -> None:
        """Try one record."""
        data = self.made()
        with self.watch.one(self.kind, data[-600:]):
            self.watch.outcomes[f"record {read(data)}"] += 1
            self.watch.size(len(data), data[:80])

    def made(self) -> bytes:
        """One of the matches as text, with random changes."""
        chance = self.chance
        _, lines = records()[chance.randrange(len(records()))]
        kept = list(lines[: chance.choice((1, 2, 3, 6, 12, 25, 60))])
        if chance.random() < 0.5:
            kept[0] = values.written(chance, values.changed(chance, json.loads(kept[0])))
        for _ in range(chance.choice((0, 1, 1, 2, 5))):
            place = chance.randrange(len(kept))
            match chance.randrange(7):
                case 0:
                    kept.insert(place, kept[place])
                case 6:
                    kept += self._corrections(len(kept))
                case 1 if len(kept) > 1:
                    del kept[place]
                case 2:
                    kept.insert(place + 1, values.written(chance, values.event(chance)))
                case 3:
                    kept.insert(place, values.text(chance))
                case _:
                    try:
                        kept[place] = values.written(chance, values.changed(chance, json.loads(kept[place])))
                    except (ValueError, RecursionError):
                        kept[place] = values.nested(chance)
        data = chance.choice(("\n", "\n", "\r\n", "\n\n")).join(kept).encode("utf-8", "surrogatepass")
        if chance.random() < 0.2:
            place = chance.randrange(len(data) + 1)
            data = data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]
        return data

    def _corrections(self, number: int) -> list[str]:
        """Corrections of corrections, each of an earlier event, often of the one just before."""
        chance, found = self.chance, list[str]()
        for last in range(number, number + chance.choice((2, 10, 40))):
            which = last - 1 if chance.random() < 0.6 else chance.randint(1, last)
            with_ = values.event(chance, 0.1)
            made = {"retract": which} if chance.random() < 0.7 else {"amend": which, "with": with_}
            found.append(json.dumps(made))
        return found


def read(data: bytes) -> str:
    """Replay and import the record; returns the outcome in a few words. Only RecordError is an acceptable error."""
    try:
        replayed = replay_text(data.decode("utf-8"))
        json.dumps(replayed, ensure_ascii=False).encode()
        replays = "replayed"
    except UnicodeDecodeError:
        replays = "no text"
    except RecordError as error:
        _check_place(error, data)
        replays = "not read"
    try:
        judged = judge_record(data, patience=30)
    except RecordError as error:
        _check_place(error, data)
        return f"{replays}, not taken"
    if replays != "replayed":
        raise Fault("an import takes what replay cannot read")
    if judged.complaints:
        return "replayed, with complaints"
    return "replayed, taken"


def _check_place(error: RecordError, data: bytes) -> None:
    if error.line < 1 or error.column < 1 or not str(error.message).strip():
        raise Fault(f"no place or no words: {error.line}:{error.column} {error.message!r}")
    str(error.message).encode()
    if error.line > data.count(b"\n") + 2:
        raise Fault(f"there is no line {error.line}")


def headers(chance: random.Random) -> dict[str, Any]:
    """A header with one or a few random changes."""
    found = json.loads(records()[chance.randrange(len(records()))][1][0])
    for _ in range(chance.choice((1, 1, 2, 4))):
        found = values.changed(chance, found)
        if not isinstance(found, dict):
            return {}
    return found


class Headers:
    """Headers: each must give a table at which a round can be dealt, or be refused in words."""

    kind = "header"

    def __init__(self, watch: Watch, chance: random.Random) -> None:
        self.watch, self.chance = watch, chance

    def one(self) -> None:
        """Try one header."""
        given = headers(self.chance)
        with self.watch.one(self.kind, given):
            text = json.dumps(given)
            try:
                raw = read_record(text)
                log = open_log(read_setup(raw.header))
            except RecordError as error:
                str(error.message).encode()
                self.watch.outcomes["header not read"] += 1
                return
            except HeaderError as error:
                str(error.message).encode()
                self.watch.outcomes["header refused"] += 1
                return
            self.watch.outcomes["header agreed on"] += 1
            say(log, {"round": 1}, self.watch)
