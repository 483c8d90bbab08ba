"""What a finished round pays: formulas over hands, rounding, and the arithmetic in words.

All amounts are pips until `Rounding.award` makes them points. A side is a player, or partners together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from referee.engine.messages import Joined, msg
from referee.engine.rules.counting import nearest
from referee.engine.rules.part import Part, choice

if TYPE_CHECKING:
    from referee.engine.rules.line_game import LineGame

FLAT = {"none": 0, "point": 1}  # points that are paid whatever the hands, by `out_pay` and `block_pay`
PIPS = ("opponents", "all", "sum_minus_own", "pairwise", "ladder", "ladder_pairwise")  # awards that are pips


@dataclass(frozen=True, kw_only=True)
class Rounding(Part):
    """How hands become points (S14, S15)."""

    round_scope: str = choice(
        "Rounding",
        {
            "none": "Pips left in hands are not rounded.",
            "hand": "Each hand is rounded to the nearest {base} before they are added; a blocked round is rounded once, "
            "after subtraction.",
            "total": "The pips of all hands are added first and then rounded to the nearest {base}.",
        },
        "none",
    )

    def matters(self, name: str, rules: LineGame, *, partners: bool) -> bool:  # noqa: ARG002
        """Only where pips left in hands are paid."""
        return rules.pays_pips

    @property
    def rounds(self) -> bool:
        """Whether pips are rounded at all."""
        return self.round_scope != "none"

    @property
    def rounds_each_hand(self) -> bool:
        """Whether hands are rounded one by one, before they are added."""
        return self.round_scope == "hand"

    def hand(self, pips: int, unit: int) -> int:
        """One opponent's hand when somebody went out; `unit` is what it is rounded to."""
        return nearest(pips, unit) if self.rounds_each_hand else pips

    def total(self, pips: int, unit: int) -> int:
        """A sum of hands, rounded once where the sheet rounds at all."""
        return nearest(pips, unit) if self.rounds else pips


@dataclass(frozen=True, kw_only=True)
class GoingOut(Part):
    """What going out pays (G12, S17-S19, S21)."""

    out_pay: str = choice(
        "Going out",
        {
            "opponents": "The player who goes out scores the pips left in the opponents' hands.",
            "all": "The player who goes out scores the pips left in every hand, a partner's too.",
            "point": "The player who goes out scores one point.",
            "none": "Going out pays no points.",
        },
        "opponents",
        reasons={
            "opponents": "The sheet only says who wins; the sum of the opponents' pips is its way elsewhere."
        },
    )
    out_award: str = choice(
        "The last tile's points",
        {
            "separate": "The last tile scores first, the hands after it.",
            "combined": "The last tile's points and the hands are one award.",
        },
        "separate",
        reasons={"separate": "They are printed apart, so the tile is counted first and the hands after it."},
    )
    team_out: str = choice(
        "Partners, when one goes out",
        {
            "going_out_side": "The side that went out is paid.",
            "lowest_total": "The side with fewer pips left is paid; if equal, the side that went out.",
        },
        "going_out_side",
        reasons={
            "going_out_side": "The sheet has no partners. The player who goes out wins, and so does the partner."
        },
    )

    @property
    def flat_points(self) -> int | None:
        """The points that going out pays whatever the hands; None if it pays their pips."""
        return FLAT.get(self.out_pay)

    @property
    def pays(self) -> bool:
        """Whether going out makes points."""
        return self.flat_points != 0

    @property
    def pays_pips(self) -> bool:
        """Whether going out makes pips."""
        return self.out_pay in PIPS

    @property
    def pays_partners_hand(self) -> bool:
        """Whether the pips of a partner's hand are paid too."""
        return self.out_pay == "all"

    @cached_property
    def is_one_award(self) -> bool:
        """Whether the points of the last tile wait and are awarded with the hands."""
        return self.out_award == "combined"

    @property
    def lighter_side_is_paid(self) -> bool:
        """Whether the side with fewer pips left is paid, whichever side went out."""
        return self.team_out == "lowest_total"

    def matters(self, name: str, rules: LineGame, *, partners: bool) -> bool:
        """One award or two only where a tile can score and reach the target; partners only where they play."""
        if name == "team_out":
            return partners
        if name == "out_award":
            target = rules.target
            return rules.counting.tiles_score and (target.exact or target.ends_at_once)
        return True


@dataclass(frozen=True, kw_only=True)
class Blocked(Part):
    """Who wins a blocked round and what it pays (G10, G11, S20, B5, B6)."""

    block_pay: str = choice(
        "A blocked round pays",
        {
            "sum_minus_own": "In a blocked round the lightest hand scores the opponents' pips less its own, once.",
            "pairwise": "In a blocked round the lightest hand scores its difference to each opponent's hand.",
            "opponents": "In a blocked round the lightest hand scores the opponents' pips; its own are not taken off.",
            "all": "In a blocked round the lightest hand scores the pips of every hand, its own too.",
            "ladder": "In a blocked round every hand scores the pips of all heavier hands less its own.",
            "ladder_pairwise": "In a blocked round every hand scores its difference to each heavier hand.",
            "point": "A blocked round pays its winner one point.",
            "none": "A blocked round pays no points.",
        },
        "sum_minus_own",
        reasons={
            "sum_minus_own": "The text is lost; the same game on the other leaflet of its maker pays so.",
            "none": "Going out pays no points here, so a block does not either.",
        },
    )
    block_winner: str = choice(
        "Who wins a blocked round",
        {
            "lowest_pips": "A blocked round is won by the hand with fewest pips.",
            "bergen_fundex": "A blocked round is won by the lightest hand without a double; "
            "when every hand has one, by the hand with the lowest double.",
            "bergen_hasbro": "A blocked round is won by the lightest hand without a double; "
            "when every hand has one, by the hand whose singles have fewest pips.",
            "fewest_tiles": "A blocked round is won by the hand with fewest tiles, then with fewest pips.",
        },
        "lowest_pips",
        spellings={
            "no_double_then_lowest_double": "bergen_fundex",
            "no_double_then_lightest_singles": "bergen_hasbro",
        },
        reasons={
            "lowest_pips": "The text is lost; on every other leaflet the lightest hand wins.",
            "fewest_tiles": "The aim is to get rid of your tiles, so the player closest to that wins.",
        },
    )
    block_tie: str = choice(
        "Blocked, two hands equally light",
        {
            "no_score": "When the lightest hands are equal, nobody scores.",
            "lightest_tile": "When the lightest hands are equal, the lightest single tile in them decides.",
            "split": "When the lightest hands are equal, they share the points.",
            "each_tied_scores": "When the lightest hands are equal, each is paid as if it alone had won.",
        },
        "no_score",
        reasons={
            "no_score": "Nobody won it alone; most books and tournaments then pay nobody.",
            "lightest_tile": "Another game on the same sheet breaks a tie so.",
        },
    )

    def matters(self, name: str, rules: LineGame, *, partners: bool) -> bool:  # noqa: ARG002
        """Who wins and what of a tie, only where being the one winner brings something."""
        if name == "block_pay":
            return True
        paid = self.pays and not self.is_ladder
        return paid or rules.target.is_one_round or rules.opening.winner_leads

    @property
    def flat_points(self) -> int | None:
        """The points that a block pays its winner whatever the hands; None if it pays pips."""
        return FLAT.get(self.block_pay)

    @property
    def pays(self) -> bool:
        """Whether a block makes points."""
        return self.flat_points != 0

    @property
    def pays_pips(self) -> bool:
        """Whether a block makes pips."""
        return self.block_pay in PIPS

    @property
    def takes_own_from_each(self) -> bool:
        """Whether the pips of the hand that is paid are taken from each other hand."""
        return self.block_pay in ("pairwise", "ladder_pairwise")

    @property
    def takes_own_once(self) -> bool:
        """Whether the pips of the hand that is paid are taken once from the sum of the others."""
        return self.block_pay in ("sum_minus_own", "ladder")

    @property
    def adds_own(self) -> bool:
        """Whether the pips of the hand that is paid are added to the others."""
        return self.block_pay == "all"

    @property
    def by_pips(self) -> bool:
        """Whether fewest pips win a block."""
        return self.block_winner == "lowest_pips"

    @property
    def by_number_of_tiles(self) -> bool:
        """Whether fewest tiles win a block."""
        return self.block_winner == "fewest_tiles"

    @property
    def lowest_double_wins(self) -> bool:
        """Whether, of hands that all have a double, the lowest double wins; else the fewest pips without the doubles."""
        return self.block_winner == "bergen_fundex"

    @property
    def lightest_tile_decides(self) -> bool:
        """Whether the lightest single tile decides between equal hands."""
        return self.block_tie == "lightest_tile"

    @property
    def tie_pays(self) -> bool:
        """Whether equal hands are paid."""
        return self.block_tie in ("split", "each_tied_scores")

    @property
    def tie_is_shared(self) -> bool:
        """Whether equal hands share the points of one."""
        return self.block_tie == "split"

    @property
    def needs_tiles(self) -> bool:
        """Whether the winner of every blocked round depends on tiles, not only on totals."""
        return self.block_winner in ("bergen_fundex", "bergen_hasbro")

    @property
    def is_ladder(self) -> bool:
        """Whether every hand is paid, not only the winner's."""
        return self.block_pay in ("ladder", "ladder_pairwise")

    def award(self, own: int, others: Sequence[int]) -> int:
        """What a hand of `own` pips is paid for the others, in pips (RULES.md part 0). By a ladder only strictly heavier
        hands count (S20)."""
        paying = [each for each in others if each > own] if self.is_ladder else others
        if self.takes_own_from_each:
            return sum(each - own for each in paying)
        if self.takes_own_once:
            return sum(paying) - own if paying else 0
        return sum(paying) + (own if self.adds_own else 0)


def points_of(pips: int, *, unit: int, per_unit: bool) -> int:
    """Pips as points; per-five games give a point for every whole five, or for every `unit`."""
    return pips // unit if per_unit else pips


def in_words(amounts: Sequence[tuple[object, int]]) -> Joined:
    """Hands as they are added: "Ana 15 + Cal 23"."""
    return Joined((msg("{name} {number}", name=name, number=pips) for name, pips in amounts), " + ")
