"""What a finished round pays, and when a match is won: formulas over hands, rounding, and the arithmetic in words.

Hands and awards are in pips; the settlement makes them points. A side is a player, or partners together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.engine.messages import Joined, msg
from referee.engine.rules.counting import nearest
from referee.engine.rules.part import Part, choice, number, unless, where

FLAT = {"none": 0, "point": 1}  # points paid whatever the hands, by `out_pay` and `block_pay`


def _flat_points(switch: str) -> cached_property[int | None]:
    """A property of a part: the points that the switch pays whatever the hands; None if it pays their pips."""
    return cached_property(lambda part: FLAT.get(getattr(part, switch)))


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
    )

    rounds = unless("round_scope", "none")
    rounds_each_hand = where("round_scope", "hand")

    def hand(self, pips: int, unit: int) -> int:
        """One opponent's hand after another player went out; `unit` is what it is rounded to."""
        return nearest(pips, unit) if self.rounds_each_hand else pips

    def total(self, pips: int, unit: int) -> int:
        """A sum of hands, rounded once if the sheet rounds at all."""
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
        reasons={
            "opponents": "The sheet only says who wins; the sum of the opponents' pips is its way elsewhere."
        },
    )
    out_award: str = choice(
        "The last tile's points",
        {
            "separate": "The last tile scores first, the hands after it.",
            "combined": "The last tile's points and those for going out are one award.",
        },
        reasons={"separate": "They are printed apart, so the tile is counted first and the hands after it."},
    )
    team_out: str = choice(
        "Partners, when one goes out",
        {
            "going_out_side": "The side that went out is paid.",
            "lowest_total": "The side with fewer pips left is paid; if equal, the side that went out.",
        },
        reasons={
            "going_out_side": "The sheet has no partners. The player who goes out wins, and so does the partner."
        },
    )

    flat_points = _flat_points("out_pay")
    pays = unless("out_pay", "none")
    pays_pips = unless("out_pay", *FLAT)
    pays_partners_hand = where("out_pay", "all")
    # The last tile's points wait and are awarded with the hands.
    is_one_award = where("out_award", "combined")
    lighter_side_is_paid = where("team_out", "lowest_total")  # whichever side went out


@dataclass(frozen=True, kw_only=True)
class Blocked(Part):
    """Who wins a blocked round and what it pays (G10, G11, S20, B5, B6)."""

    block_pay: str = choice(
        "A blocked round pays",
        {
            "sum_minus_own": "The winner of a blocked round scores the opponents' pips less the winner's own, once.",
            "pairwise": "The winner of a blocked round scores the difference to each opponent's hand.",
            "opponents": "The winner of a blocked round scores the opponents' pips; the winner's own are not taken off.",
            "all": "The winner of a blocked round scores the pips of every hand, the winner's own too.",
            "ladder": "In a blocked round every player adds up the hands heavier than their own, "
            "takes off their own pips once, and scores the rest.",
            "ladder_pairwise": "In a blocked round every player scores the difference to each heavier hand.",
            "point": "A blocked round pays its winner one point.",
            "none": "A blocked round pays no points.",
        },
        reasons={
            "sum_minus_own": "The text is lost; the same game on the other sheet of its maker pays so.",
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
            "blocker_next": "A blocked round is decided between the player who blocked it and the next one: "
            "the lighter hand wins for its side.",
            "lowest_hand": "A blocked round is won by the side of the single hand with fewest pips.",
        },
        spellings={
            "no_double_then_lowest_double": "bergen_fundex",
            "no_double_then_lightest_singles": "bergen_hasbro",
        },
        reasons={
            "lowest_pips": "The text is lost; on every other sheet the lightest hand wins.",
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
            "opener_side": "When the lightest hands are equal, the side that opened the round wins it.",
            "blocker_side": "When the lightest hands are equal, the side that blocked the round wins it.",
        },
        reasons={
            "no_score": "Nobody won it alone; most books and tournaments then pay nobody.",
            "lightest_tile": "Another game on the same sheet breaks a tie so.",
        },
    )

    flat_points = _flat_points("block_pay")
    pays = unless("block_pay", "none")
    pays_pips = unless("block_pay", *FLAT)
    takes_own_from_each = where("block_pay", "pairwise", "ladder_pairwise")
    takes_own_once = where("block_pay", "sum_minus_own", "ladder")  # from the sum of the others
    adds_own = where("block_pay", "all")
    blocker_or_next_wins = where("block_winner", "blocker_next")
    lowest_hand_wins = where("block_winner", "lowest_hand")
    opener_wins_tie = where("block_tie", "opener_side")
    blocker_wins_tie = where("block_tie", "blocker_side")
    # Ties that are decided by what is in the hands, not by who opened or blocked the round.
    ties_by_hands = where("block_tie", "lightest_tile", "split", "each_tied_scores")
    leaves_own_out = where("block_pay", "opponents")
    by_number_of_tiles = where("block_winner", "fewest_tiles")
    # Of hands that all have a double; else the fewest pips without the doubles.
    lowest_double_wins = where("block_winner", "bergen_fundex")
    lightest_tile_decides = where("block_tie", "lightest_tile")
    tie_pays = where("block_tie", "split", "each_tied_scores")
    tie_is_shared = where("block_tie", "split")
    # The winner depends on the tiles themselves, not only on totals.
    needs_tiles = where("block_winner", "bergen_fundex", "bergen_hasbro")
    is_ladder = where("block_pay", "ladder", "ladder_pairwise")  # every hand is paid, not only the winner's

    def award(self, own: int, others: Sequence[int]) -> int:
        """What a hand of `own` pips is paid for these others, in pips (rules/README.md part 0)."""
        if self.takes_own_from_each:
            return sum(each - own for each in others)
        if self.takes_own_once:
            return sum(others) - own
        return sum(others) + (own if self.adds_own else 0)


def in_words(amounts: Sequence[tuple[object, int]]) -> Joined:
    """Hands as they are added: "Ana 15 + Cal 23"."""
    return Joined((msg("{name} {number}", name=name, number=pips) for name, pips in amounts), " + ")


@dataclass(frozen=True, kw_only=True)
class Target(Part):
    """The target, when it is tested, and whether it must be met exactly (G13, G14, H2, S16)."""

    target: int = number(
        "Target",
        "The match is to {n} points.",
        default=100,
        least=1,
        one="The match is to 1 point.",
        reasons={100: "The text is lost; it is the only target given anywhere on the sheet."},
    )
    exact: bool = choice(
        "Meeting the target",
        {
            False: "The target may be passed.",
            True: "The target must be met exactly; a tile that would pass it scores nothing.",
        },
        reasons={False: "To reach a score is to have it or more; only Five Up is printed otherwise."},
    )
    exact_overshoot: str = choice(
        "Passing an exact target with the hands",
        {
            "bust": "An award at the end of a round that would pass the target scores nothing.",
            "partial_to_target": "An award at the end of a round that would pass the target counts up to it.",
            "ignore_exact_at_round_end": "An award at the end of a round may pass the target.",
        },
        reasons={
            "bust": "The sheet's rule for a tile that would pass the target is applied to the hands too."
        },
    )
    end_check: str = choice(
        "When the target is tested",
        {
            "immediate": "The match ends as soon as the target is reached.",
            "round_end": "The target is tested when a round is over.",
        },
        default="round_end",
        reasons={"round_end": "The text is lost; the same game on the other sheet of its maker counts so."},
    )
    over_tie: str = choice(
        "Several at the target",
        {
            "highest": "Of several at the target the highest score wins; if equal, another round is played.",
            "first_in_log": "Of several at the target the one who reached it first wins.",
        },
        reasons={"highest": "More points mean a better game; a tie is played off."},
    )
    mode: str = choice(
        "Rounds",
        {
            "rounds": "Rounds are played until somebody reaches the target.",
            "single": "One round is played, and its winner wins.",
        },
        reasons={
            "rounds": "The sheet says that going out wins the game, yet names a target; rounds are played to it."
        },
    )

    is_one_round = where("mode", "single")
    # Of several at the target.
    first_there_wins = where("over_tie", "first_in_log")

    @cached_property
    def ends_at_once(self) -> bool:
        """Whether the match ends even during a round, as soon as the target is reached."""
        return self.end_check == "immediate" and not self.is_one_round

    @cached_property
    def is_limit(self) -> bool:
        """Whether no points may pass the target; one round has no target."""
        return self.exact and not self.is_one_round

    @cached_property
    def is_met_exactly(self) -> bool:
        """Whether no score ever passes the target, not even with the hands."""
        return self.is_limit and self.exact_overshoot != "ignore_exact_at_round_end"

    def reached(self, score: int) -> bool:
        """Whether the score wins; in one round none does."""
        if self.is_one_round:
            return False
        return score == self.target if self.is_met_exactly else score >= self.target

    def in_play(self, score: int, points: int) -> int:
        """What a tile or a claim may add to the score during a round."""
        return 0 if self.is_limit and score + points > self.target else points

    def at_round_end(self, score: int, points: int) -> int:
        """What the settlement may add to the score."""
        if not self.is_limit or score + points <= self.target:
            return points
        if self.exact_overshoot == "partial_to_target":
            return max(0, self.target - score)
        return points if self.exact_overshoot == "ignore_exact_at_round_end" else 0
