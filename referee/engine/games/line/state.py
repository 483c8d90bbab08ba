"""The state of a line game: what may be drawn, which tiles fit, and whose turn it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.engine.audit.holdings import Passed
from referee.engine.games.hands import HandsRound
from referee.engine.games.match import Match
from referee.engine.games.refusals import not_in_turn
from referee.engine.layout import Layout
from referee.engine.messages import OR, Listed, msg
from referee.engine.rules.turns import Further
from referee.engine.rulings import Breach, Code, Premio, Ruling
from referee.engine.seating import LineSetup
from referee.engine.tiles import Tile, mask_of


class Openers(NamedTuple):
    """The seats that may open a round, none if it opens like the first; and the switch that decides it."""

    seats: tuple[int, ...]
    by: str


class OpenClaim(NamedTuple):
    """A tile whose claims are open, whether it scores or not.

    `left` is what can still be claimed, in points; `taken_by` the first seat that claimed or called muggins. Whose
    window it is follows from `laid`, the number of tiles on the table including this one, and `passed`, whether another
    player has passed since. `wrong` counts the calls that took nothing.
    """

    seat: int
    tile: Tile
    left: int
    taken_by: int | None = None
    laid: int = 0
    passed: bool = False
    wrong: int = 0


class FalseClaim(NamedTuple):
    """A claim for more than the tile scored, which the next player to call muggins takes; `waits`: what was given is
    not in the scores yet, because it waits for the hands."""

    seat: int
    tile: Tile
    claimed: int
    given: int
    waits: bool = False


@dataclass(slots=True)
class LineRound(HandsRound):
    """A round of a line game.

    `turn` is the seat to act (None while anybody may open), `drawn` the tiles drawn in this turn, `going_on`
    says what a further tile in the same turn is, if there is one. `passed` is the mask of seats
    that passed since the last tile. `earned` are the points of tiles and claims by side, `held_back` the last
    tile's points if they wait for the hands. In blind games `rows` are the rows from the top, None for a tile
    not turned up yet, and `turned` counts the tiles that each seat turned up in vain since the last one was
    laid. `may_lead` are the seats that may open (none: any), `lead_by` the switch that says so: "opening" if the round
    opens like the first. In games of two pairs `has_passed` says whether anybody
    has passed in this match, `had_passed` whether before this round, `premios` are those of its passes.
    """

    layout: Layout
    lead_by: str
    earned: tuple[int, ...]
    drawn: int = 0
    going_on: Further = Further.NOTHING
    passed: int = 0
    claims: tuple[OpenClaim, ...] = ()
    false_claim: FalseClaim | None = None
    held_back: int = 0
    last_layer: int | None = None
    rows: tuple[tuple[Tile | None, ...], ...] = ()
    turned: tuple[int, ...] = ()
    may_lead: tuple[int, ...] = ()
    has_passed: bool = False
    had_passed: bool = False
    premios: tuple[Premio, ...] = ()

    @property
    def free_lead(self) -> bool:
        """Whether any tile may be led, because the round does not open like the first."""
        return self.lead_by != "opening"

    def seen_with(self, seat: int) -> int:
        """The mask of tiles that went to the bottom of the seat's row; 0 if nothing lies in rows."""
        return mask_of(each for each in self.rows[seat] if each is not None) if self.rows else 0

    @property
    def to_take_back(self) -> tuple[int, ...]:
        """The points of tiles and claims."""
        return self.earned

    def over(self) -> "LineRound":
        """The settled round: it is nobody's turn, and nobody may claim."""
        return self._replace(turn=None, claims=(), going_on=Further.NOTHING)


class LineMatch(Match[LineSetup, LineRound]):
    """The match at a table of a line game."""

    __slots__ = ()

    @property
    def layout(self) -> Layout | None:
        """What lies on the table; None if nothing does."""
        return self.round.layout if self.round is not None and self.round.layout.laid else None

    @property
    def ends(self) -> Sequence[int] | None:
        """What counts at the open ends; None before the first deal, or if the game does not add them up."""
        if self.round is None or not self.setup.variant.counting.counts_ends:
            return None
        return self.round.layout.ends()

    @property
    def premios(self) -> tuple[Premio, ...]:
        """What passes have earned in the current round."""
        return self.round.premios if self.round is not None else ()

    @property
    def lays_in_turn(self) -> bool:
        """Whether players lay tiles that they hold, not tiles from a row."""
        return self.setup.variant.rows is None

    @property
    def untold(self) -> tuple[Tile, ...]:
        """The tiles with an open claim: nothing shown may reveal whether they score."""
        return tuple(each.tile for each in self.round.claims) if self.round is not None else ()

    @property
    def counted(self) -> dict[str, Any] | None:
        """The sum of the ends; None if the game does not count them, or a claim is open."""
        if self.layout is None or self.claims_are_open:
            return None
        ends = self.ends
        return {"ends": ends, "sum": sum(ends)} if ends is not None else None

    def turn_breach(self, current: LineRound, seat: int) -> Breach | None:
        """Why the seat may not act now; None if it may."""
        if current.turn == seat:
            return None
        if current.turn is None:
            if not current.may_lead or seat in current.may_lead:
                return None
            names = Listed([self.setup.players[each] for each in current.may_lead], OR)
            words = msg("{names} leads this round.", names=names)
            rule = self.setup.variant.rule(current.lead_by)
            return Breach(Code.NOT_YOUR_TURN, words, rule, forgivable=True)
        if self._may_follow(current, seat):
            return None
        is_lead = current.turn == current.opener and current.last_layer is None
        rule = self.setup.variant.rule(current.lead_by if is_lead else "direction")
        return not_in_turn(self.setup, current.turn, seat, rule, forgivable=True)

    def _may_follow(self, current: LineRound, seat: int) -> bool:
        """Whether the previous turn can be taken as over, because its further tile was optional."""
        return (
            current.going_on.is_tile_only
            and current.turn is not None
            and self.setup.after[current.turn] == seat
        )

    def take_turn(self, current: LineRound, seat: int, number: int) -> LineRound:
        """The round with the seat to act; if the turn before had to go on, its player is taken to have passed."""
        if current.turn == seat or current.turn is None:
            return current
        witness = current.witness
        if current.going_on is Further.LAYS_WHAT_FITS and self._may_follow(current, seat):
            witness = witness.saw(Passed(current.turn, number, pass_denies(self, current), unsaid=True))
        return current._replace(turn=seat, drawn=0, going_on=Further.NOTHING, witness=witness)

    def dead_and_dry(self, current: LineRound) -> bool:
        """Whether the round is blocked by the layout alone: nothing fits, and nothing more may be drawn."""
        return not drawable(self, current) and is_dead(self, current)


def drawable(match: LineMatch, current: LineRound) -> int:
    """How many tiles of the boneyard may still be drawn; none in a game without drawing."""
    drawing = match.setup.variant.drawing
    return max(0, current.boneyard - drawing.reserve) if drawing.is_allowed else 0


def draws_one(match: LineMatch, current: LineRound) -> bool:
    """Whether a player who cannot go draws only one tile, by the sheet or while a cross is unfinished (C1)."""
    drawing = match.setup.variant.drawing
    return drawing.is_one_tile or (drawing.goes_on_until_playable and current.layout.cross() is not None)


def open_mask(match: LineMatch, in_hand: LineRound) -> int:
    """The mask of tiles that would fit somewhere now, seen or not; every tile before the lead."""
    setup = match.setup
    layout = in_hand.layout
    return layout.going(setup.fits) if layout.laid else setup.tiles.mask


def pass_denies(match: LineMatch, current: LineRound) -> int:
    """The mask of tiles that a player who passes now denies holding; none if a tile may be held back."""
    proves = match.setup.variant.pass_proves_stuck(is_dry=not drawable(match, current))
    return open_mask(match, current) if proves else 0


Ruled = tuple[Ruling, LineMatch]
Outcome = Ruled | Breach


def is_dead(match: LineMatch, current: LineRound) -> bool:
    """Whether no tile that is not laid fits any open end, be it unseen or in a hand shown since (G9)."""
    layout = current.layout
    in_hands = mask_of(tile for shown in current.shown if shown is not None for tile in shown.tiles or ())
    return bool(layout.laid) and not (current.unseen | in_hands) & layout.going(match.setup.fits)
