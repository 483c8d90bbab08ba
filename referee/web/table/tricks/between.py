"""The pages before and after a hand of a trick game: what is agreed, the result trick by trick, the printed hand."""

from __future__ import annotations

from referee.engine.games.match import State, Status
from referee.engine.games.tricks.state import Trick, TrickMatch, TrickTile
from referee.engine.messages import _
from referee.engine.rulings import Verdict
from referee.reports.lines import is_corrected
from referee.reports.rounds import RoundSummary
from referee.reports.sections import Judged, Section
from referee.reports.trick_words import auction_words, contract_words
from referee.web.parts.confirmed import confirming_at
from referee.web.parts.family import RoundPaper
from referee.web.parts.flags import proved_in
from referee.web.parts.logbook import lines_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import tile_picture
from referee.web.parts.results import without_tiles
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import LinkView
from referee.web.table.before_round import next_round, page_before_round, sub_before_round, tiles_each
from referee.web.table.results import page_of_result, printed_result, result_of
from referee.web.table.tricks.ending_early import hidden_hands, open_hands
from referee.web.table.tricks.facts import match_of
from referee.web.table.tricks.views import SettledFace, TakenColumn, TrickRow


def next_dealer(match: TrickMatch) -> tuple[str, str]:
    """Who deals next and who then bids first, after the first hand: the deal rotates."""
    names, dealer = match.setup.players, match.current.opener
    return names[dealer], names[match.setup.after[dealer]]


def opens_again(state: State) -> str:
    """Who bids first in a rematch: the deal keeps rotating."""
    return next_dealer(TrickMatch.of(state))[1] if state.round is not None else ""


def before_page(table: Table, common: TablePage) -> TablePage:
    """What is agreed before a hand: the table names who bids first, left of the dealer."""
    match = match_of(table)
    auction = match.setup.variant.auction
    sub = _("All 28 are dealt. Partners sit opposite: {sides}.", sides=", ".join(map(str, match.setup.sides)))
    if match.round is not None:
        dealer, first = next_dealer(match)
        sub = _("It is {dealer}'s turn to deal; {name} bids first.", dealer=dealer, name=first)
    return page_before_round(
        table,
        sub_before_round(table, common),
        title=tiles_each(match.setup),
        sub=sub,
        rules=(auction.rule("speaking"), auction.rule("dealing")),
        openers=match.setup.players,
        ask=_("Who bids first?"),
    )


RESULT = "table/tricks/_result.html"


def settled_page(table: Table, common: TablePage) -> TablePage:
    """The settled hand, and what comes next."""
    match = match_of(table)
    settlement = result_of(table)._replace(
        more=RESULT, notes=proved_in(table, match.current.number), links=_onward(table)
    )
    onward = next_round(table, _("{name} deals", name=next_dealer(match)[0]))
    return page_of_result(
        table, common, settlement, onward, hidden=hidden_hands(match), face=settled_face(match)
    )


def paper_of(table: Table, section: Section, summary: RoundSummary) -> RoundPaper:
    """The printed hand, with the events that were corrected, undone or let stand."""
    return RoundPaper(
        settlement=printed_result(table, summary)._replace(
            lies=RESULT, notes=proved_in(table, section.number)
        ),
        lines=lines_of(table, [each for each in section.judged if _is_marked(table, each)]),
        face=settled_face(TrickMatch.of(section.end)),  # hands shown after the settlement belong to it
    )


def _is_marked(table: Table, each: Judged) -> bool:
    """Whether an entry needs a line of its own: undone, corrected, or let stand against a rule."""
    if each.entry is None or each.entry.ruling.verdict is Verdict.LET_STAND:
        return True
    return is_corrected(table.log, each.entry)


def _onward(table: Table) -> tuple[LinkView, ...]:
    if table.state.status is Status.MATCH_OVER or not table.may_write or confirming_at(table).waits:
        return ()
    return (
        LinkView(label=_("Somebody else deals"), href=Asked(deal=True).href(table.link)),
        *without_tiles(table),
    )


def settled_face(match: TrickMatch) -> SettledFace:
    """The auction, the contract and the tricks of a hand that is over, also one that was not finished."""
    found, current = tricks_so_far(match), match.current
    begun = (_row(match, len(found.tricks), current.table),) if current.table else ()
    return found._replace(
        tricks=(*found.tricks, *begun), contract=contract_words(match), held=open_hands(match, current)
    )


def tricks_so_far(match: TrickMatch) -> SettledFace:
    """The auction and the tricks that are complete."""
    return SettledFace(
        players=match.setup.players,
        auction=auction_words(match),
        tricks=tuple(
            _row(match, number, each.laid, each) for number, each in enumerate(match.current.tricks)
        ),
    )


def _row(match: TrickMatch, number: int, laid: tuple[TrickTile, ...], taken: Trick | None = None) -> TrickRow:
    by_seat = {each.seat: each for each in laid}
    winner = taken.seat if taken is not None else None
    columns = tuple(
        TakenColumn(
            drawing=tile_picture(by_seat[seat].tile, state="best" if seat == winner else "", label=None),
            led=laid[0].seat == seat,
            won=winner == seat,
        )
        if seat in by_seat
        else TakenColumn()
        for seat in range(len(match.setup.players))
    )
    if taken is None:
        return TrickRow(number=number + 1, columns=columns)
    return TrickRow(number + 1, columns, winner=match.setup.players[taken.seat], points=str(taken.points))
