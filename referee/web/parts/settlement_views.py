"""The settlement of a round as pages show it, the plot of a match, and the way to a result without tiles."""

from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from referee.drawing.placing import Arrangement
from referee.drawing.plots import PlotFrame, Scores, scores_svg
from referee.engine.games.match import Status
from referee.engine.messages import _, tiles_word
from referee.reports.matches import MatchSummary
from referee.reports.rounds import RoundSummary
from referee.reports.told import StepLine, are_by_pips
from referee.reports.totals import Totals
from referee.web.parts.confirmed import confirming_at
from referee.web.parts.last_ruling import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import drawn, finished_picture, tile_key
from referee.web.parts.table_views import NOTHING_DRAWN, Cited, HandRow, LinkView, Press


class Settlement(NamedTuple):
    """How a round of any game ended, from the verdict to the running totals; with the plot if the match is over.

    `lies` and `more` are templates for what only one family of games shows, from the page's `face`: what lay, and
    what follows the totals. If `charges_hands`, one table can tell hands and totals. `ruled` is what the table has just
    ruled or agreed. `links` lead on from here.
    """

    title: str
    sub: str
    plot: Markup = NOTHING_DRAWN
    layout: Markup = NOTHING_DRAWN
    hands: tuple[HandRow, ...] = ()
    steps: tuple[StepLine, ...] = ()
    rules: tuple[Cited, ...] = ()
    totals: Totals | None = None
    charges_hands: bool = False
    lies: str = ""
    more: str = ""
    notes: tuple[str, ...] = ()
    ruled: str = ""
    links: tuple[LinkView, ...] = ()
    waits: str = ""
    choice: Press | None = None


def settlement_of(table: Table, summary: RoundSummary) -> Settlement:
    """The settlement of any settled round, without a layout; its points by where they came from."""
    return Settlement(
        title=summary.title,
        sub=summary.how,
        hands=tuple(
            HandRow(name=each.name, note=each.told, tiles=tuple(map(tile_key, each.tiles)))
            for each in summary.hands
            if are_by_pips(summary.hands)  # a family draws its own if they have ranks
        ),
        steps=summary.steps,
        rules=tuple(cited(table, rule) for rule in summary.rules),
        totals=summary.totals,
        charges_hands=summary.charges_hands,
    )


def drawn_layout(summary: RoundSummary, lies: Arrangement | None = None, *, mark_last: bool) -> Markup:
    """The layout at the end of a round, if the game has one, as it `lies` on the table's page or else anew."""
    if summary.layout is None:
        return NOTHING_DRAWN
    return finished_picture(
        summary.layout,
        str(tiles_word(len(summary.layout.laid))),
        counts_ends=summary.counts_ends,
        mark_last=mark_last,
        silent=not summary.tells_ends,
        arrangement=lies,
    )


def plot_of(match: MatchSummary, frame: PlotFrame) -> Markup:
    """The plot of a match's scores; empty if there is no line to draw yet."""
    if not match.has_plot:
        return NOTHING_DRAWN
    return drawn(scores_svg(Scores(match.sides, match.ran, match.target, match.winner, match.began), frame))


def may_tell_result(table: Table) -> bool:
    """Whether this link may now enter how a round ended: the one in play, or the next one."""
    may = table.setup.variant.can_be_entered_by_result and table.may_correct
    in_time = table.state.status in (Status.PLAYING, Status.ROUND_OVER)
    return may and in_time and not confirming_at(table).waits


def without_tiles(table: Table) -> tuple[LinkView, ...]:
    """The link to the form; none if no result can be entered."""
    if not may_tell_result(table):
        return ()
    label = _("Score this round without tiles")
    if table.state.rounds and table.state.status is Status.ROUND_OVER:
        label = _("Score the next round without tiles")
    return (LinkView(label=label, href=url_for("without.page", link=table.link), away=True),)
