"""One hand of a trick game on one page of paper."""

from __future__ import annotations

from referee.engine.games.phrases import listed
from referee.engine.games.tricks.state import trick_match
from referee.engine.messages import _
from referee.engine.rulings import Verdict
from referee.reports import Judged
from referee.reports.agreed import goal_of, house_rules
from referee.reports.lines import is_corrected
from referee.web.parts.flags import proved_in
from referee.web.parts.logbook import entries_to, round_of, settled_in, when_of
from referee.web.parts.margin import lines_of
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import RoundPaper
from referee.web.parts.results import printed_result
from referee.web.table.tricks.facts import match_of
from referee.web.table.tricks.settled import settled_face


def paper_of(table: Table, number: int, size: str) -> RoundPaper | None:
    """The hand on one page, with the events that were corrected, taken back or let stand; None if it was not settled."""
    judged = round_of(table, number)
    if judged is None or not settled_in(judged):
        return None
    # Hands that were shown after the settlement belong to it.
    match = trick_match(entries_to(table.log, judged)[-1].state)
    setup = match_of(table).setup
    return RoundPaper(
        title=str(setup.variant.title),
        facts=f"{setup.variant.sheet.title} · {_(setup.tiles.name)} · {goal_of(setup.variant)}",
        round_title=_("Round {number}", number=number),
        when=f"{when_of(table)} · {listed(setup.sides)}",
        settlement=printed_result(table, number)._replace(
            lies="table/tricks/_result.html",
            notes=proved_in(table, number),
        ),
        face=settled_face(match),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        lines=lines_of(table, [each for each in judged if _is_marked(table, each)]),
        signatures=setup.players,
        paper=size,
    )


def _is_marked(table: Table, each: Judged) -> bool:
    """Whether an entry is more than what was said in turn: taken back, corrected, or let stand against a rule."""
    if each.entry is None or each.entry.ruling.verdict is Verdict.LET_STAND:
        return True
    return is_corrected(table.log, each.entry)
