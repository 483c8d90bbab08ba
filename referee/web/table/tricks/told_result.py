"""What a hand of tricks is told by: who won the bid, what it was, and the points taken."""

from __future__ import annotations

from typing import Any

from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.web.parts.open_tables import Table
from referee.web.parts.telling_result import Choice, ResultField, ResultForm, Told, number_in
from referee.web.table.tricks.facts import match_of


def _hand_result(table: Table, told: Told) -> dict[str, Any]:
    found: dict[str, Any] = {}
    side, bid, taken = (number_in(told.get(name, "")) for name in ("bidders", "bid", "taken"))
    if side is not None and side < len(table.setup.sides):
        found["bidders"] = table.setup.sides[side]
    found |= {name: value for name, value in (("bid", bid), ("taken", taken)) if value is not None}
    return found | ({"made": told["made"] == "1"} if told.get("made") else {})


def _hand_fields(table: Table, told: Told) -> dict[str, Any]:
    match = match_of(table)
    current, setup = match.round, match.setup
    playing = match.status is Status.PLAYING and current is not None and not current.bidding
    in_marks = setup.variant.aim.in_marks
    found: dict[str, Any] = {}
    if not playing:
        side, bid = told.get("bidders", ""), told.get("bid", "")
        found["ways"] = tuple(
            Choice(value=str(number), label=name, chosen=side == str(number))
            for number, name in enumerate(setup.sides)
        )
        found["bids"] = tuple(
            Choice(value=str(each), label=str(each), chosen=bid == str(each))
            for each in sorted(setup.variant.all_bids)
        )
    if not in_marks:
        note = _("points in all seven tricks")
        field = ResultField(name="taken", label=_("The bidders took"), value=told.get("taken", ""), note=note)
        found["points"] = (field,)
    made = told.get("made", "")
    choices = [] if in_marks else [("", _("By the points"))]
    choices += [("1", _("Made")), ("0", _("Set"))]
    found["made"] = tuple(Choice(value=value, label=label, chosen=made == value) for value, label in choices)
    return found


def _is_complete(_: Table, told: Told) -> bool:
    return bool(told.get("taken"))


def _begun(table: Table) -> bool:
    match = match_of(table)
    return match.status is Status.PLAYING and bool(match.current.laid)


HAND = ResultForm(_hand_result, _hand_fields, _is_complete, _begun, is_hand=True)
