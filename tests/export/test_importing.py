"""Records of somebody else's making: judged on the way in, refused in a sentence, and never half kept."""

import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from referee import importing
from referee.engine.record.reading import RecordError
from referee.export.table_files import download
from referee.importing import LARGEST, MOST_EVENTS, JudgedRecord, NotImported, import_record, judge_record
from referee.storage.store import Store
from tests.export.conftest import longest_example

HEADER = {
    "record": 1,
    "variant": "fundex2004.all-fives",
    "players": ["Ana", "Ben"],
    "options": {"claims": "auto"},
}
EVENTS: list[dict[str, Any]] = [
    {"round": 1},
    {"by": "Ana", "play": "5-5"},
    {"by": "Ana", "play": "6-5", "at": "5-5"},
    {"by": "Ben", "play": "5-0", "at": "5-5"},
    {"by": "Ana", "play": "5-1", "at": "5-5"},
    {"retract": 5},
]


def record(*events: Any, header: Any = HEADER) -> bytes:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in (header, *events)).encode()


def everything(store: Store) -> str:
    """Everything in the database, as the statements that would make it again."""
    return "\n".join(store._file._database().conn.iterdump())


def test_a_record_with_an_event_that_does_not_stand_is_refused_with_a_report(store):
    before = everything(store)

    with pytest.raises(NotImported) as refused:
        import_record(store, record(*EVENTS))

    (complaint,) = refused.value.complaints
    assert (complaint.event, complaint.line, complaint.code) == (3, 4, "not-your-turn")
    assert "Ben" in str(complaint.says)
    assert everything(store) == before


def test_what_was_refused_may_be_left_out_and_corrections_still_name_the_same_events(store):
    row, judged = import_record(store, record(*EVENTS), skip_refused=True)

    bodies = [each.body for each in store.events(row.id)]
    assert bodies == [*EVENTS[:2], *EVENTS[3:5], {"retract": 4}]
    assert [each.event for each in judged.complaints] == [3]
    assert judged.log.state.current.layout.laid[-1].tile.name == "5-0"


def test_a_correction_of_what_was_left_out_is_left_out_too(store):
    row, judged = import_record(store, record(*EVENTS[:3], {"retract": 3}), skip_refused=True)

    assert [each.body for each in store.events(row.id)] == EVENTS[:2]
    assert [str(each.says) for each in judged.complaints][1] == "Entry 3 is not in the log."


def test_a_decision_names_the_same_entry_after_something_was_left_out_and_none_if_that_was(store):
    decided = [{"adjust": {"Ben": -5}, "about": number} for number in (4, 3)]
    row, _ = import_record(store, record(*EVENTS[:5], *decided), skip_refused=True)

    bodies = [each.body for each in store.events(row.id)]
    assert bodies[4:] == [{"adjust": {"Ben": -5}, "about": 3}, {"adjust": {"Ben": -5}}]


def test_a_false_claim_that_another_takes_is_kept_as_it_was_said(store, keep):
    header = {**HEADER, "options": {"false_claim": "opponent_gets"}}
    said = [*EVENTS[:2], {"by": "Ana", "claim": 20}, {"by": "Ben", "muggins": 10}]
    first = keep(header, said)

    row, judged = import_record(store, download(first, "record").data)

    assert [each.body for each in store.events(row.id)] == said
    assert judged.log.state.scores == first.log.state.scores == (0, 20)


def deep(levels: int) -> bytes:
    return record() + b'{"round": ' + b"[" * levels + b"]" * levels + b"}\n"


@pytest.mark.parametrize(
    ("data", "line", "column", "words"),
    [
        (b"", 1, 1, "The record is empty"),
        (b"\xff\xfe", 1, 1, "not a text"),
        (record().decode().encode("utf-16"), 1, 1, "not a text file in UTF-8"),
        ("Žofie ".encode() + b"\xff", 1, 7, "not a text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), 1, 1, "not a text"),
        (record() + b'{"round": 1', 2, 12, "not an entry"),
        (record() + b"[1]\n", 2, 1, "in curly brackets"),
        (record() + b'{"round": NaN}\n', 2, 1, "that cannot be read"),
        (record() + b'{"retract": 1, "why": 1e999}\n', 2, 1, "whole number"),
        (record() + b'{"round": 1.0}\n', 2, 1, "whole number"),
        (record() + b'{"round": 1, "round": 2}\n', 2, 2, "appears twice"),
        (record() + b'{"void": true, "why": "\\ud83d"}\n', 2, 1, "half a character"),
        (record() + b'{"\\udc00": 1}\n', 2, 1, "half a character"),
        (record() + b'{"round": ' + b"9" * 5000 + b"}\n", 2, 1, "cannot be read"),
        (deep(20), 2, 1, "too deeply"),
        (deep(9000), 2, 1, "cannot be read"),
        (deep(15_000), 2, 1, "cannot be read"),
        (record() + b'{"round": "' + b"x" * 30_000 + b'"}\n', 2, 20_001, "letters at most"),
        (record(header={**HEADER, "players": ["Ana", "Ana"]}), 1, 50, "same name"),
        (record(header={**HEADER, "colour": "red"}), 1, 108, "'colour' is not a field"),
        (record(header={**HEADER, "record": 2, "colour": "red"}), 1, 2, "written by a newer referee. Install that one"),
        (record(header={**HEADER, "options": {"claims": ["auto"]}}), 1, 89, "no value"),
        (record(header={**HEADER, "options": {"claims": {}}}), 1, 89, "no value"),
        (record(*[{"round": 1}] * (MOST_EVENTS + 1)), MOST_EVENTS + 2, 1, "events at most"),
        (record({"round": 1}) + b" " * LARGEST, 1, 1, "larger than 2048 kilobytes"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_told_with_its_line_and_column(store, data, line, column, words):
    before = everything(store)

    with pytest.raises(RecordError, match=words) as refused:
        import_record(store, data)

    assert (refused.value.line, refused.value.column) == (line, column)
    assert everything(store) == before


def test_what_is_not_json_is_told_without_the_words_of_a_programming_language(store):
    with pytest.raises(RecordError) as refused:
        import_record(store, b"hello")

    assert str(refused.value.message) == "This line is not an entry of a record."


def test_a_record_that_keeps_the_judge_busy_for_too_long_is_given_up(monkeypatch):
    with pytest.raises(RecordError, match="takes too long"):
        judge_record(record(*EVENTS), patience=-1.0)


def test_thousands_of_corrections_of_a_long_log_end_in_time():
    busy = [{"round": 1}, *EVENTS[1:2]]
    for number in range(3, 4000, 2):
        busy += [{"adjust": {"Ana": 1}}, {"retract": number}]
    started = time.process_time()  # what else the machine does is no fault of the judge
    with suppress(RecordError):
        judge_record(record(*busy), patience=2.0)
    assert time.process_time() - started < 6


def test_what_may_be_judged_again_for_corrections_is_counted_and_not_only_timed(monkeypatch):
    """Guards: MOST_AGAIN, so that a record is refused alike on a fast computer and on a slow one."""
    monkeypatch.setattr(importing, "MOST_AGAIN", 3)
    corrected = [*EVENTS, *({"amend": 1, "with": {"round": 1}} for _ in range(3))]

    with pytest.raises(RecordError, match="too often"):
        judge_record(record(*corrected))


# A thousand damaged records


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def _flip(data: bytes, chance: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 5, 40))):
        found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
    return bytes(found)


def _reorder(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"".join(lines)


def _repeat(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    lines.insert(chance.randrange(len(lines)), chance.choice(lines) * chance.choice((1, 3, 200)))
    return b"".join(lines)


WRONG = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "6-4",
    "99-99",
    "Ana",
    [],
    ["6-4"] * 500,
    {},
    {"Ana": 10**9},
    "x" * 900,
)


def _wrong_type(data: bytes, chance: random.Random) -> bytes:
    lines = [json.loads(line) for line in data.splitlines()]
    line = chance.choice(lines)
    line[chance.choice([*line, "by", "play", "why", "retract", "amend", "with"])] = chance.choice(WRONG)
    return record(*lines[1:], header=lines[0])


def _deep(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    levels = chance.choice((3, 50, 900, 5_000))
    lines.insert(
        chance.randrange(len(lines) + 1), b'{"amend":1,"with":' * levels + b"{}" + b"}" * levels + b"\n"
    )
    return b"".join(lines)


def _huge(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    much = chance.choice((b"9" * 6_000, b'"' + b"a" * 40_000 + b'"', b"1e400", b"-Infinity"))
    lines.insert(chance.randrange(len(lines) + 1), b'{"by": "Ana", "draw": ' + much + b"}\n")
    return b"".join(lines)


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _cut,
    _flip,
    _reorder,
    _repeat,
    _wrong_type,
    _deep,
    _huge,
)


def judged_or_told(data: bytes) -> JudgedRecord | RecordError:
    try:
        return judge_record(data)
    except RecordError as error:
        return error


@pytest.mark.parametrize("seed", range(10))
def test_damaged_records_are_refused_in_sentences_or_harmless_and_never_half_kept(store, keep, seed):
    chance = random.Random(seed)
    names = (
        "fundex2004.block-draw",
        "hasbro2003.texas",
        "hasbro2003.poker",
        "fundex2008.solitaire",
        "edge.draw",
    )
    whole = [download(keep(*longest_example(name)), "record").data for name in names]
    before = everything(store)
    told = harmless = 0
    for turn in range(100):
        data = DAMAGES[turn % len(DAMAGES)](chance.choice(whole), chance)
        judged = judged_or_told(data)
        if isinstance(judged, RecordError):
            assert str(judged.message).endswith(".")
            assert min(judged.line, judged.column) >= 1
            told += 1
        elif judged.complaints:
            assert all(each.code and str(each.says).endswith((".", "…")) for each in judged.complaints)
            with pytest.raises(NotImported):
                import_record(store, data)
            told += 1
        else:
            harmless += 1
        assert everything(store) == before
    assert told > 60
    assert told + harmless == 100


def test_a_letter_with_thousands_of_accents_holds_nobody_up():
    """To sort them takes the square of their number: 40,000 took two and a half seconds, a million half an hour."""
    accents = "\u0301" * 30_000 + "\u0323" * 30_000
    place = {**HEADER, "place": f"Cafe{accents}"}
    began = time.thread_time()

    judged = judge_record(record(*EVENTS[:2], header=place))

    assert time.thread_time() - began < 2
    assert judged.header["place"].startswith("Caf\u00e9\u0301")
    assert len(judged.header["place"]) < 40
