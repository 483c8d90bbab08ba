"""Short texts for trick games, the pages before and after a hand, and the form for a hand without tiles."""

from collections.abc import Mapping
from typing import Any

from referee.engine.explain.incidents import Incident
from referee.engine.games.match import State, Status
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.messages import _
from referee.engine.rules.game import Game
from referee.engine.rules.trick_game import TrickGame
from referee.reports.agreed import goal_of
from referee.reports.families import telling_of
from referee.reports.sections import Section
from referee.reports.trick_words import auction_words, contract_words
from referee.web.parts.confirmed import confirming_at
from referee.web.parts.family import Broken, LyingView, ResultField, ResultFields, ResultForm, Told
from referee.web.parts.flags import proved_in
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, number_in
from referee.web.parts.pictures import tile_picture
from referee.web.parts.settlement_views import without_tiles
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import NOTHING_DRAWN, LinkView, choices_among
from referee.web.table.before_round import next_round, page_before_round, tiles_each
from referee.web.table.results import page_of_result, result_of
from referee.web.table.tricks.ending_early import hidden_hands, open_hands
from referee.web.table.tricks.views import SettledFace, TrickRow


def facts_of(game: Game) -> str:
    """What sets a trick game apart from its namesakes, in a few words."""
    assert isinstance(game, TrickGame)
    goes_round = game.auction.goes_round
    return f"{goal_of(game)} · {_('the auction goes round') if goes_round else _('one bid each')}"


def broken_by(variant: Game, _incident: Incident) -> Broken:
    """The rule of following suit."""
    assert isinstance(variant, TrickGame)
    return Broken(variant.rule("follow"), variant.rule("renege") if variant.reneges.loses_hand else None)


def next_to_act(state: State) -> int | None:
    """Who plays next in the trick; None if its winner leads next, or if a player sits out."""
    current = TrickMatch.of(state).round
    if current is None or current.turn is None or current.trump is None or current.out is not None:
        return None
    return None if len(current.table) + 1 == len(current.hands) else state.setup.after[current.turn]


def next_dealer(match: TrickMatch) -> tuple[str, str]:
    """Who deals next and who then bids first, after the first hand: the deal rotates."""
    names, dealer = match.setup.players, match.current.opener
    return names[dealer], names[match.setup.after[dealer]]


def opens_again(state: State) -> str:
    """Who bids first in a rematch: the deal keeps rotating."""
    return next_dealer(TrickMatch.of(state))[1] if state.round is not None else ""


def before_page(table: Table, common: TablePage) -> TablePage:
    """What is agreed before a hand: the table names who bids first, left of the dealer."""
    match = TrickMatch.of(table.state)
    variant = match.setup.variant
    sub = _("All 28 are dealt. Partners sit opposite: {sides}.", sides=", ".join(map(str, match.setup.sides)))
    if match.round is not None:
        dealer, first = next_dealer(match)
        sub = _("It is {dealer}'s turn to deal; {name} bids first.", dealer=dealer, name=first)
    return page_before_round(
        table,
        common,
        title=tiles_each(match.setup),
        sub=sub,
        rules=(variant.rule("speaking"), variant.rule("dealing")),
        openers=match.setup.players,
        ask=_("Who bids first?"),
    )


RESULT = "table/tricks/_result.html"


def settled_page(table: Table, common: TablePage) -> TablePage:
    """The settled hand, and what comes next."""
    match = TrickMatch.of(table.state)
    settlement = result_of(table)._replace(
        more=RESULT, notes=proved_in(table, match.current.number), links=_onward(table)
    )
    onward = next_round(table, _("{name} deals", name=next_dealer(match)[0]))
    return page_of_result(
        table, common, settlement, onward, hidden=hidden_hands(match), face=settled_face(match)
    )


def printed(section: Section) -> LyingView:
    """The auction and the tricks on paper; hands that were shown after the settlement belong to it."""
    return LyingView(RESULT, settled_face(TrickMatch.of(section.end)))


def _onward(table: Table) -> tuple[LinkView, ...]:
    if table.state.status is Status.MATCH_OVER or not table.may_write or confirming_at(table).waits:
        return ()
    return (
        LinkView(label=_("Somebody else deals"), href=Asked(deal=True).href(table.link)),
        *without_tiles(table),
    )


def settled_face(match: TrickMatch) -> SettledFace:
    """The auction, the contract and the tricks of a hand that is over, also one that was not finished."""
    return tricks_so_far(match)._replace(
        contract=contract_words(match), held=open_hands(match, match.current)
    )


def tricks_so_far(match: TrickMatch) -> SettledFace:
    """The auction and the tricks, also the one in play."""
    names, rows = match.setup.players, []
    for trick in telling_of(match.setup).tricks(match):
        tiles = {
            each.name: tile_picture(
                each.tile, state="best" if each.name == trick.taken_by else "", label=None
            )
            for each in trick.laid
        }
        rows.append(TrickRow(trick, tuple(tiles.get(name, NOTHING_DRAWN) for name in names)))
    return SettledFace(players=names, auction=auction_words(match), tricks=tuple(rows))


# A hand without tiles


def _hand_result(table: Table, told: Told) -> dict[str, Any]:
    found: dict[str, Any] = {}
    side, bid, taken = (number_in(told.get(name, "")) for name in ("bidders", "bid", "taken"))
    if side is not None and side < len(table.setup.sides):
        found["bidders"] = table.setup.sides[side]
    found |= {name: value for name, value in (("bid", bid), ("taken", taken)) if value is not None}
    return found | ({"made": told["made"] == "1"} if told.get("made") else {})


def _hand_filled(table: Table, result: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: str(result[name]) for name in ("bid", "taken") if name in result}
    if "bidders" in result:
        found["bidders"] = str(table.setup.sides.index(result["bidders"]))
    return found | ({"made": str(int(result["made"]))} if "made" in result else {})


def _hand_fields(table: Table, told: Told) -> ResultFields:
    match = TrickMatch.of(table.state)
    current, setup = match.round, match.setup
    fields = ResultFields()
    if match.status is not Status.PLAYING or current is None or current.bidding:
        sides = [(str(number), name) for number, name in enumerate(setup.sides)]
        bids = [(str(each), str(each)) for each in sorted(setup.variant.all_bids)]
        fields = fields._replace(
            ways=choices_among(sides, told.get("bidders", "")), bids=choices_among(bids, told.get("bid", ""))
        )
    choices = [("1", _("Made")), ("0", _("Set"))]
    if not setup.variant.aim.in_marks:
        note = _("points in all seven tricks")
        taken = ResultField(name="taken", label=_("The bidders took"), value=told.get("taken", ""), note=note)
        fields = fields._replace(points=(taken,))
        choices = [("", _("By the points")), *choices]
    return fields._replace(made=choices_among(choices, told.get("made", "")))


def _begun(table: Table) -> bool:
    match = TrickMatch.of(table.state)
    return match.status is Status.PLAYING and bool(match.current.laid)


HAND = ResultForm(
    _hand_result, _hand_filled, _hand_fields, lambda _table, told: bool(told.get("taken")), _begun
)
