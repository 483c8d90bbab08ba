"""A variant: one line game's rules as one sheet prints them, a record of parts, and house rules on top."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from referee.engine.rules.counting import Claims, Counting
from referee.engine.rules.deal import DealtGame, DrawingRules, Rows
from referee.engine.rules.game import Aim
from referee.engine.rules.joins import Doubles, Joins
from referee.engine.rules.opening import Opening
from referee.engine.rules.part import Part, Switch, Value
from referee.engine.rules.partnership import LEADS_IN_PAIRS, Partnership
from referee.engine.rules.settling import Blocked, GoingOut, Rounding, Target
from referee.engine.rules.turns import Turns
from referee.engine.rulings import Rule

# The switches that tables dispute.
DISPUTED = (
    "target", "claims", "spinner", "spinner_opens", "blanks", "block_pay", "block_tie", "round_scope",
    "end_check", "exact_overshoot", "out_award", "team_out", "next_opener",
)  # fmt: skip

# What a deal, a layout or its points depend on: such rules change only between rounds.
OF_A_ROUND = ("deal", "opening", "rows", "joins", "doubles", "counting", "claims")


@dataclass(frozen=True, kw_only=True)
class LineGame(DealtGame):
    """The rules of a line game. Games of two pairs have a `partnership`, and in games with `rows` tiles lie in these
    and are turned up, instead of being held."""

    machine = "line"

    opening: Opening
    rows: Rows | None = None
    joins: Joins
    doubles: Doubles
    drawing: DrawingRules
    turns: Turns
    counting: Counting
    claims: Claims
    rounding: Rounding
    going_out: GoingOut
    blocked: Blocked
    partnership: Partnership | None = None
    target: Target
    reserve_by_players: Mapping[int, int] = field(default_factory=dict)

    @property
    def goes_counter_clockwise(self) -> bool:
        """Whether the turn passes to the player on the right."""
        return self.turns.goes_counter_clockwise

    def changes_in_play(self, switch: str) -> bool:
        """Whether the table may change a part's switch in the middle of a round, not only between rounds."""
        return switch == "next_opener" or self.slot_of(switch) not in OF_A_ROUND

    def worked_out(self, switch: str, players: int, highest: int) -> Value:
        """The value of a switch for this number of players with this set, also if it depends on them."""
        if switch == "opening_double":
            return self.opening.named_double(highest)
        return super().worked_out(switch, players, highest)

    @property
    def has_draws(self) -> bool:
        """Whether players draw tiles from a boneyard that nobody else sees."""
        return self.rows is None and self.drawing.is_allowed

    @property
    def pays_pips(self) -> bool:
        """Whether the pips left in hands are paid at the end of a round."""
        return self.going_out.pays_pips or self.blocked.pays_pips

    def needs_every_hand(self, how: str) -> bool:
        """Whether a round that ends so is settled by each hand, not only by sums that may be certain before (PA14)."""
        going, blocked = self.going_out, self.blocked
        if how == "out":
            pays_pips, by_hands = going.pays_pips, going.is_one_award or going.lighter_side_is_paid
        else:
            pays_pips = blocked.pays_pips
            by_hands = blocked.ties_by_hands or blocked.needs_tiles or blocked.by_number_of_tiles
            by_hands = by_hands or blocked.is_ladder
        return by_hands or (pays_pips and (self.rounding.rounds or self.counting.pays_multiples))

    @property
    def block_needs_hands(self) -> bool:
        """Whether anything depends on the hands in a blocked round: points, the match, or who opens the next one."""
        leads = self.always_partners or self.opening.winner_leads
        return self.blocked.pays or self.target.is_one_round or leads

    @cached_property
    def must_rule(self) -> Rule:
        """The rule that makes a player who can certainly go do so."""
        return self.rule("must_play" if self.drawing.must_play else "dry")

    @cached_property
    def claims_are_made(self) -> bool:
        """Whether players claim the points of their tiles: there is nothing to claim where no tile scores."""
        return self.counting.tiles_score and self.claims.are_made

    def pass_proves_stuck(self, *, is_dry: bool) -> bool:
        """Whether a pass proves that nothing held could go; `is_dry`: nothing more may be drawn.

        It does too if a player may draw instead of laying a tile (S22), and once it is dry if ends make a sum (M4).
        """
        drawing = self.drawing
        if drawing.must_play or drawing.may_spare_matadors or drawing.may_replace_any_tile:
            return True
        return is_dry and self.joins.makes_sums

    @cached_property
    def aim(self) -> Aim:
        """A number of points, or one round."""
        if self.target.is_one_round:
            return Aim("mode", None)
        return Aim("target", self.target.target, exact=self.target.exact)

    @property
    def disputed(self) -> tuple[str, ...]:
        """The switches that tables dispute, as far as this game has them."""
        idle = set() if self.joins.has_wild_blanks else {"blanks"}
        if not self.counting.tiles_score:
            idle |= {"round_scope", "end_check"}
        return tuple(each for each in (*self.presets, *DISPUTED) if each not in idle)

    @cached_property
    def always_partners(self) -> bool:
        """Whether it is a game of two pairs."""
        return self.partnership is not None

    @cached_property
    def paid_passes(self) -> tuple[str, ...]:
        """The switches by which a pass pays somebody; only games of two pairs have them."""
        return self.partnership.paid_passes if self.partnership is not None else ()

    @property
    def rules_of_pairs(self) -> tuple[str, ...]:
        """The switches that are set to a rule that only games of two pairs have, in any other game (PA3, PA12)."""
        of_pairs = {
            "next_opener": self.opening.winning_side_leads,
            "block_winner": self.blocked.blocker_or_next_wins or self.blocked.lowest_hand_wins,
            "block_tie": self.blocked.opener_wins_tie or self.blocked.blocker_wins_tie,
        }
        return tuple(name for name, is_set in of_pairs.items() if is_set and not self.always_partners)

    @property
    def rules_of_others(self) -> tuple[str, ...]:
        """The switches that are set to a rule that means nothing here: of two pairs, or about matadors."""
        spares_none = self.drawing.may_spare_matadors and not self.joins.makes_sums
        return (*self.rules_of_pairs, "optional_draw") if spares_none else self.rules_of_pairs

    @property
    def can_be_entered_by_result(self) -> bool:
        """Whether a round may be entered by its result; not if the tiles decide the blocker and the premios."""
        return not self.always_partners

    def sets_for(self, options: Mapping[str, Value]) -> tuple[int, ...]:
        """The sets that these house rules need; a game of two pairs is played only with its own."""
        return self.all_sets if self.always_partners else super().sets_for(options)

    @property
    def kinds(self) -> Mapping[str, type[Part]]:
        """The type of the part in each slot, the same for all line games."""
        return self.slots

    def matters(self, switch: str, *, partners: bool) -> bool:
        """Whether the switch, one of this variant's, can change anything given all the others."""
        if switch == "team_out":
            return partners
        return switch not in MATTERS or MATTERS[switch](self)

    def for_players(self, players: int) -> Self:
        """The variant with what the sheet prints by number of players filled in."""
        if not self.reserve_by_players:
            return self
        reserve = self.reserve_by_players[max(each for each in self.reserve_by_players if each <= players)]
        return replace(self, drawing=replace(self.drawing, reserve=reserve))

    def worded(self, switch: str) -> Switch:
        """The switch of that name, worded for this game: with the number whose multiples score, and for two pairs."""
        found = super().worded(switch).of(self.counting.unit)
        if switch == "next_opener" and self.always_partners:
            return replace(found, sentences={**found.sentences, **LEADS_IN_PAIRS})
        return found


def _winning_a_block_matters(game: LineGame) -> bool:
    is_paid = game.blocked.pays and not game.blocked.is_ladder
    return is_paid or game.target.is_one_round or game.opening.winner_leads


def _a_tie_at_the_target_can_happen(game: LineGame) -> bool:
    several_are_paid = game.blocked.is_ladder or game.blocked.tie_pays
    return several_are_paid or (game.counting.tiles_score and not game.target.ends_at_once)


# When switches can change anything; one that is not listed always can.
MATTERS: Mapping[str, Callable[[LineGame], bool]] = {
    "opening_double": lambda game: game.opening.by_named_double or game.opening.double_lies_first,
    "opening_tile": lambda game: (
        not (game.opening.is_forced and game.opening.is_named_by_table)
        and not game.opening.double_lies_first
        and game.rows is None
    ),
    "no_double": lambda game: game.opening.takes_best_tile,
    "lot_tie": lambda game: game.opening.by_lot,
    **dict.fromkeys(Rows.switches(), lambda game: game.rows is not None),
    **dict.fromkeys(
        ("must_play", "draw", "bonus_trigger", "multi_play", "false_pass"), lambda game: game.rows is None
    ),
    **dict.fromkeys(("target_sum", "matador_crosswise"), lambda game: game.joins.makes_sums),
    "blanks": lambda game: not game.joins.makes_sums,
    **dict.fromkeys(("spinner_opens", "cross_first"), lambda game: game.doubles.has_spinners),
    "cross_draw": lambda game: (
        game.doubles.cross_first and game.doubles.has_spinners and game.drawing.goes_on_until_playable
    ),
    "spinner_counts_until": lambda game: (
        game.counting.counts_ends or (game.counting.tiles_score and game.doubles.has_spinners)
    ),
    "arms": lambda game: not game.doubles.cross_first,
    "dry": lambda game: (
        game.drawing.is_allowed and not game.drawing.must_play and game.pass_proves_stuck(is_dry=True)
    ),
    **dict.fromkeys(("optional_draw", "reserve"), lambda game: game.has_draws),
    "bonus_turn": lambda game: game.rows is None and game.turns.gives_bonus,
    "score_unit": lambda game: (
        (game.counting.counts_ends and not game.counting.counts_twice)
        or (game.pays_pips and (game.counting.counts_ends or game.counting.pays_multiples))
    ),
    "bergen_triple": lambda game: game.counting.pays_equal_ends,
    "claims": lambda game: game.counting.tiles_score,
    "muggins_close": lambda game: game.counting.tiles_score and game.claims.has_muggins,
    "false_claim": lambda game: game.claims_are_made,
    "round_scope": lambda game: game.pays_pips,
    "out_award": lambda game: (
        game.counting.tiles_score and (game.target.is_limit or game.target.ends_at_once)
    ),
    **dict.fromkeys(("block_winner", "block_tie"), _winning_a_block_matters),
    "capicua_counts": lambda game: game.partnership is not None and game.partnership.capicua != 0,
    "premio_wins": lambda game: bool(game.paid_passes),
    "block_opener": lambda game: game.opening.winner_leads,
    "tie_opener": lambda game: game.opening.winner_leads or game.opening.winning_side_leads,
    **dict.fromkeys(("next_opener", "target", "exact"), lambda game: not game.target.is_one_round),
    "exact_overshoot": lambda game: game.target.is_limit,
    "end_check": lambda game: not game.target.is_one_round and game.counting.tiles_score,
    "over_tie": lambda game: (
        not game.target.is_one_round
        and not game.target.is_met_exactly
        and _a_tie_at_the_target_can_happen(game)
    ),
}
