"""One short complete round or match of each variant, as a record, with what the referee must answer to it.

`NAME.answers.jsonl` holds an object for each event and then the result, each with the fields that are
certain, and with the words: `says`, `rule` and `source`. What an answer holds besides is not asked. Points of nought
may be written or left out.

If you changed a sentence, a rule or a source and meant it, `python3 -m tests.pinning` writes the new words into the
answers. Read the difference before you commit it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.example_tables import without_zeros
from tests.pinning import PINNED, RECORDS, answers_file, lines_of

LONGEST = 60


def missing_from(expected: Any, said: Any, name: str = "") -> list[str]:
    """Where `said` is not what was expected: the names of the fields, with both values."""
    if name.endswith(".points") and isinstance(expected, dict):
        expected, said = without_zeros(expected), without_zeros(said)
        return [] if expected == said else [f"{name}: expected {expected}, the referee said {said}"]
    if isinstance(expected, dict) and isinstance(said, dict):
        return [
            wrong
            for key, value in expected.items()
            for wrong in missing_from(value, said.get(key), f"{name}.{key}")
        ]
    if isinstance(expected, list) and isinstance(said, list) and len(expected) == len(said):
        pairs = enumerate(zip(expected, said, strict=True))
        return [
            wrong for place, (one, other) in pairs for wrong in missing_from(one, other, f"{name}[{place}]")
        ]
    return [] if expected == said else [f"{name}: expected {expected!r}, the referee said {said!r}"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_the_referee_answers_the_whole_record_as_expected(record: Path) -> None:
    from referee.engine.answers import replay_text

    text = record.read_text(encoding="utf-8")
    events = text.splitlines()[1:]
    expected, said = lines_of(answers_file(record)), replay_text(text)
    assert len(said) == len(events) + 1, (
        f"{record.name}: {len(events)} events and a result, but {len(said)} answers"
    )
    for number, (one, other) in enumerate(zip(expected, said, strict=True), 1):
        wrong = missing_from(one, other)
        event = events[number - 1] if number <= len(events) else "the result"
        told = "\n    ".join([*wrong, json.dumps(other, ensure_ascii=False)])
        assert not wrong, f"{answers_file(record).name}, line {number}: {event}\n    {told}"


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_short_and_has_an_answer_to_each_event(record: Path) -> None:
    header, *events = lines_of(record)
    *answers, last = lines_of(answers_file(record))
    assert header["variant"] == record.stem
    assert len(events) < LONGEST
    assert [each["event"] for each in answers] == list(range(1, len(events) + 1))
    assert list(last) == ["result"]
    assert all(name in each for each in answers for name in PINNED), (
        "python3 -m tests.pinning writes the words"
    )
    assert answers[-1]["status"] in ("round-over", "match-over")


def test_every_variant_has_a_playthrough() -> None:
    from referee.engine.sheets import VARIANTS

    missing = sorted(set(VARIANTS) - {path.stem for path in RECORDS})
    assert not missing, f"no record in tests/playthroughs for {', '.join(missing)}"


def test_a_field_that_is_otherwise_is_told_with_both_values() -> None:
    said = {
        "verdict": "stands",
        "points": {"Ana": 5, "Ben": 0},
        "count": {"ends": [5], "sum": 5},
        "flags": [],
    }
    assert (
        missing_from({"verdict": "stands", "points": {"Ana": 5}, "count": {"sum": 5}, "flags": []}, said)
        == []
    )
    assert missing_from({"points": {"Ana": 10}}, said) == [
        ".points: expected {'Ana': 10}, the referee said {'Ana': 5}"
    ]
    assert missing_from({"count": {"sum": 4}}, said) == [".count.sum: expected 4, the referee said 5"]
    assert missing_from({"count": None}, said)
    assert missing_from({"flags": [{"kind": "renege"}]}, said)
    assert missing_from({"next": "Ana"}, said) == [".next: expected 'Ana', the referee said None"]
