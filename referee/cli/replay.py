"""`referee replay`: judge a written record again, for people or as JSON."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.cli.terminal import refuse
from referee.engine.spelling import escaped

Answer = dict[str, Any]

STANDS, NOT_ALL_STAND, UNREADABLE = 0, 1, 2


class UnreadableFile(Exception):
    """A record that cannot be read; the text begins with where."""


def replay(source: str, *, as_json: bool) -> int:
    """Judge the record in the file `source`, every *.jsonl of the folder `source`, or standard input for `-`.

    Prints the answers; if a record cannot be read, says so on standard error and goes on with the others.
    Returns the exit status, the worst of all: 0 every event stands, 1 not every one, 2 cannot be read.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # as the records are, whatever the terminal was set to
    show = _show_json if as_json else _show
    try:
        if source == "-":
            return _replay_one("-", sys.stdin.buffer.read, show)
        if Path(source).is_dir():
            return _replay_folder(Path(source), show)
        return _replay_one(source, Path(source).read_bytes, show)
    except BrokenPipeError:  # the reader of our output has stopped
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_ALL_STAND


def _replay_folder(folder: Path, show: Callable[[Answer], None]) -> int:
    records = sorted(path for path in folder.glob("*.jsonl") if path.is_file())
    if not records:
        return refuse(f"{folder}: there is no record (*.jsonl) in this folder", UNREADABLE)
    worst = STANDS
    for path in records:
        show({"record": path.name})
        worst = max(worst, _replay_one(path.name, path.read_bytes, show))
    return worst


def _replay_one(name: str, read: Callable[[], bytes], show: Callable[[Answer], None]) -> int:
    try:
        answers = _judge(name, read)
    except UnreadableFile as error:
        return refuse(str(error), UNREADABLE)
    for answer in answers:
        show(answer)
    sys.stdout.flush()
    stands = all(answer["verdict"] == "stands" for answer in answers if "verdict" in answer)
    return STANDS if stands else NOT_ALL_STAND


def _judge(name: str, read: Callable[[], bytes]) -> list[Answer]:
    from referee.engine.answers import replay_text
    from referee.engine.record.reading import RecordError

    try:
        written = read()
    except OSError as error:
        raise UnreadableFile(f"{name}: {error.strerror}") from error
    written = written.removeprefix(codecs.BOM_UTF8)
    try:
        return list(replay_text(written.decode("utf-8")))
    except UnicodeDecodeError as error:
        before = written[: error.start].split(b"\n")
        column = len(before[-1].decode("utf-8")) + 1
        raise UnreadableFile(f"{name}:{len(before)}:{column}: this is not UTF-8 text") from error
    except RecordError as error:
        raise UnreadableFile(f"{name}:{error.line}:{error.column}: {error.message}") from error


def _show_json(answer: Answer) -> None:
    print(escaped(json.dumps(answer, ensure_ascii=False)))


def _show(answer: Answer) -> None:
    if "record" in answer:
        print(escaped(f"\n{answer['record']}"))
    elif "result" in answer:
        print(escaped("\n".join(_result(answer["result"]))))
    else:
        print(escaped("  ".join(_ruling(answer))))


def _ruling(answer: Answer) -> Iterator[str]:
    """The number, the sentence, what it adds, and the scores if it changed them."""
    yield f"{answer['event']:>4}"
    marked = "" if answer["verdict"] == "stands" else f"{answer['verdict']}: "
    yield marked + (answer.get("says") or "")
    points = {side: value for side, value in (answer.get("points") or {}).items() if value}
    if points:
        yield "[" + ", ".join(f"{side} {value:+}" for side, value in points.items()) + "]"
        yield f"({_scores(answer.get('scores') or {})})"


def _result(result: Mapping[str, Any]) -> Iterator[str]:
    from referee.engine.audit.flag_words import listed_or

    winner = f"{result['winner']} wins." if result.get("winner") else "Nobody has won."
    yield f"      {winner} {_scores(result.get('scores') or {})}"
    for flag in result.get("flags") or ():
        who = listed_or([flag["by"]] if flag["by"] else flag["or_by"] or ["somebody"])
        when = listed_or([*flag.get("or_at", ()), flag["event"]])
        yield f"      {flag['kind']}, {who}, event {when}: {flag['because']}"


def _scores(scores: Mapping[str, object]) -> str:
    return ", ".join(f"{side} {score}" for side, score in scores.items())
