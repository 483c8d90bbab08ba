"""`referee replay`: judges a record again and prints the answers, for people or as JSON."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from referee.cli.terminal import refuse
from referee.engine.spelling import escaped

Answer = dict[str, Any]
Mapped = Callable[[Callable[[Path], "Replayed"], Iterable[Path]], Iterable["Replayed"]]

STANDS, NOT_ALL_STAND, UNREADABLE = 0, 1, 2
WORTH_SHARING = 1_000_000  # bytes of records in a folder: about a second on one processor


class Replayed(NamedTuple):
    """The result for one record: the exit status, and the answers to print or why it cannot be read."""

    status: int
    answers: str = ""
    wrong: str = ""


def replay(source: str, *, as_json: bool) -> int:
    """Judge the record in the file `source`, every *.jsonl of the folder `source`, or standard input for `-`.

    Prints the answers; if a record cannot be read, reports that on standard error and continues with the others.
    Returns the worst exit status: 0 if every event stands, 1 if one does not, 2 if a record cannot be read.
    """
    line = partial(json.dumps, ensure_ascii=False) if as_json else _line
    if source == "-":
        return _tell(_told("-", sys.stdin.buffer.read, line))
    if Path(source).is_dir():
        return _replay_folder(Path(source), line)
    return _tell(_told(source, Path(source).read_bytes, line))


def _replay_folder(folder: Path, line: Callable[[Answer], str]) -> int:
    """Judge the records of a folder on all processors; the answers are printed in order of file name."""
    records = sorted(path for path in folder.glob("*.jsonl") if path.is_file())
    if not records:
        return refuse(f"{folder}: there is no record (*.jsonl) in this folder", UNREADABLE)
    worst = STANDS
    with _shared(records) as mapped:
        judged = mapped(partial(_told_file, line=line), records)
        for number, (path, told) in enumerate(zip(records, judged, strict=True), 1):
            print(escaped(line({"record": path.name})))
            worst = max(worst, _tell(told))
            _show_progress(number, len(records))
    return worst


@contextmanager
def _shared(records: Sequence[Path]) -> Iterator[Mapped]:
    """A `map` for the records: on a pool with a process per processor if there is enough work, or else in this one."""
    if sum(path.stat().st_size for path in records) < WORTH_SHARING:
        yield map
        return
    from concurrent.futures import ProcessPoolExecutor

    try:
        pool = ProcessPoolExecutor()
    except (ImportError, NotImplementedError, OSError):  # a system without semaphores, such as Android
        yield map
        return
    try:
        yield partial(pool.map, chunksize=4)
    finally:
        pool.shutdown(cancel_futures=True)


def _show_progress(done: int, total: int) -> None:
    """Show the progress on the terminal, unless the answers are printed there."""
    if sys.stderr.isatty() and not sys.stdout.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done:,} of {total:,} records", end=end, file=sys.stderr, flush=True)


def _told_file(path: Path, line: Callable[[Answer], str]) -> Replayed:
    return _told(path.name, path.read_bytes, line)


def _told(name: str, read: Callable[[], bytes], line: Callable[[Answer], str]) -> Replayed:
    from referee.engine.answers import replay_text
    from referee.engine.record.reading import RecordError, text_of

    try:
        answers = list(replay_text(text_of(read())))
    except OSError as error:
        return Replayed(UNREADABLE, wrong=f"{name}: {error.strerror}")
    except RecordError as error:
        return Replayed(UNREADABLE, wrong=f"{name}:{error.line}:{error.column}: {error.message}")
    stands = all(answer["verdict"] == "stands" for answer in answers if "verdict" in answer)
    return Replayed(STANDS if stands else NOT_ALL_STAND, "\n".join(escaped(line(each)) for each in answers))


def _tell(told: Replayed) -> int:
    if told.wrong:
        return refuse(told.wrong, told.status)
    print(told.answers, flush=True)
    return told.status


def _line(answer: Answer) -> str:
    if "record" in answer:
        return f"\n{answer['record']}"
    if "start" in answer:
        return f"      Carried over: {_scores(answer['start'])}"
    words = _result(answer["result"]) if "result" in answer else ["  ".join(_ruling(answer))]
    return "\n".join(words)


def _ruling(answer: Answer) -> Iterator[str]:
    """The event's number, the sentence, the points it adds, and the scores if it changed them."""
    yield f"{answer['event']:>4}"
    marked = "" if answer["verdict"] == "stands" else f"{answer['verdict']}: "
    yield marked + (answer.get("says") or "")
    points = {side: value for side, value in (answer.get("points") or {}).items() if value}
    if points:
        yield "[" + ", ".join(f"{side} {value:+}" for side, value in points.items()) + "]"
        yield f"({_scores(answer.get('scores') or {})})"


def _result(result: Mapping[str, Any]) -> Iterator[str]:
    from referee.engine.messages import OR, Listed, of_side

    winner = result.get("winner")
    won = of_side("{name} wins.", "{name} win.", winner) if winner else "Nobody has won."
    yield f"      {won} {_scores(result.get('scores') or {})}"
    for flag in result.get("flags") or ():
        who = Listed([flag["by"]] if flag["by"] else flag["or_by"], OR)
        when = Listed([*flag.get("or_at", ()), flag["event"]], OR)
        yield f"      {flag['kind']}, {who}, event {when}: {flag['because']}"


def _scores(scores: Mapping[str, object]) -> str:
    return ", ".join(f"{side} {score}" for side, score in scores.items())
