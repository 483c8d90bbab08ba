"""Who sits at a line game, how it is dealt, and who opens (rules/README.md, G1 to G4)."""

import random

from tests.recount.layout import Layout
from tests.recount.settling import Outcome
from tests.recount.table import Table, Unclear
from tests.recount.tiles import Tile, all_tiles, is_double

MOST_DEALS = 2000
# Who has laid the last tile, if only the double of the deal lies.
NOBODY = -1
# Openings for which the table names the player.
NAMED = ("lot", "agreed", "youngest", "starter")


class Dealing:
    """A table of a line game: the scores, the hands, and who leads."""

    layout: Layout
    cheating = 0.0  # at so many of the tables somebody passes or draws falsely

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.rules = table.rules()
        often = 1 if self.rules["false_pass"] == "flag" else 5  # more often where it costs something
        self.cheats = table.high <= 9 and chance.random() < self.cheating * often
        self.players = len(table.players)
        start = table.header.get("start", {})
        self.scores = [start.get(side, 0) for side in table.sides]
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

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.table.players[seat]

    def after(self, seat: int) -> int:
        """Who plays after this player (PA1)."""
        return (seat + (1 if self.rules["direction"] == "cw" else -1)) % self.players

    def held(self) -> list[int]:
        """How many tiles each player holds."""
        return [len(hand) for hand in self.hands]

    @property
    def unseen(self) -> list[Tile]:
        """The tiles that do not lie on the table."""
        lying = {each.tile for each in self.layout.laid}
        return [each for each in all_tiles(self.table.high) if each not in lying]

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

    @property
    def leads_freely(self) -> bool:
        """Whether the round before decides who leads, with any tile."""
        return self.is_known

    def next_opener(self) -> int | None:
        """Who leads by the round before (2.10, `next_opener`); None: this round opens as the first did."""
        assert self.last is not None
        assert self.opener is not None
        rule, (how, outcome) = self.rules["next_opener"], self.last
        if rule == "rotate_left":
            return self.after(self.opener)
        if rule == "last_layer":
            if self.last_layer == NOBODY:
                raise Unclear("the player of the last tile leads, but nobody has laid one")
            return self.last_layer
        if rule == "as_first" or outcome.winner is None:
            return None
        if rule == "winner_else_first" and how != "out":
            return None
        if outcome.leads is None:
            raise Unclear("the side that won is not the one that went out")
        return outcome.leads

    def outranking(self, led: Tile) -> list[Tile]:
        """The tiles whose holder should have led instead of the holder of this one (G2, G3)."""
        rule, tiles = self.rules["opening"], all_tiles(self.table.high)
        if self.rules["opening_tile"] == "free" or rule in NAMED or rule == "holder" or self.leads_freely:
            return []
        doubles = [each for each in tiles if is_double(each)]
        if is_double(led):
            return [each for each in doubles if (each < led if rule == "lowest_double" else each > led)]
        least = (
            (sum(led) + 1, 0) if rule == "highest_tile" else _rank(led)
        )  # there equal pips are nobody's fault
        return doubles + [each for each in tiles if not is_double(each) and _rank(each) > least]

    def opening(self) -> tuple[int, list[Tile], bool] | None:
        """Who opens this deal, with what, named or not; None if nobody can."""
        seat = None if self.last is None else self.next_opener()
        if seat is not None:
            if self.rules["next_opener"] == "rotate_left" and self.rules["opening"] not in NAMED:
                raise Unclear("a forced tile, and a lead that moves on")
            return seat, self.hands[seat], False
        return self.opening_as_first()

    def opening_as_first(self) -> tuple[int, list[Tile], bool] | None:
        """The same for a round that opens as the first did."""
        rule, free = self.rules["opening"], self.rules["opening_tile"] == "free"
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
        tile, seat = pick(doubles, key=lambda each: _rank(each[0]))
        return seat, self.hands[seat] if free else [tile], False


def _rank(tile: Tile) -> tuple[int, int]:
    """More pips open, then the larger half (G3)."""
    return sum(tile), tile[0]
