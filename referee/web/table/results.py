"""The end of a round or match on the table's page and on paper: what all games show there in the same way."""

from collections.abc import Sequence

from flask import url_for

from referee.drawing.plots import PlotFrame
from referee.engine.games.match import Status
from referee.engine.messages import _, _p
from referee.engine.record.events import Adjust, TableRuling
from referee.reports.matches import match_summary
from referee.reports.rounds import round_summary
from referee.reports.tally import tally_of
from referee.web.infra.giving_way import spend
from referee.web.parts.actions import correcting
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.pending_entry import Asked
from referee.web.parts.rematch import following, may_go_on
from referee.web.parts.settlement_views import Settlement, drawn_layout, plot_of, settlement_of
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import NOTHING_DRAWN, Action, LinkView, Press

_FRAME = PlotFrame(358, 172, 14)


def result_of(table: Table) -> Settlement:
    """The settlement of the last round, as the table's page shows it."""
    number = len(table.state.rounds)
    summary = round_summary(table.log, number)
    assert summary is not None
    over = table.state.status is Status.MATCH_OVER
    totals = summary.totals
    if totals is not None and (over or not summary.has_premios):
        totals = tally_of(table.log, number, by_rank=over)
    layout = summary.layout
    lies = open_book().arranged(table, layout) if layout is not None and layout.laid else None
    return settlement_of(table, summary)._replace(
        sub=summary.made or summary.how,
        plot=plot_of(match_summary(table.log, spend), _FRAME) if over else NOTHING_DRAWN,
        layout=drawn_layout(summary, lies, mark_last=True),
        totals=totals,
    )


def page_of_result(
    table: Table,
    common: TablePage,
    settlement: Settlement,
    onward: Sequence[Action],
    *,
    hidden: Sequence[int] = (),
    face: object,
) -> TablePage:
    """The table after its last round; `onward` leads to the next round. The hands of the seats in `hidden` may still be
    shown, if the round counts."""
    number = len(table.state.rounds)
    if table.state.rounds[-1].how == "void":
        hidden = ()
    more = Asked(hand=table.setup.players[hidden[0]]).href(table.link) if hidden and table.may_write else ""
    last = table.log.entries[-1]
    if isinstance(last.event, TableRuling | Adjust):
        settled = last.ruling.settled
        ruled = (each for each in last.ruling.said if settled is None or each not in settled.steps)
        settlement = settlement._replace(ruled=" ".join(map(str, ruled)))
    is_rematch = bool(following(table))
    if is_rematch and table.state.status is not Status.MATCH_OVER:
        goes_on = _("The match goes on at another table, with other players.")
        settlement = settlement._replace(ruled=f"{settlement.ruled} {goes_on}".strip())
    others = () if is_rematch else _other_players(table)
    printed = url_for("history.summary", link=table.link, number=number)
    papers = (
        LinkView(_("Print"), printed, away=True),
        LinkView(_("Match sheet"), url_for("matchsheet.show", link=table.link), away=True),
    )
    return common._replace(
        screen="over" if table.state.status is Status.MATCH_OVER else "settled",
        template="table/_settled.html",
        settlement=settlement._replace(links=(*others, *settlement.links, *papers)),
        more_hands=more,
        face=face,
        turn=settlement.title,
        bar=_foot(table, number, onward, is_rematch=is_rematch),
    )


def _foot(table: Table, number: int, onward: Sequence[Action], *, is_rematch: bool) -> tuple[Action, ...]:
    """The buttons under the result of round `number`: the next round, or the same players again; share and Undo.

    `is_rematch`: the next match was started, or others go on at another table. Then the first button leads there;
    otherwise a phone that may enter nothing does not get it.
    """
    over = table.state.status is Status.MATCH_OVER
    picture = url_for("downloads.one_round", link=table.link, number=number, form="result.png")
    label = _("Same players again")
    if is_rematch:
        label = _("To the next match") if over else _("To the other table")
    again = Press(label=label, name="again", value="1", tone="main", form="again")
    first = (again,) if over or is_rematch else tuple(onward)
    return (
        *(first if table.may_write or is_rematch else ()),
        LinkView(label=_("Share picture"), href=picture, away=True, is_picture=True),
        *(correcting(table) if table.may_write else ()),
    )


def _other_players(table: Table) -> tuple[LinkView, ...]:
    """The links to the set-up of a table where others go on with the match, or of the next match, which may be another
    game; none if this phone may not start one now."""
    if not may_go_on(table):
        return ()
    found = [LinkView(label=_("Other players"), href=url_for("tables.others", link=table.link), away=True)]
    if table.state.status is Status.MATCH_OVER:
        another = url_for("tables.others", link=table.link, game=1)
        found.append(LinkView(label=_p("rules", "Another game"), href=another, away=True))
    return tuple(found)
