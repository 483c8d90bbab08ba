"""What a line game pays: for tiles, for the hands that are left, and when that ends the match."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.recount.dealing import Dealing
from tests.recount.layout import Laid
from tests.recount.settling import Outcome, Premio, Settlement
from tests.recount.table import Tile, Unclear, pips, same, words


class Paying(Dealing):
    """The points of one match; `hides` is whether hands are not known until they are shown."""

    hides = True
    # The side and the points of the last tile, if they are one award with the hands (S17).
    pending: tuple[int, int] | None = None

    def pay_tile(self, put: Laid) -> dict[str, Any]:
        """Pay what the tile scores; what the answer has to say of it."""
        seat, worth = self.last_layer, self.layout.worth(put)
        side = self.table.side_of[seat]
        if not self.hands[seat] and self.rules["out_award"] == "combined":  # S17
            self.pending, paid = (side, worth), 0
        else:
            paid = self.award(side, worth)
        mine: dict[str, Any] = {"points": {side: paid}}
        if self.rules["score"] not in ("none", "bergen"):
            ends = self.layout.ends()
            mine["ends"] = ends, sum(ends)
        return mine

    def pay_pass(self) -> dict[str, Any]:
        """Pay what a pass brings: nothing here."""
        return {"points": {}}

    def award(self, side: int, points: int, *, at_end: bool = False) -> int:
        """Add points, as far as an exact target allows (S16); what was added."""
        target = self.target
        if self.rules["exact"] and self.scores[side] + points > target:
            overshoot = self.rules["exact_overshoot"] if at_end else "bust"
            if overshoot == "bust":
                return 0
            if overshoot == "partial_to_target":
                points = int(target) - self.scores[side]
        self.scores[side] += points
        if self.scores[side] >= target:
            self.reached.setdefault(side, len(self.table.said))
        return points

    def has_ended(self, seat: int, mine: Mapping[str, Any]) -> bool:
        """Whether points just paid end the match in the middle of the round (G13)."""
        if self.rules["end_check"] != "immediate" or not any(mine["points"].values()):
            return False
        return self.scores[self.table.side_of[seat]] >= self.target and len(self.best_at_target()) <= 1

    def end_on_target(self, event: dict[str, Any], mine: Mapping[str, Any]) -> bool:
        """The match ends on a tile: no hand is paid (S17). After a tie or an adjustment another side may be ahead."""
        best = self.best_at_target()
        self.over, self.winner = True, best[0] if best else None
        settled = {"how": "target", "winner": self.winner, "points": {}}
        self.table.say(
            event, status="match-over", turn=None, scores=self.scores, settled=settled, **dict(mine)
        )
        return True

    def outcome(self, how: str) -> Outcome:
        """What the hands that are left pay."""
        sides = [self.table.members(side) for side in range(len(self.scores))]
        hands = Settlement(self.rules, sides, self.hands)
        return hands.out(self.last_layer) if how == "out" else hands.blocked()

    def finish(self, event: dict[str, Any], mine: Mapping[str, Any], how: str) -> bool:
        """The round is over with this event: pay the hands and test the target."""
        answer = self.table.say(event)
        if "settled" not in answer:
            self.table.compare(answer, turn=None, scores=self.scores, status="reveal", **mine)
        self.pay_hands(answer, how)
        return True

    def pay_hands(self, answer: dict[str, Any], how: str) -> None:
        """Pay the hands that are left, show them and compare the settlement."""
        made = self.table.gained(self.scores)
        outcome = self.outcome(how)
        paid = dict(outcome.paid)
        if self.pending is not None:
            side, points = self.pending
            paid[side] = paid.get(side, 0) + points
        paid = {side: self.award(side, points, at_end=True) for side, points in sorted(paid.items())}
        self.last = (how, outcome)
        self.check_target(outcome)
        mine: dict[str, Any] = {
            "settled": {"how": how, "winner": outcome.winner, "points": same(paid)},
            "scores": list(self.scores),
            "status": "match-over" if self.over else "round-over",
        }
        answer = self.table.settle(answer, self.hands, self.chance, rest=self.hides, **mine)
        self.compare_bonus(answer["settled"], outcome)
        if self.rules["over_tie"] != "first_in_log" and not self.rules["exact"]:
            self.tell_result(how, made, mine)

    def tell_result(self, how: str, made: dict[str, int], mine: Mapping[str, Any]) -> None:
        """Tell the round by its end too (record/README.md); `made`: points in play that no entered tile has paid."""
        left = {self.name(seat): self.told_hand(hand) for seat, hand in enumerate(self.hands) if hand}
        result: dict[str, Any] = {"left": left, "points": made}
        result |= {"out": self.name(self.last_layer)} if how == "out" else {"blocked": True}
        if self.pending is not None and self.pending[1]:
            result["last"] = self.pending[1]
        self.table.told({key: value for key, value in result.items() if value}, **mine)

    def told_hand(self, hand: Sequence[Tile]) -> Any:
        """A hand as a result tells it: its tiles, or their pips if no more is needed."""
        if self.rules["block_tie"] == "lightest_tile" or self.rules["block_winner"].startswith("bergen"):
            return words(hand)
        numbers = {"pips": pips(hand), "tiles": len(hand)}
        few = numbers if self.rules["block_winner"] == "fewest_tiles" else numbers["pips"]
        return self.chance.choice((words(hand), numbers, few))

    def compare_bonus(self, settled: Mapping[str, Any], outcome: Outcome) -> None:
        """Compare the premios of a settlement; who made one for a tranque (None) is not compared."""
        mine = self.worded(outcome.bonus)
        theirs = [
            {**each, "by": each["kind"] != "tranque" and each["by"]} for each in settled.get("bonus", ())
        ]
        if [{**each, "by": each["kind"] != "tranque" and each["by"]} for each in mine] != theirs:
            self.table.differ("premios of the settlement", mine, settled.get("bonus"))

    def worded(self, premios: Sequence[Premio]) -> list[dict[str, Any]]:
        """Premios as answers write them."""
        return [
            {"kind": kind, "by": None if by is None else self.name(by), "points": points}
            for kind, by, points in premios
        ]

    def check_target(self, outcome: Outcome) -> None:
        """Whether the match is over after the round, and who has won it (G13, `over_tie`)."""
        if self.rules["mode"] == "single":
            self.over, self.winner = True, outcome.winner
            return
        if any(score >= self.target for score in self.scores):
            best = self.best_at_target()
            if len(best) <= 1:  # otherwise one more round for all
                self.over, self.winner = True, best[0] if best else None

    def best_at_target(self) -> list[int]:
        """Which of the sides at the target wins (G13): several if they are equal, none if nobody can."""
        there = [side for side, score in enumerate(self.scores) if score >= self.target]
        best = [side for side in there if self.scores[side] == max(self.scores)]
        came = {side: self.reached.get(side, 0) for side in there}  # 0: by an adjustment
        first = [side for side in there if came[side] == min(came.values())]
        exact = self.rules["exact"] and self.rules["exact_overshoot"] != "ignore_exact_at_round_end"
        if self.rules["over_tie"] == "first_in_log":
            if len(first) > 1:
                raise Unclear("two sides reach the target in the same settlement")
            return first
        if len(best) > 1 and exact:
            return first if len(first) == 1 else []
        return best
