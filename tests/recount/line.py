"""Line games, played and counted by the rules alone (rules/README.md, parts 0 to 2; the ids are those of part 2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.recount.dealing import NOBODY
from tests.recount.layout import ACROSS, Laid, Layout, Way
from tests.recount.paying import Paying
from tests.recount.table import KEPT, LEADS, Unclear
from tests.recount.tiles import Tile, word

NUMBERS = {
    "hand_size": range(1, 16),
    "target": (3, 5, 10, 15, 20, 30, 40, 61),
    "reserve": range(6),
    "opening_double": range(10),
    "false_pass": (1, 10, 50),
}
# House rules that are counted elsewhere or not at all, and values for games of two pairs.
CLOSED = (
    "muggins_close", "false_claim",
    "winner_side", "blocker_next", "lowest_hand", "opener_side", "blocker_side",
)  # fmt: skip


class LineMatch(Paying):
    """One match: what its players do, and what the referee must refuse."""

    cheating = 0.1
    lets: Mapping[str, bool] = {}  # what says of the next event that the table lets it stand

    def play(self, rounds: int = 4) -> None:
        """Play and compare so many rounds, or until the match is over."""
        for number in range(rounds):
            self.check_clear()
            self.round(number + 1)
            self.table.ends(self.winner if self.over else None)
            if self.over:
                return
            self.adjust()
            self.rules = self.table.agree(self.chance, firm=(*KEPT, *LEADS) if self.is_void else KEPT)

    def check_clear(self) -> None:
        """Stop where the rules do not say how the house rules go together."""
        rule = self.rules
        if rule["draw"] == "none" and rule["optional_draw"] != "none":
            raise Unclear("a free draw where nobody draws")
        if rule["score"] != "none" and rule["arms"]:
            raise Unclear("one end that is counted")
        if rule["score"] == "bergen" and (rule["spinner"] != "none" or rule["matador_crosswise"]):
            raise Unclear("equal ends of more than two")

    def round(self, number: int) -> None:
        """Deal and play one round."""
        seat, leads, named = self.deal()
        self.layout = Layout(self.rules)
        self.drawn = 0
        self.passed: list[int] = []  # who passed since the last tile
        self.goes_on: str | None = None  # "bonus" or "multi": the turn of one who has laid goes on
        self.silent = False  # whether the turn passed on without a word
        self.pending = None
        self.turn = seat
        event: dict[str, Any] = {"round": number}
        if named:
            event["opener"] = self.name(seat)
        self.turn_is_known = named or self.is_known
        self.table.say(
            event,
            status="playing",
            turn=seat if self.turn_is_known else None,
            hands=self.held(),
            boneyard=len(self.sleeping),
            scores=self.scores,
            points={},
        )
        self.table.keep()
        self.begin()
        for _ in range(8 if self.rules["team_out"] == "lowest_total" else 1):  # a tie between sides is rare
            self.imagine()
        self.opener = seat
        if self.rules["opening"] == "starter":
            self.layout.lay(self.named_double)
            self.last_layer = NOBODY
        elif self.open(seat, leads):
            return
        while not (self.gives_up() or self.act()):
            pass

    def gives_up(self) -> bool:
        """Whether the table agrees that the round does not count."""
        return not self.over and self.chance.random() < 0.002 and self.void({"void": True})

    def open(self, seat: int, leads: list[Tile]) -> bool:
        """Lay the first tile; whether the round is over."""
        return self.lead(seat, self.chance.choice(leads))

    def lead(self, seat: int, tile: Tile) -> bool:
        """Lay this tile first; whether the round is over."""
        if self.table.evidence is not None:
            self.table.evidence.will_open(seat, self.outranking(tile), len(self.table.said) + 1)
        return self.lay(seat, tile, None)

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

    def act(self) -> bool:
        """The player to act does what the rules allow, by chance; whether the round is over."""
        rule = self.rules
        if self.is_tile_only and not self.silent and self.chance.random() < 0.3:
            self.stop_silently()
        seat = self.turn
        ways = [(tile, way) for tile in sorted(self.hands[seat]) for way in self.layout.ways(tile)]
        if self.chance.random() < 0.2 and not self.silent:
            self.try_wrong(seat)
        if self.chance.random() < 0.2:
            for tile in self.hands[seat]:
                self.table.may(self.saying(seat, tile), any(tile == each for each, _ in ways))
        may_stop, no_draw = self.may_stop, self.is_tile_only
        if ways and not (self.cheats and self.chance.random() < 0.25):
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

    def stop_silently(self) -> None:
        """Lay no further tile; the next player's event says so (2.10, multi_play). A liar could have gone on."""
        if self.table.evidence is not None and not self.may_stop:
            self.table.evidence.will_stop(self.turn, self.denied_by_pass())
        elif not self.may_stop and any(map(self.layout.ways, self.hands[self.turn])):
            return
        self.turn, self.drawn, self.goes_on, self.silent = self.after(self.turn), 0, None, True

    @property
    def may_stop(self) -> bool:
        """Whether the player to act may lay a further tile, or not (F1, O2)."""
        if self.goes_on == "bonus":
            return self.rules["bonus_turn"] == "optional"
        return self.goes_on == "multi" and self.rules["multi_play"] == "may"

    @property
    def is_tile_only(self) -> bool:
        """Whether nothing is drawn in what is left of the turn."""
        return self.may_stop or self.goes_on == "multi"

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

    def lay(self, seat: int, tile: Tile, way: Way | None, event: dict[str, Any] | None = None) -> bool:
        """Lay a tile; whether the round is over."""
        event = self.event = event or {**self.saying(seat, tile, way), **self.lets}
        on = None if way is None else way.on
        put = self.layout.lay(tile, way)
        others = [half for on, half in self.layout.places if on is not put]
        self.ends_before = [] if way is None else [way.half, *others]
        self.hands[seat].remove(tile)
        self.last_layer, self.passed, self.drawn = seat, [], 0
        mine = self.pay_tile(put)
        if self.breaking(self.table.proved_by(event)):
            return self.void(event)
        if self.has_ended(seat, mine, event):
            return self.end_on_target(event, mine)
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
        if way.out != ACROSS and len([each for each in ways if each[:2] == way[:2]]) > 1:
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
        event = {"by": self.name(seat), "draw": number, **self.lets}
        if not self.table.may_be_true(event, self.denied_by_draw(), self.unseen):
            return False
        for _ in range(number):
            self.hands[seat].append(self.sleeping.pop())
        self.drawn += number
        if self.is_dead:
            return self.finish(event, {"points": {}}, "blocked")
        self.continues(event, points={})
        return False

    def pass_(self, seat: int, *, stops: bool) -> bool:
        """Pass, or stop after a tile; whether the round is over (G9)."""
        event = {"by": self.name(seat), "pass": True, **self.lets}
        unseen = () if self.goes_on == "multi" else self.unseen
        if not self.table.may_be_true(event, set() if stops else self.denied_by_pass(), unseen):
            return False
        self.passed += [] if stops else [seat]
        self.drawn, self.goes_on = 0, None
        mine = self.pay_pass()
        if self.has_ended(self.last_layer, mine, event):
            return self.end_on_target(event, mine)
        if not self.drawable and len({*self.passed}) == self.players:
            return self.finish(event, mine, "blocked")
        self.turn = self.after(seat)
        self.continues(event, **mine)
        return False

    def denied_by_draw(self) -> set[Tile]:
        """What a player who draws now says not to hold (G6): nothing if the draw is free; matadors may be spared."""
        if self.lets or not self.rules["must_play"] or self.rules["optional_draw"] == "any":
            return set()
        spares = self.rules["optional_draw"] == "matador_only"
        return {each for each in self.fitting if not (spares and self.layout.is_matador(each))}

    def denied_by_pass(self) -> set[Tile]:
        """What a player who passes now says not to hold (G6): if a tile may be held back, nothing (2.10, must_play)."""
        if "not-your-turn" in self.table.breaks:
            return set()
        dry_sums = self.rules["joins"] == "sum" and not self.drawable
        if self.rules["must_play"] or self.rules["optional_draw"] != "none" or dry_sums:
            return self.fitting
        return set()

    @property
    def fitting(self) -> set[Tile]:
        """The tiles that are not on the table and could be laid now."""
        return {each for each in self.unseen if self.layout.ways(each)}

    def continues(self, event: dict[str, Any], **mine: Any) -> None:
        """Say an event after which the round goes on."""
        self.silent = False
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
        self.adjust()
        if self.goes_on is None and not self.drawn and self.chance.random() < 0.05:
            self.rules = self.table.agree(self.chance)
            self.check_clear()
            self.table.keep()

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
