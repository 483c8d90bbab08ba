"""Claims and muggins as the page offers them: nothing here may depend on whether a tile scores."""

from collections.abc import Sequence

from referee.engine.games.line.claiming import others_may, owner_may
from referee.engine.games.line.state import LineMatch, OpenClaim
from referee.engine.messages import _, _p
from referee.engine.record.events import Claim, Event, Muggins, verb_of
from referee.engine.seating import LineSetup
from referee.engine.tiles import Tile
from referee.web.parts.actions import says
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_page import Amounts
from referee.web.parts.table_views import LinkView, Press
from referee.web.table.hands import pips_instead

ACROSS, ROWS = 4, 3  # amounts on offer in a row, and rows of them, or more if the tiles may make more


def calls_of(table: Table, state: LineMatch) -> tuple[LinkView, ...]:
    """The calls that may be made now, side by side: a claim by the player of the tile, and muggins by anybody else.

    A seat is offered its own call only. Nothing here depends on whether a tile scores.
    """
    if not table.may_write:
        return ()
    players, found = table.match.setup.players, []
    own = None if table.seat is None else players[table.seat]
    newest = owner_claim(state)
    if newest is not None and newest.taken_by is None and own in (None, players[newest.seat]):
        found.append(_call("claim", _p("button", "Claim"), players[newest.seat], table))
    on = called_on(state)[1]
    callers = may_call(state)
    if callers if own is None else own in callers:
        is_last = newest is not None and on is newest.tile
        alone = is_last and own is None and len(_may_be_called(state)) == 1
        sub = _who_calls(callers) if alone else _on_which(state)
        found.append(_call("muggins", _("Muggins"), sub, table))
    return tuple(found)


def _call(call: str, label: str, sub: str, table: Table) -> LinkView:
    return LinkView(label=label, sub=sub, tone="open", href=Asked(call=call).href(table.link))


def _on_which(state: LineMatch) -> str:
    """The tiles that a call may be about: the points called say which, not the button."""
    on = called_on(state)[1]
    if len(_may_be_called(state)) > 1:
        return _p("muggins", "on {tile} or earlier", tile=on)
    return _p("muggins", "on {tile}", tile=on)


def _who_calls(callers: Sequence[str]) -> str:
    """The players who may call, as a button names them."""
    if len(callers) == 1:
        return callers[0]
    if len(callers) == 2:
        return _("{one} or {other}", one=callers[0], other=callers[1])
    return _("anybody else")


def claim_words(table: Table, state: LineMatch, *, is_told: bool = False) -> str:
    """Who may call now, as the line under a tile says it; `is_told` if the line above tells who has called."""
    newest = owner_claim(state)
    players = table.match.setup.players
    if newest is None or (is_told and newest.taken_by is not None):
        on = called_on(state)[1]
        return _("The time to claim is over") if on is None else _("Muggins may be called on {tile}", tile=on)
    if newest.taken_by is not None:
        by = players[newest.taken_by]
        return (
            _("{name} has claimed", name=by)
            if newest.taken_by == newest.seat
            else _("{name} called muggins", name=by)
        )
    if others_may(state, newest):
        return _("The first call takes the points")
    return _("{name} may claim", name=players[newest.seat])


def owner_claim(state: LineMatch) -> OpenClaim | None:
    """The open claim on the last tile if the player who laid it may still claim, otherwise None."""
    if state.round is None or not state.round.claims:
        return None
    newest = state.round.claims[-1]
    return newest if owner_may(state, newest) else None


def amounts_of(table: Table, asked: Asked) -> Amounts | None:
    """A claim being entered: always the same amounts, in the same places; None if its time is over."""
    state = table.match
    players = table.match.setup.players
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
        if len(_may_be_called(state)) > 1:
            title, sub = _("Muggins"), _on_which(state)
        callers = may_call(state)
    return Amounts(
        name=asked.call,
        title=title,
        sub=sub,
        drawing=tile_picture(on),
        callers=callers,
        amounts=amounts_to_claim(state.setup),
        close=NOTHING.href(table.link),
    )


def said_instead(table: Table, event: Event) -> tuple[Press, ...]:
    """Buttons for the other amounts of a call, all that could be called whether or not they are right, or for the other
    totals of a hand; none for anything else."""
    if not isinstance(event, Claim | Muggins):
        return pips_instead(table, event)
    by = table.setup.players[event.by]
    return tuple(
        says(str(each), {"by": by, verb_of(event): each}) for each in amounts_to_claim(table.match.setup)
    )


def amounts_to_claim(setup: LineSetup) -> tuple[int, ...]:
    """The points that any tile could make in this game: multiples of five, or of three, or any number.

    They go on in whole rows as far as the ends can go.
    """
    counting, most = setup.variant.counting, 0
    if counting.counts_ends:
        most = _largest_sum(setup)
        if not counting.points_are_pips:
            most = sum(most // each for each in counting.divisors)
    step = counting.unit if counting.counts_ends and counting.points_are_pips else 1
    rows = max(ROWS, -(-most // (step * ACROSS)))
    return tuple(range(step, rows * ACROSS * step + 1, step))


def _largest_sum(setup: LineSetup) -> int:
    """The largest sum of the ends: a double on each; far more than is ever reached if all doubles are spinners."""
    high, doubles = setup.tiles.high, setup.variant.doubles
    if doubles.all_are_spinners:
        return 12 * high
    ends = 4 if doubles.has_spinners else 2
    return sum(2 * half for half in range(high, high - ends, -1))


def called_on(state: LineMatch) -> tuple[int, Tile | None]:
    """The tile that a call of muggins is about, and who laid it; -1 and None if there is none."""
    called = _may_be_called(state)
    return called[-1] if called else (-1, None)


def _may_be_called(state: LineMatch) -> list[tuple[int, Tile]]:
    """The tiles that a call of muggins may be about, whether or not there is anything to call, and who laid each; last
    one that was claimed falsely."""
    if state.round is None:
        return []
    found = [(each.seat, each.tile) for each in state.round.claims if others_may(state, each)]
    false = state.round.false_claim
    if false is not None and (false.seat, false.tile) not in found:
        found.append((false.seat, false.tile))
    return found


def may_call(state: LineMatch) -> tuple[str, ...]:
    """The players who may call muggins now, nearest to the left of the player last called on first."""
    setup, called = state.setup, _may_be_called(state)
    if not called:
        return ()
    seat, _tile = called[-1]
    sides = {setup.side_of[each] for each, _tile in called}
    around = [(seat + step) % len(setup.players) for step in range(1, len(setup.players) + 1)]
    return tuple(setup.players[each] for each in around if sides != {setup.side_of[each]})
