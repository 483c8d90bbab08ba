"""The settlement of a hand: made or set, what it pays, trick by trick, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import url_for

from referee.engine.games.match import Status
from referee.engine.games.tricks.state import TrickMatch, TrickRound
from referee.engine.log import Entry
from referee.engine.messages import Message, _, _p
from referee.engine.record.events import Adjust
from referee.engine.rules.trump import trump_words
from referee.engine.rulings import Ruling, Settled, Verdict
from referee.reports.trick_words import CALLS
from referee.web.parts.actions import correcting
from referee.web.parts.citations import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import (
    Action,
    Cited,
    LinkView,
    Press,
    Settlement,
    TablePage,
    TotalsRowView,
    TotalsView,
)
from referee.web.table.line.settled import step_of
from referee.web.table.tricks.facts import counts_marks, match_of, trick_match
from referee.web.table.tricks.open_hand import hidden_hands, open_hands
from referee.web.table.tricks.spoken import proofs_of
from referee.web.table.tricks.start import next_dealer, next_number
from referee.web.table.tricks.views import SettledFace, TakenColumn, TrickRow


def settled_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """The hand as it was settled, and what comes next."""
    match = match_of(table)
    over = match.status is Status.MATCH_OVER
    settlement = settlement_of(table, table.log.entries, match)
    hidden = hidden_hands(match) if table.may_write else []
    return TablePage(
        **common,
        screen="over" if over else "settled",
        template="table/tricks/_settled.html",
        settlement=settlement,
        face=settled_face(table, match, elsewhere=table.may_write and not over),
        more_hands=Asked(hand=match.setup.players[hidden[0]]).href(table.link) if hidden else "",
        turn=settlement.title,
        bar=_next(table, match),
    )


def _next(table: Table, match: TrickMatch) -> tuple[Action, ...]:
    printed = LinkView(
        label=_("Print"),
        href=url_for("history.summary", link=table.link, number=match.current.number),
        away=True,
    )
    if match.status is Status.MATCH_OVER:
        again: Action = LinkView(
            label=_("Rematch"), href=url_for("tables.rematch", link=table.link), tone="main", away=True
        )
    else:
        dealer = next_dealer(match)[0]
        again = Press(
            label=_("Next round"),
            name="round",
            value=str(next_number(match)),
            sub=_("{name} deals", name=dealer),
            tone="main",
        )
    return (again, printed, *correcting(table))


def settled_face(table: Table, match: TrickMatch, *, elsewhere: bool) -> SettledFace:
    """The auction, the contract and the tricks of a hand that is over."""
    current, names = match.current, match.setup.players
    return SettledFace(
        players=names,
        auction=auction_words(match, current),
        contract=contract_words(match, current),
        tricks=tuple(_row(match, current, number) for number in range(len(current.tricks))),
        held=open_hands(match, current),
        elsewhere=LinkView(label=_("Somebody else deals"), href=Asked(deal=True).href(table.link))
        if elsewhere
        else None,
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


def auction_words(match: TrickMatch, current: TrickRound) -> str:
    """Who said what: "Ana 30, Ben pass, Cal 31, Dan pass"."""
    names = match.setup.players
    return ", ".join(
        _p("said", "{name} pass", name=names[seat]) if amount is None else f"{names[seat]} {amount}"
        for seat, amount in current.spoke
    )


def contract_words(match: TrickMatch, current: TrickRound) -> str:
    """Whose bid it was and what was trump; "" where it did not come to that."""
    if current.bid is None or current.bidding or current.trump is None:
        return ""
    bid, name = current.bid, match.setup.players[current.bid.seat]
    trump = trump_words(current.trump)
    if bid.call:
        call = CALLS[bid.call]
        return _("{name} bid {call}, {bid}: {trump}", name=name, call=call, bid=bid.amount, trump=trump)
    return _("{name} bid {bid}: {trump}", name=name, bid=bid.amount, trump=trump)


def settlement_of(table: Table, entries: Sequence[Entry], match: TrickMatch) -> Settlement:
    """How the round of `match` was settled; `entries` are everything in force up to there."""
    current = match.current
    settled = current.settled
    assert settled is not None
    last = next(entry for entry in reversed(entries) if entry.ruling.settled is not None)
    more = [str(each) for each in _end_of_match(last.ruling, settled)] if _is_over(last) else []
    notes = tuple(proofs_of(match, current.number))
    return Settlement(
        title=_title(match, current, settled),
        sub=" ".join(more) or contract_words(match, current),
        hands=(),
        steps=tuple(step_of(each) for each in settled.steps if str(each) not in notes),
        rules=_rules(table, match, last),
        totals=totals_of(match, entries),
        notes=notes,
    )


def _is_over(entry: Entry) -> bool:
    return entry.state.status is Status.MATCH_OVER


def _end_of_match(ruling: Ruling, settled: Settled) -> tuple[Message, ...]:
    """What was said of the match after the lines of the settlement."""
    told = ruling.said[:-2] if ruling.verdict is Verdict.LET_STAND else ruling.said
    last = max(place for place, each in enumerate(told) if each in settled.steps)
    return told[last + 1 :]


def _title(match: TrickMatch, current: TrickRound, settled: Settled) -> str:
    sides = match.setup.sides
    if match.status is Status.MATCH_OVER and match.winner is not None:
        return _p("side", "{name} win the match", name=sides[match.winner])
    if settled.how == "void" or current.bid is None:
        return (
            _("Nobody bid")
            if current.bid is None and len(current.passed) == len(match.setup.players)
            else _("The round does not count")
        )
    side = match.setup.side_name(current.bid.seat)
    if settled.how == "made":
        return _("{name} make {bid}", name=side, bid=current.bid.amount)
    return _("{name} are set at {bid}", name=side, bid=current.bid.amount)


def _rules(table: Table, match: TrickMatch, last: Entry) -> tuple[Cited, ...]:
    """The rule that decided; where both sides reached the target, who then wins."""
    found = [last.ruling.rule] if last.ruling.rule is not None else []
    variant = match.setup.variant
    if match.current.settled is not None and match.current.settled.how == "void" and match.current.passed:
        found = [variant.auction.rule("all_pass")]
    if sum(score >= variant.to_win for score in match.scores) > 1:
        found.append(variant.goal.rule("both"))
    return tuple(cited(table, rule) for rule in found)


def totals_of(match: TrickMatch, entries: Sequence[Entry]) -> TotalsView:
    """The running totals: each side before this round, and what the round and the table's agreement added."""
    current, settled = match.current, match.current.settled
    paid = dict(settled.points) if settled is not None else {}
    agreed = [0] * len(match.setup.sides)
    begun = False
    for entry in entries:
        dealt = trick_match(entry.state).round
        begun = begun or (dealt is not None and dealt.number == current.number)
        if begun and isinstance(entry.event, Adjust) and entry.ruling.verdict is Verdict.STANDS:
            for side, gained in entry.ruling.points:
                agreed[side] += gained
    columns: list[str] = [_("Before")] if current.number > 1 else []
    columns += [
        _("Marks") if counts_marks(match.setup.variant) else _("Round {number}", number=current.number)
    ]
    columns += [_("Agreed")] if any(agreed) else []
    rows = []
    for side, name in enumerate(match.setup.sides):
        gained = paid.get(side, 0)
        figures = [match.scores[side] - gained - agreed[side]] if current.number > 1 else []
        figures += [gained, *([agreed[side]] if any(agreed) else [])]
        won = match.winner == side or (
            match.winner is None and settled is not None and settled.winner == side
        )
        rows.append(
            TotalsRowView(
                name=name,
                figures=tuple(str(each or "") for each in figures),
                total=match.scores[side],
                won=won,
            )
        )
    return TotalsView(columns=tuple(columns), rows=tuple(rows))
