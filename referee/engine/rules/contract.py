"""What a hand pays against its bid, and when the match is won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.rules.part import Part, choice, fixed, number, where
from referee.engine.rules.tricks import HAND_POINTS


class Paid(NamedTuple):
    """What each side scores for a hand, and the rule that says so."""

    bidders: int
    others: int
    rule: str


@dataclass(frozen=True, kw_only=True)
class Contract(Part):
    """Made or set (TX9, TX10)."""

    pays_made: str = fixed(
        "A bid that is made", "Where the bid is made, both sides score the points they took."
    )
    pays_set: str = fixed(
        "A bid that is set",
        "Where the bid is not made, its side scores nothing and the others score their own points and the bid.",
    )
    pays_limit: str = fixed(
        "A limit bid that is made",
        "A limit bid needs all 42 points; made, it scores the bid and the others score nothing.",
    )

    limit_set: str = choice(
        "A lost limit bid",
        {
            "bid_only": "For a lost limit bid the others score the bid alone.",
            "bid_plus_own": "For a lost limit bid the others score the bid and the points they took.",
        },
        "bid_only",
    )

    def needs(self, bid: int) -> int:
        """The points that the bidders must take."""
        return min(bid, HAND_POINTS)

    def made(self, bid: int, taken: int) -> Paid:
        """What a bid pays that is made with these points."""
        if bid >= HAND_POINTS:
            return Paid(bid, 0, "pays_limit")
        counted = max(bid, taken)
        return Paid(counted, max(0, HAND_POINTS - counted), "pays_made")

    def beaten(self, bid: int, others_took: int) -> Paid:
        """What a bid pays that is not made."""
        if bid < HAND_POINTS:
            return Paid(0, bid + others_took, "pays_set")
        return Paid(0, bid + (others_took if self.limit_set == "bid_plus_own" else 0), "limit_set")


@dataclass(frozen=True, kw_only=True)
class Goal(Part):
    """The target of a match between two sides (TX11)."""

    tested: str = fixed("When the target is tested", "The target is tested when a hand is over.")
    both: str = fixed(
        "Both sides at the target", "Where both sides are at the target after a hand, the side that bid wins."
    )

    target: int = number("Target", "The match is to {n} points.", 250, least=1)


@dataclass(frozen=True, kw_only=True)
class Marks(Part):
    """Whether hands are counted in points or in marks (V17)."""

    mark_worth: str = fixed(
        "What a mark is",
        "A hand is worth one mark to the side that it goes to, a bid of 84 two, 126 three, and so on; 42 and more "
        "need every point.",
    )

    count_by: str = choice(
        "What is counted",
        {
            "marks": "Every hand is worth marks, whatever the points.",
            "points": "The points of every hand are added up.",
        },
        "marks",
    )
    marks_to_win: int = number("Marks to win", "Counted in marks, the match is to {n} marks.", 7, least=1)

    are_counted = where("count_by", "marks")

    @staticmethod
    def worth(bid: int) -> int:
        """The marks of a bid."""
        return max(1, bid // HAND_POINTS)
