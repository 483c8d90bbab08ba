"""Claims and muggins as the page offers them: nothing here may depend on whether a tile scores."""

from __future__ import annotations

from referee.engine.games.line.claiming import others_may, owner_may
from referee.engine.games.line.state import LineMatch, OpenClaim
from referee.engine.messages import _, _p
from referee.engine.rules.counting import Counting
from referee.engine.tiles import Tile
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import Amounts, LinkView

AMOUNTS = 12  # to choose from


def claim_link(table: Table, state: LineMatch) -> tuple[LinkView | None, str]:
    """The way to the layer's own claim while it is theirs to make, and the line under the tile."""
    newest = owner_claim(state)
    if newest is None:
        return None, _("Muggins may be called") if callable_claims(state) else _("The time to claim is over")
    name = table.match.setup.players[newest.seat]
    if newest.taken_by is not None:
        by = table.match.setup.players[newest.taken_by]
        if newest.taken_by != newest.seat:
            return None, _("{name} called muggins", name=by)
        return None, _("{name} has claimed", name=by)
    return LinkView(label=_p("button", "Claim"), href=Asked(call="claim").href(table.link)), _(
        "{name} may claim", name=name
    )


def owner_claim(state: LineMatch) -> OpenClaim | None:
    """The open claim on the last tile, while its layer may speak."""
    if state.round is None or not state.round.claims:
        return None
    newest = state.round.claims[-1]
    return newest if owner_may(state, newest) else None


def callable_claims(state: LineMatch) -> list[OpenClaim]:
    """The tiles that muggins may be called on now, whether or not there is anything to call."""
    if state.round is None:
        return []
    return [each for each in state.round.claims if others_may(state, each)]


def muggins_action(table: Table, state: LineMatch) -> LinkView | None:
    """The way to a call of muggins, in the bar where it may be called."""
    on = callable_claims(state)
    false_claim = state.round is not None and state.round.false_claim is not None
    if not on and not false_claim:
        return None
    sub = _p("muggins", "on {tile}", tile=on[-1].tile) if on else ""
    return LinkView(label=_("Muggins"), sub=sub, tone="open", href=Asked(call="muggins").href(table.link))


def amounts_of(table: Table, asked: Asked) -> Amounts | None:
    """A claim being entered: always the same amounts, in the same places; None where its time is over."""
    state = table.match
    current = state.round
    players = table.match.setup.players
    if current is None:
        return None
    if asked.call == "claim":
        newest = owner_claim(state)
        if newest is None or newest.taken_by is not None:
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
    return Amounts(
        name=asked.call,
        title=title,
        sub=sub,
        drawing=tile_picture(on),
        callers=callers,
        caller=callers[0] if callers else "",
        amounts=amounts_to_claim(state.setup.variant.counting),
        close=NOTHING.href(table.link),
    )


def amounts_to_claim(counting: Counting) -> tuple[int, ...]:
    """What a tile can make, in points, whatever lies: multiples of five, or of three, or any number."""
    step = counting.unit if counting.counts_ends and counting.points_are_pips else 1
    return tuple(range(step, AMOUNTS * step + 1, step))


def called_on(state: LineMatch) -> tuple[int, Tile | None]:
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
