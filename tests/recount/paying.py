"""What a line game pays: for tiles, for the hands that are left, and when that ends the match."""

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from referee.engine.audit.holdings import Flag
from tests.recount.dealing import Dealing
from tests.recount.layout import Laid
from tests.recount.proving import Evidence
from tests.recount.settling import Outcome, Premio, Settlement
from tests.recount.table import Unclear, same
from tests.recount.tiles import Tile, all_tiles, pips, words


class Paying(Dealing):
    """The points of one match; `hides` is whether hands are not known until they are shown."""

    hides = True
    misopens = False  # whether somebody may open who should not
    # The side and the points of the last tile, if they are one award with the hands (S17).
    pending: tuple[int, int] | None = None

    def begin(self) -> None:
        """Begin a round: nothing is made in it yet, and nothing is proved."""
        self.made = [0] * len(self.scores)
        self.is_void = False  # whether the round does not count
        self.led_before = self.opener, self.last_layer
        if self.cheats or self.misopens:
            self.table.evidence = Evidence(self.unseen_at_first(), self.hands)

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
        self.made[side] += 0 if at_end else points
        self.note_reached()
        return points

    def note_reached(self) -> None:
        """Since when each side is at the target; a side that falls below it has to come there again."""
        there = [side for side, score in enumerate(self.scores) if score >= self.target]
        self.reached = {side: self.reached.get(side, len(self.table.said)) for side in there}

    def has_ended(self, seat: int, mine: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
        """Whether points just paid end the match in the middle of the round (G13); false passes proved by then count."""
        side = self.table.side_of[seat]
        if self.rules["end_check"] != "immediate" or not any(mine["points"].values()):
            return False
        if self.scores[side] < self.target:
            return False
        proved = self.table.proved_by(event)
        return self.voids(proved) or self.still_ends(side, self.costs(proved))

    def still_ends(self, side: int, costs: Mapping[int, int]) -> bool:
        """Whether the side still wins, or another, if these points are taken off."""
        before = self.scores
        self.scores = [score - costs.get(each, 0) for each, score in enumerate(before)]
        ends = self.scores[side] >= self.target and len(self.best_at_target()) <= 1
        self.scores = before
        return ends

    def end_on_target(self, event: dict[str, Any], mine: Mapping[str, Any]) -> bool:
        """The match ends on a tile: no hand is paid (S17). After a tie or an adjustment another side may be ahead."""
        proved = self.table.proved_by(event)
        if self.voids(proved):
            return self.void(event)
        costs = self.costs(proved)
        self.scores = [score - costs.get(side, 0) for side, score in enumerate(self.scores)]
        best = self.best_at_target()
        self.over, self.winner = True, best[0] if best else None
        lost = {side: -cost for side, cost in costs.items()}
        points = {side: mine["points"].get(side, 0) + lost.get(side, 0) for side in {*mine["points"], *lost}}
        told = {**mine, **self.settled("target", self.winner, lost), "points": points}
        self.table.say(event, turn=None, **told)
        return True

    # False passes

    def costs(self, proved: Sequence[Flag]) -> dict[int, int]:
        """What false passes cost each side, if it is certain whose they are; the draws of one turn cost once (G6)."""
        each_costs = self.rules["false_pass"] if isinstance(self.rules["false_pass"], int) else 0
        found = Counter[int]()
        for number, flag in enumerate(proved):
            if flag.seat is not None and not any(self.drew_on(before, flag) for before in proved[:number]):
                found[self.table.side_of[flag.seat]] += each_costs
        return dict(found)

    def drew_on(self, before: Flag, flag: Flag) -> bool:
        """Whether these are two draws of one turn: that player only drew from the one to the other."""
        if before.seat != flag.seat or before.or_at or flag.or_at:
            return False
        entries = (each.number for each in self.table.log.entries)
        turn = [self.table.said[each - 1] for each in entries if before.event <= each <= flag.event]
        acts = [each for each in turn if "by" in each]
        return all("draw" in each and each["by"] == self.name(before.sure) for each in acts)

    def voids(self, proved: Sequence[Flag]) -> bool:
        """Whether the round does not count, because a false pass is proved."""
        return bool(proved) and self.rules["false_pass"] == "void_round"

    def breaking(self, _proved: Sequence[Flag]) -> list[Flag]:
        """The false passes that end the round at once: none here."""
        return []

    def void(self, event: dict[str, Any]) -> bool:
        """The round is over with this event, and does not count."""
        answer = self.table.say(event)
        self.table.compare(answer, **self.uncounted())
        return True

    def uncounted(self) -> dict[str, Any]:
        """Take back what was made in the round; what is expected of its end. A broken round costs once (1.H)."""
        proved = self.table.proved(self.table.log)
        costs = self.costs(self.breaking(proved)[:1])
        for side, made in enumerate(self.made):
            self.scores[side] -= made + costs.get(side, 0)
        self.note_reached()
        self.is_void = True
        self.opener, self.last_layer = self.led_before  # the next round is opened as this one was
        return self.settled("void", None, {side: -cost for side, cost in costs.items()})

    def settled(self, how: str, winner: int | None, paid: Mapping[int, int]) -> dict[str, Any]:
        """What is expected of the answer that ends a round."""
        return {
            "settled": {"how": how, "winner": winner, "points": same(paid)},
            "scores": [*self.scores],
            "status": "match-over" if self.over else "round-over",
        }

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
        made, found = self.table.gained(self.scores), list[tuple[Outcome, dict[str, Any]]]()
        crowded = (
            sum(score >= self.target for score in self.scores) > 1
        )  # a result cannot tell who was there first

        def settlement() -> dict[str, Any]:
            proved = self.table.proved(self.table.log)
            if self.voids(proved) or self.breaking(proved):
                return self.uncounted()
            outcome = self.outcome(how)
            paid = self.paid(outcome, self.costs(proved))
            self.last = (how, outcome)
            self.check_target(outcome)
            found.append((outcome, self.settled(how, outcome.winner, paid)))
            return found[0][1]

        if "settled" not in answer:
            self.try_at_the_end(how)
            if self.chance.random() < 0.01:
                self.void({"void": True})
                return
            self.adjust()
        answer = self.table.settle(
            answer,
            self.hands,
            self.chance,
            settlement,
            rest=self.hides,
            totals=how == "out" and self.table.evidence is None,
            first=self.first_shown(),
        )
        for outcome, mine in found:
            self.compare_bonus(answer["settled"], outcome)
            if self.can_be_told and not self.cheats and not crowded and min(made.values(), default=0) >= 0:
                self.tell_result(how, made, mine)

    def try_at_the_end(self, how: str) -> None:
        """Say what nobody can show; pass after a block, which changes nothing."""
        seat = self.chance.choice([seat for seat, hand in enumerate(self.hands) if hand])
        by, hand = {"by": self.name(seat)}, self.hands[seat]
        if self.chance.random() < 0.1:
            lying = self.layout.laid[0].tile
            self.table.refuses({**by, "hand": words([lying, *hand[1:]])}, "impossible-hand")
            self.table.refuses({**by, "hand": words(hand[1:])}, "hand-mismatch")
        if how == "blocked" and self.chance.random() < 0.1:
            self.table.say({**by, "pass": True}, points={}, scores=self.scores, status="reveal", turn=None)

    def first_shown(self) -> dict[str, Any]:
        """What is expected of the first hand: nothing more here."""
        return {}

    def adjust(self) -> None:
        """The table may agree on points; above an exact target nobody could score any more."""
        self.table.adjust(self.scores, self.chance, self.target if self.rules["exact"] else float("inf"))
        self.note_reached()

    @property
    def can_be_told(self) -> bool:
        """Whether a round that is told by its end pays the same: not if it matters who was first at the target."""
        return self.rules["over_tie"] != "first_in_log" and not self.rules["exact"]

    def paid(self, outcome: Outcome, costs: Mapping[int, int]) -> dict[int, int]:
        """Pay this outcome, and take off what false passes cost; what each side gains."""
        paid = dict(outcome.paid)
        if self.pending is not None:
            side, points = self.pending
            paid[side] = paid.get(side, 0) + points
        paid = {side: self.award(side, points, at_end=True) for side, points in sorted(paid.items())}
        for side, cost in costs.items():
            self.scores[side] -= cost
            paid[side] = paid.get(side, 0) - cost
        return paid

    def tell_result(self, how: str, made: dict[str, int], mine: Mapping[str, Any]) -> None:
        """Tell the round by its end too (record/README.md); `made`: points in play that no entered tile has paid."""
        left = {self.name(seat): self.told_hand(hand) for seat, hand in enumerate(self.hands) if hand}
        result: dict[str, Any] = {"left": left, "points": made}
        result |= {"out": self.name(self.last_layer)} if how == "out" else {"blocked": True}
        if self.pending is not None and self.pending[1]:
            result["last"] = self.pending[1]
        self.table.told({key: value for key, value in result.items() if value}, **mine)

    def imagine(self) -> None:
        """Tell how the round just dealt might have ended: with few tiles left, and hands that are often equal."""
        if not self.can_be_told:
            return
        other = copy.copy(self)
        other.scores, other.reached = [*self.scores], {**self.reached}
        other.last_layer = self.chance.randrange(self.players)
        how = self.chance.choice(("out", "blocked"))
        light = sorted(self.unseen_at_first(), key=lambda each: sum(each) + 4 * self.chance.random())
        tiles = self.chance.sample(light[: 2 * self.players], 2 * self.players)
        most = min(2, self.table.hand_size)
        other.hands = [tiles[n * 2 :][: self.chance.randint(1, most)] for n in range(self.players)]
        if how == "out":
            other.hands[other.last_layer] = []
        with suppress(Unclear):
            outcome = other.outcome(how)
            paid = other.paid(outcome, {})
            other.check_target(outcome)
            other.tell_result(how, {}, other.settled(how, outcome.winner, paid))

    def unseen_at_first(self) -> list[Tile]:
        """The tiles of the round: all but one that lies before the deal."""
        starter = {self.named_double} if self.rules["opening"] == "starter" else set()
        return [each for each in all_tiles(self.table.high) if each not in starter]

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
        came = {side: self.reached[side] for side in there}
        first = [side for side in there if came[side] == min(came.values())]
        exact = self.rules["exact"] and self.rules["exact_overshoot"] != "ignore_exact_at_round_end"
        if self.rules["over_tie"] == "first_in_log":
            if len(first) > 1:
                raise Unclear("two sides reach the target in the same settlement")
            return first
        if len(best) > 1 and exact:
            return first if len(first) == 1 else []
        return best
