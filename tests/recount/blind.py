"""Blind dominoes, counted by the rules alone (rules/README.md, games 5 and 28, BL1 to BL5)."""

import random
from typing import Any

from referee.engine.sheets import VARIANTS
from tests.recount.layout import Layout
from tests.recount.line import CLOSED, LineMatch
from tests.recount.table import Table, games, seat_people
from tests.recount.tiles import all_tiles, word

NUMBERS = {"target": (5, 20, 60)}
# Nobody holds tiles, draws, passes or ends a turn by choice.
SHUT = (
    *CLOSED, "must_play", "draw", "optional_draw", "reserve", "false_pass", "hand_size",
    "opening", "opening_double", "opening_tile", "no_double",
    "bonus_trigger", "bonus_turn", "multi_play",
)  # fmt: skip


class BlindMatch(LineMatch):
    """A match with face-down rows: the first tile of a hand is on top; what is turned up is seen by all."""

    hides = False
    cheating = 0.0

    def round(self, number: int) -> None:
        tiles = all_tiles(self.table.high)
        self.chance.shuffle(tiles)
        size = len(tiles) // self.players
        self.hands = [tiles[n * size : (n + 1) * size] for n in range(self.players)]
        self.sleeping = tiles[self.players * size :]
        self.layout = Layout(self.rules)
        leads = None if self.last is None else self.next_opener()
        self.turn = self.chance.randrange(self.players) if leads is None else leads
        self.opener = self.turn
        self.turned = [0] * self.players  # tiles turned up in vain since the last was laid
        self.pending = None
        event = {"round": number} | ({"opener": self.name(self.turn)} if leads is None else {})
        self.table.say(event, turn=self.turn, status="playing", scores=self.scores)
        self.table.keep()
        self.begin()
        if self.rules["leftover_opens"]:  # BL2
            tile = self.sleeping.pop()
            self.layout.lay(tile)
            self.goes_on_with({"by": self.name(self.turn), "flip": word(tile)}, {"points": {}})
        while not self.act():
            pass

    def act(self) -> bool:
        seat = self.turn
        if self.chance.random() < 0.1:
            other = (seat + 1) % self.players
            self.table.refuses({"by": self.name(other), "flip": "0-0"}, "not-your-turn", "already-played")
        tile = self.hands[seat].pop(0)
        ways = self.layout.ways(tile)
        if self.layout.laid and not ways:
            return self.miss(seat, tile)
        way = self.chance.choice(ways) if ways else None
        event = self.saying(seat, tile, way)
        event["flip"] = event.pop("play")
        first = not self.layout.laid
        put = self.layout.lay(tile, way)
        self.last_layer, self.turned = seat, [0] * self.players
        mine = self.pay_tile(put)
        if self.has_ended(seat, mine, event):
            return self.end_on_target(event, mine)
        if not self.hands[seat]:
            return self.finish(event, mine, "out")
        if first and not self.rules["starter_continues"]:
            self.turn = self.after(seat)
        self.goes_on_with(event, mine)
        return False

    def miss(self, seat: int, tile: Any) -> bool:
        """The tile goes to the bottom of the row; when every row has been turned once, the round is blocked (BL3)."""
        self.hands[seat].append(tile)
        self.turned[seat] += 1
        event = {"by": self.name(seat), "flip": f"{tile[0]}-{tile[1]}"}
        if all(turned >= len(hand) for turned, hand in zip(self.turned, self.hands, strict=True)):
            return self.finish(event, {"points": {}}, "blocked")
        self.turn = self.after(seat)
        self.goes_on_with(event, {"points": {}})
        return False

    def goes_on_with(self, event: dict[str, Any], mine: dict[str, Any]) -> None:
        """Say an event after which the round goes on."""
        held = [len(hand) for hand in self.hands]
        self.table.say(event, status="playing", turn=self.turn, hands=held, scores=self.scores, **mine)


def recount(chance: random.Random) -> Table:
    """One match of Blind dominoes."""
    blind = [name for name in games("line") if VARIANTS[name].rows is not None]
    mode = chance.choice(("single", "rounds", "rounds"))
    table = seat_people(
        chance,
        chance.choice(blind),
        NUMBERS,
        closed=SHUT,
        high=12,
        pairs=True,
        carries=True,
        claims="auto",
        mode=mode,
    )
    BlindMatch(table, chance).play(3)
    return table
