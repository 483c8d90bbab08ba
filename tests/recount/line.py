"""Line games, played and counted by the rules alone (rules/README.md, parts 0 to 2; the ids are those of part 2)."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.sheets import VARIANTS
from tests.recount.layout import Laid, Layout, Way
from tests.recount.settling import Outcome, Premio, Settlement
from tests.recount.table import (
    Table,
    Tile,
    Unclear,
    all_tiles,
    games,
    is_double,
    pips,
    same,
    seat_people,
    word,
    words,
)

NUMBERS = {
    "hand_size": range(1, 10),
    "target": (3, 5, 10, 15, 20, 30, 40, 61),
    "reserve": range(6),
    "opening_double": range(6),
}
# House rules that are counted elsewhere or not at all, and values for games of two pairs.
CLOSED = (
    "muggins_close", "false_claim", "matador_crosswise", "sebastopol",
    "winner_side", "blocker_next", "lowest_hand", "opener_side", "blocker_side",
)  # fmt: skip
MOST_DEALS = 2000
# Openings for which the table names the player.
NAMED = ("lot", "agreed", "youngest", "starter")


class LineMatch:
    """One match: own hands, own layout, own scores; `hides` is whether hands are not known until they are shown."""

    hides = True

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.rules = table.rules()
        self.players = len(table.players)
        self.scores = [0] * len(table.sides)
        self.target = float("inf") if self.rules["mode"] == "single" else self.rules["target"]  # H2
        self.reached: dict[int, int] = {}  # for each side at the target: how many events had been said then
        self.over = False
        self.winner: int | None = None
        self.opener: int | None = None
        self.last: tuple[str, Outcome] | None = None  # how the last round ended
        self.last_layer = 0
        self.ends_before: list[int] = []  # the open halves before the last tile lay
        self.hands: list[list[Tile]] = []
        self.sleeping: list[Tile] = []

    def play(self, rounds: int = 4) -> None:
        """Play and compare so many rounds, or until the match is over."""
        self.check_clear()
        for number in range(rounds):
            self.round(number + 1)
            self.table.ends(self.winner if self.over else None)
            if self.over:
                return

    def check_clear(self) -> None:
        """Stop where the rules do not say how the house rules go together."""
        rule = self.rules
        if rule["draw"] == "none" and rule["optional_draw"] != "none":
            raise Unclear("a free draw where nobody draws")
        if rule["score"] != "none" and rule["arms"]:
            raise Unclear("one end that is counted")
        if rule["score"] == "bergen" and rule["spinner"] != "none":
            raise Unclear("equal ends of more than two")

    # A round

    def after(self, seat: int) -> int:
        """Who plays after this player (PA1)."""
        return (seat + (1 if self.rules["direction"] == "cw" else -1)) % self.players

    def round(self, number: int) -> None:
        """Deal and play one round."""
        seat, leads, named = self.deal()
        self.layout = Layout(self.rules)
        self.passes = self.drawn = 0
        self.goes_on: str | None = None  # "bonus" or "multi": the turn of one who has laid goes on
        self.pending: tuple[int, int] | None = (
            None  # the last tile's points, if they are one award with the hands
        )
        self.turn = seat
        event: dict[str, Any] = {"round": number}
        if named:
            event["opener"] = self.name(seat)
        known = named or self.is_known
        self.table.say(
            event,
            status="playing",
            turn=seat if known else None,
            hands=self.held(),
            boneyard=len(self.sleeping),
            scores=self.scores,
            points={},
        )
        self.table.keep()
        self.opener = seat
        if self.rules["opening"] == "starter":
            self.layout.lay(self.named_double)
        elif self.lay(seat, self.chance.choice(leads), None):
            return
        while not self.act():
            pass

    def deal(self) -> tuple[int, list[Tile], bool]:
        """Deal until somebody can open: who does, with which tiles, and whether the table names that player (G1-G4)."""
        starter = self.named_double if self.rules["opening"] == "starter" else None
        tiles = [each for each in all_tiles(self.table.high) if each != starter]
        size = self.table.hand_size
        for _ in range(MOST_DEALS):
            self.chance.shuffle(tiles)
            self.hands = [tiles[n * size : (n + 1) * size] for n in range(self.players)]
            self.sleeping = tiles[self.players * size :]
            found = self.opening()
            if found is not None:
                return found
        raise Unclear("hardly any deal can be opened")

    @property
    def named_double(self) -> Tile:
        """The double that `opening_double` names; below 0 it is the highest of the set."""
        half = self.rules["opening_double"]
        return (half, half) if half >= 0 else (self.table.high, self.table.high)

    @property
    def is_known(self) -> bool:
        """Whether the referee can know who opens: the lead follows from the round before."""
        return self.last is not None and self.next_opener() is not None

    def next_opener(self) -> int | None:
        """Who leads by the round before (2.10, `next_opener`); None: this round opens as the first did."""
        assert self.last is not None
        assert self.opener is not None
        rule, (how, outcome) = self.rules["next_opener"], self.last
        if rule == "rotate_left":
            return self.after(self.opener)
        if rule == "last_layer":
            return self.last_layer
        if rule == "as_first" or outcome.winner is None:
            return None
        if rule == "winner_else_first" and how != "out":
            return None
        if outcome.leads is None:
            raise Unclear("the side that won is not the one that went out")
        return outcome.leads

    def opening(self) -> tuple[int, list[Tile], bool] | None:
        """Who opens this deal, with what, named or not; None if nobody can."""
        rule = self.rules["opening"]
        free = self.rules["opening_tile"] == "free"
        seat = None if self.last is None else self.next_opener()
        if seat is not None:
            if self.rules["next_opener"] == "rotate_left" and rule not in NAMED:
                raise Unclear("a forced tile, and a lead that moves on")
            return seat, self.hands[seat], False
        if rule in NAMED:
            if not free and rule != "starter":
                raise Unclear("a forced tile of a player whom the table names")
            seat = self.chance.randrange(self.players)
            return seat, self.hands[seat], True
        return self._opening_by_tile(rule, free=free)

    def _opening_by_tile(self, rule: str, *, free: bool) -> tuple[int, list[Tile], bool] | None:
        doubles = [(each, seat) for seat, hand in enumerate(self.hands) for each in hand if is_double(each)]
        if rule == "holder":
            doubles = [each for each in doubles if each[0] == self.named_double]
        if not doubles:
            if self.rules["no_double"] == "redraw":
                if rule == "highest_tile":
                    raise Unclear("the highest tile opens, or nobody")
                return None
            if rule == "holder":
                raise Unclear("nobody holds the double, and there is no redraw")
            doubles = [(each, seat) for seat, hand in enumerate(self.hands) for each in hand]
        pick = min if rule == "lowest_double" and is_double(doubles[0][0]) else max
        tile, seat = pick(doubles, key=lambda each: (sum(each[0]), each[0]))  # G3
        return seat, self.hands[seat] if free else [tile], False

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.table.players[seat]

    def held(self) -> list[int]:
        """How many tiles each player holds."""
        return [len(hand) for hand in self.hands]

    @property
    def drawable(self) -> int:
        """How many tiles may still be drawn."""
        if self.rules["draw"] == "none" and self.rules["optional_draw"] == "none":
            return 0
        return max(0, len(self.sleeping) - self.rules["reserve"])

    @property
    def is_dead(self) -> bool:
        """Whether nothing can be drawn and no tile that is not on the table fits (G9)."""
        return not self.drawable and not any(map(self.layout.ways, self.unseen))

    @property
    def unseen(self) -> list[Tile]:
        """The tiles that do not lie on the table."""
        lying = {each.tile for each in self.layout.laid}
        return [each for each in all_tiles(self.table.high) if each not in lying]

    # A turn

    def act(self) -> bool:
        """The player to act does what the rules allow, by chance; whether the round is over."""
        seat, rule = self.turn, self.rules
        ways = [(tile, way) for tile in sorted(self.hands[seat]) for way in self.layout.ways(tile)]
        if self.chance.random() < 0.2:
            self.try_wrong(seat)
        if self.chance.random() < 0.2:
            for tile in self.hands[seat]:
                self.table.may(self.saying(seat, tile), any(tile == each for each, _ in ways))
        may_stop = (self.goes_on == "bonus" and rule["bonus_turn"] == "optional") or (
            self.goes_on == "multi" and rule["multi_play"] == "may"
        )
        no_draw = may_stop or self.goes_on == "multi"
        if ways:
            if may_stop and self.chance.random() < 0.3:
                return self.pass_(seat, stops=True)
            if (
                not no_draw
                and self.may_draw_instead([tile for tile, _ in ways])
                and self.chance.random() < 0.3
            ):
                return self.draw(seat, 1)
            return self.lay(seat, *self.chance.choice(ways))
        if no_draw:
            return self.pass_(seat, stops=may_stop)
        if rule["draw"] != "none" and self.can_draw:
            return self.draw(seat, self.forced_draw())
        return self.pass_(seat, stops=False)

    @property
    def can_draw(self) -> bool:
        """Whether the player to act may draw one more (B4, C1: one a turn)."""
        one = self.rules["draw"] == "one" or self.layout.cross is not None
        return self.drawable > 0 and not (one and self.drawn)

    def may_draw_instead(self, able: Sequence[Tile]) -> bool:
        """Whether a player who can lay these tiles may draw all the same (M4, M8, S22)."""
        if self.rules["optional_draw"] == "matador_only":
            return self.can_draw and all(map(self.layout.is_matador, able))
        return self.rules["optional_draw"] == "any" and self.can_draw

    def forced_draw(self) -> int:
        """How many tiles to draw at once: one, or all up to the first that fits."""
        if self.rules["draw"] == "one" or self.layout.cross is not None or self.chance.random() < 0.5:
            return 1
        for number in range(1, self.drawable):
            if self.layout.ways(self.sleeping[-number]):
                return number
        return self.drawable

    def lay(self, seat: int, tile: Tile, way: Way | None) -> bool:
        """Lay a tile; whether the round is over."""
        event = self.event = self.saying(seat, tile, way)
        on = None if way is None else way.on
        self.ends_before = [half for _, half in self.layout.places]
        put = self.layout.lay(tile, way)
        self.hands[seat].remove(tile)
        self.last_layer, self.passes, self.drawn = seat, 0, 0
        mine = self.pay_tile(put)
        if self.has_ended(seat, mine):
            return self.end_on_target(event, seat, mine)
        if not self.hands[seat]:
            return self.finish(event, mine, "out")
        if self.is_dead:
            return self.finish(event, mine, "blocked")
        self.goes_on = self.more_to_lay(put, on)
        self.turn = seat if self.goes_on else self.after(seat)
        self.continues(event, **mine)
        return False

    def saying(self, seat: int, tile: Tile, way: Way | None = None) -> dict[str, Any]:
        """The event that lays this tile; what is not plain is named, and sometimes what is."""
        event: dict[str, Any] = {"by": self.name(seat), "play": word(tile)}
        if self.chance.random() < 0.2:
            event["play"] = word(tile[::-1])
        if way is None:
            return event
        ways = self.layout.ways(tile)
        if len({(each.on, each.half) for each in ways}) > 1 or self.chance.random() < 0.3:
            event["at"] = word(way.on.tile)
            if len({each.half for each in ways if each.on is way.on}) > 1:
                event["at"] += f"/{way.half}"
        if len([each for each in ways if each[:2] == way[:2]]) > 1:
            event["out"] = way.out
        return event

    def more_to_lay(self, put: Laid, on: Laid | None) -> str | None:
        """Whether the layer may or must lay another tile (T2-T4, O1, F1)."""
        trigger = self.rules["bonus_trigger"]
        if put.is_double and trigger in ("playing_double", "both"):
            return "bonus"
        if on is not None and on.is_double and trigger in ("on_double", "both"):
            return "bonus"
        return "multi" if self.rules["multi_play"] != "none" else None

    def draw(self, seat: int, number: int) -> bool:
        """Draw so many tiles; whether the round is over."""
        for _ in range(number):
            self.hands[seat].append(self.sleeping.pop())
        self.drawn += number
        event = {"by": self.name(seat), "draw": number}
        if self.is_dead:
            return self.finish(event, {"points": {}}, "blocked")
        self.continues(event, points={})
        return False

    def pass_(self, seat: int, *, stops: bool) -> bool:
        """Pass, or stop after a tile; whether the round is over (G9)."""
        event = {"by": self.name(seat), "pass": True}
        self.passes += not stops
        self.drawn, self.goes_on = 0, None
        mine = self.pay_pass()
        if self.has_ended(self.last_layer, mine):
            return self.end_on_target(event, self.last_layer, mine)
        if not self.drawable and self.passes >= self.players:
            return self.finish(event, mine, "blocked")
        self.turn = self.after(seat)
        self.continues(event, **mine)
        return False

    def continues(self, event: dict[str, Any], **mine: Any) -> None:
        """Say an event after which the round goes on."""
        self.table.say(
            event,
            status="playing",
            turn=self.turn,
            hands=self.held(),
            boneyard=len(self.sleeping),
            scores=self.scores,
            **mine,
        )
        if self.chance.random() < 0.05:
            self.table.keep()
        if not self.rules["exact"] and self.rules["over_tie"] == "highest":
            self.table.adjust(self.scores, self.chance)

    # Points

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
        return self.scores[self.table.side_of[seat]] >= self.target

    def end_on_target(self, event: dict[str, Any], seat: int, mine: Mapping[str, Any]) -> bool:
        """The match ends on a tile: no hand is paid (S17)."""
        self.over, self.winner = True, self.table.side_of[seat]
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
        there = [side for side, score in enumerate(self.scores) if score >= self.target]
        if not there:
            return
        best = [side for side in there if self.scores[side] == max(self.scores)]
        came = {side: self.reached.get(side, 0) for side in there}  # 0: by an adjustment
        first = [side for side in there if came[side] == min(came.values())]
        exact = self.rules["exact"] and self.rules["exact_overshoot"] != "ignore_exact_at_round_end"
        if self.rules["over_tie"] == "first_in_log":
            if len(first) > 1:
                raise Unclear("two sides reach the target in the same settlement")
            best = first
        elif len(best) > 1 and exact:
            best = first if len(first) == 1 else []
        if len(best) <= 1:  # otherwise one more round for all
            self.over, self.winner = True, best[0] if best else None

    # What must be refused

    def try_wrong(self, seat: int) -> None:
        """Say something that the rules forbid."""
        layout, chance, table = self.layout, self.chance, self.table
        fits = {tile: bool(layout.ways(tile)) for tile in self.unseen}
        kind = chance.choice(("turn", "pass", "lying", "end", "misfit", "set", "draw"))
        other = (seat + chance.randrange(1, self.players)) % self.players
        out_of_turn = self.goes_on is None and other != seat
        me = self.name(seat)
        if kind == "turn" and out_of_turn and any(fits[tile] for tile in self.hands[other]):
            tile = chance.choice([tile for tile in self.hands[other] if fits[tile]])
            table.refuses(self.saying(other, tile), "not-your-turn")
        elif kind == "pass" and out_of_turn:
            table.refuses({"by": self.name(other), "pass": True}, "not-your-turn")
        elif kind == "lying":
            table.refuses({"by": me, "play": word(chance.choice(layout.laid).tile)}, "already-played")
        elif kind == "end":
            self._try_end(me, chance.choice([*fits]), chance.choice(layout.laid))
        elif kind == "misfit" and not all(fits.values()):
            tile = chance.choice([tile for tile in fits if not fits[tile]])
            table.refuses({"by": me, "play": word(tile)}, "does-not-match", "cross-first")
        elif kind == "set":
            table.refuses({"by": me, "play": f"{table.high + 1}-0"}, "not-in-set")
        elif kind == "draw" and not self.drawable:
            table.refuses({"by": me, "draw": 1}, "may-not-draw", "boneyard-empty", "reserve")

    def _try_end(self, me: str, tile: Tile, on: Laid) -> None:
        event = {"by": me, "play": word(tile), "at": word(on.tile)}
        if not any(port[0] is on for port in self.layout.ports(cross=False)):
            self.table.refuses(event, "no-such-end")
        elif not any(port[0] is on for port in self.layout.places):
            self.table.refuses(event, "cross-first", "does-not-match")
        elif not any(way.on is on for way in self.layout.ways(tile)):
            self.table.refuses(event, "does-not-match")


def recount(chance: random.Random) -> None:
    """One match of a line game without face-down rows, and not of two pairs by its sheet."""
    found = [
        name for name in games("line") if VARIANTS[name].rows is None and not VARIANTS[name].always_partners
    ]
    table = seat_people(
        chance, chance.choice(found), NUMBERS, closed=CLOSED, high=12, pairs=True, claims="auto"
    )
    LineMatch(table, chance).play()
