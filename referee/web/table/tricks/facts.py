"""Short texts for trick games, the rule that a proof is about, and the form for a hand without tiles."""

from __future__ import annotations

from typing import Any

from referee.engine.explain.proofs import Proof
from referee.engine.games.match import State, Status
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.messages import _
from referee.engine.rules.game import Game
from referee.engine.rules.trick_game import TrickGame
from referee.reports.agreed import goal_of
from referee.web.parts.family import Broken, ResultForm, Told
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import number_in
from referee.web.parts.table_views import Choice
from referee.web.table.telling_result import ResultField


def trick_game(game: Game) -> TrickGame:
    """The game, narrowed to a trick game."""
    assert isinstance(game, TrickGame)
    return game


def match_of(table: Table) -> TrickMatch:
    """The current match at a table of a trick game."""
    return TrickMatch.of(table.state)


def facts_of(game: Game) -> str:
    """What sets a trick game apart from its namesakes, in a few words."""
    goes_round = trick_game(game).auction.goes_round
    return f"{goal_of(game)} · {_('the auction goes round') if goes_round else _('one bid each')}"


def next_to_act(state: State) -> int | None:
    """Who plays next in the trick; None if its winner leads next, or if a player sits out."""
    current = TrickMatch.of(state).round
    if current is None or current.turn is None or current.trump is None or current.out is not None:
        return None
    return None if len(current.table) + 1 == len(current.hands) else state.setup.after[current.turn]


def broken_by(variant: Game, _proof: Proof) -> Broken:
    """The rule of following suit."""
    follow = trick_game(variant).tricks.rule("follow")
    return Broken(follow, variant.rule("renege"))


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
