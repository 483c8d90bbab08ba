"""The settlement of a hand: made or set, what it pays, trick by trick, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.games.match import Status
from referee.engine.games.tricks.state import TrickMatch, TrickRound
from referee.engine.messages import _
from referee.reports.trick_words import auction_words, contract_words
from referee.web.parts.before_round import next_number
from referee.web.parts.flags import proved_in
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import tile_picture
from referee.web.parts.results import page_of_result, papers_of, result_of
from referee.web.parts.table_views import Action, LinkView, Press, TablePage
from referee.web.parts.telling_result import without_tiles
from referee.web.table.tricks.facts import match_of
from referee.web.table.tricks.open_hand import hidden_hands, open_hands
from referee.web.table.tricks.start import next_dealer
from referee.web.table.tricks.views import SettledFace, TakenColumn, TrickRow


def settled_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """The hand as it was settled, and what comes next."""
    match = match_of(table)
    number = match.current.number
    settlement = result_of(table, number)._replace(
        more="table/tricks/_result.html",
        notes=proved_in(table, number),
        links=(*_onward(table), *papers_of(table, number)),
    )
    face, hidden = settled_face(match), hidden_hands(match)
    return page_of_result(table, common, settlement, number, _next(match), hidden=hidden, face=face)


def _onward(table: Table) -> tuple[LinkView, ...]:
    if table.state.status is Status.MATCH_OVER or not table.may_write:
        return ()
    return (
        LinkView(label=_("Somebody else deals"), href=Asked(deal=True).href(table.link)),
        *without_tiles(table),
    )


def _next(match: TrickMatch) -> tuple[Action, ...]:
    sub = _("{name} deals", name=next_dealer(match)[0])
    value = str(next_number(match))
    return (Press(label=_("Next round"), name="round", value=value, sub=sub, tone="main"),)


def settled_face(match: TrickMatch) -> SettledFace:
    """The auction, the contract and the tricks of a hand that is over."""
    found = tricks_so_far(match)
    return found._replace(contract=contract_words(match), held=open_hands(match, match.current))


def tricks_so_far(match: TrickMatch) -> SettledFace:
    """The auction and the tricks that are complete."""
    current = match.current
    return SettledFace(
        players=match.setup.players,
        auction=auction_words(match),
        tricks=tuple(_row(match, current, number) for number in range(len(current.tricks))),
    )


def _row(match: TrickMatch, current: TrickRound, number: int) -> TrickRow:
    trick = current.tricks[number]
    by_seat = {each.seat: each for each in trick.laid}
    columns = tuple(
        TakenColumn(
            drawing=tile_picture(by_seat[seat].tile, state="best" if seat == trick.seat else "", label=None),
            name=name,
            led=trick.laid[0].seat == seat,
            won=trick.seat == seat,
        )
        if seat in by_seat
        else TakenColumn(name=name)
        for seat, name in enumerate(match.setup.players)
    )
    return TrickRow(
        number=number + 1, columns=columns, winner=match.setup.players[trick.seat], points=trick.points
    )
