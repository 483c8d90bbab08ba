"""Tables of every family in a store, played out by people or written in the examples."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.engine.answers import answer_json
from referee.engine.log import open_log
from referee.engine.setup import read_setup
from referee.export.table_files import Written, written
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.example_tables import read_examples
from tests.folders import EXAMPLES, PLAYTHROUGHS
from tests.simulating import seat_people

Keep = Callable[..., Written]


@pytest.fixture
def store(tmp_path) -> Iterator[Store]:
    with Store(tmp_path / "referee.db") as store:
        yield store


@pytest.fixture
def keep(store) -> Keep:
    """Writes a table down and reads it back: `keep(header, events)`."""

    def keep_it(header: dict[str, Any], events: list[dict[str, Any]]) -> Written:
        row = store.create_table(header)
        store.append(row.id, 0, "all", [NewEvent(each) for each in events])
        return written(store, row)

    return keep_it


@pytest.fixture
def played(keep) -> Callable[..., Written]:
    """A line game played by people: `played("fundex2004.all-fives", 3, rounds=2)`."""

    def play(variant: str, players: int, rounds: int = 2, seed: int = 4, **options: Any) -> Written:
        header = options.pop("header", {})
        people = seat_people(variant, players, random.Random(seed), options=options, **header)
        while people.log.state.status != "match-over" and len(people.log.state.rounds) < rounds:
            people.play_round()
        return keep(people.log.start.setup.header, people.said)

    return play


LONG_NAMES = (
    "Grandma Rosa", "Maximiliano", "Guadalupe M", "Bernardo José", "Concepción", "Alejandrina", "Christopher",
    "Uncle Ferdinand", "Wilhelmina", "Tom",
)  # fmt: skip


@pytest.fixture
def long_named(keep) -> Callable[[str], Written]:
    """The table of a playthrough, but with long names."""

    def keep_it(variant: str) -> Written:
        text = (PLAYTHROUGHS / f"{variant}.jsonl").read_text("utf-8")
        players = json.loads(text.splitlines()[0])["players"]
        named = dict(zip(players, LONG_NAMES, strict=False))
        pattern = "|".join(map(re.escape, sorted(named, key=len, reverse=True)))
        text = re.sub(rf"\b({pattern})\b", lambda found: named[found[1]], text)
        header, *events = map(json.loads, text.splitlines())
        return keep(header, events)

    return keep_it


def standing(record: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Header and events of a record, without the events that are refused and change nothing."""
    header, *events = (json.loads(line) for line in record.splitlines())
    log = open_log(read_setup(header))
    kept = []
    for each in events:
        if not isinstance(each, dict):
            continue
        answer, after = log.say(each)
        if answer_json(answer)["verdict"] == "refused" and after.state is log.state:
            continue
        kept.append(each)
        log = after._replace(said=len(kept))
    return header, kept


def playthrough(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The matches played through in a variant, without the events that are refused."""
    return standing((PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8"))


def longest_example(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A variant's example with the most events, without those that are refused."""
    found = max(read_examples(EXAMPLES / f"{name}.txt"), key=lambda each: len(each.rows))
    return standing(found.record(found.rows))
