"""One round of a line game on one page of paper."""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for

from referee.engine.games.line.state import line_match
from referee.engine.games.phrases import listed, tiles_word
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import TableRuling
from referee.engine.seating import LineSetup
from referee.reports.agreed import facts_of, house_rules
from referee.web.parts.family import Paper
from referee.web.parts.logbook import entries_to, round_of, when_of
from referee.web.parts.margin import told
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import Summary
from referee.web.parts.pictures import finished_picture
from referee.web.table.line.settled import settlement_of


def paper_of(table: Table, number: int, size: str) -> Paper | None:
    """The round on one page; None where no such round was settled."""
    page = _summary(table, number, size)
    return None if page is None else Paper("table/line/summary.html", page)


def _summary(table: Table, number: int, size: str) -> Summary | None:
    judged = round_of(table, number)
    settled = [each.entry for each in judged or () if each.entry is not None and each.entry.ruling.settled]
    if judged is None or not settled:
        return None
    entries = entries_to(table.log, judged)
    # What the table agreed on after the settlement is printed with it; rules are those that it was settled by.
    setup = line_match(settled[-1].state).setup
    state = line_match(entries[-1].state)._replace(setup=setup)
    current = state.round
    assert current is not None
    layout = current.layout
    seated = _("{players}, clockwise", players=listed(setup.players))
    return Summary(
        title=str(setup.variant.title),
        facts=facts_of(setup),
        round_title=_("Round {number}", number=number),
        when=f"{when_of(table)} · {seated}",
        layout=finished_picture(
            layout, str(tiles_word(len(layout.laid))), counts_ends=setup.variant.counting.counts_ends
        ),
        settlement=settlement_of(table, entries, state),
        house_rules=_house_rules(setup, [each for each in entries if each.number <= settled[-1].number]),
        lines=told(table, judged),
        signatures=setup.players,
        paper=size,
        back=url_for("rounds.show", link=table.link),
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
