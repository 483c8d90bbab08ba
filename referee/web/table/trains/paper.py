"""One round of trains on one page of paper."""

from __future__ import annotations

from referee.engine.games.phrases import listed
from referee.engine.games.trains.state import train_match
from referee.engine.messages import _
from referee.reports.agreed import facts_of, house_rules
from referee.web.parts.flags import proved_in
from referee.web.parts.logbook import entries_to, round_of, settled_in, when_of
from referee.web.parts.margin import told
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import RoundPaper
from referee.web.parts.results import printed_result
from referee.web.table.trains.ended import LIES
from referee.web.table.trains.lying import lies_of


def paper_of(table: Table, number: int, size: str) -> RoundPaper | None:
    """The round on one page, each train as a row or the foot as it lay; None if no such round was settled."""
    judged = round_of(table, number)
    if judged is None or not settled_in(judged):
        return None
    match = train_match(entries_to(table.log, judged)[-1].state)
    setup = match.setup
    return RoundPaper(
        title=str(setup.variant.title),
        facts=facts_of(setup),
        round_title=_("Round {number}", number=number),
        when=f"{when_of(table)} · {_('{players}, clockwise', players=listed(setup.players))}",
        settlement=printed_result(table, number)._replace(lies=LIES, notes=proved_in(table, number)),
        face=lies_of(match),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        lines=told(table, judged),
        signatures=setup.players,
        paper=size,
        is_dense=True,
    )
