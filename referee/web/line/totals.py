"""The running totals of a match: each side's points before this round and in it, by where they came from."""

from __future__ import annotations

from collections.abc import Sequence

from referee.events import Adjust, Claim, Muggins, Play, Round, Void
from referee.play.state import Match
from referee.replay import Entry
from referee.web.book import Table
from referee.web.views import Totals, TotalsRow


def totals_of(table: Table, entries: Sequence[Entry], state: Match) -> Totals:
    """Each side's points before this round and in it, by where they came from; empty columns are left out."""
    setup = table.match.setup
    number = state.round.number if state.round is not None else 1
    columns = ["Before" if number > 2 else "Round 1"] if number > 1 else []
    kinds = ("Laid", "Called", "Agreed", "Void", "Settled")
    made = {kind: [0] * len(setup.sides) for kind in ("Before", *kinds)}
    in_round = 0
    for entry in entries:
        if isinstance(entry.event, Round):
            in_round = entry.event.number
        _add(made, entry, before=in_round < number)
    used = [kind for kind in kinds if any(made[kind])]
    rows = tuple(
        TotalsRow(
            name=name,
            figures=tuple(_figure(made[kind][side]) for kind in (["Before"] if columns else []) + used),
            total=state.scores[side],
            won=state.winner == side or (state.winner is None and _settled_by(state) == side),
        )
        for side, name in enumerate(setup.sides)
    )
    return Totals(columns=(*columns, *used), rows=rows)


def _settled_by(state: Match) -> int | None:
    return state.round.settled.winner if state.round is not None and state.round.settled is not None else None


def _figure(points: int) -> str:
    return str(points) if points else ""


def _add(made: dict[str, list[int]], entry: Entry, *, before: bool) -> None:
    settled = entry.ruling.settled
    kind = (
        "Laid"
        if isinstance(entry.event, Play)
        else "Called"
        if isinstance(entry.event, Claim | Muggins)
        else ""
    )
    kind = "Agreed" if isinstance(entry.event, Adjust) else "Void" if isinstance(entry.event, Void) else kind
    paid = dict.fromkeys(range(len(made["Before"])), 0)
    for side, gained in settled.points if settled is not None else ():
        paid[side] += gained
        made["Before" if before else "Settled"][side] += gained
    for side, gained in entry.ruling.points:
        own = gained - paid[side]  # a tile that settles the round at once brings both
        made["Before" if before else kind or "Settled"][side] += own
