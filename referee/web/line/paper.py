"""One round of a line game on one page of paper."""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for

from referee.play.words import listed, tiles_word
from referee.replay import Entry
from referee.summaries.house import facts_of
from referee.web.book import Table, line_state
from referee.web.family import Paper
from referee.web.line.settled import settlement_of
from referee.web.line.telling import lines_of
from referee.web.logbook import Judged, by_round, when_of
from referee.web.pages import Summary
from referee.web.pictures import finished_picture
from referee.web.switches import house_rules


def paper_of(table: Table, number: int, size: str) -> Paper | None:
    """The round on one page; None where no such round was settled."""
    page = _summary(table, number, size)
    return None if page is None else Paper("summary.html", page)


def _summary(table: Table, number: int, size: str) -> Summary | None:
    judged = next((each for round_number, each in reversed(by_round(table)) if round_number == number), None)
    if judged is None:
        return None
    settled = [
        n for n, entry in enumerate(table.log.entries) if _is_of(judged, entry) and entry.ruling.settled
    ]
    if not settled:
        return None
    entries = table.log.entries[: settled[-1] + 1]
    state = line_state(entries[-1].state)
    current = state.round
    assert current is not None
    setup = state.setup
    layout = current.layout
    return Summary(
        title=setup.variant.name,
        facts=facts_of(setup),
        round_title=f"Round {number}",
        when=f"{when_of(table)} · {listed(setup.players)}, clockwise",
        layout=finished_picture(
            layout, tiles_word(len(layout.laid)), counts_ends=setup.variant.counting.counts_ends
        ),
        settlement=settlement_of(table, entries, state),
        house_rules=tuple(rule.sentence for rule in house_rules(setup)),
        lines=lines_of(table, judged),
        signatures=setup.players,
        paper=size,
        back=url_for("rounds.show", link=table.link),
    )


def _is_of(judged: Sequence[Judged], entry: Entry) -> bool:
    return any(each.number == entry.number for each in judged)
