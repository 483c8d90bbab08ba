"""Whose turn it is, and what the layout leaves to do."""

from __future__ import annotations

from referee.engine.audit.holdings import Passed
from referee.engine.games.line.state import LineMatch, LineRound, may_be_drawn, open_mask
from referee.engine.games.match import not_in_turn
from referee.engine.layout import Place
from referee.engine.messages import Listed, marked, msg
from referee.engine.rules.turns import Further
from referee.engine.rulings import Breach, Code, Ruling
from referee.engine.tiles import Tile

Ruled = tuple[Ruling, LineMatch]
Outcome = Ruled | Breach


def turn_breach(match: LineMatch, current: LineRound, seat: int) -> Breach | None:
    """Why the seat may not act now; None if it may."""
    if current.turn == seat:
        return None
    if current.turn is None:
        is_open = not current.may_lead or current.layout.laid or seat in current.may_lead
        return None if is_open else _not_leading(match)
    if _may_follow(match, current, seat):
        return None
    rule = match.setup.variant.rule("direction")
    return not_in_turn(match.setup, current.turn, seat, rule, forgivable=True)


def _not_leading(match: LineMatch) -> Breach:
    """That others lead this round."""
    names = Listed([match.setup.players[seat] for seat in match.current.may_lead], marked("{some} or {last}"))
    words = msg("{names} leads this round.", names=names)
    return Breach(Code.NOT_YOUR_TURN, words, match.setup.variant.rule("next_opener"))


def _may_follow(match: LineMatch, current: LineRound, seat: int) -> bool:
    """Whether the turn before may be taken as ended: its further tile was optional."""
    return (
        current.going_on.is_tile_only
        and current.turn is not None
        and match.setup.seat_after(current.turn) == seat
    )


def take_turn(match: LineMatch, current: LineRound, seat: int, number: int) -> LineRound:
    """The round with the seat to act; if that ends the turn before, its player could not go on."""
    if current.turn == seat or current.turn is None:
        return current
    witness = current.witness
    if current.going_on is Further.LAYS_WHAT_FITS and _may_follow(match, current, seat):
        witness = witness.saw(Passed(current.turn, number, open_mask(match, current), unsaid=True))
    return current._replace(turn=seat, drawn=0, going_on=Further.NOTHING, witness=witness)


def further(match: LineMatch, tile: Tile, place: Place | None) -> Further:
    """What the layer does next in the same turn."""
    on_double = place is not None and place.tile.is_double
    return match.setup.variant.turns.further(laid_double=tile.is_double, on_double=on_double)


def is_dead(match: LineMatch, current: LineRound) -> bool:
    """Whether no tile that nobody has seen yet fits any open end (G9)."""
    layout, fits = current.layout, match.setup.fits
    if not layout.laid:
        return False
    last = layout.laid[-1]
    if not (last.tile.is_double or layout.shape.cross_first) and current.unseen & fits[last.out]:
        return False  # the usual case: its outward half is always open
    return not current.unseen & layout.going(fits)


def dead_and_dry(match: LineMatch, current: LineRound) -> bool:
    """Whether the round is blocked by the layout alone: nothing fits, and nothing more may be drawn."""
    return not may_be_drawn(match, current) and is_dead(match, current)
