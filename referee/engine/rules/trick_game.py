"""The record of a trick game: an auction, trumps, tricks, a contract and a target.

Some tables add contracts to forty-two: no trump with the doubles apart, Nel-O, Sevens, Plunge, Splash.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.messages import msg_as
from referee.engine.rules.game import Aim, Game
from referee.engine.rules.part import Part, choice, fixed, where
from referee.engine.rules.tricks import HAND_POINTS, Auction, Contract, Goal, Marks, Paid, Reneges, Tricks
from referee.engine.rules.trump import DOUBLES, NEL_O, NO_TRUMP, SEVENS, Order, Trump, Trumps, order_of
from referee.engine.rulings import Rule

PLUNGE = "plunge"
SPLASH = "splash"
# For each call: the least and the most marks that it bids.
CALLS: Mapping[str, tuple[int, int]] = {PLUNGE: (4, 5), SPLASH: (2, 3)}
# The switch of what may be named or called besides a trump.
SPECIAL_NAMES: Mapping[Trump, str] = {NEL_O: "nel_o", SEVENS: "sevens", PLUNGE: "plunge", SPLASH: "splash"}
CALL_WORDS = {PLUNGE: msg_as("call", "plunge"), SPLASH: msg_as("call", "splash")}


@dataclass(frozen=True, kw_only=True)
class Specials(Part):
    """What may be named or called besides a trump and a number (V17)."""

    follow_me: str = fixed(
        "Follow me", "A hand without trumps is called follow me: the suit led is all that counts."
    )
    every_trick: str = fixed(
        "Every trick or none",
        "Sevens, Plunge and Splash are made only with every trick, Nel-O only with none.",
    )

    no_trump_doubles: str = choice(
        "Doubles without trumps",
        {
            "high": "Without trumps a double is the highest tile of its number.",
            "own_suit": "Without trumps the doubles are a suit of their own, 6-6 the highest.",
        },
    )
    nel_o: bool = choice(
        "Nel-O",
        {
            False: "Nel-O is not played.",
            True: "With a bid of 42 or more Nel-O may be named: the partner sits out, and the bidder takes no trick.",
        },
    )
    sevens: bool = choice(
        "Sevens",
        {
            False: "Sevens is not played.",
            True: "With a bid of 42 or more Sevens may be named: everybody lays the tile nearest to seven pips, "
            "and the nearest takes the trick, the first of equals.",
        },
    )
    plunge: bool = choice(
        "Plunge",
        {
            False: "Plunge is not played.",
            True: "With four doubles a player may plunge: four marks; the partner names the trump and leads.",
        },
    )
    splash: bool = choice(
        "Splash",
        {
            False: "Splash is not played.",
            True: "With three doubles a player may splash: two or three marks; the partner names the trump and leads.",
        },
    )

    has_doubles_apart = where("no_trump_doubles", "own_suit")  # if there are no trumps

    def allows(self, called: Trump) -> bool:
        """Whether the house plays it."""
        return called in SPECIAL_NAMES and bool(getattr(self, SPECIAL_NAMES[called]))

    @property
    def all_bids(self) -> tuple[int, ...]:
        """What the calls that the house plays can bid."""
        return tuple(
            marks * HAND_POINTS
            for call, (least, most) in CALLS.items()
            if self.allows(call)
            for marks in range(least, most + 1)
        )

    def amount(self, call: str, standing: int | None) -> int | None:
        """What the call bids over the standing bid; None if it cannot beat it."""
        least, most = CALLS[call]
        marks = max(least, (standing or 0) // HAND_POINTS + 1)
        return marks * HAND_POINTS if marks <= most else None


# Switches that count only if hands are paid in points, and only if they are paid in marks.
IN_POINTS = ("pays_made", "pays_set", "pays_limit", "limit_set", "target")
IN_MARKS = ("mark_worth", "marks_to_win")


@dataclass(frozen=True, kw_only=True)
class TrickGame(Game):
    """The rules of a trick game for two partnerships; `hand` is the number of tiles each player takes."""

    machine = "tricks"
    can_be_entered_by_result = True  # by bid and points
    always_partners = True  # two pairs, sitting opposite
    highest = 6

    auction: Auction
    trumps: Trumps
    specials: Specials | None = None
    tricks: Tricks
    contract: Contract
    marks: Marks | None = None
    reneges: Reneges
    goal: Goal
    hand: int = 7

    def matters(self, switch: str, *, partners: bool) -> bool:  # noqa: ARG002 - partners always play
        """Whether the switch can change anything: some count only in points, others only in marks."""
        if self.marks is None or switch not in (*IN_POINTS, *IN_MARKS):
            return True
        return self.marks.are_counted == (switch in IN_MARKS)

    @property
    def aim(self) -> Aim:
        """A number of marks, or of points."""
        if self.marks is not None and self.marks.are_counted:
            return Aim("marks_to_win", self.marks.marks_to_win, in_marks=True)
        return Aim("target", self.goal.target)

    def tiles_each(self, players: int, highest: int) -> int:  # noqa: ARG002 - always four, with double-six tiles
        """How many tiles each player takes."""
        return self.hand

    def allows(self, named: Trump) -> bool:
        """Whether the house plays a trump or a call that has a name of its own."""
        return named in (DOUBLES, NO_TRUMP) or (self.specials is not None and self.specials.allows(named))

    def rule_of(self, named: Trump) -> Rule:
        """The rule that says what this trump is, or what this call asks for."""
        if named == DOUBLES:
            return self.rule("doubles")
        return self.rule(SPECIAL_NAMES.get(named, "named") if self.specials is not None else "named")

    def order(self, trump: Trump) -> Order:
        """How the tiles rank once this trump is named."""
        return order_of(trump, doubles_apart=self.specials is not None and self.specials.has_doubles_apart)

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
        """Every bid that can win an auction, including calls."""
        called = [] if self.specials is None else self.specials.all_bids
        return frozenset((*self.auction.all_bids, *called))
