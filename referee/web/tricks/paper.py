"""One hand of a trick game on one page of paper."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from referee.play.words import listed
from referee.web.book import Table
from referee.web.family import Paper
from referee.web.logbook import Judged, round_of, when_of
from referee.web.pages import LogLine
from referee.web.switches import house_rules
from referee.web.tricks.faces import SettledFace
from referee.web.tricks.facts import goal_words, match_of, trick_match
from referee.web.tricks.settled import settled_face, settlement_of
from referee.web.tricks.telling import is_marked, lines_of
from referee.web.views import Settlement
from referee.wording import _


@dataclass(frozen=True, kw_only=True)
class TrickPaper:
    """A hand on paper: the auction, every hand as it was laid, trick by trick, the settlement and the totals.

    `marked` are the events that were corrected, taken back, or let stand against a rule.
    """

    title: str
    facts: str
    round_title: str
    when: str
    hand: SettledFace
    settlement: Settlement
    house_rules: tuple[str, ...]
    marked: tuple[LogLine, ...]
    signatures: tuple[str, ...]
    paper: str
    back: str


def paper_of(table: Table, number: int, size: str) -> Paper | None:
    """The hand on one page; None where no such round was settled."""
    judged = round_of(table, number)
    if judged is None:
        return None
    settled = [
        place
        for place, entry in enumerate(table.log.entries)
        if entry.ruling.settled is not None and any(each.number == entry.number for each in judged)
    ]
    if not settled:
        return None
    last = settled[-1]
    # Hands that were shown after the settlement belong to it.
    while last + 1 < len(table.log.entries) and _is_of(judged, table.log.entries[last + 1].number):
        last += 1
    entries = table.log.entries[: last + 1]
    match = trick_match(entries[-1].state)
    setup = match_of(table).setup
    page = TrickPaper(
        title=str(setup.variant.title),
        facts=f"{setup.variant.sheet.title} · {_(setup.tiles.name)} · {goal_words(setup.variant)}",
        round_title=_("Round {number}", number=number),
        when=f"{when_of(table)} · {listed(setup.sides)}",
        hand=settled_face(table, match, elsewhere=False),
        settlement=settlement_of(table, entries, match),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        marked=lines_of(table, [each for each in judged if is_marked(table, each)]),
        signatures=setup.players,
        paper=size,
        back=url_for("rounds.show", link=table.link),
    )
    return Paper("tricks/summary.html", page)


def _is_of(judged: list[Judged], number: int) -> bool:
    return any(each.number == number and each.entry is not None for each in judged)
