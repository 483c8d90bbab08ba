"""The auction: its order, which bids stand, and what happens when nobody bids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from referee.engine.rules.part import Part, choice, fixed, where

LADDERS: Mapping[str, tuple[int, ...]] = {
    "double": (42, 84, 168, 336),
    "cardinal_250": (42, 84, 168, 250),
    "marks": (42, 84, 126, 168, 210),
}


@dataclass(frozen=True, kw_only=True)
class Auction(Part):
    """The shape of the auction and its ladder (TX2, TX3, TX5). A limit bid is one for every point of the hand."""

    lowest: ClassVar[int] = 30
    limit: ClassVar[int] = 42
    lowest_bid: str = fixed(
        "The lowest bid", "The lowest bid is 30; every bid is higher than the one before it."
    )
    speaking: str = fixed(
        "Who speaks", "The player left of the dealer speaks first, then clockwise, the dealer last."
    )
    dealing: str = fixed(
        "Who deals", "The deal passes to the left with every round, also after one in which nobody bid."
    )

    auction: str = choice(
        "The auction",
        {
            "continuous": "The auction goes round until three have passed; who has passed is out of it.",
            "one_bid_each": "Everybody speaks once, and the highest bid stands.",
        },
        "continuous",
    )
    limit_ladder: str = choice(
        "Bids of 42 and more",
        {
            "double": "Over 42 a bid can only be doubled: 84, 168 and last 336.",
            "cardinal_250": "Over 42 a bid can only be doubled, 84 and 168; the last step is 250.",
            "marks": "Over 42 every bid is one mark of 42 more: 84, 126, 168 and last 210.",
        },
        "double",
    )
    open_84: bool = choice(
        "Bidding 84 at once",
        {
            False: "84 can only be bid over 42.",
            True: "84 may be bid at once, without 42 before it.",
        },
        False,
    )
    all_pass: str = choice(
        "When nobody bids",
        {
            "redeal": "When all four pass, nobody scores and the next player deals.",
            "dealer_30": "When three have passed the dealer has to bid, 30 or more.",
        },
        "redeal",
    )

    goes_round = where("auction", "continuous")  # until three have passed; else everybody bids once
    dealer_must_bid = where("all_pass", "dealer_30")  # when nobody else has

    def bids_over(self, standing: int | None) -> list[int]:
        """Every bid that may follow the one that stands (None: nobody has bid)."""
        rungs: Sequence[int] = LADDERS[self.limit_ladder]
        if standing is not None and standing >= self.limit:
            return [each for each in rungs if each > standing][:1]
        least = self.lowest if standing is None else standing + 1
        return [*range(least, self.limit), *rungs[: 2 if self.open_84 else 1]]

    @property
    def all_bids(self) -> tuple[int, ...]:
        """Every bid on the ladder."""
        return (*range(self.lowest, self.limit), *LADDERS[self.limit_ladder])

    def over_limit(self, standing: int | None, amount: int) -> bool:
        """Whether a bid is refused because of the ladder rather than because it is too low."""
        return amount > self.limit or (standing or 0) >= self.limit

    def is_limit(self, amount: int) -> bool:
        """Whether the bid is for every point of the hand."""
        return amount >= self.limit
