"""One round of a line game on one page of paper."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.games.line.state import line_match
from referee.engine.games.phrases import listed
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import TableRuling
from referee.engine.seating import LineSetup
from referee.reports.agreed import facts_of, house_rules
from referee.web.parts.logbook import entries_to, round_of, settled_in, when_of
from referee.web.parts.margin import told
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import RoundPaper
from referee.web.parts.results import printed_result


def paper_of(table: Table, number: int, size: str) -> RoundPaper | None:
    """The round on one page; None if no such round was settled."""
    judged = round_of(table, number)
    if judged is None or not settled_in(judged):
        return None
    settled = [each.entry for each in judged if each.entry is not None and each.entry.ruling.settled]
    # What the table agreed on after the settlement is printed with it; rules are those that it was settled by.
    setup = line_match(settled[-1].state).setup
    entries = entries_to(table.log, judged)
    return RoundPaper(
        title=str(setup.variant.title),
        facts=facts_of(setup),
        round_title=_("Round {number}", number=number),
        when=f"{when_of(table)} · {_('{players}, clockwise', players=listed(setup.players))}",
        settlement=printed_result(table, number),
        house_rules=_house_rules(setup, [each for each in entries if each.number <= settled[-1].number]),
        lines=told(table, judged),
        signatures=setup.players,
        paper=size,
    )


def _house_rules(setup: LineSetup, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What the table plays otherwise than its sheet; what it ruled in play says in which round."""
    ruled = {
        name: line_match(entry.state).current.number
        for entry in entries
        if isinstance(entry.event, TableRuling)
        for name, _ in entry.event.options
    }
    return tuple(
        _("{rule} (Ruled in round {number}.)", rule=rule.sentence, number=ruled[rule.name])
        if rule.name in ruled
        else str(rule.sentence)
        for rule in house_rules(setup)
    )
