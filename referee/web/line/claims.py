"""Claims and muggins as the page offers them: nothing here may depend on whether a tile scores."""

from __future__ import annotations

from referee.play.state import Match, OpenClaim
from referee.tiles import Tile
from referee.web.asked import NOTHING, Asked
from referee.web.book import Table
from referee.web.pictures import tile_picture
from referee.web.views import Amounts, Link
from referee.wording import _, _p

COUNTED_FIVES = tuple(range(5, 61, 5))
COUNTED_ONES = tuple(range(1, 13))


def claim_link(table: Table, state: Match) -> tuple[Link | None, str]:
    """The way to the layer's own claim while it is theirs to make, and the line under the tile."""
    newest = owner_claim(state)
    if newest is None:
        return None, _("Muggins may be called") if callable_claims(state) else _("The time to claim is over")
    name = table.match.setup.players[newest.seat]
    if newest.claimed:
        return None, _("{name} has claimed", name=name)
    return Link(label=_p("button", "Claim"), href=Asked(call="claim").href(table.link)), _(
        "{name} may claim", name=name
    )


def owner_claim(state: Match) -> OpenClaim | None:
    """The open claim on the last tile, while its layer may speak."""
    if state.round is None or not state.round.claims:
        return None
    newest = state.round.claims[-1]
    rules = state.setup.variant.claims
    is_theirs = rules.owner_may(
        tiles_since=newest.tiles_since, turn_passed=newest.turn_passed, draws_only=newest.draws_only
    )
    return newest if is_theirs else None


def callable_claims(state: Match) -> list[OpenClaim]:
    """The tiles that muggins may be called on now, whether or not there is anything to call."""
    if state.round is None:
        return []
    rules = state.setup.variant.claims
    return [
        each
        for each in state.round.claims
        if rules.others_may(tiles_since=each.tiles_since, turn_passed=each.turn_passed)
    ]


def muggins_action(table: Table, state: Match) -> Link | None:
    """The way to a call of muggins, in the bar where it may be called."""
    on = callable_claims(state)
    false_claim = state.round is not None and state.round.false_claim is not None
    if not on and not false_claim:
        return None
    sub = _p("muggins", "on {tile}", tile=on[-1].tile) if on else ""
    return Link(label=_("Muggins"), sub=sub, tone="open", href=Asked(call="muggins").href(table.link))


def amounts_of(table: Table, asked: Asked) -> Amounts | None:
    """A claim being entered: always the same amounts, in the same places; None where its time is over."""
    state = table.match
    current = state.round
    players = table.match.setup.players
    if current is None:
        return None
    if asked.call == "claim":
        newest = owner_claim(state)
        if newest is None or newest.claimed:
            return None
        title = _("{name} claims", name=players[newest.seat])
        sub = _("for {tile}", tile=newest.tile)
        on = newest.tile
        callers: tuple[str, ...] = (players[newest.seat],)
    else:
        seat, called = called_on(state)
        if called is None:
            return None
        on = called
        title, sub = _("Muggins on {tile}", tile=on), _("{name} laid it", name=players[seat])
        callers = _may_call(table, seat)
    per_five = table.match.setup.variant.counting.score_unit == "per_five"
    return Amounts(
        name=asked.call,
        title=title,
        sub=sub,
        drawing=tile_picture(on),
        callers=callers,
        caller=callers[0] if callers else "",
        amounts=COUNTED_ONES if per_five else COUNTED_FIVES,
        close=NOTHING.href(table.link),
    )


def called_on(state: Match) -> tuple[int, Tile | None]:
    """The tile that a call of muggins is about, and who laid it; -1 and None where there is none."""
    on = callable_claims(state)
    if on:
        return on[-1].seat, on[-1].tile
    current = state.round
    if current is not None and current.false_claim is not None:
        return current.false_claim.seat, current.layout.laid[-1].tile
    return -1, None


def _may_call(table: Table, seat: int) -> tuple[str, ...]:
    """The players who may call muggins on a seat's tile, nearest to its left first."""
    setup = table.match.setup
    around = [(seat + step) % len(setup.players) for step in range(1, len(setup.players))]
    return tuple(setup.players[each] for each in around if setup.side_of[each] != setup.side_of[seat])
