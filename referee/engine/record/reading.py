"""Records read from text (record/README.md): the header and the events as plain JSON values."""

import json
from typing import Any, NamedTuple

from referee.engine.messages import Message, msg


class RecordError(Exception):
    """A record that cannot be read at all: where (line and column, from 1) and why."""

    def __init__(self, message: Message, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


class RawRecord(NamedTuple):
    """A record as written: the header and the events, not judged yet."""

    header: dict[str, Any]
    header_line: int
    header_text: str
    events: list[dict[str, Any]]


def text_of(data: bytes) -> str:
    """The text of a record from its bytes, UTF-8 with or without a byte order mark; `RecordError` for any others."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].split(b"\n")
        column = len(before[-1].decode()) + 1
        raise RecordError(msg("This is not a text file in UTF-8."), len(before), column) from None


def read_record(text: str) -> RawRecord:
    """A record's lines as JSON objects; `RecordError` names a line that is not one (record/README.md, Reading)."""
    found: list[tuple[int, str, dict[str, Any]]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            found.append((number, line, _read_line(line, number)))
    if not found:
        raise RecordError(msg("The record is empty; its first line is the header."))
    number, line, header = found[0]
    return RawRecord(header, number, line, [each[2] for each in found[1:]])


def _read_line(line: str, number: int) -> dict[str, Any]:
    try:
        read = json.loads(line, parse_constant=_no_constant)
    except json.JSONDecodeError as wrong:
        raise RecordError(msg("This line is not an entry of a record."), number, wrong.colno) from None
    except (ValueError, RecursionError):
        raise RecordError(msg("This line holds something that cannot be read."), number) from None
    if not isinstance(read, dict):
        raise RecordError(msg("Each line of a record is one entry, in curly brackets."), number)
    return read


def _no_constant(name: str) -> Any:
    raise ValueError(name)
