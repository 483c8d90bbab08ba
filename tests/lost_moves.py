"""A table whose later moves the book has lost, for tests of restoring them from a phone."""

import json

from referee.storage.rows import NewEvent

VARIANT = "fundex2004.all-fives"
HEADER = {"record": 1, "variant": VARIANT, "players": ["Ana", "Ben"]}
MOVES = [
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-3"},
    {"by": "Ben", "claim": 15},
    {"by": "Ana", "play": "6-4"},
    {"by": "Ben", "play": "4-2"},
    {"by": "Ana", "draw": 1},
    {"by": "Ana", "play": "3-1"},
    {"by": "Ben", "play": "2-0"},
    {"by": "Ana", "play": "1-1"},
    {"by": "Ben", "play": "0-0"},
    {"by": "Ana", "play": "4-1"},
    {"retract": 12},
    {"by": "Ana", "play": "2-1"},
    {"by": "Ben", "draw": 1},
]


def record(*events, header=HEADER):
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in (header, *events))


def lost_after(store, number, header=HEADER):
    """A table of which the book has only the first `number` moves."""
    return store.import_table(header, [NewEvent(each) for each in MOVES[:number]])


def said(store, row):
    return [each.body for each in store.events(row.id)]
