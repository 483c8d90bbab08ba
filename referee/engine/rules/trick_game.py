"""The record of a trick game: an auction, trumps, tricks, a contract and a target."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rules.auction import Auction
from referee.engine.rules.contract import Contract, Goal, Marks, Paid
from referee.engine.rules.game import Aim, Game
from referee.engine.rules.specials import Specials
from referee.engine.rules.tricks import Reneges, Tricks
from referee.engine.rules.trump import DOUBLES, NO_TRUMP, Order, Trump, Trumps, order_of

# What counts only if hands are paid in points, and what only if they are paid in marks.
IN_POINTS = ("pays_made", "pays_set", "pays_limit", "limit_set", "target")
IN_MARKS = ("mark_worth", "marks_to_win")


@dataclass(frozen=True, kw_only=True)
class TrickGame(Game):
    """The rules of a trick game for two partnerships; `hand` is the number of tiles each player takes."""

    SLOTS = ("auction", "trumps", "specials", "tricks", "contract", "marks", "reneges", "goal")
    machine = "tricks"
    is_told_by_end = True  # by bid and points
    always_partners = True  # two pairs, sitting opposite

    auction: Auction
    trumps: Trumps
    tricks: Tricks
    contract: Contract
    reneges: Reneges
    goal: Goal
    hand: int = 7
    specials: Specials | None = None
    marks: Marks | None = None

    def matters(self, switch: str, *, partners: bool) -> bool:  # noqa: ARG002 - partners always play
        """Counted in marks, points pay nothing; counted in points, marks are idle."""
        if self.marks is None or switch not in (*IN_POINTS, *IN_MARKS):
            return True
        return self.marks.are_counted == (switch in IN_MARKS)

    @property
    def aim(self) -> Aim:
        """So many marks, or so many points."""
        in_marks = self.marks is not None and self.marks.are_counted
        return Aim("marks_to_win" if in_marks else "target", self.to_win, in_marks=in_marks)

    def tiles_each(self, players: int, highest: int) -> int:  # noqa: ARG002 - always four, with double-six tiles
        """How many tiles each player takes."""
        return self.hand

    def allows(self, named: Trump) -> bool:
        """Whether the house plays a trump or a call that has a name of its own."""
        return named in (DOUBLES, NO_TRUMP) or (self.specials is not None and self.specials.allows(named))

    def order(self, trump: Trump) -> Order:
        """How tiles stand to each other under this trump."""
        apart = self.specials is not None and self.specials.has_doubles_apart
        return order_of(trump, doubles_apart=apart)

    def pays(self, bid: int, *, made: bool, bidders_took: int, others_took: int) -> Paid:
        """What a hand pays."""
        if self.marks is not None and self.marks.are_counted:
            worth = self.marks.worth(bid)
            return Paid(worth, 0, "mark_worth") if made else Paid(0, worth, "mark_worth")
        return self.contract.made(bid, bidders_took) if made else self.contract.beaten(bid, others_took)

    def is_paid_by_bid(self, bid: int, *, made: bool) -> bool:
        """Whether a bid that is made or set pays the same whatever points were taken."""
        return all(
            self.pays(bid, made=made, bidders_took=took, others_took=took)
            == self.pays(bid, made=made, bidders_took=0, others_took=0)
            for took in range(self.tricks.total + 1)
        )

    @property
    def all_bids(self) -> frozenset[int]:
        """Every bid that can win an auction, the calls among them."""
        called = [] if self.specials is None else self.specials.all_bids
        return frozenset((*self.auction.all_bids, *called))

    @property
    def to_win(self) -> int:
        """What a side needs to win the match."""
        return (
            self.marks.marks_to_win if self.marks is not None and self.marks.are_counted else self.goal.target
        )
