"""Chickenfoot, counted by the rules alone (rules/README.md, 1.G and 2.12)."""

import random
from typing import Any

from tests.recount.hub import LARGE, HubMatch
from tests.recount.table import Table, seat_people
from tests.recount.tiles import Tile, is_double, word
from tests.recount.trains import NUMBERS


class FootMatch(HubMatch):
    """A match of Chickenfoot."""

    def start(self, hub: Tile) -> None:
        self.ends: list[tuple[Tile, int]] = []
        self.foot: Tile | None = hub  # the double whose toes are laid now
        self.toes, self.of = 0, self.rules["lead_toes"] or (4 if self.table.high == 6 else 6)  # CF2
        self.passed: set[int] = set()
        self.drawn = False
        self.closed: set[Tile] = set()

    def ways(self, tile: Tile) -> list[tuple[Tile, int]]:
        """The tiles that this one may be set against, with their open halves (CF3)."""
        if self.foot is not None:
            half = self.foot[0]
            return [(self.foot, half)] if half in tile and not is_double(tile) else []
        return [(on, half) for on, half in self.ends if half in tile]

    def marked(self) -> set[int]:
        return set()  # nobody has a train

    def fits(self, _seat: int, tile: Tile) -> bool:
        return bool(self.ways(tile))

    @property
    def is_dead(self) -> bool:
        return not self.drawable and not any(map(self.ways, self.unseen))

    def facts(self) -> dict[str, Any]:
        open_foot = [{"tile": word(self.foot), "toes": self.toes, "of": self.of}] if self.foot else []
        return {"doubles": open_foot, "count": None}

    def act(self) -> None:
        seat = self.turn
        assert seat is not None
        able = self.able(seat)
        if self.chance.random() < 0.3:
            self.try_wrong(seat)
        if self.chance.random() < 0.3:
            for tile in self.hands[seat]:
                self.table.may({"by": self.name(seat), "play": word(tile)}, bool(self.ways(tile)))
        event = {"by": self.name(seat), ("draw" if self.can_draw else "pass"): 1 if self.can_draw else True}
        if able and not (self.cheats and self.chance.random() < 0.25):
            self.lay(seat, *self.chance.choice(able))
        elif not self.says_stuck(seat, event):
            return
        elif self.can_draw:
            self.draw(seat)
        else:
            self.pass_(seat)

    def able(self, seat: int) -> list[tuple[Tile, tuple[Tile, int]]]:
        return [(tile, way) for tile in sorted(self.hands[seat]) for way in self.ways(tile)]

    def wrong_ways(self, seat: int) -> list[tuple[Tile, Any, int | None, str]]:
        singles = [tile for tile in self.hands[seat] if not is_double(tile)]
        if self.foot is None:
            return self._misfits(self.hands[seat], self.ends)
        early = [(tile, way, None, "double-open") for tile in singles for way in self.ends if way[1] in tile]
        # Two open feet would not be clear.
        return [*early, *self._misfits(singles, [(self.foot, self.foot[0])])]

    def _misfits(
        self, tiles: list[Tile], ways: list[tuple[Tile, int]]
    ) -> list[tuple[Tile, Any, int | None, str]]:
        return [
            (tile, way, out, "does-not-match")
            for tile in tiles
            for way in ways
            for out in tile
            if way[1] not in tile
        ]

    def pass_(self, seat: int) -> None:
        event = {"by": self.name(seat), "pass": True, **self.lets}
        if self.lets and not self.says_stuck(seat, event):
            return
        self.passed.add(seat)
        if not self.drawable and (len(self.passed) == self.players or self.is_dead):  # CF5
            self.ended = ("blocked", None)
        self.end_turn()
        self.tell(event)

    @property
    def can_draw(self) -> bool:
        """Whether the player to act may draw."""
        return self.drawable > 0 and not (self.rules["draw"] == "one" and self.drawn)

    def end_turn(self) -> None:
        """The next player is to act."""
        assert self.turn is not None
        self.turn, self.drawn = self.after(self.turn), False

    def lay(self, seat: int, tile: Tile, way: tuple[Tile, int], out: int | None = None) -> None:
        """Lay a tile: a toe, a double that begins a foot, or any other."""
        event: dict[str, Any] = {"by": self.name(seat), "play": word(tile), **self.lets}
        if self.ways(tile) != [way] or self.chance.random() < 0.4:
            event["at"] = word(way[0])
        if out is not None and not is_double(tile):
            event["out"] = out
        self.hands[seat].remove(tile)
        self.passed = set()
        if way[0] == self.foot:
            self.toes += 1
        else:
            self.ends.remove(way)
        if is_double(tile):
            self.foot, self.toes, self.of = tile, 0, self.rules["toes"]
        else:
            self.ends.append((tile, sum(tile) - way[1] if out is None else out))
        self._close_foot()
        if not self.hands[seat]:
            self.ended = ("out", seat)
        elif self.is_dead:
            self.ended = ("blocked", None)
        self.end_turn()
        self.tell(event)

    def _close_foot(self) -> None:
        """A foot is closed with its last toe, or when no tile for it is left, if the table plays so (CF4)."""
        if self.foot is None:
            return
        left = [each for each in self.unseen if self.foot[0] in each]
        if self.toes >= self.of or (self.rules["dead_double"] == "lapses" and not left):
            self.closed.add(self.foot)
            self.foot = None

    def try_wrong(self, seat: int) -> None:
        """Say something that the rules forbid."""
        me, tile = self.name(seat), self.chance.choice(self.unseen)
        ways = self.ways(tile)
        if not ways and self.foot is None:
            self.table.refuses({"by": me, "play": word(tile)}, "does-not-match")
        elif not ways:
            self.table.refuses({"by": me, "play": word(tile)}, "double-open")
            if self.ends:
                on = word(self.chance.choice(self.ends)[0])
                self.table.refuses({"by": me, "play": word(tile), "at": on}, "double-open")
        elif len(ways) > 1:
            self.table.refuses({"by": me, "play": word(tile)}, "choose-end")
        if self.closed:
            closed = self.chance.choice(sorted(self.closed))
            self.table.refuses({"by": me, "play": word(tile), "at": word(closed)}, "no-such-end")
        other = (seat + self.chance.randrange(1, self.players)) % self.players
        if self.hands[other]:
            self.table.refuses({"by": self.name(other), "play": word(self.hands[other][0])}, "not-your-turn")
        if self.can_draw:
            self.table.refuses({"by": me, "pass": True}, "must-draw")
        elif self.drawn:
            code = "boneyard-empty" if self.rules["draw"] == "until_playable" else "may-not-draw"
            self.table.refuses({"by": me, "draw": 1}, code)


def recount(chance: random.Random) -> Table:
    """One match of Chickenfoot."""
    table = seat_people(
        chance, "traditional.chickenfoot", NUMBERS, high=15 if chance.random() < LARGE else 9, carries=True
    )
    FootMatch(table, chance).play()
    return table
