"""What a finished round pays: formulas over hands, rounding, and the arithmetic in words.

All amounts are pips until `Rounding.award` makes them points. A side is a player, or partners together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from referee.rules.counting import nearest
from referee.rules.part import Part, choice
from referee.wording import Joined, said

if TYPE_CHECKING:
    from referee.rules.variant import Variant

PIPS = ("opponents", "all", "sum_minus_own", "pairwise", "ladder", "ladder_pairwise")  # awards that are pips


@dataclass(frozen=True, kw_only=True)
class Rounding(Part):
    """How hands become points (S14, S15)."""

    round_scope: str = choice(
        "Rounding",
        {
            "none": "Pips left in hands are not rounded.",
            "hand": "Each hand is rounded to the nearest five before they are added; a blocked round is rounded once, "
            "after subtraction.",
            "total": "The pips of all hands are added first and then rounded to the nearest five.",
        },
        "none",
    )

    def matters(self, name: str, rules: Variant, *, partners: bool) -> bool:  # noqa: ARG002
        """Only where pips left in hands are paid."""
        return rules.pays_pips

    def hand(self, pips: int, unit: int) -> int:
        """One opponent's hand when somebody went out; `unit` is what it is rounded to."""
        return nearest(pips, unit) if self.round_scope == "hand" else pips

    def total(self, pips: int, unit: int) -> int:
        """A sum of hands, rounded once where the sheet rounds at all."""
        return pips if self.round_scope == "none" else nearest(pips, unit)


@dataclass(frozen=True, kw_only=True)
class GoingOut(Part):
    """What going out pays (G12, S17-S19, S21)."""

    unspoken: ClassVar[tuple[str, ...]] = ("team_out",)

    out_pay: str = choice(
        "Going out",
        {
            "opponents": "Whoever goes out scores the pips left in the opponents' hands.",
            "all": "Whoever goes out scores the pips left in every hand, a partner's too.",
            "point": "Whoever goes out scores one point.",
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
    )
    team_out: str = choice(
        "Partners, when one goes out",
        {
            "going_out_side": "The side that went out is paid.",
            "lowest_total": "The side with fewer pips left is paid; if equal, the side that went out.",
        },
        "going_out_side",
        reasons={
            "going_out_side": "The sheet knows no partners; whoever goes out wins, and so does the partner."
        },
    )

    def matters(self, name: str, rules: Variant, *, partners: bool) -> bool:
        """One award or two only where a tile can score and reach the target; partners only where they play."""
        if name == "team_out":
            return partners
        if name == "out_award":
            target = rules.target
            return rules.counting.score != "none" and (target.exact or target.end_check == "immediate")
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
        reasons={
            "lowest_pips": "The text is lost; on every other leaflet the lightest hand wins.",
            "fewest_tiles": "To be rid of the tiles is the aim, so whoever is nearest to it wins.",
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
        reasons={"no_score": "Nobody won it alone; most books and tournaments then pay nobody."},
    )

    def matters(self, name: str, rules: Variant, *, partners: bool) -> bool:  # noqa: ARG002
        """Who wins and what of a tie, only where being the one winner brings something."""
        if name == "block_pay":
            return True
        paid = self.block_pay != "none" and not self.is_ladder
        return paid or rules.target.mode == "single" or rules.opening.next_opener.startswith("winner")

    @property
    def needs_tiles(self) -> bool:
        """Whether the winner of every blocked round depends on tiles, not only on totals."""
        return self.block_winner in ("bergen_fundex", "bergen_hasbro")

    @property
    def is_ladder(self) -> bool:
        """Whether every hand is paid, not only the winner's."""
        return self.block_pay in ("ladder", "ladder_pairwise")


def block_award(pay: str, own: int, others: Sequence[int]) -> int:
    """What the winner of a blocked round is paid by one formula, in pips (RULES.md part 0)."""
    match pay:
        case "sum_minus_own":
            return sum(others) - own
        case "pairwise":
            return sum(each - own for each in others)
        case "opponents":
            return sum(others)
        case "all":
            return sum(others) + own
        case _:
            return 0


def ladder_award(pay: str, own: int, others: Sequence[int]) -> int:
    """What one hand is paid by a ladder: only strictly heavier hands count (S20)."""
    heavier = [each for each in others if each > own]
    if pay == "ladder_pairwise":
        return sum(each - own for each in heavier)
    return max(0, sum(heavier) - own)


def points_of(pips: int, *, unit: int, per_unit: bool) -> int:
    """Pips as points; per-five games give a point for every five."""
    return nearest(pips, unit) // unit if per_unit else pips


def in_words(amounts: Sequence[tuple[object, int]]) -> Joined:
    """Hands as they are added: "Ana 15 + Cal 23"."""
    return Joined((said("{name} {number}", name=name, number=pips) for name, pips in amounts), " + ")
