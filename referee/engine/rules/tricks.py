"""The rules of trick games: the auction, leading and following, reneges, and what a hand pays against its bid."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from referee.engine.rules.part import Part, choice, fixed, number, where
from referee.engine.tiles import Tile, tile

COUNTERS = {tile(5, 5): 10, tile(6, 4): 10, tile(5, 0): 5, tile(4, 1): 5, tile(3, 2): 5}
TRICK_POINT = 1
HAND_POINTS = 42


@dataclass(frozen=True, kw_only=True)
class Tricks(Part):
    """How a trick is played and what it counts (TX1, TX6, TX8)."""

    total: ClassVar[int] = HAND_POINTS
    turn: str = fixed("A trick", "A trick is one tile from each player, laid in turn, clockwise.")
    lead: str = fixed(
        "The lead",
        "The highest bidder leads to the first trick, then the player who took the last one; any tile may be led.",
    )
    led_suit: str = fixed(
        "The suit led", "A trump asks for trumps; any other tile asks for the suit of its higher half."
    )
    follow: str = fixed(
        "Following", "If you have a tile of the suit led, play one; if not, you may trump or throw off."
    )
    takes: str = fixed(
        "Taking a trick",
        "The highest trump takes the trick, and without one the highest tile of the suit led.",
    )
    counts: str = fixed(
        "What counts",
        "5-5 and 6-4 count ten; 5-0, 4-1 and 3-2 count five; every trick counts one: 42 in all.",
    )
    laid_open: str = fixed(
        "A hand laid open", "A hand may be laid open; from then on only its tiles may be laid."
    )

    @staticmethod
    def worth(laid: Iterable[Tile]) -> int:
        """What a trick with these tiles counts."""
        return TRICK_POINT + sum(COUNTERS.get(each, 0) for each in laid)


@dataclass(frozen=True, kw_only=True)
class Reneges(Part):
    """A tile that did not follow although one in hand could have (TX12)."""

    shown: str = fixed(
        "How a renege is proved",
        "A renege is proved when its player shows a tile of the suit that was not followed.",
    )

    renege: str = choice(
        "A renege",
        {
            "lose_hand": "A side that reneged loses the hand once it is proved.",
            "flag": "A renege is named once it is proved; the table decides.",
        },
    )

    loses_hand = where("renege", "lose_hand")


LADDERS: Mapping[str, tuple[int, ...]] = {
    "double": (42, 84, 168, 336),
    "cardinal_250": (42, 84, 168, 250),
    "marks": (42, 84, 126, 168, 210),
}


@dataclass(frozen=True, kw_only=True)
class Auction(Part):
    """The shape of the auction and its ladder (TX2, TX3, TX5). A limit bid is one for every point of the hand."""

    lowest: ClassVar[int] = 30
    limit: ClassVar[int] = HAND_POINTS
    lowest_bid: str = fixed(
        "The lowest bid", "The lowest bid is 30; every bid is higher than the one before it."
    )
    speaking: str = fixed(
        "Who bids first", "The player left of the dealer bids first, then clockwise, the dealer last."
    )
    dealing: str = fixed(
        "Who deals", "The deal passes to the left with every round, also after one in which nobody bid."
    )

    auction: str = choice(
        "The auction",
        {
            "continuous": "The auction goes round until three have passed; a player who passes is out.",
            "one_bid_each": "Everybody bids or passes once, and the highest bid wins.",
        },
    )
    limit_ladder: str = choice(
        "Bids of 42 and more",
        {
            "double": "Over 42 a bid can only be doubled: 84, 168 and last 336.",
            "cardinal_250": "Over 42 a bid can only be doubled, 84 and 168; the last step is 250.",
            "marks": "Over 42 every bid is one mark of 42 more: 84, 126, 168 and last 210.",
        },
    )
    open_84: bool = choice(
        "Bidding 84 at once",
        {False: "84 can only be bid over 42.", True: "84 may be bid at once, without 42 before it."},
    )
    all_pass: str = choice(
        "When nobody bids",
        {
            "redeal": "When all four pass, nobody scores and the next player deals.",
            "dealer_30": "When three have passed the dealer has to bid, 30 or more.",
        },
    )

    goes_round = where("auction", "continuous")  # until three have passed; else everybody bids once
    dealer_must_bid = where("all_pass", "dealer_30")  # when nobody else has

    def bids_over(self, standing: int | None) -> list[int]:
        """Every bid that may follow the standing one (None: nobody has bid)."""
        rungs: Sequence[int] = LADDERS[self.limit_ladder]
        if standing is not None and standing >= self.limit:
            return [each for each in rungs if each > standing][:1]
        least = self.lowest if standing is None else standing + 1
        return [*range(least, self.limit), *rungs[: 2 if self.open_84 else 1]]

    @property
    def all_bids(self) -> tuple[int, ...]:
        """Every bid on the ladder."""
        return (*range(self.lowest, self.limit), *LADDERS[self.limit_ladder])

    def is_limit(self, amount: int) -> bool:
        """Whether the bid is for every point of the hand."""
        return amount >= self.limit


class Paid(NamedTuple):
    """What each side scores for a hand, and the rule that says so."""

    bidders: int
    others: int
    rule: str


@dataclass(frozen=True, kw_only=True)
class Contract(Part):
    """Made or set (TX9, TX10)."""

    pays_made: str = fixed("A bid that is made", "If the bid is made, both sides score the points they took.")
    pays_set: str = fixed(
        "A bid that is set",
        "If the bid is not made, its side scores nothing and the others score their own points and the bid.",
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
    )

    def needs(self, bid: int) -> int:
        """The points that the bidders must take."""
        return min(bid, HAND_POINTS)

    def made(self, bid: int, taken: int) -> Paid:
        """What a bid pays if it is made with these points."""
        if bid >= HAND_POINTS:
            return Paid(bid, 0, "pays_limit")
        counted = max(bid, taken)
        return Paid(counted, max(0, HAND_POINTS - counted), "pays_made")

    def beaten(self, bid: int, others_took: int) -> Paid:
        """What a bid pays if it is not made."""
        if bid < HAND_POINTS:
            return Paid(0, bid + others_took, "pays_set")
        return Paid(0, bid + (others_took if self.limit_set == "bid_plus_own" else 0), "limit_set")


@dataclass(frozen=True, kw_only=True)
class Goal(Part):
    """The target of a match between two sides (TX11)."""

    tested: str = fixed("When the target is tested", "The target is tested when a hand is over.")
    both: str = fixed(
        "Both sides at the target", "If both sides are at the target after a hand, the side that bid wins."
    )

    target: int = number(
        "Target", "The match is to {n} points.", default=250, least=1, one="The match is to 1 point."
    )


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
    )
    marks_to_win: int = number(
        "Marks to win",
        "Counted in marks, the match is to {n} marks.",
        default=7,
        least=1,
        one="Counted in marks, the match is to 1 mark.",
    )

    are_counted = where("count_by", "marks")

    @staticmethod
    def worth(bid: int) -> int:
        """The marks of a bid."""
        return max(1, bid // HAND_POINTS)
