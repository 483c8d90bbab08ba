"""Messages of the commands on the terminal."""

import sys

from referee.engine.spelling import escaped


def refuse(sentence: str, status: int) -> int:
    """Print a sentence on standard error, after flushing standard output; returns `status`."""
    sys.stdout.flush()
    print(escaped(sentence), file=sys.stderr, flush=True)
    return status


def amount(tables: int, events: int) -> str:
    """The size of a score book in words: "1 table, 30 events"."""
    return f"{tables} table{'' if tables == 1 else 's'}, {events} event{'' if events == 1 else 's'}"
