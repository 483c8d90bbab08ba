"""Simulated rounds of honest players whose hands the referee never sees, for property tests and benchmarks."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.games.line.ending import must_show
from referee.engine.games.line.legal_moves import ways_to_lie
from referee.engine.games.line.state import draws_one
from referee.engine.games.line.table import openers
from referee.engine.games.match import Status
from referee.engine.log import Answer, Log, open_log
from referee.engine.rules.turns import Further
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile, tile, tiles_in

NAMES = ("Ana", "Ben", "Cal", "Dan", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon")


@dataclass
class People:
    """The players of one table, with their hands and the boneyard."""

    log: Log
    chance: random.Random
    hands: list[set[Tile]] = field(default_factory=list)
    boneyard: list[Tile] = field(default_factory=list)
    rows: list[list[Tile]] = field(default_factory=list)
    said: list[dict[str, Any]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    def say(self, **event: Any) -> Answer:
        """Say one event, which must be accepted, and keep the answer."""
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
        """Shuffle, deal and open a round; if nobody can open, shuffle again."""
        setup = self.log.start.setup
        tiles = [each for each in setup.tiles.tiles if each is not self._starter()]
        while True:
            self.chance.shuffle(tiles)
            hands = [set(tiles[n * setup.hand : (n + 1) * setup.hand]) for n in range(len(setup.players))]
            self.rows = [
                list(tiles[n * setup.hand : (n + 1) * setup.hand]) for n in range(len(setup.players))
            ]
            opening = self._opening(hands)
            if opening is not None:
                break
        self.hands, self.boneyard = hands, tiles[len(setup.players) * setup.hand :]
        seat, first = opening
        number = len(self.log.state.rounds) + 1
        named = setup.variant.opening.is_named_by_table
        self.say(round=number, **({"opener": self.name(seat)} if named else {}))
        if setup.variant.rows is not None or self._starter() is not None:
            return
        self.say(by=self.name(seat), play=str(first))
        self.hands[seat].discard(first)

    def _starter(self) -> Tile | None:
        setup = self.log.start.setup
        opening = setup.variant.opening
        half = opening.named_double(setup.tiles.high)
        return tile(half, half) if opening.opening == "starter" else None

    def _opening(self, hands: Sequence[set[Tile]]) -> tuple[int, Tile] | None:
        opening = self.log.start.setup.variant.opening
        seats = range(len(hands))
        may_lead = openers(self.log.state).seats
        if may_lead:
            seat = self.chance.choice(may_lead)
            return seat, self.chance.choice(sorted(hands[seat], key=lambda each: each.number))
        if opening.is_named_by_table:
            seat = self.chance.choice(list(seats))
            return seat, self.chance.choice(sorted(hands[seat], key=lambda each: each.number))
        doubles = [(each.high, seat, each) for seat in seats for each in hands[seat] if each.is_double]
        if opening.opening == "holder":
            named = opening.named_double(self.log.start.setup.tiles.high)
            return next(((seat, each) for high, seat, each in doubles if high == named), None)
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
        """The player to act makes an honest move with the tiles in hand."""
        current = self.log.state.current
        seat = current.turn
        assert seat is not None
        if current.rows:
            self._turn_up(seat)
            return
        drawing = self.log.start.setup.variant.drawing
        one = draws_one(self.log.state, current)
        able = [
            each
            for each in sorted(self.hands[seat], key=lambda held: held.number)
            if ways_to_lie(self.log.state, each)
        ]
        sleepers = len(self.boneyard) - drawing.reserve
        if able and not (current.going_on is Further.MAY_LAY and self.chance.random() < 0.3):
            self.lay(seat, self.chance.choice(able))
        elif (
            current.going_on.is_tile_only
            or not drawing.is_allowed
            or sleepers <= 0
            or (one and current.drawn)
        ):
            self.say(**{"by": self.name(seat), "pass": True})
        else:
            self._draw(seat, sleepers, one=one)

    def _turn_up(self, seat: int) -> None:
        """Turn up the top tile of a face-down row."""
        row = self.rows[seat]
        top = row.pop(0)
        current = self.log.state.current
        ways = ways_to_lie(self.log.state, top)
        if ways and ways[0].place is not None:
            place = self.chance.choice(ways).place
            assert place is not None
            self.say(by=self.name(seat), flip=str(top), at=f"{place.tile}/{place.half}")
        else:
            self.say(by=self.name(seat), flip=str(top))
        if current.layout.laid and not ways:
            row.append(top)
        self.hands[seat] = set(row)

    def _draw(self, seat: int, sleepers: int, *, one: bool) -> None:
        taken: list[Tile] = []
        while len(taken) < (1 if one else sleepers):
            taken.append(self.boneyard.pop())
            if ways_to_lie(self.log.state, taken[-1]):
                break
        self.hands[seat].update(taken)
        self.say(by=self.name(seat), draw=len(taken))

    def lay(self, seat: int, each: Tile) -> Answer:
        """Lay a tile that fits, at a random place and in a random direction."""
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
        """Show the next hand that the settlement needs."""
        for seat in must_show(self.log.state)[:1]:
            self.say(by=self.name(seat), hand=[str(each) for each in self.hands[seat]])

    def play_round(self) -> None:
        """Deal and play one round to its settlement."""
        self.deal()
        self.play_on()

    def play_on(self) -> None:
        """Play the current round to its settlement."""
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
    """The tiles that the referee has not seen in the current round."""
    return set(tiles_in(people.log.state.current.unseen))
