"""The running totals: each side's points before a round, and in it by source."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.log import Entry, Log
from referee.engine.messages import _, _p, capital, msg_as
from referee.engine.record.events import Adjust, Claim, Muggins, Play, RoundResult, Void
from referee.engine.seating import Seating
from referee.reports.families import round_name
from referee.reports.lines import made_in_play
from referee.reports.sections import Section

KINDS = {
    "Laid": msg_as("points", "Laid"),
    "Called": msg_as("points", "Called"),
    "Agreed": msg_as("points", "Agreed"),
    "Void": msg_as("points", "Void"),
    "Settled": msg_as("points", "Settled"),
    "Bonus": msg_as("points", "Bonus"),
}
_KIND = {
    Play: "Laid",
    RoundResult: "Laid",
    Claim: "Called",
    Muggins: "Called",
    Adjust: "Agreed",
    Void: "Void",
}


class TotalsRow(NamedTuple):
    """One side: a figure for each column (0 is left out), and the score after them; `sum` shows how the last figure adds
    up."""

    name: str
    figures: tuple[int, ...]
    total: int
    won: bool
    sum: str = ""


class Totals(NamedTuple):
    """Each side's points by source or by round; empty columns are left out. `heading` is over the column of names."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[TotalsRow, ...]


def totals_of(log: Log, section: Section, winner: int | None) -> Totals:
    """The totals after that round; `winner` is the side that won it."""
    setup, number, before = log.start.setup, section.number, section.began
    made = made_by_kind(setup, section.entries)
    made["Before"] = list(before)
    used = [*(["Before"] if number > 1 or any(before) else []), *(kind for kind in KINDS if any(made[kind]))]
    is_first = number == 2 and not any(log.start.amounts)
    before_words = capital(round_name(setup, 1)) if is_first else _p("points", "Before")
    names = {"Before": before_words, **{kind: str(words) for kind, words in KINDS.items()}}
    if "Bonus" in used:
        names["Settled"] = _p("points", "Tiles")
    scores = section.end.amounts
    rows = tuple(
        TotalsRow(str(name), tuple(made[kind][side] for kind in used), scores[side], winner == side)
        for side, name in enumerate(setup.sides)
    )
    heading = _("Side") if len(setup.sides) < len(setup.players) else _("Player")
    return Totals(heading, tuple(names[kind] for kind in used), rows)


def made_by_kind(setup: Seating, played: Sequence[Entry]) -> dict[str, list[int]]:
    """The points of these events for each of KINDS, by side."""
    made = {kind: [0 for _ in setup.sides] for kind in KINDS}
    for entry in played:
        settled = entry.ruling.settled
        otherwise = "Void" if settled is not None and settled.how == "void" else "Settled"
        kind = _KIND.get(type(entry.event), otherwise)
        paid = [(kind, made_in_play(entry), entry.ruling.premios)]
        if settled is not None:
            paid.append(("Settled", settled.points, settled.premios))
        for source, scored, premios in paid:
            for side, points in scored:
                made[source][side] += points
            for each in premios:
                made[source][each.side] -= each.points
                made["Bonus"][each.side] += each.points
    return made
