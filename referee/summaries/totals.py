"""The running totals: each side's points before a round and in it, by where they came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.events import Adjust, Claim, Muggins, Play, Round, Void
from referee.replay import Entry
from referee.setup import Seating
from referee.summaries.lines import made_in_play
from referee.wording import _, _p, said_as

KINDS = {
    "Laid": said_as("points", "Laid"),
    "Called": said_as("points", "Called"),
    "Agreed": said_as("points", "Agreed"),
    "Void": said_as("points", "Void"),
    "Settled": said_as("points", "Settled"),
}
_KIND = {Play: "Laid", Claim: "Called", Muggins: "Called", Adjust: "Agreed", Void: "Void"}


class TotalsRow(NamedTuple):
    """One side: a figure for each column, and the score after them."""

    name: str
    figures: tuple[int, ...]
    total: int
    won: bool


class Totals(NamedTuple):
    """Each side's points by where they came from; columns that would be empty are left out."""

    columns: tuple[str, ...]
    rows: tuple[TotalsRow, ...]


def totals_of(setup: Seating, entries: Sequence[Entry], number: int, winner: int | None) -> Totals:
    """The totals after round `number`; `entries` is everything in force up to its end, `winner` who won it."""
    sides = range(len(setup.sides))
    made = {kind: [0 for _ in sides] for kind in ("Before", *KINDS)}
    in_round = 0
    for entry in entries:
        if isinstance(entry.event, Round):
            in_round = entry.event.number
        if not entry.ruling.points and entry.ruling.settled is None:
            continue  # most entries bring nothing, and a long match has thousands of them
        before = in_round < number
        for side, points in made_in_play(entry):
            made["Before" if before else _KIND.get(type(entry.event), "Settled")][side] += points
        for side, points in entry.ruling.settled.points if entry.ruling.settled is not None else ():
            made["Before" if before else "Settled"][side] += points
    used = [*(["Before"] if number > 1 else []), *(kind for kind in KINDS if any(made[kind]))]
    before_words = _p("points", "Before") if number > 2 else _("Round {number}", number=1)
    names = {"Before": before_words, **{kind: str(words) for kind, words in KINDS.items()}}
    scores = entries[-1].state.scores if entries else tuple(0 for _ in sides)
    rows = tuple(
        TotalsRow(name, tuple(made[kind][side] for kind in used), scores[side], winner == side)
        for side, name in enumerate(setup.sides)
    )
    return Totals(tuple(names[kind] for kind in used), rows)
