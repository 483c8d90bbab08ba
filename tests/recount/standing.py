"""Rules that are broken in line games and let stand, and wrong leads (rules/README.md, G1 to G3 and G7).

After that the round goes on from what lies on the table. A player who acts out of turn has the turn.
"""

import random
from collections.abc import Callable

from referee.engine.sheets import VARIANTS
from tests.recount.dealing import NAMED
from tests.recount.layout import Way
from tests.recount.line import CLOSED, NUMBERS, LineMatch
from tests.recount.table import Table, games, seat_people
from tests.recount.tiles import Tile, is_double, word

# In so many of the rounds rules are broken, and so often; at so many of the tables anybody opens.
LAX, OFTEN, MISOPENS = 0.15, 0.15, 0.1


class LaxMatch(LineMatch):
    """A match in which a player now and then breaks a rule, and the table notices too late."""

    keeps_turns = False  # only the player to act breaks rules, and only with tiles

    def __init__(self, table: Table, chance: random.Random) -> None:
        super().__init__(table, chance)
        self.misopens = table.high <= 9 and chance.random() < MISOPENS

    def round(self, number: int) -> None:
        self.is_lax = self.chance.random() < LAX
        super().round(number)

    def let(self, codes: tuple[str, ...], do: Callable[[], bool]) -> bool:
        """Break one of these rules and let it stand; whether the round is over."""
        self.lets, self.table.breaks = {"stood": True}, codes
        over = do()
        self.lets, self.table.breaks = {}, ()
        return over

    # The lead

    def may_lead(self, tile: Tile) -> bool:
        """Whether the referee, who sees no hands, lets a round open with this tile (G1, G2)."""
        rule = self.rules
        if rule["opening"] in NAMED or rule["opening_tile"] == "free" or self.leads_freely:
            return True
        if rule["opening"] == "holder":
            return tile == self.named_double
        return is_double(tile) or rule["no_double"] != "redraw"

    def may_open(self, _seat: int) -> bool:
        """Whether the referee lets this player open, if it is not the right one: if nobody is known to be."""
        return not self.turn_is_known

    def open(self, seat: int, leads: list[Tile]) -> bool:
        other = self.chance.choice([each for each in range(self.players) if each != seat])
        for tile in self.chance.sample(self.hands[seat], min(2, len(self.hands[seat]))):
            self.table.may({"by": self.name(seat), "play": word(tile)}, self.may_lead(tile))
        tile = self.chance.choice(self.hands[other])
        breaks = {"not-your-turn": not self.may_open(other), "wrong-opening": not self.may_lead(tile)}
        codes = [code for code, broken in breaks.items() if broken]
        if codes:
            self.table.refuses({"by": self.name(other), "play": word(tile)}, codes[0])
        if len(codes) == 1 and self.is_lax and not self.cheats and self.chance.random() < 0.5:
            self.turn = other
            self.opener = self.opener if self.turn_is_known else other
            return self.let((codes[0],), lambda: self.lay(other, tile, None))
        if self.misopens and not codes and self.chance.random() < 0.7:
            self.turn = self.opener = other
            return self.lead(other, tile)
        return super().open(seat, leads)

    # The others

    def act(self) -> bool:
        if self.is_lax and self.chance.random() < OFTEN:
            over = self.break_rule()
            if over is not None:
                return over
        return super().act()

    def break_rule(self) -> bool | None:
        """Break some rule; whether the round is over then, None if nothing was found to do."""
        ways = [self.misfit, self.on_a_closed_double, self.too_early]
        if not self.keeps_turns:
            ways += [self.out_of_turn, self.before_drawing, self.draw_too_many]
        return self.chance.choice(ways)()

    def put(self, way: Way, tile: Tile, *codes: str) -> bool:
        """Lay a tile in this wrong way."""
        event = {"by": self.name(self.turn), "play": word(tile), "at": word(way.on.tile), "stood": True}
        if not way.on.is_double:
            event["at"] += f"/{way.half}"
        if not is_double(tile):
            event["out"] = way.out
        return self.let(codes, lambda: self.lay(self.turn, tile, way, event))

    def misfit(self) -> bool | None:
        """A half is set against one that it does not fit, or it lies the wrong way round."""
        tile = self.chance.choice(self.hands[self.turn])
        on, half = self.chance.choice(self.layout.ports(cross=False) or [(None, 0)])
        if on is None:
            return None
        way = Way(on, half, self.chance.choice(tile))
        if way in self.layout.ways(tile, cross=False):
            return None
        return self.put(way, tile, "does-not-match")

    def too_early(self) -> bool | None:
        """A tile is laid elsewhere before the cross is finished."""
        tile = self.chance.choice(self.hands[self.turn])
        ways = [
            way
            for way in self.layout.ways(tile, cross=False)
            if self.layout.cross not in (None, way.on) and way.out >= 0
        ]
        return self.put(self.chance.choice(ways), tile, "cross-first") if ways else None

    def on_a_closed_double(self) -> bool | None:
        """A tile is set against a double that has no place left for it, but room."""
        ports = [on for on, _ in self.layout.ports(cross=False)]
        doubles = [
            each for each in self.layout.laid if each.is_double and each.links < 4 and each not in ports
        ]
        if not doubles:
            return None
        on, tile = self.chance.choice(doubles), self.chance.choice(self.hands[self.turn])
        return self.put(Way(on, on.tile[0], self.chance.choice(tile)), tile, "no-such-end")

    def out_of_turn(self) -> bool | None:
        """Another player acts; not the next one if the turn may be over."""
        other = self.chance.choice([each for each in range(self.players) if each != self.turn])
        if (self.goes_on and other == self.after(self.turn)) or not self.hands[other]:
            return None
        fitting = [(tile, way) for tile in self.hands[other] for way in self.layout.ways(tile)]
        does = self.chance.choice(["lay"] if self.cheats else ["lay", "draw", "pass"])
        if (does == "lay" and not fitting) or (does == "draw" and not self.sleeping):
            return None
        self.turn, self.drawn, self.goes_on = other, 0, None

        def do() -> bool:
            if does == "lay":
                return self.lay(other, *self.chance.choice(fitting))
            return self.draw(other, 1) if does == "draw" else self.pass_(other, stops=False)

        return self.let(("not-your-turn",), do)

    def before_drawing(self) -> bool | None:
        """A player passes who should have drawn."""
        able = any(self.layout.ways(tile) for tile in self.hands[self.turn])
        if self.is_tile_only or not self.can_draw or (able and not self.cheats):
            return None
        return self.let(("must-draw",), lambda: self.pass_(self.turn, stops=False))

    def draw_too_many(self) -> bool | None:
        """A player draws who may not: where nobody does, for a further tile, a second one, or one of the reserve."""
        may = self.can_draw and not self.is_tile_only and self.rules["draw"] != "none"
        if may or not self.sleeping or self.cheats:
            return None
        return self.let(("may-not-draw", "reserve"), lambda: self.draw(self.turn, 1))


def recount(chance: random.Random) -> Table:
    """One match of a line game without face-down rows, and not of two pairs by its sheet."""
    found = [
        name for name in games("line") if VARIANTS[name].rows is None and not VARIANTS[name].always_partners
    ]
    table = seat_people(
        chance, chance.choice(found), NUMBERS, closed=CLOSED, high=15, pairs=True, carries=True, claims="auto"
    )
    LaxMatch(table, chance).play()
    return table
