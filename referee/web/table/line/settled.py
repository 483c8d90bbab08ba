"""The settlement of a round, line by line, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import url_for

from referee.engine.explain.open_questions import left_open
from referee.engine.games.line.deciding_rule import deciding_rules
from referee.engine.games.line.ending import held_by
from referee.engine.games.line.state import LineMatch, LineRound, line_match
from referee.engine.games.match import State, Status
from referee.engine.log import Entry, settling_entry
from referee.engine.messages import Message, _
from referee.engine.rulings import Settled
from referee.reports import rounds
from referee.web.parts.actions import correcting
from referee.web.parts.citations import cited
from referee.web.parts.confirming import WAITS, Confirming, confirming_at
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import (
    Action,
    Cited,
    HandRow,
    LinkView,
    Press,
    Settlement,
    StepView,
    TablePage,
)
from referee.web.table.line.hands import hidden_hands, tile_key
from referee.web.table.line.start import names_opener, next_number
from referee.web.table.line.totals import totals_of


def settled_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """The round as it was settled, and what comes next."""
    state = table.match
    current = state.round
    assert current is not None
    assert current.settled is not None
    over = state.status is Status.MATCH_OVER
    page = {**common, "screen": "over" if over else "settled", "template": "table/_settled.html"}
    settlement = settlement_of(table, table.log.entries, state)
    hidden = hidden_hands(state) if table.may_write and current.settled.how != "void" else []
    more = Asked(hand=table.match.setup.players[hidden[0]]).href(table.link) if hidden else ""
    asks = confirming_at(table)
    settlement = replace(
        settlement,
        onward=_onward(table, over=over),
        waits=_waits(asks),
        choice=_choice(asks) if table.may_correct and not over else None,
    )
    return TablePage(
        **page, settlement=settlement, more_hands=more, turn=settlement.title, bar=_next(table, state)
    )


def _waits(asks: Confirming) -> str:
    if not asks.asked:
        return ""
    if asks.waits and asks.may:
        return _("Somebody else entered this round. If it is right, confirm it; the next one waits for that.")
    return _(WAITS) if asks.waits else _("The round is confirmed.")


def _choice(asks: Confirming) -> Press:
    """The house choice that somebody else confirms each round."""
    if asks.asked:
        return Press(label=_("No longer wait for a second player"), name="confirming", value="off")
    return Press(label=_("A second player confirms each round"), name="confirming", value="on")


def _onward(table: Table, *, over: bool) -> tuple[LinkView, ...]:
    """Where somebody looks who does not agree."""
    link = table.link
    found = [
        LinkView(label=_("What other sheets say"), href=url_for("disputes.elsewhere", link=link), away=True)
    ]
    if open_book().once(table, "left open", lambda: bool(left_open(table.log))):
        found.append(
            LinkView(
                label=_("The sheet leaves this open"), href=url_for("disputes.left", link=link), away=True
            )
        )
    if table.may_correct and not over:
        href = url_for("history.log", link=link, decide=1, _anchor="decide")
        found.append(LinkView(label=_("The table decides otherwise"), href=href, away=True))
    return tuple(found)


def _next(table: Table, state: LineMatch) -> tuple[Action, ...]:
    number = state.round.number if state.round is not None else 1
    asks = confirming_at(table)
    printed = LinkView(
        label=_("Print"), href=url_for("history.summary", link=table.link, number=number), away=True
    )
    if state.status is Status.MATCH_OVER:
        again: Action = LinkView(
            label=_("Rematch"), href=url_for("tables.rematch", link=table.link), tone="main", away=True
        )
    elif asks.waits and asks.may:
        again = Press(label=_("Confirm the round"), name="confirm", value="1", tone="main")
    elif names_opener(state):
        again = LinkView(label=_("Next round"), href=Asked(deal=True).href(table.link), tone="main")
    else:
        again = Press(label=_("Next round"), name="round", value=str(next_number(state)), tone="main")
    return (again, printed, *correcting(table))


def settlement_of(table: Table, entries: Sequence[Entry], state: LineMatch) -> Settlement:
    """How the round of `state` was settled; `entries` are everything in force up to there."""
    current = state.round
    assert current is not None
    assert current.settled is not None
    settled = current.settled
    hands = _left_over(table, current, settled)
    # The hands themselves are on the page already.
    steps = tuple(step_of(each) for each in rounds.told_steps(settled, told_hands=bool(hands)))
    return Settlement(
        title=rounds.title_of(state.setup, settled, state),
        sub=rounds.how_of(state.setup, settled, state),
        hands=hands,
        steps=steps,
        rules=_rules(table, entries, settled),
        totals=totals_of(entries, state) if state.keeps_score else None,
        notes=tuple(_flags(state, current.number)),
    )


def step_of(told: Message) -> StepView:
    """One line of the settlement, its result set apart where it ends in one."""
    found = rounds.step_of(told)
    return StepView(label=found.label, figure=found.figure)


def _left_over(table: Table, current: LineRound, settled: Settled) -> tuple[HandRow, ...]:
    """The hands that were left, each with its pips."""
    if settled.how in ("target", "void"):
        return ()
    state = table.match._replace(round=current)
    rows = []
    for seat, name in enumerate(table.match.setup.players):
        held = held_by(state, seat)
        if held is None:
            continue
        tiles = sorted(held.tiles or (), key=lambda each: (-each.pips, -each.high))
        rows.append(HandRow(name=name, note=str(held.pips), tiles=tuple(tile_key(each) for each in tiles)))
    return tuple(rows)


def _rules(table: Table, entries: Sequence[Entry], settled: Settled) -> tuple[Cited, ...]:
    """The rules that decided, as they stood then; the table may have ruled otherwise since."""
    then = settling_entry(entries)
    variant = line_match(then.state).setup.variant if then is not None else table.match.setup.variant
    return tuple(cited(table, rule) for rule in deciding_rules(variant, settled))


def _flags(state: LineMatch, number: int) -> list[str]:
    return [str(flag.because) for flag in state.flags if flag.round == number]


def result_line(state: State) -> str:
    """A table in one line, for the list of tables."""
    setup = state.setup
    if state.status is Status.MATCH_OVER:
        if state.winner is None:
            return _("Nobody won")
        return _("{name} won", name=setup.sides[state.winner])
    return " · ".join(str(each) for each in state.scores)
