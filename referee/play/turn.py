"""Whose turn it is, and what the layout leaves to do."""

from __future__ import annotations

from referee.audit import Passed
from referee.layout import Place
from referee.play.state import PLAYING, Match, RoundState, Status, may_be_drawn, open_mask
from referee.rulings import Breach, Code, Ruling
from referee.tiles import Tile
from referee.wording import said

Outcome = tuple[Ruling, Match]
# A further tile in the same turn for which nothing is drawn: it may be laid, or it must where one fits.
FURTHER_TILES = ("optional", "must")
MULTI_PLAY = {"none": "", "may": "optional", "must": "must"}  # what a further tile is, by the switch


def not_now(template: str, **values: object) -> Breach:
    """The breach of saying something that has no place at this point."""
    return Breach(Code.NOT_NOW, said(template, **values))


def in_play(match: Match) -> RoundState | Breach:
    """The round in play, or why nothing can be laid, drawn or passed."""
    if match.status is PLAYING and match.round is not None:
        return match.round
    if match.status is Status.REVEAL:
        return not_now("The round is over for tiles; the hands are to be shown now.")
    if match.status is Status.MATCH_OVER:
        return not_now("The match is over.")
    return not_now("No round is being played; the next one has to be dealt first.")


def turn_breach(match: Match, current: RoundState, seat: int) -> Breach | None:
    """Why the seat may not act now; None where it may."""
    if current.turn is None or current.turn == seat:
        return None
    if _may_follow(match, current, seat):
        return None
    names = match.setup.players
    return Breach(
        Code.NOT_YOUR_TURN,
        said("It is {turn}'s turn, not {name}'s.", turn=names[current.turn], name=names[seat]),
        match.setup.variant.turns.fixed_rule("turn"),
        forgivable=True,
    )


def _may_follow(match: Match, current: RoundState, seat: int) -> bool:
    """Whether the turn before may be taken as ended: its further tile was optional."""
    return (
        current.going_on in FURTHER_TILES
        and current.turn is not None
        and match.setup.left_of(current.turn) == seat
    )


def take_turn(match: Match, current: RoundState, seat: int, number: int) -> RoundState:
    """The round with the seat to act; where the turn before is thereby over, its layer could not go on."""
    if current.turn == seat or current.turn is None:
        return current
    witness = current.witness
    if current.going_on == "must" and _may_follow(match, current, seat):
        witness = witness.saw(Passed(current.turn, number, open_mask(match, current), unsaid=True))
    return current._replace(turn=seat, drawn=0, going_on="", witness=witness)


def changed(hands: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    """The numbers with one seat's changed."""
    return (*hands[:seat], hands[seat] + by, *hands[seat + 1 :])


def further(match: Match, tile: Tile, place: Place | None) -> str:
    """What the layer may lay next in the same turn: "", "normal" or "optional"."""
    turns = match.setup.variant.turns
    on_double = place is not None and place.tile.is_double
    if turns.goes_again(laid_double=tile.is_double, on_double=on_double):
        return turns.bonus_turn
    return MULTI_PLAY[turns.multi_play]


def is_dead(match: Match, current: RoundState) -> bool:
    """Whether no tile that nobody has seen yet fits any open end (G9)."""
    layout, fits = current.layout, match.setup.fits
    if not layout.laid:
        return False
    last = layout.laid[-1]
    if not (last.tile.is_double or layout.shape.cross_first) and current.unseen & fits[last.out]:
        return False  # the usual case: its outward half is always open
    return not current.unseen & layout.going(fits)


def dead_and_dry(match: Match, current: RoundState) -> bool:
    """Whether the round is blocked by the layout alone: nothing fits, and nothing more may be drawn."""
    return not may_be_drawn(match, current) and is_dead(match, current)
