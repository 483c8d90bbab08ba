"""Games of two pairs, counted by the rules alone (rules/README.md, parts 1.H and 2.13)."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.audit.holdings import Flag
from referee.engine.sheets import VARIANTS
from tests.recount.claims import SCORES, WAYS, ClaimMatch
from tests.recount.dealing import NOBODY
from tests.recount.layout import Laid
from tests.recount.settling import Outcome, Premio, Settlement
from tests.recount.standing import LaxMatch
from tests.recount.table import Table, Unclear, games, seat_people
from tests.recount.tiles import Tile, is_double, pips

NUMBERS = {
    "hand_size": range(1, 8),
    "capicua": (25, 30),
    "chuchazo": (10, 100),
    "tranque_bonus": (40,),
    "pase_corrido": (10, 25),
    "pase_salida": (25,),
    "pase_salida_single": (50,),
    "first_pass": (2,),
    "target": (20, 50, 100, 200),
    "false_pass": (5, 80),
}
# At so many of the tables tiles score too.
SCORING = 0.3
# At so many of the tables the hands are so small that the sides are often equal.
SMALL = 0.2
PRIZES = (100, 75, 50, 25)  # PA10


class PairsMatch(LaxMatch):
    """A match of two pairs: the same line, with premios and another settlement."""

    keeps_turns = True  # what a pass out of turn pays is nowhere said

    def __init__(self, table: Table, chance: random.Random) -> None:
        super().__init__(table, chance)
        self.rounds_won = table.header.get("rounds_before", 0)  # each counts as won
        self.passed_ever = self.rounds_won > 0
        self.in_a_row = 0  # passes in a row before the tile that is laid now

    # Who leads

    def leaders(self) -> list[int] | None:
        """Who may lead this round, any tile (PA4, PA12); None: it opens as the first."""
        if self.last is None:
            return None
        assert self.opener is not None
        rule, (how, outcome) = self.rules["next_opener"], self.last
        if rule in ("as_first", "rotate_left"):
            return None if rule == "as_first" else [self.after(self.opener)]
        if outcome.winner is None:
            return {
                "as_first": None,
                "same": [self.opener],
                "next_seat": [self.after(self.opener)],
                "blocker": [self.last_layer],
            }[self.rules["tie_opener"]]
        if rule == "last_layer":
            return [self.last_layer]
        if rule == "winner_side":
            return self.table.members(outcome.winner)
        if rule == "winner_else_first" and how != "out":
            return None
        if how == "out" and outcome.winner != self.table.side_of[self.last_layer]:
            raise Unclear("the side that won is not the one that went out")
        return [self.last_layer] if how == "out" else self._leaders_after_block(outcome)

    def _leaders_after_block(self, outcome: Outcome) -> list[int]:
        assert outcome.winner is not None
        members = self.table.members(outcome.winner)
        rule = self.rules["block_opener"]
        if rule != "blocker_or_next":
            return members if rule == "either" else members[:1]
        if outcome.leads is not None:  # the tie counts as won by this player (PA4)
            return [outcome.leads]
        if self.rules["block_winner"] == "lowest_hand":
            least = min(pips(self.hands_left[seat]) for seat in members)
            return [seat for seat in members if pips(self.hands_left[seat]) == least]
        return [self.last_layer] if self.last_layer in members else [self.after(self.last_layer)]

    def opening(self) -> tuple[int, list[Tile], bool] | None:
        may = self.leaders()
        if may is not None:
            seat = self.chance.choice(may)
            return seat, self.hands[seat], len(may) > 1 and self.chance.random() < 0.5
        found = self.opening_as_first()
        if found is None or self.rules["opening"] not in ("lot", "agreed", "youngest"):
            return found
        return (*found[:2], self.chance.random() < 0.7)

    @property
    def is_known(self) -> bool:
        may = self.leaders()
        return may is not None and len(may) == 1

    @property
    def leads_freely(self) -> bool:
        return self.leaders() is not None

    def may_open(self, seat: int) -> bool:
        return super().may_open(seat) and seat in (self.leaders() or range(4))

    def round(self, number: int) -> None:
        self.in_a_row, self.passed_before = 0, self.passed_ever
        super().round(number)

    def uncounted(self) -> dict[str, Any]:
        """The passes of a round that does not count are not the first of the match either."""
        self.passed_ever = self.passed_before
        return super().uncounted()

    # Premios

    def premio(self, kind: str, by: int, points: int) -> list[Premio]:
        """Pay a premio for passes, unless it may not win the match (PA9) or would pass an exact target (S16)."""
        side = self.table.side_of[by]
        wins = self.scores[side] + points >= self.rules["target"]
        if not points or (wins and not self.rules["premio_wins"]) or not self.award(side, points):
            return []
        return [(kind, by, points)]

    def told(self, premios: Sequence[Premio]) -> dict[str, Any]:
        """What an answer says of premios in play."""
        points = {self.table.side_of[by]: 0 for _, by, _ in premios if by is not None}
        for _, by, paid in premios:
            if by is not None:
                points[self.table.side_of[by]] += paid
        return {"points": points, "bonus": self.worded(premios) or None}

    def pay_tile(self, put: Laid) -> dict[str, Any]:
        """The tile, and the pase de salida when the opener's partner lays (PA8)."""
        self.last_tile = put.tile
        premios: list[Premio] = []
        assert self.opener is not None
        if len(self.layout.laid) == 2 and self.in_a_row == 1 and self.last_layer == (self.opener + 2) % 4:
            kind = "pase_salida" if self.layout.laid[0].is_double else "pase_salida_single"
            premios = self.premio("pase_salida", self.opener, self.rules[kind])
        self.in_a_row = 0
        mine, told = super().pay_tile(put), self.told(premios)
        points = {side: mine["points"].get(side, 0) + told["points"].get(side, 0) for side in (0, 1)}
        return {**mine, **told, "points": points}

    def pay_pass(self) -> dict[str, Any]:
        """The pass of all three others, and the first of the match, pay the side whose tile it was (PA8, game 42).

        A player who ends the turn of the own tile does not pay anybody.
        """
        self.in_a_row = len(self.passed)
        premios: list[Premio] = []
        mine = super().pay_pass()
        if not self.passed or self.passed[-1] == self.last_layer:
            return {**mine, **self.told(premios)}
        if self.last_layer == NOBODY:  # the first pass of the match all the same
            self.passed_ever = True
            return {**mine, **self.told(premios)}
        if {*self.passed} == {0, 1, 2, 3} - {self.last_layer}:
            premios += self.premio("pase_corrido", self.last_layer, self.rules["pase_corrido"])
        if not self.passed_ever:
            self.passed_ever = True
            premios += self.premio("first_pass", self.last_layer, self.rules["first_pass"])
        return {**mine, **self.told(premios)}

    # The end of a round

    def breaking(self, proved: Sequence[Flag]) -> list[Flag]:
        """What a tile proves ends the round (1.H)."""
        return [each for each in proved if self.rules["false_pass_breaks"] and each.tile is not None]

    def outcome(self, how: str) -> Outcome:
        self.hands_left = [list(hand) for hand in self.hands]
        self.each = [pips(hand) for hand in self.hands]
        self.totals = [self.each[0] + self.each[2], self.each[1] + self.each[3]]
        self.settlement = Settlement(self.rules, [[0, 2], [1, 3]], self.hands)
        return self._with_prizes(how, self._out() if how == "out" else self._tranque())

    def scaled(self, rule: str, points: int) -> int:
        """What is paid by this rule, by tens from 2 on in game 42."""
        if rule in ("point", "none") or self.rules["hand_scale"] == "pips":
            return points
        if self.rules["round_scope"] != "none" or self.rules["score_unit"] != "pips":
            raise Unclear("tens of what is rounded or counted by fives")
        return max(2, -(-points // 10))

    def pay(self, winner: int) -> int:
        """What the winners of a tranque are paid (PA5); nothing if their own tiles are the heavier ones."""
        rule, own, others = self.rules["block_pay"], self.totals[winner], self.totals[1 - winner]
        if rule in ("sum_minus_own", "pairwise") and others < own:
            return 0
        if rule in ("ladder", "ladder_pairwise"):  # S20: a side with no heavier one gets nothing
            return self.scaled(rule, self.settlement.ladder(winner)) if others > own else 0
        return self.scaled(rule, self.settlement.block_pay(winner))

    def _out(self) -> Outcome:
        went_out, rule = self.table.side_of[self.last_layer], self.rules["out_pay"]
        winner = self.settlement.out(self.last_layer).winner
        assert winner is not None
        points = self.scaled(rule, self.settlement.out_pay(winner))
        bonus: list[Premio] = []
        prize = points if self.rules["capicua"] == "double_hand" else self.rules["capicua"]
        if prize and self.is_capicua():
            bonus.append(("capicua", self.last_layer, prize))
        if self.last_tile == (0, 0) and self.rules["chuchazo"] and not self.is_dead:  # PA7
            bonus.append(("chuchazo", self.last_layer, self.rules["chuchazo"]))
        if self.pending is not None and bonus and self.rules["capicua"] == "double_hand":
            raise Unclear("whether a doubled hand doubles what the last tile has made")
        if winner != went_out and (bonus or self.rules["hand_bonus"] != "none"):
            raise Unclear("premios of a side that went out and did not win")
        return Outcome({winner: points}, winner, None, bonus)

    def is_capicua(self) -> bool:
        """Whether the last tile could have gone on every end, and counts as such (PA6)."""
        tile, ends, rule = self.last_tile, self.ends_before, self.rules["capicua_counts"]
        if self.layout.cross is not None:
            raise Unclear("a tile that fits ends which the cross forbids")
        if len(ends) < 2 or not all(
            any(self.layout.touches(tile, half, end) for half in tile) for end in ends
        ):
            return False
        if is_double(tile) and rule != "any":
            return False
        return not (rule == "two_numbers" and len({*ends}) == 1) and not (rule == "no_blank" and 0 in tile)

    def _tranque(self) -> Outcome:
        if self.last_layer == NOBODY:
            raise Unclear("a block of nobody's")
        best, tied_seats = self._best_of_block()
        if self.rules["block_pay"].startswith("ladder") and self.rules["block_winner"] != "lowest_pips":
            raise Unclear("a ladder where something else than pips decides")
        if len(best) == 1:
            return Outcome({best[0]: self.pay(best[0])}, best[0], None)
        tie = self.rules["block_tie"]
        if tie in ("opener_side", "blocker_side"):  # PA4
            by = self.opener if tie == "opener_side" else self.last_layer
            assert by is not None
            winner = self.table.side_of[by]
            return Outcome({winner: self.pay(winner)}, winner, by)
        if tie == "lightest_tile":
            weights = [(self._weights(seats), self.table.side_of[seats[0]]) for seats in tied_seats]
            least = {side for weight, side in weights if weight == min(weights)[0]}
            if len(least) == 1:
                winner = least.pop()
                return Outcome({winner: self.pay(winner)}, winner, None)
        if tie in ("split", "each_tied_scores"):
            among = 2 if tie == "split" else 1
            both = {side: self.pay(side) // among for side in (0, 1)}
            return Outcome(both, None, None)
        return Outcome({}, None, None)

    def _best_of_block(self) -> tuple[list[int], list[list[int]]]:
        """The side that has won the tranque, or both; and the seats whose hands are compared in a tie (PA3)."""
        rule, last = self.rules["block_winner"], self.last_layer
        if rule not in ("blocker_next", "lowest_hand"):
            return self.settlement.best(), [[0, 2], [1, 3]]
        compared = [last, self.after(last)] if rule == "blocker_next" else list(range(4))
        least = min(self.each[seat] for seat in compared)
        lowest = [seat for seat in compared if self.each[seat] == least]
        return sorted({self.table.side_of[seat] for seat in lowest}), [[seat] for seat in lowest]

    def _weights(self, seats: Sequence[int]) -> list[int]:
        return sorted(sum(tile) for seat in seats for tile in self.hands[seat])

    def _with_prizes(self, how: str, outcome: Outcome) -> Outcome:
        """The prizes for the first hands and for a tranque (PA10)."""
        if outcome.winner is None:
            return outcome
        bonus = list(outcome.bonus)
        if self.rules["hand_bonus"] != "none" and self.rounds_won < len(PRIZES):
            bonus.append(("hand", self.last_layer if how == "out" else None, PRIZES[self.rounds_won]))
        self.rounds_won += 1
        if how == "blocked" and self.rules["tranque_bonus"]:
            bonus.append(("tranque", None, self.rules["tranque_bonus"]))
        paid = {**outcome.paid}
        paid[outcome.winner] += sum(points for _, _, points in bonus)
        return outcome._replace(paid=paid, bonus=bonus)

    def tell_result(self, how: str, made: dict[str, int], mine: Mapping[str, Any]) -> None:
        """A round of two pairs is not told by its end: the tiles decide who leads."""

    def imagine(self) -> None:
        """Nor is one that did not happen."""

    def try_wrong(self, seat: int) -> None:
        """At a table where nobody draws, any draw is refused; the rest as in other line games."""
        if self.rules["draw"] == self.rules["optional_draw"] == "none" and self.chance.random() < 0.2:
            self.table.refuses({"by": self.name(self.chance.randrange(4)), "draw": 1}, "may-not-draw")
        else:
            super().try_wrong(seat)


class ClaimPairsMatch(PairsMatch, ClaimMatch):
    """The same where points of tiles have to be claimed."""


def recount(chance: random.Random) -> Table:
    """One match of two pairs."""
    found = [name for name in games("line") if VARIANTS[name].always_partners]
    claims = chance.choice(("auto", "auto", *WAYS))
    options: dict[str, Any] = {"claims": claims}
    if claims != "auto" or chance.random() < SCORING:
        options |= {"score": chance.choice(SCORES), "arms": 0}
    if claims != "auto":  # nobody says what becomes of a claim that rides on a tile which breaks the round
        options["false_pass_breaks"] = False
    if chance.random() < SMALL:
        options["hand_size"] = chance.randint(1, 3)
        for name in ("block_winner", "block_tie", "block_pay"):
            options[name] = chance.choice([*VARIANTS[found[0]].switch(name).sentences])
        if options["block_pay"] in ("ladder", "ladder_pairwise"):  # by pips alone
            options["block_winner"] = "lowest_pips"
    table = seat_people(chance, chance.choice(found), NUMBERS, carries=True, **options)
    match = PairsMatch if claims == "auto" else ClaimPairsMatch
    match(table, chance).play(6)
    return table
