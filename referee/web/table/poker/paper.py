"""One deal of poker on one page of paper: the showdown, the betting, the totals, and a line for each signature."""

from __future__ import annotations

from referee.engine.games.phrases import listed
from referee.engine.messages import _
from referee.reports.agreed import house_rules
from referee.web.parts.logbook import round_of, settled_in, when_of
from referee.web.parts.margin import lines_of
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import RoundPaper
from referee.web.table.poker.settled import showdown_of
from referee.web.table.poker.sitting import poker_state


def paper_of(table: Table, number: int, size: str) -> RoundPaper | None:
    """The deal on one page; None if no such deal was settled."""
    judged = round_of(table, number)
    if judged is None or not settled_in(judged):
        return None
    last = next(each.entry for each in reversed(judged) if each.entry is not None)
    setup = table.setup
    face, settlement = showdown_of(table, poker_state(last.state))
    return RoundPaper(
        title=str(setup.variant.title),
        facts=f"{setup.variant.sheet.title} · {_('twenty tiles of a {set} set', set=_(setup.tiles.name))}",
        round_title=_("Deal {number}", number=number),
        when=f"{when_of(table)} · {_('{names}, clockwise', names=listed(setup.players))}",
        settlement=settlement,
        face=face,
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        lines=lines_of(table, judged),
        signatures=setup.players,
        paper=size,
    )
