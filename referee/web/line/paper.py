"""One round of a line game on one page of paper."""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for

from referee.events import TableRuling
from referee.play.words import listed, tiles_word
from referee.replay import Entry
from referee.setup import Setup
from referee.summaries.house import facts_of
from referee.web.book import Table, line_state
from referee.web.family import Paper
from referee.web.history import told
from referee.web.line.settled import settlement_of
from referee.web.line.telling import lines_of
from referee.web.logbook import Judged, round_of, when_of
from referee.web.pages import Summary
from referee.web.pictures import finished_picture
from referee.web.switches import house_rules
from referee.wording import _


def paper_of(table: Table, number: int, size: str) -> Paper | None:
    """The round on one page; None where no such round was settled."""
    page = _summary(table, number, size)
    return None if page is None else Paper("summary.html", page)


def _summary(table: Table, number: int, size: str) -> Summary | None:
    judged = round_of(table, number)
    if judged is None:
        return None
    settled = [
        n for n, entry in enumerate(table.log.entries) if _is_of(judged, entry) and entry.ruling.settled
    ]
    if not settled:
        return None
    last = max(n for n, entry in enumerate(table.log.entries) if _is_of(judged, entry))
    entries = table.log.entries[: last + 1]
    # What the table agreed on after the settlement is printed with it; rules are those that it was settled by.
    setup = line_state(table.log.entries[settled[-1]].state).setup
    state = line_state(entries[-1].state)._replace(setup=setup)
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
        house_rules=_house_rules(setup, table.log.entries[: settled[-1] + 1]),
        lines=told(table, judged, lines_of),
        signatures=setup.players,
        paper=size,
        back=url_for("rounds.show", link=table.link),
    )


def _house_rules(setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What the table plays otherwise than its sheet; what it ruled in play says in which round."""
    ruled = {
        name: line_state(entry.state).current.number
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


def _is_of(judged: Sequence[Judged], entry: Entry) -> bool:
    return any(each.number == entry.number for each in judged)
