"""What a round of a line game pays when it is over."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.recount.table import Unclear
from tests.recount.tiles import Tile, is_double, pips

# A premio: its kind, who made it, and its points.
Premio = tuple[str, int | None, int]


class Outcome(NamedTuple):
    """Points by side, the side that won the round (None: nobody), who of it leads next (None: not plain), premios."""

    paid: Mapping[int, int]
    winner: int | None
    leads: int | None
    bonus: Sequence[Premio] = ()


class Settlement:
    """The hands that are left, and the rules that pay them; `sides` lists the seats of each side."""

    def __init__(
        self, rules: Mapping[str, Any], sides: Sequence[Sequence[int]], hands: Sequence[Sequence[Tile]]
    ):
        self.rules, self.sides, self.hands = rules, sides, hands
        self.pips = [pips(hand) for hand in hands]
        self.totals = [sum(self.pips[seat] for seat in side) for side in sides]

    @property
    def _has_partners(self) -> bool:
        return len(self.sides) < len(self.hands)

    def _nearest(self, points: int) -> int:
        """To the nearest multiple of what the game counts in (part 0, near5)."""
        base = 3 if self.rules["score"] == "threes" else 5
        return base * ((points + base // 2) // base)

    def _in_units(self, points: int) -> int:
        """Only whole fives (or threes) count where points are counted by them."""
        base = 3 if self.rules["score"] == "threes" else 5
        return points // base if self.rules["score_unit"] == "per_five" else points

    def out(self, last: int) -> Outcome:
        """The pay for going out (G12, S14, S18, S19)."""
        winner = next(n for n, side in enumerate(self.sides) if last in side)
        if self.rules["team_out"] == "lowest_total" and self._has_partners:
            lowest = _least(range(len(self.sides)), self.totals)
            if winner not in lowest and len(lowest) > 1:
                raise Unclear("two sides that did not go out have the lowest total")
            winner = winner if winner in lowest else lowest[0]
        return Outcome({winner: self.out_pay(winner)}, winner, last if last in self.sides[winner] else None)

    def out_pay(self, winner: int) -> int:
        """What the side that won is paid after somebody went out."""
        pay = self.rules["out_pay"]
        if pay in ("none", "point"):
            return int(pay == "point")
        paying = [n for seat, n in enumerate(self.pips) if pay == "all" or seat not in self.sides[winner]]
        scope = self.rules["round_scope"]
        if scope == "hand":
            return self._in_units(sum(map(self._nearest, paying)))
        return self._in_units(self._nearest(sum(paying)) if scope == "total" else sum(paying))

    def blocked(self) -> Outcome:
        """The pay after a block: 1.F, G10, G11, S15, S20."""
        if self.rules["block_pay"] == "none" and not self._winner_matters:
            return Outcome({}, None, None)  # nobody shows a hand
        best = self.best()
        tie = self.rules["block_tie"]
        if len(best) > 1 and tie == "lightest_tile":
            lightest = {side: self._by_weight(side) for side in best}
            best = [side for side in best if lightest[side] == min(lightest.values())]
        winner = best[0] if len(best) == 1 else None
        leads = None if winner is None else min(self.sides[winner])
        if self.rules["block_pay"] in ("ladder", "ladder_pairwise"):
            if self.rules["block_winner"] != "lowest_pips":
                raise Unclear("a ladder where something else than pips decides")
            return Outcome({side: self.ladder(side) for side in range(len(self.sides))}, winner, leads)
        if winner is not None:
            return Outcome({winner: self.block_pay(winner)}, winner, leads)
        if tie in ("split", "each_tied_scores"):
            among = len(best) if tie == "split" else 1
            return Outcome({side: self.block_pay(side) // among for side in best}, None, None)
        return Outcome({}, None, None)

    @property
    def _winner_matters(self) -> bool:
        leads = self.rules["next_opener"] in ("winner_free", "winner_else_first")
        return leads or self.rules["mode"] == "single"

    def _by_weight(self, side: int) -> list[int]:
        return sorted(sum(tile) for seat in self.sides[side] for tile in self.hands[seat])

    def best(self) -> list[int]:
        """The sides that have won the block, or are equal."""
        rule, every = self.rules["block_winner"], range(len(self.sides))
        if rule == "lowest_pips":
            return _least(every, self.totals)
        hands = [
            [tile for seat in side for tile in self.hands[seat]] for side in self.sides
        ]  # one for a side (2.10)
        if rule == "fewest_tiles":  # BL3
            return _least(every, [(len(hand), n) for hand, n in zip(hands, self.totals, strict=True)])
        doubles = [[tile[0] for tile in hand if is_double(tile)] for hand in hands]
        free = [side for side in every if not doubles[side]]
        if free:
            return _least(free, self.totals)
        if rule == "bergen_fundex":  # B5
            return _least(every, [min(each) for each in doubles])
        best = _least(every, [n - 2 * sum(each) for n, each in zip(self.totals, doubles, strict=True)])  # B6
        if len(best) > 1 and self.rules["block_tie"] in ("split", "each_tied_scores"):
            raise Unclear("B6 says that nobody wins then")
        return best

    def block_pay(self, winner: int) -> int:
        """What this side is paid if it has won a blocked round."""
        own, total = self.totals[winner], sum(self.totals)
        others = [n for side, n in enumerate(self.totals) if side != winner]
        pay = self.rules["block_pay"]
        if pay in ("none", "point"):
            return int(pay == "point")
        points = {
            "sum_minus_own": sum(others) - own,
            "pairwise": sum(n - own for n in others),
            "opponents": sum(others),
            "all": total,
        }[pay]
        return self._rounded(max(0, points))

    def ladder(self, side: int) -> int:
        """What this side is paid for those with more (S20)."""
        own = self.totals[side]
        higher = [n for n in self.totals if n > own]
        if self.rules["block_pay"] == "ladder_pairwise":
            return self._rounded(sum(n - own for n in higher))
        return self._rounded(max(0, sum(higher) - own))

    def _rounded(self, points: int) -> int:
        """A blocked round is rounded once, after the subtraction (S15)."""
        return self._in_units(points if self.rules["round_scope"] == "none" else self._nearest(points))


def _least(sides: Sequence[int], by: Sequence[Any]) -> list[int]:
    lowest = min(by[side] for side in sides)
    return [side for side in sides if by[side] == lowest]
