"""A game of trains: tiles go from a double in the middle, and the lowest total wins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from referee.engine.rules.deal import DealtGame
from referee.engine.rules.game import Aim
from referee.engine.rules.part import Value
from referee.engine.rules.trains import Charges, Feet, Hub, RoundsPlayed, TrainDoubles, TrainDrawing, Trains
from referee.engine.rulings import Rule


@dataclass(frozen=True, kw_only=True)
class TrainGame(DealtGame):
    """The rules of Mexican Train and its kin; without `trains` every open end is everybody's (chickenfoot)."""

    machine = "trains"
    lowest_wins = True
    can_be_entered_by_result = True
    may_have_partners = False

    opening: Hub
    trains: Trains | None = None
    doubles: TrainDoubles | Feet
    drawing: TrainDrawing
    charges: Charges
    target: RoundsPlayed
    players_by_set: Mapping[int, tuple[int, int]] = field(
        default_factory=lambda: {6: (2, 4), 9: (2, 8), 12: (2, 8), 15: (2, 8)}
    )

    @property
    def goes_counter_clockwise(self) -> bool:
        """Whether the turn passes to the player on the right."""
        return self.opening.goes_counter_clockwise

    @property
    def has_draws(self) -> bool:
        """Whether players draw tiles from a boneyard that nobody else sees."""
        return self.drawing.is_allowed

    @cached_property
    def has_trains(self) -> bool:
        """Whether every player has a train; else every open end is everybody's."""
        return self.trains is not None

    @cached_property
    def has_public_train(self) -> bool:
        """Whether there is a train that belongs to nobody."""
        return self.trains is not None and self.trains.public_train

    @cached_property
    def has_first_lap(self) -> bool:
        """Whether each first turn lays a whole train."""
        return self.trains is not None and self.trains.begins_with_train

    @property
    def aim(self) -> Aim | None:
        """The score that ends the match; None if it only ends after a number of rounds."""
        return Aim("target", self.target.target) if self.target.target else None

    def charging_rule(self, how: str) -> Rule:
        """The rule by which everybody is charged after a round that ended "out" or "blocked"."""
        return self.rule("out_pay" if how == "out" else "block_pay")

    def rounds_with(self, highest: int) -> int:
        """How many rounds a match has with that set."""
        return self.target.rounds or highest + 1

    def worked_out(self, switch: str, players: int, highest: int) -> Value:
        """The value of a switch for this number of players with this set, also if it depends on them."""
        if switch == "rounds":
            return self.rounds_with(highest)
        return super().worked_out(switch, players, highest)

    def matters(self, switch: str, *, partners: bool) -> bool:  # noqa: ARG002 - nobody has a partner
        """Whether the switch can change anything given all the others."""
        if switch in ("no_double", "after_lead"):
            return not self.opening.lies_first
        if switch == "opening_double":
            return not self.opening.by_highest
        if switch == "double_order":
            return self.doubles.allows_several or (self.has_first_lap and self.doubles.has_to_be_covered)
        if switch == "dead_double":
            return self.doubles.has_to_be_covered
        if switch == "out_on_double":
            return self.doubles.has_to_be_covered or self.doubles.gives_one_more
        return True
