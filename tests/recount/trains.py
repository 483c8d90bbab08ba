"""Mexican Train and Private Trains, counted by the rules alone (rules/README.md, 1.G and 2.11)."""

import random
from dataclasses import dataclass
from typing import Any

from tests.recount.hub import LARGE, HubMatch
from tests.recount.table import Table, games, seat_people
from tests.recount.tiles import Tile, all_tiles, is_double, word

NUMBERS = {
    "hand_size": (1, 2, 3, 4, 5, 6, 7, 8, 9, 13),
    "open_marker": (0, 5),
    "double_blank": (0, 25, 50),
    "rounds": (1, 2, 3, 7, 13, 19),
    "target": (0, 30, 100),
    "lead_toes": range(1, 7),
    "toes": (1, 2, 3),
    "opening_double": (3,),
}
# The public train
MEXICAN = -1


@dataclass
class Train:
    """One train: the number wanted at its end, its tiles, its last tile, and whether its marker is up."""

    end: int
    last: Tile
    tiles: int = 0
    open: bool = False


class TrainMatch(HubMatch):
    """A match in which everybody has a train."""

    def start(self, hub: Tile) -> None:
        public = [MEXICAN] if self.rules["public_train"] else []
        self.trains = {each: Train(hub[0], hub) for each in [*range(self.players), *public]}
        if public:
            self.trains[MEXICAN].open = True
        self.waiting: list[int] = []  # the trains of doubles that wait, in the order laid
        self.begun: set[int] = set()  # who has had a first turn
        self.passed: set[int] = set()
        self.drawn = False
        self.laid_double = self.goes_on = False  # in this turn; `goes_on`: a first turn that is a whole train
        self.first_out: int | None = None
        self.lying = {hub}

    @property
    def in_lap(self) -> bool:
        """Whether somebody's first turn, a whole train, is still to come (TR3)."""
        return self.rules["first_turn"] == "whole_train" and len(self.begun) < self.players

    @property
    def may_end_together(self) -> bool:
        return self.first_out is not None

    @property
    def due(self) -> int | None:
        """The train whose double has to be covered next (TR5)."""
        if self.in_lap or not self.waiting:
            return None
        return self.waiting[-1 if self.rules["double_order"] == "last_laid" else 0]

    def is_bound(self, seat: int) -> bool:
        """Whether this player may lay on the own train only (TR3, TR4)."""
        return self.in_lap or (self.rules["own_train_first"] and not self.trains[seat].tiles)

    def open_to(self, seat: int) -> list[int]:
        """The trains on which this player may lay while no double waits (TR4)."""
        if self.is_bound(seat):
            return [seat]
        return [each for each, train in self.trains.items() if each == seat or train.open]

    def allowed(self, seat: int, tile: Tile) -> list[int]:
        """The trains on which this player may lay such a tile, if it fits."""
        if self.due is None:
            return self.open_to(seat)
        if self._chains(tile):
            return [self.due, *(each for each in self.open_to(seat) if each != self.due)]
        return [self.due]

    def _chains(self, tile: Tile) -> bool:
        """Whether a player who has laid a double may lay this one too (TR5 b)."""
        return self.laid_double and self.rules["double_rule"] == "several" and is_double(tile)

    def fitting(self, seat: int, tile: Tile) -> list[int]:
        """The trains on which this player may lay this tile."""
        return [each for each in self.allowed(seat, tile) if self.trains[each].end in tile]

    def fits(self, seat: int, tile: Tile) -> bool:
        return bool(self.fitting(seat, tile))

    @property
    def is_dead(self) -> bool:
        """Nothing left to draw, and no tile fits the double that waits, or else any train (TR8)."""
        if self.drawable:
            return False
        watched = [self.due] if self.due is not None else [*self.trains]
        return not any(self.trains[each].end in tile for each in watched for tile in self.unseen)

    def facts(self) -> dict[str, Any]:
        waiting = self.waiting[::-1] if self.rules["double_order"] == "last_laid" else self.waiting
        return {
            "trains": [
                {"train": self.called(each), "end": train.end, "tiles": train.tiles, "open": train.open}
                for each, train in self.trains.items()
            ],
            "doubles": [
                {"train": self.called(each), "tile": word(self.trains[each].last)}
                for each in ([] if self.in_lap else waiting)
            ],
        }

    def called(self, train: int) -> str:
        """The train as records name it."""
        return "mexican" if train == MEXICAN else self.name(train)

    def marked(self) -> set[int]:
        return {each for each, train in self.trains.items() if train.open}

    # A turn

    def act(self) -> None:
        assert self.turn is not None
        self.may_go_on = False  # one whose first turn is over only if the next player acts
        lap_ends = len(self.begun | {self.turn}) == self.players
        if self.goes_on and self.chance.random() < 0.3 and not (lap_ends and self.first_out is not None):
            self.end_turn()  # the next player's event says that the first turn is over
            self.may_go_on = True
        seat = self.turn
        able = self.able(seat)
        if self.chance.random() < 0.2:
            self.try_wrong(seat)
        if self.chance.random() < 0.2:
            for tile in self.hands[seat]:
                may = any(tile == each for each, _ in able)
                self.table.may({"by": self.name(seat), "play": word(tile)}, may)
        lies = self.cheats and self.chance.random() < 0.25
        if able and not lies and not (self.goes_on and self.chance.random() < 0.25):
            doubles = [each for each in able if is_double(each[0])]
            self.lay(seat, *self.chance.choice(doubles if doubles and self.chance.random() < 0.6 else able))
        elif not self.goes_on and self.can_draw:
            if self.says_stuck(seat, {"by": self.name(seat), "draw": 1}):
                self.draw(seat)
        else:
            self.pass_(seat)

    def able(self, seat: int) -> list[tuple[Tile, int]]:
        return [(tile, train) for tile in sorted(self.hands[seat]) for train in self.fitting(seat, tile)]

    def wrong_ways(self, seat: int) -> list[tuple[Tile, int, int | None, str]]:
        return [
            (tile, each, out, self._why_not(seat, tile, each))
            for tile in self.hands[seat]
            for each, train in self.trains.items()
            for out in ([None] if train.end in tile else tile)
            if out is not None or each not in self.allowed(seat, tile)
            if not self.in_lap or each == seat  # else it is not clear whether the first turn goes on
        ]

    @property
    def is_further(self) -> bool:
        return self.in_lap  # who has had a first turn would not be clear

    def take_turn(self, seat: int) -> None:
        super().take_turn(seat)
        self.laid_double = False

    @property
    def can_draw(self) -> bool:
        """Whether the player to act may draw: one tile, and one more after each double of the turn."""
        return self.drawable > 0 and not self.goes_on and not (self.rules["draw"] == "one" and self.drawn)

    def end_turn(self) -> None:
        """The next player is to act."""
        assert self.turn is not None
        if self.in_lap:
            self.begun.add(self.turn)
        self.turn = self.after(self.turn)
        self.drawn = self.laid_double = self.goes_on = False

    def lay(self, seat: int, tile: Tile, to: int, out: int | None = None) -> None:
        """Lay a tile on a train."""
        event: dict[str, Any] = {"by": self.name(seat), "play": word(tile), **self.lets}
        if self.fitting(seat, tile) != [to] or self.chance.random() < 0.4:
            event["train"] = self.called(to)
        train = self.trains[to]
        if out is not None and not is_double(tile):
            event["out"] = out
        self.hands[seat].remove(tile)
        self.lying.add(tile)
        train.end, train.last, train.tiles = (
            sum(tile) - train.end if out is None else out,
            tile,
            train.tiles + 1,
        )
        if to == seat:
            train.open = False  # TR6
        self.passed, self.drawn = set(), False
        if to in self.waiting:
            self.waiting.remove(to)
        if is_double(tile) and self.rules["double_rule"] in ("satisfy", "several"):
            self.waiting.append(to)
        if self.rules["dead_double"] == "lapses":
            self.waiting = [each for each in self.waiting if self._can_be_covered(each)]
        if self.in_lap:
            self._laid_in_lap(seat)
        else:
            self._laid(seat, tile, to)
        self.tell(event)

    def _can_be_covered(self, train: int) -> bool:
        """Whether a tile that fits this train is still out (TR10)."""
        return any(
            self.trains[train].end in tile for tile in all_tiles(self.table.high) if tile not in self.lying
        )

    def _laid_in_lap(self, seat: int) -> None:
        self.goes_on = True
        if not self.hands[seat]:
            self.first_out = seat if self.first_out is None else self.first_out
            self.end_turn()
        self._end_lap_or_block()

    def _end_lap_or_block(self) -> None:
        if self.first_out is not None and not self.in_lap:
            self.ended = ("out", self.first_out)
        elif self.is_dead:
            self.ended = ("blocked", None) if self.first_out is None else ("out", self.first_out)

    def _laid(self, seat: int, tile: Tile, to: int) -> None:
        asks_for_more = (
            is_double(tile)
            and {
                "satisfy": to in self.waiting,
                "several": bool(self.waiting),
                "extra_tile": True,
                "none": False,
            }[self.rules["double_rule"]]
        )
        must_cover = asks_for_more and not self.rules["out_on_double"] and self.drawable  # TR7
        if not self.hands[seat] and not must_cover:
            self.ended = ("out", seat)
        elif self.is_dead:
            self.ended = ("blocked", None)
        elif asks_for_more:
            self.laid_double = True
        else:
            self.end_turn()

    def pass_(self, seat: int) -> None:
        """Pass: the marker goes up, and may begin the lap of TR8 again; or stop after a whole train."""
        event = {"by": self.name(seat), "pass": True, **self.lets}
        if not self.goes_on and not self.says_stuck(seat, event):
            return
        due, in_lap = self.due, self.in_lap
        if not self.goes_on:
            marker = self.trains[seat]
            self.passed = {seat} if due is None and not marker.open else self.passed | {seat}
            marker.open = True
        if in_lap:
            self.passed = set()
            self.end_turn()
            self._end_lap_or_block()
        elif (len(self.passed) == self.players and not self.drawable) or self.is_dead:
            self.ended = ("blocked", None)
        else:
            self.end_turn()
        self.tell(event)

    # What must be refused

    def try_wrong(self, seat: int) -> None:
        """Say something that the rules forbid."""
        me = self.name(seat)
        tile = self.chance.choice(self.hands[seat] or self.unseen)
        if not self.hands[seat]:
            return
        train = self.chance.choice([*self.trains])
        if train not in self.fitting(seat, tile):
            self.table.refuses(
                {"by": me, "play": word(tile), "train": self.called(train)}, self._why_not(seat, tile, train)
            )
        if len(self.fitting(seat, tile)) > 1:
            self.table.refuses({"by": me, "play": word(tile)}, "choose-end")
        other = (seat + self.chance.randrange(1, self.players)) % self.players
        if self.hands[other] and not self.may_go_on and not (self.goes_on and other == self.after(seat)):
            self.table.refuses({"by": self.name(other), "play": word(self.hands[other][0])}, "not-your-turn")
        if self.goes_on or (self.rules["draw"] == "one" and self.drawn):
            self.table.refuses({"by": me, "draw": 1}, "may-not-draw")
        elif self.can_draw:
            self.table.refuses({"by": me, "pass": True}, "must-draw")

    def _why_not(self, seat: int, tile: Tile, train: int) -> str:
        """The code for a tile on that train (3.3)."""
        if train in self.allowed(seat, tile):
            return "does-not-match"
        if self.due is not None and not self._chains(tile):
            return "double-open"
        return "own-train-first" if self.is_bound(seat) else "train-closed"


def recount(chance: random.Random) -> Table:
    """One match of trains."""
    game = chance.choice([each for each in games("trains") if each != "traditional.chickenfoot"])
    table = seat_people(chance, game, NUMBERS, high=15 if chance.random() < LARGE else 9, carries=True)
    TrainMatch(table, chance).play()
    return table
