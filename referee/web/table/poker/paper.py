"""One deal of poker on one page of paper: the showdown, the betting, the totals, and a line for each signature."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from referee.engine.games.phrases import listed
from referee.engine.messages import _
from referee.reports.agreed import house_rules
from referee.web.parts.family import Paper
from referee.web.parts.logbook import round_of, when_of
from referee.web.parts.margin import lines_of
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine
from referee.web.table.poker.settled import showdown_of
from referee.web.table.poker.sitting import poker_state
from referee.web.table.poker.views import ShowdownView


@dataclass(frozen=True, kw_only=True)
class PokerSummary:
    """A deal as it is printed."""

    title: str
    facts: str
    round_title: str
    when: str
    showdown: ShowdownView
    house_rules: tuple[str, ...]
    lines: tuple[LogLine, ...]
    signatures: tuple[str, ...]
    paper: str
    back: str


def paper_of(table: Table, number: int, size: str) -> Paper | None:
    """The deal on one page; None where no such deal was settled."""
    judged = round_of(table, number)
    settled = [each.entry for each in judged or () if each.entry is not None and each.entry.ruling.settled]
    if judged is None or not settled:
        return None
    last = next(each.entry for each in reversed(judged) if each.entry is not None)
    setup = table.setup
    page = PokerSummary(
        title=str(setup.variant.title),
        facts=f"{setup.variant.sheet.title} · {_('twenty tiles of a {set} set', set=_(setup.tiles.name))}",
        round_title=_("Deal {number}", number=number),
        when=f"{when_of(table)} · {_('{names}, clockwise', names=listed(setup.players))}",
        showdown=showdown_of(table, poker_state(last.state)),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        lines=lines_of(table, judged),
        signatures=setup.players,
        paper=size,
        back=url_for("rounds.show", link=table.link),
    )
    return Paper("table/poker/summary.html", page)
