"""One hand of a trick game on one page of paper."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from referee.engine.games.phrases import listed
from referee.engine.messages import _
from referee.engine.rulings import Verdict
from referee.reports import Judged
from referee.reports.agreed import goal_of, house_rules
from referee.reports.lines import is_corrected
from referee.web.parts.family import Paper
from referee.web.parts.logbook import entries_to, round_of, settled_in, when_of
from referee.web.parts.margin import lines_of
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine
from referee.web.parts.table_views import Settlement
from referee.web.table.tricks.facts import match_of, trick_match
from referee.web.table.tricks.settled import settled_face, settlement_of
from referee.web.table.tricks.views import SettledFace


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
    if judged is None or not settled_in(judged):
        return None
    # Hands that were shown after the settlement belong to it.
    entries = entries_to(table.log, judged)
    match = trick_match(entries[-1].state)
    setup = match_of(table).setup
    page = TrickPaper(
        title=str(setup.variant.title),
        facts=f"{setup.variant.sheet.title} · {_(setup.tiles.name)} · {goal_of(setup.variant)}",
        round_title=_("Round {number}", number=number),
        when=f"{when_of(table)} · {listed(setup.sides)}",
        hand=settled_face(table, match, elsewhere=False),
        settlement=settlement_of(table, entries, match),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        marked=lines_of(table, [each for each in judged if _is_marked(table, each)]),
        signatures=setup.players,
        paper=size,
        back=url_for("rounds.show", link=table.link),
    )
    return Paper("table/tricks/summary.html", page)


def _is_marked(table: Table, each: Judged) -> bool:
    """Whether an entry is more than what was said in turn: taken back, corrected, or let stand against a rule."""
    if each.entry is None or each.entry.ruling.verdict is Verdict.LET_STAND:
        return True
    return is_corrected(table.log, each.entry)
