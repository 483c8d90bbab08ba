"""Rounds played out honestly by people with real hands, which the referee never sees: for properties and measures."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.play.legal import ways_to_lie
from referee.play.state import Status, draw_rule
from referee.replay import Answer, Log, must_show, open_log
from referee.setup import read_setup
from referee.tiles import Tile, tiles_in

NAMES = ("Ana", "Ben", "Cal", "Dan", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon")


@dataclass
class People:
    """The players of one table with the tiles in their hands, and the boneyard."""

    log: Log
    chance: random.Random
    hands: list[set[Tile]] = field(default_factory=list)
    boneyard: list[Tile] = field(default_factory=list)
    said: list[dict[str, Any]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    def say(self, **event: Any) -> Answer:
        """Say one event; the answer is kept."""
        answer, self.log = self.log.say(event)
        if answer.ruling.verdict == "refused":
            raise AssertionError(f"honest people were refused: {event}: {answer.ruling.says}")
        self.said.append(event)
        self.answers.append(answer)
        return answer

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.log.start.setup.players[seat]

    def deal(self) -> None:
        """Mix, deal and open a round; where nobody can open, mix again."""
        setup = self.log.start.setup
        tiles = list(setup.tiles.tiles)
        while True:
            self.chance.shuffle(tiles)
            hands = [set(tiles[n * setup.hand : (n + 1) * setup.hand]) for n in range(len(setup.players))]
            opening = self._opening(hands)
            if opening is not None:
                break
        self.hands, self.boneyard = hands, tiles[len(setup.players) * setup.hand :]
        seat, first = opening
        number = len(self.log.state.rounds) + 1
        named = self.log.start.setup.variant.opening.is_named_by_table
        self.say(round=number, **({"opener": self.name(seat)} if named else {}))
        self.say(by=self.name(seat), play=str(first))
        self.hands[seat].discard(first)

    def _opening(self, hands: Sequence[set[Tile]]) -> tuple[int, Tile] | None:
        opening = self.log.start.setup.variant.opening
        seats = range(len(hands))
        if opening.opening in ("lot", "agreed", "youngest"):
            seat = self.chance.choice(list(seats))
            return seat, self.chance.choice(sorted(hands[seat], key=lambda each: each.number))
        doubles = [(each.high, seat, each) for seat in seats for each in hands[seat] if each.is_double]
        if doubles:
            best = (
                min(doubles) if opening.opening == "lowest_double" else max(doubles, key=lambda each: each[0])
            )
            return best[1], best[2]
        if opening.no_double == "redraw":
            return None
        singles = [(each.pips, each.high, seat, each) for seat in seats for each in hands[seat]]
        heaviest = max(singles, key=lambda each: each[:2])
        return heaviest[2], heaviest[3]

    def act(self) -> None:
        """Whoever's turn it is does what the rules ask, with the tiles really held."""
        current = self.log.state.current
        seat = current.turn
        assert seat is not None
        drawing = self.log.start.setup.variant.drawing
        draw = draw_rule(self.log.state, current)
        able = [
            each
            for each in sorted(self.hands[seat], key=lambda t: t.number)
            if ways_to_lie(self.log.state, each)
        ]
        sleepers = len(self.boneyard) - drawing.reserve
        if able:
            self.lay(seat, self.chance.choice(able))
        elif draw == "none" or sleepers <= 0 or (draw == "one" and current.drawn):
            self.say(**{"by": self.name(seat), "pass": True})
        else:
            self._draw(seat, sleepers, one=draw == "one")

    def _draw(self, seat: int, sleepers: int, *, one: bool) -> None:
        taken: list[Tile] = []
        while len(taken) < (1 if one else sleepers):
            taken.append(self.boneyard.pop())
            if ways_to_lie(self.log.state, taken[-1]):
                break
        self.hands[seat].update(taken)
        self.say(by=self.name(seat), draw=len(taken))

    def lay(self, seat: int, each: Tile) -> Answer:
        """Lay a tile that fits, at a place and a way round that chance picks."""
        way = self.chance.choice(ways_to_lie(self.log.state, each))
        assert way.place is not None
        self.hands[seat].discard(each)
        return self.say(
            by=self.name(seat),
            play=str(each),
            at=f"{way.place.tile}/{way.place.half}",
            out=each.other(way.touching),
        )

    def show(self) -> None:
        """Show the hands that are asked for."""
        for seat in must_show(self.log.state)[:1]:
            self.say(by=self.name(seat), hand=[str(each) for each in self.hands[seat]])

    def play_round(self) -> None:
        """Deal and play one round to its settlement."""
        self.deal()
        while self.log.state.status in (Status.PLAYING, Status.REVEAL):
            if self.log.state.status is Status.PLAYING:
                self.act()
            else:
                self.show()

    def show_everything(self) -> None:
        """Show every hand that is still hidden, for the audit."""
        current = self.log.state.current
        for seat, shown in enumerate(current.shown):
            if shown is None and current.hands[seat]:
                self.say(by=self.name(seat), hand=[str(each) for each in self.hands[seat]])


def seat_people(
    variant: str,
    players: int,
    chance: random.Random,
    *,
    options: Mapping[str, Any] | None = None,
    **header: Any,
) -> People:
    """People at a new table."""
    setup = read_setup(
        {
            "record": 1,
            "variant": variant,
            "players": list(NAMES[:players]),
            "options": dict(options or {}),
            **header,
        }
    )
    return People(open_log(setup), chance)


def unseen_tiles(people: People) -> set[Tile]:
    """The tiles that the referee has not seen in the round in hand."""
    return set(tiles_in(people.log.state.current.unseen))
